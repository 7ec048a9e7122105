//! The program from outside, for tests that run it as a person or another program would.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// What a run of the program came to.
#[derive(Debug)]
pub struct Run {
    /// The exit status; `None` when it was killed.
    pub status: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// Standard output of a run that must have succeeded.
    ///
    /// # Panics
    ///
    /// If it did not.
    #[allow(clippy::must_use_candidate)] // That it succeeds can be all that matters.
    pub fn success(self) -> String {
        assert_eq!(self.status, Some(0), "{self:?}");
        self.out
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Run { status: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

/// The program, built as it is now into the directory and profile that this test is in: cargo
/// builds no other package's program for a test, and one that is there may be an old one.
///
/// # Panics
///
/// If it cannot be built.
pub fn jarmo() -> Command {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        let test = std::env::current_exe().expect("a test has a path");
        let profile = test.parent().and_then(Path::parent).expect("tests are in target/*/deps");
        let target = profile.parent().expect("profiles are in the target directory");
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "jarmo-cli", "--target-dir"]).arg(target);
        if profile.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs").success());
        profile.join("jarmo").with_extension(std::env::consts::EXE_EXTENSION)
    });
    let mut command = Command::new(program);
    // Nothing of the person's own sessions or settings comes in.
    let folder = std::env::temp_dir().join("jarmo-tests");
    command.env("JARMO_STATE_DIR", &folder).env("JARMO_CONFIG", folder.join("config.toml"));
    command.env("JARMO_TABLES_DIR", folder.join("tables"));
    command.env_remove("NO_COLOR");
    command
}

/// Runs the program with these arguments.
///
/// # Panics
///
/// If it cannot be started.
pub fn run<S: AsRef<OsStr>>(arguments: &[S]) -> Run {
    jarmo().args(arguments).stdin(Stdio::null()).output().expect("the program starts").into()
}

/// Runs a command with this text on its standard input.
///
/// # Panics
///
/// If it cannot be started.
pub fn feed(command: &mut Command, input: &str) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    // The program may leave before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends").into()
}
