//! Counting turn sequences beside cozy-chess and shakmaty, all counting the last turns in bulk.

use std::hint::black_box;

use cozy_chess::Board;
use jarmo_bench::{Row, medians, print_table};
use jarmo_core::{Position, Rules};
use shakmaty::Chess;

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
    let mut cozy = || assert_eq!(chess_perft(black_box(&board), CHESS.0), CHESS.1);
    let chess = Chess::default();
    let mut shakmaty = || assert_eq!(shakmaty::perft(black_box(&chess), CHESS.0), CHESS.1);
    let times = medians(ROUNDS, [&mut jarmo, &mut cozy, &mut shakmaty]);
    let names = ["jarmo-core, perft(8)", "cozy-chess, perft(6)", "shakmaty, perft(6)"];
    let counts = [JARMO.1, CHESS.1, CHESS.1];
    let mut rows = Vec::new();
    for ((name, count), time) in names.into_iter().zip(counts).zip(times) {
        rows.push(Row { name, count: count as f64, unit: "nodes", time });
    }
    print_table("Sequences of turns from the start, one thread", &rows);
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
