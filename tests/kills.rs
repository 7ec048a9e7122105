//! Killing the program while it saves: the file is the old one or the new one, whole.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use fastrand::Rng;
use jarmo_notation::Records;
use jarmo_tests::jarmo;

const KILLS: usize = 20;

/// The names that White has in the games of a file without faults, one for each game.
fn names(path: &Path) -> Vec<String> {
    let text = fs::read(path).expect("the file is there");
    let mut records = Records::new(&text[..], &[]);
    let mut names = Vec::new();
    while let Some((record, faults)) = records.next_record().expect("memory can be read") {
        assert_eq!(faults, [], "the file is whole");
        names.push(record.tags.get("White").unwrap_or("?").to_owned());
    }
    names
}

fn kill(mut child: Child, after: Duration) {
    std::thread::sleep(after);
    child.kill().expect("it can be killed, or has ended");
    child.wait().expect("it ends");
}

/// A file of games in which White has this name.
fn games(name: &str, count: usize) -> String {
    let game = format!("[White \"{name}\"]\n\n1. C1-E2 E5-C4 2. B1-A3 B5xA3 *\n\n");
    game.repeat(count)
}

#[test]
fn a_converted_file_is_the_old_or_the_new_one() {
    const GAMES: usize = 400;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("new.jgn"), games("New", GAMES)).expect("the folder can be written to");
    let convert = || {
        let mut command = jarmo();
        command.current_dir(folder.path());
        command.args(["convert", "new.jgn", "--to", "jgn", "-o", "out.jgn"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let start = std::time::Instant::now();
    assert!(convert().status().expect("the program starts").success());
    let whole_run = start.elapsed();
    let mut rng = Rng::with_seed(20);
    for _ in 0..KILLS {
        fs::write(at("out.jgn"), games("Old", 3)).expect("the folder can be written to");
        let child = convert().spawn().expect("the program starts");
        kill(child, whole_run.mul_f64(rng.f64() * 1.1));
        let names = names(&at("out.jgn"));
        let old = names.len() == 3 && names.iter().all(|name| name == "Old");
        let new = names.len() == GAMES && names.iter().all(|name| name == "New");
        assert!(old || new, "{} games", names.len());
    }
}

#[test]
fn a_session_that_saves_leaves_a_whole_file() {
    const TURNS: [&str; 4] = ["C1-E2", "E5-C4", "E2-C1", "C4-E5"];
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("g.jgn");
    let mut rng = Rng::with_seed(21);
    for _ in 0..KILLS {
        let mut command = jarmo();
        command.current_dir(folder.path()).env("JARMO_STATE_DIR", folder.path().join("state"));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        let writer = std::thread::spawn(move || {
            let _ = writeln!(stdin, "new white human black human");
            // Until the pipe breaks: whoever reads it is killed.
            while TURNS.iter().all(|turn| writeln!(stdin, "{turn}\nsave g.jgn").is_ok())
                && writeln!(stdin, "new white human black human").is_ok()
            {}
        });
        kill(child, Duration::from_millis(rng.u64(5..80)));
        writer.join().expect("the writer ends");
        if file.exists() {
            assert!(!names(&file).is_empty());
        }
    }
    assert!(file.exists(), "it was saved at least once");
}

/// The names and contents of a folder's files.
fn contents(folder: &Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("an entry"));
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name(), fs::read(entry.path()).expect("it can be read")))
        .collect();
    files.sort();
    files
}

#[test]
fn a_build_of_tables_goes_on_where_it_was() {
    const LEVEL: &str = "4";
    let build = |folder: &Path| {
        let mut command = jarmo();
        command.args(["tables", "build", "--level", LEVEL, "--dir"]).arg(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let whole = tempfile::tempdir().expect("a folder can be made");
    let start = std::time::Instant::now();
    assert!(build(whole.path()).status().expect("the program starts").success());
    let whole_run = start.elapsed();
    let expected = contents(&whole.path().join("brainking"));
    let mut rng = Rng::with_seed(22);
    for _ in 0..5 {
        // Each killed again and again, always sooner than a whole build would take.
        let folder = tempfile::tempdir().expect("a folder can be made");
        for _ in 0..4 {
            let child = build(folder.path()).spawn().expect("the program starts");
            kill(child, whole_run.mul_f64(rng.f64() * 0.9));
        }
        assert!(build(folder.path()).status().expect("the program starts").success());
        assert!(contents(&folder.path().join("brainking")) == expected);
    }
}
