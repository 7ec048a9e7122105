//! Files with every fault that records have: what is said about each, and what is kept of it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use jarmo_tests::jarmo;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("records/bad")
}

/// The files, by name.
fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jgn"));
    paths.sort();
    paths
}

/// Runs the program on a file of the folder, named as it is there.
fn run(path: &Path, arguments: &[&str]) -> Output {
    let mut command = jarmo();
    command.current_dir(folder()).args(arguments).arg(path.file_name().expect("it has a name"));
    command.stdin(Stdio::null()).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

/// Text that a person can review: control characters spelt out.
fn reviewable(text: &str) -> String {
    text.chars().fold(String::new(), |mut shown, c| {
        match c {
            '\n' => shown.push(c),
            c if c.is_control() || c == '\u{feff}' => {
                write!(shown, "{}", c.escape_unicode()).expect("memory can be written");
            }
            c => shown.push(c),
        }
        shown
    })
}

#[test]
fn each_fault_is_reported_and_what_can_be_kept_is_kept() {
    for path in files() {
        let check = run(&path, &["check", "--format", "full"]);
        assert_eq!(text(&check.stderr), "", "{}", path.display());
        let convert = run(&path, &["convert", "--to", "jgn"]);
        let report = format!(
            "jarmo check: exit {}\n\n{}\njarmo convert: exit {}\n\n{}",
            check.status.code().expect("it was not killed"),
            text(&check.stdout),
            convert.status.code().expect("it was not killed"),
            text(&convert.stdout),
        );
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        insta::with_settings!({ snapshot_path => "records/bad/snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, reviewable(&report));
        });
    }
}

/// The words of a text: runs of letters and digits, but for mere numbers, which turns and glyphs
/// are given anew.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.contains(char::is_alphabetic))
}

#[test]
fn no_word_is_dropped_silently() {
    for path in files() {
        let bytes = fs::read(&path).expect("the file can be read");
        // Bytes that are no text have no words.
        let Ok(source) = String::from_utf8(bytes) else { continue };
        let converted = run(&path, &["convert", "--to", "jgn"]);
        // Turns stuck together are written apart.
        let squeezed =
            |bytes: &[u8]| text(bytes).to_uppercase().replace(|c: char| !c.is_alphanumeric(), "");
        let (kept, told) = (squeezed(&converted.stdout), squeezed(&converted.stderr));
        if told.contains("NOGAMERECORD") {
            continue;
        }
        for word in words(&source.to_uppercase()) {
            assert!(
                kept.contains(word) || told.contains(word),
                "{}: {word} is neither kept nor reported",
                path.display()
            );
        }
    }
}

#[test]
fn what_is_written_is_sound_and_stays_as_it_is() {
    for path in files() {
        let once = run(&path, &["convert", "--to", "jgn"]).stdout;
        let folder = tempfile::tempdir().expect("a folder can be made");
        let written = folder.path().join("again.jgn");
        fs::write(&written, &once).expect("the folder can be written to");
        let again = jarmo()
            .args(["convert", "--to", "jgn"])
            .arg(&written)
            .output()
            .expect("the program starts");
        assert_eq!(text(&again.stdout), text(&once), "{}", path.display());
    }
}

#[test]
fn statistics_count_the_games_that_check_counts() {
    for path in files() {
        let check = text(&run(&path, &["check"]).stdout);
        let games = check.lines().last().and_then(|line| line.split_once(" games, "));
        let (games, _) = games.expect("check ends with a count");
        let stats = run(&path, &["stats", "--json"]).stdout;
        let stats: serde_json::Value = serde_json::from_slice(&stats).expect("it is JSON");
        let number = |name: &str| stats[name].as_u64().expect("it is a number");
        let counted = number("games") + number("bad_games");
        assert_eq!(counted.to_string(), games, "{}", path.display());
    }
}

#[test]
fn by_way_of_json_the_same_is_written() {
    let games = fs::read_dir(folder().with_file_name("games")).expect("the folder is there");
    let games = games.map(|entry| entry.expect("an entry").path());
    for path in files().into_iter().chain(games) {
        let convert = |file: &Path, from: &str, to: &str| {
            let arguments = ["convert", "--from", from, "--to", to];
            let output = jarmo().args(arguments).arg(file).output().expect("the program starts");
            (text(&output.stdout), output.status.success(), text(&output.stderr))
        };
        let direct = convert(&path, "jgn", "jgn");
        let folder = tempfile::tempdir().expect("a folder can be made");
        let json = folder.path().join("games.json");
        fs::write(&json, convert(&path, "jgn", "json").0).expect("the folder can be written to");
        let (back, success, told) = convert(&json, "json", "jgn");
        assert!(success && told.is_empty(), "{}: {told}", path.display());
        assert_eq!(back, direct.0, "{}", path.display());
    }
}
