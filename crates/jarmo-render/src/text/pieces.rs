//! Holes, archers and coordinates, on top of the lines.

use jarmo_core::{Archer, Hole, Side};

use super::grid::Grid;
use super::ink::Ink;
use super::view::View;
use crate::layout::Layout;
use crate::scene::Scene;

/// An empty hole.
pub(super) const HOLE: char = 'o';

/// Draws every hole with what stands on it, and the coordinates.
pub(super) fn draw(grid: &mut Grid, view: &View, scene: &Scene, layout: &Layout) {
    for hole in scene.board().holes() {
        let (column, row) = view.hole(layout, hole);
        let archer = scene.position().archer_at(hole);
        let (glyph, ink) =
            archer.map_or((HOLE, Ink::Hole), |archer| (letter(archer), Ink::archer(archer)));
        let (left, right, around) = brackets(scene, hole, ink);
        grid.write(column - 1, row, left, around);
        grid.write(column, row, &glyph.to_string(), ink);
        grid.write(column + 1, row, right, around);
    }
    if scene.has_coordinates() {
        coordinates(grid, view, scene, layout);
    }
}

/// The letter of a position string: `w` and `b`, in capitals when marked.
pub(super) const fn letter(archer: Archer) -> char {
    match (archer.side, archer.marked) {
        (Side::White, false) => 'w',
        (Side::White, true) => 'W',
        (Side::Black, false) => 'b',
        (Side::Black, true) => 'B',
    }
}

/// What stands to the left and right of a hole: what is in hand before what has just happened.
fn brackets(scene: &Scene, hole: Hole, ink: Ink) -> (&'static str, &'static str, Ink) {
    if scene.chosen_hole() == Some(hole) {
        ("[", "]", Ink::Chosen)
    } else if scene.targets().contains(hole) {
        ("(", ")", Ink::Target)
    } else if scene.last_holes().contains(hole) {
        ("<", ">", Ink::Last)
    } else {
        // An archer's ground reaches to both sides, so that it is seen from afar.
        (" ", " ", if ink == Ink::Hole { Ink::None } else { ink })
    }
}

fn coordinates(grid: &mut Grid, view: &View, scene: &Scene, layout: &Layout) {
    let board = scene.board();
    for rank in 0..board.ranks() {
        let Some(hole) = board.hole_at(0, rank) else { continue };
        let (_, row) = view.hole(layout, hole);
        grid.write(0, row, &(rank + 1).to_string(), Ink::Coordinate);
    }
    for file in 0..board.files() {
        let Some(hole) = board.hole_at(file, 0) else { continue };
        let (column, _) = view.hole(layout, hole);
        let letter = board.file_letter(file).to_string();
        grid.write(column, view.rows() - 1, &letter, Ink::Coordinate);
    }
}
