//! `cargo xtask package`.

use clap::Args;

use crate::workspace::{cargo, git, metadata, output, step};

/// Pack each published crate and build it from its package, in order of dependency.
#[derive(Debug, Args)]
pub(crate) struct Package;

impl Package {
    /// Fetches what is missing, then works without a network. A crate's package is built with the
    /// packages of the crates below it, for cargo takes them for published.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let metadata = metadata(&["--no-deps"])?;
        let published = metadata.published()?;
        step(&mut cargo(&["fetch", "--quiet", "--locked"]))?;
        let mut package = cargo(&["package", "--locked", "--offline"]);
        for crate_ in &published {
            package.args(["--package", &crate_.name]);
        }
        if !output(&mut git(&["status", "--porcelain"]))?.is_empty() {
            println!("there are changes that no commit has; they are packed too");
            package.arg("--allow-dirty");
        }
        step(&mut package)?;
        // A program outside the workspace that knows the crates by their versions only.
        let mut alone = cargo(&["test", "--quiet", "--package", "jarmo-tests"]);
        alone.args(["--test", "standalone", "--", "--ignored"]);
        alone.env("JARMO_PACKAGES", metadata.target_directory.join("package"));
        step(&mut alone)?;
        for (number, crate_) in published.iter().enumerate() {
            println!("{}. {} {}", number + 1, crate_.name, crate_.version);
        }
        Ok(())
    }
}
