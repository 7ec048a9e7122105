//! The first opponent against a player that knows only the rules.

use std::sync::atomic::AtomicBool;

use jarmo_ai::{Baseline, Clock, Engine, Limits, RandomPlayer};
use jarmo_core::{Game, GameResult, Rules, Side};

/// Plays one game of at most 300 turns; `None` when it has not ended by then.
fn play<'a>(
    rules: Rules,
    white: &'a mut dyn Engine,
    black: &'a mut dyn Engine,
) -> Option<GameResult> {
    let never = AtomicBool::new(false);
    let mut game = Game::new(rules);
    for _ in 0..300 {
        if game.ending().is_some() {
            break;
        }
        let engine = match game.position().to_move() {
            Side::White => &mut *white,
            Side::Black => &mut *black,
        };
        let choice = engine.choose(&game, &Limits::nodes(3_000), &never, &mut |_| ()).unwrap();
        game.play(choice.turn).unwrap();
    }
    game.result()
}

#[test]
fn beats_a_random_player_every_game() {
    for rules in [Rules::BRAINKING, Rules::TRADITIONAL, Rules::JASIR] {
        let mut baseline = Baseline::new(Clock::STOPPED);
        for seed in 0..20 {
            baseline.new_game();
            let mut random = RandomPlayer::new(seed);
            let (result, side) = if seed % 2 == 0 {
                (play(rules, &mut baseline, &mut random), Side::White)
            } else {
                (play(rules, &mut random, &mut baseline), Side::Black)
            };
            assert_eq!(result, Some(GameResult::Won(side)), "{rules:?}, seed {seed}");
        }
    }
}
