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
