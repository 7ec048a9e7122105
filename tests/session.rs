//! The session, driven through a pipe.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use jarmo_tests::{Run, feed, jarmo};
use tempfile::TempDir;

/// A session in a folder of its own.
fn session(folder: &TempDir) -> Command {
    let mut command = jarmo();
    command.current_dir(folder.path()).env("JARMO_STATE_DIR", folder.path().join("state"));
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn play(lines: &[&str]) -> Run {
    feed(&mut session(&folder()), &(lines.join("\n") + "\n"))
}

/// What a session prints, with the day it was played left out.
fn transcript(lines: &[&str]) -> String {
    undated(&play(lines).success())
}

/// The text with every date, as in 2026.11.30, put as one that does not pass.
fn undated(text: &str) -> String {
    const FORM: &str = "0000.00.00";
    let fits = |at: &str| {
        at.len() >= FORM.len()
            && at.bytes().zip(FORM.bytes()).all(|(byte, form)| match form {
                b'0' => byte.is_ascii_digit(),
                _ => byte == form,
            })
    };
    let (mut undated, mut rest) = (String::new(), text);
    while let Some(at) = rest.char_indices().map(|(at, _)| at).find(|at| fits(&rest[*at..])) {
        undated += &rest[..at];
        undated += "(today)";
        rest = &rest[at + FORM.len()..];
    }
    undated + rest
}

const TWO_PEOPLE: &str = "new white human black human";

#[test]
fn a_game_is_played_saved_and_replayed() {
    let folder = folder();
    let lines = format!("{TWO_PEOPLE}\nC1-E2\nE5-C4\nB1-A3\nB5xA3\nsave g.jgn\nquit\n");
    feed(&mut session(&folder), &lines).success();
    let positions = feed(session(&folder).args(["replay", "g.jgn", "--plain"]), "").success();
    assert_eq!(positions.lines().count(), 5);
    let checked = feed(session(&folder).args(["check", "g.jgn"]), "").success();
    assert_eq!(checked, "1 games, 0 errors, 0 warnings\n");
    let left = std::fs::read_dir(folder.path().join("state")).expect("the folder is there").count();
    assert_eq!(left, 0, "a session that ends leaves nothing behind");
}

#[test]
fn takebacks_become_variations() {
    insta::assert_snapshot!(transcript(&[
        TWO_PEOPLE,
        "C1-E2",
        "E5-C4",
        "B1-A3",
        "undo",
        "undo",
        "A5-B3",
        "comment Better.",
        "!?",
        "tree",
        "back",
        "variation",
        "variation 1",
        "forward",
        "out",
        "show",
    ]));
}

#[test]
fn edits_say_what_they_change_and_are_taken_back_one_by_one() {
    let edits = [
        ("comment So.", "1... E5-C4: added {So.}"),
        ("comment before Now", "1... E5-C4: added before it {Now}"),
        ("{Also.}", "1... E5-C4: added {Also.}"),
        ("comment delete", "1... E5-C4: deleted {Now} {So.} {Also.}"),
        ("!? $10", "1... E5-C4: added !? $10"),
        ("glyph delete !?", "1... E5-C4: deleted !?"),
        ("glyph delete", "1... E5-C4: deleted $10"),
        ("tag Annotator Edith", "Annotator: Edith"),
        ("tag White \"Anna\"", "White: Anna (before: ?)"),
        ("tag delete Annotator", "Deleted Annotator: Edith"),
        ("delete", "Deleted 1... E5-C4 and a turn behind it"),
    ];
    let begun = [TWO_PEOPLE, "C1-E2", "E5-C4", "B1-A3", "back", "show"];
    let shown = play(&begun).success();
    let shown = shown.split_once("[Event").expect("a record is shown").1.to_owned();
    let done: Vec<&str> = edits.iter().map(|(line, _)| *line).collect();
    let undone = vec!["undo"; edits.len()];
    let out = play(&[&begun[..], &done, &undone, &["show"]].concat()).success();
    for (line, said) in edits {
        assert!(out.lines().any(|out| out == said), "{line}: {out}");
        assert!(out.lines().any(|out| out == format!("Undone: {said}")), "{line}: {out}");
    }
    assert!(out.ends_with(&shown), "{out}");
    let redone = vec!["redo"; edits.len()];
    let out = play(&[&begun[..], &done, &["show"], &undone, &redone, &["show"]].concat()).success();
    let records: Vec<&str> =
        out.split("[Event").skip(2).map(|text| text.split("\n\n").nth(1).unwrap()).collect();
    assert!(records[1].starts_with("1. C1-E2 *") && records[0].starts_with("1. C1-E2 *"), "{out}");
    assert!(out.contains("Done again: White: Anna"), "{out}");
    // Lines are moved back to their places.
    let lines = ["undo 2", "D1-C3", "back", "variation 1", "promote", "demote"];
    let out = play(&[&begun[..5], &lines, &["undo", "undo", "tree"]].concat()).success();
    assert!(out.contains("Undone: 1. C1-E2 is in the main line now"), "{out}");
}

#[test]
fn comments_and_glyphs_are_shown_and_not_deleted_where_nothing_else_is_said() {
    let lines = [TWO_PEOPLE, "comment", "C1-E2", "glyph", "comment Fine.", "!", "comment", "glyph"];
    let out = play(&[&lines[..], &["tag White", "show"]].concat()).success();
    for said in ["The start: no comment", "1. C1-E2: no glyph", "1. C1-E2: {Fine.}", "1. C1-E2: !"]
    {
        assert!(out.lines().any(|line| line == said), "{said}: {out}");
    }
    assert!(out.contains("White: ?\n") && out.ends_with("\n1. C1-E2 $1 {Fine.} *\n"), "{out}");
    for nothing in ["comment delete", "glyph delete", "tag delete Nothing", "tag delete"] {
        assert_eq!(play(&[TWO_PEOPLE, "C1-E2", nothing]).status, Some(1), "{nothing}");
    }
    // An edit is undone before the turn that was played before it, and one turn before the other.
    let out =
        play(&["new white human black random", "C1-E2", "?", "undo", "undo", "tree"]).success();
    let undone = out.lines().find(|line| line.starts_with("Undone: 1... ")).expect("it is said");
    assert!(undone.ends_with(": added ?"), "{out}");
    assert!(out.contains("  1. C1-E2\n  1... "), "{out}");
}

#[test]
fn nothing_is_saved_over_that_the_session_neither_read_nor_wrote() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let game = "[White \"Anna\"]\n\n1. C1-E2 *\n\n";
    let faulty = "[White \"Anna\"]\n\n1. C1-E2 C1-C2 *\n";
    std::fs::write(path("three.jgn"), game.repeat(3)).unwrap();
    std::fs::write(path("list.txt"), "bread\nmilk\n").unwrap();
    std::fs::write(path("bad.jgn"), faulty).unwrap();
    for (lines, name, there) in [
        ("save three.jgn", "three.jgn", "three.jgn: 3 games are there already"),
        ("save list.txt", "list.txt", "list.txt: something that is no game record is there"),
        ("load bad.jgn\nsave", "bad.jgn", "bad.jgn: it was read with 1 fault"),
    ] {
        let before = std::fs::read(path(name)).unwrap();
        let lines = format!("{TWO_PEOPLE}\nD1-C3\n{lines}");
        let run = feed(&mut session(&folder), &format!("{lines}\n"));
        assert_eq!(run.status, Some(1), "{run:?}");
        assert!(run.err.contains(there) && run.err.contains("; save! overwrites it"), "{run:?}");
        assert_eq!(std::fs::read(path(name)).unwrap(), before, "{name}");
        let last = lines.rfind("save").unwrap();
        let urged = format!("{}save!{}", &lines[..last], &lines[last + 4..]);
        // What was written once is the session's own.
        feed(&mut session(&folder), &format!("{urged}\ncomment So.\nsave\n")).success();
        assert!(std::fs::read_to_string(path(name)).unwrap().contains("{So.}"), "{name}");
    }
}

