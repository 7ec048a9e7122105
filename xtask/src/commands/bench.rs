//! `cargo xtask bench`.

use anyhow::{Context, ensure};
use clap::Args;

use crate::workspace::cargo;

/// Run the benchmarks beside their peers and print rates and ratios.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Only the benchmark of this name, such as perft or records.
    name: Option<String>,
}

impl Bench {
    /// Builds and runs them.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut command = cargo(&["bench", "--quiet", "--package", "jarmo-bench"]);
        if let Some(name) = &self.name {
            command.args(["--bench", name]);
        }
        let status = command.status().context("cargo cannot be started")?;
        ensure!(status.success(), "a benchmark failed");
        Ok(())
    }
}
