//! `cargo xtask docs`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::{Args, CommandFactory};

use crate::Arguments;
use crate::commands::pictures;
use crate::examples::{Kind, Reader, with_blocks};
use crate::pages::{Page, Spot};
use crate::sections;
use crate::workspace::{cargo, root, step, target_folder};

/// Build the documentation, follow its links and mentions of the rules' sections, compare its
/// pictures, and run every command that it shows.
#[derive(Debug, Args)]
pub(crate) struct Docs {
    /// Leave out the commands that take minutes.
    #[arg(long)]
    quick: bool,
    /// Write what commands print into the pages, instead of comparing.
    #[arg(long)]
    update: bool,
}

impl Docs {
    /// All but the commands that take minutes.
    pub(crate) const QUICK: Docs = Docs { quick: true, update: false };

    /// Goes through everything, and fails at the end if anything was wrong.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        api()?;
        let pages = Page::all()?;
        let mut faults = links(&pages);
        faults.extend(sections::missing(&pages)?);
        let program = built_program(!self.quick)?;
        faults.extend(pictures::faults(&pages, &program)?);
        for page in &pages {
            faults.extend(commands_in_text(page, &program));
            faults.extend(self.examples(page, &program)?);
        }
        for fault in &faults {
            println!("{fault}");
        }
        ensure!(faults.is_empty(), "{} faults in the pages", faults.len());
        Ok(())
    }

    /// Runs a page's blocks in order.
    fn examples(&self, page: &Page, program: &Path) -> anyhow::Result<Vec<String>> {
        let mut faults = Vec::new();
        let mut fresh = Vec::new();
        let mut reader = None;
        for block in page.blocks() {
            let at = format!("{}:{}", page.path.display(), block.line);
            let kind = match Kind::of(&block.what.info) {
                Ok(Some(kind)) => kind,
                Ok(None) => continue,
                Err(error) => {
                    faults.push(format!("{at}: {error}"));
                    continue;
                }
            };
            if kind == Kind::Pictures {
                continue;
            }
            if kind == Kind::ByHand || self.quick && kind == Kind::Slow {
                println!("{at}: not run");
                continue;
            }
            let reader = match &mut reader {
                Some(reader) => reader,
                none => none.insert(Reader::new(program)?),
            };
            let start = Instant::now();
            match reader.run(kind, &block.what) {
                Ok(None) => println!("{at}: ran, {:.1} s", start.elapsed().as_secs_f64()),
                Ok(Some(new)) if self.update => fresh.push((block, new)),
                Ok(Some(new)) => faults.push(format!(
                    "{at}: prints something else; 'cargo xtask docs --update' puts it in:\n{new}"
                )),
                Err(error) => faults.push(format!("{at}: {error:#}")),
            }
        }
        if !fresh.is_empty() {
            let path = root().join(&page.path);
            fs::write(&path, with_blocks(page, &fresh))
                .with_context(|| path.display().to_string())?;
        }
        Ok(faults)
    }
}

/// Builds the program that examples run: quickly, or for release as a user would.
pub(crate) fn built_program(release: bool) -> anyhow::Result<PathBuf> {
    let mut build = cargo(&["build", "--quiet", "--locked", "--package", "jarmo-cli"]);
    if release {
        build.arg("--release");
    }
    step(&mut build)?;
    let folder = target_folder()?.join(if release { "release" } else { "debug" });
    Ok(folder.join("jarmo").with_extension(std::env::consts::EXE_EXTENSION))
}

/// The crates' pages; rustdoc follows the links in them.
fn api() -> anyhow::Result<()> {
    let mut doc = cargo(&["doc", "--quiet", "--locked", "--workspace", "--no-deps"]);
    step(doc.arg("--all-features").env("RUSTDOCFLAGS", "-D warnings"))
}

