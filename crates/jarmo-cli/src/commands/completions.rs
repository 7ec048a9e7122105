//! `jarmo completions`: scripts that teach a shell the command line.

use std::io;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::{Arguments, Completions};

/// Prints the script.
pub(crate) fn run(options: &Completions) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "jarmo", &mut script);
    io::Write::write_all(&mut io::stdout(), &script)?;
    Ok(ExitCode::SUCCESS)
}
