//! How a game ends: on the board, by the clock, or because the players say so.

use anyhow::bail;
use jarmo_ai::{EngineSpec, Limits};
use jarmo_core::{Ending, Game, GameResult, Side};
use jarmo_notation::{NodeId, Outcome, Record};
use jarmo_render::text::printable;

use super::Session;
use super::clock::GameClock;
use super::edit::Done;
use super::opponent::Player;
use super::play::parse_side;

/// What an engine thinks about an offered draw, in positions.
const DRAW_NODES: u64 = 100_000;

impl Session {
    /// How the players ended the game, if they did; only behind the last turn of the main line.
    pub(super) fn settled(&self) -> Option<Ending> {
        let at_end = self.node == self.end_of_game();
        settled(self.record()).filter(|_| at_end)
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        self.settled().or_else(|| self.position().ending(self.rules()))
    }

    pub(super) fn refuse_when_over(&self) -> anyhow::Result<()> {
        if self.ending().is_some() { bail!("the game is over") } else { Ok(()) }
    }

    /// Refuses to end a game that the players cannot end here.
    fn refuse_to_settle(&self) -> anyhow::Result<()> {
        self.refuse_when_over()?;
        if self.lesson.is_some() {
            bail!("a lesson has no winner: tutorial goes to another one, new starts a game");
        }
        // What was taken back is not part of the game that ends here.
        if self.node != self.end_of_game() {
            bail!("the game goes on behind this turn: end goes there, delete cuts it off");
        }
        Ok(())
    }

    pub(super) fn resign(&mut self, arguments: &str) -> anyhow::Result<()> {
        self.refuse_to_settle()?;
        let side = match (arguments, self.players.white.is_human(), self.players.black.is_human()) {
            ("", true, false) => Side::White,
            ("", false, true) => Side::Black,
            ("", ..) => self.position().to_move(),
            (side, ..) => parse_side(side)?,
        };
        self.settle(Ending::Resigned(side))
    }

    pub(super) fn draw(&mut self) -> anyhow::Result<()> {
        self.refuse_to_settle()?;
        for side in Side::ALL {
            if let Player::Engine(spec) = self.players[side].clone()
                && !self.engine_agrees(side, &spec)?
            {
                say!("{side} does not agree to a draw.");
                return Ok(());
            }
        }
        self.settle(Ending::Agreed)
    }

    /// Whether an engine agrees to a draw: not when it thinks that it stands better.
    fn engine_agrees(&mut self, side: Side, spec: &EngineSpec) -> anyhow::Result<bool> {
        if *spec == EngineSpec::Random {
            return Ok(true);
        }
        let judge = EngineSpec::Search(Limits::nodes(DRAW_NODES));
        let solved = self.solved()?;
        let choice = self.opponents.choose(&judge, &self.game(), Limits::NONE, &solved)?;
        let value = choice.value.map_or(0.0, |value| value.points());
        Ok(if self.position().to_move() == side { value <= 0.0 } else { value >= 0.0 })
    }

    fn settle(&mut self, ending: Ending) -> anyhow::Result<()> {
        if self.time_is_over()? {
            return Ok(());
        }
        let result = match ending {
            Ending::Resigned(side) => GameResult::Won(side.other()),
            _ => GameResult::Draw,
        };
        let record = self.record_mut();
        record.outcome = Outcome::Decided(result);
        record.tags.set("Termination", &ending.to_string());
        self.done.push(Done::Played);
        self.tell_ending()
    }

    pub(super) fn unsettle(&mut self) {
        let record = self.record_mut();
        record.outcome = Outcome::Unknown;
        record.tags.remove("Termination");
    }

    /// Takes back that the players ended the game.
    pub(super) fn take_back_end(&mut self) -> anyhow::Result<()> {
        let said = self.record().tags.get("Termination");
        let on_time = Side::ALL.iter().any(|side| said == Some(&out_of_time(*side)));
        self.unsettle();
        self.forget_played();
        self.redraw()?;
        if on_time {
            say!("The game goes on without clocks.");
        }
        Ok(())
    }

    /// Whether the game at hand is the one that is played, and not an earlier one of the match.
    fn is_last_game(&self) -> bool {
        self.current + 1 == self.games.len()
    }

