//! `jarmo tables`: building and looking up solved positions.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use jarmo_core::{Position, Rules};
use jarmo_notation::TurnText;
use jarmo_tables::{BuildOptions, Counts, Stage, TableFile, Tables, Value};

use crate::args::{Opening, TablesBuild, TablesCommand, TablesVerify};
use crate::columns;
use crate::progress::Progress;
use crate::solutions::directory;

/// Does one of the things that can be done with tables.
pub(crate) fn run(opening: &Opening, command: &TablesCommand) -> anyhow::Result<ExitCode> {
    let rules = opening.rules()?;
    let place = match command {
        TablesCommand::Build(options) => &options.place,
        TablesCommand::Info(options) => &options.place,
        TablesCommand::Probe(place) => place,
        TablesCommand::Verify(options) => &options.place,
    };
    let directory = directory(place.dir.as_deref().or(opening.tables.as_deref()), &rules)?;
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

fn build(rules: &Rules, directory: &Path, options: &TablesBuild) -> anyhow::Result<()> {
    let defaults = BuildOptions::default();
    let build = BuildOptions {
        threads: options.threads.map_or(defaults.threads, |threads| threads as usize),
        memory: options.memory.map_or(defaults.memory, |mebibytes| u64::from(mebibytes) << 20),
        ..defaults
    };
    let mut progress = Progress::new();
    let mut told = Instant::now();
    jarmo_tables::build(directory, rules, options.level, &build, |level, stage| match stage {
        Stage::Solving { winner, sweep, changed } => progress.tell(|| {
            format!("level {level}: what {winner} wins, sweep {sweep}, {changed} rows changed")
        }),
        Stage::Writing => progress.tell(|| format!("level {level}: writing")),
        Stage::Done => {
            progress.clear();
            eprintln!("level {level} built in {:.1} s", told.elapsed().as_secs_f64());
            told = Instant::now();
        }
        _ => {}
    })?;
    info(rules, directory, false, false)
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
    let head = ["level", "positions", "win", "loss", "drawn", "endless", "bytes"];
    let mut rows = Vec::new();
    for table in tables.levels() {
        let level = table.index().level().to_string();
        rows.push(row(level, &table.counts(), table.size().to_string()));
        if !classes {
            continue;
        }
        for (class, counts) in table.index().classes().zip(table.counts_by_class()) {
            for (side, counts) in ["White", "Black"].into_iter().zip(counts) {
                rows.push(row(format!("  {class}, {side} to move"), counts, String::new()));
            }
        }
    }
    for line in columns::lines(&head.map(str::to_owned), &rows) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn row(name: String, counts: &Counts, bytes: String) -> Vec<String> {
    let numbers = [counts.positions(), counts.win, counts.loss, counts.drawn, counts.endless];
    let numbers = numbers.iter().map(u64::to_string);
    std::iter::once(name).chain(numbers).chain([bytes]).collect()
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

/// Prints the position's value, and each turn with what it is worth to who takes it.
fn probe(tables: &Tables, position: &Position) -> anyhow::Result<()> {
    let Some(value) = tables.value(position)? else {
        bail!("there is no table of level {}: jarmo tables build", position.level());
    };
    let mut turns = tables.turns(position)?;
    turns.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    let mut text = format!("value {value}\n");
    for (turn, value) in turns {
        let value = value.map_or("unknown".to_owned(), |value: Value| value.to_string());
        writeln!(text, "{} {value}", TurnText::new(turn, tables.rules().board()))?;
    }
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// How many positions of a level are checked unless all are.
const SAMPLE: u64 = 20_000;

fn verify(rules: &Rules, directory: &Path, options: &TablesVerify) -> anyhow::Result<()> {
    let tables = Tables::open(directory, rules)?;
    if tables.levels().is_empty() {
        bail!("there are no tables: jarmo tables build");
    }
    let mut progress = Progress::new();
    for table in tables.levels() {
        let level = table.index().level();
        tables.verify_blocks(level, |done, all| {
            progress.tell(|| format!("level {level}: {} % of blocks", 100 * done / all));
        })?;
        let len = table.index().len();
        let checked = if options.all { len } else { len.min(SAMPLE) };
        let mut random = fastrand::Rng::with_seed(options.seed);
        for i in 0..checked {
            let number = if checked == len { i } else { random.u64(0..len) };
            tables.verify_position(level, number)?;
            progress.tell(|| format!("level {level}: {} % of positions", 100 * i / checked));
        }
        progress.clear();
        println!("level {level}: {} blocks and {checked} positions are sound", table.blocks());
    }
    Ok(())
}
