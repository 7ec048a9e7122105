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

/// What the words behind `go` ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) limits: Limits,
    /// Whether it is to go on until it is stopped.
    pub(super) infinite: bool,
    /// What is wrong with limits that cannot be read.
    pub(super) faults: Vec<String>,
}

/// The least that can be thought about a turn.
const AT_ONCE: Limits = Limits::depth(1);

/// Reads the words behind `go`. A negative limit means that there is nothing left, and one that
/// cannot be read is left aside; where there is no other, the answer is to come at once. Other words
/// are passed over.
pub(super) fn parse_go<'a>(words: impl Iterator<Item = &'a str>) -> Asked {
    let mut asked = Asked::default();
    let limits = &mut asked.limits;
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        asked.infinite |= word == "infinite";
        if !LIMITS.contains(&word) {
            continue;
        }
        let Some(number) = words.peek().and_then(|word| whole(word)) else {
            // What stands there may be a word of its own.
            let found = words.next_if(|word| !LIMITS.contains(word) && *word != "infinite");
            asked.faults.push(match found {
                Some(found) => format!("{word} {found}: expected a whole number"),
                None => format!("{word}: a whole number is missing behind it"),
            });
            continue;
        };
        words.next();
        let time = Duration::from_millis(number);
        match word {
            "depth" => limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX).max(1)),
            "nodes" => limits.nodes = Some(number.max(1)),
            "movetime" => limits.time = Some(time),
            _ => {
                let clocks = limits.clocks.get_or_insert(NO_CLOCKS);
                match word {
                    "p1time" => clocks.left.white = time,
                    "p2time" => clocks.left.black = time,
                    "p1inc" => clocks.increment.white = time,
                    _ => clocks.increment.black = time,
                }
            }
        }
    }
    if !asked.infinite && *limits == Limits::NONE {
        if asked.faults.is_empty() {
            asked.infinite = true;
        } else {
            *limits = AT_ONCE;
        }
    }
    asked
}

/// The words that set limits.
const LIMITS: [&str; 7] = ["depth", "nodes", "movetime", "p1time", "p2time", "p1inc", "p2inc"];

/// A whole number: 0 for a negative one, the greatest there is for one above it.
fn whole(word: &str) -> Option<u64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if word.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// The name and the value of `setoption name N value V`; the value may be empty.
pub(super) fn parse_option(line: &str) -> (&str, &str) {
    let (_, rest) = line.split_once("name ").unwrap_or_default();
    let (name, value) = rest.split_once(" value ").unwrap_or_else(|| {
        // Blanks at a line's end are lost on the way.
        (rest.strip_suffix(" value").unwrap_or(rest), "")
    });
    (name.trim(), value.trim())
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
    use jarmo_ai::Limits;

    use super::{go_words, parse_go, parse_option};

    #[test]
    fn limits_survive_being_said() {
        for words in [
            "go depth 5",
            "go nodes 1000 movetime 50",
            "go p1time 1000 p2time 2000 p1inc 10 p2inc 20",
            "go infinite",
        ] {
            let asked = parse_go(words.split_whitespace().skip(1));
            assert_eq!(asked.infinite, words == "go infinite");
            assert_eq!(go_words(&asked.limits), words);
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_and_does_not_last_for_ever() {
        for (words, limits, infinite, faults) in [
            ("", "infinite", true, vec![]),
            ("ponder searchmoves C1-E2", "infinite", true, vec![]),
            ("depth x", "depth 1", false, vec!["depth x: expected a whole number"]),
            ("nodes", "depth 1", false, vec!["nodes: a whole number is missing behind it"]),
            (
                "depth 1.5 movetime 7",
                "movetime 7",
                false,
                vec!["depth 1.5: expected a whole number"],
            ),
            (
                "depth movetime 7",
                "movetime 7",
                false,
                vec!["depth: a whole number is missing behind it"],
            ),
            (
                "depth infinite",
                "infinite",
                true,
                vec!["depth: a whole number is missing behind it"],
            ),
            ("depth -3", "depth 1", false, vec![]),
            ("nodes -3", "nodes 1", false, vec![]),
            ("movetime -1", "movetime 0", false, vec![]),
            ("p1time -20 p2time 5", "p1time 0 p2time 5 p1inc 0 p2inc 0", false, vec![]),
            ("nodes 99999999999999999999", "nodes 18446744073709551615", false, vec![]),
        ] {
            let asked = parse_go(words.split_whitespace());
            assert_eq!(go_words(&asked.limits), format!("go {limits}"), "{words}");
            assert_eq!(asked.infinite, infinite, "{words}");
            assert_eq!(asked.faults, faults, "{words}");
            assert!(infinite || asked.limits != Limits::NONE, "{words}");
        }
    }

    #[test]
    fn an_options_value_may_be_empty() {
        for (line, option) in [
            ("setoption name Tables value a  b", ("Tables", "a  b")),
            ("setoption name Tables value", ("Tables", "")),
            ("setoption name Tables", ("Tables", "")),
            ("setoption name Tables value <empty>", ("Tables", "<empty>")),
            ("setoption", ("", "")),
        ] {
            assert_eq!(parse_option(line), option, "{line}");
        }
    }
}
