//! The commands from outside: what they print, and what they say of bad input.

use std::path::Path;
use std::process::Stdio;

use jarmo_tests::{Run, feed, jarmo, run};
use tempfile::TempDir;

fn record(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("records/games").join(name);
    path.to_str().expect("the path is text").to_owned()
}

/// A run that must have failed with one line on standard error and nothing on standard output.
fn refusal(run: Run) -> String {
    assert_eq!(run.status, Some(1), "{run:?}");
    assert_eq!(run.out, "", "{run:?}");
    assert_eq!(run.err.lines().count(), 1, "{run:?}");
    run.err
}

#[test]
fn bad_input_is_one_line_that_names_the_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = folder.path().join("board.json");
    let text = r#"{"name": "odd", "files": "ABC", "ranks": 3, "archers": 3, "white_home": 1, "black_home": 3,
        "lines": [["A1", "B2"], ["B2", "Z9"]]}"#;
    std::fs::write(&board, text).expect("a file can be written");
    let (folder, board) = (folder.path().to_str().unwrap(), board.to_str().unwrap());
    let refused = [
        (vec!["moves", "--position", "nonsense"], "--position: column 1: found 'n'"),
        (vec!["moves", "--board", board], "line 2 leads to Z9"),
        (vec!["moves", "--board", folder], "it is a directory"),
        (vec!["moves", "--board", "no-such-file"], "no-such-file: "),
        (vec!["convert", folder, "--to", "jgn"], "the extension does not say"),
        (vec!["convert", folder, "--from", "jgn", "--to", "json"], "it is a directory"),
        (vec!["replay", folder], "it is a directory"),
        (vec!["play", "--position", "5/5/5/5/w3b", "A1-B3"], "turn 1, A1-B3: the game is over"),
        (vec!["play", "C1-E2", "E5-D5"], "turn 2, E5-D5: no line joins E5 and D5"),
        (vec!["play", "A1+C2"], "turn 1, A1+C2: column 3: expected a hole such as C2"),
        (vec!["play", "--"], "turn 1, pass: passing is allowed only when there is no legal turn"),
    ];
    for (arguments, message) in refused {
        let said = refusal(run(&arguments));
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
    let directory = run(&["check", folder]);
    assert_eq!(
        (directory.status, directory.out.as_str()),
        (Some(1), "0 games, 1 errors, 0 warnings\n")
    );
    assert!(directory.err.contains("it is a directory"));
    assert_eq!(run(&["perft", "0"]).status, Some(2));
    assert_eq!(run(&["moves", "--rules", "chess"]).status, Some(2));
}

#[test]
fn turns_are_refused_in_the_games_terms() {
    let cases = [
        ("brainking", "bbbbb/5/5/5/wwwww", "A1-A2", "no line joins A1 and A2"),
        (
            "brainking",
            "bbbbb/5/5/5/wwwww",
            "A5-B3",
            "the archer on A5 is Black's, and it is White's turn",
        ),
        (
            "brainking",
            "bbbbb/5/5/5/wwwww",
            "A1xC2",
            "nothing is captured on C2: no enemy archer stands there",
        ),
        ("brainking", "bbbbb/5/5/5/wwwww", "B2-B3", "no archer stands on B2"),
        ("brainking", "bbbbb/5/2w2/5/ww1ww", "A1-C3", "no line joins A1 and C3"),
        ("brainking", "w1bbb/5/5/5/1wwww", "A5-B3", "A5 is home and cannot move"),
        (
            "brainking",
            "bbbbb/5/5/5/wwwww w C2-A1:4 - 5",
            "A1-C2",
            "A1-C2 would be the fifth turn to and fro",
        ),
        (
            "jasir",
            "bbbbb/5/5/2w2/1wwww w - - 5",
            "C2-A1",
            "C2-A1 goes backward, which archers cannot in these rules",
        ),
        (
            "brainking",
            "W1bbb/5/5/5/1www1",
            "B1-A3@A1",
            "a return takes a whole turn in these rules",
        ),
        ("traditional", "W1bbb/5/5/5/1www1", "@A1", "a return is added to a move in these rules"),
        (
            "brainking",
            "bbbbb/5/5/5/1wwww",
            "@A1",
            "White has no marked archer home to pay for a return",
        ),
        ("brainking", "bbbbb/5/5/5/wwwww", "@A1", "none of White's archers is a prisoner"),
        ("brainking", "W1bbb/5/5/5/1www1", "@B1", "B1 is not empty"),
        ("brainking", "W1bbb/5/5/5/1www1", "@B2", "B2 is not on White's first row"),
        ("brainking", "bbbbb/5/5/5/wwwww", "A1-Z9", "the board has no hole Z9"),
    ];
    for (rules, position, turn, reason) in cases {
        let said = refusal(run(&["play", "--rules", rules, "--position", position, turn]));
        assert!(said.contains(reason), "{turn}: {said}");
    }
}

