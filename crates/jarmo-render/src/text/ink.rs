//! The inks: what a character stands for, and so how it is coloured.

use anstyle::{Ansi256Color, Color, Style};
use jarmo_core::{Archer, Side};

use crate::scene::Tone;

/// The lines' colours, quieter than anything that is pointed out.
const STRANDS: [u8; crate::layout::STRANDS] = [244, 136, 66, 97, 71];

/// What a character of the drawing stands for; later ones are drawn over earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ink {
    #[default]
    None,
    /// A line of the board, by its strand.
    Line(usize),
    Last,
    Target,
    Best,
    Other,
    Bad,
    Hole,
    Coordinate,
    Archer(Side, bool),
    Chosen,
    Text,
    Heading,
    Quiet,
}

impl Ink {
    pub(super) const fn of(tone: Tone) -> Ink {
        match tone {
            Tone::Best => Ink::Best,
            Tone::Other => Ink::Other,
            Tone::Bad => Ink::Bad,
        }
    }

    pub(super) const fn archer(archer: Archer) -> Ink {
        Ink::Archer(archer.side, archer.marked)
    }

    /// Whether a line of this ink is drawn double, to be told from plain ones without colour.
    pub(super) const fn is_bold(self) -> bool {
        !matches!(self, Ink::Line(_))
    }

    /// Colours of middling lightness, which are legible on black and on white alike; archers
    /// bring their own background.
    pub(super) const fn style(self) -> Style {
        match self {
            Ink::None | Ink::Text => Style::new(),
            Ink::Line(strand) => coloured(STRANDS[strand]),
            Ink::Quiet => coloured(244),
            Ink::Last => coloured(171).bold(),
            Ink::Target => coloured(33).bold(),
            Ink::Best => coloured(34).bold(),
            Ink::Other => coloured(67).bold(),
            Ink::Bad => coloured(196).bold(),
            Ink::Hole | Ink::Heading => Style::new().bold(),
            Ink::Coordinate => coloured(244),
            Ink::Chosen => coloured(208).bold(),
            Ink::Archer(side, marked) => badge(side, marked),
        }
    }
}

const fn coloured(number: u8) -> Style {
    Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(number))))
}

/// Amber for White and deep blue for Black; a mark turns the ground to a fuller colour.
const fn badge(side: Side, marked: bool) -> Style {
    let (letter, ground) = match (side, marked) {
        (Side::White, false) => (16, 223),
        (Side::White, true) => (16, 214),
        (Side::Black, false) => (231, 24),
        (Side::Black, true) => (231, 54),
    };
    let style = coloured(letter).bg_color(Some(Color::Ansi256(Ansi256Color(ground)))).bold();
    if marked { style.underline() } else { style }
}
