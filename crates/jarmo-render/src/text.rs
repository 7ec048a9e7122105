//! The board as text, for terminals and plain files.
//!
//! A hole is an `o`, an archer its letter of a position string: `w` and `b`, capitals when marked.
//! So nothing but the lines differs between the two forms, and nothing is told by colour alone.

mod braille;
mod columns;
mod grid;
mod ink;
mod panel;
mod pieces;
mod strokes;
mod view;

use jarmo_core::Turn;
use kurbo::BezPath;

use crate::layout::Layout;
use crate::scene::Scene;
use grid::Grid;
use ink::Ink;
use view::View;

pub use columns::{columns, cut, is_shown, printable};

/// Which characters the lines are drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// Fine lines of braille dots.
    #[default]
    Unicode,
    /// Strokes such as `/` and `-`, for terminals that show 7-bit characters only.
    Ascii,
}

/// The least width at which the panel stands beside the board, not below it.
const PANEL_BESIDE: usize = 72;
/// Columns between the board and the panel.
const GAP: usize = 2;

/// How a scene is drawn as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextOptions {
    /// The most columns the drawing may take.
    pub width: usize,
    /// The most rows the drawing may take.
    pub height: usize,
    /// The characters of the lines.
    pub form: Form,
    /// Whether to colour with ANSI escapes.
    pub colour: bool,
    /// Whether to say beside the board, or below it where the width has no room, whose turn it
    /// is, the score, prisoners, the last turn and the scene's notes; beside it, and as far as
    /// there is room, also the legal turns and what the characters mean.
    pub panel: bool,
}

impl TextOptions {
    /// The drawing for a terminal of this size, leaving three rows for a prompt and its answer.
    #[must_use]
    pub const fn for_terminal(columns: usize, rows: usize) -> TextOptions {
        TextOptions {
            width: columns,
            height: rows.saturating_sub(3),
            form: Form::Unicode,
            colour: false,
            panel: true,
        }
    }

    /// The same with these characters.
    #[must_use]
    pub const fn with_form(self, form: Form) -> TextOptions {
        TextOptions { form, ..self }
    }

    /// The same with or without colour.
    #[must_use]
    pub const fn with_colour(self, colour: bool) -> TextOptions {
        TextOptions { colour, ..self }
    }

    /// The same with or without the panel.
    #[must_use]
    pub const fn with_panel(self, panel: bool) -> TextOptions {
        TextOptions { panel, ..self }
    }
}

impl Default for TextOptions {
    /// For a terminal of 80 columns and 24 rows, Unicode, without colour, with the panel.
    fn default() -> TextOptions {
        TextOptions::for_terminal(80, 24)
    }
}

/// Draws a scene as lines of text, each ended by a newline, without blanks at their ends.
///
/// A board that does not fit into the options' size is drawn at the smallest size that it can be
/// read at.
#[must_use]
pub fn draw(scene: &Scene, options: &TextOptions) -> String {
    let layout = Layout::new(scene.board());
    let beside = options.panel && options.width >= PANEL_BESIDE;
    let below = if options.panel && !beside {
        let least = View::new(scene, &layout, options.width, 0).rows();
        panel::short_entries(scene, options.width, options.height.saturating_sub(least))
    } else {
        Vec::new()
    };
    let width = if beside { options.width - panel::WIDTH - GAP } else { options.width };
    let view = View::new(scene, &layout, width, options.height.saturating_sub(below.len()));
    let mut grid = Grid::new(view.columns(), view.rows());
    for (path, ink) in lines(scene, &layout) {
        let path = view.path(&path);
        match options.form {
            Form::Unicode => braille::draw(&mut grid, &path, ink),
            Form::Ascii => strokes::draw(&mut grid, &path, ink),
        }
    }
    pieces::draw(&mut grid, &view, scene, &layout);
    for (row, (text, ink)) in (view.rows()..).zip(&below) {
        grid.write(0, row, text, *ink);
    }
    if beside {
        let column = view.columns() + GAP;
        let width = options.width.saturating_sub(column).max(panel::WIDTH);
        let entries = panel::entries(scene, width, options.height.max(view.rows()));
        for (row, (text, ink)) in entries.iter().enumerate() {
            grid.write(column, row, text, *ink);
        }
    }
    grid.print(options.colour)
}

/// Every path to be drawn, the plain ones first, so that what is pointed out lies on top.
fn lines(scene: &Scene, layout: &Layout) -> Vec<(BezPath, Ink)> {
    let mut paths: Vec<(BezPath, Ink)> =
        layout.lines().iter().map(|line| (line.path.clone(), Ink::Line(line.strand))).collect();
    if let Some(Turn::Move { from, to, .. }) = scene.last_turn() {
        paths.push((layout.way(from, to), Ink::Last));
    }
    if let Some(chosen) = scene.chosen_hole() {
        let ways = scene.targets().into_iter().map(|target| layout.way(chosen, target));
        paths.extend(ways.map(|way| (way, Ink::Target)));
    }
    let arrows = scene.arrows().iter();
    paths.extend(arrows.map(|arrow| (layout.way(arrow.from, arrow.to), Ink::of(arrow.tone))));
    paths
}