#[test]
fn passes_are_turns_on_the_command_line() {
    let stuck = "WW1ww/1w3/b4/5/bb3 b C4-B4:3 -- 22";
    let out = run(&["play", "--rules", "jasir", "--position", stuck, "--"]).success();
    assert!(out.starts_with("position WW1ww/1w3/b4/5/bb3 w C4-B4:3 -- 23\n"), "{out}");
    // Elsewhere it only ends the options.
    let out = run(&["play", "--rules", "jasir", "--", "C1-E2"]).success();
    assert!(out.contains("over false"), "{out}");
    let out = run(&["play", "C1-E2", "--rules", "jasir"]).success();
    assert!(out.contains("score 5-5"), "{out}");
}

#[test]
fn replay_prints_every_position_and_check_is_content() {
    let file = record("jasir-wiped-out.jgn");
    let positions = run(&["replay", "--plain", &file]).success();
    assert_eq!(positions.lines().count(), 15);
    assert_eq!(positions.lines().next(), Some("bbbbb/5/5/5/wwwww w - - 1"));
    assert_eq!(run(&["check", &file]).success(), "1 games, 0 errors, 0 warnings\n");
    assert!(
        refusal(run(&["replay", &file, "--game", "2"]))
            .contains("there is no game 2: the file has 1")
    );
}

#[test]
fn records_convert_to_json_and_back() {
    let file = record("traditional-draw.jgn");
    let json = run(&["convert", &file, "--to", "json"]).success();
    let back =
        feed(jarmo().args(["convert", "-", "--from", "json", "--to", "jgn"]), &json).success();
    assert_eq!(back, std::fs::read_to_string(file).expect("the record is there"));
    let bad = json.replacen("\"turn\":\"", "\"turn\":\"Q", 1);
    let said = refusal(feed(jarmo().args(["convert", "-", "--from", "json", "--to", "jgn"]), &bad));
    assert!(said.contains("turn 1: "), "{said}");
}

#[test]
fn a_byte_order_mark_is_no_part_of_json_boards_and_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (json, board, config) = (at("games.json"), at("board.json"), at("config.toml"));
    let files = [
        (&json, r#"[{"turns": [{"turn": "C1-E2"}]}]"#),
        (
            &board,
            r#"{"name": "b", "files": "ABC", "ranks": 3, "archers": 3, "white_home": 1,
                "black_home": 3, "lines": [["A1", "B2"], ["B2", "C3"]]}"#,
        ),
        (&config, "ascii = true\n"),
    ];
    let runs = || {
        let mut session = jarmo();
        session.env("JARMO_CONFIG", &config);
        [
            run(&["convert", &json, "--to", "jgn"]),
            run(&["moves", "--board", &board]),
            feed(&mut session, "quit\n"),
        ]
    };
    for (path, text) in files {
        std::fs::write(path, format!("\u{feff}{text}")).expect("a file can be written");
    }
    for run in runs() {
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{run:?}");
    }
    for (path, text) in files {
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        std::fs::write(path, wide).expect("a file can be written");
    }
    for (run, (path, _)) in runs().into_iter().zip(files) {
        let message = format!("{path}: the file is in UTF-16: expected UTF-8; nothing of it is");
        assert!(run.err.contains(&message), "{run:?}");
    }
}

