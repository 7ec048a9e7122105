//! The commands, one a file.

pub(crate) mod analyze;
pub(crate) mod annotate;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
mod finish;
pub(crate) mod index;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod moves;
mod overrun;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod render;
pub(crate) mod replay;
mod resume;
pub(crate) mod rules;
mod standings;
pub(crate) mod stats;
pub(crate) mod tables;
