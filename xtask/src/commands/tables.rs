//! `cargo xtask tables`.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use jarmo_core::RuleSet;

use crate::workspace::cargo;

/// Build the small tables that play and analysis look positions up in; it takes seconds.
#[derive(Debug, Args)]
pub(crate) struct Tables {
    /// The highest level to solve.
    #[arg(long, value_name = "N", default_value_t = 6)]
    level: usize,
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = "brainking")]
    rules: RuleSet,
    /// Where to; by default where `jarmo` looks for them.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Tables {
    /// Has `jarmo tables build`, optimised, do it.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut command = cargo(&["run", "--quiet", "--release", "--package", "jarmo-cli", "--"]);
        command.args(["tables", "build", "--level", &self.level.to_string()]);
        command.args(["--rules", &self.rules.to_string()]);
        if let Some(directory) = &self.dir {
            command.arg("--dir").arg(directory);
        }
        let status = command.status().context("cargo cannot be started")?;
        ensure!(status.success(), "the tables were not built");
        Ok(())
    }
}
