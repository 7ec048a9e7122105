//! Turns in text: `A1-C2`, `A1xC2`, `@C1`, `A4-C5@B1`, `--`.

use std::fmt;

use jarmo_core::{Board, HoleName, PlayError, Position, Rules, Turn};

use crate::letters;

/// A turn as it is written, without a board or a position to say what it means.
///
/// Its `Display` is the canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnText {
    /// A move, such as `A1-C2` or `A4xC5@B1`.
    Move {
        /// The hole the archer leaves.
        from: HoleName,
        /// The hole it comes to.
        to: HoleName,
        /// Whether the text says that it captures.
        capture: bool,
        /// The hole named after `@`.
        returning: Option<HoleName>,
    },
    /// A return alone, such as `@C1`.
    Return(HoleName),
    /// A pass, `--`.
    Pass,
}

impl TurnText {
    /// The text of a turn on this board.
    #[must_use]
    pub fn new(turn: Turn, board: &Board) -> TurnText {
        match turn {
            Turn::Move { from, to, capture, returning } => TurnText::Move {
                from: board.name(from),
                to: board.name(to),
                capture,
                returning: returning.map(|hole| board.name(hole)),
            },
            Turn::Return(hole) => TurnText::Return(board.name(hole)),
            Turn::Pass => TurnText::Pass,
        }
    }

    /// The turn that this text means in a position: a move to an enemy's hole captures, whether
    /// the text says so or not.
    ///
    /// # Errors
    ///
    /// A hole that the board does not have, or a capture of nothing. The turn need not be legal
    /// otherwise.
    #[inline]
    pub fn resolve(self, rules: &Rules, position: &Position) -> Result<Turn, PlayError> {
        let board = rules.board();
        let find = |name: HoleName| board.hole_named(name).ok_or(PlayError::OffBoard(name));
        Ok(match self {
            TurnText::Move { from, to, capture, returning } => {
                let (from, to) = (find(from)?, find(to)?);
                let captures = position.archers(position.to_move().other()).contains(to);
                Turn::Move {
                    from,
                    to,
                    capture: capture || captures,
                    returning: returning.map(find).transpose()?,
                }
            }
            TurnText::Return(name) => Turn::Return(find(name)?),
            TurnText::Pass => Turn::Pass,
        })
    }

    /// Reads a turn from the start of `text`, and says how many bytes it took.
    ///
    /// Blanks are allowed between the parts of a turn, but a return after blanks is taken as part
    /// of a move only where `join_returns` says so: in a record, `A1-C2 @C5` may be two turns.
    #[inline]
    pub(crate) fn scan(text: &[u8], join_returns: bool) -> Result<(TurnText, usize), ScanError> {
        if let Some(turn) = plain_move(text) {
            return Ok((turn, 5));
        }
        let mut scan = Scan { text, at: 0 };
        let turn = scan.turn(join_returns)?;
        Ok((turn, scan.at))
    }
}

impl std::str::FromStr for TurnText {
    type Err = ParseTurnError;

    fn from_str(text: &str) -> Result<TurnText, ParseTurnError> {
        let error = |at: usize, expected| ParseTurnError {
            column: text.get(..at).unwrap_or(text).chars().count() + 1,
            expected,
        };
        let start = text.len() - text.trim_start().len();
        let (turn, len) = TurnText::scan(&text.as_bytes()[start..], true)
            .map_err(|e| error(start + e.at, e.expected))?;
        match text[start + len..].trim_start() {
            "" => Ok(turn),
            rest => Err(error(text.len() - rest.len(), "the end of the turn")),
        }
    }
}

impl fmt::Display for TurnText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TurnText::Move { from, to, capture, returning } => {
                write!(f, "{from}{}{to}", if capture { 'x' } else { '-' })?;
                returning.map_or(Ok(()), |hole| write!(f, "@{hole}"))
            }
            TurnText::Return(hole) => write!(f, "@{hole}"),
            TurnText::Pass => f.write_str("--"),
        }
    }
}

