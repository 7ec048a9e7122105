//! Options that a command would pass over: they are refused, since whoever gives one expects it to
//! make a difference.

use clap::ArgMatches;
use clap::parser::ValueSource;
use jarmo_ai::{EngineSpec, Level};

use crate::args::{Arguments, Command, Match, Render, TablesCommand};

/// The options that every command takes by its form, and that not every command has a use for.
const COMMON: [&str; 5] = ["rules", "position", "board", "tables", "keep_going"];

/// Those of them that a command uses.
fn used(command: Option<&Command>) -> &'static [&'static str] {
    match command {
        None => &COMMON,
        Some(Command::Analyze(_) | Command::Ugi) => &["rules", "position", "board", "tables"],
        Some(Command::Moves | Command::Perft(_) | Command::Play(_)) => {
            &["rules", "position", "board"]
        }
        Some(Command::Tables { command: TablesCommand::Probe(_) }) => {
            &["rules", "position", "board", "tables"]
        }
        Some(Command::Tables { .. } | Command::Match(_)) => &["rules", "board", "tables"],
        Some(Command::Render(Render { file: None, .. })) => {
            &["rules", "position", "board", "tables"]
        }
        // Records have rules and positions of their own.
        Some(Command::Render(_) | Command::Annotate(_)) => &["board", "tables"],
        Some(
            Command::Check(_)
            | Command::Convert(_)
            | Command::Replay(_)
            | Command::Stats(_)
            | Command::Index(_),
        ) => &["board"],
        Some(Command::Rules) => &["rules"],
        Some(Command::Completions(_) | Command::Man) => &[],
    }
}

/// What is wrong with an option that was given and would be passed over; `None` where there is
/// none.
pub(crate) fn refusal(arguments: &Arguments, matches: &ArgMatches) -> Option<String> {
    let command = arguments.command.as_ref();
    let nowhere = arguments.opening.tables.as_ref().is_some_and(|path| path.as_os_str().is_empty());
    // To look nowhere is what a command does that has no use for tables.
    let passed_over = |id: &str| {
        is_given(matches, id) && !used(command).contains(&id) && !(id == "tables" && nowhere)
    };
    if let Some(id) = COMMON.into_iter().find(|id| passed_over(id)) {
        if let Some(Command::Render(_)) = command
            && id == "position"
        {
            let why = "a record has positions of its own: --ply says which, and not --position";
            return Some(why.to_owned());
        }
        let option = id.replace('_', "-");
        return Some(match matches.subcommand_name() {
            Some(name) => format!("--{option}: {name} has no use for it"),
            None => format!("--{option}: there is no use for it"),
        });
    }
    let (_, own) = matches.subcommand()?;
    match command? {
        Command::Match(options) => in_match(options, own, is_given(matches, "tables") && !nowhere),
        Command::Render(options) if is_given(own, "width") => {
            let extension = options.output.extension()?.to_str()?;
            let why = "--width: it is for pictures, .svg and .png";
            ["html", "txt"].contains(&extension).then(|| why.to_owned())
        }
        Command::Tables { .. } => {
            let (_, own) = own.subcommand()?;
            let both = is_given(own, "dir") && is_given(matches, "tables");
            both.then(|| "--dir and --tables name the same directory: one will do".to_owned())
        }
        _ => None,
    }
}

/// What a match would pass over since no engine has a use for it.
fn in_match(options: &Match, own: &ArgMatches, tables: bool) -> Option<String> {
    let any = |has_use: fn(&EngineSpec) -> bool| has_use(&options.white) || has_use(&options.black);
    if !any(|spec| matches!(spec, EngineSpec::Program(_)))
        && let Some(id) = ["movetime", "grace"].into_iter().find(|id| is_given(own, id))
    {
        return Some(format!("--{id}: it is for foreign programs, and neither engine is one"));
    }
    let looks_up = any(|spec| {
        matches!(spec, EngineSpec::Search(_)) || *spec == EngineSpec::Level(Level::STRONGEST)
    });
    (tables && !looks_up)
        .then(|| "--tables: neither engine looks up; level:10 and the full search do".to_owned())
}

/// Whether an option stands on the command line.
fn is_given(matches: &ArgMatches, id: &str) -> bool {
    matches.value_source(id) == Some(ValueSource::CommandLine)
}
