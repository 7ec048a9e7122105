//! What the world does to the program: a pipe that closes, a disk that is full, a folder that
//! cannot be written to, no home, a terminal that goes away, another session beside this one.
//! Each is met with sense, and nothing that was played is lost.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use jarmo_tests::{Run, feed, jarmo};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tempfile::TempDir;

const TWO_PEOPLE: &str = "new white human black human";

/// How long is waited for what takes no time.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

/// A file of games, long enough to fill buffers.
fn games(folder: &Path, count: usize) -> PathBuf {
    let path = folder.join("games.jgn");
    let game = "[White \"Anna\"]\n\n1. C1-E2 E5-C4 2. B1-A3 B5xA3 *\n\n";
    fs::write(&path, game.repeat(count)).expect("the folder can be written to");
    path
}

/// Commands that print, on files of this folder.
fn printing_commands(folder: &Path) -> Vec<Vec<String>> {
    let games = games(folder, 3000);
    let json = folder.join("games.json");
    let convert = ["convert", "games.jgn", "--to", "json", "-o", "games.json"];
    assert!(jarmo().current_dir(folder).args(convert).status().expect("it starts").success());
    let build = ["tables", "build", "--level", "2", "--dir", "tables"];
    assert!(
        jarmo()
            .current_dir(folder)
            .args(build)
            .stderr(Stdio::null())
            .status()
            .expect("it starts")
            .success()
    );
    let (games, json) = (games.display(), json.display());
    [
        "moves".to_owned(),
        "perft 3".to_owned(),
        "perft 2 --divide".to_owned(),
        "play C1-E2 E5-C4".to_owned(),
        "rules".to_owned(),
        "man".to_owned(),
        "completions bash".to_owned(),
        "analyze --depth 3".to_owned(),
        "analyze --depth 3 --json".to_owned(),
        format!("check {games}"),
        format!("convert {games} --to jgn"),
        format!("convert {games} --to json"),
        format!("convert {json} --to jgn"),
        format!("convert {json} --to json"),
        format!("replay {games} --plain"),
        format!("stats {games}"),
        format!("stats {games} --json"),
        "match --white random --black random --games 2".to_owned(),
        "tables info --dir tables".to_owned(),
        "tables probe --dir tables --position 5/w4/2b2/5/5".to_owned(),
        "tables verify --dir tables".to_owned(),
        "--help".to_owned(),
    ]
    .iter()
    .map(|line| line.split(' ').map(str::to_owned).collect())
    .collect()
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let folder = folder();
    for arguments in printing_commands(folder.path()) {
        let (reader, writer) = std::io::pipe().expect("a pipe can be made");
        drop(reader);
        let mut command = jarmo();
        command.current_dir(folder.path()).args(&arguments).stdin(Stdio::null()).stdout(writer);
        let run: Run = command.output().expect("the program starts").into();
        assert_eq!(run.status, Some(0), "{arguments:?}: {run:?}");
        assert!(!run.err.contains("error"), "{arguments:?}: {run:?}");
    }
}

#[test]
fn without_standard_error_the_work_is_done() {
    let folder = folder();
    let path = folder.path().join("bad.jgn");
    let text = "[Whi\n\n1. C1-E2 A1-A1 *\n\n[White \"B\"]\n\n1. D1-C3 *\n";
    fs::write(&path, text.repeat(200)).expect("the folder can be written to");
    for arguments in [
        vec!["convert", "bad.jgn", "--to", "jgn"],
        vec!["stats", "bad.jgn"],
        vec!["check", "bad.jgn", "none.jgn"],
        vec!["replay", "bad.jgn", "--plain", "--game", "1"],
        vec!["index", "bad.jgn", "-o", "games.index"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe can be made");
        drop(reader);
        let run = |stderr: Stdio| {
            let mut command = jarmo();
            command.current_dir(folder.path()).args(&arguments).stdin(Stdio::null());
            command.stderr(stderr).stdout(Stdio::piped());
            command.spawn().and_then(Child::wait_with_output).expect("the program starts")
        };
        let (mute, heard) = (run(writer.into()), run(Stdio::null()));
        assert_eq!(mute.stdout, heard.stdout, "{arguments:?}");
        assert_eq!(mute.status.code(), heard.status.code(), "{arguments:?}");
    }
}

#[test]
fn a_full_disk_behind_standard_output_is_told() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        return println!("skipped: there is no /dev/full here");
    };
    let folder = folder();
    for arguments in printing_commands(folder.path()) {
        if arguments == ["--help"] {
            // The parser of arguments prints it and does not say whether it could.
            continue;
        }
        let mut command = jarmo();
        let out = full.try_clone().expect("a file can be had twice");
        command.current_dir(folder.path()).args(&arguments).stdin(Stdio::null()).stdout(out);
        let run: Run = command.output().expect("the program starts").into();
        assert_eq!(run.status, Some(1), "{arguments:?}: {run:?}");
        assert!(run.err.contains("output: No space left"), "{arguments:?}: {run:?}");
    }
}

