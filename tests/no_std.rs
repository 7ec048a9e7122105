//! `jarmo-core` without its features needs neither the standard library nor a heap: a program that
//! has neither links it, and counts turns with it.

use std::path::Path;
use std::process::Command;

#[test]
fn a_program_without_std_links_the_rules() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("no-std/Cargo.toml");
    let target = tempfile::tempdir().expect("a place to build");
    let build = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--manifest-path"])
        .arg(&manifest)
        .arg("--target-dir")
        .arg(target.path())
        .output()
        .expect("cargo runs");
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
    let program = target.path().join("debug/no-std");
    // Its exit status is the number of legal turns at the start.
    let status = Command::new(program).status().expect("the program starts");
    assert_eq!(status.code(), Some(11));
}
