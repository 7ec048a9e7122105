//! Records as serde data: the same tree, as a flat list of turns.
//!
//! A list, and not turns within turns: variations may be nested deeper than readers of JSON and
//! their stacks allow. `docs/record.schema.json` describes it.

use jarmo_core::{Board, Position, Rules};
use serde::de::{self, DeserializeSeed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::glyph::Glyph;
use crate::outcome::Outcome;
use crate::record::{NodeId, Record};
use crate::tags::Tags;
use crate::terms::{Boards, Terms};
use crate::turn::TurnText;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordData {
    #[serde(default)]
    tags: Tags,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "escape_lines")]
    escapes: Vec<String>,
    /// Only where it is not one of those built in, which are known by their names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<Box<Board>>,
    /// Comments before the first turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(default)]
    turns: Vec<TurnData>,
    /// Where it is left out, what the tag `Result` says.
    #[serde(default, deserialize_with = "stated")]
    outcome: Option<Outcome>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnData {
    turn: String,
    /// The turn it follows, counted from 1, or 0 for the start; left out where it is the turn
    /// before it in the list.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "stated")]
    after: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<Glyph>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
}

/// What may be left out, but is no `null` where it stands.
fn stated<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// An escape line, as a file would have it: without blanks behind it.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct EscapeLine(String);

impl TryFrom<String> for EscapeLine {
    type Error = &'static str;

    fn try_from(text: String) -> Result<EscapeLine, &'static str> {
        if text.contains(['\n', '\r']) {
            return Err("an escape line has a line break in it: expected one line");
        }
        Ok(EscapeLine(text.trim_end().to_owned()))
    }
}

fn escape_lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let lines: Vec<EscapeLine> = Deserialize::deserialize(deserializer)?;
    Ok(lines.into_iter().map(|line| line.0).collect())
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let order = self.in_written_order();
        let mut places = vec![0; order.iter().map(|id| id.index() + 1).max().unwrap_or(1)];
        for (i, id) in order.iter().enumerate() {
            places[id.index()] = i + 1;
        }
        let board = self.rules().board();
        let turn_data = |(i, id): (usize, &NodeId)| {
            let node = self.node(*id);
            let after = self.parent(*id).map_or(0, |parent| places[parent.index()]);
            TurnData {
                turn: node
                    .turn()
                    .map(|turn| TurnText::new(turn, board).to_string())
                    .unwrap_or_default(),
                after: (after != i).then_some(after),
                before: node.comments_before().to_vec(),
                glyphs: node.glyphs().to_vec(),
                comments: node.comments().to_vec(),
            }
        };
        RecordData {
            tags: told_tags(self),
            escapes: self.escapes.clone(),
            board: (!Board::BUILT_IN.contains(board)).then(|| Box::new(*board)),
            comments: self.node(NodeId::ROOT).comments().to_vec(),
            turns: order.iter().enumerate().map(turn_data).collect(),
            outcome: Some(self.outcome),
        }
        .serialize(serializer)
    }
}

/// The record's tags, with those that say under which rules and from where it is played, should
/// they be missing or say something else. A game that was not understood has no turns, and keeps
/// its tags.
fn told_tags(record: &Record) -> Tags {
    let mut tags = record.tags.clone();
    let start = record.node(NodeId::ROOT);
    let boards = [*record.rules().board()];
    let told = terms(&tags, Boards::new(&boards));
    let understood = told.is_ok() || !start.children().is_empty();
    if understood && told != Ok((*record.rules(), *start.position())) {
        record.set_terms(&mut tags);
    }
    tags
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        Boards::default().deserialize(deserializer)
    }
}

/// Reads a record as data that knows these boards.
impl<'de> DeserializeSeed<'de> for Boards<'_> {
    type Value = Record;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Record, D::Error> {
        let data = RecordData::deserialize(deserializer)?;
        let mut record = begin(&data, self).map_err(de::Error::custom)?;
        for comment in &data.comments {
            record.add_comment(NodeId::ROOT, comment);
        }
        let mut ids = vec![NodeId::ROOT];
        for (i, entry) in data.turns.iter().enumerate() {
            let error = |message: String| de::Error::custom(format!("turn {}: {message}", i + 1));
            let after = entry.after.unwrap_or(i);
            let parent = *ids.get(after).ok_or_else(|| {
                error(format!("it follows turn {after}, which does not come before it"))
            })?;
            ids.push(play(&mut record, parent, entry).map_err(error)?);
        }
        let stated = || data.tags.get("Result").and_then(|result| result.parse().ok());
        record.outcome = data.outcome.or_else(stated).unwrap_or_default();
        record.tags = data.tags;
        record.escapes = data.escapes;
        Ok(record)
    }
}

/// The record without its turns. Where the tags make no sense there must be no turns: a file's
/// are kept as a comment then.
fn begin(data: &RecordData, boards: Boards<'_>) -> Result<Record, String> {
    let own = data.board.as_deref();
    let boards = own.map_or(boards, |board| boards.with(std::slice::from_ref(board)));
    match terms(&data.tags, boards) {
        Ok((rules, start)) => Ok(Record::from_start(rules, start)),
        Err(_) if data.turns.is_empty() => Ok(Record::new(Rules::BRAINKING)),
        Err(message) => Err(message),
    }
}

