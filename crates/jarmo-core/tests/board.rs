//! Boards as data: those built in, and each fault that other data may have.

use jarmo_core::{Board, BoardError, Hole, PlayError, Rules};

fn error(files: &str, ranks: u8, archers: u8, rows: [u8; 2], lines: &[[&str; 2]]) -> BoardError {
    Board::new("test", files, ranks, archers, rows[0], rows[1], lines).unwrap_err()
}

#[test]
fn the_board_jasir_has_one_line_more_than_the_board_jarmo() {
    let [jarmo, jasir] = Board::BUILT_IN;
    assert_eq!((jarmo.board_name(), jarmo.lines().count()), ("jarmo", 38));
    assert_eq!((jasir.board_name(), jasir.lines().count()), ("jasir", 39));
    assert_eq!(jarmo.name(jarmo.hole("c2").unwrap()).to_string(), "C2");
    let more: Vec<String> = jasir
        .lines()
        .filter(|(a, b)| !jarmo.joins(*a, *b))
        .map(|(a, b)| format!("{}-{}", jasir.name(a), jasir.name(b)))
        .collect();
    assert_eq!(more, ["B3-C3"]);
    assert!(jarmo.lines().all(|(a, b)| jasir.joins(a, b)));
}

#[test]
fn rule_sets_are_played_on_their_own_boards() {
    assert_eq!(*Rules::BRAINKING.board(), Board::JARMO);
    assert_eq!(*Rules::TRADITIONAL.board(), Board::JARMO);
    assert_eq!(*Rules::JASIR.board(), Board::JASIR);
    assert_eq!(Board::named("JASIR"), Some(&Board::JASIR));
    assert_eq!(Board::named("standard"), None);
}

#[test]
fn a_missing_line_says_which_board_has_it() {
    let refusal = |from: &str, to: &str| {
        let name = |hole| Board::JARMO.name(Board::JARMO.hole(hole).unwrap());
        PlayError::NoLine { from: name(from), to: name(to) }.to_string()
    };
    assert_eq!(
        refusal("B3", "C3"),
        "no line joins B3 and C3 on this board; the board jasir has that line"
    );
    assert_eq!(refusal("A1", "A2"), "no line joins A1 and A2");
}

#[test]
fn the_name_of_a_built_in_board_is_its_own() {
    let lines: Vec<[String; 2]> = Board::JASIR
        .lines()
        .map(|(a, b)| [Board::JASIR.name(a), Board::JASIR.name(b)].map(|name| name.to_string()))
        .collect();
    let lines: Vec<[&str; 2]> = lines.iter().map(|[a, b]| [a.as_str(), b.as_str()]).collect();
    let board = |name| Board::new(name, "ABCDE", 5, 5, 1, 5, &lines);
    assert_eq!(board("Jasir"), Ok(Board::JASIR));
    let taken = board("Jarmo").unwrap_err();
    assert!(matches!(taken, BoardError::NameOfBuiltIn(_)));
    assert_eq!(
        taken.to_string(),
        "the name jarmo is that of a built-in board with other lines: expected another name"
    );
    assert_eq!(board("mine").unwrap().board_name(), "mine");
}

#[test]
fn no_built_in_board_has_a_symmetry() {
    for board in Board::BUILT_IN {
        let holes: Vec<Hole> = board.holes().into_iter().collect();
        // The seven rotations and reflections that are not the identity.
        type Image = fn(usize, usize) -> (usize, usize);
        let images: [Image; 7] = [
            |f, r| (4 - f, r),
            |f, r| (f, 4 - r),
            |f, r| (4 - f, 4 - r),
            |f, r| (r, f),
            |f, r| (4 - r, f),
            |f, r| (r, 4 - f),
            |f, r| (4 - r, 4 - f),
        ];
        for image in images {
            let map = |hole: Hole| {
                let (file, rank) = image(board.file(hole), board.rank(hole));
                board.hole_at(file, rank).unwrap()
            };
            let same = holes
                .iter()
                .all(|&a| holes.iter().all(|&b| board.joins(a, b) == board.joins(map(a), map(b))));
            assert!(!same, "{board:?}");
        }
    }
}

#[test]
fn each_fault_has_its_own_error() {
    assert!(matches!(error("ABCDEFG", 5, 7, [1, 5], &[]), BoardError::Size { .. }));
    assert!(matches!(error("ABA", 3, 3, [1, 3], &[]), BoardError::File { index: 2 }));
    assert!(matches!(error("BACD", 3, 4, [1, 3], &[]), BoardError::File { index: 1 }));
    assert!(matches!(error("abc", 3, 3, [1, 3], &[]), BoardError::File { index: 0 }));
    assert!(matches!(error("ABC", 3, 3, [3, 1], &[]), BoardError::FirstRows { .. }));
    assert!(matches!(error("ABC", 3, 3, [1, 4], &[]), BoardError::FirstRows { .. }));
    assert!(matches!(
        error("ABC", 3, 2, [1, 3], &[]),
        BoardError::Archers { archers: 2, files: 3 }
    ));
    assert!(matches!(
        error("ABC", 3, 3, [1, 3], &[["B2", "B2"]]),
        BoardError::Loop { line: 0, .. }
    ));
    let missing = error("ABC", 3, 3, [1, 3], &[["A1", "B2"], ["A1", "Z9"]]);
    assert_eq!(missing.to_string(), "line 2 leads to Z9, a hole that the board does not have");
    let doubled = error("ABC", 3, 3, [1, 3], &[["A1", "B2"], ["B2", "A1"]]);
    assert_eq!(doubled.to_string(), "line 2 joins B2 and A1, which an earlier line joins already");
}

#[test]
fn file_letters_may_leave_some_out() {
    let board = Board::new("test", "BDZ", 3, 3, 1, 3, &[["B1", "Z3"]]).unwrap();
    assert_eq!(board.name(board.hole("D2").unwrap()).to_string(), "D2");
    assert_eq!(board.hole("A1"), None);
}

#[test]
fn a_fault_can_be_told_whatever_its_numbers() {
    let hole = Board::JARMO.name(Board::JARMO.hole("A1").unwrap());
    let line = usize::MAX;
    let faults = [
        BoardError::Size { files: usize::MAX, ranks: u8::MAX },
        BoardError::File { index: usize::MAX },
        BoardError::Loop { line, hole },
        BoardError::DoubledLine { line, from: hole, to: hole },
    ];
    for fault in faults {
        assert!(fault.to_string().contains(&usize::MAX.to_string()));
    }
}
