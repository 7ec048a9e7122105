//! Under which licences other people's code comes, and their texts.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use spdx::{Expression, ParseMode};

use crate::workspace::{Package, cargo, metadata, output};

/// What file names of licence texts begin with.
const NAMES: [&str; 5] = ["license", "licence", "copying", "copyright", "notice"];

/// Names and versions of what packages depend on, as `cargo tree` finds it, without the
/// workspace's own.
pub(crate) fn tree(arguments: &[&str]) -> anyhow::Result<BTreeSet<(String, String)>> {
    let mut command = cargo(&["tree", "--prefix", "none", "--format", "{p}"]);
    let text = output(command.args(arguments))?;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let mut words = line.split(' ').filter(|word| !["(*)", "(proc-macro)"].contains(word));
        // The workspace's own have a path as well.
        if let (Some(name), Some(version), None) = (words.next(), words.next(), words.next()) {
            found.insert((name.to_owned(), version.trim_start_matches('v').to_owned()));
        }
    }
    Ok(found)
}

/// The packages of these names and versions.
pub(crate) fn packages(of: &BTreeSet<(String, String)>) -> anyhow::Result<Vec<Package>> {
    let known = metadata(&["--all-features"])?.packages;
    of.iter()
        .map(|(name, version)| {
            known
                .iter()
                .find(|package| package.name == *name && package.version == *version)
                .cloned()
                .with_context(|| format!("'cargo metadata' does not know {name} {version}"))
        })
        .collect()
}

/// Whether a package's licence can be met with these licences alone. `None`: it names none that
/// can be understood.
pub(crate) fn is_allowed(package: &Package, allowed: &[String]) -> Option<bool> {
    let expression = Expression::parse_mode(package.license.as_deref()?, ParseMode::LAX).ok()?;
    Some(expression.evaluate(|wanted| allowed.contains(&wanted.to_string())))
}

/// All packages' licences, and behind them the texts that they come with, each once.
pub(crate) fn texts(packages: &[Package]) -> anyhow::Result<String> {
    let mut text = String::from(
        "Jarmo is built from these packages and from Rust's standard library, which is under\n\
         MIT OR Apache-2.0. The texts that they come with are below.\n\n",
    );
    let mut texts: Vec<(String, Vec<String>)> = Vec::new();
    for package in packages {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see below");
        let from = package.repository.as_deref().unwrap_or_default();
        writeln!(text, "{name:<28} {licence}\n{:<28} {from}", "")?;
        for file in files_of(package.folder())? {
            let content = fs::read(&file).with_context(|| file.display().to_string())?;
            let content = String::from_utf8_lossy(&content).replace("\r\n", "\n");
            match texts.iter_mut().find(|(known, _)| known.trim() == content.trim()) {
                Some((_, names)) => names.push(name.clone()),
                None => texts.push((content, vec![name.clone()])),
            }
        }
    }
    for (content, names) in texts {
        let rule = "=".repeat(80);
        write!(text, "\n{rule}\n{}\n{rule}\n\n{}\n", names.join(", "), content.trim_end())?;
    }
    Ok(text)
}

/// The licence texts in a package's folder, sorted.
fn files_of(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let at = || folder.display().to_string();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(at)? {
        let path = entry.with_context(at)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && NAMES.iter().any(|beginning| name.starts_with(beginning)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