    /// Whether the game goes on from the turn at hand, which is not one that is only looked at.
    pub(super) fn is_played_here(&self) -> bool {
        self.is_last_game() && (self.taken_back || self.node == self.end_of_game())
    }

    /// Ends the game where a side has no time left, and tells so. Returns whether it did.
    pub(super) fn time_is_over(&mut self) -> anyhow::Result<bool> {
        let clock = self.clock.as_ref().filter(|_| self.is_last_game());
        let Some(side) = clock.and_then(GameClock::fallen) else { return Ok(false) };
        self.lose_on_time(side);
        self.redraw()?;
        self.tell_ending()?;
        Ok(true)
    }

    /// Ends the game for a side whose time was over before it played.
    pub(super) fn lose_on_time(&mut self, side: Side) {
        self.cut_off_what_was_taken_back();
        let record = self.record_mut();
        record.outcome = Outcome::Decided(GameResult::Won(side.other()));
        record.tags.set("Termination", &out_of_time(side));
        self.done.push(Done::Played);
        self.clock = None;
    }

    /// Makes the turn at hand the game's last, where turns were taken back; a comment says which.
    fn cut_off_what_was_taken_back(&mut self) {
        if !self.taken_back {
            self.node = self.end_of_game();
            return;
        }
        let node = self.node;
        self.record_mut().promote_to_main(node);
        for first in self.record().node(node).children().to_vec() {
            let line = std::iter::successors(Some(first), |id| self.record().next(*id));
            let turns: Vec<String> = line.map(|id| self.record().numbered(id)).collect();
            let record = self.record_mut();
            record.delete(first);
            record.add_comment(node, &format!("Taken back: {}", turns.join(" ")));
        }
        self.forget_position();
    }

    /// The last turn of the main line, which a result belongs to.
    pub(super) fn end_of_game(&self) -> NodeId {
        self.record().line_end(NodeId::ROOT)
    }

    /// Writes the result into the record when the main line, which ended with this turn before,
    /// has reached its end, and takes it out when the game goes on. What happens in variations
    /// leaves the result alone.
    pub(super) fn note_ending(&mut self, before: NodeId) {
        if self.end_of_game() == before {
            return;
        }
        let record = self.record();
        let last = *record.last_position();
        let outcome = match last.ending(record.rules()) {
            Some(_) => Outcome::of_score(last.score(record.rules())),
            None => Outcome::Unknown,
        };
        if self.record().outcome != outcome {
            self.unsettle();
            self.record_mut().outcome = outcome;
        }
    }

    pub(super) fn tell_ending(&self) -> anyhow::Result<()> {
        let Some(ending) = self.ending() else { return Ok(()) };
        let score = self.position().score(self.rules());
        let winner = self.game().result().and_then(GameResult::winner);
        let result = winner.map_or_else(|| "A draw".to_owned(), |side| format!("{side} wins"));
        let said = self.settled().and_then(|_| self.record().tags.get("Termination"));
        let reason = said.map_or_else(|| ending.to_string(), str::to_owned);
        say!("{result}, {score}: {}.", printable(&reason));
        if self.in_match { self.tell_match() } else { Ok(()) }
    }
}

/// How the players ended a game, as its record says.
pub(super) fn settled(record: &Record) -> Option<Ending> {
    let endings = [Ending::Resigned(Side::White), Ending::Resigned(Side::Black), Ending::Agreed];
    let said = record.tags.get("Termination")?;
    if let Some(side) = Side::ALL.into_iter().find(|side| *said == out_of_time(*side)) {
        return Some(Ending::Resigned(side));
    }
    endings.into_iter().find(|ending| ending.to_string() == said)
}

/// The game up to a turn, with the ending that the players gave it.
pub(super) fn settled_game(record: &Record, node: NodeId, settled: Option<Ending>) -> Game {
    let mut game = record.game(node);
    let _ = match settled {
        Some(Ending::Resigned(side)) => game.resign(side),
        Some(Ending::Agreed) => game.agree_draw(),
        _ => Ok(()),
    };
    game
}

/// What the tag `Termination` says of a side whose time is over: it has lost as if it had resigned.
fn out_of_time(side: Side) -> String {
    format!("{side} ran out of time")
}
