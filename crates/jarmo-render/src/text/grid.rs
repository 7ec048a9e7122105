//! The grid: rows of characters with their inks.

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
}

const BLANK: Cell = Cell { glyph: ' ', ink: Ink::None };

impl Grid {
    pub(super) fn new(columns: usize, rows: usize) -> Grid {
        Grid { rows: vec![vec![BLANK; columns]; rows] }
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
        let cells = &mut self.rows[row];
        let end = column + text.chars().count();
        if cells.len() < end {
            cells.resize(end, BLANK);
        }
        for (cell, glyph) in cells[column..].iter_mut().zip(text.chars()) {
            *cell = Cell { glyph, ink };
        }
    }

    /// The grid as text, with escapes where the ink changes if it is to be coloured.
    pub(super) fn print(&self, colour: bool) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let end = row.iter().rposition(|cell| cell.is_seen(colour)).map_or(0, |last| last + 1);
            for run in row[..end].chunk_by(|a, b| a.ink == b.ink) {
                let glyphs: String = run.iter().map(|cell| cell.glyph).collect();
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
        self.glyph != ' ' || (colour && matches!(self.ink, Ink::Archer(..)))
    }
}
