//! `cargo xtask pictures`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use crate::boards;
use crate::commands::docs::built_program;
use crate::examples::{Kind, Reader};
use crate::pages::Page;
use crate::workspace::root;

/// Draw the pictures of boards and positions in the pages anew, as after a change of a board.
#[derive(Debug, Args)]
pub(crate) struct Pictures;

/// A picture's path from the workspace's top folder, and what it should be.
type Picture = (PathBuf, Vec<u8>);

impl Pictures {
    /// Draws all, and says which were not as they should be.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let stale = stale(&Page::all()?, &built_program(false)?)?;
        for (path, bytes) in &stale {
            let at = || path.display().to_string();
            fs::write(root().join(path), bytes).with_context(at)?;
            println!("{} is drawn anew", at());
        }
        println!("== {} pictures are drawn anew", stale.len());
        Ok(())
    }
}

/// A line for each picture that is not what would be drawn.
pub(crate) fn faults(pages: &[Page], program: &Path) -> anyhow::Result<Vec<String>> {
    let fault = |(path, _): &Picture| {
        format!("{} is not what is drawn; 'cargo xtask pictures' draws it", path.display())
    };
    Ok(stale(pages, program)?.iter().map(fault).collect())
}

/// The pictures that are not what would be drawn.
fn stale(pages: &[Page], program: &Path) -> anyhow::Result<Vec<Picture>> {
    let mut fresh = vec![(PathBuf::from("docs/rules/boards.svg"), boards::draw().into_bytes())];
    for page in pages {
        for block in page.blocks() {
            if matches!(Kind::of(&block.what.info), Ok(Some(Kind::Pictures))) {
                let drawn = Reader::new(program)?.pictures(page.folder(), &block.what.content);
                let at = || format!("{}:{}", page.path.display(), block.line);
                fresh.extend(drawn.with_context(at)?);
            }
        }
    }
    println!("== {} pictures compared", fresh.len());
    let is_stale =
        |(path, bytes): &Picture| fs::read(root().join(path)).ok().as_ref() != Some(bytes);
    Ok(fresh.into_iter().filter(is_stale).collect())
}
