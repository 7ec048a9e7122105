//! The command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use jarmo_ai::EngineSpec;
use jarmo_core::{Board, Game, Position, RuleSet, Rules};
use jarmo_notation::{Boards, parse_position};

use crate::files;
use crate::statistics::Split;
use crate::terminal::Appearance;

/// The largest transposition table that can be asked for, in MiB.
pub(crate) const MOST_HASH: u16 = 16 * 1024;
/// The most threads that can be asked for, or games at once.
pub(crate) const MOST_THREADS: u16 = 256;
/// The most games that a match can have.
const MOST_GAMES: usize = 10_000_000;

/// Jarmo, an old Tatar race-and-capture game. Without a command: the interactive session.
#[derive(Debug, Parser)]
#[command(name = "jarmo", version, about, long_about = None, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) opening: Opening,
    /// In a session read from a pipe, go on after a command that failed.
    #[arg(long)]
    pub(crate) keep_going: bool,
    #[command(flatten)]
    pub(crate) appearance: Appearance,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What a game begins from.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Opening {
    /// The rule set: brainking, which is the default, traditional or jasir.
    #[arg(long, global = true, value_name = "RULES")]
    pub(crate) rules: Option<RuleSet>,
    /// The position, as a position string; by default the start.
    #[arg(long, global = true, value_name = "STRING")]
    position: Option<String>,
    /// The board: jarmo, jasir, or a JSON file with another one's data.
    ///
    /// Without it each rule set is played on its own. Games in files that name no board are then
    /// read as played on jarmo or jasir, if that is named here; those on another board name it.
    #[arg(long, global = true, value_name = "BOARD")]
    board: Option<String>,
    /// Where to look solved positions up, as a directory or, for nowhere, "".
    ///
    /// By default in JARMO_TABLES_DIR or by the platform's conventions; in matches and by UGI
    /// nowhere.
    #[arg(long, global = true, value_name = "DIR", value_parser = maybe_empty())]
    pub(crate) tables: Option<PathBuf>,
}

impl Opening {
    /// The board that was asked for.
    pub(crate) fn board(&self) -> anyhow::Result<Option<Board>> {
        self.board.as_deref().map(find_board).transpose()
    }

    /// The file of the board's data.
    pub(crate) fn board_file(&self) -> Option<&Path> {
        self.board.as_deref().filter(|name| Board::named(name).is_none()).map(Path::new)
    }

    /// The rule set.
    pub(crate) fn rule_set(&self) -> RuleSet {
        self.rules.unwrap_or_default()
    }

    /// The rules.
    pub(crate) fn rules(&self) -> anyhow::Result<Rules> {
        let set = self.rule_set();
        Ok(Rules::new(self.board()?.unwrap_or(*set.board()), set.options()))
    }

    /// A game that begins from the position.
    pub(crate) fn game(&self) -> anyhow::Result<Game> {
        let rules = self.rules()?;
        let position = match &self.position {
            Some(text) => parse_position(text, &rules).context("--position")?,
            None => Position::start(&rules),
        };
        Ok(Game::from_position(rules, position)?)
    }
}

/// The board of a name: one that is built in, or that of a file.
pub(crate) fn find_board(name: &str) -> anyhow::Result<Board> {
    match Board::named(name) {
        Some(board) => Ok(*board),
        None => files::read_board(Path::new(name)).with_context(|| {
            format!(
                "{name:?} is none of the boards jarmo and jasir, nor a file with a board's data"
            )
        }),
    }
}

/// What rules are called: their rule set's name, or `unnamed` for options that are none, and the
/// board where it is not the rule set's own.
pub(crate) fn rules_name(rules: &Rules, unnamed: &str) -> String {
    let name = rules.options().rule_set().map_or(unnamed, |set| set.name());
    if rules.are_on_own_board() {
        name.to_owned()
    } else {
        format!("{name}, board {}", rules.board().board_name())
    }
}

/// The boards that games in files may be played on, where this one was asked for. A built-in one
/// is known anyway: asking for it means the games that name none.
pub(crate) fn boards(asked: &Option<Board>) -> Boards<'_> {
    match asked {
        Some(board) if Board::BUILT_IN.contains(board) => Boards::default().assuming(board),
        _ => Boards::new(asked.as_slice()),
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the legal turns, one a line.
    Moves,
    /// Count turn sequences of each length up to DEPTH.
    Perft(Perft),
    /// Play turns and print where they lead.
    Play(Play),
    /// Check game records and say what is wrong with them, and where.
    Check(Check),
    /// Write game records in their canonical form, or as JSON.
    Convert(Convert),
    /// Walk through a game record.
    Replay(Replay),
    /// Count results, scores, lengths, captures and returns over games.
    Stats(Stats),
    /// Make an index of games for the session's opening explorer.
    Index(Index),
    /// Say what the engine thinks of the position.
    Analyze(Analyze),
    /// Write evaluations, better lines and glyphs on mistakes into a record.
    Annotate(Annotate),
    /// Let engines or levels play against each other.
    Match(Box<Match>),
    /// Draw a position or a game: .svg, .png, .txt, or .html, a page that plays through it.
    Render(Render),
    /// Be an engine for other programs, by the Universal Game Interface.
    Ugi,
    /// Build tables of solved positions, and look positions up.
    Tables {
        #[command(subcommand)]
        command: TablesCommand,
    },
    /// Explain the rules.
    Rules,
    /// Print a completion script for a shell.
    Completions(Completions),
    /// Print the manual page.
    Man,
}

