//! Building, whole: counts, consistency, other rules and boards, and builds that were stopped.

use std::fs;
use std::path::Path;

use jarmo_core::{Board, BySide, Options, Position, ReturnTiming, RuleSet, Rules, Side};
use jarmo_tables::{BuildOptions, Class, Counts, Stage, Tables, Value, build};

const QUICK: BuildOptions = BuildOptions { threads: 2, memory: 1 << 30, distances: true };

fn built(folder: &Path, rules: &Rules, level: usize) -> Tables {
    build(folder, rules, level, &QUICK, |_, _| {}).expect("tables can be built");
    Tables::open(folder, rules).expect("tables can be opened")
}

fn small() -> Board {
    let lines =
        [["A1", "B2"], ["B2", "C3"], ["B1", "B2"], ["B2", "A3"], ["C1", "B3"], ["A2", "C1"]];
    Board::new("small", "ABC", 3, 3, 1, 3, &lines).expect("a board")
}

fn check_everything(tables: &Tables) {
    for table in tables.levels() {
        tables.verify_blocks(table.index().level(), |_, _| {}).expect("blocks are sound");
        assert_eq!(table.counts().positions(), table.index().len());
        for number in 0..table.index().len() {
            tables.verify_position(table.index().level(), number).expect("values follow");
        }
    }
}

#[test]
fn counts_are_those_that_others_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let level = if cfg!(debug_assertions) { 4 } else { 6 };
    let tables = built(folder.path(), &Rules::BRAINKING, level);
    let expected = [
        [757, 393, 50, 0],
        [13_920, 8_741, 3_520, 3_819],
        [223_689, 147_819, 10_510, 56_182],
        [2_462_592, 1_608_934, 41_660, 574_214],
    ];
    for (table, [win, loss, drawn, endless]) in tables.levels().iter().zip(expected) {
        assert_eq!(table.counts(), Counts { win, loss, drawn, endless });
    }
    if let Some(table) = tables.levels().get(4) {
        let unmarked = Class { archers: BySide::new(3, 3), marked: BySide::new(0, 0) };
        let at = table.index().classes().position(|class| class == unmarked).expect("a class");
        let [white, black] = table.counts_by_class()[at];
        assert_eq!(white.win + black.win, 4_207_352);
        assert_eq!(white.loss + black.loss, 950_486);
        assert_eq!(white.drawn + black.drawn, 200);
        assert_eq!(white.endless + black.endless, 1_925_962);
    }
}

#[test]
fn every_value_follows_from_its_turns_under_each_rule_set() {
    for set in RuleSet::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        check_everything(&built(folder.path(), &Rules::of(set), 4));
    }
}

#[test]
fn every_value_follows_from_its_turns_on_another_board() {
    for returns in [ReturnTiming::WholeTurn, ReturnTiming::Added] {
        for backward in [false, true] {
            let options = Options { returns, shuttle_limit: None, backward, first: Side::White };
            let folder = tempfile::tempdir().expect("a folder");
            check_everything(&built(folder.path(), &Rules::new(small(), options), 6));
        }
    }
}

/// The names and contents of a folder's files.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().expect("text");
    let mut files: Vec<_> =
        entries.map(|entry| (name(&entry), fs::read(entry.path()).expect("a file"))).collect();
    files.sort();
    files
}

#[test]
fn a_build_that_is_stopped_goes_on_and_writes_the_same() {
    let whole = tempfile::tempdir().expect("a folder");
    built(whole.path(), &Rules::BRAINKING, 4);
    let expected = files(whole.path());
    assert_eq!(expected.len(), 7, "three levels, two files each, and the lock");
    let mut stop = 1;
    loop {
        let folder = tempfile::tempdir().expect("a folder");
        let mut told = 0;
        // A panic unwinds like a kill as far as files go: nothing gets its name half written.
        let stopped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            build(folder.path(), &Rules::BRAINKING, 4, &QUICK, |_, _| {
                told += 1;
                assert!(told < stop, "stopped on purpose");
            })
        }));
        if stopped.is_ok() {
            break;
        }
        built(folder.path(), &Rules::BRAINKING, 4);
        assert!(files(folder.path()) == expected, "stopped when told for the {stop}th time");
        stop += 7;
    }
    assert!(stop > 50, "the build tells of {stop} steps");
}