#[test]
fn a_byte_order_mark_at_the_start_of_standard_input_is_passed_over() {
    for (arguments, text) in [
        (&["convert", "-", "--from", "jgn", "--to", "jgn"][..], GAME),
        (&["convert", "-", "--from", "json", "--to", "jgn"], r#"{"turns":[{"turn":"C1-E2"}]}"#),
        (&["check", "-"], GAME),
        (&["stats", "-"], GAME),
        (&["replay", "-", "--plain"], GAME),
    ] {
        let run = feed(jarmo().args(arguments), &format!("\u{feff}{text}"));
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{arguments:?}: {run:?}");
    }
}

#[test]
fn an_extension_counts_in_any_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = written(&folder, "A.JGN", GAME);
    let json = run(&["convert", &games, "--to", "json"]).success();
    let json = written(&folder, "A.Json", json);
    run(&["convert", &json, "--to", "jgn"]).success();
    for (name, start) in
        [("A.SVG", "<svg"), ("A.Html", "<!"), ("A.TXT", ""), ("A.PNG", "\u{fffd}PNG")]
    {
        let picture = folder.path().join(name);
        run(&["render", &games, "-o", picture.to_str().unwrap()]).success();
        let bytes = std::fs::read(&picture).expect("it was written");
        assert!(String::from_utf8_lossy(&bytes).starts_with(start), "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_kept_and_reported() {
    let text = "[White \"A\"]\n\n1. C1-E2 E5-E4 2. B1-A3 {so} *\n\n[White \"B\"]\n\n1. A1-C2 *\n";
    let run = feed(jarmo().args(["convert", "-", "--from", "jgn", "--to", "jgn"]), text);
    assert_eq!(run.status, Some(1));
    assert!(
        run.err.starts_with("-:3:10: error: E5-E4 is not legal: no line joins E5 and E4"),
        "{}",
        run.err
    );
    assert!(run.out.contains("1. C1-E2 ; Not read: E5-E4 2. B1-A3 {so}\n*"), "{}", run.out);
    assert!(run.out.contains("1. A1-C2 *"));
}

#[test]
fn an_output_file_is_replaced_as_a_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.jgn");
    std::fs::write(&out, "what was there").expect("a file can be written");
    let path = out.to_str().unwrap();
    let bad = run(&[
        "convert",
        folder.path().to_str().unwrap(),
        "--from",
        "jgn",
        "--to",
        "jgn",
        "-o",
        path,
    ]);
    assert_eq!(bad.status, Some(1));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "what was there");
    run(&["convert", &record("jasir-pass.jgn"), "--to", "jgn", "-o", path]).success();
    assert!(std::fs::read_to_string(&out).unwrap().ends_with("0-1\n"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

/// A file in a folder with this text, and its path as text.
fn written(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("the path is text").to_owned()
}

const GAME: &str = "[White \"Anna\"]\n\n1. C1-E2 E5-C4 2. B1-A3 B5xA3 *\n";

fn nothing_but(folder: &TempDir, names: &[&str]) {
    let entries = std::fs::read_dir(folder.path()).expect("it is there");
    let mut found: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    found.sort();
    assert_eq!(found, names);
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = written(&folder, "a.jgn", GAME);
    let round = folder.path().join(".").join("a.jgn").to_str().unwrap().to_owned();
    let page = written(&folder, "a.html", GAME);
    for arguments in [
        vec!["index", &games, "-o", &round],
        vec!["index", &page, &games, "-o", &games],
        vec!["render", &page, "-o", &page],
        vec!["annotate", &games, "-o", "out.jgn", "--plot", &round],
        vec!["annotate", &games, "-o", "out.jgn", "--plot", "out.jgn"],
        vec!["--board", &games, "convert", &page, "--from", "jgn", "--to", "jgn", "-o", &games],
    ] {
        refusal(jarmo().current_dir(folder.path()).args(&arguments).output().unwrap().into());
        assert_eq!(std::fs::read_to_string(&games).unwrap(), GAME, "{arguments:?}");
        assert_eq!(std::fs::read_to_string(&page).unwrap(), GAME, "{arguments:?}");
        nothing_but(&folder, &["a.html", "a.jgn"]);
    }
    // A file on standard input is one that is read too.
    if cfg!(target_os = "linux") {
        let input = std::fs::File::open(&games).unwrap();
        let mut index = jarmo();
        index.args(["index", "-", "-o", &games]).stdin(input);
        refusal(index.output().unwrap().into());
        assert_eq!(std::fs::read_to_string(&games).unwrap(), GAME);
    }
    // What is read as a whole before it is written may be the same.
    run(&["convert", &games, "--to", "jgn", "-o", &games]).success();
    assert!(std::fs::read_to_string(&games).unwrap().contains("B5xA3"));
}

#[test]
fn nothing_is_written_over_a_file_of_which_nothing_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let sixteen: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [[&[0xff, 0xfe][..], &sixteen].concat(), sixteen.clone()] {
        let file = written(&folder, "a.jgn", &bytes);
        for arguments in [
            vec!["convert", &file, "--to", "jgn", "-o", &file],
            vec!["convert", &file, "--to", "json", "-o", &file],
            vec!["convert", &file, "--to", "jgn"],
            vec!["annotate", &file, "-o", &file, "--depth", "1"],
        ] {
            let run = run(&arguments);
            assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{arguments:?}: {run:?}");
            assert!(run.err.contains("no game record: 1:1: the file is in UTF-16"), "{run:?}");
            assert_eq!(std::fs::read(&file).unwrap(), bytes, "{arguments:?}");
        }
    }
}

#[test]
fn what_is_no_record_is_not_taken_for_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let prose = "# Arrows\n\nFirst of all, * and then:\n\n1. read this (twice)\n* [\"so\"]\n";
    let script = "#!/bin/sh\nif [ -f \"$1\" ]; then exit 1; fi\necho * \n";
    let binary = b"\x7fELF\x02\x01\0\0 * pass\0\0[x \"y\"]\xff\n".as_slice();
    for bytes in [prose.as_bytes(), script.as_bytes(), binary] {
        let file = written(&folder, "a.jgn", bytes);
        let index = folder.path().join("a.index").to_str().unwrap().to_owned();
        let page = folder.path().join("a.html").to_str().unwrap().to_owned();
        for arguments in [
            vec!["convert", &file, "--to", "jgn", "-o", &file],
            vec!["convert", &file, "--to", "json"],
            vec!["annotate", &file, "-o", &file, "--depth", "1"],
            vec!["replay", &file],
            vec!["render", &file, "-o", &page],
            vec!["index", &file, "-o", &index],
        ] {
            let error = refusal(run(&arguments));
            assert!(error.contains("a.jgn: no game record: "), "{arguments:?}: {error}");
            assert_eq!(std::fs::read(&file).unwrap(), bytes, "{arguments:?}");
            nothing_but(&folder, &["a.jgn"]);
        }
        for command in ["stats", "check"] {
            let run = run(&[command, &file]);
            assert_eq!(run.status, Some(1), "{run:?}");
            let told = format!("{}{}", run.err, run.out);
            assert!(told.contains("a.jgn: ") && told.contains("no game record: "), "{told}");
            assert!(command == "stats" || run.out.contains("\n0 games, "), "{}", run.out);
        }
    }
}

#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = written(&folder, "a.jgn", GAME);
    let within = |arguments: &[&str]| -> Run {
        jarmo().current_dir(folder.path()).args(arguments).output().expect("it starts").into()
    };
    let plain = within(&["convert", &games, "--to", "jgn"]).success();
    assert_eq!(within(&["convert", &games, "--to", "jgn", "-o", "-"]).success(), plain);
    let annotated = within(&["annotate", &games, "-o", "-", "--depth", "2"]);
    assert!(annotated.err.contains("accuracy"), "{annotated:?}");
    let record = annotated.success();
    assert!(record.starts_with("[Event") && record.ends_with("*\n"), "{record}");
    let index = jarmo().current_dir(folder.path()).args(["index", &games, "-o", "-"]).output();
    let index = index.expect("it starts");
    assert!(index.status.success() && !index.stdout.is_empty(), "{index:?}");
    nothing_but(&folder, &["a.jgn"]);
    let games = ["match", "--white", "random", "--black", "random", "--games", "2", "--save", "-"];
    assert_eq!(within(&games).status, Some(2));
}