/// A shell in this folder in which no file may grow beyond some kilobytes, as on a full disk.
fn with_little_room(folder: &Path, command: &str) -> Command {
    let mut shell = Command::new("sh");
    let program = jarmo().get_program().to_string_lossy().into_owned();
    // The signal that comes with it would end the program at once.
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f 2; exec {program} {command}")]);
    shell.current_dir(folder).env("JARMO_STATE_DIR", folder.join("state"));
    shell.env("JARMO_CONFIG", folder.join("config.toml"));
    shell
}

#[test]
fn a_file_there_is_no_room_for_stays_as_it_was() {
    let folder = folder();
    games(folder.path(), 2000);
    for (command, output) in [
        ("convert games.jgn --to jgn -o out", "out"),
        ("convert games.jgn --to json -o out", "out"),
        ("render games.jgn -o out.html", "out.html"),
        ("render --position 'bbbbb/5/5/5/wwwww w' -o out.svg", "out.svg"),
        ("index games.jgn -o out", "out"),
        ("tables build --level 3 --dir .", "level-3.jarmo-table"),
    ] {
        let at = folder.path().join(output);
        fs::write(&at, "old").expect("the folder can be written to");
        let builds = command.starts_with("tables");
        if builds {
            fs::remove_file(&at).expect("it is there");
        }
        let run = feed(&mut with_little_room(folder.path(), command), "");
        assert_eq!(run.status, Some(1), "{command}: {run:?}");
        assert!(run.err.contains("File too large"), "{command}: {run:?}");
        let left = fs::read_to_string(&at).unwrap_or_default();
        assert_eq!(left, if builds { "" } else { "old" }, "{command}");
        let names = fs::read_dir(folder.path()).expect("it is there");
        let names: Vec<_> = names.map(|entry| entry.expect("an entry").file_name()).collect();
        let unfinished = names.iter().find(|name| name.to_string_lossy().starts_with(".jarmo-"));
        assert_eq!(unfinished, None, "{command}");
    }
}

#[test]
fn a_session_without_room_goes_on_and_says_so_once() {
    let folder = folder();
    let note = "x".repeat(5000);
    let lines = format!(
        "{TWO_PEOPLE}\nC1-E2\ncomment {note}\nE5-C4\nB1-A3\nsave out.jgn\nposition\ncomment\nsave out.jgn\n"
    );
    let mut command = with_little_room(folder.path(), "--keep-going");
    let run = feed(&mut command, &lines);
    assert_eq!(run.err.matches("cannot be kept on disk").count(), 1, "{run:?}");
    assert!(run.err.contains("out.jgn: File too large"), "{run:?}");
    assert!(run.out.contains("bbbb1/2b2/w4/4w/w2ww b"), "{run:?}");
    assert_eq!(run.status, Some(1), "{run:?}");
}

/// A folder in which nobody can make a file, not even root.
fn unwritable(folder: &TempDir) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path().join("locked");
    fs::create_dir(&path).expect("a folder can be made");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o555)).expect("it is ours");
    if File::create(path.join("probe")).is_err() {
        return path;
    }
    // Root is not kept out by a folder's mode, but the kernel's own files are not to be added to.
    println!("the folder's mode does not bind us: /proc/self is used instead");
    PathBuf::from("/proc/self")
}

