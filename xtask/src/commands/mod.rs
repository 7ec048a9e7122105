//! The commands, a file each.

pub(crate) mod balance;
pub(crate) mod bench;
pub(crate) mod ci;
pub(crate) mod dependencies;
pub(crate) mod dist;
pub(crate) mod docs;
pub(crate) mod fuzz;
pub(crate) mod games;
pub(crate) mod ladder;
pub(crate) mod package;
pub(crate) mod perfect;
pub(crate) mod pictures;
pub(crate) mod properties;
pub(crate) mod release;
pub(crate) mod solved;
pub(crate) mod tables;
pub(crate) mod tune;
pub(crate) mod wasm;