#[test]
fn errors_name_the_file_they_are_of_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = written(&folder, "a.jgn", GAME);
    let blanks = written(&folder, "bad.json", "\n\n\n\n  [ {\"bad\": 1} ]");
    let no_folder = "nowhere/x";
    let within = |arguments: &[&str]| {
        refusal(jarmo().current_dir(folder.path()).args(arguments).output().unwrap().into())
    };
    let said = within(&["convert", "nope.jgn", "--to", "jgn", "-o", "keep.jgn"]);
    assert!(said.starts_with("error: nope.jgn: ") && !said.contains("keep.jgn"), "{said}");
    for arguments in [
        vec!["convert", &games, "--to", "jgn", "-o", no_folder],
        vec!["index", &games, "-o", no_folder],
        vec!["annotate", &games, "-o", no_folder, "--time", "1000"],
        vec!["annotate", &games, "-o", "out.jgn", "--plot", no_folder, "--time", "1000"],
        vec![
            "match", "--white", "random", "--black", "random", "--games", "2", "--save", no_folder,
        ],
    ] {
        let said = within(&arguments);
        assert!(said.starts_with("error: nowhere/x: "), "{arguments:?}: {said}");
        assert!(!said.contains(".jarmo-") && !said.contains("at path"), "{arguments:?}: {said}");
    }
    let said = within(&["tables", "build", "--level", "2", "--dir", "a.jgn/x"]);
    assert_eq!(said.matches("os error").count(), 1, "{said}");
    let said = within(&["convert", &blanks, "--to", "jgn"]);
    assert!(said.contains("line 5 column 11"), "{said}");
    nothing_but(&folder, &["a.jgn", "bad.json"]);
}

