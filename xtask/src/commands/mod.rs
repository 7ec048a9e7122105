//! The commands, a file each.

pub(crate) mod balance;
pub(crate) mod bench;
pub(crate) mod ci;
pub(crate) mod fuzz;
pub(crate) mod games;
pub(crate) mod ladder;
pub(crate) mod tune;
