//! The players' clocks.

use std::time::{Duration, Instant};

use anyhow::bail;
use jarmo_ai::Clocks;
use jarmo_core::{BySide, Side};
use jarmo_notation::{NodeId, Record, commands};

/// The tag that says how much time a game began with.
const TAG: &str = "TimeControl";

/// What a command in a comment is called that says what a clock showed.
const SHOWN: &str = "clk";

/// The most that a record's clock may show.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// Time for each side, and whose is running.
#[derive(Clone, Debug)]
pub(super) struct GameClock {
    left: BySide<Duration>,
    increment: Duration,
    /// Which side is thinking, and since when; `None` while nobody's turn is waited for.
    running: Option<(Side, Instant)>,
}

impl GameClock {
    /// Reads `none`, or `MINUTES` or `MINUTES+SECONDS`, the time for the game and for each turn.
    pub(super) fn parse(text: &str) -> anyhow::Result<Option<GameClock>> {
        if text.eq_ignore_ascii_case("none") {
            return Ok(None);
        }
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let numbers = minutes.parse::<f64>().ok().zip(seconds.parse::<f64>().ok());
        match numbers.and_then(|(minutes, seconds)| GameClock::new(minutes * 60.0, seconds)) {
            Some(clock) => Ok(Some(clock)),
            None => {
                bail!("{text:?} is no clock: expected minutes, minutes+seconds as in 5+3, or none")
            }
        }
    }

    /// A clock with so many seconds for the game and for each turn, where that makes sense.
    fn new(time: f64, increment: f64) -> Option<GameClock> {
        if !(3.0..=86400.0).contains(&time) || !(0.0..=3600.0).contains(&increment) {
            return None;
        }
        let time = Duration::from_secs_f64(time);
        Some(GameClock {
            left: BySide::new(time, time),
            increment: Duration::from_secs_f64(increment),
            running: None,
        })
    }

    /// Writes into the tags how much time the game begins with.
    pub(super) fn write_tag(&self, record: &mut Record) {
        let (time, increment) = (self.left.white.as_secs_f64(), self.increment.as_secs_f64());
        record.tags.set(TAG, &format!("{time}+{increment}"));
    }

    /// The clocks that a record's game began with.
    pub(super) fn at_start(record: &Record) -> Option<GameClock> {
        let (time, increment) = record.tags.get(TAG)?.split_once('+')?;
        GameClock::new(time.parse().ok()?, increment.parse().ok()?)
    }

    /// The clocks as a record's main line leaves them; `None` where it does not say so to its
    /// last turn.
    pub(super) fn of_record(record: &Record) -> Option<GameClock> {
        let mut clock = GameClock::at_start(record)?;
        let last = record.line_end(NodeId::ROOT);
        for node in record.main_line() {
            let shown = record.node(node).comments().iter().find_map(|comment| read_shown(comment));
            let side = record.node(node).position().to_move().other();
            match shown {
                Some(left) => clock.left[side] = left,
                None if node == last => return None,
                None => {}
            }
        }
        Some(clock)
    }

