//! What commands, sessions and the interface make of tables that are there.

use jarmo_tests::{feed, jarmo, run};
use tempfile::TempDir;

/// A folder with tables up to level 3, and its path.
fn tables() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("the path is text").to_owned();
    run(&["tables", "build", "--level", "3", "--dir", &path]).success();
    (folder, path)
}

/// White wins, unless it goes to D1.
const WON: &str = "5/2b2/5/1w3/w4 w - - 1";

#[test]
fn an_analysis_tells_what_is_solved() {
    let (_folder, tables) = tables();
    let arguments = ["analyze", "--position", WON, "--depth", "3"];
    let with = run(&[&arguments[..], &["--tables", &tables]].concat()).success();
    assert!(with.starts_with("tables: White wins"), "{with}");
    let json = run(&[&arguments[..], &["--tables", &tables, "--json"]].concat()).success();
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["tables"]["value"], "win", "{json}");
    assert!(json["tables"].as_object().is_some_and(|tables| tables.contains_key("distance")));
    let without = run(&[&arguments[..], &["--tables", "", "--json"]].concat()).success();
    assert!(without.contains("\"tables\": null"), "{without}");
}

#[test]
fn a_session_tells_what_is_solved() {
    let (_folder, tables) = tables();
    let lines = format!("position {WON}\nhint\nanalyze\nquit\n");
    let told = feed(jarmo().args(["--tables", &tables]), &lines).success();
    assert_eq!(told.matches("By the tables White wins").count(), 2, "{told}");
}

#[test]
fn where_there_is_no_table_the_first_turns_are_known_from_elsewhere() {
    let sentence = "By what is known of the first turns nobody wins.";
    let told = feed(&mut jarmo(), "hint\nanalyze\nquit\n").success();
    assert_eq!(told.matches(sentence).count(), 2, "{told}");
    assert!(!told.contains("tables"), "{told}");
    let told = run(&["analyze", "--depth", "2"]).success();
    assert!(told.starts_with("first turns: nobody wins\n"), "{told}");
    let json = run(&["analyze", "--depth", "2", "--json"]).success();
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["tables"]["source"], "first turns", "{json}");
    let probed = run(&["tables", "probe"]);
    assert!(probed.err.contains("what is known of the first turns"), "{probed:?}");
    assert!(probed.success().starts_with("value draw\n"));
}

#[test]
fn the_interface_has_tables_as_an_option() {
    let said = |lines: &str| feed(jarmo().arg("ugi"), lines).success();
    assert!(said("ugi\n").contains("option name Tables type string default <empty>"));
    let (_folder, tables) = tables();
    let talk = format!(
        "setoption name Tables value {tables}\nposition fen {WON}\ngo depth 4\nsetoption name Rules value jasir\nsetoption name Tables value\nposition fen {WON}\ngo depth 4\n"
    );
    let heard = said(&talk);
    assert!(heard.contains("info string tables to level 3"), "{heard}");
    assert!(heard.contains("info string no tables in "), "{heard}");
    assert_eq!(heard.matches("bestmove ").count(), 2, "{heard}");
    for nothing in ["", " ", " <empty>"] {
        let talk = format!(
            "setoption name Tables value {tables}\nsetoption name Tables value{nothing}\nugi\n"
        );
        let heard = said(&talk);
        assert!(heard.contains("option name Tables type string default <empty>"), "{heard}");
    }
}

#[test]
fn a_page_has_verdicts_and_an_annotation_goes_by_them() {
    let (_folder, tables) = tables();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let record = format!("[Position \"{WON}\"]\n\n1. B2-D1 *\n");
    std::fs::write(path("game.jgn"), record).expect("a file can be written");
    run(&["render", &path("game.jgn"), "-o", &path("game.html"), "--tables", &tables]).success();
    let page = std::fs::read_to_string(path("game.html")).expect("a page");
    for verdict in ["White wins", "Nobody wins"] {
        assert!(page.contains(&format!("\"verdict\":\"{verdict}")), "{page}");
    }
    let annotate = |from: &str, to: &str| {
        let (from, to) = (path(from), path(to));
        run(&["annotate", &from, "-o", &to, "--depth", "4", "--tables", &tables]).success();
        std::fs::read_to_string(to).expect("a record")
    };
    let once = annotate("game.jgn", "once.jgn");
    assert!(once.contains("B2-D1 $4 "), "{once}");
    assert_eq!(annotate("once.jgn", "twice.jgn"), once);
}

#[test]
fn a_damaged_table_is_told_of_and_nothing_stops() {
    let (folder, dir) = tables();
    let dir = dir.as_str();
    let path = folder.path().join("brainking/level-3.jarmo-table");
    let mut bytes = std::fs::read(&path).expect("a table");
    let place = bytes.len() - 9;
    bytes[place] ^= 4;
    std::fs::write(&path, &bytes).expect("a file can be written");
    let position = "5/2b2/5/5/w1w2 w - - 1";
    let arguments = ["analyze", "--position", position, "--depth", "4", "--tables", dir];
    let found = run(&arguments);
    assert_eq!(
        found.err.matches("level-3.jarmo-table: block 0 was damaged").count(),
        1,
        "{found:?}"
    );
    assert!(found.success().contains("best "));
    // In its header the damage is seen at once: an error where the directory was asked for.
    bytes[9] ^= 1;
    std::fs::write(&path, &bytes).expect("a file can be written");
    assert_eq!(run(&arguments).status, Some(1));
    let asked_for_by_nobody =
        jarmo().args(&arguments[..5]).env("JARMO_TABLES_DIR", dir).output().expect("it starts");
    assert!(asked_for_by_nobody.status.success());
    let told = String::from_utf8_lossy(&asked_for_by_nobody.stderr).into_owned();
    assert!(told.contains("tables are not used"), "{told}");
}
