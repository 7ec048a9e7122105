//! Commands that pages show, run as a reader would.
//!
//! What stands behind a block's fence says what is done with it:
//!
//! - `console`: what a command behind `$` prints must be what stands below it;
//! - `sh`: all commands must succeed;
//! - `sh slow`: the same, for what takes minutes; it can be left out;
//! - `sh pictures`: each command draws a picture, see `cargo xtask pictures`;
//! - `sh by-hand`: never run, for it changes the machine or takes hours.
//!
//! A block with cargo commands runs at the top of the workspace, any other in a folder that its
//! page has for itself, in which there is at first a file `games.jgn`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail, ensure};
use tempfile::TempDir;

use crate::pages::{Block, Page, Spot};
use crate::workspace::{git, output, root};

/// What is done with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Commands with what they print.
    Console,
    /// Commands.
    Shell,
    /// Commands that take minutes.
    Slow,
    /// Commands that draw the page's pictures.
    Pictures,
    /// Commands for people only.
    ByHand,
}

impl Kind {
    /// The kind that a fence names; `None`: these are no commands.
    pub(crate) fn of(info: &str) -> anyhow::Result<Option<Kind>> {
        Ok(Some(match info.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["console"] => Kind::Console,
            ["sh"] => Kind::Shell,
            ["sh", "slow"] => Kind::Slow,
            ["sh", "pictures"] => Kind::Pictures,
            ["sh", "by-hand"] => Kind::ByHand,
            ["console" | "sh" | "bash" | "shell", ..] => {
                bail!("'{info}' is none of 'console', 'sh', 'sh slow', 'sh pictures', 'sh by-hand'")
            }
            _ => return Ok(None),
        }))
    }
}

/// A page's folder, and the program in it.
#[derive(Debug)]
pub(crate) struct Reader {
    folder: TempDir,
    program: PathBuf,
}

impl Reader {
    /// For one page; `program` is the program's path.
    pub(crate) fn new(program: &Path) -> anyhow::Result<Reader> {
        let folder = tempfile::tempdir()?;
        let games = root().join("crates/jarmo-cli/tests/data/games.jgn");
        fs::copy(&games, folder.path().join("games.jgn"))
            .with_context(|| games.display().to_string())?;
        Ok(Reader { folder, program: program.to_owned() })
    }

    /// Runs a block: `Some` is what it should say instead.
    pub(crate) fn run(&self, kind: Kind, block: &Block) -> anyhow::Result<Option<String>> {
        match kind {
            Kind::Console => {
                let fresh = self.console(&block.content)?;
                Ok((fresh != block.content).then_some(fresh))
            }
            Kind::Shell | Kind::Slow => self.shell(&block.content).map(|()| None),
            Kind::Pictures | Kind::ByHand => Ok(None),
        }
    }

    /// Runs the commands of a block of pictures beside copies of the records in its page's folder:
    /// what they draw, with paths from the workspace's top folder.
    pub(crate) fn pictures(
        &self,
        folder: &Path,
        content: &str,
    ) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
        let here = self.folder.path();
        let mut records = git(&["ls-files", "--cached", "--others", "--exclude-standard"]);
        for record in output(records.arg(folder.join("*.jgn")))?.lines() {
            let copy = here.join(Path::new(record).strip_prefix(folder)?);
            fs::create_dir_all(copy.parent().unwrap_or(here))?;
            fs::copy(root().join(record), copy).with_context(|| record.to_owned())?;
        }
        self.shell(content)?;
        let names = content.lines().filter_map(|line| line.split_once(" -o "));
        names
            .map(|(_, name)| {
                let bytes = fs::read(here.join(name)).with_context(|| format!("no {name}"))?;
                Ok((folder.join(name), bytes))
            })
            .collect()
    }

    fn console(&self, content: &str) -> anyhow::Result<String> {
        let mut fresh = String::new();
        for command in content.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let output = self.output(&format!("{{ {command}\n}} 2>&1"), self.folder.path())?;
            fresh += &format!("$ {command}\n{}", String::from_utf8_lossy(&output.stdout));
        }
        ensure!(!fresh.is_empty(), "no line of it begins with '$ '");
        Ok(fresh)
    }

    fn shell(&self, content: &str) -> anyhow::Result<()> {
        let of_cargo = content.lines().any(|line| line.starts_with("cargo "));
        let folder = if of_cargo { root() } else { self.folder.path() };
        let output = self.output(&format!("set -e\n{content}"), folder)?;
        ensure!(
            output.status.success(),
            "failed with {}:\n{}{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(())
    }

    /// Nothing of the person's own sessions, settings and tables comes in.
    fn output(&self, script: &str, folder: &Path) -> anyhow::Result<Output> {
        let own = self.program.parent().map(Path::to_owned);
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&paths)))?;
        let private = self.folder.path();
        Command::new("sh")
            .args(["-c", script])
            .current_dir(folder)
            .env("PATH", path)
            .env("JARMO_STATE_DIR", private.join("state"))
            .env("JARMO_TABLES_DIR", private.join("tables"))
            .env("JARMO_CONFIG", private.join("config.toml"))
            .env_remove("NO_COLOR")
            .stdin(Stdio::null())
            .output()
            .context("'sh' cannot be started")
    }
}

/// The page with these blocks instead of its own.
pub(crate) fn with_blocks(page: &Page, fresh: &[(Spot<Block>, String)]) -> String {
    let mut text = page.text.clone();
    for (block, content) in fresh.iter().rev() {
        text.replace_range(block.what.range.clone(), content);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn fences() {
        let kind = |info| Kind::of(info).ok();
        assert_eq!(kind("sh slow"), Some(Some(Kind::Slow)));
        assert_eq!(kind("sh pictures"), Some(Some(Kind::Pictures)));
        assert_eq!(kind("console"), Some(Some(Kind::Console)));
        assert_eq!(kind("text"), Some(None));
        assert_eq!(kind(""), Some(None));
        assert_eq!(kind("sh fast"), None);
    }
}
