//! The games that a file has of a match already.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use jarmo_core::{Game, Position, Rules, Turn};
use jarmo_notation::{Boards, Diagnostic, NodeId, Outcome, Record, Records};

use super::finish::{Finished, failed};
use crate::output;

/// What is said in the records where the engines take over.
pub(super) const OPENING_ENDS: &str = "The opening ends here.";

/// A match that a file is to have the beginning of.
pub(super) struct Resumed<'a> {
    pub(super) path: &'a Path,
    pub(super) rules: &'a Rules,
    /// The event's name in the records.
    pub(super) event: &'a str,
    /// How many games it has.
    pub(super) games: usize,
}

impl Resumed<'_> {
    /// The games that are over. A last game that was cut short is taken out of the file. One with
    /// anything else that is not of this match is left as it is.
    pub(super) fn take_up(
        &self,
        mut openings: impl Iterator<Item = Game>,
    ) -> anyhow::Result<Vec<Finished>> {
        let text = fs::read(self.path).with_context(|| self.path.display().to_string())?;
        let boards = self.boards();
        let whole = &text[..cut_short_at(&text, &self.head(), boards).unwrap_or(text.len())];
        let (mut games, mut first) = (Vec::new(), None::<(usize, Vec<Turn>)>);
        let mut records = Records::new(whole, boards);
        while let Some((record, faults)) = records.next_record()? {
            let place = self.place(games.len() + 1, &record, &faults)?;
            if first.as_ref().is_none_or(|(least, _)| place < *least) {
                first = Some((place, opening_of(&record)));
            }
            let failure = record.tags.get("Termination").and_then(failed);
            games.push(Finished { index: place, outcome: record.outcome, failure });
        }
        // Openings follow from each other: where the first is the same all are.
        if let Some((place, turns)) = first.filter(|(place, _)| *place < self.games)
            && openings.nth(place / 2).is_some_and(|game| !game.turns().eq(turns))
        {
            return self.refuse("they begin with other openings");
        }
        self.write_back(&text, whole)?;
        Ok(games)
    }

    /// The boards that records may name.
    fn boards(&self) -> Boards<'_> {
        Boards::new(std::slice::from_ref(self.rules.board()))
    }

    /// The line that each game begins with.
    fn head(&self) -> Vec<u8> {
        let mut record = Record::new(*self.rules);
        record.tags.set("Event", self.event);
        let text = record.to_string();
        let line = text.split_inclusive('\n').next().unwrap_or_default();
        line.as_bytes().to_vec()
    }

    /// The place of a game, which must be one of this match.
    fn place(
        &self,
        number: usize,
        record: &Record,
        faults: &[Diagnostic],
    ) -> anyhow::Result<usize> {
        let tag = |name| record.tags.get(name).unwrap_or_default();
        if tag("Event") != self.event {
            return self.refuse(&format!("{:?}", tag("Event")));
        }
        let board = self.rules.board();
        // One that is not known here cannot be this match's.
        let known = record.tags.get("Board").is_none_or(|name| name == board.board_name());
        if !known || record.rules().board() != board {
            return self.refuse("they are on another board");
        }
        if record.rules() != self.rules {
            return self.refuse("they are by other rules");
        }
        if *record.node(NodeId::ROOT).position() != Position::start(self.rules) {
            return self.refuse("they begin from another position");
        }
        let path = self.path.display();
        if let Some(fault) = faults.first() {
            bail!("{path}:{fault}; the file is left as it is");
        }
        if record.outcome == Outcome::Unknown {
            bail!("{path}: game {number} has no result; the file is left as it is");
        }
        let Some(place) = place(tag("Round")) else {
            bail!("{path}: game {number} has no place in a match: its round is {:?}", tag("Round"));
        };
        Ok(place)
    }

    fn refuse<T>(&self, why: &str) -> anyhow::Result<T> {
        bail!("{}: it has games of another match: {why}", self.path.display())
    }

    /// Writes the whole games back, if there was anything else.
    fn write_back(&self, text: &[u8], whole: &[u8]) -> anyhow::Result<()> {
        let mut kept = whole.trim_ascii_end().to_vec();
        if !kept.is_empty() {
            kept.push(b'\n');
        }
        if kept == text {
            return Ok(());
        }
        output::write_whole(self.path, |out| Ok(out.write_all(&kept)?))
    }
}

