//! Lines of braille dots, two across and four down in each character.

use kurbo::{Affine, BezPath, ParamCurve, Shape};

use super::grid::Grid;
use super::ink::Ink;

/// The character with no dot.
const EMPTY: u32 = 0x2800;
/// The bit of each dot in a character, by row from the top.
const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// A dot's column and row.
type Dot = (isize, isize);

/// Draws a path given in columns and rows; what is pointed out gets a line of dots on either side as well.
pub(super) fn draw(grid: &mut Grid, path: &BezPath, ink: Ink) {
    let dots = dots(path);
    for pair in dots.windows(2) {
        let shallow = (pair[1].0 - pair[0].0).abs() > (pair[1].1 - pair[0].1).abs();
        let (x, y) = pair[0];
        set(grid, (x, y), ink);
        if ink.is_bold() {
            let beside = if shallow { [(x, y - 1), (x, y + 1)] } else { [(x - 1, y), (x + 1, y)] };
            for dot in beside {
                set(grid, dot, ink);
            }
        }
    }
}

/// The dots along a path, each touching the next, and none where two others touch anyway: a line
/// is then one dot thick, and lines that cross stay apart longest.
fn dots(path: &BezPath) -> Vec<Dot> {
    let mut dots: Vec<Dot> = Vec::new();
    // The middle of a character lies between its dots.
    let path = Affine::new([2.0, 0.0, 0.0, 4.0, 0.5, 1.5]) * path;
    for segment in path.segments() {
        // Several steps a dot, so that a curve leaves no gap where it runs faster.
        let steps = (segment.perimeter(0.1) * 6.0).ceil().max(24.0);
        for step in 0..=steps as usize {
            let place = segment.eval(step as f64 / steps).round();
            let dot = (place.x as isize, place.y as isize);
            if dots.last() == Some(&dot) {
                continue;
            }
            if let [.., before, _] = dots[..]
                && (before.0 - dot.0).abs() <= 1
                && (before.1 - dot.1).abs() <= 1
            {
                dots.pop();
            }
            dots.push(dot);
        }
    }
    dots
}

fn set(grid: &mut Grid, (x, y): Dot, ink: Ink) {
    let bit = BITS[y.rem_euclid(4) as usize][x.rem_euclid(2) as usize];
    let Some(cell) = grid.at(x.div_euclid(2), y.div_euclid(4)) else { return };
    let dots = if cell.glyph == ' ' { EMPTY } else { u32::from(cell.glyph) };
    cell.glyph = char::from_u32(dots | bit).unwrap_or(cell.glyph);
    cell.ink = cell.ink.max(ink);
}
