//! The board: holes and the lines between them.

#[cfg(feature = "serde")]
mod data;
mod error;

use core::fmt;

pub use self::error::BoardError;
use crate::hole::{Hole, HoleName, HoleSet, MAX_HOLES};
use crate::label::Label;
use crate::side::Side;

/// A board's data: its holes, lines and first rows (rules, section 1).
///
/// The boards of the three rule sets are [`Board::JARMO`] and [`Board::JASIR`]; [`Board::new`] makes any other one of up to 32
/// holes, at compile time too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    name: Label,
    files: [u8; MAX_HOLES],
    file_count: u8,
    rank_count: u8,
    /// The rank of each side's first row, counted from 0, White's first.
    first_ranks: [u8; 2],
    neighbours: [HoleSet; MAX_HOLES],
}

impl Board {
    /// The board `jarmo`: 25 holes and 38 lines, which the rule sets `brainking` and `traditional`
    /// are played on.
    pub const JARMO: Board = Board::built_in("jarmo", &JARMO_LINES);

    /// The board `jasir`: that of [`Board::JARMO`] and one line more, B3-C3, which the rule set
    /// `jasir` is played on.
    pub const JASIR: Board = {
        let mut lines = [["B3", "C3"]; JARMO_LINES.len() + 1];
        let mut i = 0;
        while i < JARMO_LINES.len() {
            lines[i] = JARMO_LINES[i];
            i += 1;
        }
        Board::built_in("jasir", &lines)
    };

    /// The boards that are known by their names everywhere.
    pub const BUILT_IN: [Board; 2] = [Board::JARMO, Board::JASIR];

    const fn built_in(name: &str, lines: &[[&str; 2]]) -> Board {
        match Board::of_data(name, "ABCDE", 5, 5, 1, 5, lines) {
            Ok(board) => board,
            Err(_) => panic!("a built-in board's data is wrong"),
        }
    }

