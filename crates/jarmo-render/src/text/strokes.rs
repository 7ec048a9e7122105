//! Lines of 7-bit strokes.

use kurbo::{BezPath, ParamCurve, Shape, Vec2};

use super::grid::Grid;
use super::ink::Ink;

/// A line with fewer columns a row than this is drawn a character a row, others one a column.
const STEEP: f64 = 3.0;

/// What is pointed out, whichever way it runs.
const BOLD: char = '#';

/// Draws a path given in columns and rows.
pub(super) fn draw(grid: &mut Grid, path: &BezPath, ink: Ink) {
    for segment in path.segments() {
        let steps = (segment.perimeter(0.1) * 24.0).ceil().max(24.0);
        let mut last = None;
        for step in 0..=steps as usize {
            let share = step as f64 / steps;
            let (place, ahead) = (segment.eval(share), segment.eval(share + 0.5 / steps));
            let (cell, ahead) = (place.round(), ahead - place);
            let off = place - cell;
            // Taken where the line is in the middle of the row or column.
            let (along, off_along) =
                if is_steep(ahead) { ((true, cell.y), off.y) } else { ((false, cell.x), off.x) };
            if off_along.abs() <= 0.06 && last != Some(along) {
                last = Some(along);
                let glyph = if ink.is_bold() { BOLD } else { stroke(ahead, off.y) };
                set(grid, (cell.x as isize, cell.y as isize), glyph, ink);
            }
        }
    }
}

fn is_steep(ahead: Vec2) -> bool {
    ahead.y.abs() * STEEP > ahead.x.abs()
}

/// The stroke for a direction, and for how far below the middle of its row a shallow one runs.
fn stroke(ahead: Vec2, below: f64) -> char {
    let slant = ahead.x / ahead.y;
    if is_steep(ahead) {
        match slant {
            slant if slant.abs() < 0.4 => '|',
            slant if slant > 0.0 => '\\',
            _ => '/',
        }
    } else if below < -0.17 {
        '\''
    } else if below > 0.17 {
        '.'
    } else {
        '-'
    }
}

fn set(grid: &mut Grid, (column, row): (isize, isize), glyph: char, ink: Ink) {
    let Some(cell) = grid.at(column, row) else { return };
    cell.glyph = match (cell.glyph, glyph) {
        (' ', _) => glyph,
        _ if ink.is_bold() => glyph,
        (before, after) if before == after => glyph,
        ('/', '\\') | ('\\', '/') => 'X',
        ('.', '\'') | ('\'', '.') => ':',
        ('-', '.' | '\'') | ('.' | '\'', '-') => '=',
        (before @ ('/' | '\\' | 'X' | '|'), '.' | '-' | '\'') => before,
        ('.' | '-' | '\'' | ':' | '=', '/' | '\\' | '|') => glyph,
        _ => '+',
    };
    cell.ink = cell.ink.max(ink);
}
