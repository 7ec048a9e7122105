//! What is not known is not told, and what is wrong is told: nothing gets an answer that it should
//! not have.

use std::fs;
use std::path::Path;

use jarmo_core::{Board, HoleSet, Position, RuleSet, Rules, Side};
use jarmo_tables::{
    BuildOptions, Camp, Class, Fault, Index, Placement, Stage, Tables, build, game_name,
};

const RULES: Rules = Rules::BRAINKING;

fn quick(threads: usize) -> BuildOptions {
    BuildOptions { threads, memory: 1 << 30, distances: true }
}

fn built(folder: &Path, level: usize) -> Tables {
    build(folder, &RULES, level, &quick(1), |_, _| {}).expect("tables can be built");
    Tables::open(folder, &RULES).expect("tables can be opened")
}

fn positions(tables: &Tables, level: usize) -> impl Iterator<Item = Position> {
    let index = tables.level(level).expect("it is built").index();
    (0..index.len()).filter_map(|number| index.placement(number)?.position(&RULES).ok())
}

#[test]
fn without_a_lower_level_a_distance_is_right_or_unknown() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = built(folder.path(), 4);
    for gone in [&["table", "distances"][..], &["distances"]] {
        let part = tempfile::tempdir().expect("a folder");
        for entry in fs::read_dir(folder.path()).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if !gone.iter().any(|kind| name == format!("level-3.jarmo-{kind}")) {
                fs::copy(&path, part.path().join(name)).expect("a copy");
            }
        }
        let part = Tables::open(part.path(), &RULES).expect("tables can be opened");
        let (mut known, mut unknown) = (0, 0);
        for position in positions(&whole, 4).step_by(7) {
            let expected = whole.verdict(&position).expect("sound");
            let told = part.verdict(&position).expect("sound");
            assert_eq!(told.map(|told| told.value), expected.map(|expected| expected.value));
            match told.and_then(|told| told.distance) {
                None => unknown += usize::from(expected.is_some_and(|it| it.distance.is_some())),
                told => {
                    assert_eq!(told, expected.and_then(|it| it.distance), "{position:?}");
                    known += 1;
                }
            }
        }
        assert!(known > 10_000 && unknown > 100, "{known} known, {unknown} unknown");
        for number in 0..200 {
            match part.verify_position(4, number) {
                Ok(()) => {}
                Err(error) => assert!(matches!(error.fault(), Fault::Missing(3)), "{error}"),
            }
        }
    }
}

#[test]
fn any_number_of_threads_writes_the_same() {
    let tables = |threads| {
        let folder = tempfile::tempdir().expect("a folder");
        build(folder.path(), &RULES, 2, &quick(threads), |_, _| {}).expect("tables can be built");
        fs::read(folder.path().join("level-2.jarmo-table")).expect("a table")
    };
    let expected = tables(1);
    assert!([0, 3, usize::MAX].into_iter().all(|threads| tables(threads) == expected));
}

#[test]
fn a_damaged_header_is_called_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    built(folder.path(), 2);
    let path = folder.path().join("level-2.jarmo-table");
    let good = fs::read(&path).expect("a table");
    let fault = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        Tables::open(folder.path(), &RULES).expect_err("it is damaged").to_string()
    };
    // From behind magic and version to the checksum's end; level 2 has one class.
    for at in 12..32 + 64 + 4 {
        let mut bad = good.clone();
        bad[at] ^= 0x20;
        let told = fault(&bad);
        assert!(told.contains("its header was damaged"), "byte {at}: {told}");
    }
    assert!(fault(&good[..40]).contains("its header was damaged"));
    let other = tempfile::tempdir().expect("a folder");
    build(other.path(), &Rules::JASIR, 3, &quick(1), |_, _| {}).expect("tables can be built");
    let table = |level| fs::read(other.path().join(format!("level-{level}.jarmo-table")));
    assert!(fault(&table(3).expect("a table")).contains("of another board or other rules"));
}

