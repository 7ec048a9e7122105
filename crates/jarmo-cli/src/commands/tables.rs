//! `jarmo tables`: building and looking up solved positions.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use jarmo_core::{Position, Rules, Side};
use jarmo_notation::TurnText;
use jarmo_tables::{BuildOptions, Counts, Stage, TableFile, Tables, game_name};

use crate::args::{Opening, TablesBuild, TablesCommand, TablesVerify};
use crate::columns;
use crate::progress::Progress;
use crate::solutions::{self, directory};

/// Does one of the things that can be done with tables.
pub(crate) fn run(opening: &Opening, command: &TablesCommand) -> anyhow::Result<ExitCode> {
    let rules = opening.rules()?;
    let place = match command {
        TablesCommand::Build(options) => &options.place,
        TablesCommand::Info(options) => &options.place,
        TablesCommand::Probe(place) => place,
        TablesCommand::Verify(options) => &options.place,
    };
    let asked = place.dir.as_deref().or(opening.tables.as_deref());
    if asked.is_some_and(|asked| asked.as_os_str().is_empty()) {
        bail!("\"\" is no place for tables: name a directory");
    }
    let directory = directory(asked, &rules)?;
    if !matches!(command, TablesCommand::Build(_)) {
        refuse_empty(asked, &directory, &rules)?;
    }
    match command {
        TablesCommand::Build(options) => build(&rules, &directory, options),
        TablesCommand::Info(options) => info(&rules, &directory, options.json, options.classes),
        TablesCommand::Probe(_) => {
            probe(&Tables::open(&directory, &rules)?, opening.game()?.position())
        }
        TablesCommand::Verify(options) => verify(&rules, &directory, options),
    }
    .map(|()| ExitCode::SUCCESS)
}

/// Refuses a directory that was asked for and has no tables of this game.
fn refuse_empty(asked: Option<&Path>, directory: &Path, rules: &Rules) -> anyhow::Result<()> {
    let Some(asked) = asked else { return Ok(()) };
    solutions::check(Some(asked))?;
    if Tables::open(directory, rules)?.levels().is_empty() {
        bail!("no tables of {} in {}: jarmo tables build", game_name(rules), asked.display());
    }
    Ok(())
}

fn build(rules: &Rules, directory: &Path, options: &TablesBuild) -> anyhow::Result<()> {
    let defaults = BuildOptions::default();
    let build = BuildOptions {
        threads: options.threads.map_or(defaults.threads, usize::from),
        memory: options.memory.map_or(defaults.memory, |mebibytes| u64::from(mebibytes) << 20),
        distances: !options.no_distances,
    };
    let mut progress = Progress::new();
    let began = Instant::now();
    jarmo_tables::build(directory, rules, options.level, &build, |level, stage| {
        let elapsed = began.elapsed();
        match stage {
            Stage::Solving { winner, sweep, changed, done } => progress.tell(|| {
                let left = left(elapsed, share(winner, done));
                format!("what {winner} wins: sweep {sweep}, {changed} rows changed{left}")
            }),
            Stage::Writing { done } => {
                progress.tell(|| format!("level {level}: {:.0} % written", 100.0 * done));
            }
            Stage::Verified { class, counts } => {
                progress.clear();
                let Counts { win, loss, drawn, endless } = counts;
                tell!(
                    "level {level}, {class}: {win} won, {loss} lost, {drawn} drawn, {endless} endless; \
                     a sample is sound"
                );
            }
            _ => {}
        }
    })?;
    progress.clear();
    tell!("built in {:.1} s", began.elapsed().as_secs_f64());
    info(rules, directory, false, false)
}

/// How much of a build is done when so much of solving for a side is: writing the files takes
/// about a quarter of it.
fn share(winner: Side, done: f64) -> f64 {
    0.375 * (f64::from(winner as u8) + done)
}

/// How much longer a build will take that has done this much of its work.
fn left(elapsed: Duration, done: f64) -> String {
    if done < 0.02 || elapsed < Duration::from_secs(5) {
        return String::new();
    }
    let left = elapsed.as_secs_f64() * (1.0 - done) / done;
    format!(", about {:.0} min left", (left / 60.0).ceil())
}

