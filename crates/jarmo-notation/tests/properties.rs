//! Print, parse, print is the same; and whatever is read, nothing breaks.

use jarmo_core::{Board, Position, RuleSet, Rules, Side, Turn};
use jarmo_notation::{
    Glyph, Interest, NodeId, Outcome, PositionText, Reader, Record, Records, TurnText, Visitor,
    parse_position, parse_turn,
};
use proptest::prelude::*;

fn rules() -> impl Strategy<Value = Rules> {
    let boards = prop::sample::select(&Board::BUILT_IN[..]);
    let sets = prop::sample::select(&RuleSet::ALL[..]);
    (boards, sets, any::<bool>()).prop_map(|(board, set, black_first)| {
        let first = if black_first { Side::Black } else { Side::White };
        Rules::new(board, set.options().with_first(first))
    })
}

/// Text as people and programs leave it in comments and tags.
fn text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        ";",
        "%",
        "\\",
        "\"",
        "\n",
        "\n\n",
        "\r\n",
        "  ",
        " ",
        "\t",
        "[Event \"x\"]",
        "\n[Event \"x\"]\n",
        "[%eval 0.35,12]",
        "1-0",
        "$3",
        "½",
        "Łucznik",
        "стрелец",
        "…",
        "\u{feff}",
        "\u{a0}",
        "\0",
        "A1-C2",
        "word",
        "a longer piece of text",
    ]);
    prop::collection::vec(odd, 0..24).prop_map(|pieces| pieces.concat())
}

/// What to do next to a growing record.
#[derive(Clone, Debug)]
enum Step {
    Play(u16),
    Back(u8),
    Comment(String),
    CommentBefore(String),
    Glyph(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => any::<u16>().prop_map(Step::Play),
        2 => (0..12_u8).prop_map(Step::Back),
        1 => text().prop_map(Step::Comment),
        1 => text().prop_map(Step::CommentBefore),
        1 => any::<u8>().prop_map(Step::Glyph),
    ];
    // A record without turns should not be a rare one.
    prop_oneof![1 => Just(Vec::new()), 4 => prop::collection::vec(step, 0..80)]
}

/// A record with everything in it.
fn record() -> impl Strategy<Value = Record> {
    let tags = prop::collection::vec(("[A-Za-z_]{1,8}", text()), 0..4);
    let outcome =
        prop::sample::select(vec![Outcome::WHITE, Outcome::BLACK, Outcome::DRAW, Outcome::Unknown]);
    (rules(), 0..30_usize, steps(), tags, outcome, prop::collection::vec("[ -~]{0,20}", 0..3))
        .prop_map(|(rules, skipped, steps, tags, outcome, escapes)| {
            let mut start = Position::start(&rules);
            for i in 0..skipped {
                let turns: Vec<Turn> = start.legal_turns(&rules).collect();
                if let Some(turn) = turns.get(i * 7 % turns.len().max(1)) {
                    start = start.play_unchecked(&rules, *turn);
                }
            }
            let mut record =
                Record::from_position(rules, start).expect("a position of these rules");
            let mut node = NodeId::ROOT;
            for step in steps {
                node = take(&mut record, node, step);
            }
            for (name, value) in tags {
                record.tags.set(&name, &value);
            }
            record.outcome = outcome;
            record.escapes = escapes.iter().map(|line| line.trim_end().to_owned()).collect();
            record.complete();
            record
        })
}

fn take(record: &mut Record, node: NodeId, step: Step) -> NodeId {
    match step {
        Step::Play(choice) => {
            let turns: Vec<Turn> =
                record.node(node).position().legal_turns(record.rules()).collect();
            match turns.get(usize::from(choice) % turns.len().max(1)) {
                Some(turn) => record.play(node, *turn).expect("the turn is legal"),
                None => node,
            }
        }
        Step::Back(count) => (0..count).fold(node, |node, _| record.parent(node).unwrap_or(node)),
        Step::Comment(text) => {
            record.add_comment(node, &text);
            node
        }
        Step::CommentBefore(text) => {
            if node != NodeId::ROOT {
                record.add_comment_before(node, &text);
            }
            node
        }
        Step::Glyph(glyph) => {
            record.add_glyph(node, Glyph(glyph));
            node
        }
    }
}

fn read_all(text: &[u8]) -> (Vec<Record>, Vec<String>) {
    let mut records = Records::new(text, &[]);
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    while let Some((record, found)) = records.next_record().expect("bytes can be read") {
        all.push(record);
        assert!(all.len() <= text.len(), "every game takes some of the text");
        faults.extend(found.iter().map(ToString::to_string));
    }
    (all, faults)
}

/// Hands bytes out a few at a time, so that every token meets the end of what is at hand.
struct Trickle<'a>(&'a [u8]);

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(buffer.len()).min(3);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

