//! What maintainers do with the workspace: `cargo xtask COMMAND`. It needs nothing but cargo.

mod commands;
mod workspace;

use clap::{Parser, Subcommand};

use commands::{bench, ci, games};

/// What maintainers do with the workspace.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bench(bench::Bench),
    Ci(ci::Ci),
    Games(games::Games),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Bench(command) => command.run(),
        Command::Ci(command) => command.run(),
        Command::Games(command) => command.run(),
    }
}
