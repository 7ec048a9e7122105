//! `cargo xtask wasm`.

use std::path::Path;

use clap::Args;

use crate::workspace::{cargo, output, program, root, step};

/// Build rules, notation and search for WebAssembly, where its target is installed.
#[derive(Debug, Args)]
pub(crate) struct Wasm;

const TARGET: &str = "wasm32-unknown-unknown";

/// What must run where there is no system below, with the features for that.
const CRATES: [&str; 3] = [
    "--package=jarmo-core --no-default-features --features alloc,serde",
    "--package=jarmo-notation --no-default-features --features serde",
    "--package=jarmo-ai --no-default-features",
];

impl Wasm {
    /// First, with any toolchain, that nothing is called which would fail there; then the build.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        for arguments in CRATES {
            let mut clippy = cargo(&["clippy", "--quiet", "--locked"]);
            clippy.args(arguments.split(' ')).args(["--", "-D", "warnings"]);
            step(clippy.env("CLIPPY_CONF_DIR", root().join("xtask/no-system")))?;
        }
        if !is_installed()? {
            println!(
                "not built: the target {TARGET} is not installed; \
                 'rustup target add {TARGET}' does so"
            );
            return Ok(());
        }
        for arguments in CRATES {
            let mut build = cargo(&["build", "--release", "--locked", "--target", TARGET]);
            step(build.args(arguments.split(' ')))?;
        }
        Ok(())
    }
}

fn is_installed() -> anyhow::Result<bool> {
    let arguments = ["--print", "target-libdir", "--target", TARGET];
    Ok(Path::new(output(&mut program("rustc", &arguments))?.trim()).exists())
}
