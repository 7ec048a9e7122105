//! What the terminal can show.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use jarmo_render::text::{Form, TextOptions};
use serde::Deserialize;

use crate::config::Config;

/// How things look.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Appearance {
    /// When to use colour; by default in a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN")]
    color: Option<ColourChoice>,
    /// Draw the board with 7-bit characters only.
    #[arg(long, global = true)]
    ascii: bool,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ColourChoice {
    /// Where standard output is a terminal that has it.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Appearance {
    /// Without colour, in 7-bit characters.
    pub(crate) fn plain() -> Appearance {
        Appearance { color: Some(ColourChoice::Never), ascii: true }
    }

    /// What the configuration says, where the command line says nothing.
    pub(crate) fn or(self, config: &Config) -> Appearance {
        Appearance {
            color: self.color.or(config.color),
            ascii: self.ascii || config.ascii.unwrap_or(false),
        }
    }

    /// Whether to use colour on standard output.
    pub(crate) fn colour(self) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        match self.color.unwrap_or_default() {
            ColourChoice::Auto => io::stdout().is_terminal() && !set("NO_COLOR") && !dumb,
            ColourChoice::Always => true,
            ColourChoice::Never => false,
        }
    }

    /// How to draw a board into a file.
    pub(crate) fn drawing_for_file(self) -> TextOptions {
        let form = if self.ascii { Form::Ascii } else { Form::Unicode };
        let colour = matches!(self.color, Some(ColourChoice::Always));
        TextOptions::default().with_form(form).with_colour(colour)
    }

    /// How to draw a board on standard output, leaving this many rows for other things.
    pub(crate) fn drawing(self, rows_left: usize) -> TextOptions {
        let stdout = io::stdout().is_terminal();
        let (columns, rows) = if stdout { size() } else { (80, 24) };
        let unicode =
            !self.ascii && (!stdout || supports_unicode::on(supports_unicode::Stream::Stdout));
        let form = if unicode { Form::Unicode } else { Form::Ascii };
        TextOptions {
            height: rows.saturating_sub(rows_left),
            ..TextOptions::for_terminal(columns, rows)
        }
        .with_form(form)
        .with_colour(self.colour())
    }
}

/// Columns and rows of the terminal, 80 by 24 where they cannot be told.
pub(crate) fn size() -> (usize, usize) {
    match crossterm::terminal::size() {
        Ok((columns, rows)) if columns > 0 && rows > 0 => (columns.into(), rows.into()),
        _ => (80, 24),
    }
}
