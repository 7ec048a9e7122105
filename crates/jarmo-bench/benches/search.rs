//! Time to depth 12, 16 and 20 from the start, `brainking`, one thread; positions a second.
//!
//! `cargo bench -p jarmo-bench --bench search -- [DEPTH [THREADS]]` goes to another depth, or uses
//! more threads.

use std::sync::atomic::AtomicBool;

use jarmo_ai::{Clock, Limits, Search};
use jarmo_bench::{Row, print_rates};
use jarmo_core::{Game, Rules};

const HASH_MIB: usize = 256;

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
}
