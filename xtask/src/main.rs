//! What maintainers do with the workspace: `cargo xtask COMMAND`. It needs nothing but cargo.

mod archive;
mod boards;
mod changelog;
mod chart;
mod commands;
mod duel;
mod examples;
mod licences;
mod manifests;
mod page;
mod pages;
mod regression;
mod results;
mod sections;
mod series;
mod workspace;

use clap::{CommandFactory, Parser, Subcommand};

use commands::{
    balance, bench, ci, dependencies, dist, docs, fuzz, games, ladder, package, perfect, pictures,
    properties, release, solved, tables, tune, wasm,
};

/// What maintainers do with the workspace.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Balance(balance::Balance),
    Bench(bench::Bench),
    Ci(ci::Ci),
    Dependencies(dependencies::Dependencies),
    Dist(dist::Dist),
    Docs(docs::Docs),
    Fuzz(fuzz::Fuzz),
    Games(games::Games),
    Ladder(ladder::Ladder),
    Package(package::Package),
    Perfect(perfect::Perfect),
    Pictures(pictures::Pictures),
    Properties(properties::Properties),
    Release(release::Release),
    Solved(solved::Solved),
    Tables(tables::Tables),
    Tune(tune::Tune),
    Wasm(wasm::Wasm),
}

fn main() -> anyhow::Result<()> {
    let Some(command) = Arguments::parse().command else {
        return Ok(Arguments::command().print_help()?);
    };
    match command {
        Command::Balance(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Ci(command) => command.run(),
        Command::Dependencies(command) => command.run(),
        Command::Dist(command) => command.run(),
        Command::Docs(command) => command.run(),
        Command::Fuzz(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Ladder(command) => command.run(),
        Command::Package(command) => command.run(),
        Command::Perfect(command) => command.run(),
        Command::Pictures(command) => command.run(),
        Command::Properties(command) => command.run(),
        Command::Release(command) => command.run(),
        Command::Solved(command) => command.run(),
        Command::Tables(command) => command.run(),
        Command::Tune(command) => command.run(),
        Command::Wasm(command) => command.run(),
    }
}