#[test]
fn what_another_program_added_to_a_file_is_not_saved_over() {
    let folder = folder();
    let path = folder.path().join("g.jgn");
    std::fs::write(&path, "1. C1-E2 *\n").unwrap();
    let mut child = session(&folder)
        .arg("--keep-going")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let mut out = std::io::BufReader::new(child.stdout.take().expect("it is a pipe"));
    let mut line = String::new();
    std::io::Write::write_all(&mut stdin, b"load g.jgn\ncomment So.\n").unwrap();
    while !line.contains("added {So.}") {
        line.clear();
        assert_ne!(std::io::BufRead::read_line(&mut out, &mut line).unwrap(), 0);
    }
    let two = "1. C1-E2 *\n\n[White \"A\"]\n\n1. D1-C3 *\n";
    std::fs::write(&path, two).unwrap();
    std::io::Write::write_all(&mut stdin, b"save\nsave ./g.jgn\nsave other.jgn\n").unwrap();
    drop(stdin);
    let run: Run = child.wait_with_output().expect("it ends").into();
    assert_eq!(
        run.err.matches("changed it since it was read: it has 2 games now").count(),
        2,
        "{run:?}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), two);
    assert!(std::fs::read_to_string(folder.path().join("other.jgn")).unwrap().contains("{So.}"));
}

#[test]
fn a_remark_may_stand_behind_a_command() {
    let folder = folder();
    let lines = [
        TWO_PEOPLE,
        "# All of this.",
        "C1-E2 # good",
        "! # indeed",
        "moves E5 # where to",
        "E5-C4 {No. # 1} # so",
        "comment Is # 1",
        "save g.jgn # now",
        "save \"a #1.jgn\" # and again",
        "load a #1.jgn",
        "load g.jgn # back",
        "save # there",
        "show # it",
    ];
    let out = feed(&mut session(&folder), &(lines.join("\n") + "\n")).success();
    assert!(out.contains("1. C1-E2 $1 E5-C4 {No. # 1} {Is # 1} *"), "{out}");
    assert!(out.contains("Loaded a #1.jgn: ") && out.contains("Loaded g.jgn: "), "{out}");
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["a #1.jgn", "g.jgn", "state"]);
}

