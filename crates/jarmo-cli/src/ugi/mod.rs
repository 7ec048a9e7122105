//! The Universal Game Interface: engines as programs that talk in lines.

mod foreign;
mod process;
mod protocol;
mod server;

pub(crate) use foreign::ForeignEngine;
pub(crate) use server::{rehearse, run};