#[test]
fn a_folder_that_cannot_be_written_to_is_named() {
    let folder = folder();
    games(folder.path(), 1);
    let locked = unwritable(&folder);
    if !locked.exists() {
        return println!("skipped: there is no such folder here");
    }
    let at = |name: &str| locked.join(name).display().to_string();
    for arguments in [
        vec!["convert", "games.jgn", "--to", "jgn", "-o", &at("out.jgn")],
        vec!["render", "-o", &at("out.svg")],
        vec!["index", "games.jgn", "-o", &at("out")],
        vec!["annotate", "games.jgn", "--depth", "1", "-o", &at("out.jgn")],
        vec!["tables", "build", "--level", "2", "--dir", &at("tables")],
    ] {
        let run = feed(jarmo().current_dir(folder.path()).args(&arguments), "");
        assert_eq!(run.status, Some(1), "{arguments:?}: {run:?}");
        assert!(run.err.contains(&locked.display().to_string()), "{arguments:?}: {run:?}");
        assert!(!run.err.contains("panicked"), "{arguments:?}: {run:?}");
    }
    let mut session = jarmo();
    session.current_dir(folder.path()).env("JARMO_STATE_DIR", locked.join("state"));
    let lines = format!("{TWO_PEOPLE}\nC1-E2\nsave {}\nposition\n", at("out.jgn"));
    let run = feed(session.arg("--keep-going"), &lines);
    assert!(run.err.contains("out.jgn: "), "{run:?}");
    assert!(run.out.contains("4w"), "the session goes on: {run:?}");
}

#[test]
fn what_is_no_file_is_written_to_and_not_replaced() {
    let folder = folder();
    games(folder.path(), 3);
    // Standard output by another name.
    let convert = ["convert", "games.jgn", "--to", "jgn", "-o", "/dev/stdout"];
    let run = feed(jarmo().current_dir(folder.path()).args(convert), "");
    assert_eq!(run.success().matches("[White \"Anna\"]").count(), 3);
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return println!("skipped: there is no mkfifo here");
    }
    let mut child = jarmo()
        .current_dir(folder.path())
        .args(["convert", "games.jgn", "--to", "jgn", "-o", "pipe"])
        .spawn()
        .expect("the program starts");
    let text = fs::read_to_string(&pipe).expect("the pipe can be read");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(text.matches("[White \"Anna\"]").count(), 3);
}

#[test]
fn without_a_home_everything_works_but_keeping() {
    let folder = folder();
    let bare = |home: Option<&str>| {
        let mut command = Command::new(jarmo().get_program());
        command.env_clear().current_dir(folder.path());
        if let Some(home) = home {
            command.env("HOME", home);
        }
        command
    };
    for home in [None, Some(""), Some("/proc/nobody")] {
        assert_eq!(feed(bare(home).arg("moves"), "").success().lines().count(), 11);
        feed(bare(home).args(["render", "-o", "board.svg"]), "").success();
    }
    // Where no home is told the system is asked for one, and that is nothing for a test to touch.
    let lines = format!("{TWO_PEOPLE}\nC1-E2\nsave g.jgn\nposition\n");
    let run = feed(&mut bare(Some("/proc/nobody")), &lines);
    assert!(run.success().contains("bbbbb/5/5/4w/ww1ww b"));
    let run = feed(jarmo().current_dir(folder.path()).args(["check", "g.jgn"]), "");
    assert_eq!(run.success(), "1 games, 0 errors, 0 warnings\n");
}

/// A session at a terminal of its own.
struct Terminal {
    /// The terminal's other end: it hangs up when this is dropped.
    master: File,
    session: Child,
    seen: String,
    /// How the terminal was before the session.
    found: rustix::termios::Termios,
}

impl Terminal {
    /// A session that keeps its games in `state`; `None`, with the reason printed, where there is
    /// no terminal to be had.
    fn open(state: &Path) -> Option<Terminal> {
        Terminal::run(state, &[])
    }

    /// The program with these arguments at a terminal; see [`Terminal::open`].
    fn run(state: &Path, arguments: &[&str]) -> Option<Terminal> {
        let open = || -> std::io::Result<Terminal> {
            let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
            let master = openpt(flags)?;
            grantpt(&master)?;
            unlockpt(&master)?;
            let name = ptsname(&master, Vec::new())?;
            let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
            let end = File::from(rustix::fs::open(name, flags, Mode::empty())?);
            // It must be the terminal that signals come from.
            let mut command = Command::new("setsid");
            command.arg("-c").arg(jarmo().get_program()).args(arguments);
            command.env("JARMO_STATE_DIR", state).env("JARMO_CONFIG", state.join("config.toml"));
            command.env("TERM", "xterm").env_remove("NO_COLOR");
            command.stdin(end.try_clone()?).stdout(end.try_clone()?).stderr(end);
            let master = File::from(master);
            rustix::io::fcntl_setfd(&master, rustix::io::FdFlags::CLOEXEC)?;
            let found = rustix::termios::tcgetattr(&master)?;
            Ok(Terminal { master, session: command.spawn()?, seen: String::new(), found })
        };
        open().map_err(|error| println!("skipped: no terminal can be had here: {error}")).ok()
    }