/// The place in the match of a round such as `3.2`: pair and game, counted from 1.
fn place(round: &str) -> Option<usize> {
    let (pair, game) = round.split_once('.')?;
    let pair = pair.parse::<usize>().ok()?.checked_sub(1)?;
    let game = game.parse::<usize>().ok()?.checked_sub(1).filter(|game| *game < 2)?;
    pair.checked_mul(2)?.checked_add(game)
}

/// The turns before the engines'.
fn opening_of(record: &Record) -> Vec<Turn> {
    let line: Vec<NodeId> = record.main_line().collect();
    let ends = |id: &NodeId| record.node(*id).comments().iter().any(|text| text == OPENING_ENDS);
    let length = line.iter().position(ends).map_or(0, |at| at + 1);
    line[..length].iter().filter_map(|id| record.node(*id).turn()).collect()
}

/// Where the last game begins, if writing it was cut short: it has no result, and begins as the
/// games of the match do, as far as it goes.
fn cut_short_at(text: &[u8], head: &[u8], boards: Boards<'_>) -> Option<usize> {
    if is_whole(text) {
        return None;
    }
    let line = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    if is_whole(&text[..line]) && head.starts_with(&text[line..]) {
        return Some(line);
    }
    let begins = |at: &usize| text[*at..].starts_with(head) && (*at == 0 || text[at - 1] == b'\n');
    let at = (0..text.len()).rev().find(begins)?;
    // Nothing else may have been put behind it.
    let mut records = Records::new(&text[at..], boards);
    let one =
        matches!(records.next_record(), Ok(Some(_))) && matches!(records.next_record(), Ok(None));
    one.then_some(at)
}

/// Whether there is nothing behind the last result.
fn is_whole(text: &[u8]) -> bool {
    let word = text.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    word.is_empty() || [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"[Event \"x\"]\n";

    #[test]
    fn a_game_is_cut_short_wherever_writing_it_ends() {
        let game =
            "[Event \"x\"]\n[Round \"1.2\"]\n\n1. C1-E2 {The opening ends here.} E5-C4\n1/2-1/2\n";
        let before = "[Event \"x\"]\n[Round \"1.1\"]\n\n1. C1-E2 1-0\n\n";
        for length in 1..game.len() - 1 {
            let text = format!("{before}{}", &game[..length]);
            let cut = cut_short_at(text.as_bytes(), HEAD, Boards::default());
            assert_eq!(cut, Some(before.len()), "{text}");
        }
        for end in [0, game.len() - 1, game.len()] {
            let text = format!("{before}{}", &game[..end]);
            assert_eq!(cut_short_at(text.as_bytes(), HEAD, Boards::default()), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_beginning_of_a_game_is_not_cut() {
        for text in ["", "Notes", "[Event \"y\"]\n\n1. C1-E2\n"] {
            assert_eq!(cut_short_at(text.as_bytes(), HEAD, Boards::default()), None, "{text}");
        }
        let more = "[Event \"x\"]\n\n1. C1-E2 1-0\n\n[White \"A\"]\n\n1. C1-E2";
        assert_eq!(cut_short_at(more.as_bytes(), HEAD, Boards::default()), None);
    }

    #[test]
    fn rounds_are_places() {
        assert_eq!((place("1.1"), place("3.2")), (Some(0), Some(5)));
        for round in
            ["", "1", "0.1", "1.3", "1.0", "99999999999999999999.1", "9999999999999999999.1"]
        {
            assert_eq!(place(round), None, "{round}");
        }
    }
}