    /// Starts the clock of the side to move, where it does not run yet, and stops the other.
    pub(super) fn start(&mut self, side: Side) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop();
            self.running = Some((side, Instant::now()));
        }
    }

    /// Stops the clock that runs.
    pub(super) fn stop(&mut self) {
        if let Some((side, since)) = self.running.take() {
            self.left[side] = self.left[side].saturating_sub(since.elapsed());
        }
    }

    /// The side that has no time left.
    pub(super) fn fallen(&self) -> Option<Side> {
        let used = |side| match self.running {
            Some((running, since)) if running == side => since.elapsed(),
            _ => Duration::ZERO,
        };
        Side::ALL.into_iter().find(|side| self.left[*side] <= used(*side))
    }

    /// Stops the clock of `side` after its turn. Returns whether it had time left.
    pub(super) fn press(&mut self, side: Side) -> bool {
        self.start(side);
        self.stop();
        if self.left[side].is_zero() {
            return false;
        }
        self.left[side] += self.increment;
        true
    }

    /// Takes back what a turn gained that is taken back.
    pub(super) fn take_back(&mut self, side: Side) {
        self.left[side] = self.left[side].saturating_sub(self.increment);
    }

    /// Gives that again with a turn that is played again.
    pub(super) fn play_again(&mut self, side: Side) {
        self.left[side] += self.increment;
    }

    /// What an engine is told.
    pub(super) fn limits(&self) -> Clocks {
        Clocks { left: self.left, increment: BySide::new(self.increment, self.increment) }
    }

    /// What a side's clock shows, as in `0:04:59`.
    pub(super) fn shown(&self, side: Side) -> String {
        let seconds = self.left[side].as_secs();
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

/// Writes into a turn's comments what its side's clock showed, in place of what they had.
pub(super) fn write_shown(record: &mut Record, node: NodeId, shown: &str) {
    let before = record.node(node).comments_before().to_vec();
    let comments: Vec<String> = record.node(node).comments().iter().map(|c| without(c)).collect();
    record.clear_comments(node);
    for comment in &before {
        record.add_comment_before(node, comment);
    }
    for comment in &comments {
        record.add_comment(node, comment);
    }
    record.add_comment(node, &format!("[%{SHOWN} {shown}]"));
}

/// A comment without what it says of clocks.
fn without(comment: &str) -> String {
    let mut rest = comment.to_owned();
    while let Some(start) = rest.find(&format!("[%{SHOWN} ")) {
        let Some(len) = rest[start..].find(']') else { break };
        rest.replace_range(start..=start + len, "");
    }
    rest.trim().to_owned()
}

/// The time that a comment says a clock showed.
fn read_shown(comment: &str) -> Option<Duration> {
    let command = commands(comment).find(|command| command.name == SHOWN)?;
    let mut parts = command.arguments.split(':').map(|part| part.parse::<u32>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let seconds = u64::from(hours) * 3600 + u64::from(minutes) * 60 + u64::from(seconds);
    // One who had less than a second left is not out of time, and nobody has years.
    Some(Duration::from_secs(seconds).clamp(Duration::from_millis(500), LONGEST))
}

#[cfg(test)]
mod tests {
    use jarmo_core::Rules;
    use jarmo_notation::parse_turn;

    use super::*;

    fn clock(text: &str) -> GameClock {
        GameClock::parse(text).unwrap().unwrap()
    }

    fn ago(seconds: u64) -> Instant {
        Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap()
    }

    #[test]
    fn a_turn_in_time_gains_the_increment() {
        let mut fast = clock("5+3");
        assert_eq!(fast.shown(Side::White), "0:05:00");
        assert!(fast.press(Side::White));
        assert_eq!(fast.shown(Side::White), "0:05:02");
        for text in ["", "x", "5+x", "-1", "0", "99999", "5+9999", "NaN"] {
            assert!(GameClock::parse(text).is_err(), "{text}");
        }
        assert!(GameClock::parse("none").unwrap().is_none());
        let mut late = clock("0.05");
        late.running = Some((Side::Black, ago(4)));
        assert_eq!(late.fallen(), Some(Side::Black));
        assert!(!late.press(Side::Black));
        assert_eq!(late.shown(Side::Black), "0:00:00");
    }

    #[test]
    fn nobody_is_charged_for_the_others_thinking() {
        let mut clock = clock("5+3");
        clock.running = Some((Side::Black, ago(60)));
        // Black's turn was waited for, and then White's was taken back.
        clock.start(Side::White);
        clock.take_back(Side::White);
        clock.running = Some((Side::White, ago(30)));
        assert!(clock.press(Side::White));
        assert!(clock.shown(Side::White).starts_with("0:04:29"), "{clock:?}");
        assert!(clock.shown(Side::Black).starts_with("0:03:59"), "{clock:?}");
        assert_eq!(clock.fallen(), None);
    }

    #[test]
    fn a_record_has_the_clocks() {
        let rules = Rules::BRAINKING;
        let mut record = Record::new(rules);
        clock("5+3").write_tag(&mut record);
        assert_eq!(record.tags.get(TAG), Some("300+3"));
        let start = *record.node(NodeId::ROOT).position();
        let turn = parse_turn("C1-E2", &rules, &start).unwrap();
        let node = record.play(NodeId::ROOT, turn).unwrap();
        assert!(GameClock::of_record(&record).is_none());
        record.add_comment(node, "Slow. [%clk 0:04:59]");
        record.add_comment_before(node, "So:");
        write_shown(&mut record, node, "0:04:07");
        assert_eq!(record.node(node).comments(), ["Slow.", "[%clk 0:04:07]"]);
        assert_eq!(record.node(node).comments_before(), ["So:"]);
        let read = GameClock::of_record(&record).unwrap();
        assert_eq!(read.shown(Side::White), "0:04:07");
        assert_eq!(read.shown(Side::Black), "0:05:00");
    }
}
