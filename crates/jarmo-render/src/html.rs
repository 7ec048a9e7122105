//! Games on a page that plays them through: one HTML file that needs nothing else.
//!
//! The page has the board, the turns with variations and comments, a bar and a graph of the
//! evaluation where there is one, and works with a mouse, a keyboard, a finger or a screen reader.
//! Without its script it shows the records.
//!
//! ```
//! use jarmo_core::{Position, Rules};
//! use jarmo_render::html::{self, Replay};
//!
//! let rules = Rules::BRAINKING;
//! let mut replay = Replay::new(&rules, &Position::start(&rules))?;
//! let turn = replay.position(replay.start()).legal_turns(&rules).next().expect("a turn");
//! let after = replay.play(replay.start(), turn)?;
//! replay.remarks(after).after.push("A first step.".to_owned());
//!
//! let page = html::draw("A short game", &[replay], &html::HtmlOptions::default());
//! assert!(page.contains("A first step."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod data;
mod replay;

use jarmo_core::{Board, Position, Rules, Side};

use crate::palette::Scheme;
use crate::scene::Scene;
use crate::svg::{self, SvgOptions};
use data::PageData;
pub use replay::{Point, Remarks, Replay};

/// The page, with words in braces where something is put in.
const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// How a page is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HtmlOptions {
    /// The side whose first row is below at first; the reader can turn the board.
    pub below: Side,
}

impl Default for HtmlOptions {
    /// White below.
    fn default() -> HtmlOptions {
        HtmlOptions { below: Side::White }
    }
}

/// Makes a page of one or more games.
#[must_use]
pub fn draw(title: &str, replays: &[Replay], options: &HtmlOptions) -> String {
    let boards = boards(replays);
    let data = PageData {
        flipped: options.below == Side::Black,
        games: replays.iter().map(|replay| data::game(replay, &boards)).collect(),
    };
    let records: Vec<&str> = replays.iter().map(|replay| replay.record.as_str()).collect();
    let pictures: String = boards.iter().map(picture).collect();
    fill(&[
        ("{title}", &escaped(title)),
        ("{style}", STYLE),
        ("{boards}", &pictures),
        ("{records}", &escaped(&records.join("\n"))),
        ("{data}", &json(&data)),
        ("{script}", SCRIPT),
    ])
}

/// Every board that the games are played on, once.
fn boards(replays: &[Replay]) -> Vec<Board> {
    let mut boards: Vec<Board> = Vec::new();
    for replay in replays {
        if !boards.contains(replay.rules.board()) {
            boards.push(*replay.rules.board());
        }
    }
    boards
}

/// A board at the start; the script changes what stands on it.
fn picture(board: &Board) -> String {
    let rules = Rules::new(*board, Rules::BRAINKING.options());
    let scene = Scene::new(&rules, &Position::start(&rules));
    let options = SvgOptions::new(640).with_scheme(Scheme::Auto);
    format!("<template class=\"board\">\n{}</template>\n", svg::draw(&scene, &options))
}

/// Puts each text in place of its word, all in one pass: a text that has such a word is left alone.
fn fill(texts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some((at, word, text)) = texts
        .iter()
        .filter_map(|(word, text)| rest.find(word).map(|at| (at, word, text)))
        .min_by_key(|(at, ..)| *at)
    {
        page += &rest[..at];
        page += text;
        rest = &rest[at + word.len()..];
    }
    page + rest
}

/// JSON that cannot end the script element it stands in.
fn json(data: &PageData) -> String {
    let text = serde_json::to_string(data).unwrap_or_default();
    text.replace('<', "\\u003c")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
