//! The parsers, and what must hold of each whatever it is given. Fuzz targets look for inputs that
//! break it; `tests/fuzz.rs` tries the inputs that were found.

use std::io::{Read, Write};

use jarmo_cli::parsers::{Entry, session as rehearse};
use jarmo_core::{Board, Position, RuleSet, Rules, perft};
use jarmo_notation::{NodeId, PositionText, Record, Records, TurnText, parse_position, parse_turn};
use jarmo_tables::{Placement, TableFile};

/// A parser's name, and what feeds it.
pub type Parser = (&'static str, fn(&[u8]));

/// All of them.
pub const PARSERS: [Parser; 10] = [
    ("turn", turn),
    ("position", position),
    ("record", record),
    ("json", json),
    ("board", board),
    ("table", table),
    ("index", index),
    ("config", config),
    ("ugi", ugi),
    ("session", session),
];

/// A turn's text: what is read is written so that it is read as the same again, and a legal turn
/// can be played.
pub fn turn(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<TurnText>() {
        Ok(turn) => {
            let written = turn.to_string();
            assert_eq!(written.parse(), Ok(turn), "{written}");
        }
        Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}"),
    }
    for rules in RuleSet::ALL.map(Rules::of) {
        let mut position = Position::start(&rules);
        // Words that are no turns are passed over, so that one input reaches many positions.
        for word in text.split([',', '\n']) {
            let Ok(turn) = parse_turn(word, &rules, &position) else { continue };
            assert!(position.legal_turns(&rules).any(|legal| legal == turn), "{word}");
            let written = TurnText::new(turn, rules.board()).to_string();
            assert_eq!(parse_turn(&written, &rules, &position), Ok(turn), "{written}");
            position = position.play(&rules, turn).expect("it is legal");
        }
    }
}

/// A position string: what is read is written as it is read, and can be played from.
pub fn position(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for rules in RuleSet::ALL.map(Rules::of) {
        match parse_position(&text, &rules) {
            Ok(position) => {
                let written = PositionText::new(&position, rules.board()).to_string();
                assert_eq!(parse_position(&written, &rules), Ok(position), "{written}");
                assert_eq!(Position::new(&rules, &position.setup()), Ok(position));
                let turns = position.legal_turns(&rules).count();
                assert_eq!(turns, position.turn_count(&rules));
                for turn in position.legal_turns(&rules) {
                    position.play(&rules, turn).expect("it is legal");
                }
            }
            Err(error) => {
                assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}");
            }
        }
    }
}

/// Game records: each game takes some of the text, what is written is read again without faults and
/// written the same, alone and one behind the other, and the same comes out of a file that is read
/// in small pieces.
pub fn record(bytes: &[u8]) {
    let (mut records, faults) = read(bytes);
    assert!(records.len() <= bytes.len().max(1), "every game takes some of the text");
    assert_eq!(read(Trickle(bytes)), (records.clone(), faults));
    records.iter_mut().for_each(Record::complete);
    follow_each_other(&records, usize::from(bytes.first().copied().unwrap_or(0) % 3));
    for record in records {
        let written = record.to_string();
        let (again, faults) = read(written.as_bytes());
        assert_eq!(again.iter().map(Record::to_string).collect::<String>(), written);
        // What is left of a game on an unknown board, for one, stays as it is.
        assert_eq!(settles(record), faults, "{written}");
    }
}

/// Records behind each other are read as so many again, whether those without turns have a result or
/// nothing but their tags.
fn follow_each_other(records: &[Record], more_blank_lines: usize) {
    for bare in [false, true] {
        let text = records.iter().fold(String::new(), |text, record| {
            let written = record.to_string();
            let result = format!("\n\n{}\n", record.outcome);
            let tags = written.strip_suffix(&result).filter(|_| bare);
            let game = tags.map_or(written.clone(), |tags| tags.to_owned() + "\n");
            text + &game + &"\n".repeat(1 + more_blank_lines)
        });
        assert_eq!(read(text.as_bytes()).0, records, "{text}");
    }
}

