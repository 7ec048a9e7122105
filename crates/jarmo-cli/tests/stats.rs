//! `jarmo stats` over games kept in `tests/data`.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `jarmo stats` in `tests/data`, with this on its standard input.
fn stats(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jarmo"))
        .arg("stats")
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("jarmo starts");
    child.stdin.take().expect("it is piped").write_all(input).expect("jarmo reads its input");
    child.wait_with_output().expect("jarmo ends")
}

/// What it prints where all is well.
fn printed(arguments: &[&str]) -> String {
    let output = stats(arguments, b"");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

#[test]
fn table() {
    insta::assert_snapshot!(printed(&["games.jgn"]));
}

#[test]
fn splits() {
    let text = printed(&["games.jgn", "--by", "rules,player", "--by", "first-turn"]);
    insta::assert_snapshot!(text);
}

#[test]
fn json() {
    insta::assert_snapshot!(printed(&["games.jgn", "--json", "--by", "player"]));
}

#[test]
fn nothing_to_count() {
    let output = stats(&["-"], b"");
    assert!(output.status.success());
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout));
}

#[test]
fn standard_input_is_counted_as_a_file_is() {
    let games = include_bytes!("data/games.jgn");
    assert_eq!(String::from_utf8_lossy(&stats(&["-"], games).stdout), printed(&["games.jgn"]));
}

#[test]
fn bad_games_are_left_out_and_told() {
    let output = stats(&["bad.jgn", "nowhere.jgn", "--by", "player"], b"");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    // How a missing file is put is the system's own.
    let errors: Vec<&str> = errors.lines().collect();
    assert_eq!(errors.len(), 2);
    assert_eq!(
        errors[0],
        "bad.jgn: 1 game has errors and is left out: jarmo check bad.jgn says what is wrong"
    );
    assert!(errors[1].starts_with("error: nowhere.jgn"));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout));
}

#[test]
fn the_last_position_decides_where_it_is_final() {
    let games = include_str!("data/games.jgn");
    let wrong = games.replace("1-0", "0-1");
    assert_ne!(wrong, games);
    let right = stats(&["-"], games.as_bytes()).stdout;
    assert_eq!(stats(&["-"], wrong.as_bytes()).stdout, right);
}
