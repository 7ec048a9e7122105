//! Two strategies, a match of two games: `cargo run -p jarmo-core --example play_match`.

use std::error::Error;

use jarmo_core::{Game, Match, Player, Rules, Side, Turn};

/// What a turn is worth to a strategy; it takes one that is worth most.
type Strategy = fn(&Game, Turn) -> i32;

/// How many ranks a turn goes towards the goal row; a capture counts as much as it says.
fn advance(game: &Game, turn: Turn, of_a_capture: i32) -> i32 {
    let Turn::Move { from, to, capture, .. } = turn else { return 0 };
    let rank = |hole| game.rules().board().rank(hole) as i32;
    let forward = if game.position().to_move() == Side::White { 1 } else { -1 };
    forward * (rank(to) - rank(from)) + i32::from(capture) * of_a_capture
}

const RUNNER: Strategy = |game, turn| advance(game, turn, 0);
const HUNTER: Strategy = |game, turn| advance(game, turn, 10);

fn main() -> Result<(), Box<dyn Error>> {
    let strategies = [RUNNER, HUNTER];
    let mut whole = Match::new();
    while whole.game_number().is_some() {
        let mut game = Game::new(Rules::BRAINKING);
        while game.ending().is_none() && game.turns().len() < 200 {
            let player = whole.player(game.position().to_move());
            let worth = |turn: &Turn| strategies[player as usize](&game, *turn);
            let turn = game.position().legal_turns(game.rules()).max_by_key(worth);
            game.play(turn.ok_or("a game that goes on has a turn")?)?;
        }
        // One that goes round in circles is a draw; one that has ended stays as it is.
        let _ = game.agree_draw();
        println!("{} turns, {}: {:?}", game.turns().len(), game.score(), game.result());
        whole.finish_game(&game);
    }
    println!("runner {}, hunter {}", whole.points(Player::One), whole.points(Player::Two));
    Ok(())
}
