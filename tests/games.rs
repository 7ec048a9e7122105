//! Whole games, turn by turn, for a person to review.

use std::fmt::Write;
use std::path::Path;

use jarmo_core::{Position, Rules, Side, Streak, Turn};
use jarmo_notation::{NodeId, PositionText, Record, Records, TurnText};

/// What is worth saying about a turn.
fn remarks(rules: &Rules, before: &Position, turn: Turn, after: &Position) -> String {
    let side = before.to_move();
    let mut remarks = Vec::new();
    if let Turn::Move { from, to, capture: true, .. } = turn {
        let home = rules.goal_row(side.other()).contains(to);
        remarks.push(if home { "captures a home archer" } else { "captures" }.to_owned());
        if !before.marked(side).contains(from) {
            remarks.push("marked".to_owned());
        }
    }
    if let Turn::Move { to, .. } = turn
        && rules.goal_row(side).contains(to)
    {
        remarks.push("home".to_owned());
    }
    if let Some(hole) = turn.returning() {
        let name = rules.board().name(hole);
        let arriving = matches!(turn, Turn::Move { to, .. } if rules.goal_row(side).contains(to));
        let spent = before.marked(side).minus(after.marked(side)) & rules.goal_row(side);
        let payer = spent.lowest().map_or_else(
            || if arriving { "the arriving archer".to_owned() } else { "?".to_owned() },
            |payer| rules.board().name(payer).to_string(),
        );
        remarks.push(format!("returns on {name}, {payer} spends its mark"));
    }
    if turn == Turn::Pass {
        remarks.push("no legal turn".to_owned());
    }
    if let (Streak::Line { count, .. }, Some(limit)) =
        (after.streak(side), rules.options().shuttle_limit)
        && count == limit.get()
    {
        remarks.push(format!("turn {count} to and fro, the last allowed"));
    }
    remarks.join(", ")
}

/// A game as a table: turn, position, score, remarks.
fn table(record: &Record) -> String {
    let rules = record.rules();
    let mut table = String::new();
    let mut row = |turn: &str, position: &Position, remarks: &str| {
        let text = PositionText::new(position, rules.board()).to_string();
        let row =
            format!("{turn:<14} {text:<48} {:<5} {remarks}", position.score(rules).to_string());
        writeln!(table, "{}", row.trim_end()).expect("a string takes all");
    };
    let mut before = *record.node(NodeId::ROOT).position();
    row("start", &before, "");
    for id in record.main_line() {
        let node = record.node(id);
        let turn = node.turn().expect("only the start has none");
        let dots = if before.to_move() == Side::White { "." } else { "..." };
        let text = format!("{}{dots} {}", before.turn_number(), TurnText::new(turn, rules.board()));
        row(&text, node.position(), &remarks(rules, &before, turn, node.position()));
        before = *node.position();
    }
    let ending = before.ending(rules).map_or_else(
        || record.tags.get("Termination").unwrap_or("goes on").to_owned(),
        |ending| ending.to_string(),
    );
    writeln!(table, "{}: {ending}", record.outcome).expect("a string takes all");
    table
}

#[test]
fn whole_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("records/games");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the records are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 10);
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a record is text");
        let mut records = Records::new(text.as_bytes(), &[]);
        let (record, faults) =
            records.next_record().expect("it can be read").expect("there is a game");
        assert_eq!(faults, [], "{}", path.display());
        // The files are kept in canonical form.
        assert_eq!(record.to_string(), text, "{}", path.display());
        let name = path.file_stem().expect("a name").to_string_lossy();
        insta::with_settings!({ snapshot_suffix => "", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("game-{name}"), table(&record));
        });
    }
}
