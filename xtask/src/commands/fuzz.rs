//! `cargo xtask fuzz`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use clap::Args;

use crate::workspace::root;

/// Feed the parsers with inputs that a fuzzer makes, and keep those that break one.
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// How long each parser is fed, in seconds.
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// The parser, such as turn or record; all of them where none is named.
    target: Option<String>,
}

/// The longest input in bytes: a few pages of an index.
const LONGEST: usize = 16 * 1024;

/// Inputs that the fuzzer begins with, besides those that it found before.
const SEEDS: [(&str, &str); 1] = [("record", "tests/records/games")];

impl Fuzz {
    /// Feeds one parser after another, up to the first that breaks.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let toolchain = Toolchain::find()?;
        let names = names()?;
        let chosen: Vec<&String> =
            names.iter().filter(|name| self.target.as_ref().is_none_or(|it| it == *name)).collect();
        if chosen.is_empty() {
            let target = self.target.as_deref().unwrap_or_default();
            bail!("there is no parser {target:?}: expected one of {}", names.join(", "));
        }
        for name in chosen {
            println!("== {name}");
            self.feed(name, toolchain)?;
        }
        Ok(())
    }

    fn feed(&self, name: &str, toolchain: Toolchain) -> anyhow::Result<()> {
        let corpus = folder().join("corpus").join(name);
        fs::create_dir_all(&corpus).with_context(|| corpus.display().to_string())?;
        let finds = folder().join("finds").join(name);
        let seeds = SEEDS.iter().filter(|(parser, _)| *parser == name);
        let seeds = seeds.map(|(_, path)| root().join(path)).chain([finds]);
        let mut command = toolchain.cargo_fuzz();
        command.args(["run", "--fuzz-dir"]).arg(folder()).args(["-s", "none", name]).arg(&corpus);
        command.args(seeds.filter(|path| path.is_dir()));
        // What the program prints is not looked at, and would be millions of lines.
        command.args(["--", "-close_fd_mask=1", "-timeout=10", "-print_final_stats=1"]);
        command.args([format!("-max_total_time={}", self.seconds), format!("-max_len={LONGEST}")]);
        let status = command.status().context("cargo fuzz cannot be started")?;
        ensure!(
            status.success(),
            "{name} breaks: the input is in {}; mend the parser and keep the input in {}",
            folder().join("artifacts").join(name).display(),
            folder().join("finds").join(name).display(),
        );
        Ok(())
    }
}

/// What the fuzzer is built with.
#[derive(Clone, Copy, Debug)]
enum Toolchain {
    /// A nightly one.
    Nightly,
    /// A stable one that is told to take the flags of a nightly one.
    Bootstrap,
}

impl Toolchain {
    fn find() -> anyhow::Result<Toolchain> {
        let works = |command: &mut Command| {
            let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        ensure!(
            works(Command::new("cargo").args(["fuzz", "--version"])),
            "there is no cargo-fuzz here: cargo install cargo-fuzz"
        );
        if works(Command::new("rustup").args(["run", "nightly", "cargo", "--version"])) {
            return Ok(Toolchain::Nightly);
        }
        if std::env::var_os("RUSTC_BOOTSTRAP").is_some() {
            return Ok(Toolchain::Bootstrap);
        }
        bail!(
            "there is no nightly toolchain here, which coverage needs: rustup toolchain install \
             nightly, or set RUSTC_BOOTSTRAP=1 to do it with the stable one"
        )
    }

    fn cargo_fuzz(self) -> Command {
        let mut command = match self {
            Toolchain::Nightly => {
                let mut command = Command::new("rustup");
                command.args(["run", "nightly", "cargo"]);
                command
            }
            Toolchain::Bootstrap => Command::new("cargo"),
        };
        // It builds for its own toolchain, not for the one that runs us.
        for name in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN"] {
            command.env_remove(name);
        }
        command.arg("fuzz");
        command
    }
}

fn folder() -> PathBuf {
    root().join("tests/fuzz")
}

/// The parsers that there are targets for.
fn names() -> anyhow::Result<Vec<String>> {
    let targets = folder().join("targets");
    let entries = fs::read_dir(&targets).with_context(|| targets.display().to_string())?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}
