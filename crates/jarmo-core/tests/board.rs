//! Boards as data: the standard one, and each fault that other data may have.

use jarmo_core::{Board, BoardError, Hole};

fn error(files: &str, ranks: u8, archers: u8, rows: [u8; 2], lines: &[[&str; 2]]) -> BoardError {
    Board::new("test", files, ranks, archers, rows[0], rows[1], lines).unwrap_err()
}

#[test]
fn the_standard_board_has_39_lines_and_no_symmetry() {
    let board = Board::STANDARD;
    assert_eq!(board.lines().count(), 39);
    assert_eq!(board.name(board.hole("c2").unwrap()).to_string(), "C2");
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
        assert!(!same);
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
