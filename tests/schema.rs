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
        r#"[{"outcome": null}]"#,
        r#"[{"turns": [{"turn": "C1-E2", "after": null}]}]"#,
        r#"[{"colour": "red"}]"#,
        r#"[{"tags": [["White"]]}]"#,
        r#"[{"comments": "So."}]"#,
        r#"[{"tags": [["", "x"]]}]"#,
        r#"[{"tags": [["Whi te", "x"]]}]"#,
        r#"[{"tags": [["Whi\u200bte", "x"]]}]"#,
        r#"[{"tags": [["\"", "x"]]}]"#,
        r#"[{"tags": [["[a]", "x"]]}]"#,
        r#"[{"tags": [["a\u0000", "x"]]}]"#,
        r#"[{"tags": [["a\n", "x"]]}]"#,
        r#"[{"tags": [["White", "two\nlines"]]}]"#,
        r#"[{"tags": [["White", "a line\n"]]}]"#,
        r#"[{"escapes": ["two\rlines"]}]"#,
        r#"[{"escapes": ["a line\n"]}]"#,
    ];
    for text in bad {
        assert!(!schema.is_valid(&serde_json::from_str(text).expect("it is JSON")), "{text}");
        let run = feed(jarmo().args(["convert", "-", "--from", "json", "--to", "jgn"]), text);
        assert_eq!(run.status, Some(1), "{text}: {run:?}");
        assert!(run.err.contains(" at line 1 column "), "{text}: {run:?}");
    }
}

#[test]
fn the_schema_and_the_program_agree_about_every_character_of_a_tag() {
    let schema = schema();
    let odd = "\u{1680}\u{180e}\u{2000}\u{200a}\u{200b}\u{200c}\u{2028}\u{2029}\u{202f}\u{205f}\u{2060}\
               \u{3000}\u{feff}\u{160}\u{1f3f9}";
    for c in ('\0'..'\u{180}').chain(odd.chars()) {
        for (name, value) in [(c.to_string(), "x".to_owned()), ("x".to_owned(), c.to_string())] {
            let json =
                serde_json::json!([{ "tags": [[name, value]], "turns": [], "outcome": "*" }]);
            let read = serde_json::from_value::<Vec<jarmo_notation::Record>>(json.clone());
            assert_eq!(schema.is_valid(&json), read.is_ok(), "{json}: {read:?}");
            let Ok(records) = read else { continue };
            assert_eq!(serde_json::to_value(&records).expect("a record is data"), json);
            let text = records[0].to_string();
            let mut again = jarmo_notation::Records::new(text.as_bytes(), &[]);
            let (record, faults) = again.next_record().expect("memory").expect("a game");
            assert_eq!((record, faults.len()), (records[0].clone(), 0), "{json}");
        }
    }
}