/// Records as JSON: what is read is there as it was given, and can be written in both forms and read
/// again.
pub fn json(bytes: &[u8]) {
    let read = serde_json::from_slice::<Vec<Record>>(bytes);
    let records = read.or_else(|_| serde_json::from_slice(bytes).map(|record| vec![record]));
    let given = serde_json::from_slice::<serde_json::Value>(bytes).unwrap_or_default();
    for (i, record) in records.unwrap_or_default().into_iter().enumerate() {
        let given = given.get(i).unwrap_or(&given);
        // A record may be an array of its fields as well.
        if let Some(given) = given.as_object() {
            let tags =
                given.get("tags").and_then(|tags| tags.as_array()).map_or(&[][..], |tags| tags);
            let kept = |tag: &serde_json::Value| {
                record.tags.iter().any(|(name, value)| tag[0] == name && tag[1] == value)
            };
            assert!(record.tags.len() == tags.len() && tags.iter().all(kept), "{tags:?}");
        }
        let without_turns = record.next(NodeId::ROOT).is_none();
        let faults = settles(record);
        // Where its tags make no sense a record has no turns.
        assert!(without_turns || errors(&faults).is_empty(), "{faults:?}");
    }
}

/// A board's data: what is accepted is written as it is read, and can be played on.
pub fn board(bytes: &[u8]) {
    let Ok(board) = serde_json::from_slice::<Board>(bytes) else { return };
    let written = serde_json::to_string(&board).expect("a board is data");
    assert_eq!(serde_json::from_str::<Board>(&written).expect("it was written"), board);
    for set in RuleSet::ALL {
        let rules = Rules::new(board, set.options());
        let start = Position::start(&rules);
        let text = PositionText::new(&start, &board).to_string();
        assert_eq!(parse_position(&text, &rules), Ok(start), "{text}");
        let turns = start.legal_turns(&rules).map(|turn| start.play_unchecked(&rules, turn));
        let counted: usize = turns.map(|after| after.turn_count(&rules)).sum();
        assert_eq!(perft(&start, &rules, 2), counted as u64);
        for turn in start.legal_turns(&rules) {
            let text = TurnText::new(turn, &board).to_string();
            assert_eq!(parse_turn(&text, &rules, &start), Ok(turn), "{text}");
        }
    }
}

/// A table of level 2: as it is, and with its checksums made good, so that what they cover is
/// looked at too.
pub fn table(bytes: &[u8]) {
    const HEADER: usize = 100;
    const LIST: usize = HEADER + 12;
    probe_table(bytes);
    let mut bytes = bytes.to_vec();
    if let Some(block) = bytes.get(LIST..).map(crc32fast::hash) {
        bytes[HEADER + 4..HEADER + 8].copy_from_slice(&block.to_le_bytes());
        for sum in [HEADER - 4, LIST - 4] {
            let start = if sum < HEADER { 0 } else { HEADER };
            let found = crc32fast::hash(&bytes[start..sum]);
            bytes[sum..sum + 4].copy_from_slice(&found.to_le_bytes());
        }
        probe_table(&bytes);
    }
}

fn probe_table(bytes: &[u8]) {
    let rules = Rules::BRAINKING;
    let file = written(bytes);
    let Ok(table) = TableFile::open(file.path(), &rules, 2) else { return };
    for text in ["4w/5/5/5/b4 w", "5/w4/2b2/5/5 b", "5/5/b4/w4/5 w"] {
        let position = parse_position(text, &rules).expect(text);
        let _ = table.value(&Placement::of(&position));
    }
}

/// An index of games: as it is, and with its checksums made good.
pub fn index(bytes: &[u8]) {
    const PAGE: usize = 4096;
    look_up(bytes);
    let mut bytes = bytes.to_vec();
    let single = bytes.get(24..32).and_then(|count| count.try_into().ok()).map(u64::from_be_bytes);
    // As many pages as entries of 13 bytes take.
    let single = single.unwrap_or(0).div_ceil(((PAGE - 4) / 13) as u64);
    for (place, page) in bytes.chunks_exact_mut(PAGE).enumerate() {
        // Pages are numbered from 0 in the header and in each of the two tables.
        let number = match (place as u64).checked_sub(1) {
            Some(place) if place >= single => place - single,
            Some(place) => place,
            None => 0,
        };
        let (contents, sum) = page.split_at_mut(PAGE - 4);
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(contents);
        hasher.update(&number.to_be_bytes());
        sum.copy_from_slice(&hasher.finalize().to_be_bytes());
    }
    look_up(&bytes);
}

