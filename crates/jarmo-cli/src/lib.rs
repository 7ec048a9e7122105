//! Jarmo in the terminal: an interactive session, and commands for positions and game records.
//!
//! The program is a library with a [`main`], so that checks can feed its parsers without starting it
//! anew for each input. It is of no use to other programs: those build on the crates below it.

/// Says a line on standard error. Where that is gone there is nobody to be told, and no reason to
/// stop.
macro_rules! tell {
    ($($part:tt)*) => {
        {
            let line = format!("{}\n", format_args!($($part)*));
            let line = $crate::shown::clean(&line);
            let _ = std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes());
        }
    };
}

mod annotation;
mod args;
mod columns;
mod commands;
mod config;
mod explorer;
mod files;
mod main_line;
mod output;
#[doc(hidden)]
pub mod parsers;
mod places;
mod progress;
mod seen;
mod session;
mod shown;
mod signals;
mod solutions;
mod statistics;
mod terminal;
mod ugi;
mod unused;

use std::io;
use std::process::ExitCode;

use anyhow::Context;
use clap::{ArgMatches, CommandFactory, FromArgMatches};

use args::{Arguments, Command};

/// Runs the program with the arguments it was started with.
#[must_use]
pub fn main() -> ExitCode {
    let matches = Arguments::command().get_matches_from(args::with_passes(std::env::args_os()));
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(&arguments, &matches) {
        Ok(code) => code,
        // Whoever reads our output has seen enough, as in `jarmo moves | head -1`.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // All files are named where they fail.
            let unnamed = io_kind(error.as_ref()).is_some();
            let place = if unnamed { "standard input or output: " } else { "" };
            tell!("error: {place}{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let opening = &arguments.opening;
    // Tables may be built where there are none yet, and the interface has words of its own for it.
    if !matches!(arguments.command, Some(Command::Tables { .. } | Command::Ugi)) {
        solutions::check(opening.tables.as_deref()).context("--tables")?;
    }
    if let Some(message) = unused::refusal(arguments, matches) {
        return Ok(args::misused(&message));
    }
    match &arguments.command {
        None => session::run(opening, arguments.keep_going, arguments.appearance),
        Some(Command::Moves) => commands::moves::run(&opening.game()?),
        Some(Command::Perft(options)) => commands::perft::run(&opening.game()?, options),
        Some(Command::Play(options)) => commands::play::run(&opening.game()?, options),
        Some(Command::Check(options)) => commands::check::run(opening, options),
        Some(Command::Convert(options)) => commands::convert::run(opening, options),
        Some(Command::Replay(options)) => {
            commands::replay::run(opening, options, arguments.appearance)
        }
        Some(Command::Analyze(options)) => commands::analyze::run(opening, options),
        Some(Command::Annotate(options)) => commands::annotate::run(opening, options),
        Some(Command::Match(options)) => commands::matches::run(opening, options),
        Some(Command::Render(options)) => {
            commands::render::run(opening, options, arguments.appearance)
        }
        Some(Command::Ugi) => ugi::run(opening),
        Some(Command::Stats(options)) => commands::stats::run(opening, options),
        Some(Command::Index(options)) => commands::index::run(opening, options),
        Some(Command::Tables { command }) => commands::tables::run(opening, command),
        Some(Command::Rules) => commands::rules::run(opening.rule_set()),
        Some(Command::Completions(options)) => commands::completions::run(options),
        Some(Command::Man) => commands::man::run(),
    }
}

/// What kind of trouble with input or output an error is.
fn io_kind(error: &(dyn std::error::Error + 'static)) -> Option<io::ErrorKind> {
    let json = |error: &serde_json::Error| error.io_error_kind();
    error
        .downcast_ref::<io::Error>()
        .map(io::Error::kind)
        .or_else(|| error.downcast_ref().and_then(json))
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| io_kind(cause) == Some(io::ErrorKind::BrokenPipe))
}
