//! What maintainers do with the workspace: `cargo xtask COMMAND`. It needs nothing but cargo.

mod chart;
mod commands;
mod duel;
mod page;
mod regression;
mod series;
mod workspace;

use clap::{Parser, Subcommand};

use commands::{balance, bench, ci, games, ladder, perfect, tables, tune};

/// What maintainers do with the workspace.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Balance(balance::Balance),
    Bench(bench::Bench),
    Ci(ci::Ci),
    Games(games::Games),
    Ladder(ladder::Ladder),
    Perfect(perfect::Perfect),
    Tables(tables::Tables),
    Tune(tune::Tune),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Balance(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Ci(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Ladder(command) => command.run(),
        Command::Perfect(command) => command.run(),
        Command::Tables(command) => command.run(),
        Command::Tune(command) => command.run(),
    }
}