#[test]
fn what_an_option_can_have_has_an_end() {
    let game = ["match", "--white", "random", "--black", "random", "--games"];
    let nan = ["2", "--sprt", "nan", "inf"];
    let same = ["2", "--sprt", "5", "5"];
    let many = ["18446744073709551615"];
    let at_once = ["2", "--concurrency", "100000"];
    let mut refused: Vec<Vec<&str>> =
        [&nan[..], &same, &many, &at_once].map(|more| [&game[..], more].concat()).to_vec();
    for number in ["0", "16385", "99999999", "18446744073709551615"] {
        refused.push(vec!["analyze", "--depth", "1", "--hash", number]);
    }
    for number in ["0", "257", "5000", "-1"] {
        refused.push(vec!["analyze", "--depth", "1", "--threads", number]);
        refused.push(vec!["annotate", "a.jgn", "-o", "b.jgn", "--threads", number]);
        refused.push(vec!["tables", "build", "--threads", number]);
    }
    for arguments in refused {
        let run = run(&arguments);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{arguments:?}: {run:?}");
    }
    run(&["analyze", "--depth", "1", "--hash", "1", "--threads", "256"]).success();
}

#[test]
fn a_directory_that_was_named_has_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = written(&folder, "a.jgn", GAME);
    let empty = folder.path().to_str().unwrap();
    for none in ["/nonexist", &games, empty] {
        for arguments in [
            vec!["analyze", "--depth", "1", "--tables", none],
            vec!["annotate", &games, "-o", "-", "--depth", "1", "--tables", none],
            vec![
                "match", "--white", "random", "--black", "random", "--games", "2", "--tables", none,
            ],
            vec!["render", "-o", "out.svg", "--tables", none],
            vec!["render", &games, "-o", "out.html", "--tables", none],
            vec!["play", "C1-E2", "--tables", none],
            vec!["--tables", none],
            vec!["tables", "info", "--dir", none],
            vec!["tables", "verify", "--dir", none],
            vec!["tables", "probe", "--tables", none],
        ] {
            let said =
                refusal(jarmo().current_dir(empty).args(&arguments).output().unwrap().into());
            assert!(said.contains(&format!("no tables in {none}")), "{arguments:?}: {said}");
        }
    }
    for arguments in [vec!["analyze", "--depth", "1"], vec!["play", "C1-E2"]] {
        run(&[&arguments[..], &["--tables", ""]].concat()).success();
        run(&arguments).success();
    }
    let missing = jarmo().args(["tables", "info"]).env("JARMO_TABLES_DIR", "/nonexist").output();
    assert!(missing.unwrap().status.success(), "nobody asked for it");
    refusal(run(&["tables", "info", "--tables", ""]));
    // Tables of another game are none of this one.
    let tables = folder.path().join("tables").to_str().unwrap().to_owned();
    run(&["tables", "build", "--level", "2", "--dir", &tables]).success();
    let other = run(&["analyze", "--depth", "1", "--rules", "jasir", "--tables", &tables]);
    assert!(other.err.contains("warning: no tables of jasir in"), "{other:?}");
    other.success();
    let said = refusal(run(&["tables", "info", "--rules", "jasir", "--dir", &tables]));
    assert!(said.contains("no tables of jasir in"), "{said}");
}

