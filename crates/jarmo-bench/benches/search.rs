//! Time to depth 12, 16 and 20 from the start, `brainking`, one thread; positions a second.
//!
//! `cargo bench -p jarmo-bench --bench search -- [DEPTH [THREADS]]` goes to another depth, or uses
//! more threads. Then twenty balanced positions are searched on one thread and on two.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use jarmo_ai::{Clock, Limits, Openings, Search};
use jarmo_bench::{Row, print_rates};
use jarmo_core::{Game, Rules};

const HASH_MIB: usize = 256;

/// How many positions are searched on one thread and on two, and how deep.
const POSITIONS: usize = 20;
const DEPTH: u32 = 26;

/// The seconds that a position takes on so many threads, from an empty table.
fn seconds(game: &Game, threads: usize) -> f64 {
    let mut search = Search::new(HASH_MIB, Clock::default());
    search.set_threads(threads);
    let begun = Instant::now();
    let never = AtomicBool::new(false);
    let lines = search.analyze(game, &Limits::depth(DEPTH), 1, &never, &mut |_| ());
    lines.expect("balanced positions are not over");
    begun.elapsed().as_secs_f64()
}

fn compare_threads() {
    let (mut one, mut two, mut logarithms) = (0.0, 0.0, 0.0);
    for game in Openings::new(Rules::BRAINKING, 1).take(POSITIONS) {
        let (alone, together) = (seconds(&game, 1), seconds(&game, 2));
        one += alone;
        two += together;
        logarithms += (alone / together).ln();
    }
    println!();
    println!("{POSITIONS} positions to depth {DEPTH}, one thread and two");
    println!(
        "  {one:.2} s and {two:.2} s: {:.2} times as fast in all, {:.2} in the geometric mean",
        one / two,
        (logarithms / POSITIONS as f64).exp()
    );
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse::<u32>().ok());
    let last = numbers.next().unwrap_or(20);
    let threads = numbers.next().unwrap_or(1);
    let mut search = Search::new(HASH_MIB, Clock::default());
    search.set_threads(threads as usize);
    let game = Game::new(Rules::BRAINKING);
    println!("{threads} thread(s), {HASH_MIB} MiB");
    println!("depth seldepth   value        nodes    seconds      nodes/s");
    let outcome =
        search.analyze(&game, &Limits::depth(last), 1, &AtomicBool::new(false), &mut |info| {
            if matches!(info.depth, 12 | 16) || info.depth >= 20 || info.depth == last {
                println!(
                    "{:5} {:8} {:>7} {:12} {:10.3} {:12}",
                    info.depth,
                    info.seldepth,
                    info.value.to_string(),
                    info.nodes,
                    info.time.as_secs_f64(),
                    info.nodes_per_second()
                );
            }
        });
    let lines = outcome.expect("the start position has a best turn");
    let last = lines.first().expect("one line was asked for");
    print_rates(
        "Search from the start, brainking",
        &[Row {
            name: "jarmo-ai, to the last depth",
            count: last.nodes as f64,
            unit: "positions",
            time: last.time,
        }],
    );
    compare_threads();
}
