//! The workspace's Markdown pages: their headings, links and examples.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::workspace::{git, output, root};

/// A page.
#[derive(Debug)]
pub(crate) struct Page {
    /// From the workspace's top folder.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// Something of a page and the line that it begins on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Spot<T> {
    pub(crate) line: usize,
    pub(crate) what: T,
}

/// A fenced block.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// What stands behind the fence.
    pub(crate) info: String,
    pub(crate) content: String,
    /// Where the content is in the page.
    pub(crate) range: Range<usize>,
}

impl Page {
    /// Every page that git knows, sorted.
    pub(crate) fn all() -> anyhow::Result<Vec<Page>> {
        let mut list = git(&["ls-files", "--cached", "--others", "--exclude-standard", "*.md"]);
        let mut paths: Vec<_> = output(&mut list)?.lines().map(PathBuf::from).collect();
        paths.sort();
        paths.dedup();
        let read = |path: PathBuf| {
            let text = fs::read_to_string(root().join(&path));
            Ok(Page { text: text.with_context(|| path.display().to_string())?, path })
        };
        paths.into_iter().map(read).collect()
    }

    /// The folder that relative links start from.
    pub(crate) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    fn events(&self) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter()
    }

    fn spot<T>(&self, at: usize, what: T) -> Spot<T> {
        Spot { line: 1 + self.text[..at].matches('\n').count(), what }
    }

    /// Where links lead to, and where pictures come from.
    pub(crate) fn links(&self) -> Vec<Spot<String>> {
        self.events()
            .filter_map(|(event, range)| match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    Some(self.spot(range.start, dest_url.into_string()))
                }
                _ => None,
            })
            .collect()
    }

    /// The text of the headings, in order.
    pub(crate) fn headings(&self) -> Vec<String> {
        let mut headings: Vec<String> = Vec::new();
        let mut inside = false;
        for (event, _) in self.events() {
            match event {
                Event::Start(Tag::Heading { .. }) => {
                    inside = true;
                    headings.push(String::new());
                }
                Event::End(TagEnd::Heading(_)) => inside = false,
                Event::Text(text) | Event::Code(text) if inside => {
                    if let Some(heading) = headings.last_mut() {
                        *heading += &text;
                    }
                }
                _ => {}
            }
        }
        headings
    }

    /// What can stand behind `#` in a link: headings, in the form that code hosts give them.
    pub(crate) fn anchors(&self) -> BTreeSet<String> {
        let mut anchors = BTreeSet::new();
        for heading in self.headings() {
            let anchor = anchor(&heading);
            let again = (1..).map(|number| format!("{anchor}-{number}"));
            let mut names = std::iter::once(anchor.clone()).chain(again);
            anchors.extend(names.find(|name| !anchors.contains(name)));
        }
        anchors
    }

    /// Fenced blocks, in order.
    pub(crate) fn blocks(&self) -> Vec<Spot<Block>> {
        let mut blocks: Vec<Spot<Block>> = Vec::new();
        let mut inside = false;
        for (event, range) in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    inside = true;
                    let content = self.text[range.clone()]
                        .find('\n')
                        .map_or(range.end, |end| range.start + end + 1);
                    let block = Block {
                        info: info.into_string(),
                        content: String::new(),
                        range: content..content,
                    };
                    blocks.push(self.spot(range.start, block));
                }
                Event::End(TagEnd::CodeBlock) => inside = false,
                Event::Text(text) if inside => {
                    if let Some(Spot { what: block, .. }) = blocks.last_mut() {
                        block.content += &text;
                        block.range.end = range.end;
                    }
                }
                _ => {}
            }
        }
        blocks
    }

    /// What stands in a line of text as code.
    pub(crate) fn code_in_text(&self) -> Vec<Spot<String>> {
        self.events()
            .filter_map(|(event, range)| match event {
                Event::Code(code) => Some(self.spot(range.start, code.into_string())),
                _ => None,
            })
            .collect()
    }
}

/// A heading as an anchor: letters and digits in lower case, blanks as hyphens.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Page, Spot};

    fn page(text: &str) -> Page {
        Page { path: "docs/page.md".into(), text: text.to_owned() }
    }

    #[test]
    fn anchors_are_those_of_code_hosts() {
        let page = page("# The file, `v1`!\n\n## Again\n\n## Again\n\n## Über_uns\n");
        let anchors: Vec<_> = page.anchors().into_iter().collect();
        assert_eq!(anchors, ["again", "again-1", "the-file-v1", "über_uns"]);
    }

    #[test]
    fn links_and_pictures_with_their_lines() {
        let page = page("One [a](b.md#c).\n\n| t |\n|---|\n| ![p](d.svg) |\n\n`[no](x)`\n");
        let spot = |line, what: &str| Spot { line, what: what.to_owned() };
        assert_eq!(page.links(), [spot(1, "b.md#c"), spot(5, "d.svg")]);
        assert_eq!(page.code_in_text(), [spot(7, "[no](x)")]);
    }

    #[test]
    fn blocks_know_where_they_are() {
        let page = page("Text.\n\n```sh slow\na\n\nb\n```\n\n    indented\n\n```text\n```\n");
        let blocks = page.blocks();
        assert_eq!(blocks.len(), 2);
        assert_eq!((blocks[0].line, blocks[0].what.info.as_str()), (3, "sh slow"));
        assert_eq!(blocks[0].what.content, "a\n\nb\n");
        assert_eq!(&page.text[blocks[0].what.range.clone()], "a\n\nb\n");
        assert_eq!(blocks[1].what.content, "");
    }
}