#[test]
fn looking_around() {
    insta::assert_snapshot!(transcript(&[
        TWO_PEOPLE,
        "moves",
        "C1",
        "moves A5",
        "moves B2",
        "c1e2",
        "board",
        "flip",
        "score",
        "position",
        "help undo",
        "position w1bbb/5/5/5/1wwww",
        "moves A5",
        "score",
    ]));
}

#[test]
fn endings() {
    insta::assert_snapshot!(transcript(&[
        "new white human black human rules traditional match",
        "C1-E2",
        "resign",
        "match",
        "A1-C2",
        "E5-C4",
        "draw",
        "undo",
        "D1-B2",
        "score",
        "games",
        "game 1",
        "show",
    ]));
}

#[test]
fn a_match_ends_with_the_sum() {
    insta::assert_snapshot!(transcript(&[
        "new white human black human match",
        "resign white",
        "match",
        "resign white",
        "match",
        "score",
    ]));
}

#[test]
fn the_opponent_answers() {
    let out = play(&["new white human black level:1", "C1-E2", "D1-C3", "undo", "tree"]).success();
    assert!(out.contains("1... ") && out.contains("2... "), "{out}");
    // A turn of one's own is taken back, and the answer with it.
    assert!(out.lines().any(|line| line.starts_with("> 1... ")), "{out}");
    let out = play(&["new white random black random", "show"]).success();
    assert!(out.contains("wins, ") || out.contains("A draw, "), "{out}");
    assert!(play(&["hint"]).success().starts_with("hint "));
}

#[test]
fn what_is_refused_says_why_and_where() {
    let refused = [
        ("A1-A2", "no line joins A1 and A2"),
        ("bord", "did you mean board?"),
        ("s", "\"s\" could be score, show, save, start"),
        ("xyzzy", "is no command or turn"),
        ("undo", "there is no turn to take back"),
        ("undo 0", "expected 1 or more"),
        ("redo", "there is no turn to play again"),
        ("new white nobody", "\"nobody\" is no player"),
        ("new white", "new: white what?"),
        ("new rules chess", "unknown rule set"),
        ("load", "load which file?"),
        ("save", "save to which file?"),
        ("load no-such-file", "no-such-file: "),
        ("load .", "it is a directory"),
        ("save .", "it is a directory"),
        ("position nonsense", "column 1"),
        ("game 2", "expected 1 to 1"),
        ("goto 3", "the line has no turn 3"),
        ("glyph !", "this is the start"),
        ("promote", "this is the main line"),
        ("delete", "this is the start"),
        ("match", "this is no match"),
        ("tag Result 1-0", "Result follows from the game"),
        ("help xyzzy", "is no command"),
    ];
    for (line, reason) in refused {
        let run = play(&["board", line, "score"]);
        assert_eq!(run.status, Some(1), "{line}: {run:?}");
        assert!(run.err.starts_with("error: line 2: "), "{line}: {}", run.err);
        assert!(run.err.contains(reason), "{line}: {}", run.err);
        assert!(!run.out.contains("on the way"), "{line}: the rest is not carried out");
    }
    let folder = folder();
    let run = feed(session(&folder).arg("--keep-going"), "xyzzy\nscore\n");
    assert_eq!(run.status, Some(1));
    assert!(run.out.contains("White: 5 (0 home, 5 on the way)"), "{run:?}");
}