/// Reads a turn and plays it: what a player types, in any form that [`TurnText`] reads.
///
/// # Errors
///
/// What cannot be read, or why the turn is not legal.
///
/// ```
/// use jarmo_core::{Position, Rules};
/// use jarmo_notation::{parse_turn, TurnText};
///
/// let rules = Rules::BRAINKING;
/// let turn = parse_turn("a1 c2", &rules, &Position::start(&rules))?;
/// assert_eq!(TurnText::new(turn, rules.board()).to_string(), "A1-C2");
///
/// let error = parse_turn("A1-A2", &rules, &Position::start(&rules)).unwrap_err();
/// assert_eq!(error.to_string(), "no line joins A1 and A2");
/// # Ok::<(), jarmo_notation::ReadTurnError>(())
/// ```
pub fn parse_turn(text: &str, rules: &Rules, position: &Position) -> Result<Turn, ReadTurnError> {
    let turn = text.parse::<TurnText>()?.resolve(rules, position)?;
    position.check(rules, turn)?;
    Ok(turn)
}

/// What a turn's text should have had, and after how many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScanError {
    pub(crate) at: usize,
    pub(crate) expected: &'static str,
}

/// A move of five bytes, `A1-C2` or `A1xC2`, that a blank ends and no return follows: nearly
/// every turn there is, so that it is worth a way of its own.
#[inline]
fn plain_move(text: &[u8]) -> Option<TurnText> {
    let [file, rank, sign @ (b'-' | b'x'), to_file, to_rank, blank, next, ..] = *text else {
        return None;
    };
    let holes = file.is_ascii_alphabetic()
        && is_rank(rank)
        && to_file.is_ascii_alphabetic()
        && is_rank(to_rank);
    let ends = matches!(blank, b' ' | b'\n') && next != b'@' && !next.is_ascii_whitespace();
    if !holes || !ends {
        return None;
    }
    let name = |file: u8, rank| HoleName {
        file: char::from(file.to_ascii_uppercase()),
        rank: rank - b'0',
    };
    let (from, to) = (name(file, rank), name(to_file, to_rank));
    Some(TurnText::Move { from, to, capture: sign == b'x', returning: None })
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn turn(&mut self, join_returns: bool) -> Result<TurnText, ScanError> {
        match self.rest() {
            text if letters::pass(text) > 0 => Ok(self.pass(letters::pass(text))),
            [b'0', b'0', b'0', b'0', ..] => Ok(self.pass(4)),
            [p, a, s, z, ..] if [*p, *a, *s, *z].eq_ignore_ascii_case(b"pass") => Ok(self.pass(4)),
            [b'@' | b'*', ..] => {
                self.at += 1;
                self.blanks();
                if self.dash() {
                    self.blanks();
                }
                Ok(TurnText::Return(self.hole()?))
            }
            _ => self.moved(join_returns),
        }
    }

    fn pass(&mut self, len: usize) -> TurnText {
        self.at += len;
        TurnText::Pass
    }

    fn moved(&mut self, join_returns: bool) -> Result<TurnText, ScanError> {
        let Ok(from) = self.hole() else {
            return Err(self.error("a turn such as A1-C2, A1xC2, @C1 or --"));
        };
        self.blanks();
        let capture = self.cross();
        if capture || self.dash() {
            self.blanks();
        }
        let to = self.hole()?;
        let end = self.at;
        self.blanks();
        let joined =
            self.at == end || join_returns || matches!(self.rest(), [b'@', b' ' | b'\t', ..]);
        if !joined || !matches!(self.rest(), [b'@', ..]) {
            self.at = end;
            return Ok(TurnText::Move { from, to, capture, returning: None });
        }
        self.at += 1;
        self.blanks();
        let returning = Some(self.hole()?);
        Ok(TurnText::Move { from, to, capture, returning })
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    fn error(&self, expected: &'static str) -> ScanError {
        ScanError { at: self.at, expected }
    }

    fn blanks(&mut self) {
        loop {
            let narrow = self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.at += narrow;
            match letters::wide_blank(self.rest()) {
                0 => return,
                wide => self.at += wide,
            }
        }
    }

    fn hole(&mut self) -> Result<HoleName, ScanError> {
        let name = match *self.rest() {
            [file, rank, tens, ..] if is_rank(rank) && tens.is_ascii_digit() => {
                Some((file, (rank - b'0') * 10 + (tens - b'0'), 3))
            }
            [file, rank, ..] if is_rank(rank) => Some((file, rank - b'0', 2)),
            _ => None,
        };
        match name {
            Some((file, rank, len)) if file.is_ascii_alphabetic() => {
                self.at += len;
                Ok(HoleName { file: char::from(file.to_ascii_uppercase()), rank })
            }
            _ => Err(self.error("a hole such as C2")),
        }
    }

    fn dash(&mut self) -> bool {
        let len = letters::dash(self.rest());
        self.at += len;
        len > 0
    }

    fn cross(&mut self) -> bool {
        let len = letters::cross(self.rest());
        self.at += len;
        len > 0
    }
}

#[inline]
fn is_rank(byte: u8) -> bool {
    matches!(byte, b'1'..=b'9')
}

/// A turn's text cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTurnError {
    /// The column of the first character that does not fit, counted from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for ParseTurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}", self.column, self.expected)
    }
}