    /// Waits until this has been printed since the last time.
    fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |seen| seen.contains(text));
        self.seen.clear();
    }

    /// Waits until a journal has this in it, its lines joined; the session is not held up by what
    /// it prints.
    fn wait_for_journal(&mut self, state: &Path, text: &str) {
        let has = |journal: &String| journal.replace('\n', " ").contains(text);
        self.wait_until(text, |_| journals(state).iter().any(has));
    }

    fn wait_until(&mut self, what: &str, done: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while !done(&self.seen) {
            assert!(begun.elapsed() < PATIENCE, "{what:?} does not come: {:?}", self.seen);
            let timeout = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
            let mut fds = [PollFd::new(&self.master, PollFlags::IN)];
            if poll(&mut fds, Some(&timeout)).is_ok_and(|ready| ready > 0) {
                let mut bytes = [0; 4096];
                let count = self.master.read(&mut bytes).expect("the session is there");
                self.seen += &String::from_utf8_lossy(&bytes[..count]);
            }
        }
    }

    fn type_line(&mut self, line: &str) {
        write!(self.master, "{line}\r").expect("the session is there");
    }

    /// All that is printed up to the program's end.
    fn read_to_end(mut self) -> String {
        let mut bytes = [0; 4096];
        // At its end the terminal has nobody on the other side.
        while let Ok(count @ 1..) = self.master.read(&mut bytes) {
            self.seen += &String::from_utf8_lossy(&bytes[..count]);
        }
        ends(&mut self.session);
        self.seen
    }

    /// Types or pastes all of a text at once.
    fn paste(&mut self, text: &str) {
        self.master.write_all(text.as_bytes()).expect("the session is there");
    }

    /// The terminal goes away.
    fn hang_up(self) {
        let Terminal { master, mut session, .. } = self;
        drop(master);
        ends(&mut session);
    }
}