#[test]
fn a_damaged_table_is_to_be_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().unwrap();
    let build = || run(&["tables", "build", "--level", "2", "--dir", dir]);
    build().success();
    let table = folder.path().join("brainking/level-2.jarmo-table");
    let mut bytes = std::fs::read(&table).unwrap();
    bytes[40] ^= 1;
    std::fs::write(&table, bytes).unwrap();
    let said = refusal(build());
    let told = "level-2.jarmo-table: its header was damaged: delete this file and build it anew\n";
    assert!(said.ends_with(told), "{said}");
    std::fs::remove_file(&table).unwrap();
    build().success();
}

#[test]
fn what_a_picture_cannot_have_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = written(&folder, "a.jgn", GAME);
    let drawn = |arguments: &[&str]| -> Run {
        let mut command = jarmo();
        command.current_dir(folder.path()).arg("render").args(arguments);
        command.output().expect("it starts").into()
    };
    for (arguments, status, message) in [
        (vec!["a.jgn", "-o", "a.html", "--game", "2"], 1, "there is no game 2: the file has 1"),
        (vec!["a.jgn", "-o", "a.svg", "--game", "2"], 1, "there is no game 2: the file has 1"),
        (vec!["a.jgn", "-o", "a.svg", "--ply", "99"], 1, "no position after 99 turns: it has 4"),
        (vec!["a.jgn", "-o", "a.html", "--ply", "99"], 2, "a page plays through whole games"),
        (vec!["a.jgn", "-o", "a.html", "--hole", "Z9"], 2, "a page plays through whole games"),
        (vec!["a.jgn", "-o", "a.svg", "--hole", "Z9"], 1, "there is no hole \"Z9\""),
        (vec!["a.jgn", "-o", "a.svg", "--position", "zz"], 2, "positions of its own"),
        (vec!["--ply", "99", "-o", "a.svg"], 2, "<FILE>"),
        (vec!["--game", "1", "-o", "a.svg"], 2, "<FILE>"),
    ] {
        let run = drawn(&arguments);
        assert_eq!((run.status, run.out.as_str()), (Some(status), ""), "{arguments:?}: {run:?}");
        assert!(run.err.contains(message), "{arguments:?}: {run:?}");
        nothing_but(&folder, &["a.jgn"]);
    }
    drawn(&["a.jgn", "-o", "a.txt", "--ascii"]).success();
    assert!(std::fs::read_to_string(folder.path().join("a.txt")).unwrap().is_ascii());
    drawn(&["a.jgn", "-o", "a.txt"]).success();
    assert!(!std::fs::read_to_string(folder.path().join("a.txt")).unwrap().is_ascii());
    // A page of one game of several.
    let two = format!("{GAME}\n{}", GAME.replace("Anna", "Berta"));
    std::fs::write(&games, two).unwrap();
    drawn(&["a.jgn", "-o", "a.html", "--game", "2"]).success();
    let page = std::fs::read_to_string(folder.path().join("a.html")).unwrap();
    assert!(page.contains("Berta") && !page.contains("Anna"));
}

