//! A record's result.

use std::fmt;
use std::str::FromStr;

use jarmo_core::{GameResult, Score, Side};

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
        const FORMS: [(&str, Outcome); 13] = [
            ("1/2-1/2", Outcome::DRAW),
            ("1/2–1/2", Outcome::DRAW),
            ("½-½", Outcome::DRAW),
            ("½–½", Outcome::DRAW),
            ("½", Outcome::DRAW),
            ("1/2", Outcome::DRAW),
            ("1-0", Outcome::WHITE),
            ("1–0", Outcome::WHITE),
            ("1:0", Outcome::WHITE),
            ("0-1", Outcome::BLACK),
            ("0–1", Outcome::BLACK),
            ("0:1", Outcome::BLACK),
            ("*", Outcome::Unknown),
        ];
        FORMS
            .iter()
            .find(|(form, _)| text.starts_with(form.as_bytes()))
            .map(|(form, outcome)| (*outcome, form.len()))
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