/// Waits for a session to end by itself.
fn ends(session: &mut Child) {
    let begun = Instant::now();
    while session.try_wait().expect("it can be waited for").is_none() {
        if begun.elapsed() > PATIENCE {
            session.kill().expect("it can be killed");
            panic!("the session lives on without its terminal");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The games that sessions have left in a folder, sorted.
fn journals(state: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(state) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let journal = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jgn");
    let mut texts: Vec<String> =
        paths.filter(journal).filter_map(|path| fs::read_to_string(path).ok()).collect();
    texts.sort();
    texts
}

/// Waits until a journal has this in it.
fn wait_for_journal(state: &Path, text: &str) {
    let begun = Instant::now();
    while !journals(state).iter().any(|journal| journal.contains(text)) {
        assert!(begun.elapsed() < PATIENCE, "{text} does not come to disk");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_terminal_that_goes_away_takes_no_game_along() {
    let folder = folder();
    let state = folder.path().join("state");
    let Some(mut terminal) = Terminal::open(&state) else { return };
    terminal.wait_for("White 1> ");
    terminal.type_line(TWO_PEOPLE);
    terminal.wait_for("White 1> ");
    terminal.type_line("C1-E2");
    terminal.wait_for("Black 1> ");
    terminal.type_line("E5-C4");
    terminal.wait_for("White 2> ");
    terminal.hang_up();
    let history = fs::read_to_string(state.join("history")).expect("the history is kept");
    assert!(history.contains("C1-E2\nE5-C4\n"), "{history}");
    let mut next = jarmo();
    next.env("JARMO_STATE_DIR", &state);
    let out = feed(&mut next, "resume\nposition\n").success();
    assert!(out.contains("bbbb1/2b2/5/4w/ww1ww w C1-E2:1 E5-C4:1 2"), "{out}");
}

#[test]
fn a_turn_is_on_disk_while_the_engine_thinks_about_its_answer() {
    let folder = folder();
    let state = folder.path().join("state");
    let Some(mut terminal) = Terminal::open(&state) else { return };
    terminal.wait_for("White 1> ");
    terminal.type_line("new white human black time:600");
    terminal.wait_for("White 1> ");
    terminal.type_line("C1-E2");
    wait_for_journal(&state, "1. C1-E2");
    terminal.hang_up();
    let kept = journals(&state);
    assert!(kept.len() == 1 && kept[0].contains("1. C1-E2"), "{kept:?}");
}

#[test]
fn two_terminals_at_once_lose_nothing() {
    let folder = folder();
    let state = folder.path().join("state");
    let open = || Terminal::open(&state);
    let (Some(mut one), Some(mut other)) = (open(), open()) else { return };
    let turns = [("C1-E2", "A1-C2"), ("E5-C4", "A5-C4")];
    for terminal in [&mut one, &mut other] {
        terminal.wait_for("White 1> ");
        terminal.type_line(TWO_PEOPLE);
        terminal.wait_for("White 1> ");
    }
    for (prompt, (turn, another)) in ["Black 1> ", "White 2> "].into_iter().zip(turns) {
        one.type_line(turn);
        other.type_line(another);
        one.wait_for(prompt);
        other.wait_for(prompt);
    }
    one.hang_up();
    other.type_line("quit");
    other.wait_for("The game is kept");
    ends(&mut other.session);
    let kept = journals(&state);
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert!(kept.iter().any(|journal| journal.contains("1. C1-E2 E5-C4 *")), "{kept:?}");
    assert!(kept.iter().any(|journal| journal.contains("1. A1-C2 A5-C4 *")), "{kept:?}");
    let history = fs::read_to_string(state.join("history")).expect("the history is kept");
    for line in ["C1-E2", "A1-C2", "E5-C4", "A5-C4", "quit"] {
        assert!(history.lines().any(|kept| kept == line), "{line}: {history}");
    }
}

#[test]
fn a_signal_ends_a_session_and_leaves_its_game() {
    for signal in ["HUP", "TERM", "INT"] {
        let folder = folder();
        let state = folder.path().join("state");
        let mut command = jarmo();
        command.env("JARMO_STATE_DIR", &state).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut session = command.spawn().expect("the program starts");
        let mut input = session.stdin.take().expect("standard input is a pipe");
        writeln!(input, "{TWO_PEOPLE}\nC1-E2\nE5-C4").expect("it listens");
        wait_for_journal(&state, "1. C1-E2 E5-C4");
        let kill = ["-s", signal, &session.id().to_string()].map(str::to_owned);
        assert!(Command::new("kill").args(kill).status().expect("there is kill").success());
        ends(&mut session);
        assert!(journals(&state)[0].contains("1. C1-E2 E5-C4"), "{signal}");
    }
}

#[test]
fn a_game_gone_on_with_and_not_saved_is_kept() {
    let folder = folder();
    let state = folder.path().join("state");
    fs::create_dir(&state).expect("a folder can be made");
    fs::write(state.join("session-1-1.jgn"), "1. C1-E2 *\n").expect("it can be written to");
    let session = |lines: &str| {
        let mut command = jarmo();
        feed(command.current_dir(folder.path()).env("JARMO_STATE_DIR", &state), lines)
    };
    session("resume\nE5-C4\n").success();
    let out = session("resume\nposition\nsave g.jgn\n").success();
    assert!(out.contains("w C1-E2:1 E5-C4:1 2"), "{out}");
    assert!(session("resume\n").err.contains("no game to go on with"));
}

#[test]
fn every_line_of_a_paste_is_obeyed_in_order() {
    let lines = [TWO_PEOPLE, "C1-E2", "E5-C4", "2. B1-A3! B5xA3", "comment So.", "D1-C3"];
    let plain = lines.join("\r") + "\r";
    let bracketed = |end: &str| format!("\x1b[200~{}{end}\x1b[201~\r", lines.join("\n"));
    let analyzed = format!("{TWO_PEOPLE}\r{}", lines[1..5].join("\r")) + "\ranalyze\r";
    let broken = bracketed("").replace("comment So.", "{So\n}").replace("{So\n", "{\nSo.\n");
    for paste in [plain, bracketed(""), bracketed("\n"), bracketed("\nanalyze\n"), broken] {
        let folder = folder();
        let state = folder.path().join("state");
        let Some(mut terminal) = Terminal::open(&state) else { return };
        terminal.wait_for("White 1> ");
        terminal.paste(&paste);
        terminal.wait_for("Black 3> ");
        terminal.wait_for_journal(&state, "1. C1-E2 E5-C4 2. B1-A3 $1 B5xA3 {So.} 3. D1-C3 *");
        terminal.hang_up();
    }
    // What is pasted while the engine shows what it thinks comes next.
    let folder = folder();
    let state = folder.path().join("state");
    let Some(mut terminal) = Terminal::open(&state) else { return };
    terminal.wait_for("White 1> ");
    terminal.paste(&analyzed);
    terminal.wait_for("Press a key to stop.");
    terminal.paste("D1-C3\rcomment More");
    terminal.wait_for_journal(&state, "B5xA3 {So.} 3. D1-C3 *");
    terminal.type_line(".");
    terminal.wait_for_journal(&state, "3. D1-C3 {More.}");
    terminal.hang_up();
}

#[test]
fn what_is_pasted_while_the_engine_thinks_waits_for_its_turn() {
    let folder = folder();
    let state = folder.path().join("state");
    let Some(mut terminal) = Terminal::open(&state) else { return };
    terminal.wait_for("White 1> ");
    terminal.type_line("new white human black time:2");
    terminal.wait_for("White 1> ");
    terminal.type_line("C1-E2");
    terminal.wait_for_journal(&state, "1. C1-E2");
    terminal.paste("D1-C3\rcomment One.\rstart\rcomment Two.\r");
    terminal.wait_for_journal(&state, "{Two.} 1. C1-E2");
    let kept = journals(&state);
    assert!(kept[0].contains("2. D1-C3") && kept[0].contains("{One.}"), "{kept:?}");
    terminal.hang_up();
}

#[test]
fn at_a_terminal_it_is_asked_before_something_is_saved_over() {
    let folder = folder();
    let state = folder.path().join("state");
    let file = folder.path().join("there.jgn");
    let there = "[White \"Anna\"]\n\n1. C1-E2 *\n\n".repeat(3);
    let Some(mut terminal) = Terminal::open(&state) else { return };
    terminal.wait_for("White 1> ");
    terminal.type_line(TWO_PEOPLE);
    terminal.wait_for("White 1> ");
    terminal.type_line("D1-C3");
    terminal.wait_for("Black 1> ");
    let save = format!("save {}", file.display());
    // Enter and n leave it, and what is no answer is obeyed and leaves it too.
    for answer in ["", "n", "comment So."] {
        fs::write(&file, &there).expect("it can be written to");
        terminal.type_line(&save);
        terminal.wait_for("Overwrite it? [y/N] ");
        terminal.type_line(answer);
        terminal.wait_for("Black 1> ");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), there, "{answer:?}");
    }
    terminal.wait_for_journal(&state, "{So.}");
    terminal.type_line(&save);
    terminal.wait_for("Overwrite it? [y/N] ");
    terminal.type_line("y");
    terminal.wait_for("Saved to ");
    assert!(fs::read_to_string(&file).expect("it is there").contains("1. D1-C3 {So.} *"));
    // What is saved is not offered again, however the session ends.
    assert_eq!(journals(&state), [""; 0]);
    // Lines that were pasted are no answers.
    fs::write(&file, &there).expect("it can be written to");
    terminal.paste("\x1b[200~save\ny\ncomment More.\n\x1b[201~\r");
    terminal.wait_for("save! overwrites it");
    terminal.wait_for_journal(&state, "{More.}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), there);
    terminal.hang_up();
}

#[test]
fn no_command_gives_a_terminal_what_it_would_obey() {
    let folder = folder();
    let state = folder.path().join("state");
    let game = "[White \"A\u{1b}[31m\u{202e}B\"]\n[Black \"\u{9b}2J\"]\n\n\
                {\u{1b}]0;x\u{7}} 1. C1-E2 {\u{1b}c\u{200f}} \u{1b}[8m E5-C4 [A\u{1b} \"x\" *\n";
    let path = folder.path().join("hostile\u{1b}[2J.jgn");
    fs::write(&path, game.repeat(2)).expect("the folder can be written to");
    let name = path.to_str().expect("it is text");
    let out = folder.path().join("out.jgn");
    let out = out.to_str().expect("it is text");
    let sound = folder.path().join("sound.jgn");
    let text =
        "[White \"A\u{1b}[31m\u{202e}B\"]\n[Black \"\u{9b}2J\"]\n\n1. C1-E2 {\u{1b}c} E5-C4 *\n";
    fs::write(&sound, text).expect("the folder can be written to");
    let sound = sound.to_str().expect("it is text");
    let obeyed = |c: char| c != '\n' && (c.is_control() || matches!(c, '\u{200f}' | '\u{202e}'));
    for arguments in [
        vec!["check", name],
        vec!["check", name, "--format", "full"],
        vec!["stats", name, "--by", "player"],
        vec!["stats", sound, "--by", "player"],
        vec!["annotate", sound, "--depth", "1", "-o", out],
        vec!["annotate", name, "--depth", "1", "-o", out],
        vec!["replay", name, "--plain"],
        vec!["convert", name, "--to", "jgn"],
        vec!["convert", name, "--to", "json"],
        vec!["convert", sound, "--to", "jgn"],
        vec!["stats", sound, "--by", "player", "--json"],
        vec!["index", name, "-o", out],
    ] {
        let Some(terminal) = Terminal::run(&state, &arguments) else { return };
        // The terminal itself ends lines with CR LF.
        let shown = terminal.read_to_end().replace("\r\n", "\n");
        assert_eq!(shown.chars().find(|c| obeyed(*c)), None, "{arguments:?}: {shown:?}");
        assert!(!shown.is_empty(), "{arguments:?}");
        let human = !matches!(arguments[0], "convert") && !arguments.contains(&"--json");
        let run = feed(jarmo().args(&arguments), "");
        for text in [run.out, run.err] {
            let found = text.chars().find(|c| obeyed(*c));
            assert!(!human || found.is_none(), "{arguments:?}: {text:?}");
        }
    }
    // A pipe has data as it is.
    let run = feed(jarmo().args(["convert", sound, "--to", "jgn"]), "");
    assert!(run.success().contains("A\u{1b}[31m\u{202e}B"));
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was_found() {
    use rustix::termios::tcgetattr;
    let folder = folder();
    let games = games(folder.path(), 1);
    let games = games.to_str().expect("it is text");
    let thinks = "new white human black time:600";
    // What is done before the signal comes, what is waited for, and the arguments.
    let cases: [(&[&str], &str, &[&str]); 5] = [
        (&[], "Black 1> ", &[]),
        (&["unfinished comm"], "unfinished comm", &[]),
        (&["analyze"], " depth ", &[]),
        (&[thinks, "C1-D3"], "Black thinks", &[]),
        (&[], "q quit", &["replay", games]),
    ];
    for (i, (lines, shown, arguments)) in cases.into_iter().enumerate() {
        for signal in ["TERM", "HUP"] {
            let state = folder.path().join(format!("state-{i}-{signal}"));
            let Some(mut terminal) = Terminal::run(&state, arguments) else { return };
            if arguments.is_empty() {
                terminal.wait_for("White 1> ");
                terminal.type_line(TWO_PEOPLE);
                terminal.wait_for("White 1> ");
                terminal.paste("C1-E2\r");
                terminal.wait_for_journal(&state, "1. C1-E2");
            }
            let (last, begun) = lines.split_last().unwrap_or((&"", &[]));
            begun.iter().for_each(|line| terminal.type_line(line));
            terminal.paste(last);
            if i > 1 {
                terminal.paste("\r");
            }
            terminal.wait_until(shown, |seen| seen.contains(shown));
            let raw = tcgetattr(&terminal.master).expect("it is a terminal");
            let kill = ["-s", signal, &terminal.session.id().to_string()].map(str::to_owned);
            assert!(Command::new("kill").args(kill).status().expect("there is kill").success());
            let status = terminal.session.wait().expect("it ends");
            assert!(!status.success(), "{signal}: {status}");
            let left = tcgetattr(&terminal.master).expect("it is a terminal");
            assert_eq!(left.local_modes, terminal.found.local_modes, "{lines:?} {signal}");
            assert_eq!(left.input_modes, terminal.found.input_modes, "{lines:?} {signal}");
            assert_eq!(raw.local_modes == left.local_modes, i == 3, "{lines:?}");
            let seen = terminal.read_to_end();
            for (on, off) in [("?2004h", "?2004l"), ("?1049h", "?1049l"), ("?25l", "?25h")] {
                assert!(seen.rfind(on) <= seen.rfind(off), "{lines:?} {signal} {on}: {seen:?}");
            }
            if arguments.is_empty() {
                assert!(journals(&state).iter().any(|games| games.contains("1. C1-E2")));
            }
        }
    }
}

#[test]
fn the_next_session_opens_the_game_that_was_at_hand_and_knows_its_file() {
    let folder = folder();
    let state = folder.path().join("state");
    let file = games(folder.path(), 14);
    let Some(mut terminal) = Terminal::open(&state) else { return };
    terminal.wait_for("White 1> ");
    terminal.type_line(&format!("load {}", file.display()));
    terminal.wait_for("White 3> ");
    terminal.type_line("back");
    terminal.wait_for("Black 2> ");
    terminal.type_line("comment So.");
    terminal.wait_for_journal(&state, "{So.}");
    terminal.paste("\x04");
    terminal.wait_for("The games are kept");
    terminal.hang_up();
    // Ctrl-D and quit decide nothing, and Tab has no more to offer than the answers.
    for (typed, shown) in
        [("\x04", "offers it again"), ("quit\r", "offers it again"), ("\t\t\t", "[Y/n] quit")]
    {
        let Some(mut terminal) = Terminal::open(&state) else { return };
        terminal.wait_for("Go on with them? [Y/n] ");
        terminal.paste(typed);
        terminal.wait_for(shown);
        terminal.hang_up();
        assert_eq!(journals(&state).len(), 1, "{typed:?}");
    }
    for answer in ["", "y"] {
        let Some(mut terminal) = Terminal::open(&state) else { return };
        terminal.wait_for("Go on with them? [Y/n] ");
        terminal.type_line(answer);
        terminal.wait_for("Black 2> ");
        terminal.type_line(if answer.is_empty() { "comment More." } else { "save" });
        terminal.wait_for(if answer.is_empty() { "added {More.}" } else { "Saved 14 games to " });
        terminal.type_line("quit");
        ends_after(terminal);
    }
    let saved = fs::read_to_string(&file).expect("it is there");
    assert!(saved.contains("2. B1-A3 {So.} {More.}"), "{saved}");
    assert!(!saved.contains("jarmo-session") && saved.matches("Anna").count() == 14, "{saved}");
    assert_eq!(journals(&state), [""; 0]);
}

#[test]
fn a_finished_game_is_not_gone_on_with_but_opened() {
    let folder = folder();
    let state = folder.path().join("state");
    fs::create_dir(&state).expect("a folder can be made");
    let game = "[Result \"0-1\"]\n[Termination \"White resigned\"]\n\n1. C1-E2 0-1\n";
    fs::write(state.join("session-1-1.jgn"), game).expect("it can be written to");
    // A command is no answer, and is obeyed.
    for (answer, prompt) in [("new white human", "White 1> "), ("n", "White 1> ")] {
        let Some(mut terminal) = Terminal::open(&state) else { return };
        terminal.wait_for("Open it? [Y/n] ");
        terminal.type_line(answer);
        terminal.wait_for(prompt);
        terminal.type_line("resume");
        terminal.wait_for("over> ");
        terminal.hang_up();
        assert_eq!(journals(&state).len(), 1, "{answer}");
    }
}

/// Waits until a program has ended by itself, and shows all that it has to.
fn ends_after(terminal: Terminal) {
    drop(terminal.read_to_end());
}

#[test]
fn what_is_said_of_a_game_without_turns_is_kept_too() {
    let folder = folder();
    let state = folder.path().join("state");
    let Some(mut terminal) = Terminal::open(&state) else { return };
    terminal.wait_for("White 1> ");
    terminal.type_line("comment To be played by letter.");
    terminal.wait_for_journal(&state, "{To be played by letter.}");
    terminal.hang_up();
    for _ in 0..2 {
        let Some(mut terminal) = Terminal::open(&state) else { return };
        terminal.wait_for("Go on with it? [Y/n] ");
        terminal.type_line("y");
        terminal.wait_for("White 1> ");
        terminal.type_line("quit");
        terminal.wait_for("The game is kept");
        ends_after(terminal);
    }
    assert!(journals(&state)[0].contains("{To be played by letter.}"));
}
