//! Files that no person wrote: deep, long or random. Each ends in an error or a result, in time
//! and memory that do not depend on how bad it is.

use std::io::{self, Read};

use fastrand::Rng;
use jarmo_core::{Position, Rules, Turn};
use jarmo_notation::{Checker, Diagnostic, NodeId, Reader, Record, Records, TurnText, Visitor};

const MIB: usize = 1 << 20;
const DEPTH: usize = 100_000;

/// A head, a piece of text again and again, and a tail, made as they are read.
struct Monster {
    parts: [(&'static str, usize); 3],
    part: usize,
    at: usize,
}

impl Monster {
    /// `piece` is repeated to at least `len` bytes.
    fn new(head: &'static str, piece: &'static str, len: usize, tail: &'static str) -> Monster {
        let times = len.div_ceil(piece.len());
        Monster { parts: [(head, 1), (piece, times), (tail, 1)], part: 0, at: 0 }
    }
}

impl Read for Monster {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        while written < buffer.len() {
            let Some((piece, times)) = self.parts.get(self.part) else { break };
            if self.at == piece.len() * times {
                (self.part, self.at) = (self.part + 1, 0);
                continue;
            }
            let rest = &piece.as_bytes()[self.at % piece.len()..];
            let count = rest.len().min(buffer.len() - written);
            buffer[written..written + count].copy_from_slice(&rest[..count]);
            (written, self.at) = (written + count, self.at + count);
        }
        Ok(written)
    }
}

/// How many games there are, and what is wrong with them.
fn check(reader: impl Read) -> (u64, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    let mut checker = Checker::new(&[], |fault| faults.push(fault));
    let mut reader = Reader::new(reader);
    while reader.read_game(&mut checker).expect("the monster can be read") {}
    let games = checker.games();
    drop(checker);
    (games, faults)
}

fn records(reader: impl Read) -> Vec<(Record, Vec<Diagnostic>)> {
    let mut records = Records::new(reader, &[]);
    let mut all = Vec::new();
    while let Some(record) = records.next_record().expect("the monster can be read") {
        all.push(record);
    }
    all
}

/// A record in which each variation branches off the last turn of the one before, so that the
/// tree grows a level deeper with each, and its text a bracket.
fn deep_record() -> Record {
    let mut rng = Rng::with_seed(1);
    let mut record = Record::new(Rules::BRAINKING);
    let mut node = NodeId::ROOT;
    for _ in 0..DEPTH {
        let (main, variation) = going_on(&mut rng, record.rules(), record.node(node).position());
        record.play(node, main).expect("it is legal");
        node = record.play(node, variation).expect("it is legal");
    }
    record.add_comment(node, "Down here.");
    record
}

/// The turns that capture nothing and take no archer home, so that the game goes on.
fn quiet_turns(rules: &Rules, position: &Position) -> Vec<Turn> {
    let goal = rules.goal_row(position.to_move());
    let quiet = |turn: &Turn| match turn {
        Turn::Move { to, capture, .. } => !capture && !goal.contains(*to),
        _ => false,
    };
    position.legal_turns(rules).filter(quiet).collect()
}

/// Two different quiet turns; the other side has such turns after the second.
fn going_on(rng: &mut Rng, rules: &Rules, position: &Position) -> (Turn, Turn) {
    let mut turns = quiet_turns(rules, position);
    rng.shuffle(&mut turns);
    let goes_on =
        |turn: &Turn| quiet_turns(rules, &position.play_unchecked(rules, *turn)).len() > 1;
    let variation = *turns.iter().find(|turn| goes_on(turn)).expect("a turn goes on");
    let main = *turns.iter().find(|turn| **turn != variation).expect("there are two turns");
    (main, variation)
}

#[test]
fn a_tree_100_000_deep_is_like_any_other() {
    let record = deep_record();
    let text = record.to_string();
    assert!(text.contains(&")".repeat(DEPTH)));
    let read = records(text.as_bytes());
    let [(again, faults)] = &read[..] else { panic!("one game was written") };
    assert_eq!(faults, &[]);
    assert!(*again == record);
    assert!(again.to_string() == text);

    let json = serde_json::to_string(&record).expect("a record is data");
    let from_json: Record = serde_json::from_str(&json).expect("what was written can be read");
    assert!(from_json == record);

    let mut copy = record.clone();
    drop(record);
    let deepest = *copy.in_written_order().last().expect("it has turns");
    copy.promote_to_main(deepest);
    assert_eq!(copy.line_end(NodeId::ROOT), deepest);
    assert_eq!(copy.path(deepest).len(), DEPTH);
    let first = copy.next(NodeId::ROOT).expect("it has turns");
    assert_eq!(copy.delete(first), NodeId::ROOT);
}

#[test]
fn brackets_100_000_deep_or_wide_are_read() {
    for text in [
        Monster::new("1. C1-E2 ", "(1. D1-C3 ", 10 * DEPTH, ""),
        Monster::new("1. C1-E2 ", "(1. D1-C3) ", 11 * DEPTH, "*"),
        Monster::new("1. C1-E2 ", "(", DEPTH, "E5-C4 *"),
        Monster::new("(", "(", DEPTH, ")"),
        Monster::new("1. C1-E2 A1-A2", "(", DEPTH, "*"),
        Monster::new("1. C1-E2 ", ")", DEPTH, "*"),
        Monster::new("1. C1-E2 ", "()", 2 * DEPTH, "*"),
        Monster::new("", "[", DEPTH, ""),
        Monster::new("1. C1-E2 ", "[", DEPTH, "*"),
        Monster::new("1. C1-E2 ", "{", DEPTH, "} *"),
        Monster::new("1. C1-E2 ", "}", DEPTH, "*"),
    ] {
        let read = records(text);
        assert_eq!(read.len(), 1);
        let (record, _) = &read[0];
        let again = records(record.to_string().as_bytes());
        assert_eq!(again[0].0.to_string(), record.to_string());
    }
}

#[test]
fn tokens_that_never_end_are_cut() {
    let kinds = [
        ("1. C1-E2 {", "A long comment. ", 100 * MIB, "} E5-C4 *"),
        ("1. C1-E2 {", "A comment of many lines.\n", 100 * MIB, "} E5-C4 *"),
        ("1. C1-E2 {", "x", 50 * MIB, ""),
        ("1. C1-E2 ; ", "x", 50 * MIB, "\nE5-C4 *"),
        ("% ", "x", 50 * MIB, "\n1. C1-E2 *"),
        ("[White \"", "x", 50 * MIB, "\"]\n\n1. C1-E2 *"),
        ("[White \"", "\\", 50 * MIB, "\"]\n\n1. C1-E2 *"),
        ("[", "x", 50 * MIB, " \"Batu\"]\n\n1. C1-E2 *"),
        ("1. C1-E2 ", "x", 50 * MIB, " E5-C4 *"),
        ("1. C1-E2 $", "1", 50 * MIB, " E5-C4 *"),
        ("1. C1-E2 ", "1", 50 * MIB, ". E5-C4 *"),
        ("1. C1-E2 ", "!", 50 * MIB, " E5-C4 *"),
        ("1. C1-E2 * ", "x", 50 * MIB, "\n\n1. C1-E2 *"),
    ];
    for (head, piece, len, tail) in kinds {
        let (games, faults) = check(Monster::new(head, piece, len, tail));
        assert!((1..=2).contains(&games), "{head:?}: {games} games");
        assert!(faults.len() <= 1001, "{head:?}: {} faults", faults.len());
        assert!(faults.iter().all(|fault| fault.to_string().len() < 1000));
    }
}

#[test]
fn a_line_of_50_mib_is_read_like_any_other() {
    for (head, piece, len, tail) in [
        ("1. C1-E2 E5-C4 ", "2. E2-C1 C4-E5 ", 50 * MIB, "*"),
        ("1. C1-E2 ", "(1. D1-C3 A5-C4 {x} $3) ", 50 * MIB, "*"),
        ("1. C1-E2 ", "                ", 50 * MIB, "*"),
        ("1. C1-E2 ", "] ] ] ] ] ] ] ] ", 50 * MIB, "*"),
        ("1. C1-E2 ", "{[A \"\"]", 50 * MIB, "*"),
        ("", "1. C1-E2 * ", 50 * MIB, ""),
        // A game with its faults for each piece.
        ("", "[A \"\"x ", 2 * MIB, ""),
        ("", "[A \"\\\"x ", 2 * MIB, ""),
        ("", "[Event \"x ", 2 * MIB, ""),
        ("", "[x [Event \"\"] ", 2 * MIB, ""),
        ("1. C1-E2 * ", "x [Event \"\"]", 2 * MIB, ""),
    ] {
        let (games, faults) = check(Monster::new(head, piece, len, tail));
        assert!(games > 0);
        assert!(faults.len() as u64 <= 1001 * games, "{piece:?}: {} faults", faults.len());
    }
}

#[test]
fn many_lines_that_seem_to_begin_something_are_read_in_linear_time() {
    for piece in [
        "{\n[A \"\"]\n",
        "[A \"\n",
        "[A \"x\ny\n",
        "[Event \"\"]\n\n",
        "[Event\n",
        "(\n[\n",
        "%\n",
        ";{\n",
        "[A \"\"]\n{\n",
        "\n\n1. \n",
    ] {
        let (games, faults) = check(Monster::new("", piece, 20 * MIB, "}"));
        assert!(faults.len() as u64 <= 1001 * games.max(1), "{piece:?}");
    }
}

#[test]
fn random_bytes_and_tokens_are_read() {
    const TOKENS: [&[u8]; 24] = [
        b"1.",
        b"C1-E2",
        b"E5-C4",
        b"(",
        b")",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b"\\",
        b"$3",
        b"!?",
        b"*",
        b"0-1",
        b";",
        b"%",
        b"\n",
        b"\n[A \"x\"]\n",
        b"--",
        b"@A1",
        b"...",
        b" ",
        b"\0",
    ];
    for seed in 0..4 {
        let mut rng = Rng::with_seed(seed);
        let mut bytes = vec![0; MIB];
        rng.fill(&mut bytes);
        let mut tokens = Vec::new();
        while tokens.len() < MIB {
            tokens.extend_from_slice(TOKENS[rng.usize(..TOKENS.len())]);
        }
        for text in [bytes, tokens] {
            let read = records(&text[..]);
            let written: Vec<String> = read.into_iter().map(|(game, _)| canonical(game)).collect();
            let again: Vec<String> = records(written.join("\n").as_bytes())
                .into_iter()
                .map(|(game, _)| canonical(game))
                .collect();
            assert!(again == written, "seed {seed}");
        }
    }
}

/// A game as `jarmo convert` writes it.
fn canonical(mut game: Record) -> String {
    game.complete();
    game.to_string()
}

/// Counts turns and nothing else.
struct Turns(usize);

impl Visitor for Turns {
    fn turn(&mut self, _: TurnText) -> Result<(), jarmo_notation::Fault> {
        self.0 += 1;
        Ok(())
    }
}

#[test]
fn what_is_not_checked_is_read_too() {
    let mut turns = Turns(0);
    let text = Monster::new("1. C1-E2 ", "(1. D1-C3 ", 50 * MIB, "");
    let mut reader = Reader::new(text);
    while reader.read_game(&mut turns).expect("the monster can be read") {}
    assert_eq!(turns.0, 1 + (50 * MIB).div_ceil(10));
}
