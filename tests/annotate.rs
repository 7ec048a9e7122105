//! `jarmo annotate`: what it adds, what it keeps, and that it adds it once.

use std::fs;
use std::path::{Path, PathBuf};

use jarmo_tests::{Run, run};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn annotate(from: &Path, to: &Path, more: &[&str]) -> Run {
    let arguments =
        ["annotate", from.to_str().unwrap(), "-o", to.to_str().unwrap(), "--depth", "6"];
    run(&[arguments.as_slice(), more].concat())
}

fn game(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("records/games").join(name)
}

#[test]
fn mistakes_are_marked_and_bettered() {
    let folder = folder();
    let out = folder.path().join("out.jgn");
    let told = annotate(&game("brainking-home-archer-captured.jgn"), &out, &[]).success();
    insta::assert_snapshot!(told + "\n" + &fs::read_to_string(&out).unwrap());
    assert_eq!(run(&["check", out.to_str().unwrap()]).success(), "1 games, 0 errors, 0 warnings\n");
}

#[test]
fn a_second_time_changes_nothing_and_a_cut_annotation_is_completed() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    annotate(&game("traditional-home-archer-captured.jgn"), &path("once.jgn"), &["--threads", "2"])
        .success();
    annotate(&path("once.jgn"), &path("twice.jgn"), &[]).success();
    let once = fs::read_to_string(path("once.jgn")).unwrap();
    assert_eq!(once, fs::read_to_string(path("twice.jgn")).unwrap());
    // As an interrupted annotation leaves it: evaluations of some positions, and nothing else.
    let bare = fs::read_to_string(game("traditional-home-archer-captured.jgn")).unwrap();
    let evals: Vec<&str> = once.split("{[%eval ").skip(1).take(2).collect();
    let first = evals[0].split('}').next().unwrap();
    let cut = bare.replacen("\n\n1. ", &format!("\n\n{{[%eval {first}}} 1. "), 1);
    assert_ne!(cut, bare);
    fs::write(path("cut.jgn"), cut).unwrap();
    annotate(&path("cut.jgn"), &path("completed.jgn"), &[]).success();
    assert_eq!(fs::read_to_string(path("completed.jgn")).unwrap(), once);
}

#[test]
fn what_was_said_before_is_kept() {
    let folder = folder();
    let (from, to) = (folder.path().join("from.jgn"), folder.path().join("to.jgn"));
    fs::write(
        &from,
        "[White \"Anna\"]\n\n1. C1-D3! {Bold.} (1. D1-C3 {Quiet.}) C5-B3 2. E1-C2!? B3xA1 $14 *\n",
    )
    .unwrap();
    annotate(&from, &to, &["--plot", folder.path().join("plot.svg").to_str().unwrap()]).success();
    let text = fs::read_to_string(&to).unwrap().replace('\n', " ");
    for kept in ["C1-D3 $1 {Bold.}", "{Quiet.}", "E1-C2 $5", "$14", "[White \"Anna\"]"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    // Somebody has judged the turn already: the better line is added, the glyph is not.
    assert!(!text.contains("$5 $4"), "{text}");
    assert!(text.contains("(2. D3xE5 {[%eval"), "{text}");
    assert!(fs::read_to_string(folder.path().join("plot.svg")).unwrap().starts_with("<svg"));
}

#[test]
fn bad_input_leaves_the_output_alone() {
    let folder = folder();
    let out = folder.path().join("out.jgn");
    fs::write(&out, "what was there").unwrap();
    assert!(annotate(Path::new("no-such-file"), &out, &[]).err.contains("no-such-file"));
    let empty = folder.path().join("empty.jgn");
    fs::write(&empty, "").unwrap();
    assert!(annotate(&empty, &out, &[]).err.contains("there is no game in it"));
    assert_eq!(fs::read_to_string(&out).unwrap(), "what was there");
}

#[test]
fn a_turn_that_wins_for_certain_is_no_mistake() {
    let folder = folder();
    let (from, once) = (folder.path().join("from.jgn"), folder.path().join("once.jgn"));
    // Before it, the estimate is greater than what the turn wins for certain.
    let evals = "{[%eval 7.36,6]} 1. C1-D3 {[%eval 4.00,6]RESULT} C5-B3 {[%eval 4.00,6]}";
    for (result, marked) in [("", true), (" [%result 1-0]", false), (" [%result 0-1]", true)] {
        let text = format!("{} *\n", evals.replace("RESULT", result));
        fs::write(&from, text).unwrap();
        annotate(&from, &once, &["--tables", ""]).success();
        let text = fs::read_to_string(&once).unwrap();
        assert_eq!(text.contains("1. C1-D3 $4"), marked, "{text}");
    }
}

#[test]
fn what_is_certain_is_kept_in_the_record() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    // White wins by a capture, and plays something else.
    let record = "[Position \"5/2b2/5/1w3/w4 w - - 1\"]\n\n1. B2-D1 C4-B2 *\n";
    fs::write(path("game.jgn"), record).unwrap();
    annotate(&path("game.jgn"), &path("once.jgn"), &["--tables", ""]).success();
    let once = fs::read_to_string(path("once.jgn")).unwrap();
    assert!(once.contains("[%result 1-0]"), "{once}");
    annotate(&path("once.jgn"), &path("twice.jgn"), &["--tables", ""]).success();
    assert_eq!(fs::read_to_string(path("twice.jgn")).unwrap(), once);
}
