//! What the documentation says that commands print is what they print.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// A document's examples, with what they print put in anew.
fn run_examples(text: &str, directory: &Path) -> String {
    let binaries = Path::new(env!("CARGO_BIN_EXE_jarmo")).parent().expect("it is in a directory");
    let paths = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([binaries.to_owned()].into_iter().chain(env::split_paths(&paths)));
    let path = path.expect("paths can be joined");
    let mut fresh = String::new();
    let mut in_example = false;
    for line in text.lines() {
        in_example = line == "```console" || in_example && line != "```";
        if !in_example || line == "```console" {
            fresh += &format!("{line}\n");
        } else if let Some(command) = line.strip_prefix("$ ") {
            let output = Command::new("sh")
                .args(["-c", &format!("{command} 2>&1")])
                .current_dir(directory)
                .env("PATH", &path)
                .env("JARMO_STATE_DIR", directory.join("state"))
                .output()
                .expect("there is a shell");
            fresh += &format!("{line}\n{}", String::from_utf8_lossy(&output.stdout));
        }
    }
    fresh
}

#[test]
fn statistics() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = tempfile::tempdir().expect("there is room");
    fs::copy(root.join("tests/data/games.jgn"), directory.path().join("games.jgn"))
        .expect("the games are there");
    let document = root.join("../../docs/statistics.md");
    let text = fs::read_to_string(&document).expect("the document is there");
    let fresh = run_examples(&text, directory.path());
    if env::var_os("UPDATE_EXAMPLES").is_some() {
        fs::write(&document, &fresh).expect("it can be written");
        return;
    }
    assert!(fresh == text, "UPDATE_EXAMPLES=1 cargo test writes the examples anew:\n{fresh}");
}