proptest! {
    #[test]
    fn turns_and_positions_survive_being_written(
        rules in rules(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let mut position = Position::start(&rules);
        for choice in choices {
            let text = PositionText::new(&position, rules.board()).to_string();
            let read = parse_position(&text, &rules).expect("what was written can be read");
            prop_assert_eq!(read, position);
            let turns: Vec<Turn> = position.legal_turns(&rules).collect();
            for turn in &turns {
                let text = TurnText::new(*turn, rules.board()).to_string();
                prop_assert_eq!(parse_turn(&text, &rules, &position), Ok(*turn));
                prop_assert_eq!(parse_turn(&text.to_lowercase(), &rules, &position), Ok(*turn));
                prop_assert_eq!(text.parse::<TurnText>().unwrap().to_string(), text);
            }
            let Some(turn) = turns.get(usize::from(choice) % turns.len().max(1)) else { break };
            position = position.play(&rules, *turn).expect("the turn is legal");
        }
    }

    #[test]
    fn records_survive_being_written(records in prop::collection::vec(record(), 1..4)) {
        let written = records.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let (read, faults) = read_all(written.as_bytes());
        prop_assert_eq!(&faults, &Vec::<String>::new(), "{}", written);
        prop_assert_eq!(&read, &records, "{}", written);
        let again = read.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        prop_assert_eq!(&again, &written);
        let with_crlf = written.replace('\n', "\r\n");
        prop_assert_eq!(&read_all(with_crlf.as_bytes()).0, &records, "{}", with_crlf);
    }

    #[test]
    fn records_follow_each_other_with_any_number_of_blank_lines(
        games in prop::collection::vec((record(), 1..6_usize, any::<bool>()), 1..5),
    ) {
        let mut text = String::new();
        for (record, blank_lines, bare) in &games {
            let written = record.to_string();
            // Where there are no turns, the tags alone say as much.
            let result = format!("\n\n{}\n", record.outcome);
            let tags = written.strip_suffix(&result).filter(|_| *bare);
            text += &tags.map_or(written.clone(), |tags| tags.to_owned() + "\n");
            text.extend(std::iter::repeat_n('\n', *blank_lines));
        }
        let records: Vec<Record> = games.into_iter().map(|(record, _, _)| record).collect();
        for text in [&text, &text.replace('\n', "\r\n")] {
            prop_assert_eq!(&read_all(text.as_bytes()).0, &records, "{}", text);
        }
    }

    #[test]
    fn lines_are_at_most_80_characters_where_they_can_be_broken(record in record()) {
        for line in record.to_string().lines().filter(|line| !line.starts_with(['[', '%'])) {
            let breakable = line.trim_end().rfind(' ').is_some_and(|at| {
                !line.contains(['\t', ';']) && !line.contains("  ") && !line[at..].starts_with(" [")
            });
            prop_assert!(!breakable || line.chars().count() <= 80, "{}", line);
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn records_survive_json(record in record()) {
        let json = serde_json::to_string(&record).expect("a record is data");
        let read: Record = serde_json::from_str(&json).expect("what was written can be read");
        prop_assert_eq!(&read, &record, "{}", json);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn json_that_is_accepted_is_kept_in_both_forms(
        tags in prop::collection::vec(("\\PC{0,3}|[A-Z]{1,4}|White", text()), 0..4),
        escapes in prop::collection::vec(text(), 0..3),
        comments in prop::collection::vec(text(), 0..3),
    ) {
        let json = serde_json::json!({ "tags": tags, "escapes": escapes, "comments": comments });
        let Ok(mut record) = serde_json::from_value::<Record>(json.clone()) else { return Ok(()) };
        for (name, value) in &tags {
            prop_assert!(record.tags.iter().any(|tag| tag == (name, value)), "{}", json);
        }
        prop_assert_eq!(record.tags.len(), tags.len());
        for (escape, given) in record.escapes.iter().zip(&escapes) {
            prop_assert_eq!(escape, given.trim_end());
        }
        record.complete();
        let written = serde_json::to_string(&record).expect("a record is data");
        prop_assert_eq!(&serde_json::from_str::<Record>(&written).expect("it was written"), &record);
        let written = record.to_string();
        prop_assert_eq!(&read_all(written.as_bytes()).0, &[record], "{}", written);
    }

    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let (records, _) = read_all(&bytes);
        for record in records {
            let written = record.to_string();
            let (again, _) = read_all(written.as_bytes());
            prop_assert_eq!(again.iter().map(ToString::to_string).collect::<String>(), written);
        }
    }

    #[test]
    fn scrambled_records_can_be_read(
        record in record(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
    ) {
        let mut bytes = record.to_string().into_bytes();
        for (index, byte) in cuts {
            let at = index.index(bytes.len());
            match byte % 3 {
                0 => bytes.truncate(at.max(1)),
                1 => bytes[at] = b"{}()[]\";%$*!\\\n 01x\0"[usize::from(byte) % 19],
                _ => bytes.insert(at, b"{}()[]\";%$*!\\\n 01x\0"[usize::from(byte) % 19]),
            }
        }
        let (records, faults) = read_all(&bytes);
        let mut trickled = Records::new(Trickle(&bytes), &[]);
        let mut found = Vec::new();
        for record in &records {
            let (same, some) = trickled.next_record().unwrap().expect("as many games");
            prop_assert_eq!(&same, record);
            found.extend(some.iter().map(ToString::to_string));
        }
        prop_assert!(trickled.next_record().unwrap().is_none());
        prop_assert_eq!(found, faults);
        for record in records {
            let written = record.to_string();
            let (again, _) = read_all(written.as_bytes());
            prop_assert_eq!(again.iter().map(ToString::to_string).collect::<String>(), written);
        }
    }
}

/// Passes over variations.
#[derive(Default)]
struct MainLine {
    turns: usize,
    faults: usize,
}

impl Visitor for MainLine {
    fn turn(&mut self, _: TurnText) -> Result<(), jarmo_notation::Fault> {
        self.turns += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Interest, jarmo_notation::Fault> {
        Ok(Interest::Skip)
    }

    fn diagnostic(&mut self, _: jarmo_notation::Diagnostic) {
        self.faults += 1;
    }
}

#[test]
fn variations_can_be_passed_over() {
    let text = "1. C1-E2 (1. D1-C3 {)} (1. A1-C2 ; )\n)) E5-C4 *";
    let mut main_line = MainLine::default();
    let mut reader = Reader::new(text.as_bytes());
    while reader.read_game(&mut main_line).unwrap() {}
    assert_eq!((main_line.turns, main_line.faults), (2, 0));
}
