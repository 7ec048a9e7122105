//! Evaluating the positions of a game, several at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use jarmo_ai::{Clock, Limits, Search, Solved, Verdict};
use jarmo_core::{GameResult, Side};
use jarmo_notation::{Eval, NodeId, Record};

use super::{Finding, main_line};

/// How much thought goes into each position.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    pub(crate) limits: Limits,
    /// How many positions are thought about at once, each by a search of its own.
    pub(crate) threads: usize,
    /// Each search's transposition table, in MiB.
    pub(crate) hash_mib: usize,
    /// Positions to look up.
    pub(crate) solved: Solved,
}

/// Evaluates these places of the main line, and calls `progress` with how many are done. What was
/// not reached when `stop` was set is left out.
pub(crate) fn survey(
    record: &Record,
    places: &[usize],
    effort: &Effort,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize) + Sync),
) -> Vec<(usize, Finding)> {
    let line = main_line(record);
    let found = Mutex::new(Vec::new());
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..effort.threads.clamp(1, places.len().max(1)) {
            scope.spawn(|| {
                let mut search = Search::new(effort.hash_mib, Clock::default());
                search.set_solved(effort.solved.clone());
                while !stop.load(Ordering::Relaxed) {
                    let Some(place) = places.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        return;
                    };
                    let finding = evaluate(&mut search, record, line[*place], effort.limits, stop);
                    // A search that was cut short says too little.
                    if let Some(finding) = finding.filter(|_| !stop.load(Ordering::Relaxed)) {
                        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                        found.push((*place, finding));
                    }
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn evaluate(
    search: &mut Search,
    record: &Record,
    id: NodeId,
    limits: Limits,
    stop: &AtomicBool,
) -> Option<Finding> {
    let (rules, position) = (record.rules(), record.node(id).position());
    if position.is_over(rules) {
        let points = position.score(rules).margin(Side::White) as f64;
        // Whoever has the position knows the result.
        let (eval, result) = (Eval { points, depth: None }, None);
        return Some(Finding { eval, result, line: Vec::new() });
    }
    // Each position is judged afresh: what is found does not depend on which thread came first.
    search.forget();
    let found = search.analyze(&record.game(id), &limits, 1, stop, &mut |_| ()).ok()?;
    let info = found.into_iter().next()?;
    let points = info.value.points();
    let side = position.to_move();
    let points = if side == Side::White { points } else { -points };
    // No minus before a zero.
    let eval = Eval { points: points + 0.0, depth: Some(info.depth) };
    let result = info.verdict.map(|verdict| match verdict {
        Verdict::Win => GameResult::Won(side),
        Verdict::Draw => GameResult::Draw,
        Verdict::Loss => GameResult::Won(side.other()),
    });
    Some(Finding { eval, result, line: info.line })
}
