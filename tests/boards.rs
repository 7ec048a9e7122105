//! The built-in boards, and others from files: no answer about one is given for another.

use std::fs;

use jarmo_core::Board;
use jarmo_tests::{feed, jarmo, run};

/// A game of the rule set `brainking` that takes the line of the board `jasir` alone.
const OLD: &str = "[Event \"Old\"]\n\n1. D1-C3 E5-C4 2. C3-B3 A5xB3 *\n";

/// An empty folder with this file in it, and its path.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file can be written");
    let path = path.to_str().expect("the path is text").to_owned();
    (folder, path)
}

#[test]
fn a_board_is_named_on_the_command_line() {
    let counts = |arguments: &[&str]| run(&[arguments, &["perft", "4"]].concat()).success();
    assert_eq!(counts(&[]), "1 11\n2 121\n3 1452\n4 17059\n");
    assert_eq!(counts(&["--board", "jarmo"]), counts(&[]));
    assert_eq!(counts(&["--board", "jasir"]), "1 11\n2 121\n3 1472\n4 17524\n");
    assert_eq!(counts(&["--board", "JASIR", "--rules", "jasir"]), counts(&["--rules", "jasir"]));
    assert_ne!(counts(&["--board", "jarmo", "--rules", "jasir"]), counts(&["--rules", "jasir"]));

    let json = serde_json::to_string(&Board::JASIR).expect("a board is data");
    let (_folder, path) = file("b.json", &json);
    assert_eq!(counts(&["--board", &path]), counts(&["--board", "jasir"]));
    let (_folder, taken) = file("b.json", &json.replace("\"jasir\"", "\"jarmo\""));
    let refused = run(&["--board", &taken, "moves"]);
    assert_eq!(refused.status, Some(1));
    assert!(refused.err.contains("the name jarmo is that of a built-in board"), "{refused:?}");
    let missing = run(&["--board", "round", "moves"]);
    assert!(missing.err.contains("\"round\" is none of the boards jarmo and jasir"), "{missing:?}");
}

#[test]
fn an_old_game_says_which_board_it_was_played_on() {
    let (_folder, path) = file("old.jgn", OLD);
    let checked = run(&["check", &path]);
    assert_eq!(checked.status, Some(1));
    let said = "3:19: error: C3-B3 is not legal: no line joins C3 and B3 on this board; the board \
                jasir has that line: expected the tag [Board \"jasir\"], or --board jasir for games \
                without it";
    assert!(checked.out.contains(said), "{checked:?}");
    let good = run(&["check", "--board", "jasir", &path]).success();
    assert!(good.ends_with("1 games, 0 errors, 0 warnings\n"), "{good}");

    for to in ["jgn", "json"] {
        let written = run(&["convert", &path, "--to", to, "--board", "jasir"]).success();
        let (_folder, written) = file(&format!("new.{to}"), &written);
        let again = run(&["convert", &written, "--to", "jgn"]).success();
        assert!(again.contains("[Rules \"brainking\"]\n[Board \"jasir\"]\n"), "{again}");
        assert!(again.contains("2. C3-B3 A5xB3 *"), "{again}");
    }
}

#[test]
fn data_without_a_tag_is_read_on_the_board_that_is_asked_for() {
    let json = r#"[{"turns": [{"turn": "D1-C3"}, {"turn": "E5-C4"}, {"turn": "C3-B3"}]}]"#;
    let (_folder, path) = file("old.json", json);
    let refused = run(&["convert", &path, "--to", "jgn"]);
    assert!(refused.err.contains("the board jasir has that line"), "{refused:?}");
    let read = run(&["convert", &path, "--to", "jgn", "--board", "jasir"]).success();
    assert!(read.contains("[Board \"jasir\"]"), "{read}");
}

#[test]
fn a_games_own_tag_counts_for_more_than_the_command_line() {
    let tagged = OLD.replace("\n\n", "\n[Board \"jasir\"]\n\n");
    let (_folder, path) = file("tagged.jgn", &tagged);
    let read = run(&["check", "--board", "jarmo", &path]).success();
    assert!(read.ends_with("1 games, 0 errors, 0 warnings\n"), "{read}");
    let own = "[Rules \"jasir\"]\n\n1. D1-C3 E5-C4 2. C3-B3 *\n";
    let (_folder, path) = file("own.jgn", own);
    let written = run(&["convert", &path, "--to", "jgn"]).success();
    assert!(!written.contains("[Board"), "{written}");
}

