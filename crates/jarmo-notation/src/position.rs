//! Position strings: `bbbbb/5/5/5/wwwww w - - 1`.

use std::fmt;

use jarmo_core::{
    Archer, Board, BySide, Hole, HoleSet, Position, Rules, Setup, SetupError, Side, Streak,
};

use crate::letters::{dash, pass};

/// Writes a position as a position string, all five fields.
///
/// ```
/// use jarmo_core::{Position, Rules};
///
/// let rules = Rules::BRAINKING;
/// let text = jarmo_notation::PositionText::new(&Position::start(&rules), rules.board()).to_string();
/// assert_eq!(text, "bbbbb/5/5/5/wwwww w - - 1");
/// assert_eq!(jarmo_notation::parse_position(&text, &rules), Ok(Position::start(&rules)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PositionText<'a> {
    position: &'a Position,
    board: &'a Board,
}

impl<'a> PositionText<'a> {
    /// The text of a position on this board.
    #[must_use]
    pub fn new(position: &'a Position, board: &'a Board) -> PositionText<'a> {
        PositionText { position, board }
    }

    fn rank(&self, rank: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for file in 0..self.board.files() {
            let hole = self.board.hole_at(file, rank);
            let Some(archer) = hole.and_then(|hole| self.position.archer_at(hole)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", archer_letter(archer))?;
        }
        if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
    }

    fn streak(&self, side: Side, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position.streak(side) {
            Streak::None => f.write_str(" -"),
            Streak::Pass => f.write_str(" --"),
            Streak::Line { from, to, count } => {
                write!(f, " {}-{}:{count}", self.board.name(from), self.board.name(to))
            }
        }
    }
}

impl fmt::Display for PositionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.board.ranks()).rev() {
            self.rank(rank, f)?;
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        f.write_str(if self.position.to_move() == Side::White { " w" } else { " b" })?;
        self.streak(Side::White, f)?;
        self.streak(Side::Black, f)?;
        write!(f, " {}", self.position.turn_number())
    }
}

/// `w` and `b`, in capitals when marked.
const fn archer_letter(archer: Archer) -> char {
    match (archer.side, archer.marked) {
        (Side::White, false) => 'w',
        (Side::White, true) => 'W',
        (Side::Black, false) => 'b',
        (Side::Black, true) => 'B',
    }
}

/// Reads a position string. Fields from the right may be left out: `w - - 1` is assumed.
///
/// # Errors
///
/// The first thing that does not fit, with its column and what was expected there.
pub fn parse_position(text: &str, rules: &Rules) -> Result<Position, ParsePositionError> {
    let board = rules.board();
    let fields = Fields::new(text)?;
    let (archers, marked) = parse_archers(fields.get(0), board)?;
    let to_move = match fields.get(1) {
        Field { text: "", .. } => Side::White,
        Field { text, .. } if text.eq_ignore_ascii_case("w") => Side::White,
        Field { text, .. } if text.eq_ignore_ascii_case("b") => Side::Black,
        field => return Err(field.error(0, "side to move: expected w or b")),
    };
    let streaks =
        BySide::new(parse_streak(fields.get(2), board)?, parse_streak(fields.get(3), board)?);
    let number = fields.get(4);
    let turn_number = match number.text {
        "" => 1,
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits
            .parse()
            .ok()
            .filter(|number| *number > 0)
            .ok_or_else(|| number.error(0, "turn number: expected 1 to 4294967295"))?,
        _ => return Err(number.error(0, "turn number: expected digits")),
    };
    let setup = Setup { archers, marked, to_move, streaks, turn_number };
    Position::new(rules, &setup).map_err(|error| {
        let at = match error {
            SetupError::StreakOffLine { side, .. }
            | SetupError::StreakOfNone { side }
            | SetupError::StreakWithoutArcher { side, .. } => fields.get(2 + side.index()),
            _ => fields.get(0),
        };
        at.error(0, error)
    })
}

/// One field of a position string; an empty one where it was left out.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    /// Counted from 0, in characters.
    column: usize,
}

impl Field<'_> {
    fn error(self, offset: usize, message: impl fmt::Display) -> ParsePositionError {
        ParsePositionError { column: self.column + offset + 1, message: message.to_string() }
    }
}

