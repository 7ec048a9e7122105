//! Data that travels through serde and back.
#![cfg(feature = "serde")]

use jarmo_core::{Board, Match, Player, Position, RuleSet, Rules, Setup, Turn};

#[test]
fn boards_and_positions_survive() {
    let json = serde_json::to_string(&Board::JARMO).unwrap();
    assert_eq!(serde_json::from_str::<Board>(&json).unwrap(), Board::JARMO);
    let one_line_less = json.replace("[\"B2\",\"B3\"],", "");
    assert!(serde_json::from_str::<Board>(&one_line_less).is_err(), "the name is another board's");

    let rules = Rules::of(RuleSet::Jasir);
    let mut position = Position::start(&rules);
    for _ in 0..9 {
        let turn = position.legal_turns(&rules).last().unwrap();
        let json = serde_json::to_string(&turn).unwrap();
        assert_eq!(serde_json::from_str::<Turn>(&json).unwrap(), turn);
        position = position.play(&rules, turn).unwrap();
    }
    let json = serde_json::to_string(&position.setup()).unwrap();
    let setup: Setup = serde_json::from_str(&json).unwrap();
    assert_eq!(Position::new(&rules, &setup).unwrap(), position);
}

#[test]
fn a_match_with_more_points_than_fit_adds_up_to_the_most() {
    let json = r#"{"first":{"white":4294967295,"black":1},"second":{"white":2,"black":7}}"#;
    let whole: Match = serde_json::from_str(json).unwrap();
    assert_eq!((whole.points(Player::One), whole.points(Player::Two)), (u32::MAX, 3));
    assert_eq!(whole.winner(), Some(Some(Player::One)));
}

#[test]
fn bad_boards_say_what_is_wrong() {
    let json =
        serde_json::to_string(&Board::JARMO).unwrap().replace("\"D5\",\"E3\"", "\"D5\",\"Z9\"");
    let json = json.replace("\"E3\",\"D5\"", "\"Z9\",\"D5\"");
    let error = serde_json::from_str::<Board>(&json).unwrap_err().to_string();
    assert!(error.contains("leads to Z9"), "{error}");
    assert!(serde_json::from_str::<jarmo_core::Hole>("32").is_err());
}