fn info(rules: &Rules, directory: &Path, json: bool, classes: bool) -> anyhow::Result<()> {
    let tables = Tables::open(directory, rules)?;
    let mut out = io::stdout().lock();
    if json {
        let levels: Vec<_> = tables.levels().iter().map(level_json).collect();
        serde_json::to_writer_pretty(&mut out, &levels).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{}", directory.display())?;
    let head = ["level", "positions", "win", "loss", "drawn", "endless", "longest", "bytes"];
    let mut rows = Vec::new();
    for table in tables.levels() {
        let level = table.index().level();
        let longest = tables.longest(level).map_or("-".to_owned(), |turns| turns.to_string());
        let bytes = tables.size(level).to_string();
        rows.push(row(level.to_string(), &table.counts(), [longest, bytes]));
        if !classes {
            continue;
        }
        for (class, counts) in table.index().classes().zip(table.counts_by_class()) {
            for (side, counts) in ["White", "Black"].into_iter().zip(counts) {
                rows.push(row(
                    format!("  {class}, {side} to move"),
                    counts,
                    [const { String::new() }; 2],
                ));
            }
        }
    }
    for line in columns::lines(&head.map(str::to_owned), &rows) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn row(name: String, counts: &Counts, more: [String; 2]) -> Vec<String> {
    let numbers = [counts.positions(), counts.win, counts.loss, counts.drawn, counts.endless];
    let numbers = numbers.iter().map(u64::to_string);
    std::iter::once(name).chain(numbers).chain(more).collect()
}

fn level_json(table: &TableFile) -> serde_json::Value {
    let counts = table.counts();
    serde_json::json!({
        "level": table.index().level(),
        "positions": table.index().len(),
        "win": counts.win,
        "loss": counts.loss,
        "drawn": counts.drawn,
        "endless": counts.endless,
    })
}

/// Prints the position's value and distance, and each turn with what it is worth to who takes it:
/// the best first.
fn probe(tables: &Tables, position: &Position) -> anyhow::Result<()> {
    let Some(verdict) = tables.verdict(position)? else {
        bail!("there is no table of level {}: jarmo tables build", position.level());
    };
    let level = position.level();
    if tables.level(level).is_none() && tables.in_opening(position).is_some() {
        tell!("there is no table of level {level}: this is what is known of the first turns");
    }
    let mut text = format!("value {verdict}\n");
    for (turn, verdict) in tables.ranked_turns(position)? {
        let told = verdict.map_or("unknown".to_owned(), |verdict| verdict.to_string());
        writeln!(text, "{} {told}", TurnText::new(turn, tables.rules().board()))?;
    }
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// How many positions of a level are checked unless all are.
const SAMPLE: u64 = 20_000;

/// How many positions the search may see that a position is compared with.
const NODES: u64 = 10_000;

fn verify(rules: &Rules, directory: &Path, options: &TablesVerify) -> anyhow::Result<()> {
    let tables = Tables::open(directory, rules)?;
    if tables.levels().is_empty() {
        bail!("there are no tables: jarmo tables build");
    }
    let Some(level) = options.level else {
        return tables.levels().iter().try_for_each(|table| verify_level(&tables, table, options));
    };
    let Some(table) = tables.level(level) else {
        bail!("there is no table of level {level}: jarmo tables build --level {level}");
    };
    verify_level(&tables, table, options)
}

fn verify_level(tables: &Tables, table: &TableFile, options: &TablesVerify) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    let (level, len) = (table.index().level(), table.index().len());
    tables.verify_blocks(level, |done, all| {
        progress.tell(|| format!("level {level}: {} % of blocks", 100 * done / all));
    })?;
    let mut random = fastrand::Rng::with_seed(options.seed);
    let checked = if options.all { len } else { len.min(SAMPLE) };
    for i in 0..checked {
        let number = if checked == len { i } else { random.u64(0..len) };
        tables.verify_position(level, number)?;
        progress.tell(|| format!("level {level}: {} % of positions", 100 * i / checked));
    }
    let mut told = format!("level {level}: all blocks and {checked} positions are sound");
    if let Some(searches) = options.search {
        let mut known = 0_u64;
        for i in 0..searches {
            known += u64::from(tables.verify_by_search(level, random.u64(0..len), NODES)?);
            progress.tell(|| format!("level {level}: {} % of searches", 100 * i / searches));
        }
        write!(told, ", and so are {known} that a search could decide, of {searches}")?;
    }
    progress.clear();
    writeln!(io::stdout(), "{told}")?;
    Ok(())
}