struct Fields<'a>(Vec<Field<'a>>, usize);

impl<'a> Fields<'a> {
    fn new(text: &'a str) -> Result<Fields<'a>, ParsePositionError> {
        let fields: Vec<Field<'a>> = text
            .split_whitespace()
            .map(|field| {
                let start = field.as_ptr().addr() - text.as_ptr().addr();
                Field { text: field, column: text[..start].chars().count() }
            })
            .collect();
        match fields.get(5) {
            Some(extra) => Err(extra.error(0, "expected the end after five fields")),
            None => Ok(Fields(fields, text.trim_end().chars().count())),
        }
    }

    fn get(&self, index: usize) -> Field<'a> {
        self.0.get(index).copied().unwrap_or(Field { text: "", column: self.1 })
    }
}

fn parse_archers(
    field: Field<'_>,
    board: &Board,
) -> Result<(BySide<HoleSet>, HoleSet), ParsePositionError> {
    let (mut archers, mut marked) = (BySide::<HoleSet>::default(), HoleSet::EMPTY);
    let mut rank = board.ranks() - 1;
    let mut file = 0;
    let mut characters = field.text.chars().enumerate().peekable();
    let wrong_length = |column, rank: usize, file: usize| {
        let wrong = if file < board.files() { "only" } else { "more than" };
        let count = file.min(board.files());
        let message =
            format!("rank {} has {wrong} {count} holes: expected {}", rank + 1, board.files());
        Err(field.error(column, message))
    };
    while let Some((column, character)) = characters.next() {
        match character {
            '/' if file < board.files() => return wrong_length(column, rank, file),
            '/' if rank == 0 => {
                return Err(
                    field.error(column, format!("expected the end after {} ranks", board.ranks()))
                );
            }
            '/' => (rank, file) = (rank - 1, 0),
            '1'..='9' => {
                let mut run = character as usize - '0' as usize;
                while let Some((_, digit)) = characters.next_if(|(_, c)| c.is_ascii_digit()) {
                    run = (run * 10 + digit as usize - '0' as usize).min(board.files() + 1);
                }
                file += run;
                if file > board.files() {
                    return wrong_length(column, rank, file);
                }
            }
            'w' | 'W' | 'b' | 'B' => {
                let Some(hole) = board.hole_at(file, rank) else {
                    return wrong_length(column, rank, file);
                };
                let side =
                    if character.eq_ignore_ascii_case(&'w') { Side::White } else { Side::Black };
                archers[side] = archers[side].with(hole);
                if archers[side].len() > board.archers() {
                    let message = format!("{side} has more than {} archers", board.archers());
                    return Err(field.error(column, message));
                }
                if character.is_ascii_uppercase() {
                    marked = marked.with(hole);
                }
                file += 1;
            }
            other => {
                let message =
                    format!("found {other:?}: expected w, b, W, B, a number of empty holes or /");
                return Err(field.error(column, message));
            }
        }
    }
    let end = field.text.chars().count();
    if file < board.files() {
        return wrong_length(end, rank, file);
    }
    if rank > 0 {
        let ranks = board.ranks();
        let message = format!("only {} ranks: expected {ranks}, with / between them", ranks - rank);
        return Err(field.error(end, message));
    }
    Ok((archers, marked))
}

fn parse_streak(field: Field<'_>, board: &Board) -> Result<Streak, ParsePositionError> {
    let expected = "streak: expected -, -- or a line and a count such as A1-C2:3";
    let bytes = field.text.as_bytes();
    // Word processors make an em dash of two hyphens.
    if bytes.is_empty() || dash(bytes) == bytes.len() && field.text != "—" {
        return Ok(Streak::None);
    }
    if pass(bytes) == bytes.len() {
        return Ok(Streak::Pass);
    }
    let Some((line, count)) = field.text.split_once(':') else {
        return Err(field.error(0, expected));
    };
    let is_dash = |c: char| dash(c.encode_utf8(&mut [0; 4]).as_bytes()) > 0;
    let Some((from, to)) = line.split_once(is_dash) else { return Err(field.error(0, expected)) };
    let hole = |name: &str, offset: usize| -> Result<Hole, ParsePositionError> {
        let message = || field.error(offset, format!("streak: {name:?} is no hole of the board"));
        board.hole(name).ok_or_else(message)
    };
    let (from, to) = (hole(from, 0)?, hole(to, from.chars().count() + 1)?);
    match count.parse::<u8>() {
        Ok(count) if count > 0 => Ok(Streak::Line { from, to, count }),
        _ => Err(field.error(line.chars().count() + 1, "streak: expected a count of 1 to 255")),
    }
}