#[test]
fn a_file_of_games_is_opened_listed_and_annotated() {
    let folder = folder();
    let text = "[White \"Anna\"]\n[Black \"Bela\"]\n\n1. C1-E2 E5-C4 (1... A5-B3 {Sharp.} 2. A1xB3) 2. B1-A3 *\n\n\
                [White \"Cili\"]\n[Black \"Dora\"]\n\n1. D1-C3 *\n";
    std::fs::write(folder.path().join("two.jgn"), text).expect("a file can be written");
    let lines = "load two.jgn\ngames\ngames dora\ngoto 1\nvariation 1\nend\n?\ncomment Too greedy.\npromote\n\
                 tag Annotator Edith\ngame 2\ntree\nsave\n";
    let out = feed(&mut session(&folder), lines).success();
    insta::assert_snapshot!(out);
    insta::assert_snapshot!(std::fs::read_to_string(folder.path().join("two.jgn")).unwrap());
}

#[test]
fn a_session_that_dies_can_be_gone_on_with() {
    let folder = folder();
    let mut child = session(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    std::io::Write::write_all(&mut stdin, format!("{TWO_PEOPLE}\nC1-E2\nE5-C4\n").as_bytes())
        .unwrap();
    let begun = Instant::now();
    let state = folder.path().join("state");
    // A file on its way to its name does not count.
    let has_both = |path: std::path::PathBuf| {
        let named = path.extension().is_some_and(|extension| extension == "jgn");
        named && std::fs::read_to_string(path).is_ok_and(|text| text.contains("E5-C4"))
    };
    let kept = || {
        let entries = std::fs::read_dir(&state).ok()?;
        entries.filter_map(Result::ok).find(|entry| has_both(entry.path()))
    };
    while kept().is_none() {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "the game comes to disk as it is played"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("the program can be killed");
    child.wait().expect("the program ends");
    let out = feed(&mut session(&folder), "resume\nposition\nsave g.jgn\n").success();
    assert!(out.contains("bbbb1/2b2/5/4w/ww1ww w C1-E2:1 E5-C4:1 2"), "{out}");
    let run = feed(&mut session(&folder), "resume\n");
    assert!(run.err.contains("no game to go on with"), "{run:?}");
}

#[test]
fn two_sessions_keep_out_of_each_others_way() {
    let folder = folder();
    let mut first = session(&folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = first.stdin.take().expect("standard input is a pipe");
    std::io::Write::write_all(&mut stdin, format!("{TWO_PEOPLE}\nC1-E2\nshow\n").as_bytes())
        .unwrap();
    let mut out = std::io::BufReader::new(first.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("1. C1-E2 *") {
        line.clear();
        assert_ne!(std::io::BufRead::read_line(&mut out, &mut line).unwrap(), 0);
    }
    // The living session's game is not the other's to go on with.
    let run = feed(&mut session(&folder), "resume\n");
    assert!(run.err.contains("no game to go on with"), "{run:?}");
    drop(stdin);
    assert!(first.wait().unwrap().success());
}

#[test]
fn without_a_place_for_it_a_session_still_runs() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file can be written");
    let run = feed(jarmo().env("JARMO_STATE_DIR", file.join("below")), "c1e2\nposition\nquit\n");
    assert!(run.success().contains("4w"));
}

#[test]
fn the_tutorial_can_be_finished() {
    let answers =
        ["C1-E2", "D3-E1", "B1xA3", "C4-E5", "@C1", "C4-E5@A1", "C2xA1", "A1-B3", "C4-E5", "C4xD4"];
    let out = play(&[&["tutorial"], answers.as_slice()].concat()).success();
    assert_eq!(out.matches(": right.").count(), 10, "{out}");
    assert!(
        out.ends_with(
            "That was the last lesson. new starts a game, rules tells all of the rules.\n"
        ),
        "{out}"
    );
}

#[test]
fn the_tutorial_says_what_is_wrong() {
    let wrong = [
        ("1", "D1-C3", "the archer on C1 should go to E2"),
        ("1", "C1-C2", "no line joins C1 and C2"),
        ("3", "E1-D3", "That captures nothing"),
        ("5", "B1-A3", "A return is written @"),
        ("6", "C4-A5", "add @ and a hole of your first row"),
        ("8", "A1-C2", "A1-C2 would be the fifth turn to and fro"),
        ("9", "C4-B2", "The game goes on"),
        ("10", "C4-E5", "That does not help"),
    ];
    for (lesson, turn, reason) in wrong {
        let run = play(&[&format!("tutorial {lesson}"), turn]);
        assert_eq!(run.status, Some(1), "{lesson}: {run:?}");
        assert!(run.err.contains(reason), "{lesson}: {}", run.err);
    }
    assert!(play(&["tutorial 11"]).err.contains("expected 1 to 10"));
}

#[test]
fn clocks_run_and_are_kept_in_the_record() {
    let out = play(&["new white human black human clock 5+3", "C1-E2", "E5-C4", "show", "show 1"])
        .success();
    assert!(
        out.contains("1. C1-E2 {[%clk 0:05:0") && out.contains("1... E5-C4 {[%clk 0:05:0"),
        "{out}"
    );
    assert!(out.contains("Clocks: White 0:05:0"), "{out}");
    assert!(play(&["new clock soon"]).err.contains("is no clock: expected minutes"));
}

#[test]
fn the_configuration_says_how_a_session_begins() {
    let folder = folder();
    let config = folder.path().join("config.toml");
    let with = |text: &str, lines: &str| {
        std::fs::write(&config, text).expect("a file can be written");
        feed(session(&folder).env("JARMO_CONFIG", &config), lines)
    };
    let run = with("rules = \"jasir\"\nlevel = 7\nbelow = \"black\"\n", "new\nboard\n");
    assert!(run.out.contains("New game, jasir: White human, Black level:7."), "{run:?}");
    assert!(run.out.lines().any(|line| line.starts_with("1   w")), "{run:?}");
    let run = with("levle = 7\n", "new white human black human\n");
    assert!(run.err.contains("line 1, column 1: unknown field `levle`"), "{run:?}");
    assert_eq!(run.status, Some(0));
}

/// Plays lines, waiting before each of the later ones for so long.
fn play_slowly(pause: Duration, parts: &[&str]) -> String {
    let folder = folder();
    let mut child =
        session(&folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            std::thread::sleep(pause);
        }
        std::io::Write::write_all(&mut stdin, format!("{part}\n").as_bytes()).unwrap();
    }
    drop(stdin);
    let run: Run = child.wait_with_output().expect("it ends").into();
    run.success()
}

const ENDED: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[Termination \"TERMINATION\"]\n\n\
                     1. C1-E2 E5-C4 (1... A5-B3 2. A1xB3) 2. B1-A3 1-0\n";

#[test]
fn what_happens_in_variations_leaves_the_result_alone() {
    let folder = folder();
    let path = folder.path().join("g.jgn");
    for termination in ["Black resigned", "12 turns without an end", "Black ran out of time"] {
        for lines in ["back 2\nA5-C4", "back 2\nE5-C4", "back 2\nvariation 1\ndelete", "back\nundo"]
        {
            std::fs::write(&path, ENDED.replace("TERMINATION", termination)).unwrap();
            feed(&mut session(&folder), &format!("load g.jgn\n{lines}\nsave\n")).success();
            let saved = std::fs::read_to_string(&path).unwrap();
            assert!(saved.contains("[Result \"1-0\"]"), "{lines}: {saved}");
            assert!(saved.contains(&format!("\"{termination}\"")), "{lines}: {saved}");
        }
    }
    // Where the end of the game goes, its result goes too.
    std::fs::write(&path, ENDED.replace("TERMINATION", "Black resigned")).unwrap();
    let out = feed(&mut session(&folder), "load g.jgn\ndelete\nshow\n").success();
    assert!(out.contains("[Result \"*\"]") && !out.contains("Termination"), "{out}");
}

#[test]
fn the_first_game_of_a_match_is_kept_when_the_second_has_begun() {
    let folder = folder();
    let state = folder.path().join("state");
    std::fs::create_dir(&state).unwrap();
    let game = "[Event \"Match\"]\n[Result \"0-1\"]\n[Termination \"White resigned\"]\n\n1. C1-E2 E5-C4 0-1\n";
    std::fs::write(state.join("session-1.jgn"), game).unwrap();
    feed(&mut session(&folder), "resume\nmatch\nquit\n").success();
    let out = feed(&mut session(&folder), "resume\ngames\nscore\n").success();
    assert!(out.contains("    1  ? – ?, 0-1, 2 turns"), "{out}");
    assert!(out.contains("*    2  ? – ?, *, 0 turns"), "{out}");
}

#[test]
fn each_game_of_a_match_has_its_players() {
    let lines = ["new white human black random match", "C1-E2", "resign", "match", "game 1"];
    let out = play(&[&lines[..], &["undo", "undo 9", "D1-C3", "show"]].concat()).success();
    let turns = out.lines().last().unwrap_or_default();
    assert!(turns.contains("1. D1-C3 ") && turns.contains(" (1. C1-E2 "), "{out}");
    assert!(!turns.ends_with("2. *") && turns.contains("1... "), "{out}");
}

#[test]
fn whoever_runs_out_of_time_loses_and_is_told() {
    let pause = Duration::from_millis(3300);
    let lines = "new white human black human clock 0.05";
    let begun = format!("{lines}\nC1-E2\nE5-C4\nundo\nundo");
    let out = play_slowly(pause, &[&begun, "A1-C2\nshow\nundo\nA1-C2"]);
    assert!(out.contains("Black wins, 5-5: White ran out of time.\n"), "{out}");
    assert!(out.contains("{Taken back: 1. C1-E2 1... E5-C4} 0-1\n"), "{out}");
    assert!(out.ends_with("The game goes on without clocks.\n1. A1-C2\n"), "{out}");
}

#[test]
fn a_turn_has_one_clock() {
    let lines = ["new white human black human clock 5", "C1-E2", "undo", "comment So.", "C1-E2"];
    let out = play(&[&lines[..], &["undo", "D1-C3", "back", "C1-E2", "show"]].concat()).success();
    assert!(out.contains("[TimeControl \"300+0\"]"), "{out}");
    // One of each first turn: what is only looked at has none.
    assert_eq!(out.matches("[%clk 0:04:59]").count(), 2, "{out}");
}

#[test]
fn clocks_stay_with_their_game() {
    let folder = folder();
    std::fs::write(folder.path().join("g.jgn"), "1. C1-E2 *\n").unwrap();
    let lines = "new white human black human clock 5\nC1-E2\nload g.jgn\nE5-C4\nshow\n";
    let out = feed(&mut session(&folder), lines).success();
    assert!(!out.contains("%clk"), "{out}");
    // A game that is gone on with has them.
    let game = "[TimeControl \"300+3\"]\n\n1. C1-E2 {[%clk 0:02:03]} E5-C4 {[%clk 0:01:02]} *\n";
    std::fs::write(folder.path().join("state/session-1.jgn"), game).unwrap();
    let out = feed(&mut session(&folder), "resume\nB1-A3\nB5xA3\nshow\n").success();
    assert!(out.contains("[%clk 0:02:05]") && out.contains("[%clk 0:01:04]"), "{out}");
    std::fs::write(folder.path().join("state/session-2.jgn"), game.replace("clk", "x")).unwrap();
    let out = feed(&mut session(&folder), "resume\n").success();
    assert!(out.contains("The game goes on without clocks"), "{out}");
}

#[test]
fn a_new_game_has_the_clocks_of_the_one_before() {
    let lines = ["new white human black human clock 5", "new", "C1-E2", "show"];
    assert!(play(&lines).success().contains("[%clk 0:0"));
    let out = play(&[lines[0], "new clock none", "new", "C1-E2", "show"]).success();
    assert!(!out.contains("clk") && !out.contains("TimeControl"), "{out}");
}

#[test]
fn turns_are_played_again_as_far_as_there_are_some() {
    let lines = [TWO_PEOPLE, "C1-E2", "E5-C4", "undo 2", "redo 9", "position"];
    assert!(play(&lines).success().contains(" w C1-E2:1 E5-C4:1 2\n"));
}

#[test]
fn an_engine_does_not_answer_a_lesson() {
    let run = play(&["tutorial", "go"]);
    assert!(run.err.contains("a lesson is yours to answer"), "{run:?}");
}

#[test]
fn a_lesson_is_not_given_up_and_leaves_the_game_before_it_alone() {
    for line in ["resign", "resign white", "draw"] {
        let run = play(&["tutorial 3", line]);
        assert!(run.err.contains("a lesson has no winner"), "{line}: {run:?}");
    }
    let begun = "new white human black human rules jasir clock 5";
    for lesson in ["tutorial 1", "tutorial 8", "tutorial 10\nC4xD4"] {
        let lines = [begun, lesson, "new", "C1-E2", "show"];
        let out = play(&lines).success();
        assert_eq!(out.matches("New game, jasir: ").count(), 2, "{lesson}: {out}");
        assert!(out.contains("[TimeControl \"300+0\"]"), "{lesson}: {out}");
    }
}

#[test]
fn the_clock_of_an_engine_that_is_not_asked_stands() {
    let begun = "new white human black random clock 0.05\nC1-E2\nundo 1";
    let out = play_slowly(Duration::from_millis(3300), &[begun, "E5-C4\nshow"]);
    assert!(out.contains("[%clk 0:00:0") && !out.contains("ran out of time"), "{out}");
}

#[test]
fn nothing_is_wider_than_a_terminal() {
    let listed = play(&["help"]).success();
    let words = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut lines: Vec<String> = words.map(|word| format!("help {word}")).collect();
    assert_eq!(lines.len(), 39);
    let others = "help\nrules\nrules traditional\nrules jasir\nnew chess\nnew clock x\nxyzzy\nexplore\n\
                  A1-A2\nplay\nmoves A5\nmoves A1\nload\ntag Result x\nposition\nscore\nundo\nredo\n\
                  new white human black human match\nC1-E2\nhint\nresign\nA1-C2\nmatch\nundo\ngo\n\
                  back\nresign\nresign white\nend\nresign\nscore\nmatch\ndraw\nboard\nflip\nboard";
    lines.extend(others.lines().map(str::to_owned));
    lines.extend((1..=10).flat_map(|lesson| [format!("tutorial {lesson}"), "--".to_owned()]));
    let folder = folder();
    let run = feed(session(&folder).arg("--keep-going"), &(lines.join("\n") + "\n"));
    for line in run.out.lines().chain(run.err.lines()) {
        // Before what a person is told stands where a pipe failed.
        let told = line.strip_prefix("error: line ").and_then(|line| line.split_once(": "));
        let line = told.map_or(line, |(_, line)| line);
        assert!(line.chars().count() <= 80, "{} characters: {line}", line.chars().count());
    }
}

#[test]
fn what_files_say_does_nothing_to_a_terminal() {
    let folder = folder();
    let game = "[White \"A\u{1b}[2J\"]\n[Annotator \"\u{7}\u{9b}1m\"]\n\n\
                {\u{1b}[31mred} 1. C1-E2 {line\nbreak \u{1b}]0;x\u{7}} *\n\n[White \"Z\"]\n\n1. \u{1b}X *\n";
    std::fs::write(folder.path().join("g.jgn"), game).unwrap();
    let lines = "load g.jgn\ntags\ngames\ntree\nboard\nvariation\nscore\ndraw\n";
    let run = feed(session(&folder).arg("--keep-going"), lines);
    assert!(run.out.contains("White: A\u{fffd}[2J\n"), "{run:?}");
    assert!(run.out.contains("{line break \u{fffd}]0;x\u{fffd}}"), "{run:?}");
    assert!(!run.out.contains(|c: char| c.is_control() && c != '\n'), "{:?}", run.out);
}

#[test]
fn quotes_round_a_name_are_not_part_of_it() {
    let folder = folder();
    let lines = "C1-E2\nsave my game.jgn\nload \"my game.jgn\"\nload 'my game.jgn'\nsave \"b c\"\n";
    let lines = format!("{TWO_PEOPLE}\n{lines}explore \"b c\"\n");
    let out = feed(&mut session(&folder), &lines).success();
    assert_eq!(out.matches("Loaded my game.jgn: ").count(), 2, "{out}");
    assert!(out.contains("Saved to b c.\n"), "{out}");
    std::fs::write(folder.path().join("'x'"), "1. D1-C3 *\n").unwrap();
    let out = feed(&mut session(&folder), "load 'x'\n").success();
    assert!(out.contains("Loaded 'x': "), "{out}");
}

#[test]
fn a_tilde_is_the_persons_home() {
    let (here, home) = (folder(), folder());
    let lines = format!(
        "{TWO_PEOPLE}\nC1-E2\nsave ~/my game.jgn\nload \"~/my game.jgn\"\nexplore ~/my game.jgn\nsave ~x.jgn\n"
    );
    let mut command = session(&here);
    command.env("HOME", home.path()).env("USERPROFILE", home.path());
    let out = feed(&mut command, &lines).success();
    let path = home.path().join("my game.jgn");
    assert!(out.contains(&format!("Loaded {}: ", path.display())), "{out}");
    assert!(std::fs::read_to_string(path).expect("it was saved").contains("1. C1-E2"));
    assert!(here.path().join("~x.jgn").exists(), "that is a name, or another person's home");
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_command() {
    let folder = folder();
    let out = feed(&mut session(&folder), &format!("\u{feff}{TWO_PEOPLE}\nC1-E2\n")).success();
    assert!(out.contains("1. C1-E2"), "{out}");
}

#[test]
fn tags_that_a_record_cannot_have_are_refused() {
    for tag in ["Termination White resigned", "Termination draw agreed", "a\"b x", "[a] x"] {
        let run = play(&[TWO_PEOPLE, "C1-E2", &format!("tag {tag}"), "E5-C4"]);
        assert_eq!(run.status, Some(1), "{tag}: {run:?}");
        assert!(run.err.contains("tag") || run.err.contains("ends the game"), "{run:?}");
    }
    let lines =
        [TWO_PEOPLE, "C1-E2", "tag Termination adjourned", "resign", "tag delete Termination"];
    assert_eq!(play(&lines).status, Some(1));
    assert_eq!(play(&lines[..4]).status, Some(0));
}

#[test]
fn a_file_of_which_nothing_can_be_read_is_not_loaded() {
    let folder = folder();
    let file = folder.path().join("wide.jgn");
    let wide: Vec<u8> = "\u{feff}1. C1-E2 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(&file, &wide).expect("the folder can be written to");
    let run = feed(&mut session(&folder), "load wide.jgn\nsave\n");
    assert!(run.err.contains("no game record: 1:1: the file is in UTF-16"), "{}", run.err);
    assert_eq!(std::fs::read(&file).expect("it is there"), wide);
}

#[test]
fn a_file_that_is_no_record_leaves_the_games_as_they_are() {
    let folder = folder();
    let prose = "# A list\n\n1. Bread * milk\n2. Eggs\n".repeat(900);
    std::fs::write(folder.path().join("list.txt"), &prose).expect("the folder can be written to");
    let lines = "C1-E2\nload list.txt\nsave\nshow\nsave game.jgn\n";
    let run = feed(session(&folder).arg("--keep-going"), lines);
    assert!(run.err.contains("list.txt: no game record: 1:1: stray #"), "{}", run.err);
    assert!(run.err.contains("save to which file?"), "{}", run.err);
    assert!(run.out.lines().count() + run.err.lines().count() < 60, "{run:?}");
    let read = |name| std::fs::read_to_string(folder.path().join(name)).expect("it is there");
    assert_eq!(read("list.txt"), prose);
    assert!(read("game.jgn").contains("1. C1-E2"));
}

#[test]
fn no_more_than_a_screen_of_faults_is_told() {
    let folder = folder();
    let bad = "[White \"Anna\"]\n\n1. C1-E2 ".to_owned() + &"## ".repeat(500) + "*\n";
    std::fs::write(folder.path().join("bad.jgn"), bad).expect("the folder can be written to");
    let run = feed(&mut session(&folder), "load bad.jgn\n");
    let rows = |line: &str| line.chars().count().div_ceil(80);
    let faults: Vec<&str> = run.out.lines().filter(|line| line.contains(": error: ")).collect();
    let told: usize = faults.iter().map(|line| rows(line)).sum();
    assert!((10..=20).contains(&told), "{}", run.out);
    let left = format!("and {} more: jarmo check bad.jgn", 500 - faults.len());
    assert!(run.out.contains(&left), "{}", run.out);
}

#[test]
fn several_turns_stand_in_a_line_as_in_a_record() {
    let line = "1. C1-E2! {Good.} (1. D1-C3 $6) E5-C4 2. {So:} B1-A3 B5xA3";
    let out = play(&[TWO_PEOPLE, line, "D1-C3", "show"]).success();
    let shown = "1. C1-E2 $1 {Good.} (1. D1-C3 $6) 1... E5-C4 2. {So:} B1-A3 B5xA3 3. D1-C3 *";
    assert!(out.replace('\n', " ").contains(shown), "{out}");
}

#[test]
fn a_line_stops_at_what_cannot_be_played() {
    for (line, stop) in [
        ("C1-E2 E5-C4 C1-D2 B5-A3", "2. C1-D2: "),
        ("1. C1-E2 E5-C4 3. B1-A3", "turn number 3: the next turn is 2"),
        ("1. C1-E2 E5-C4 2. B1", "column "),
        ("1. C1-E2 E5-C4 1-0", "1-0 is not the result"),
    ] {
        let folder = folder();
        let mut command = session(&folder);
        let text = format!("{TWO_PEOPLE}\n{line}\nposition\n");
        let run = feed(command.arg("--keep-going"), &text);
        assert!(run.err.starts_with("error: line 2: ") && run.err.contains(stop), "{run:?}");
        assert!(run.err.contains("played up to 1... E5-C4"), "{run:?}");
        assert!(run.out.ends_with(" w C1-E2:1 E5-C4:1 2\n"), "{run:?}");
    }
    // The engine answers a line that is played whole, and no other.
    let out = play(&["new white human black random", "C1-E2 E5-C4 D1-C3", "tree"]).success();
    assert!(out.contains("2... "), "{out}");
}