#[test]
fn the_directory_above_is_told_from_one_without_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = Tables::open(folder.path(), &RULES).expect("there may be none");
    assert!(none.levels().is_empty());
    built(&folder.path().join(game_name(&RULES)), 2);
    let error = Tables::open(folder.path(), &RULES).expect_err("they are below");
    assert!(matches!(error.fault(), Fault::Below(name) if name == "brainking"));
    assert!(error.to_string().contains("its directory brainking"), "{error}");
}

#[test]
fn what_cannot_stand_on_the_board_has_no_number_and_no_value() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = built(folder.path(), 3);
    let camp = |archers: u32, marked: u32| Camp {
        archers: HoleSet::from_bits(archers),
        marked: HoleSet::from_bits(marked),
    };
    let wrong = [
        (camp(1 << 25, 0), camp(1 << 3, 0)),
        (camp(1 << 3, 0), camp(1 << 31, 0)),
        (camp(1 << 3, 0), camp(1 << 3, 0)),
        (camp(0b11, 0), camp(0b10, 0)),
        (camp(0b1, 0b10), camp(1 << 24, 0)),
    ];
    for (own, other) in wrong {
        for to_move in Side::ALL {
            let placement = Placement { to_move, own, other };
            for table in tables.levels() {
                assert_eq!(table.index().number(&placement), None, "{placement:?}");
                assert_eq!(table.value(&placement).expect("sound"), None, "{placement:?}");
            }
        }
    }
}

#[test]
fn a_position_of_another_board_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = built(folder.path(), 2);
    let wide = Board::new("wide", "ABCDEF", 5, 6, 1, 5, &[["A1", "A2"]]).expect("a board");
    let wide = Rules::new(wide, RuleSet::Brainking.options());
    let mut setup = Position::start(&wide).setup();
    for (white, black) in [(1, 1 << 29), (1 << 25, 2)] {
        setup.archers.white = HoleSet::from_bits(white);
        setup.archers.black = HoleSet::from_bits(black);
        let position = Position::new(&wide, &setup).expect("a position");
        let errors = [
            tables.value(&position).map(|_| ()),
            tables.distance(&position).map(|_| ()),
            tables.verdict(&position).map(|_| ()),
            tables.turns(&position).map(|_| ()),
            tables.ranked_turns(&position).map(|_| ()),
        ];
        for error in errors {
            let error = error.expect_err("it is of another board");
            assert!(matches!(error.fault(), Fault::Position(_)), "{error}");
        }
        assert_eq!(tables.in_opening(&position), None);
    }
}

#[test]
fn the_largest_boards_have_numbers_as_far_as_these_go() {
    let letters = "ABCDEFGHIJKLMNOP";
    let board = Board::new("large", letters, 2, 16, 1, 2, &[]).expect("a board");
    let rules = Rules::new(board, RuleSet::Brainking.options());
    for level in [0, 2, 20, 32, 48, 64, usize::MAX] {
        let index = Index::new(&board, level);
        let classes = index.classes().map(|class| class.positions(&board));
        assert_eq!(classes.sum::<u64>(), index.len());
        assert_eq!(index.placement(u64::MAX), None);
        let last = index.len().checked_sub(1).and_then(|last| index.placement(last));
        assert_eq!(last.and_then(|last| index.number(&last)), index.len().checked_sub(1));
    }
    let most = Class::of_level(&board, 64)[0];
    assert_eq!((most.level(), most.placements(&board)), (64, 601_080_390));
    let folder = tempfile::tempdir().expect("a folder");
    let error = build(folder.path(), &rules, 32, &BuildOptions::default(), |_, _| {});
    let error = error.expect_err("no machine has the memory");
    assert!(matches!(error.fault(), Fault::Memory { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn a_file_is_told_of_by_its_own_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = build(folder.path(), &RULES, 2, &quick(1), |_, stage| {
        if matches!(stage, Stage::Solving { winner: Side::Black, .. }) {
            // Files that are open stay so, but no other can be made there.
            let _ = fs::remove_dir_all(folder.path());
        }
    });
    let error = error.expect_err("the folder is gone").to_string();
    assert!(error.contains("level-2.jarmo-table: ") && !error.contains("/.jarmo-"), "{error}");
    assert!(error.contains("os error 2"), "{error}");
}