/// What is wrong with the pages' links. Those to other sites are counted, not followed.
fn links(pages: &[Page]) -> Vec<String> {
    let anchors: BTreeMap<_, _> =
        pages.iter().map(|page| (page.path.clone(), page.anchors())).collect();
    let mut faults = Vec::new();
    let (mut followed, mut outside) = (0, 0);
    for page in pages {
        for Spot { line, what: link } in page.links() {
            if link.contains("://") || link.starts_with("mailto:") {
                outside += 1;
                continue;
            }
            followed += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => page.path.clone(),
                path => plain(&page.folder().join(path)),
            };
            let at = format!("{}:{line}", page.path.display());
            if !root().join(&target).exists() {
                faults.push(format!("{at}: there is no {}", target.display()));
            } else if !anchor.is_empty()
                && anchors.get(&target).is_some_and(|anchors| !anchors.contains(anchor))
            {
                faults.push(format!("{at}: {} has no heading '#{anchor}'", target.display()));
            }
        }
    }
    println!("== {} pages: {followed} links followed, {outside} lead to other sites", pages.len());
    faults
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if plain.pop() => {}
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// What is wrong with commands that text mentions: they and their options must exist.
fn commands_in_text(page: &Page, program: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for Spot { line, what: code } in page.code_in_text() {
        let words: Vec<_> = code.split_whitespace().collect();
        let fault = match words.as_slice() {
            ["jarmo", words @ ..] => unknown_to_program(words, program),
            ["cargo", "xtask", words @ ..] => unknown_to_xtask(words),
            _ => None,
        };
        if let Some(unknown) = fault {
            let at = format!("{}:{line}", page.path.display());
            faults.push(format!("{at}: `{code}`: there is no '{unknown}'"));
        }
    }
    faults
}

/// The command, subcommand or option of these words that the program's help does not know.
fn unknown_to_program<'a>(words: &[&'a str], program: &Path) -> Option<&'a str> {
    let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase());
    let names = words.iter().take_while(|word| is_name(word)).count().min(2);
    // A second word may be an argument.
    let help = (0..=names).rev().find_map(|count| {
        let mut help = Command::new(program);
        help.arg("help").args(&words[..count]).stdin(Stdio::null());
        let output = help.output().ok().filter(|output| output.status.success());
        output.map(|output| (count, String::from_utf8_lossy(&output.stdout).into_owned()))
    });
    match help {
        Some((0, _)) if names > 0 => Some(words[0]),
        Some((_, help)) => options(words).find(|option| !help.contains(option)),
        None => words.first().copied(),
    }
}

/// The command or option of these words that we have not.
fn unknown_to_xtask<'a>(words: &[&'a str]) -> Option<&'a str> {
    let (name, _) = words.split_first()?;
    let ours = Arguments::command();
    let Some(command) = ours.find_subcommand(name) else { return Some(name) };
    options(words).find(|option| {
        command.get_arguments().all(|argument| argument.get_long() != option.get(2..))
    })
}

fn options<'a>(words: &[&'a str]) -> impl Iterator<Item = &'a str> {
    words.iter().copied().filter(|word| word.len() > 2 && word.starts_with("--"))
}

#[cfg(test)]
mod tests {
    use super::{links, plain, unknown_to_xtask};
    use crate::pages::Page;
    use std::path::Path;

    #[test]
    fn broken_links_are_told() {
        let text = "# A\n\n[1](../README.md) [2](no.md) [3](#a) [4](#b) [5](https://x.org)\n";
        let page = Page { path: "docs/notation.md".into(), text: text.to_owned() };
        assert_eq!(
            links(&[page]),
            [
                "docs/notation.md:3: there is no docs/no.md",
                "docs/notation.md:3: docs/notation.md has no heading '#b'"
            ]
        );
        assert_eq!(plain(Path::new("docs/../x/./y")), Path::new("x/y"));
    }

    #[test]
    fn our_own_commands_are_known() {
        assert_eq!(unknown_to_xtask(&["docs", "--quick"]), None);
        assert_eq!(unknown_to_xtask(&["docs", "--slow"]), Some("--slow"));
        assert_eq!(unknown_to_xtask(&["undo"]), Some("undo"));
    }
}