/// The rules and the start that tags give.
fn terms(tags: &Tags, boards: Boards<'_>) -> Result<(Rules, Position), String> {
    let mut terms = Terms::default();
    for (name, value) in tags.iter() {
        terms.tag(name, value, boards).map_err(|fault| format!("tag {name}: {}", fault.message))?;
    }
    let begun = terms.begin(boards).map_err(|fault| fault.message)?;
    begun.ok_or_else(|| "the tags do not say how to read the turns".to_owned())
}

fn play(record: &mut Record, parent: NodeId, entry: &TurnData) -> Result<NodeId, String> {
    let text: TurnText =
        entry.turn.parse().map_err(|error| format!("{:?}: {error}", entry.turn))?;
    let refuse = |error| format!("{text} is not legal: {error}");
    let turn = text.resolve(record.rules(), record.node(parent).position()).map_err(refuse)?;
    let id = record.add(parent, turn).map_err(refuse)?;
    for comment in &entry.before {
        record.add_comment_before(id, comment);
    }
    for glyph in &entry.glyphs {
        record.add_glyph(id, *glyph);
    }
    for comment in &entry.comments {
        record.add_comment(id, comment);
    }
    Ok(id)
}

#[cfg(test)]
mod tests {
    use jarmo_core::{Board, Position, RuleSet, Rules, Side};

    use crate::record::Record;

    fn read(tags: &str, turns: &str) -> Result<String, String> {
        let text = format!("{{\"tags\":[{tags}],\"turns\":[{turns}],\"comments\":[\"So.\"]}}");
        let record = serde_json::from_str::<Record>(&text).map_err(|error| error.to_string())?;
        Ok(record.to_string())
    }

    #[test]
    fn where_tags_make_no_sense_there_must_be_no_turns() {
        for (name, value) in
            [("Rules", "renju"), ("First", "Grey"), ("Position", "nonsense"), ("Board", "round")]
        {
            let tags = format!("[\"{name}\",\"{value}\"]");
            assert_eq!(read(&tags, ""), Ok(format!("[{name} \"{value}\"]\n\n{{So.}} *\n")));
            let error = read(&tags, "{\"turn\":\"C1-E2\"}").unwrap_err();
            assert!(error.starts_with(&format!("tag {name}: ")), "{error}");
        }
    }

    #[test]
    fn a_result_that_is_left_out_is_the_tags() {
        for (tag, outcome, read_as) in [
            ("1-0", "", "1-0"),
            ("0:1", "", "0-1"),
            ("won", "", "*"),
            ("1-0", ",\"outcome\":\"*\"", "*"),
        ] {
            let json = format!("{{\"tags\":[[\"Result\",\"{tag}\"]]{outcome}}}");
            let record: Record = serde_json::from_str(&json).unwrap();
            assert_eq!(record.outcome.to_string(), read_as, "{json}");
        }
    }

    #[test]
    fn tags_and_escape_lines_that_a_file_cannot_have_are_refused_where_they_are() {
        let long = "x".repeat(201);
        let names = [
            "", " ", "Whi te", "\\u00a0", "a\\u200b", "\\\"", "[", "a]", "(", "}", "\\u0000", &long,
        ];
        for name in names {
            let error = read(&format!("[\"A\",\"1\"],\n[\"{name}\",\"x\"]"), "").unwrap_err();
            assert!(error.contains("is no tag's name") && error.contains("line 2"), "{error}");
        }
        for text in ["\\n", "a\\r\\nb", "a\\rb", "a\\n"] {
            let error = read(&format!("\n[\"White\",\"{text}\"]"), "").unwrap_err();
            assert!(
                error.contains("tag White has a line break") && error.contains("line 2"),
                "{error}"
            );
            let json = format!("{{\"escapes\":[\"so\",\n\"{text}\"]}}");
            let error = serde_json::from_str::<Record>(&json).unwrap_err().to_string();
            assert!(
                error.contains("an escape line has a line break") && error.contains("line 2"),
                "{error}"
            );
        }
        let name = "\u{160}-_.:'\u{feff}";
        assert!(
            read(&format!("[\"{name}\",\"\\t \"]"), "")
                .unwrap()
                .starts_with(&format!("[{name} \"\t \"]"))
        );
    }

    #[test]
    fn records_without_tags_keep_their_rules_board_and_start() {
        let lines = [["A1", "A2"], ["A2", "A3"], ["B1", "B2"], ["B2", "B3"], ["A2", "B2"]];
        let ladder = Board::new("ladder", "AB", 3, 2, 1, 3, &lines).unwrap();
        let black_first = RuleSet::Jasir.options().with_first(Side::Black);
        for rules in [
            Rules::TRADITIONAL,
            Rules::new(Board::JARMO, black_first),
            Rules::new(ladder, RuleSet::Brainking.options()),
        ] {
            let mut start = Position::start(&rules);
            for _ in 0..2 {
                let record = Record::from_start(rules, start);
                let json = serde_json::to_string(&record).unwrap();
                let read: Record = serde_json::from_str(&json).unwrap();
                assert_eq!((read.rules(), read.last_position()), (&rules, &start), "{json}");
                let turn = start.legal_turns(&rules).next().unwrap();
                start = start.play(&rules, turn).unwrap();
            }
        }
    }
}
