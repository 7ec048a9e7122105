//! Reading records beside pgn-reader, and checking them beside pgn-reader with shakmaty: as many
//! games with as many turns, in memory, from the same kind of reader.

use std::fmt::Write;
use std::ops::ControlFlow;

use fastrand::Rng;
use jarmo_bench::{Games, Row, medians, print_table};
use jarmo_notation::{Checker, Diagnostic, Fault, NodeId, Reader, TurnText, Visitor};
use pgn_reader::SanPlus;
use shakmaty::{Chess, Move, Position};

const GAMES: usize = 100_000;
const ROUNDS: usize = 5;
const SEED: u64 = 20_261_130;

fn main() {
    eprintln!("making {GAMES} games of each kind ...");
    let (jarmo, lengths) = jarmo_games();
    let turns: usize = lengths.iter().sum();
    let chess = chess_games(&lengths);
    println!(
        "{turns} turns in {:.1} MB of Jarmo and {:.1} MB of chess",
        jarmo.len() as f64 / 1e6,
        chess.len() as f64 / 1e6
    );
    checking(&jarmo, &chess, turns);
    reading(&jarmo, &chess, turns);
}

fn checking(jarmo: &str, chess: &str, turns: usize) {
    let mut ours = || {
        let mut checker = Checker::new(&[], |fault: Diagnostic| panic!("{fault}"));
        let mut reader = Reader::new(jarmo.as_bytes());
        while reader.read_game(&mut checker).expect("memory can be read") {}
        assert_eq!(checker.games(), GAMES as u64);
    };
    let mut theirs = || {
        let mut reader = pgn_reader::Reader::new(chess.as_bytes());
        let mut played = 0;
        while let Some(moves) = reader.read_game(&mut ChessChecker).expect("memory can be read") {
            played += moves;
        }
        assert_eq!(played, turns);
    };
    let [our_time, their_time] = medians(ROUNDS, [&mut ours, &mut theirs]);
    let row = |name, time| Row { name, count: turns as f64, unit: "turns", time };
    print_table(
        "Checking legality",
        &[row("jarmo-notation", our_time), row("pgn-reader and shakmaty", their_time)],
    );
}

fn reading(jarmo: &str, chess: &str, turns: usize) {
    let mut ours = || {
        let mut counter = Counter::default();
        let mut reader = Reader::new(jarmo.as_bytes());
        while reader.read_game(&mut counter).expect("memory can be read") {}
        assert_eq!(counter.0, turns);
    };
    let mut theirs = || {
        let mut reader = pgn_reader::Reader::new(chess.as_bytes());
        let mut counted = 0;
        while let Some(moves) = reader.read_game(&mut ChessCounter).expect("memory can be read") {
            counted += moves;
        }
        assert_eq!(counted, turns);
    };
    let [our_time, their_time] = medians(ROUNDS, [&mut ours, &mut theirs]);
    let row = |name, text: &str, time| Row { name, count: text.len() as f64, unit: "bytes", time };
    print_table(
        "Reading without checking",
        &[row("jarmo-notation", jarmo, our_time), row("pgn-reader", chess, their_time)],
    );
}

// ---- Jarmo

/// A file of games, and how many turns each has.
fn jarmo_games() -> (String, Vec<usize>) {
    let mut text = String::new();
    let mut lengths = Vec::new();
    for game in Games::new(SEED).take(GAMES) {
        lengths.push(game.path(game.line_end(NodeId::ROOT)).len());
        writeln!(text, "{game}").expect("memory can be written");
    }
    (text, lengths)
}

#[derive(Default)]
struct Counter(usize);

impl Visitor for Counter {
    fn turn(&mut self, _: TurnText) -> Result<(), Fault> {
        self.0 += 1;
        Ok(())
    }
}

// ---- Chess

/// A file of chess games of these lengths. Where one ends too early it is played anew.
fn chess_games(lengths: &[usize]) -> String {
    let mut rng = Rng::with_seed(SEED);
    let mut text = String::new();
    for (i, length) in lengths.iter().enumerate() {
        let movetext = loop {
            if let Some(movetext) = chess_movetext(&mut rng, *length) {
                break movetext;
            }
        };
        write!(
            text,
            "[Event \"Generated game\"]\n[Site \"?\"]\n[Date \"2026.11.{:02}\"]\n\
             [Round \"{i}\"]\n[White \"Kamila\"]\n[Black \"Damir\"]\n[Result \"*\"]\n\n\
             {movetext}*\n\n",
            i % 30 + 1,
        )
        .expect("memory can be written");
    }
    text
}

/// Random legal moves with their numbers; `None` if the game was over before.
fn chess_movetext(rng: &mut Rng, length: usize) -> Option<String> {
    let mut position = Chess::default();
    let mut text = String::new();
    let mut line_start = 0;
    for i in 0..length {
        let moves = position.legal_moves();
        if moves.is_empty() || position.is_insufficient_material() {
            return None;
        }
        if i % 2 == 0 {
            write!(text, "{}. ", i / 2 + 1).expect("memory can be written");
        }
        let chosen: Move = moves[rng.usize(..moves.len())];
        let san = SanPlus::from_move_and_play_unchecked(&mut position, chosen);
        write!(text, "{san}").expect("memory can be written");
        let full = text.len() - line_start > 72;
        text.push(if full { '\n' } else { ' ' });
        line_start = if full { text.len() } else { line_start };
    }
    Some(text)
}

struct ChessChecker;

impl pgn_reader::Visitor for ChessChecker {
    type Tags = ();
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, (Chess, usize)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, (position, count): &mut (Chess, usize), san: SanPlus) -> ControlFlow<usize> {
        let legal = san.san.to_move(position).expect("the move is legal");
        position.play_unchecked(legal);
        *count += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, count): (Chess, usize)) -> usize {
        count
    }
}

struct ChessCounter;

impl pgn_reader::Visitor for ChessCounter {
    type Tags = ();
    type Movetext = usize;
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, usize> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, count: &mut usize, _: SanPlus) -> ControlFlow<usize> {
        *count += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, count: usize) -> usize {
        count
    }
}
