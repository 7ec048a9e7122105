//! `cargo xtask bench`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;

use crate::results::{parse, table};
use crate::workspace::{cargo, step, target_folder};

/// Run all benchmarks, and print rates with ratios to the peers and to an earlier run.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Only the benchmark of this name: perft, records, search or tables.
    name: Option<String>,
    /// Keep the results under this name.
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Compare with the results kept under this name.
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
}

impl Bench {
    /// Builds and runs them.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let baseline = match &self.against {
            None => None,
            Some(name) => {
                let path = kept(name)?;
                let text = fs::read_to_string(&path).with_context(|| {
                    format!("{}: 'cargo xtask bench --save {name}' makes it", path.display())
                })?;
                Some(parse(&text).with_context(|| path.display().to_string())?)
            }
        };
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("results");
        let mut command = cargo(&["bench", "--quiet", "--package", "jarmo-bench"]);
        if let Some(name) = &self.name {
            command.args(["--bench", name]);
        }
        step(command.env("JARMO_BENCH_RESULTS", &file))?;
        let text = fs::read_to_string(&file).context("the benchmarks left no results")?;
        let results = parse(&text)?;
        ensure!(!results.is_empty(), "the benchmarks left no results");
        println!("\n== results; behind a peer, how many times as fast as it Jarmo is");
        print!("{}", table(&results, baseline.as_deref()));
        if let Some(name) = &self.save {
            let path = kept(name)?;
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::write(&path, text).with_context(|| path.display().to_string())?;
            println!("\nkept in {}", path.display());
        }
        Ok(())
    }
}

/// Where results are kept: on this machine, for they say nothing about another.
fn kept(name: &str) -> anyhow::Result<PathBuf> {
    Ok(target_folder()?.join("benchmarks").join(name))
}