/// Options of `perft`.
#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// The longest sequences to count, in turns.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: u32,
    /// Split the last count by first turn.
    #[arg(long)]
    pub(crate) divide: bool,
}

/// Options of `play`.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// Turns such as A1-C2, A1xC2, @C1, A4-C5@B1 or -- for a pass.
    #[arg(required = true, value_name = "TURN")]
    pub(crate) turns: Vec<String>,
}

/// Options of `check`.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// How much to print of each fault; by default a line, and in a terminal the place too.
    #[arg(long)]
    pub(crate) format: Option<FaultFormat>,
}

/// How a fault is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FaultFormat {
    /// One line.
    Short,
    /// With the line it is on and a caret under the place.
    Full,
}

/// Options of `convert`.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The file; - is standard input.
    pub(crate) file: PathBuf,
    /// What to write.
    #[arg(long, value_name = "FORM")]
    pub(crate) to: RecordForm,
    /// What the file is, where its extension does not say.
    #[arg(long, value_name = "FORM")]
    pub(crate) from: Option<RecordForm>,
    /// Where to write, instead of standard output, which - is too. The file is replaced as a whole
    /// or not at all.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// A form of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordForm {
    /// The text form, like chess's PGN.
    Jgn,
    /// The same tree as JSON.
    Json,
}

/// Options of `replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The file; - is standard input.
    pub(crate) file: PathBuf,
    /// Print each position string of the main line, one a line, the start included.
    #[arg(long)]
    pub(crate) plain: bool,
    /// Which game of the file, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,
}

/// Options of `stats`.
#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// The files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Add a table split by this; several with commas between them.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) by: Vec<Split>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `index`.
#[derive(Debug, Args)]
pub(crate) struct Index {
    /// The files of games; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The index; - is standard output. It is replaced as a whole or not at all.
    #[arg(short, long, value_name = "INDEX")]
    pub(crate) output: PathBuf,
    /// How many turns of each game to cover.
    #[arg(long, value_name = "TURNS", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    /// How much memory to sort in, in MiB; what does not fit goes to temporary files beside INDEX.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) memory: u32,
}

