//! Inputs that a fuzzer found, and those with which it reached most: each is read as it should be.

use std::fs;
use std::path::{Path, PathBuf};

use jarmo_tests::{feed, jarmo};

// It is a crate of its own for the fuzzer.
#[allow(unreachable_pub)]
#[path = "fuzz/parsers.rs"]
mod parsers;

/// The inputs that are kept for a parser.
fn finds(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/finds").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name}");
    paths
}

#[test]
fn every_find_is_read() {
    for (name, parser) in parsers::PARSERS {
        // These two have tests of their own.
        if name == "ugi" || name == "session" {
            continue;
        }
        for path in finds(name) {
            println!("{}", path.display());
            parser(&fs::read(&path).expect("it can be read"));
        }
    }
}

#[test]
fn every_find_of_a_session_or_a_record_is_shown_and_kept() {
    for path in finds("session").into_iter().chain(finds("record")) {
        println!("{}", path.display());
        parsers::session(&fs::read(&path).expect("it can be read"));
    }
}

/// What sessions are made of that are put together by chance.
const LINES: [&str; 48] = [
    "C1-E2",
    "E5-C4",
    "B1-A3",
    "B5xA3",
    "D1-C3",
    "A5-B3",
    "1. C1-E2 E5-C4",
    "C1-E2 {a} (D1-C3 {b}) E5-C4!",
    "D1-C3 E5-C4 A1-C2 A5-B3",
    "{c}",
    "(A1-C2)",
    "--",
    "undo",
    "undo 2",
    "undo 9",
    "redo",
    "redo 3",
    "comment x",
    "comment before y",
    "comment delete",
    "comment",
    "!",
    "? $10",
    "glyph delete",
    "glyph delete !",
    "tag White A",
    "tag delete White",
    "delete",
    "promote",
    "promote main",
    "demote",
    "back",
    "back 2",
    "forward",
    "end",
    "start",
    "variation 1",
    "out",
    "goto 1",
    "resign",
    "draw",
    "new match",
    "match",
    "game 1",
    "new clock 5",
    "tutorial 3",
    "position 5/w4/2b2/5/5 w",
    "C1-E2 # y",
];

#[test]
fn sessions_put_together_by_chance_are_shown_and_kept() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..150 {
        let lines: Vec<&str> =
            (0..random.usize(1..40)).map(|_| LINES[random.usize(..LINES.len())]).collect();
        println!("{lines:?}");
        parsers::session(lines.join("\n").as_bytes());
    }
}

#[test]
fn every_find_of_lines_is_carried_out_by_the_program() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let people = "new white human black human\n";
    for (name, arguments, first) in [("ugi", "ugi", ""), ("session", "--keep-going", people)] {
        for path in finds(name) {
            let lines = fs::read(&path).expect("it can be read");
            let mut command = jarmo();
            command.current_dir(folder.path()).env("JARMO_STATE_DIR", folder.path());
            let lines = String::from_utf8_lossy(&lines);
            // The fuzzer's sessions are between two people.
            let lines = format!("{first}{lines}");
            let run = feed(command.arg(arguments), &lines);
            assert!(matches!(run.status, Some(0 | 1)), "{}: {run:?}", path.display());
            assert!(!run.err.contains("panicked"), "{}: {run:?}", path.display());
        }
    }
}

#[test]
fn every_parser_has_a_target() {
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/targets");
    let manifest = fs::read_to_string(targets.with_file_name("Cargo.toml")).expect("it is there");
    for (name, _) in parsers::PARSERS {
        let target = fs::read_to_string(targets.join(name).with_extension("rs")).expect(name);
        assert!(target.contains(&format!("jarmo_fuzz::{name}(bytes)")), "{target}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
    }
    assert_eq!(fs::read_dir(targets).expect("it is there").count(), parsers::PARSERS.len());
}