#[test]
fn a_damaged_or_foreign_trail_is_gone_on_with_as_far_as_it_is_sound() {
    let whole = tempfile::tempdir().expect("a folder");
    built(whole.path(), &Rules::BRAINKING, 3);
    let expected = files(whole.path());
    let folder = tempfile::tempdir().expect("a folder");
    let trail = folder.path().join("level-3-white.trail");
    let stopped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        build(folder.path(), &Rules::BRAINKING, 3, &QUICK, |_, stage| {
            assert!(!matches!(stage, Stage::Writing { .. }), "stopped on purpose");
        })
    }));
    assert!(stopped.is_err());
    let good = fs::read(&trail).expect("a trail");
    for at in (0..good.len()).step_by(good.len() / 40) {
        let mut bad = good.clone();
        bad[at] ^= 0x40;
        for bytes in [&bad, &good[..at]] {
            let folder = tempfile::tempdir().expect("a folder");
            fs::write(folder.path().join("level-3-white.trail"), bytes).expect("a file");
            built(folder.path(), &Rules::BRAINKING, 3);
            assert!(files(folder.path()) == expected, "damaged at {at}");
        }
    }
}

#[test]
fn a_full_width_search_finds_the_same_values_and_distances() {
    for set in RuleSet::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let tables = built(folder.path(), &Rules::of(set), 4);
        let mut known = 0;
        for table in tables.levels() {
            let level = table.index().level();
            let len = table.index().len();
            for number in (0..len).step_by(len.div_ceil(1_000) as usize) {
                let same = tables.verify_by_search(level, number, 2_000).expect("the same");
                known += usize::from(same);
            }
        }
        assert!(known > 500, "{set}: {known}");
    }
}

#[test]
fn distances_are_those_of_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = built(folder.path(), &Rules::BRAINKING, 3);
    for table in tables.levels() {
        for number in 0..table.index().len() {
            let placement = table.index().placement(number).expect("a placement");
            let position = placement.position(tables.rules()).expect("a position");
            let value = tables.value(&position).expect("sound").expect("solved");
            let distance = tables.distance(&position).expect("sound");
            assert_eq!(distance, by_play(&tables, &position, value), "{position:?}");
        }
    }
}

/// The distance of a position, found by playing: the winner's turns are counted, the winner takes
/// the first of those that keep the win and lead to the least, the loser those that lead to most.
fn by_play(tables: &Tables, position: &Position, value: Value) -> Option<u16> {
    let mut position = *position;
    if value == Value::Draw {
        return None;
    }
    let winner = if value == Value::Win { position.to_move() } else { position.to_move().other() };
    let mut turns = 0;
    while !position.is_over(tables.rules()) {
        let after = |turn| position.play_unchecked(tables.rules(), turn);
        let told = |position: &Position| tables.distance(position).expect("sound");
        let legal = position.legal_turns(tables.rules()).map(after);
        let next = if position.to_move() == winner {
            turns += 1;
            let wins = |next: &Position| tables.value(next).expect("sound") == Some(Value::Loss);
            legal.filter(wins).min_by_key(told)
        } else {
            legal.max_by_key(told)
        };
        position = next.expect("a turn");
        assert!(turns < 300, "the winner makes no progress");
    }
    assert_eq!(position.score(tables.rules()).leader(), Some(winner));
    Some(turns)
}

#[test]
fn damaged_foreign_and_short_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    built(folder.path(), &Rules::BRAINKING, 3);
    for name in ["level-3.jarmo-table", "level-3.jarmo-distances"] {
        refuses_what_is_damaged(folder.path(), name);
    }
    let other = Tables::open(folder.path(), &Rules::TRADITIONAL).expect_err("other rules");
    assert!(other.to_string().contains("other rules"), "{other}");
}

fn refuses_what_is_damaged(folder: &Path, name: &str) {
    let path = folder.join(name);
    let good = fs::read(&path).expect("a table");
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file can be written");
        let tables = match Tables::open(folder, &Rules::BRAINKING) {
            Ok(tables) => tables,
            Err(error) => return error.to_string(),
        };
        let probed = tables.verify_position(3, 0).expect_err("the block is damaged");
        let found = tables.verify_blocks(3, |_, _| {}).expect_err("a block is damaged");
        assert_eq!(probed.to_string(), found.to_string());
        found.to_string()
    };
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        let said = refused(&bad);
        assert!(said.contains(&format!("{name}: ")), "{at}: {said}");
    }
    assert!(refused(&good[..good.len() - 1]).contains("bytes: expected"));
    assert!(refused(&good[..10]).contains("damaged"));
    assert!(refused(b"[Event \"a game\"]").contains("it is no table"));
    fs::write(&path, &good).expect("a file can be written");
}

#[test]
fn too_little_memory_is_refused_before_anything_is_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions { memory: 80 << 20, ..QUICK };
    let refused = build(folder.path(), &Rules::BRAINKING, 6, &options, |_, _| {});
    let said = refused.expect_err("80 MiB are too few").to_string();
    assert!(said.contains("MiB of memory, and 80 MiB are allowed"), "{said}");
}
