//! The program's parsers, for checks that feed them with whatever they like. No part of them
//! reads or writes files other than those it is given, thinks, or runs other programs.

use std::fs::File;

use jarmo_core::{Position, Rules};

use crate::explorer::Index;
pub use crate::session::{Entry, Rehearsal};
use crate::{config, session, ugi};

/// Reads a configuration file.
///
/// # Errors
///
/// What is wrong with it.
pub fn config(text: &str) -> Result<(), String> {
    config::parse(text).map(drop).map_err(|error| format!("{error:#}"))
}

/// Opens an index of games and looks these positions up; returns how many turns it has for them.
///
/// # Errors
///
/// What is wrong with it.
pub fn index(file: File, rules: &Rules, positions: &[Position]) -> Result<usize, String> {
    let look_up = || -> anyhow::Result<usize> {
        let index = Index::new(file)?;
        positions.iter().map(|position| Ok(index.find(rules, position)?.len())).sum()
    };
    look_up().map_err(|error| format!("{error:#}"))
}

/// Carries out lines of the Universal Game Interface; instead of searching, reads the limits.
pub fn ugi(text: &str) {
    ugi::rehearse(text);
}

/// Carries out a session's commands between two people, but for those that touch files or think.
#[must_use]
pub fn session(text: &str, entry: Entry) -> Rehearsal {
    session::rehearse(text, entry)
}

/// Reads a text as a file of games, and looks at them in a session; returns what a terminal was
/// given.
#[must_use]
pub fn look_at(text: &str) -> String {
    session::look_at(text)
}
