//! The board as a picture: SVG, to be shown, printed or edited.
//!
//! The picture is grouped as a person would: the ground, the lines, the holes, the archers, what
//! is pointed out, the prisoners, the coordinates. Groups have ids, and everything that has a
//! colour has a class, whose colours stand in one style sheet at the top.

mod board;
mod lettering;
mod page;
mod pieces;
mod pointers;
mod style;

use svg::Document;
use svg::node::Value;
use svg::node::element::{Description, Group, Title};

use crate::describe;
use crate::layout::Layout;
use crate::palette::Scheme;
use crate::scene::Scene;
use page::Page;

/// How the letters and numbers of the coordinates are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lettering {
    /// As text, in whatever font the reader has.
    #[default]
    Text,
    /// As strokes, which look the same without any font.
    Strokes,
}

/// How a scene is drawn as SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SvgOptions {
    /// The picture's width in pixels; its height follows from the board.
    pub width: u32,
    /// The colours.
    pub scheme: Scheme,
    /// How the coordinates are written.
    pub lettering: Lettering,
    /// Whether there is a strip beside the board for the prisoners.
    pub prisoners: bool,
}

impl SvgOptions {
    /// A picture of this width.
    #[must_use]
    pub const fn new(width: u32) -> SvgOptions {
        SvgOptions { width, scheme: Scheme::Light, lettering: Lettering::Text, prisoners: true }
    }

    /// The same in these colours.
    #[must_use]
    pub const fn with_scheme(self, scheme: Scheme) -> SvgOptions {
        SvgOptions { scheme, ..self }
    }

    /// The same with the coordinates written like this.
    #[must_use]
    pub const fn with_lettering(self, lettering: Lettering) -> SvgOptions {
        SvgOptions { lettering, ..self }
    }

    /// The same with or without prisoners.
    #[must_use]
    pub const fn with_prisoners(self, prisoners: bool) -> SvgOptions {
        SvgOptions { prisoners, ..self }
    }
}

impl Default for SvgOptions {
    /// 640 pixels wide, light, lettered as text, with prisoners.
    fn default() -> SvgOptions {
        SvgOptions::new(640)
    }
}

/// Draws a scene as an SVG document.
#[must_use]
pub fn draw(scene: &Scene, options: &SvgOptions) -> String {
    let layout = Layout::new(scene.board());
    let page = Page::new(scene, &layout, options);
    let (width, height) = page.size();
    let pixels = (f64::from(options.width) * height / width).round();
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", options.width)
        .set("height", pixels)
        .set("role", "img")
        .set("data-board", format!("{} {}", page.board().width(), page.board().height()))
        .set("aria-labelledby", "title description")
        .add(Title::new(describe::title(scene)).set("id", "title"))
        .add(Description::new().set("id", "description").add(text(describe::position(scene))))
        .add(style::sheet(options.scheme))
        .add(board::ground(&page))
        .add(board::lines(scene, &layout, &page))
        .add(pointers::below(scene, &layout, &page))
        .add(board::holes(scene, &layout, &page))
        .add(pieces::archers(scene, &layout, &page))
        .add(pointers::above(scene, &layout, &page));
    if options.prisoners {
        document = document.add(pieces::prisoners(scene, &page));
    }
    if scene.has_coordinates() {
        document = document.add(board::coordinates(scene, &layout, &page, options.lettering));
    }
    format!("{document}\n")
}

fn text(content: impl Into<String>) -> svg::node::Text {
    svg::node::Text::new(content)
}

fn group(id: impl Into<Value>) -> Group {
    Group::new().set("id", id)
}
