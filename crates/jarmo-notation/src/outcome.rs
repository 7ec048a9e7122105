//! A record's result.

use std::fmt;
use std::str::FromStr;

use jarmo_core::{GameResult, Score, Side};

use crate::letters::dash;

/// How a record says that its game came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub enum Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    Decided(GameResult),
    /// `*`: the game goes on, was given up, or nobody knows.
    #[default]
    Unknown,
}

impl Outcome {
    /// `1-0`.
    pub const WHITE: Outcome = Outcome::Decided(GameResult::Won(Side::White));
    /// `0-1`.
    pub const BLACK: Outcome = Outcome::Decided(GameResult::Won(Side::Black));
    /// `1/2-1/2`.
    pub const DRAW: Outcome = Outcome::Decided(GameResult::Draw);

    /// The result that a game's final points make (rules, section 9).
    #[must_use]
    pub fn of_score(score: Score) -> Outcome {
        Outcome::Decided(score.leader().map_or(GameResult::Draw, GameResult::Won))
    }

    /// Reads a result from the start of `text`, and says how many bytes it took.
    pub(crate) fn scan(text: &[u8]) -> Option<(Outcome, usize)> {
        if text.first() == Some(&b'*') {
            return Some((Outcome::Unknown, 1));
        }
        let (first, len) = share(text)?;
        let between = match text[len..] {
            [b':', ..] => 1,
            _ => dash(&text[len..]),
        };
        let second = share(&text[len + between..]).filter(|_| between > 0);
        match (first, second) {
            (Share::Half, Some((Share::Half, more))) => Some((Outcome::DRAW, len + between + more)),
            (Share::Half, _) => Some((Outcome::DRAW, len)),
            (Share::All, Some((Share::Nothing, more))) => {
                Some((Outcome::WHITE, len + between + more))
            }
            (Share::Nothing, Some((Share::All, more))) => {
                Some((Outcome::BLACK, len + between + more))
            }
            _ => None,
        }
    }
}

/// A side's part of the point.
enum Share {
    All,
    Half,
    Nothing,
}

/// Reads a side's part from the start of `text`, and says how many bytes it took.
fn share(text: &[u8]) -> Option<(Share, usize)> {
    match text {
        [b'1', b'/', b'2', ..] => Some((Share::Half, 3)),
        [0xc2, 0xbd, ..] => Some((Share::Half, 2)),
        // In Latin-1.
        [0xbd, ..] => Some((Share::Half, 1)),
        [b'1', ..] => Some((Share::All, 1)),
        [b'0', ..] => Some((Share::Nothing, 1)),
        _ => None,
    }
}

impl From<Option<GameResult>> for Outcome {
    fn from(result: Option<GameResult>) -> Outcome {
        result.map_or(Outcome::Unknown, Outcome::Decided)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Decided(result) => result.fmt(f),
            Outcome::Unknown => f.pad("*"),
        }
    }
}

impl From<Outcome> for String {
    fn from(outcome: Outcome) -> String {
        outcome.to_string()
    }
}

impl TryFrom<String> for Outcome {
    type Error = ParseOutcomeError;

    fn try_from(text: String) -> Result<Outcome, ParseOutcomeError> {
        text.parse()
    }
}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        match Outcome::scan(text.trim().as_bytes()) {
            Some((outcome, len)) if len == text.trim().len() => Ok(outcome),
            _ => Err(ParseOutcomeError),
        }
    }
}

/// The text is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOutcomeError;

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 1-0, 0-1, 1/2-1/2 or *")
    }
}

impl std::error::Error for ParseOutcomeError {}

#[cfg(test)]
mod tests {
    use super::Outcome;

    #[test]
    fn every_written_form_is_read() {
        for dash in ["-", "\u{2010}", "\u{2011}", "–", "—", "\u{2212}", ":"] {
            for (text, outcome) in [
                (format!("1{dash}0"), Outcome::WHITE),
                (format!("0{dash}1"), Outcome::BLACK),
                (format!("1/2{dash}1/2"), Outcome::DRAW),
                (format!("½{dash}½"), Outcome::DRAW),
            ] {
                assert_eq!(text.parse(), Ok(outcome), "{text}");
            }
        }
        for (text, outcome) in
            [("½", Outcome::DRAW), ("1/2", Outcome::DRAW), (" * ", Outcome::Unknown)]
        {
            assert_eq!(text.parse(), Ok(outcome), "{text}");
        }
        for text in ["", "1", "0", "10", "1-1", "0-0", "1-½", "1 - 0", "½-", "1-0-"] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
        assert_eq!(Outcome::scan(b"\xbd-\xbd *"), Some((Outcome::DRAW, 3)), "in Latin-1");
    }
}
