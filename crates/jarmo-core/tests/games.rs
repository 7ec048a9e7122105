//! How games end, and what they count for in a match.

use jarmo_core::{
    Board, BySide, Ending, Game, GameResult, HoleSet, Match, PlayError, Player, Position, RuleSet,
    Rules, Score, Setup, SetupError, Side, Streak, Turn,
};

/// The turn between two holes of a built-in board, as it is legal in the game at hand.
fn turn(game: &Game, from: &str, to: &str) -> Turn {
    let board = game.rules().board();
    let (from, to) = (board.hole(from).unwrap(), board.hole(to).unwrap());
    let capture = game.position().occupied().contains(to);
    Turn::Move { from, to, capture, returning: None }
}

fn holes(rules: &Rules, names: &[&str]) -> HoleSet {
    names.iter().map(|name| rules.board().hole(name).unwrap()).collect()
}

fn setup(rules: &Rules, white: &[&str], black: &[&str], marked: &[&str]) -> Setup {
    Setup {
        archers: BySide::new(holes(rules, white), holes(rules, black)),
        marked: holes(rules, marked),
        to_move: Side::White,
        streaks: BySide::default(),
        turn_number: 1,
    }
}

fn game(rules: Rules, white: &[&str], black: &[&str], marked: &[&str]) -> Game {
    let position = Position::new(&rules, &setup(&rules, white, black, marked)).unwrap();
    Game::from_position(rules, position).unwrap()
}

#[test]
fn capturing_the_last_archer_ends_the_game() {
    let mut game = game(Rules::BRAINKING, &["B1", "C1"], &["A3"], &[]);
    game.play(turn(&game, "B1", "A3")).unwrap();
    assert_eq!(game.ending(), Some(Ending::WipedOut(Side::Black)));
    assert_eq!(game.result(), Some(GameResult::Won(Side::White)));
    assert_eq!(game.score(), Score::new(2, 0));
    assert_eq!(game.play(Turn::Pass), Err(PlayError::GameOver));
}

#[test]
fn the_opponents_last_move_home_can_lose_the_game() {
    let mut game = game(Rules::BRAINKING, &["C4"], &["A2", "B3", "C3"], &[]);
    game.play(turn(&game, "C4", "A5")).unwrap();
    assert_eq!(game.ending(), Some(Ending::AllHome(Side::White)));
    assert_eq!(game.score(), Score::new(2, 3));
    assert_eq!(game.result(), Some(GameResult::Won(Side::Black)));
}

#[test]
fn a_return_after_the_move_keeps_the_game_going() {
    // White's only archer captures its way home and pays for a return in the same turn.
    let mut game = game(Rules::TRADITIONAL, &["C4"], &["A5", "B4"], &[]);
    let board = *game.rules().board();
    let home = Turn::Move {
        from: board.hole("C4").unwrap(),
        to: board.hole("A5").unwrap(),
        capture: true,
        returning: board.hole("B1"),
    };
    game.play(home).unwrap();
    assert_eq!(game.ending(), None);
    assert!(game.position().marked(Side::White).is_empty());
}

#[test]
fn lower_file_pays_for_a_return() {
    let mut game = game(Rules::BRAINKING, &["B5", "D5", "A1"], &["E3", "E2"], &["B5", "D5"]);
    game.play(Turn::Return(game.rules().board().hole("C1").unwrap())).unwrap();
    let marked = game.position().marked(Side::White);
    assert_eq!(marked, holes(game.rules(), &["D5"]));
}

#[test]
fn a_side_with_more_archers_than_it_started_with_has_no_prisoner() {
    // A return that is not legal, and a position under the rules of a smaller board.
    let (rules, start) = (Rules::BRAINKING, Position::start(&Rules::BRAINKING));
    let sixth = start.play_unchecked(&rules, Turn::Return(rules.board().hole("C3").unwrap()));
    assert_eq!(sixth.prisoners(&rules, Side::White), 0);
    let board = Board::new("small", "ABC", 3, 3, 1, 3, &[["A1", "B2"]]).unwrap();
    let small = Rules::new(board, RuleSet::Brainking.options());
    assert_eq!(start.prisoners(&small, Side::Black), 0);
    assert_eq!(start.legal_turns(&small).count(), start.turn_count(&small));
}

#[test]
fn nothing_is_played_again_in_a_game_that_was_resigned() {
    let mut game = Game::new(Rules::BRAINKING);
    let first = turn(&game, "A1", "C2");
    game.play(first).unwrap();
    assert!(game.undo());
    assert_eq!(game.next_redo(), Some(first));
    game.resign(Side::White).unwrap();
    assert_eq!((game.next_redo(), game.redo()), (None, None));
    assert!(game.undo());
    assert_eq!((game.next_redo(), game.redo()), (Some(first), Some(first)));
}

#[test]
fn two_passes_end_the_game_and_one_does_not() {
    // Jasir: every archer is stuck behind one of its own side or has only lines that lead back.
    let rules = Rules::JASIR;
    let mut game = game(rules, &["A5", "B5", "C5", "D5", "C4"], &["A4", "A1"], &[]);
    assert!(game.position().legal_turns(&rules).all(|turn| turn != Turn::Pass));
    let stuck =
        Setup { streaks: BySide::new(Streak::Pass, Streak::Pass), ..game.position().setup() };
    let position = Position::new(&rules, &stuck).unwrap();
    assert_eq!(position.ending(&rules), Some(Ending::Passes));
    assert_eq!(game.play(Turn::Pass), Err(PlayError::PassWithTurns));
}

