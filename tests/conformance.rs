//! The vectors that two independent implementations agree on, through the program's commands.

use std::path::Path;

use jarmo_core::{Position, Rules, perft};
use jarmo_notation::parse_position;
use jarmo_tests::run;
use serde_json::Value;

/// The lines of a file of vectors.
fn vectors(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance").join(name);
    let text = std::fs::read_to_string(path).expect("the vectors are there");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
    vector[field].as_str().expect("a text")
}

fn texts<'a>(vector: &'a Value, field: &str) -> Vec<&'a str> {
    let list = vector[field].as_array().expect("a list");
    list.iter().map(|item| item.as_str().expect("a text")).collect()
}

#[test]
fn legal_turns() {
    for vector in vectors("moves.jsonl") {
        let out = run(&[
            "moves",
            "--rules",
            text(&vector, "rules"),
            "--position",
            text(&vector, "position"),
        ]);
        assert_eq!(out.success().lines().collect::<Vec<_>>(), texts(&vector, "turns"), "{vector}");
    }
}

#[test]
fn whole_games() {
    for vector in vectors("games.jsonl") {
        let mut arguments = vec!["play", "--rules", text(&vector, "rules")];
        arguments.extend(texts(&vector, "turns"));
        let points = &vector["score"];
        let expected = format!(
            "position {}\nover {}\nscore {}-{}\n",
            text(&vector, "final"),
            vector["over"],
            points[0],
            points[1]
        );
        assert_eq!(run(&arguments).success(), expected, "{vector}");
    }
}

#[test]
fn perft_through_the_program() {
    for vector in vectors("perft.jsonl") {
        let counts: Vec<u64> =
            vector["nodes"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
        let depth = counts.len().min(5).to_string();
        let arguments = [
            "perft",
            &depth,
            "--rules",
            text(&vector, "rules"),
            "--position",
            text(&vector, "position"),
        ];
        let expected: String = counts
            .iter()
            .take(5)
            .enumerate()
            .map(|(i, nodes)| format!("{} {nodes}\n", i + 1))
            .collect();
        assert_eq!(run(&arguments).success(), expected, "{vector}");
    }
}

#[test]
fn perft_to_the_full_depth() {
    for vector in vectors("perft.jsonl") {
        let rules = Rules::of(text(&vector, "rules").parse().expect("a rule set"));
        let position: Position =
            parse_position(text(&vector, "position"), &rules).expect("a position");
        for (i, nodes) in vector["nodes"].as_array().expect("a list").iter().enumerate() {
            assert_eq!(Some(perft(&position, &rules, i as u32 + 1)), nodes.as_u64(), "{vector}");
        }
    }
}
