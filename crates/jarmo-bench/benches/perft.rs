//! Counting turn sequences beside cozy-chess, both counting the last turns in bulk.

use std::hint::black_box;

use cozy_chess::Board;
use jarmo_bench::{Row, medians, print_table};
use jarmo_core::{Position, Rules};

const ROUNDS: usize = 5;
const JARMO: (u32, u64) = (8, 391_504_291);
const CHESS: (u32, u64) = (6, 119_060_324);

fn main() {
    let rules = Rules::BRAINKING;
    let start = Position::start(&rules);
    let board = Board::default();
    let mut jarmo = || {
        let nodes = jarmo_core::perft(black_box(&start), black_box(&rules), JARMO.0);
        assert_eq!(nodes, JARMO.1);
    };
    let mut chess = || assert_eq!(chess_perft(black_box(&board), CHESS.0), CHESS.1);
    let [jarmo_time, chess_time] = medians(ROUNDS, [&mut jarmo, &mut chess]);
    print_table(
        "Sequences of turns from the start, one thread",
        &[
            Row {
                name: "jarmo-core, perft(8)",
                count: JARMO.1 as f64,
                unit: "nodes",
                time: jarmo_time,
            },
            Row {
                name: "cozy-chess, perft(6)",
                count: CHESS.1 as f64,
                unit: "nodes",
                time: chess_time,
            },
        ],
    );
}

fn chess_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for turn in moves {
                let mut after = board.clone();
                after.play_unchecked(turn);
                nodes += chess_perft(&after, depth - 1);
            }
        }
        false
    });
    nodes
}
