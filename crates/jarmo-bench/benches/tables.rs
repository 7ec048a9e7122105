//! Tables of solved positions, `brainking`: building them and looking positions up.

use std::hint::black_box;
use std::time::Instant;

use fastrand::Rng;
use jarmo_bench::{Row, medians, print_rates};
use jarmo_core::{Position, Rules};
use jarmo_tables::{BuildOptions, Tables, build};

const LEVEL: usize = 5;
const PROBES: usize = 20_000;
const ROUNDS: usize = 5;
const SEED: u64 = 20_261_130;

fn main() {
    let rules = Rules::BRAINKING;
    let folder = tempfile::tempdir().expect("there is room for tables");
    let options = BuildOptions { threads: 1, ..BuildOptions::default() };
    let start = Instant::now();
    build(folder.path(), &rules, LEVEL, &options, |_, _| ()).expect("tables can be built");
    let built_in = start.elapsed();

    let tables = Tables::open(folder.path(), &rules).expect("they were built");
    let solved: u64 = tables.levels().iter().map(|table| table.index().len()).sum();
    let (near, far) = positions(&tables, &rules);
    let look_up = |positions: &[Position]| {
        for position in positions {
            let value = tables.value(black_box(position)).expect("tables are sound");
            black_box(value.expect("its level is there"));
        }
    };
    let (mut in_turn, mut at_random) = (|| look_up(&near), || look_up(&far));
    let [near_time, far_time] = medians(ROUNDS, [&mut in_turn, &mut at_random]);
    let row = |name, count, time| Row { name, count, unit: "positions", time };
    print_rates(
        "Tables up to level 5, brainking, one thread",
        &[
            row("building", solved as f64, built_in),
            row("looking up neighbours", near.len() as f64, near_time),
            row("looking up at random", far.len() as f64, far_time),
        ],
    );
}

/// Positions of the highest level: one behind the other in its table, and anywhere in it.
fn positions(tables: &Tables, rules: &Rules) -> (Vec<Position>, Vec<Position>) {
    let index = tables.levels().last().expect("there are levels").index();
    let mut rng = Rng::with_seed(SEED);
    // Some placements are no position: an archer at home cannot be marked, say.
    let position = |number| index.placement(number % index.len())?.position(rules).ok();
    let first = index.len() / 2;
    let near = (first..).filter_map(position).take(PROBES).collect();
    let far = std::iter::repeat_with(|| rng.u64(..index.len())).filter_map(position);
    (near, far.take(PROBES).collect())
}
