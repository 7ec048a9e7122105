//! Jarmo in the terminal: an interactive session, and commands for positions and game records.

mod annotation;
mod args;
mod columns;
mod commands;
mod config;
mod explorer;
mod files;
mod main_line;
mod places;
mod progress;
mod session;
mod solutions;
mod statistics;
mod terminal;
mod ugi;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse_from(args::with_passes(std::env::args_os()));
    match run(&arguments) {
        Ok(code) => code,
        // Whoever reads our output has seen enough, as in `jarmo moves | head -1`.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let opening = &arguments.opening;
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
        Some(Command::Render(options)) => commands::render::run(opening, options),
        Some(Command::Ugi) => ugi::run(opening),
        Some(Command::Stats(options)) => commands::stats::run(opening, options),
        Some(Command::Index(options)) => commands::index::run(opening, options),
        Some(Command::Tables { command }) => commands::tables::run(opening, command),
        Some(Command::Rules) => commands::rules::run(opening.rule_set()),
        Some(Command::Completions(options)) => commands::completions::run(options),
        Some(Command::Man) => commands::man::run(),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
