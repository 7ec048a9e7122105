//! `cargo xtask properties`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use clap::Args;

use crate::workspace::{cargo, metadata, step, typed};

/// Test the properties from fresh seeds; `cargo test` always tests them from the same one.
///
/// As many cases are made from each seed as the tests say, or as PROPTEST_CASES does.
#[derive(Debug, Args)]
pub(crate) struct Properties {
    /// How long fresh seeds are taken, in seconds; what is begun is finished.
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// How many seeds are taken instead, however long that lasts.
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    seeds: Option<u64>,
    /// The first seed, each of the others being one more than the one before; it comes from the
    /// clock where it is not named.
    #[arg(long, value_name = "SEED")]
    first: Option<u64>,
}

impl Properties {
    /// Tests seed after seed, up to the first from which a property does not hold.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let suites = Suites::find()?;
        for mut command in suites.commands(&["--no-run"]) {
            step(&mut command)?;
        }
        let first = self.first.unwrap_or_else(seed_of_now);
        let began = Instant::now();
        let goes_on = |done: u64| match self.seeds {
            Some(seeds) => done < seeds,
            None => done == 0 || began.elapsed() < Duration::from_secs(self.seconds),
        };
        let mut done = 0;
        while goes_on(done) {
            let seed = first.wrapping_add(done);
            for command in suites.commands(&["--quiet", "--no-fail-fast"]) {
                test(command, seed)?;
            }
            done += 1;
            println!("seed {seed}: every property holds, {done} seeds so far");
        }
        Ok(())
    }
}

/// Runs tests from a seed, and shows what they say where they fail.
fn test(mut command: Command, seed: u64) -> anyhow::Result<()> {
    let seed = seed.to_string();
    let output = command.env("PROPTEST_RNG_SEED", &seed).output();
    let output = output.with_context(|| format!("'{}' cannot be started", typed(&command)))?;
    if output.status.success() {
        return Ok(());
    }
    println!("{}", String::from_utf8_lossy(&output.stdout));
    eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    bail!(
        "a property, or a test beside it, does not hold: PROPTEST_RNG_SEED={seed} {}",
        typed(&command)
    );
}

/// A seed that nobody has chosen.
fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    fastrand::Rng::with_seed(now.as_nanos() as u64).u64(..1 << 48)
}

/// Where the workspace's properties are.
#[derive(Debug, Default, PartialEq, Eq)]
struct Suites {
    /// Files in the `tests` folder of a crate, by their names.
    tests: Vec<String>,
    /// Modules of a crate.
    modules: Vec<String>,
}

impl Suites {
    fn find() -> anyhow::Result<Suites> {
        let mut suites = Suites::default();
        for package in metadata(&["--no-deps"])?.members() {
            for file in sources(package.folder())? {
                let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
                if text.lines().any(|line| line.trim_start().starts_with("proptest! {")) {
                    suites.add(file.strip_prefix(package.folder())?);
                }
            }
        }
        suites.tests.sort();
        suites.tests.dedup();
        Ok(suites)
    }

    /// Adds a file, named from its crate's folder.
    fn add(&mut self, file: &Path) {
        let file = file.with_extension("");
        let mut names: Vec<_> = file.iter().map(|name| name.to_string_lossy()).collect();
        if names[0] != "src" {
            self.tests.extend(names.pop().map(Into::into));
            return;
        }
        names.retain(|name| !matches!(name.as_ref(), "src" | "lib" | "main" | "mod"));
        self.modules.push(names.join("::"));
    }

    /// What tests them, with these further arguments to cargo.
    fn commands(&self, more: &[&str]) -> Vec<Command> {
        let mut tests = cargo(&["test", "--workspace"]);
        tests.args(more).args(self.tests.iter().flat_map(|name| ["--test", name]));
        let mut modules = cargo(&["test", "--workspace", "--lib", "--bins"]);
        modules.args(more).arg("--").args(&self.modules);
        vec![tests, modules]
    }
}

/// A crate's files of Rust below `src` and `tests`.
fn sources(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.join("src"), folder.join("tests")];
    folders.retain(|folder| folder.is_dir());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::Suites;

    #[test]
    fn every_property_is_found() {
        let suites = Suites::find().expect("the workspace can be read");
        assert_eq!(suites.tests, ["index", "layout", "properties"]);
        assert_eq!(suites.modules, ["explorer::tests"]);
    }

    /// Cargo hands what `.cargo/config.toml` sets to every test.
    #[test]
    fn tests_have_one_seed_unless_another_is_named() {
        let seed = std::env::var("PROPTEST_RNG_SEED").expect("cargo sets it");
        assert!(seed.parse::<u64>().is_ok(), "{seed}");
    }
}