#[test]
fn resigning_early_gains_nothing_in_a_match() {
    let mut game = Game::new(Rules::BRAINKING);
    game.resign(Side::White).unwrap();
    assert_eq!(game.result(), Some(GameResult::Won(Side::Black)));
    assert_eq!(game.match_points(), Some(Score::new(0, 10)));
    assert!(game.undo());
    assert_eq!(game.ending(), None);
    game.agree_draw().unwrap();
    assert_eq!(game.match_points(), Some(Score::new(5, 5)));
    assert_eq!(game.agree_draw(), Err(PlayError::GameOver));
}

#[test]
fn players_change_sides_and_points_are_added() {
    let mut both = Match::new();
    let mut first = game(Rules::BRAINKING, &["B1", "C1"], &["A3"], &[]);
    assert!(!both.finish_game(&first));
    first.play(turn(&first, "B1", "A3")).unwrap();
    assert!(both.finish_game(&first));
    assert_eq!((both.game_number(), both.player(Side::White)), (Some(2), Player::Two));
    assert_eq!((both.points(Player::One), both.points(Player::Two)), (2, 0));
    let mut second = Game::new(Rules::BRAINKING);
    second.agree_draw().unwrap();
    assert_eq!(both.winner(), None);
    assert!(both.finish_game(&second));
    assert_eq!((both.points(Player::One), both.points(Player::Two)), (7, 5));
    assert_eq!(both.winner(), Some(Some(Player::One)));
    assert!(!both.finish_game(&second));
}

#[test]
fn black_may_move_first() {
    let rules =
        Rules::new(*Rules::BRAINKING.board(), RuleSet::Brainking.options().with_first(Side::Black));
    let mut game = Game::new(rules);
    game.play(turn(&game, "A5", "B3")).unwrap();
    assert_eq!(game.position().turn_number(), 2);
    assert_eq!(rules.options().rule_set(), Some(RuleSet::Brainking));
}

#[test]
fn what_is_no_position_is_refused() {
    let rules = Rules::BRAINKING;
    let good = setup(&rules, &["A1"], &["A5", "B4"], &["A1"]);
    assert!(Position::new(&rules, &good).is_ok());
    let refused = |change: &dyn Fn(&mut Setup)| {
        let mut bad = good;
        change(&mut bad);
        Position::new(&rules, &bad).unwrap_err()
    };
    let board = rules.board();
    let line = |from, to, count| Streak::Line {
        from: board.hole(from).unwrap(),
        to: board.hole(to).unwrap(),
        count,
    };
    assert!(matches!(
        refused(&|s| s.archers.black = holes(&rules, &["A1"])),
        SetupError::TwoArchers(_)
    ));
    assert!(matches!(
        refused(&|s| s.archers.black = HoleSet::from_bits(1 << 25)),
        SetupError::OffBoard(_)
    ));
    assert!(matches!(
        refused(&|s| s.marked = holes(&rules, &["B1"])),
        SetupError::MarkOnNothing(_)
    ));
    assert!(matches!(
        refused(&|s| s.archers.black = holes(&rules, &["A5", "B5", "C5", "D5", "E5", "A4"])),
        SetupError::TooManyArchers { count: 6, .. }
    ));
    assert!(matches!(
        refused(&|s| s.streaks.white = line("A2", "A1", 1)),
        SetupError::StreakOffLine { .. }
    ));
    assert!(matches!(
        refused(&|s| s.streaks.white = line("B3", "A1", 0)),
        SetupError::StreakOfNone { .. }
    ));
    assert!(matches!(
        refused(&|s| s.streaks.white = line("B3", "C5", 1)),
        SetupError::StreakWithoutArcher { .. }
    ));
    // White's archer may have been captured on A5, but Black's cannot have been anywhere.
    assert!(
        Position::new(&rules, &{
            let mut s = good;
            s.streaks.white = line("B3", "A5", 1);
            s
        })
        .is_ok()
    );
    assert!(matches!(
        refused(&|s| s.streaks.black = line("B3", "A1", 1)),
        SetupError::StreakWithoutArcher { .. }
    ));
    assert!(matches!(refused(&|s| s.turn_number = 0), SetupError::TurnNumber));
}

#[test]
fn no_game_is_made_of_another_boards_position() {
    let wide = Board::new("wide", "ABCDEF", 5, 6, 1, 5, &[["A1", "B2"]]).unwrap();
    let wide = Rules::new(wide, Rules::BRAINKING.options().with_first(Side::White));
    let refused = Game::from_position(Rules::BRAINKING, Position::start(&wide)).unwrap_err();
    assert!(matches!(refused, SetupError::OffBoard(_)), "{refused}");
    // The same holes but not the same lines: with a streak it fits only one of the two.
    let rules = |lines: &[[&str; 2]]| {
        let board = Board::new("two", "AB", 2, 2, 1, 2, lines).unwrap();
        Rules::new(board, Rules::BRAINKING.options().with_first(Side::White))
    };
    let (one, other) = (rules(&[["A1", "B2"]]), rules(&[["B1", "B2"]]));
    let start = Position::start(&one);
    assert_eq!(start.fits(&other), Ok(()));
    let turn = start.legal_turns(&one).next().unwrap();
    let after = start.play(&one, turn).unwrap();
    assert_eq!(after.fits(&one), Ok(()));
    assert!(Game::from_position(one, after).is_ok());
    assert!(matches!(Game::from_position(other, after), Err(SetupError::StreakOffLine { .. })));
}