#[test]
fn options_that_would_be_passed_over_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = written(&folder, "a.jgn", GAME);
    let board = written(&folder, "b.json", BOARD);
    let tables = folder.path().join("tables").to_str().unwrap().to_owned();
    run(&["tables", "build", "--level", "2", "--dir", &tables]).success();
    let out = folder.path().join("out").to_str().unwrap().to_owned();
    let (page, text) = (format!("{out}.html"), format!("{out}.txt"));
    let start = "bbbbb/5/5/5/wwwww w - - 1";
    let players = ["match", "--white", "random", "--black", "random", "--games", "2"];
    let duel = |more: &[&'static str]| [players.as_slice(), more].concat();
    let in_match = duel(&["--position", "bbbbb/5/5/5/wwwww w - - 1"]);
    let tables_in_match = [players.as_slice(), &["--tables", &tables]].concat();
    for (arguments, option) in [
        (in_match, "--position"),
        (tables_in_match, "--tables"),
        (duel(&["--movetime", "1"]), "--movetime"),
        (duel(&["--grace", "1"]), "--grace"),
        (duel(&["--keep-going"]), "--keep-going"),
        (vec!["--keep-going", "moves"], "--keep-going"),
        (vec!["moves", "--tables", &tables], "--tables"),
        (vec!["perft", "1", "--tables", &tables], "--tables"),
        (vec!["--tables", &tables, "play", "C1-E2"], "--tables"),
        (vec!["check", &games, "--position", start], "--position"),
        (vec!["--position", start, "check", &games], "--position"),
        (vec!["check", &games, "--rules", "jasir"], "--rules"),
        (vec!["convert", &games, "--to", "json", "--rules", "jasir"], "--rules"),
        (vec!["replay", &games, "--tables", &tables], "--tables"),
        (vec!["stats", &games, "--position", start], "--position"),
        (vec!["index", &games, "-o", &out, "--rules", "jasir"], "--rules"),
        (vec!["annotate", &games, "-o", &out, "--position", start], "--position"),
        (vec!["render", &games, "-o", &page, "--rules", "jasir"], "--rules"),
        (vec!["render", "-o", &page, "--width", "100"], "--width"),
        (vec!["render", "-o", &text, "--width", "100"], "--width"),
        (vec!["tables", "info", "--position", start, "--dir", &tables], "--position"),
        (vec!["tables", "info", "--dir", &tables, "--tables", &tables], "--tables"),
        (vec!["rules", "--board", &board], "--board"),
        (vec!["man", "--rules", "jasir"], "--rules"),
        (vec!["completions", "bash", "--board", &board], "--board"),
        (vec!["analyze", "--lines", "0"], "--lines"),
    ] {
        let run = run(&arguments);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{arguments:?}: {run:?}");
        assert!(run.err.contains(option), "{arguments:?}: {run:?}");
    }
    nothing_but(&folder, &["a.jgn", "b.json", "tables"]);
    // What a command uses it takes, and to look nowhere is no more than it does anyway.
    for arguments in [
        vec!["moves", "--rules", "jasir", "--position", start, "--tables", ""],
        vec!["check", &games, "--tables", ""],
        vec!["--position", start, "analyze", "--depth", "1", "--tables", &tables],
        vec!["tables", "probe", "--position", start, "--tables", &tables],
        vec!["tables", "info", "--tables", &tables],
        vec!["render", "--position", start, "-o", &text, "--rules", "jasir"],
    ] {
        run(&arguments).success();
    }
}

/// A small board of another kind.
const BOARD: &str = r#"{"name":"xb","files":"WXYZ","ranks":3,"archers":4,"white_home":1,"black_home":3,
    "lines":[["W1","X2"],["X1","W2"],["W2","X3"],["X2","W3"],["X2","X1"],["Y1","Z2"],["Z1","Y2"],
    ["Y2","Y3"],["Z2","Z3"],["X2","Y2"],["W1","W2"],["W2","W3"]]}"#;

