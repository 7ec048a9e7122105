//! The smallest bot that speaks the Universal Game Interface: it captures where it can, and plays
//! at random elsewhere. Let it play against an engine of the program:
//!
//! ```sh
//! cargo build -p jarmo-ai --example ugi_bot
//! cargo run --release -- match --white level:2 --black cmd:target/debug/examples/ugi_bot --games 4
//! ```

use std::io::{self, Write};

use jarmo_core::{Game, Rules, Turn};
use jarmo_notation::{TurnText, parse_position, parse_turn};

fn main() -> io::Result<()> {
    let mut game = Game::new(Rules::BRAINKING);
    let mut rng = fastrand::Rng::with_seed(1);
    for line in io::stdin().lines() {
        let line = line?;
        let answer = match line.split_whitespace().next() {
            Some("ugi") => "id name Grabber\noption name Rules type string\nugiok".to_owned(),
            Some("isready") => "readyok".to_owned(),
            Some("setoption") => {
                let set = line.strip_prefix("setoption name Rules value ").map(str::parse);
                if let Some(Ok(set)) = set {
                    game = Game::new(Rules::of(set));
                }
                continue;
            }
            // Where the position makes no sense the last one stays.
            Some("position") => match position(game.rules(), &line) {
                Some(new) => {
                    game = new;
                    continue;
                }
                None => format!("info string cannot read: {line}"),
            },
            Some("go") => best(&game, &mut rng),
            Some("quit") => return Ok(()),
            // Whatever else there is may be passed over.
            _ => continue,
        };
        println!("{answer}");
        // The other side waits for it.
        io::stdout().flush()?;
    }
    Ok(())
}

/// The game that `position startpos|fen STRING [moves TURN...]` describes.
fn position(rules: &Rules, line: &str) -> Option<Game> {
    let (place, turns) = line.split_once(" moves ").unwrap_or((line, ""));
    let mut game = match place.strip_prefix("position fen ") {
        Some(text) => Game::from_position(*rules, parse_position(text, rules).ok()?).ok()?,
        None => Game::new(*rules),
    };
    for text in turns.split_whitespace() {
        let turn = parse_turn(text, rules, game.position()).ok()?;
        game.play(turn).ok()?;
    }
    Some(game)
}

fn best(game: &Game, rng: &mut fastrand::Rng) -> String {
    let turns: Vec<Turn> = game.position().legal_turns(game.rules()).collect();
    let captures = turns.iter().find(|turn| matches!(turn, Turn::Move { capture: true, .. }));
    match captures.copied().or_else(|| rng.choice(turns)) {
        Some(turn) => format!("bestmove {}", TurnText::new(turn, game.rules().board())),
        None => "bestmove (none)".to_owned(),
    }
}
