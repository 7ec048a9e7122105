//! `jarmo analyze`: what the engine thinks of a position.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::bail;
use jarmo_ai::{Clock, Info, Limits, Search};
use jarmo_core::Board;
use jarmo_notation::TurnText;
use serde::Serialize;

use crate::args::{Analyze, Opening};
use crate::solutions::{Solution, SolutionData, Solutions};

/// The depth searched where neither depth nor time is given.
const DEPTH: u32 = 14;

/// Prints the best lines, and last the best turn with its score in points for the side to move.
pub(crate) fn run(opening: &Opening, options: &Analyze) -> anyhow::Result<ExitCode> {
    let game = &opening.game()?;
    if game.ending().is_some() {
        bail!("the game is over: there is nothing to analyze");
    }
    let limits = Limits {
        depth: options.depth.or(options.time.is_none().then_some(DEPTH)),
        time: options.time.map(Duration::from_secs_f64),
        ..Limits::NONE
    };
    let mut search = Search::new(options.hash.into(), Clock::system());
    search.set_threads(options.threads.into());
    let solved = Solutions::new(opening.tables.clone()).of(game.rules())?;
    let solution = Solution::of(&solved, game.position());
    search.set_solved(solved);
    let board = game.rules().board();
    let live = io::stderr().is_terminal() && !options.json;
    let stop = Arc::new(AtomicBool::new(false));
    let interrupt = Arc::clone(&stop);
    // Ctrl-C only ends the thinking: what was found is printed.
    let _ = ctrlc::set_handler(move || interrupt.store(true, Ordering::Relaxed));
    let found = search.analyze(game, &limits, options.lines.into(), &stop, &mut |info| {
        if live {
            tell!("{}", line_text(info, board));
        }
    })?;
    let mut out = io::stdout().lock();
    if options.json {
        serde_json::to_writer_pretty(&mut out, &Analysis::new(&found, solution, board))?;
        writeln!(out)?;
    } else {
        if let Some(solution) = solution {
            writeln!(out, "{}: {solution}", solution.source())?;
        }
        for info in &found {
            writeln!(out, "{}", line_text(info, board))?;
        }
        if !is_by_points(&found) {
            writeln!(out, "{BY_CERTAINTY}")?;
        }
        if let Some((info, turn)) = found.first().and_then(|info| Some((info, info.line.first()?)))
        {
            writeln!(out, "best {} score {:.2}", TurnText::new(*turn, board), info.value.points())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What is to be said of lines that are not in the order of their points.
pub(crate) const BY_CERTAINTY: &str =
    "What is certain is ranked first: a win before all estimates, a loss behind them.";

/// Whether lines are in the order of the points that are shown.
pub(crate) fn is_by_points(lines: &[Info]) -> bool {
    lines.is_sorted_by(|a, b| a.value.points() >= b.value.points())
}

/// A line with what is known of it. Times are left out: the same search prints the same.
pub(crate) fn line_text(info: &Info, board: &Board) -> String {
    let end = info.value.plies_to_end().map(|plies| format!(", end in {plies}"));
    let certain = match info.verdict {
        Some(verdict) => format!(" certain {verdict}{}", end.unwrap_or_default()),
        None => String::new(),
    };
    format!(
        "{}. {:+.2}{certain} depth {} nodes {}: {}",
        info.rank,
        info.value.points(),
        info.depth,
        info.nodes,
        turn_texts(info, board).join(" ")
    )
}

fn turn_texts(info: &Info, board: &Board) -> Vec<String> {
    info.line.iter().map(|turn| TurnText::new(*turn, board).to_string()).collect()
}

/// What `--json` prints.
#[derive(Serialize)]
struct Analysis {
    /// The best turn.
    best: Option<String>,
    /// Points of final margin, the side to move's view.
    score: Option<f64>,
    /// What is known of the position, and what from.
    tables: Option<SolutionData>,
    /// The lines, best first.
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    /// Points of final margin, the side to move's view.
    score: f64,
    /// `win`, `draw` or `loss` for the side to move, where that is certain; else the score is an
    /// estimate.
    certain: Option<String>,
    /// In how many turns of both sides the game ends, where that has been seen.
    end_in: Option<u32>,
    depth: u32,
    nodes: u64,
    turns: Vec<String>,
}

impl Analysis {
    fn new(found: &[Info], solution: Option<Solution>, board: &Board) -> Analysis {
        let line = |info: &Info| Line {
            score: info.value.points(),
            certain: info.verdict.map(|verdict| verdict.to_string()),
            end_in: info.value.plies_to_end(),
            depth: info.depth,
            nodes: info.nodes,
            turns: turn_texts(info, board),
        };
        let lines: Vec<Line> = found.iter().map(line).collect();
        let first = lines.first();
        Analysis {
            best: first.and_then(|line| line.turns.first().cloned()),
            score: first.map(|line| line.score),
            tables: solution.map(SolutionData::from),
            lines,
        }
    }
}