#[test]
fn a_session_plays_on_the_board_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |lines: &str| {
        feed(jarmo().current_dir(folder.path()).env("JARMO_STATE_DIR", folder.path()), lines)
    };
    let people = "white human black human";
    let on_jasir = format!("new {people} board jasir\nD1-C3\nE5-C4\nC3-B3\nsave a.jgn\n");
    let out = play(&on_jasir).success();
    assert!(out.contains("New game, brainking, board jasir: "), "{out}");
    let saved = fs::read_to_string(folder.path().join("a.jgn")).expect("it was saved");
    assert!(saved.contains("[Rules \"brainking\"]\n[Board \"jasir\"]\n"), "{saved}");

    let refused = play(&format!("new {people}\nD1-C3\nE5-C4\nC3-B3\n"));
    assert!(refused.err.contains("the board jasir has that line"), "{refused:?}");

    // A rule set comes with its board.
    let out = play(&format!("new {people} rules jasir\nD1-C3\nE5-C4\nC3-B3\nsave b.jgn\n"));
    assert!(out.success().contains("New game, jasir: "));
    let saved = fs::read_to_string(folder.path().join("b.jgn")).expect("it was saved");
    assert!(!saved.contains("[Board"), "{saved}");
    let unknown = play("new board round\n");
    assert!(unknown.err.contains("none of the boards jarmo and jasir"), "{unknown:?}");
}

#[test]
fn the_interface_has_an_option_for_the_board() {
    let ugi = |lines: &str| feed(jarmo().arg("ugi"), lines).success();
    let options = ugi("ugi\nquit\n");
    assert!(
        options.contains("option name Board type combo default own var own var jarmo var jasir\n")
    );
    let moves = "position startpos moves D1-C3 E5-C4 C3-B3\nquery p1turn\n";
    assert!(ugi(moves).contains("the board jasir has that line"));
    for chosen in ["setoption name Board value jasir\n", "setoption name Rules value jasir\n"] {
        assert_eq!(ugi(&format!("{chosen}{moves}")), "response false\n", "{chosen}");
    }
    let own = "setoption name Board value jasir\nsetoption name Board value own\n";
    assert!(ugi(&format!("{own}{moves}")).contains("the board jasir has that line"));
    assert!(ugi("setoption name Board value round\n").contains("no board is called \"round\""));
}

#[test]
fn a_match_on_another_board_wants_a_program_that_knows_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let jarmo_ugi = format!("cmd:{} ugi", jarmo().get_program().to_str().expect("a path"));
    let play = |program: &str, name: &str| {
        let arguments = ["match", "--games", "2", "--longest", "4", "--save", name];
        let engines = ["--white", "random", "--black", program, "--board", "jasir"];
        let mut command = jarmo();
        command.current_dir(folder.path()).args(arguments).args(engines);
        feed(&mut command, "")
    };
    play(&jarmo_ugi, "m.jgn").success();
    let saved = fs::read_to_string(folder.path().join("m.jgn")).expect("it was saved");
    assert_eq!(saved.matches("[Board \"jasir\"]").count(), 2, "{saved}");
    let stranger = "cmd:sh -c 'while read line; do case $line in ugi) echo ugiok;; isready) echo \
                    readyok;; esac; done'";
    let refused = play(stranger, "n.jgn");
    assert!(refused.err.contains("play on the board jasir"), "{refused:?}");
}

#[test]
fn tables_and_the_known_opening_are_of_one_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("the path is text");
    let tables = |arguments: &[&str]| run(&[arguments, &["--dir", dir]].concat());
    tables(&["tables", "build", "--level", "3"]).success();
    let position = "5/2b2/5/5/w4 w - - 1";
    let probe = ["tables", "probe", "--position", position];
    tables(&probe).success();
    let other = tables(&[&probe[..], &["--board", "jasir"]].concat());
    assert!(other.err.contains("no tables of brainking-jasir in"), "{other:?}");

    tables(&["tables", "build", "--level", "2", "--board", "jasir"]).success();

    // What is known of the first turns without tables is known of a rule set on its own board.
    let start = |board: &str| tables(&["tables", "probe", "--board", board]);
    assert!(start("jarmo").success().starts_with("value draw\n"));
    assert!(start("jasir").err.contains("there is no table of level 10"));

    // Each board has a directory of its own, and a file of another's is told from the right one.
    let table = |game: &str| folder.path().join(game).join("level-2.jarmo-table");
    fs::copy(table("brainking"), table("brainking-jasir")).expect("a copy");
    let foreign = tables(&[&probe[..], &["--board", "jasir"]].concat());
    assert!(foreign.err.contains("it is of another board or other rules"), "{foreign:?}");
}
