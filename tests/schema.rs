//! The published JSON schema says what the program writes, and refuses what it refuses.

use std::path::Path;

use jarmo_tests::{feed, jarmo, run};
use serde_json::Value;

fn folder(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn schema() -> jsonschema::Validator {
    let text = std::fs::read_to_string(folder("../docs/record.schema.json")).expect("it is there");
    let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
    jsonschema::validator_for(&schema).expect("it is a schema")
}

fn json_of(text: &str) -> Value {
    let out = feed(jarmo().args(["convert", "-", "--from", "jgn", "--to", "json"]), text).success();
    serde_json::from_str(&out).expect("it is JSON")
}

#[test]
fn what_is_written_fits_the_schema() {
    let schema = schema();
    for entry in std::fs::read_dir(folder("records/games")).expect("the records are there") {
        let path = entry.expect("the folder can be read").path();
        let out = run(&["convert", path.to_str().unwrap(), "--to", "json"]).success();
        let json: Value = serde_json::from_str(&out).expect("it is JSON");
        assert!(schema.is_valid(&json), "{}", path.display());
    }
    let everything = json_of(
        "%escape\n[White \"A\"]\n\n{Before.} 1. {So.} C1-E2! {After.} (1. D1-C3 (1. A1-C2 $7)) E5-C4 *",
    );
    assert!(schema.is_valid(&everything), "{everything}");
    assert_eq!(everything[0]["turns"].as_array().map(Vec::len), Some(4));
    assert!(schema.is_valid(&json_of("")));
}

#[test]
fn the_schema_refuses_what_the_program_refuses() {
    let schema = schema();
    let bad = [
        r#"[{"turns": [{"after": 0}]}]"#,
        r#"[{"turns": [{"turn": "A1-C2", "after": -1}]}]"#,
        r#"[{"turns": [{"turn": "A1-C2", "glyphs": [256]}]}]"#,
        r#"[{"outcome": "won"}]"#,
        r#"[{"colour": "red"}]"#,
        r#"[{"tags": [["White"]]}]"#,
        r#"[{"comments": "So."}]"#,
    ];
    for text in bad {
        assert!(!schema.is_valid(&serde_json::from_str(text).expect("it is JSON")), "{text}");
        let run = feed(jarmo().args(["convert", "-", "--from", "json", "--to", "jgn"]), text);
        assert_eq!(run.status, Some(1), "{text}: {run:?}");
    }
}