#[test]
fn a_match_goes_on_with_its_own_games_and_no_others() {
    let folder = tempfile::tempdir().expect("a folder");
    written(&folder, "b.json", BOARD);
    let file = folder.path().join("m.jgn");
    let text = || std::fs::read_to_string(&file).unwrap();
    let played = |arguments: &str| -> Run {
        let all = "match --white level:1 --black level:2 --save m.jgn --longest 60";
        let words = all.split(' ').chain(arguments.split(' '));
        jarmo().current_dir(folder.path()).args(words).output().expect("it starts").into()
    };
    for board in ["--board b.json ", ""] {
        let _ = std::fs::remove_file(&file);
        played(&format!("{board}--games 6")).success();
        let whole = text();
        played(&format!("{board}--games 2 --resume")).success();
        assert_eq!(text(), whole, "{board}");
        // A game that was cut short is played anew, and nothing else changes.
        let last = whole.rfind("[Event").unwrap();
        for length in [whole.len() - 3, whole.len() - 40, last, last + 3] {
            std::fs::write(&file, &whole[..length]).unwrap();
            let out = played(&format!("{board}--games 6 --resume")).success();
            assert!(out.contains("games 6 "), "{out}");
            assert_eq!(text(), whole, "{board}");
        }
        let other = if board.is_empty() { "--board b.json " } else { "" };
        for (arguments, why) in [
            (format!("{other}--games 8"), "another board"),
            (format!("{board}--games 8 --rules traditional"), "other rules"),
            (format!("{board}--games 8 --seed 2"), "seed 1"),
            (format!("{board}--games 8 --opening 4"), "other openings"),
        ] {
            let said = refusal(played(&format!("{arguments} --resume")));
            assert!(said.contains("it has games of another match: "), "{arguments}: {said}");
            assert!(said.contains(why), "{arguments}: {said}");
            assert_eq!(text(), whole, "{arguments}");
        }
    }
    let whole = text();
    for (from, to, message) in [
        (" {The", " Q7-Q8 {The", "error: "),
        ("[Round \"2.1\"]", "[Round \"?\"]", "has no place in a match"),
        ("[Rules \"brainking\"]", "[Rules \"traditional\"]", "other rules"),
        ("[Event \"level:1", "[Event \"level:3", "games of another match"),
        ("[Rules", "[Position \"bbbbb/5/5/5/wwwww b\"]\n[Rules", "another position"),
    ] {
        let changed = whole.replacen(from, to, 1);
        assert_ne!(changed, whole);
        std::fs::write(&file, &changed).unwrap();
        let said = refusal(played("--games 8 --resume"));
        assert!(said.contains(message), "{from}: {said}");
        assert_eq!(text(), changed, "{from}");
    }
    // A file of something else, which has no result at its end either.
    std::fs::write(&file, "Dear Anna, how are you?\n").unwrap();
    refusal(played("--games 8 --resume"));
    assert_eq!(text(), "Dear Anna, how are you?\n");
}

#[test]
fn an_even_match_has_no_minus() {
    let even = "match --white random --black random --games 2 --longest 1 --opening 0";
    let out = run(&even.split(' ').collect::<Vec<_>>()).success();
    assert!(!out.contains("-0"), "{out}");
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let mut child = jarmo()
        .args(["perft", "7", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.status, run.err.contains("panicked")), (Some(0), false), "{run:?}");
}

#[test]
fn perft_splits_its_last_depth() {
    let out = run(&["perft", "2", "--divide"]).success();
    let turns = run(&["moves"]).success();
    let expected: String = turns.lines().map(|turn| format!("{turn} 11\n")).collect();
    assert_eq!(out, format!("1 11\n{expected}2 121\n"));
}

#[test]
fn help_for_people_and_packagers() {
    for set in ["brainking", "traditional", "jasir"] {
        insta::assert_snapshot!(format!("rules-{set}"), run(&["rules", "--rules", set]).success());
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell]).success().contains("perft"), "{shell}");
    }
    let page = run(&["man"]).success();
    assert!(page.starts_with(".ie") && page.contains("JARMO CONVERT"));
}