/// A position string cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePositionError {
    /// The column of what does not fit, in characters counted from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for ParsePositionError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> String {
        let rules = Rules::BRAINKING;
        let position = parse_position(text, &rules).unwrap_or_else(|e| panic!("{text}: {e}"));
        PositionText::new(&position, rules.board()).to_string()
    }

    fn whole_with(streak: &str) -> String {
        format!("1bbbb/5/1b3/2w2/wwww1 w {streak} A5-B3:1 2")
    }

    #[test]
    fn fields_may_be_left_out() {
        let whole = "1bbbb/5/1b3/2w2/wwww1 w E1-C2:1 A5-B3:1 2";
        assert_eq!(round_trip(whole), whole);
        assert_eq!(round_trip("bbbbb/5/5/5/wwwww"), "bbbbb/5/5/5/wwwww w - - 1");
        assert_eq!(round_trip(" 5/5/2W2/5/4B  B -- "), "5/5/2W2/5/4B b -- - 1");
    }

    #[test]
    fn dashes_of_word_processors_are_read() {
        assert_eq!(round_trip("bbbbb/5/5/5/wwwww w – – 1"), "bbbbb/5/5/5/wwwww w - - 1");
        assert_eq!(round_trip("bbbbb/5/5/5/wwwww w — – 1"), "bbbbb/5/5/5/wwwww w -- - 1");
        assert_eq!(round_trip(&whole_with("E1–C2:1")), whole_with("E1-C2:1"));
    }

    #[test]
    fn errors_name_the_column() {
        let cases = [
            ("", 1, "rank 5 has only 0 holes: expected 5"),
            ("nonsense", 1, "found 'n': expected w, b, W, B, a number of empty holes or /"),
            ("bbbbb/5/5/5/wwww", 17, "rank 1 has only 4 holes: expected 5"),
            ("bbbbb/6/5/5/wwwww", 7, "rank 4 has more than 5 holes: expected 5"),
            ("bbbbbb/5/5/5/wwwww", 6, "rank 5 has more than 5 holes: expected 5"),
            ("bbbbb/5/5/5", 12, "only 4 ranks: expected 5, with / between them"),
            ("5/5/5/5/5/5", 10, "expected the end after 5 ranks"),
            ("wwwww/w4/5/5/5", 7, "White has more than 5 archers"),
            ("bbbbb/5/5/5/wwwww x", 19, "side to move: expected w or b"),
            (
                "bbbbb/5/5/5/wwwww w A1",
                21,
                "streak: expected -, -- or a line and a count such as A1-C2:3",
            ),
            ("bbbbb/5/5/5/wwwww w A1-Z9:1", 24, "streak: \"Z9\" is no hole of the board"),
            ("bbbbb/5/5/5/wwwww w C2-A1:0", 27, "streak: expected a count of 1 to 255"),
            (
                "bbbbb/5/5/5/wwwww w A2-A1:1",
                21,
                "White's streak goes from A2 to A1, which no line joins",
            ),
            (
                "bbbbb/5/5/5/wwwww w A1-C2:1",
                21,
                "White's streak ends on C2, where its archer does not stand",
            ),
            ("bbbbb/5/5/5/wwwww w - - 0", 25, "turn number: expected 1 to 4294967295"),
            ("bbbbb/5/5/5/wwwww w - - one", 25, "turn number: expected digits"),
            ("bbbbb/5/5/5/wwwww w - - 1 1", 27, "expected the end after five fields"),
        ];
        for (text, column, message) in cases {
            let error = parse_position(text, &Rules::BRAINKING).unwrap_err();
            assert_eq!((error.column, error.message.as_str()), (column, message), "{text}");
        }
    }
}
