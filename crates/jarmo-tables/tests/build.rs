//! Building, whole: counts, consistency, other rules and boards, and builds that were stopped.

use std::fs;
use std::path::Path;
use std::time::Duration;

use jarmo_core::{Board, BySide, Options, ReturnTiming, RuleSet, Rules, Side};
use jarmo_tables::{BuildOptions, Class, Counts, Stage, Tables, build};

const QUICK: BuildOptions =
    BuildOptions { threads: 2, memory: 1 << 30, checkpoint: Duration::from_secs(600) };

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
        [756, 394, 50, 0],
        [13_955, 8_765, 3_520, 3_760],
        [223_673, 146_803, 10_510, 57_214],
        [2_467_432, 1_609_701, 41_660, 568_607],
    ];
    for (table, [win, loss, drawn, endless]) in tables.levels().iter().zip(expected) {
        assert_eq!(table.counts(), Counts { win, loss, drawn, endless });
    }
    if let Some(table) = tables.levels().get(4) {
        let unmarked = Class { archers: BySide::new(3, 3), marked: BySide::new(0, 0) };
        let at = table.index().classes().position(|class| class == unmarked).expect("a class");
        let [white, black] = table.counts_by_class()[at];
        assert_eq!(white.win + black.win, 4_232_925);
        assert_eq!(white.loss + black.loss, 897_039);
        assert_eq!(white.drawn + black.drawn, 200);
        assert_eq!(white.endless + black.endless, 1_953_836);
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

#[test]
fn a_build_that_is_stopped_goes_on_and_writes_the_same() {
    let whole = tempfile::tempdir().expect("a folder");
    built(whole.path(), &Rules::BRAINKING, 4);
    let expected = fs::read(whole.path().join("level-4.jarmo-table")).expect("a table");
    for stop in [1, 2, 5, 9, 20, 30] {
        let folder = tempfile::tempdir().expect("a folder");
        let options = BuildOptions { threads: 1, checkpoint: Duration::ZERO, ..QUICK };
        let mut sweeps = 0;
        // A panic unwinds like a kill as far as files go: nothing gets its name half written.
        let stopped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            build(folder.path(), &Rules::BRAINKING, 4, &options, |level, stage| {
                if level == 4 && matches!(stage, Stage::Solving { .. }) {
                    sweeps += 1;
                    assert!(sweeps < stop, "stopped on purpose");
                }
            })
        }));
        assert!(stopped.is_err(), "the build has fewer than {stop} sweeps");
        built(folder.path(), &Rules::BRAINKING, 4);
        let found = fs::read(folder.path().join("level-4.jarmo-table")).expect("a table");
        assert!(found == expected, "stopped at sweep {stop}");
        let names: Vec<_> = fs::read_dir(folder.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
            .filter(|name| !name.ends_with(".jarmo-table") && name != "build.lock")
            .collect();
        assert!(names.is_empty(), "left behind: {names:?}");
    }
}

#[test]
fn damaged_foreign_and_short_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    built(folder.path(), &Rules::BRAINKING, 3);
    let path = folder.path().join("level-3.jarmo-table");
    let good = fs::read(&path).expect("a table");
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file can be written");
        let tables = match Tables::open(folder.path(), &Rules::BRAINKING) {
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
        assert!(said.contains("level-3.jarmo-table: "), "{at}: {said}");
    }
    assert!(refused(&good[..good.len() - 1]).contains("bytes: expected"));
    assert!(refused(&good[..10]).contains("damaged"));
    assert!(refused(b"[Event \"a game\"]").contains("it is no table"));
    fs::write(&path, &good).expect("a file can be written");
    let other = Tables::open(folder.path(), &Rules::TRADITIONAL).expect_err("other rules");
    assert!(other.to_string().contains("other rules"), "{other}");
}

#[test]
fn too_little_memory_is_refused_before_anything_is_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions { memory: 80 << 20, ..QUICK };
    let refused = build(folder.path(), &Rules::BRAINKING, 6, &options, |_, _| {});
    let said = refused.expect_err("80 MiB are too few").to_string();
    assert!(said.contains("MiB of memory, and 80 MiB are allowed"), "{said}");
}
