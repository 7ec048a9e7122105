//! The player behind each level.

use core::sync::atomic::AtomicBool;
use core::time::Duration;

use jarmo_core::Game;

use crate::engine::{Choice, Engine, EngineError, Info};
use crate::level::Level;
use crate::limits::Limits;
use crate::search::Search;
use crate::spec::Resources;

/// Plays at one of the ten levels.
///
/// A weak level sees less far ahead, and judges what it sees less sharply: of turns that look
/// nearly as good as the best to it, it may prefer any. It never plays a turn that looks much
/// worse, so that its mistakes are the kind that people make.
#[derive(Debug)]
pub struct LevelPlayer {
    level: Level,
    search: Search,
    seed: u64,
}

/// What makes a level.
#[derive(Clone, Copy, Debug)]
struct Judgement {
    /// How far ahead it looks, in turns of both sides, captures and arrivals aside.
    depth: u32,
    /// By how many hundredths of a point worse a turn must look to be chosen about a third as
    /// often as another.
    blur: f64,
}

/// Levels 1 to 9; level 10 is the full search.
const JUDGEMENTS: [Judgement; 9] = [
    Judgement { depth: 1, blur: 140.0 },
    Judgement { depth: 1, blur: 105.0 },
    Judgement { depth: 1, blur: 80.0 },
    Judgement { depth: 2, blur: 70.0 },
    Judgement { depth: 3, blur: 60.0 },
    Judgement { depth: 4, blur: 50.0 },
    Judgement { depth: 5, blur: 40.0 },
    Judgement { depth: 6, blur: 28.0 },
    Judgement { depth: 7, blur: 16.0 },
];

/// Turns that look this many blurs worse than the best are never chosen.
const MOST_BLURS: f64 = 3.0;
/// What a decided game counts for besides its margin, in hundredths of a point: nobody overlooks
/// a win at hand for an even better one.
const RESULT: f64 = 300.0;
/// The longest that any level thinks when no shorter limit is set.
const MOST_TIME: Duration = Duration::from_secs(1);
/// The table that levels 1 to 9 need: a small one, since it is cleared for each turn.
const HASH_MIB: usize = 2;

impl LevelPlayer {
    /// A player of this level; only the strongest uses more than one thread, a large table and
    /// solved positions. What it chooses in a position follows from the seed.
    #[must_use]
    pub fn new(level: Level, resources: &Resources) -> LevelPlayer {
        let strongest = level == Level::STRONGEST;
        let mut search =
            Search::new(if strongest { resources.hash_mib } else { HASH_MIB }, resources.clock);
        if strongest {
            search.set_threads(resources.threads);
            search.set_contempt(Search::CONTEMPT);
            search.set_solved(resources.solved.clone());
        }
        LevelPlayer { level, search, seed: resources.seed }
    }

    /// Chooses among all lines by how they look, blurred.
    fn choose_blurred(&self, game: &Game, lines: Vec<Info>, blur: f64) -> Option<Info> {
        let best = lines.iter().map(looks).fold(f64::NEG_INFINITY, f64::max);
        let weight = |line: &Info| {
            let blurs = (best - looks(line)) / blur;
            if blurs > MOST_BLURS { 0.0 } else { (-blurs).exp() }
        };
        let mut rng = fastrand::Rng::with_seed(self.seed ^ game.position().key());
        let mut left = rng.f64() * lines.iter().map(weight).sum::<f64>();
        let chosen = lines.iter().position(|line| {
            left -= weight(line);
            left < 0.0
        });
        lines.into_iter().nth(chosen.unwrap_or(0))
    }
}

/// How good a line looks, in hundredths of a point.
fn looks(line: &Info) -> f64 {
    let result = f64::from(line.value.final_margin().unwrap_or(0).signum());
    line.value.points() * 100.0 + result * RESULT
}

impl Engine for LevelPlayer {
    fn name(&self) -> String {
        format!("level {}", self.level)
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Choice, EngineError> {
        let limits = Limits::time(MOST_TIME).and(*limits);
        let Some(judgement) = JUDGEMENTS.get(usize::from(self.level.number()) - 1) else {
            return self.search.choose(game, &limits, stop, report);
        };
        // What it saw in earlier turns would let a weak level see further than it should.
        self.search.forget();
        let limits = Limits::depth(judgement.depth).and(limits);
        let turns = game.position().turn_count(game.rules());
        let mut lines = self.search.analyze(game, &limits, turns, stop, report)?;
        if lines.iter().any(|line| line.depth == 0) {
            // Nothing is known of the turns yet, and the worst might be played: a look at each of
            // them takes next to no time.
            let (limits, never) = (Limits::depth(1), AtomicBool::new(false));
            lines = self.search.analyze(game, &limits, turns, &never, report)?;
        }
        self.choose_blurred(game, lines, judgement.blur)
            .and_then(Choice::of)
            .ok_or(EngineError::GameOver)
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use jarmo_core::{Game, Rules, Turn};

    use super::{JUDGEMENTS, LevelPlayer, MOST_BLURS, looks};
    use crate::clock::Clock;
    use crate::engine::Engine;
    use crate::level::Level;
    use crate::limits::Limits;
    use crate::search::Search;
    use crate::spec::Resources;

    /// A game after some random turns.
    fn game_after(turns: usize, seed: u64) -> Game {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = Game::new(Rules::BRAINKING);
        for _ in 0..turns {
            let legal: Vec<Turn> = game.position().legal_turns(game.rules()).collect();
            let turn = rng.choice(legal).expect("a game this short goes on");
            game.play(turn).expect("it is legal");
        }
        game
    }

    #[test]
    fn no_turn_that_looks_much_worse_is_played_even_without_time() {
        let blur = JUDGEMENTS[8].blur;
        let limits = [(Limits::nodes(1), false), (Limits::nodes(40), false), (Limits::NONE, true)];
        for seed in 0..40 {
            let game = game_after(8, seed);
            let (all, never) = (game.position().turn_count(game.rules()), AtomicBool::new(false));
            let lines = Search::new(1, Clock::STOPPED)
                .analyze(&game, &Limits::depth(1), all, &never, &mut |_| ())
                .expect("the game goes on");
            for (limits, stop) in &limits {
                let resources = Resources { seed, clock: Clock::STOPPED, ..Resources::default() };
                let level = Level::new(9).expect("there are ten");
                let choice = LevelPlayer::new(level, &resources)
                    .choose(&game, limits, &AtomicBool::new(*stop), &mut |_| ())
                    .expect("the game goes on");
                let played = lines.iter().find(|line| line.line[0] == choice.turn);
                let worse = looks(&lines[0]) - played.map_or(f64::NEG_INFINITY, looks);
                assert!(worse <= MOST_BLURS * blur, "{worse} worse by {limits:?}");
            }
        }
    }
}
