//! `cargo xtask ci`.

use anyhow::{Context, ensure};
use clap::Args;

use crate::workspace::cargo;

/// Check what must hold before a change is accepted: tests, formatting, lints, documentation.
#[derive(Debug, Args)]
pub(crate) struct Ci;

/// Each step's arguments to cargo, in the order in which they are run.
const STEPS: [&str; 6] = [
    "test --workspace",
    "fmt --all --check",
    "clippy --workspace --all-targets --all-features -- -D warnings",
    "clippy --package jarmo-core --no-default-features -- -D warnings",
    "clippy --package jarmo-ai --no-default-features -- -D warnings",
    "doc --workspace --no-deps",
];

impl Ci {
    /// Runs the steps up to the first that fails.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        for step in STEPS {
            println!("== cargo {step}");
            let arguments: Vec<&str> = step.split(' ').collect();
            let mut command = cargo(&arguments);
            if arguments[0] == "doc" {
                command.env("RUSTDOCFLAGS", "-D warnings");
            }
            let status = command.status().context("cargo cannot be started")?;
            ensure!(status.success(), "cargo {step} failed");
        }
        Ok(())
    }
}
