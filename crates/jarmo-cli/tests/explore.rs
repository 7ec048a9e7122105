//! `jarmo index` and `explore` in the session, over games kept in `tests/data`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

fn jarmo(directory: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jarmo"))
        .args(arguments)
        .current_dir(directory)
        // What a session keeps of its games is nobody else's business.
        .env("JARMO_STATE_DIR", directory.join("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("jarmo starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).expect("jarmo reads its input");
    drop(stdin);
    child.wait_with_output().expect("jarmo ends")
}

/// What a session prints that is told this.
fn session(directory: &Path, input: &str) -> String {
    let output = jarmo(directory, &[], input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

/// Indexes the games into a new directory.
fn indexed(arguments: &[&str]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("there is room");
    fs::copy(Path::new(DATA).join("games.jgn"), directory.path().join("games.jgn"))
        .expect("the games are there");
    let arguments = [&["index", "games.jgn", "-o", "games.jgx"], arguments].concat();
    let output = jarmo(directory.path(), &arguments, "");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "14 games, 12 KiB\n");
    directory
}

#[test]
fn explore_steps_along() {
    let directory = indexed(&[]);
    let input = "new black human\nexplore games.jgx\nC1-D3\nexplore\nB5-D4\nexplore\n\
                 back 2\nexplore\n";
    insta::assert_snapshot!(session(directory.path(), input));
}

#[test]
fn games_are_indexed_on_the_spot() {
    let directory = indexed(&[]);
    let text = session(directory.path(), "explore games.jgn\n");
    let index = session(directory.path(), "explore games.jgx\n");
    assert_eq!(text.replace("games.jgn", "games.jgx"), index);
}

#[test]
fn rule_sets_are_kept_apart_and_transpositions_meet() {
    let directory = tempfile::tempdir().expect("there is room");
    let games = "[Rules \"jasir\"]\n\n1. A1-C2 A5-C4 2. E1-D3 E5-D3 *\n\n\
                 1. A1-C2 A5-C4 2. B1-A3 B5-A3 1-0\n\n1. B1-A3 A5-C4 2. A1-C2 B5xA3 0-1\n";
    fs::write(directory.path().join("few.jgn"), games).expect("there is room");
    let input = "explore few.jgn\nB1-A3\nA5-C4\nA1-C2\nexplore\nnew rules jasir\nexplore\n";
    let output = jarmo(directory.path(), &[], &format!("new black human\n{input}"));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout));
}

#[test]
fn depth_limits_what_is_covered() {
    let directory = indexed(&["--depth", "1"]);
    let text = session(directory.path(), "new black human\nexplore games.jgx\nC1-D3\nexplore\n");
    assert!(
        text.ends_with(
            "No game in the index goes on from here.\nTurns of each game that it covers: 1.\n"
        ),
        "{text}"
    );
}

#[test]
fn what_cannot_be_explored_is_named() {
    let directory = indexed(&[]);
    let whole = fs::read(directory.path().join("games.jgx")).expect("it is there");
    fs::write(directory.path().join("cut.jgx"), &whole[..whole.len() / 2]).expect("there is room");
    let text = fs::read(directory.path().join("games.jgn")).expect("it is there");
    fs::write(directory.path().join("text.jgx"), text).expect("there is room");
    let input = "explore\nexplore cut.jgx\nexplore text.jgx\n";
    let output = jarmo(directory.path(), &["--keep-going"], input);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr));
}

#[test]
fn bad_games_are_left_out_and_told() {
    let directory = tempfile::tempdir().expect("there is room");
    fs::copy(Path::new(DATA).join("bad.jgn"), directory.path().join("bad.jgn"))
        .expect("the games are there");
    let output = jarmo(directory.path(), &["index", "bad.jgn", "-o", "bad.jgx"], "");
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr));
    let text = session(directory.path(), "explore bad.jgx\n");
    assert!(text.starts_with("bad.jgx: 1 game.\n"), "{text}");
}
