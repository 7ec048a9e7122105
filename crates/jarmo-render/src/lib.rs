//! Drawings of the **Jarmo** board, whose 38 crossing lines have to be seen to be played on.
//!
//! A [`Scene`] is what there is to see: a position, and what is pointed out in it. Each backend
//! draws the same scene. As text, for a terminal or a file:
//!
//! ```
//! use jarmo_core::{Position, Rules};
//! use jarmo_render::{Scene, text};
//!
//! let rules = Rules::BRAINKING;
//! let start = Position::start(&rules);
//! let turn = start.legal_turns(&rules).next().expect("White can move");
//! let scene = Scene::new(&rules, &start.play(&rules, turn)?).after(turn);
//!
//! let drawing = text::draw(&scene, &text::TextOptions::for_terminal(80, 24));
//! assert_eq!(drawing.lines().count(), 21);
//! # Ok::<(), jarmo_core::PlayError>(())
//! ```
//!
//! What a player has in hand is shown with the holes it may go to:
//!
//! ```
//! use jarmo_core::{Position, Rules};
//! use jarmo_render::text::{Form, TextOptions};
//! use jarmo_render::{Choice, Scene, text};
//!
//! let rules = Rules::BRAINKING;
//! let hole = rules.board().hole("C1").expect("a hole of the board");
//! let scene = Scene::new(&rules, &Position::start(&rules)).choosing(Choice::Hole(hole));
//!
//! let drawing = text::draw(&scene, &TextOptions::default().with_form(Form::Ascii));
//! assert!(drawing.contains("[w]") && drawing.contains("(o)"));
//! ```
//!
//! And as a picture, from either side, with arrows:
//!
//! ```
//! use jarmo_core::{Position, Rules, Side};
//! use jarmo_render::svg::{self, SvgOptions};
//! use jarmo_render::{Scene, Scheme, Tone};
//!
//! let rules = Rules::BRAINKING;
//! let start = Position::start(&rules);
//! let turn = start.legal_turns(&rules).next().expect("White can move");
//! let scene = Scene::new(&rules, &start).seen_from(Side::Black).arrow_for(turn, Tone::Best);
//!
//! let picture = svg::draw(&scene, &SvgOptions::new(400).with_scheme(Scheme::Dark));
//! assert!(picture.starts_with("<svg") && picture.contains("class=\"arrow best\""));
//! ```
//!
//! The [`Layout`] says where holes and lines are, for any board, to whoever draws by other means.
//! No line of it comes near a hole that it does not join: where a straight one would, it bends.
//!
//! # Features
//!
//! - `html` (default): pages that play through games.
//! - `png` (default): pictures as PNG, through resvg.
//!
//! # Errors
//!
//! Text and SVG are always drawn. A PNG too large to be made is a `DrawPngError`.

mod describe;
#[cfg(feature = "html")]
pub mod html;
mod layout;
mod palette;
pub mod plot;
#[cfg(feature = "png")]
pub mod png;
mod route;
mod scene;
pub mod svg;
pub mod text;

pub use kurbo;
pub use layout::{CLEARANCE, HOLE_RADIUS, Layout, Line, STRANDS};
pub use palette::Scheme;
pub use scene::{Arrow, Choice, Scene, Tone};
