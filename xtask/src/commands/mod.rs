//! The commands, a file each.

pub(crate) mod balance;
pub(crate) mod bench;
pub(crate) mod ci;
pub(crate) mod games;
pub(crate) mod ladder;
pub(crate) mod perfect;
pub(crate) mod tables;
pub(crate) mod tune;
