//! The commands, a file each.

pub(crate) mod bench;
pub(crate) mod ci;
pub(crate) mod games;
