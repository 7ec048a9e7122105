//! `cargo xtask release`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use semver::{BuildMetadata, Prerelease, Version};

use crate::changelog;
use crate::commands::ci::Ci;
use crate::commands::package::Package;
use crate::manifests::with_version;
use crate::workspace::{cargo, git, has_cargo_tool, metadata, output, root, step, typed};

/// Check that all is fit to release, then set versions, commit and tag.
#[derive(Debug, Args)]
pub(crate) struct Release {
    /// Which part of the version grows.
    level: Level,
    /// Check, show what would be done, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Release although no tool is there that compares public interfaces with the last release's.
    #[arg(long)]
    unchecked_interfaces: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    Major,
    Minor,
    Patch,
}

impl Level {
    fn after(self, version: &Version) -> Version {
        let Version { major, minor, patch, .. } = *version;
        let (major, minor, patch) = match self {
            Level::Major => (major + 1, 0, 0),
            Level::Minor => (major, minor + 1, 0),
            Level::Patch => (major, minor, patch + 1),
        };
        Version { major, minor, patch, pre: Prerelease::EMPTY, build: BuildMetadata::EMPTY }
    }

    fn name(self) -> &'static str {
        match self {
            Level::Major => "major",
            Level::Minor => "minor",
            Level::Patch => "patch",
        }
    }
}

impl Release {
    /// Everything that may fail comes before anything is changed.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let dirty = output(&mut git(&["status", "--porcelain"]))?;
        ensure!(dirty.is_empty(), "there are changes that no commit has; commit them:\n{dirty}");
        let old = metadata(&["--no-deps"])?.published()?.first().map(|first| first.version.clone());
        let old = old.context("no package is published")?;
        let new = self.level.after(&Version::parse(&old)?);
        let tag = format!("v{new}");
        ensure!(
            output(&mut git(&["tag", "--list", &tag]))?.is_empty(),
            "there is a tag {tag} already"
        );
        println!("== {old} -> {new}");
        let changelog = fs::read_to_string(root().join("CHANGELOG.md")).context("CHANGELOG.md")?;
        println!("== changes\n{}", changelog::unreleased(&changelog)?);
        self.check_interfaces()?;
        Ci.run()?;
        Package.run()?;

        let name = format!("{new}, {}", jiff::Zoned::now().date());
        let message = format!("Release {new}");
        let commit = ["commit", "--all", "--message", &message];
        let tag = ["tag", "--annotate", &tag, "--message", &message];
        if self.dry_run {
            let copy = tempfile::tempdir()?;
            step(git(&["clone", "--quiet", "--shared", "."]).arg(copy.path()))?;
            set_version(copy.path(), &old, &new.to_string(), &name)?;
            step(
                git(&["--no-pager", "diff", "--no-color", "--unified=1"]).current_dir(copy.path()),
            )?;
            println!("== then '{}' and '{}'", typed(&git(&commit)), typed(&git(&tag)));
            println!("nothing was changed");
        } else {
            set_version(root(), &old, &new.to_string(), &name)?;
            step(&mut git(&commit))?;
            step(&mut git(&tag))?;
            println!("next: 'git push --follow-tags', 'cargo xtask dist'");
        }
        Ok(())
    }

    /// Compares the public interface of each library with the last release's.
    fn check_interfaces(&self) -> anyhow::Result<()> {
        let tags =
            output(&mut git(&["tag", "--merged", "HEAD", "--sort", "-v:refname", "-l", "v*"]))?;
        let Some(last) = tags.lines().next() else {
            println!("== public interfaces: no release yet, so nothing to compare with");
            return Ok(());
        };
        if !has_cargo_tool("semver-checks") {
            println!(
                "== public interfaces: not compared with {last}, for cargo-semver-checks is not \
                 installed; 'cargo install --locked cargo-semver-checks' does so"
            );
            if self.dry_run || self.unchecked_interfaces {
                return Ok(());
            }
            bail!("install it, or add --unchecked-interfaces");
        }
        for package in metadata(&["--no-deps"])?.published()? {
            if package.is_library() && is_in(last, package.folder())? {
                let mut check = cargo(&["semver-checks", "--all-features", "--baseline-rev", last]);
                check.args(["--release-type", self.level.name(), "--package", &package.name]);
                step(&mut check)?;
            }
        }
        Ok(())
    }
}

/// Whether a commit has a file of this folder.
fn is_in(commit: &str, folder: &Path) -> anyhow::Result<bool> {
    let files = output(git(&["ls-tree", "--name-only", commit]).arg(folder))?;
    Ok(!files.is_empty())
}

/// Writes the new version into the manifests, the lock file and the changelog below `top`.
fn set_version(top: &Path, old: &str, new: &str, name: &str) -> anyhow::Result<()> {
    let manifests = output(git(&["ls-files", "Cargo.toml", "*/Cargo.toml"]).current_dir(top))?;
    for path in manifests.lines() {
        rewrite(&top.join(path), |text| with_version(text, old, new))?;
    }
    rewrite(&top.join("CHANGELOG.md"), |text| Ok(changelog::released(text, name)))?;
    let mut update: Command = cargo(&["update", "--quiet", "--workspace", "--offline"]);
    step(update.current_dir(top))
}

fn rewrite(path: &Path, new: impl Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<()> {
    let at = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(at)?;
    let new = new(&text).with_context(at)?;
    if new == text { Ok(()) } else { fs::write(path, new).with_context(at) }
}

#[cfg(test)]
mod tests {
    use super::Level;
    use semver::Version;

    #[test]
    fn levels() {
        let version = Version::new(1, 2, 3);
        assert_eq!(Level::Major.after(&version), Version::new(2, 0, 0));
        assert_eq!(Level::Minor.after(&version), Version::new(1, 3, 0));
        assert_eq!(Level::Patch.after(&version), Version::new(1, 2, 4));
    }
}
