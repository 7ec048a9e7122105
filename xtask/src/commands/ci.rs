//! `cargo xtask ci`.

use clap::Args;

use crate::commands::dependencies::Dependencies;
use crate::commands::docs::Docs;
use crate::commands::wasm::Wasm;
use crate::workspace::{cargo, step};

/// Check what must hold before a change is accepted: tests, formatting, lints, documentation,
/// dependencies.
#[derive(Debug, Args)]
pub(crate) struct Ci;

/// The first steps' arguments to cargo, in the order in which they are run.
const STEPS: [&str; 5] = [
    "test --workspace",
    "fmt --all --check",
    "clippy --workspace --all-targets --all-features -- -D warnings",
    "clippy --package jarmo-core --no-default-features -- -D warnings",
    "clippy --package jarmo-ai --no-default-features -- -D warnings",
];

impl Ci {
    /// Runs the steps up to the first that fails.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        for arguments in STEPS {
            let arguments: Vec<&str> = arguments.split(' ').collect();
            step(cargo(&arguments).env("INSTA_UPDATE", "no"))?;
        }
        Wasm.run()?;
        Dependencies.run()?;
        Docs::QUICK.run()
    }
}
