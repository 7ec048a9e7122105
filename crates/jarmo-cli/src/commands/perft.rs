//! `jarmo perft`: counting turn sequences.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use jarmo_core::{Game, perft};
use jarmo_notation::TurnText;

use crate::args::Perft;

/// Prints `D NODES` for each depth, the last one after its split if that is asked for; the rate
/// goes to standard error.
pub(crate) fn run(game: &Game, options: &Perft) -> anyhow::Result<ExitCode> {
    let (position, rules) = (game.position(), game.rules());
    let mut out = io::stdout().lock();
    let begun = Instant::now();
    let mut counted = 0_u64;
    for depth in 1..=options.depth {
        let nodes = if options.divide && depth == options.depth {
            let mut parts: Vec<(String, u64)> = position
                .legal_turns(rules)
                .map(|turn| {
                    let after = position.play_unchecked(rules, turn);
                    let text = TurnText::new(turn, rules.board()).to_string();
                    (text, perft(&after, rules, depth - 1))
                })
                .collect();
            parts.sort_unstable();
            for (text, nodes) in &parts {
                writeln!(out, "{text} {nodes}")?;
            }
            parts.iter().map(|(_, nodes)| nodes).sum()
        } else {
            perft(position, rules, depth)
        };
        writeln!(out, "{depth} {nodes}")?;
        out.flush()?;
        counted += nodes;
    }
    let seconds = begun.elapsed().as_secs_f64();
    if seconds > 0.0 {
        let rate = counted as f64 / seconds / 1e6;
        tell!("{counted} nodes in {seconds:.3} s, {rate:.0} million a second");
    }
    Ok(ExitCode::SUCCESS)
}