impl std::error::Error for ParseTurnError {}

/// Why [`parse_turn`] refuses a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadTurnError {
    /// The text is no turn.
    Parse(ParseTurnError),
    /// The turn is not legal.
    Play(PlayError),
}

impl fmt::Display for ReadTurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadTurnError::Parse(error) => error.fmt(f),
            ReadTurnError::Play(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadTurnError {}

impl From<ParseTurnError> for ReadTurnError {
    fn from(error: ParseTurnError) -> ReadTurnError {
        ReadTurnError::Parse(error)
    }
}

impl From<PlayError> for ReadTurnError {
    fn from(error: PlayError) -> ReadTurnError {
        ReadTurnError::Play(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_written_form_is_read() {
        let forms = [
            ("A1-C2", "A1\u{a0}-\u{a0}C2 A1-C2 a1-c2 A1C2 a1_c2 A1–C2 A1−C2 A1_-_C2 a1—c2"),
            ("A1xC2", "A1xC2 A1:C2 a1Xc2 A1×C2 A1_x_C2"),
            ("@C1", "@C1 *-C1 *C1 @c1 @_C1"),
            ("A4-C5@B1", "A4-C5@B1 A4-C5_@_B1 a4c5@b1 A4-C5_@B1"),
            ("A4xC5@B1", "A4xC5@B1 A4:C5_@_b1"),
            ("--", "-- pass PASS 0000 — –– –"),
            ("A1-X2", "A1X2 a1x2 A1_x2"),
            ("A1xX2", "A1xX2 a1_x_x2"),
            ("A10-B12", "a10b12"),
        ];
        for (canonical, texts) in forms {
            for text in texts.split(' ') {
                let text = text.replace('_', " ");
                let turn: TurnText = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(turn.to_string(), canonical, "{text}");
            }
        }
    }

    #[test]
    fn signs_of_other_encodings_are_read() {
        for text in [&b"A1\x96C2 "[..], b"A1\x97C2 ", b"A1\xd7C2 "] {
            assert_eq!(TurnText::scan(text, false).map(|(_, len)| len), Ok(5), "{text:?}");
        }
    }

    #[test]
    fn errors_name_the_column() {
        for (text, column) in
            [("", 1), ("A", 1), ("A1", 3), ("A1-", 4), ("A1-C", 4), ("A1-C2 x", 7), ("  Ł", 3)]
        {
            let error = text.parse::<TurnText>().unwrap_err();
            assert_eq!(error.column, column, "{text}: {error}");
        }
    }

    #[test]
    fn in_a_record_a_return_after_blanks_is_a_turn_of_its_own() {
        let (turn, len) = TurnText::scan(b"A1-C2 @C5", false).unwrap();
        assert_eq!((turn.to_string().as_str(), len), ("A1-C2", 5));
        let (turn, len) = TurnText::scan(b"A1-C2 @ B1 ", false).unwrap();
        assert_eq!((turn.to_string().as_str(), len), ("A1-C2@B1", 10));
    }
}
