//! `cargo xtask dependencies`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, ensure};
use clap::Args;
use toml_edit::DocumentMut;

use crate::licences::{is_allowed, packages, tree};
use crate::workspace::{Metadata, cargo, has_cargo_tool, metadata, root, step};

/// Count dependencies, check their licences, reasons and advisories, and find duplicates.
#[derive(Debug, Args)]
pub(crate) struct Dependencies;

/// What cargo-deny reads too.
const POLICY: &str = ".deny.toml";

/// Where each dependency has its reason.
const REASONS: &str = "docs/architecture.md";

impl Dependencies {
    /// Prints what there is, and fails at the end if anything is wrong.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let metadata = metadata(&["--no-deps"])?;
        count(&metadata)?;
        let mut faults = licences()?;
        faults.extend(duplicates(&metadata)?);
        faults.extend(without_reason(&metadata)?);
        for fault in &faults {
            println!("{fault}");
        }
        ensure!(faults.is_empty(), "{} faults in the dependencies", faults.len());
        advisories()
    }
}

/// How many packages each published crate is built from besides the workspace's own.
fn count(metadata: &Metadata) -> anyhow::Result<()> {
    println!("{:<16} {:>12} {:>8} {:>12}", "crate", "all features", "default", "no features");
    for package in metadata.published()? {
        let of = |features: &[&str]| -> anyhow::Result<usize> {
            let mut arguments = vec!["--package", &package.name, "--edges", "normal,build"];
            arguments.extend(features);
            Ok(tree(&arguments)?.len())
        };
        let (all, default) = (of(&["--all-features"])?, of(&[])?);
        let none = of(&["--no-default-features"])?;
        println!("{:<16} {all:>12} {default:>8} {none:>12}", package.name);
    }
    Ok(())
}

/// Packages whose licence the policy does not allow. The peers of the benchmarks are not looked
/// at: no program that anybody gets is linked with them.
fn licences() -> anyhow::Result<Vec<String>> {
    let path = root().join(POLICY);
    let policy = fs::read_to_string(&path).context(POLICY)?;
    let policy: DocumentMut = policy.parse().context(POLICY)?;
    let allowed = policy.get("licenses").and_then(|item| item.get("allow")?.as_array());
    let allowed: Vec<String> = allowed
        .with_context(|| format!("{POLICY} has no list 'allow' in [licenses]"))?
        .iter()
        .filter_map(|licence| Some(licence.as_str()?.to_owned()))
        .collect();
    let everything =
        ["--workspace", "--exclude", "jarmo-bench", "--all-features", "--target", "all"];
    let mut faults = Vec::new();
    let mut counts = BTreeMap::new();
    for package in packages(&tree(&everything)?)? {
        let licence = package.license.clone().unwrap_or_default();
        match is_allowed(&package, &allowed) {
            Some(true) => {}
            Some(false) => faults.push(format!(
                "{} {} is under '{licence}', which {POLICY} does not allow",
                package.name, package.version
            )),
            None => faults.push(format!(
                "{} {} has no licence that is understood: '{licence}'",
                package.name, package.version
            )),
        }
        *counts.entry(licence).or_insert(0) += 1;
    }
    println!("\nlicences, with tests and for all machines:");
    for (licence, count) in counts {
        println!("{count:>5}  {licence}");
    }
    Ok(faults)
}

/// Packages that the program has in two versions; those that only tests have are just told.
fn duplicates(metadata: &Metadata) -> anyhow::Result<Vec<String>> {
    let twice = |of: BTreeSet<(String, String)>| {
        let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, version) in of {
            versions.entry(name).or_default().push(version);
        }
        versions.retain(|_, versions| versions.len() > 1);
        versions
    };
    let mut arguments = vec!["--edges", "normal,build", "--all-features"];
    let published = metadata.published()?;
    for package in &published {
        arguments.extend(["--package", &package.name]);
    }
    let bad = twice(tree(&arguments)?);
    println!("\nin two versions, for tests and maintainers only:");
    for (name, versions) in twice(tree(&["--workspace", "--all-features"])?) {
        if !bad.contains_key(&name) {
            println!("       {name} {}", versions.join(", "));
        }
    }
    Ok(bad
        .into_iter()
        .map(|(name, versions)| format!("{name} is there more than once: {}", versions.join(", ")))
        .collect())
}

/// Dependencies that the page has no reason for, and rows of the page that nothing depends on.
fn without_reason(metadata: &Metadata) -> anyhow::Result<Vec<String>> {
    let page = fs::read_to_string(root().join(REASONS)).context(REASONS)?;
    let section = page.split("\n## Dependencies\n").nth(1);
    let section = section.with_context(|| format!("{REASONS} has no '## Dependencies'"))?;
    let rows = section.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |"));
    let given: BTreeSet<&str> =
        rows.flat_map(|(names, _)| names.split(", ")).filter(|name| *name != "crate").collect();
    let mut needed = BTreeSet::new();
    for package in metadata.members() {
        let others = package.dependencies.iter().filter(|other| other.source.is_some());
        needed.extend(others.map(|other| other.name.as_str()));
    }
    let missing =
        needed.difference(&given).map(|name| format!("{REASONS} has no reason for {name}"));
    let stale = given.difference(&needed).map(|name| format!("{REASONS}: nothing needs {name}"));
    Ok(missing.chain(stale).collect())
}

/// Known faults of the dependencies, as far as there is a tool that knows them.
fn advisories() -> anyhow::Result<()> {
    println!();
    if has_cargo_tool("deny") {
        step(&mut cargo(&["deny", "check", "advisories", "bans", "licenses", "sources"]))
    } else if has_cargo_tool("audit") {
        step(&mut cargo(&["audit"]))
    } else {
        println!(
            "advisories: not looked up, for neither cargo-deny nor cargo-audit is installed; \
             'cargo install --locked cargo-deny' does so"
        );
        Ok(())
    }
}
