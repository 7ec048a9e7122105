//! The grid: rows of characters with their inks.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthChar;

use super::ink::Ink;

/// One character and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) glyph: char,
    pub(super) ink: Ink,
}

/// Characters in rows; it grows to the right and downwards as it is written on.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    rows: Vec<Vec<Cell>>,
    /// Characters without a column of their own, such as accents, by the row and column of the
    /// one that they belong to.
    marks: BTreeMap<(usize, usize), String>,
}

const BLANK: Cell = Cell { glyph: ' ', ink: Ink::None };

/// In the second column of a character that takes two.
const COVERED: char = '\0';

impl Grid {
    pub(super) fn new(columns: usize, rows: usize) -> Grid {
        Grid { rows: vec![vec![BLANK; columns]; rows], marks: BTreeMap::new() }
    }

    /// The character at a place; `None` off the grid.
    pub(super) fn at(&mut self, column: isize, row: isize) -> Option<&mut Cell> {
        let row = self.rows.get_mut(usize::try_from(row).ok()?)?;
        row.get_mut(usize::try_from(column).ok()?)
    }

    /// Writes text from a place to the right, over what was there.
    pub(super) fn write(&mut self, column: usize, row: usize, text: &str, ink: Ink) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let mut column = column;
        for glyph in text.chars() {
            let width = glyph.width().unwrap_or(0);
            if width == 0 {
                self.mark(column, row, glyph);
                continue;
            }
            let cells = &mut self.rows[row];
            let end = column + width;
            if cells.len() < end {
                cells.resize(end, BLANK);
            }
            cells[column] = Cell { glyph, ink };
            cells[column + 1..end].fill(Cell { glyph: COVERED, ink });
            column = end;
        }
    }

    /// Adds what has no column of its own to the character before a place.
    fn mark(&mut self, column: usize, row: usize, mark: char) {
        let before = self.rows[row].get(..column).unwrap_or_default();
        let Some(place) = before.iter().rposition(|cell| cell.glyph != COVERED) else { return };
        if !mark.is_control() {
            self.marks.entry((row, place)).or_default().push(mark);
        }
    }

    /// The grid as text, with escapes where the ink changes if it is to be coloured.
    pub(super) fn print(&self, colour: bool) -> String {
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let mut column = 0;
            let end = row.iter().rposition(|cell| cell.is_seen(colour)).map_or(0, |last| last + 1);
            for run in row[..end].chunk_by(|a, b| a.ink == b.ink) {
                let mut glyphs = String::new();
                for cell in run {
                    glyphs.extend(Some(cell.glyph).filter(|glyph| *glyph != COVERED));
                    glyphs += self.marks.get(&(number, column)).map_or("", String::as_str);
                    column += 1;
                }
                let style = run[0].ink.style();
                if colour && run.iter().any(|cell| cell.is_seen(colour)) {
                    text += &format!("{style}{glyphs}{style:#}");
                } else {
                    text += &glyphs;
                }
            }
            text.push('\n');
        }
        text
    }
}

impl Cell {
    /// A blank is seen only on the coloured ground of an archer.
    fn is_seen(self, colour: bool) -> bool {
        !matches!(self.glyph, ' ' | COVERED) || (colour && matches!(self.ink, Ink::Archer(..)))
    }
}
