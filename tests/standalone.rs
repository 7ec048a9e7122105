//! The crates stand alone: a program outside the workspace is built from their packages. Packing
//! takes a while, so it is done when it is asked for: `cargo test --test standalone -- --ignored`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use jarmo_tests::{Run, feed, jarmo};

/// The packages that the program needs, and those that they need, without version.
const CRATES: [&str; 4] = ["jarmo-core", "jarmo-notation", "jarmo-tables", "jarmo-ai"];

fn cargo() -> Command {
    let mut command = Command::new(env!("CARGO"));
    // What the test was built with is nobody else's business.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") {
            command.env_remove(name);
        }
    }
    command
}

fn succeeds(command: &mut Command) -> String {
    let run: Run = command.output().expect("the program starts").into();
    run.success()
}

/// Where the packages are: those in the folder that `JARMO_PACKAGES` names, or new ones.
fn packages(scratch: &Path) -> PathBuf {
    if let Some(folder) = std::env::var_os("JARMO_PACKAGES") {
        return folder.into();
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut package = cargo();
    package.current_dir(root).args(["package", "--no-verify", "--allow-dirty", "--offline"]);
    package.args(CRATES.iter().flat_map(|name| ["--package", name]));
    succeeds(package.arg("--target-dir").arg(scratch));
    scratch.join("package")
}

#[test]
#[ignore = "it packs the crates and builds from the packages"]
fn a_program_is_built_from_packages_alone() {
    let scratch = tempfile::tempdir().expect("a folder can be made");
    let packages = packages(scratch.path());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("standalone");
    let copy = scratch.path().join("program");
    fs::create_dir_all(copy.join("src")).expect("a folder can be made");
    for name in ["Cargo.toml", "src/main.rs"] {
        fs::copy(source.join(name), copy.join(name)).expect("it can be copied");
    }
    let mut run = cargo();
    run.current_dir(&copy).args(["run", "--quiet", "--offline"]);
    run.arg("--target-dir").arg(scratch.path().join("target"));
    for name in CRATES {
        let file = format!("{name}-{}.crate", env!("CARGO_PKG_VERSION"));
        let archive = packages.join(&file);
        succeeds(Command::new("tar").arg("xzf").arg(&archive).arg("-C").arg(scratch.path()));
        let unpacked = scratch.path().join(file.trim_end_matches(".crate"));
        run.arg("--config")
            .arg(format!("patch.crates-io.{name}.path={:?}", unpacked.display().to_string()));
    }
    let record = succeeds(&mut run);
    let checked = feed(jarmo().args(["check", "-"]), &record).success();
    assert_eq!(checked, "1 games, 0 errors, 0 warnings\n", "{record}");
}
