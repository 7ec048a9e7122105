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

/// The words of a text: runs of letters and digits.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[test]
fn no_word_is_dropped_silently() {
    for path in files() {
        let bytes = fs::read(&path).expect("the file can be read");
        let (Ok(source), false) = (String::from_utf8(bytes), path.ends_with("utf-16")) else {
            continue;
        };
        let converted = run(&path, &["convert", "--to", "jgn"]);
        let kept = text(&converted.stdout).to_uppercase();
        let told = text(&converted.stderr).to_uppercase();
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