    /// The built-in board of this name, in any case of its letters.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Board> {
        Board::BUILT_IN.iter().find(|board| board.board_name().eq_ignore_ascii_case(name))
    }

    /// Checks a board's data.
    ///
    /// `files` are the file letters from left to right seen from White's side, one byte `A` to
    /// `Z` each, in alphabetical order, so that the leftmost of several files has the lowest
    /// letter (rules, section 6); `archers` is how many each side has, as many as there are files;
    /// `white_first_row` and `black_first_row` are ranks counted from 1, White's the lower; a line
    /// is the names of the two holes that it joins. The name of a built-in board is that board's
    /// alone: records say by its name which board they are played on.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, see [`BoardError`].
    pub const fn new(
        name: &str,
        files: &str,
        ranks: u8,
        archers: u8,
        white_first_row: u8,
        black_first_row: u8,
        lines: &[[&str; 2]],
    ) -> Result<Board, BoardError> {
        let made =
            Board::of_data(name, files, ranks, archers, white_first_row, black_first_row, lines);
        if let Ok(board) = &made {
            let mut i = 0;
            while i < Board::BUILT_IN.len() {
                let built_in = &Board::BUILT_IN[i];
                if board.name.same_in_any_case(&built_in.name) {
                    if board.is_laid_out_as(built_in) {
                        return Ok(*built_in);
                    }
                    return Err(BoardError::NameOfBuiltIn(built_in.name));
                }
                i += 1;
            }
        }
        made
    }

    /// Whether both have the same holes, first rows and lines, whatever they are called.
    const fn is_laid_out_as(&self, other: &Board) -> bool {
        let mut same = self.file_count == other.file_count
            && self.rank_count == other.rank_count
            && self.first_ranks[0] == other.first_ranks[0]
            && self.first_ranks[1] == other.first_ranks[1];
        let mut i = 0;
        while i < MAX_HOLES {
            same = same
                && self.files[i] == other.files[i]
                && self.neighbours[i].bits() == other.neighbours[i].bits();
            i += 1;
        }
        same
    }

    const fn of_data(
        name: &str,
        files: &str,
        ranks: u8,
        archers: u8,
        white_first_row: u8,
        black_first_row: u8,
        lines: &[[&str; 2]],
    ) -> Result<Board, BoardError> {
        let Some(name) = Label::new(name) else { return Err(BoardError::Name) };
        let letters = files.as_bytes();
        if letters.is_empty() || ranks == 0 || letters.len() * ranks as usize > MAX_HOLES {
            return Err(BoardError::Size { files: letters.len(), ranks });
        }
        let mut board = Board {
            name,
            files: [0; MAX_HOLES],
            file_count: letters.len() as u8,
            rank_count: ranks,
            first_ranks: [white_first_row.wrapping_sub(1), black_first_row.wrapping_sub(1)],
            neighbours: [HoleSet::EMPTY; MAX_HOLES],
        };
        let mut file = 0;
        while file < letters.len() {
            let in_order = file == 0 || letters[file - 1] < letters[file];
            if !letters[file].is_ascii_uppercase() || !in_order {
                return Err(BoardError::File { index: file });
            }
            board.files[file] = letters[file];
            file += 1;
        }
        if white_first_row == 0 || white_first_row >= black_first_row || black_first_row > ranks {
            return Err(BoardError::FirstRows {
                white: white_first_row,
                black: black_first_row,
                ranks,
            });
        }
        if archers as usize != letters.len() {
            return Err(BoardError::Archers { archers, files: letters.len() });
        }
        let mut line = 0;
        while line < lines.len() {
            let [a, b] = lines[line];
            let (from, to) = match (board.hole(a), board.hole(b)) {
                (Some(from), Some(to)) => (from, to),
                (None, _) => return Err(BoardError::MissingHole { line, hole: Label::cut(a) }),
                (_, None) => return Err(BoardError::MissingHole { line, hole: Label::cut(b) }),
            };
            if from.index() == to.index() {
                return Err(BoardError::Loop { line, hole: board.name(from) });
            }
            if board.neighbours[from.index()].contains(to) {
                return Err(BoardError::DoubledLine {
                    line,
                    from: board.name(from),
                    to: board.name(to),
                });
            }
            board.neighbours[from.index()] = board.neighbours[from.index()].with(to);
            board.neighbours[to.index()] = board.neighbours[to.index()].with(from);
            line += 1;
        }
        Ok(board)
    }

    /// The board's name, such as `jarmo` or `jasir`.
    #[must_use]
    pub const fn board_name(&self) -> &str {
        self.name.as_str()
    }

    /// How many files the board has, at least 1.
    #[must_use]
    pub const fn files(&self) -> usize {
        self.file_count as usize
    }

    /// How many ranks the board has, at least 2.
    #[must_use]
    pub const fn ranks(&self) -> usize {
        self.rank_count as usize
    }

    /// How many archers each side has at the start, as many as its first row has holes.
    #[must_use]
    pub const fn archers(&self) -> usize {
        self.file_count as usize
    }

    /// All holes of the board.
    #[must_use]
    pub const fn holes(&self) -> HoleSet {
        HoleSet::first(self.files() * self.ranks())
    }

    /// The hole on this file and rank, both counted from 0; `None` off the board.
    #[must_use]
    pub const fn hole_at(&self, file: usize, rank: usize) -> Option<Hole> {
        if file < self.files() && rank < self.ranks() {
            Hole::new((rank * self.files() + file) as u8)
        } else {
            None
        }
    }

    /// The file of a hole, counted from 0.
    #[must_use]
    pub const fn file(&self, hole: Hole) -> usize {
        hole.index() % self.files()
    }

    /// The rank of a hole, counted from 0.
    #[must_use]
    pub const fn rank(&self, hole: Hole) -> usize {
        hole.index() / self.files()
    }

    /// The letter of a file, counted from 0; `?` off the board.
    #[must_use]
    pub const fn file_letter(&self, file: usize) -> char {
        if file < self.files() { self.files[file] as char } else { '?' }
    }

    /// The name of a hole. A hole past the board's last one has a rank past the last rank.
    #[must_use]
    pub const fn name(&self, hole: Hole) -> HoleName {
        HoleName { file: self.files[self.file(hole)] as char, rank: self.rank(hole) as u8 + 1 }
    }

    /// The hole with this name, in either case; `None` where the board has no such hole.
    #[must_use]
    pub const fn hole(&self, name: &str) -> Option<Hole> {
        let name = name.as_bytes();
        if name.len() < 2 || name.len() > 3 || name[1] == b'0' {
            return None;
        }
        let Some(file) = self.file_of(name[0].to_ascii_uppercase()) else { return None };
        let mut rank = 0;
        let mut i = 1;
        while i < name.len() {
            if !name[i].is_ascii_digit() {
                return None;
            }
            rank = rank * 10 + (name[i] - b'0') as usize;
            i += 1;
        }
        self.hole_at(file, rank - 1)
    }

    /// The hole that is named so; `None` where the board has no such hole.
    #[must_use]
    #[inline]
    pub const fn hole_named(&self, name: HoleName) -> Option<Hole> {
        if !name.file.is_ascii() || name.rank == 0 {
            return None;
        }
        match self.file_of(name.file as u8) {
            Some(file) => self.hole_at(file, name.rank as usize - 1),
            None => None,
        }
    }

    /// The holes that a line joins to `hole`; none for a hole off the board.
    #[must_use]
    pub const fn neighbours(&self, hole: Hole) -> HoleSet {
        self.neighbours[hole.index()]
    }

    /// Whether a line joins the two holes.
    #[must_use]
    pub const fn joins(&self, a: Hole, b: Hole) -> bool {
        self.neighbours[a.index()].contains(b)
    }

    /// Every line once, from its lower hole to its higher one, in the order of the lower holes.
    pub fn lines(&self) -> impl Iterator<Item = (Hole, Hole)> + '_ {
        self.holes().into_iter().flat_map(|from| {
            let above = self.neighbours(from).minus(HoleSet::first(from.index() + 1));
            above.into_iter().map(move |to| (from, to))
        })
    }

    /// The first row of a side: where its archers start and come back (rules, section 2).
    #[must_use]
    pub const fn first_row(&self, side: Side) -> HoleSet {
        let row = HoleSet::first(self.files()).bits();
        HoleSet::from_bits(row << (self.first_ranks[side.index()] as usize * self.files()))
    }

    /// The goal row of a side: the first row of the other (rules, section 2).
    #[must_use]
    pub const fn goal_row(&self, side: Side) -> HoleSet {
        self.first_row(side.other())
    }

    #[inline]
    const fn file_of(&self, letter: u8) -> Option<usize> {
        // Nearly every board names its files from A on.
        let guess = letter.wrapping_sub(b'A') as usize;
        if guess < self.files() && self.files[guess] == letter {
            return Some(guess);
        }
        let mut file = 0;
        while file < self.files() {
            if self.files[file] == letter {
                return Some(file);
            }
            file += 1;
        }
        None
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}, {}x{})", self.board_name(), self.files(), self.ranks())
    }
}

#[rustfmt::skip]
const JARMO_LINES: [[&str; 2]; 38] = [
    ["A1", "B3"], ["A1", "C2"], ["A2", "C1"], ["A2", "C3"], ["A3", "B1"], ["A3", "B5"],
    ["A4", "C3"], ["A4", "C5"], ["A5", "B3"], ["A5", "C4"], ["B1", "D2"], ["B2", "B3"],
    ["B2", "C2"], ["B2", "C4"], ["B2", "D1"], ["B3", "B4"], ["B3", "C5"], ["B3", "D2"],
    ["B4", "C4"], ["B4", "D3"], ["B4", "D5"], ["B5", "D4"], ["C1", "D3"], ["C1", "E2"],
    ["C2", "D2"], ["C2", "E1"], ["C2", "E3"], ["C3", "D1"], ["C3", "E4"], ["C4", "D4"],
    ["C4", "E5"], ["C5", "E4"], ["D2", "D3"], ["D3", "D4"], ["D3", "E1"], ["D3", "E5"],
    ["D4", "E2"], ["D5", "E3"],
];
