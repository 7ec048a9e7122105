//! One game between two players.

use std::sync::atomic::AtomicBool;

use jarmo_ai::{Clock, Engine, Level, LevelPlayer, Limits, Resources};
use jarmo_core::{BySide, Game, GameResult};

/// A game that goes on for this many turns is a draw.
const LONGEST: usize = 400;
/// How often the same position makes a game one that never ends, which is a draw.
const REPETITIONS: usize = 3;

/// An engine and what it may spend on a turn.
pub(crate) struct Player {
    engine: Box<dyn Engine>,
    limits: Limits,
}

impl Player {
    /// A player of this level, which plays the same game again for the same seed: no clock ends its
    /// thinking. The strongest looks at `strongest_nodes` positions a turn.
    fn new(level: Level, seed: u64, strongest_nodes: u64) -> Player {
        let resources = Resources { clock: Clock::STOPPED, seed, ..Resources::default() };
        let strongest = level == Level::STRONGEST;
        let limits = if strongest { Limits::nodes(strongest_nodes) } else { Limits::NONE };
        Player::of(LevelPlayer::new(level, &resources), limits)
    }

    /// This engine under these limits.
    pub(crate) fn of(engine: impl Engine + 'static, limits: Limits) -> Player {
        Player { engine: Box::new(engine), limits }
    }
}

/// Two players of these levels for a game of a series. They follow from its seed and the game's
/// number, and make their mistakes in different places.
pub(crate) fn players(
    levels: [Level; 2],
    seed: u64,
    game: usize,
    strongest_nodes: u64,
) -> [Player; 2] {
    let first = seed.wrapping_mul(1 << 32) + 2 * game as u64;
    let [one, other] = levels;
    [Player::new(one, first, strongest_nodes), Player::new(other, first + 1, strongest_nodes)]
}

/// Plays a game on to its end.
pub(crate) fn play_on(mut game: Game, mut players: BySide<Player>) -> anyhow::Result<GameResult> {
    let never = AtomicBool::new(false);
    while game.ending().is_none() && game.history().len() < LONGEST && !never_ends(&game) {
        let player = &mut players[game.position().to_move()];
        let choice = player.engine.choose(&game, &player.limits, &never, &mut |_| ())?;
        game.play(choice.turn)?;
    }
    Ok(game.result().unwrap_or(GameResult::Draw))
}

/// Whether the position at hand has come so often that the game goes round in circles.
fn never_ends(game: &Game) -> bool {
    let key = game.position().key();
    let before = game.history().iter().filter(|(position, _)| position.key() == key).count();
    before + 1 >= REPETITIONS
}