fn look_up(bytes: &[u8]) {
    let rules = Rules::BRAINKING;
    let start = Position::start(&rules);
    let next = start.legal_turns(&rules).map(|turn| start.play_unchecked(&rules, turn));
    let positions: Vec<Position> = std::iter::once(start).chain(next).collect();
    let file = written(bytes).reopen().expect("it is there");
    let _ = jarmo_cli::parsers::index(file, &rules, &positions);
}

/// A configuration file.
pub fn config(bytes: &[u8]) {
    let _ = jarmo_cli::parsers::config(&String::from_utf8_lossy(bytes));
}

/// Lines of the Universal Game Interface.
pub fn ugi(bytes: &[u8]) {
    jarmo_cli::parsers::ugi(&String::from_utf8_lossy(bytes));
}

/// Lines of a session: what its journal has is the games as they were played, pasted lines are
/// obeyed as typed ones are, turns in one line are played as in several, and whatever lines and
/// records have in them, a terminal only shows it.
pub fn session(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let typed = rehearse(&text, Entry::Typed);
    // A comment that is broken in lines can only be pasted.
    if !text.contains('{') {
        assert_eq!(rehearse(&text, Entry::Pasted), typed, "as typed");
    }
    only_shows(&typed.shown);
    only_shows(&jarmo_cli::parsers::look_at(&text));
    turns_in_a_line(&text);
    let journal = typed.journal;
    let (records, faults) = read(journal.as_bytes());
    assert_eq!(errors(&faults), Vec::<&str>::new(), "{journal}");
    let again: Vec<String> = records.iter().map(Record::to_string).collect();
    assert_eq!(again.join("\n"), journal);
}

/// Plays those of the words that are turns, in one line and in as many lines.
fn turns_in_a_line(text: &str) {
    let rules = Rules::BRAINKING;
    let (mut position, mut turns) = (Position::start(&rules), Vec::new());
    for word in text.split_whitespace() {
        let Ok(turn) = parse_turn(word, &rules, &position) else { continue };
        position = position.play_unchecked(&rules, turn);
        turns.push(TurnText::new(turn, rules.board()).to_string());
    }
    let [line, lines] = [" ", "\n"].map(|blank| rehearse(&turns.join(blank), Entry::Typed));
    assert_eq!(line.journal, lines.journal, "{turns:?}");
}

/// That nothing in a text does anything to a terminal.
fn only_shows(text: &str) {
    let obeyed = |c: char| {
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        c != '\n' && (c.is_control() || turns)
    };
    assert_eq!(text.chars().find(|c| obeyed(*c)), None, "{text:?}");
}

/// A record written in one form and read again is the same, in the other form too. Returns what is
/// said about it as JGN.
fn settles(mut record: Record) -> Vec<String> {
    record.complete();
    let json = serde_json::to_string(&record).expect("a record is data");
    let from_json: Record = serde_json::from_str(&json).expect("it was written");
    assert_eq!(from_json, record, "{json}");
    let written = record.to_string();
    let (again, faults) = read_on(written.as_bytes(), record.rules().board());
    assert_eq!(again, [record], "{written}");
    faults
}

fn read(reader: impl Read) -> (Vec<Record>, Vec<String>) {
    read_all(Records::new(reader, &[]))
}

fn read_on(text: &[u8], board: &Board) -> (Vec<Record>, Vec<String>) {
    read_all(Records::new(text, &[*board]))
}

fn read_all(mut reader: Records<'_, impl Read>) -> (Vec<Record>, Vec<String>) {
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    while let Some((record, found)) = reader.next_record().expect("memory can be read") {
        records.push(record);
        faults.extend(found.iter().map(ToString::to_string));
    }
    (records, faults)
}

/// Those of the faults that are no mere warnings.
fn errors(faults: &[String]) -> Vec<&str> {
    faults.iter().map(String::as_str).filter(|fault| fault.contains(": error: ")).collect()
}

/// Hands bytes out a few at a time, so that every token meets the end of what is at hand.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(buffer.len()).min(3);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// A file with these bytes, gone when it is dropped.
fn written(bytes: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file can be made");
    file.write_all(bytes).and_then(|()| file.flush()).expect("it can be written to");
    file
}