/// Options of `analyze`.
#[derive(Debug, Args)]
pub(crate) struct Analyze {
    /// How many turns of both sides to look ahead; 14 where no time is given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// How long to think.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// How many lines to look for.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) lines: u16,
    /// How many threads to use.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    pub(crate) threads: u16,
    /// The size of the transposition table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=MOST_HASH.into()))]
    pub(crate) hash: u16,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `annotate`.
#[derive(Debug, Args)]
pub(crate) struct Annotate {
    /// The record; - is standard input.
    pub(crate) file: PathBuf,
    /// The annotated record; it may be the same file, and - is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// How long to think about each position; 0.2 where neither time nor depth is given.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// How many turns of both sides to look ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// How many positions to think about at once; by default one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    pub(crate) threads: Option<u16>,
    /// Draw the evaluation of the first game, as SVG.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}

/// Options of `match`.
#[derive(Debug, Args)]
pub(crate) struct Match {
    /// The engine that has White first: level:N, time:SECONDS, depth:N, nodes:N, random,
    /// baseline:1, or cmd:PROGRAM ARGS that speaks UGI.
    #[arg(long, value_name = "ENGINE")]
    pub(crate) white: EngineSpec,
    /// The engine that has Black first.
    #[arg(long, value_name = "ENGINE")]
    pub(crate) black: EngineSpec,
    /// How many games to play, in pairs from the same opening with sides swapped.
    #[arg(long, value_name = "N", value_parser = number_of_games)]
    pub(crate) games: usize,
    /// Save every game to this file as it ends.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Go on with the match that the file has.
    #[arg(long, requires = "save")]
    pub(crate) resume: bool,
    /// How many games to play at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    pub(crate) concurrency: u16,
    /// What the openings follow from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop when one of two Elo differences is likely enough.
    #[arg(long, value_names = ["ELO0", "ELO1"], num_args = 2, allow_negative_numbers = true, value_parser = elo)]
    pub(crate) sprt: Option<Vec<f64>>,
    /// How long a foreign program may think about a turn.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub(crate) movetime: f64,
    /// How much later than that it may answer before it loses.
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    pub(crate) grace: f64,
    /// After how many turns of both sides a game that has not ended is drawn.
    #[arg(long, value_name = "TURNS", default_value_t = 1000)]
    pub(crate) longest: usize,
    /// How many random turns of both sides come before the engines'; games that they leave
    /// unbalanced are not taken, and none twice before all have come.
    #[arg(long, value_name = "TURNS", default_value_t = 6, value_parser = clap::value_parser!(u8).range(..=40))]
    pub(crate) opening: u8,
}

/// Options of `render`.
#[derive(Debug, Args)]
pub(crate) struct Render {
    /// The record; without it, the position is drawn.
    pub(crate) file: Option<PathBuf>,
    /// Where to draw; the extension says what: .svg, .png, .html or .txt.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Which game of the record, counted from 1; by default a picture is of the first, and a page
    /// of all.
    #[arg(long, value_name = "N", value_parser = game_number, requires = "file")]
    pub(crate) game: Option<usize>,
    /// In a picture, after how many turns of both sides; by default at the end.
    #[arg(long, value_name = "TURNS", requires = "file")]
    pub(crate) ply: Option<usize>,
    /// In a picture, mark where the archer on this hole may go.
    #[arg(long, value_name = "HOLE")]
    pub(crate) hole: Option<String>,
    /// Draw Black's side below.
    #[arg(long)]
    pub(crate) flip: bool,
    /// The width of a picture, in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 640, value_parser = clap::value_parser!(u32).range(64..=8192))]
    pub(crate) width: u32,
}

/// What to do with tables.
#[derive(Debug, Subcommand)]
pub(crate) enum TablesCommand {
    /// Solve all levels up to one, as far as they are not solved yet.
    Build(TablesBuild),
    /// Say which levels are solved, and how many positions are won, lost and drawn.
    Info(TablesInfo),
    /// Look a position up, and every legal turn.
    Probe(TablesPlace),
    /// Check the tables: all checksums, and positions by the rules themselves.
    Verify(TablesVerify),
}

/// Where tables are.
#[derive(Clone, Debug, Args)]
pub(crate) struct TablesPlace {
    /// The directory of the tables; JARMO_TABLES_DIR, or by the platform's conventions.
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// Options of `tables build`.
#[derive(Debug, Args)]
pub(crate) struct TablesBuild {
    /// The highest level to solve: archers on the board and marked archers together. The levels
    /// up to 6 take seconds and some megabytes.
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) level: usize,
    #[command(flatten)]
    pub(crate) place: TablesPlace,
    /// How many threads to use; by default one for each core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    pub(crate) threads: Option<u16>,
    /// How much memory to use at most, in MiB; 8192 by default.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) memory: Option<u32>,
    /// Write values only, not how far a win or loss is.
    #[arg(long)]
    pub(crate) no_distances: bool,
}

/// Options of `tables info`.
#[derive(Debug, Args)]
pub(crate) struct TablesInfo {
    #[command(flatten)]
    pub(crate) place: TablesPlace,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Tell each class of archers and marks apart, and the side to move.
    #[arg(long, conflicts_with = "json")]
    pub(crate) classes: bool,
}

/// Options of `tables verify`.
#[derive(Debug, Args)]
pub(crate) struct TablesVerify {
    #[command(flatten)]
    pub(crate) place: TablesPlace,
    /// Check the table of this level alone.
    #[arg(long, value_name = "N")]
    pub(crate) level: Option<usize>,
    /// Check every position by the rules, not only a sample.
    #[arg(long)]
    pub(crate) all: bool,
    /// Compare so many positions of each level with a full-width search, as far as that decides.
    #[arg(long, value_name = "N")]
    pub(crate) search: Option<u64>,
    /// What the sample follows from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// A path that may be empty.
fn maybe_empty() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// A time in seconds, up to a day.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, 0 to 86400".to_owned()),
    }
}

/// A number counted from 1.
fn game_number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "expected 1 or more".to_owned())
}

/// How many games a match has.
fn number_of_games(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number <= MOST_GAMES);
    number.ok_or_else(|| format!("expected a number up to {MOST_GAMES}"))
}

/// An Elo difference.
fn elo(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(elo) if elo.is_finite() => Ok(elo),
        _ => Err("expected an Elo difference such as 5".to_owned()),
    }
}

/// Says what is wrong with how the program is used, as the parser of arguments does.
pub(crate) fn misused(message: &str) -> ExitCode {
    // Where standard error is gone there is nobody to be told.
    let _ = Arguments::command().error(ErrorKind::ArgumentConflict, message).print();
    ExitCode::from(2)
}

/// Options of `completions`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

/// The arguments with each `--` among the turns of `jarmo play` written `pass`: a pass is a turn,
/// and clap would take it for the end of the options.
pub(crate) fn with_passes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut playing = false;
    arguments
        .map(|argument| {
            if playing && argument == "--" {
                return OsString::from("pass");
            }
            playing |= argument == "play";
            argument
        })
        .collect()
}
