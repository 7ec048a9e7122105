//! The numbering of positions.

use jarmo_core::{Board, Position, Rules};
use jarmo_tables::{Index, Placement};
use proptest::prelude::*;

fn small() -> Board {
    let lines = [["A1", "B2"], ["B2", "C3"], ["B1", "B2"], ["B2", "A3"], ["C1", "B3"]];
    Board::new("small", "ABC", 3, 3, 1, 3, &lines).expect("a board")
}

#[test]
fn levels_have_as_many_positions_as_combinatorics_say() {
    let sizes = [
        (2, 1_200),
        (3, 30_000),
        (4, 438_200),
        (5, 4_687_400),
        (6, 40_052_200),
        (7, 272_734_000),
        (8, 1_509_069_100),
        (9, 6_895_565_600),
        (10, 26_039_083_840),
    ];
    for (level, size) in sizes {
        assert_eq!(Index::new(&Board::JARMO, level).len(), size, "level {level}");
    }
}

#[test]
fn every_number_of_a_small_level_comes_back() {
    let board = small();
    let rules = Rules::new(board, Rules::BRAINKING.options());
    for level in 2..=6 {
        let index = Index::new(&board, level);
        for number in 0..index.len() {
            let placement = index.placement(number).expect("it is below the length");
            let position = placement.position(&rules).expect("it is a position");
            assert_eq!(position.level(), level);
            assert_eq!(index.number(&Placement::of(&position)), Some(number));
        }
        assert_eq!(index.placement(index.len()), None);
    }
}

#[test]
fn other_levels_and_lone_sides_have_no_number() {
    let index = Index::new(&Board::JARMO, 9);
    let start = Placement::of(&Position::start(&Rules::BRAINKING));
    assert_eq!(index.number(&start), None);
    assert_eq!(Index::new(&Board::JARMO, 10).number(&start).map(|_| ()), Some(()));
}

proptest! {
    #[test]
    fn numbers_and_placements_are_one_to_one(level in 2..=10_usize, part in 0.0..1.0_f64) {
        let index = Index::new(&Board::JARMO, level);
        let number = ((index.len() as f64 * part) as u64).min(index.len() - 1);
        let placement = index.placement(number).expect("it is below the length");
        prop_assert!(placement.position(&Rules::BRAINKING).is_ok());
        prop_assert_eq!(index.number(&placement), Some(number));
    }
}
