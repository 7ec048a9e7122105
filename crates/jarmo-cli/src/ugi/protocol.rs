//! The words of the interface that both ends use.

use std::time::Duration;

use jarmo_ai::{Clocks, Info, Limits, Value};
use jarmo_core::{Board, BySide, Position, Rules, Turn};
use jarmo_notation::{PositionText, TurnText};

/// A turn in the interface's words.
pub(super) fn turn_text(turn: Turn, board: &Board) -> String {
    TurnText::new(turn, board).to_string()
}

/// The words of `position` for a game.
pub(super) fn position_words(
    start: &Position,
    rules: &Rules,
    turns: impl Iterator<Item = Turn>,
) -> String {
    let mut words = if *start == Position::start(rules) {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", PositionText::new(start, rules.board()))
    };
    for (i, turn) in turns.enumerate() {
        words += if i == 0 { " moves " } else { " " };
        words += &turn_text(turn, rules.board());
    }
    words
}

/// The words of `go` for limits.
pub(super) fn go_words(limits: &Limits) -> String {
    let mut words = "go".to_owned();
    if let Some(depth) = limits.depth {
        words += &format!(" depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        words += &format!(" nodes {nodes}");
    }
    if let Some(time) = limits.time {
        words += &format!(" movetime {}", time.as_millis());
    }
    if let Some(Clocks { left, increment }) = limits.clocks {
        let millis = |time: Duration| time.as_millis();
        words += &format!(" p1time {} p2time {}", millis(left.white), millis(left.black));
        words += &format!(" p1inc {} p2inc {}", millis(increment.white), millis(increment.black));
    }
    if *limits == Limits::NONE { words + " infinite" } else { words }
}

const NO_CLOCKS: Clocks = Clocks {
    left: BySide::new(Duration::ZERO, Duration::ZERO),
    increment: BySide::new(Duration::ZERO, Duration::ZERO),
};

/// The limits that the words behind `go` set. What is not understood is passed over.
pub(super) fn parse_limits<'a>(words: impl Iterator<Item = &'a str>) -> Limits {
    let mut limits = Limits::NONE;
    let mut clocks = None;
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        // A number that is missing or none leaves the word behind it to be read itself.
        let Some(number) = words.peek().and_then(|word| word.parse::<u64>().ok()) else { continue };
        let time = Duration::from_millis(number);
        let clock = match word {
            "p1time" | "p2time" | "p1inc" | "p2inc" => Some(clocks.get_or_insert(NO_CLOCKS)),
            _ => None,
        };
        match (word, clock) {
            ("depth", _) => limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX).max(1)),
            ("nodes", _) => limits.nodes = Some(number.max(1)),
            ("movetime", _) => limits.time = Some(time),
            ("p1time", Some(clocks)) => clocks.left.white = time,
            ("p2time", Some(clocks)) => clocks.left.black = time,
            ("p1inc", Some(clocks)) => clocks.increment.white = time,
            ("p2inc", Some(clocks)) => clocks.increment.black = time,
            _ => continue,
        }
        words.next();
    }
    limits.clocks = clocks;
    limits
}

/// The words of an `info` line: the score in hundredths of a point of the final margin, the side
/// to move's view.
pub(super) fn info_words(info: &Info, board: &Board) -> String {
    let line: Vec<String> = info.line.iter().map(|turn| turn_text(*turn, board)).collect();
    format!(
        "info depth {} seldepth {} multipv {} score cp {} nodes {} nps {} time {} hashfull {} pv {}",
        info.depth,
        info.seldepth,
        info.rank,
        hundredths(info.value),
        info.nodes,
        info.nodes_per_second(),
        info.time.as_millis(),
        info.hashfull,
        line.join(" ")
    )
}

fn hundredths(value: Value) -> i64 {
    (value.points() * 100.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::{go_words, parse_limits};

    fn round_trip(words: &str) -> String {
        go_words(&parse_limits(words.split_whitespace().skip(1)))
    }

    #[test]
    fn limits_survive_being_said() {
        for words in [
            "go depth 5",
            "go nodes 1000 movetime 50",
            "go p1time 1000 p2time 2000 p1inc 10 p2inc 20",
            "go infinite",
        ] {
            assert_eq!(round_trip(words), words);
        }
        assert_eq!(round_trip("go depth nonsense movetime 7 -3 depth"), "go movetime 7");
        assert_eq!(round_trip("go depth 99999999999999999999"), "go infinite");
    }
}
