//! The sections of the rules that sources and pages name, as in "rules, section 7".

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::pages::{Page, Spot};
use crate::workspace::{git, output, root};

/// The page whose sections are meant.
const RULES: &str = "docs/rules.md";

/// A line for each mention of a section that the rules do not have, in any text that git knows.
pub(crate) fn missing(pages: &[Page]) -> anyhow::Result<Vec<String>> {
    let rules = pages.iter().find(|page| page.path == Path::new(RULES));
    let sections = numbered(&rules.with_context(|| format!("there is no {RULES}"))?.headings());
    let mut list = git(&["ls-files", "--cached", "--others", "--exclude-standard"]);
    list.args(["*.rs", "*.md", "*.toml", "*.txt", "*.json"]);
    let mut faults = Vec::new();
    let mut followed = 0;
    for path in output(&mut list)?.lines() {
        // A file that git knows may be deleted.
        let Ok(text) = fs::read_to_string(root().join(path)) else { continue };
        for Spot { line, what: section } in mentions(&text) {
            followed += 1;
            if !sections.contains(&section) {
                faults.push(format!("{path}:{line}: {RULES} has no section {section}"));
            }
        }
    }
    println!("== {followed} mentions of sections of the rules followed");
    Ok(faults)
}

/// The numbers that headings begin with.
fn numbered(headings: &[String]) -> BTreeSet<u32> {
    let numbers = headings.iter().filter_map(|heading| heading.split_once(". "));
    numbers.filter_map(|(number, _)| number.parse().ok()).collect()
}

/// The sections of the rules that a text names, also where a comment goes on in its next line.
fn mentions(text: &str) -> Vec<Spot<u32>> {
    let words: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .flat_map(|(at, line)| {
            let line = line.trim_start().trim_start_matches(['/', '!', '#', '*', '>']);
            line.split_whitespace().map(move |word| (at + 1, word))
        })
        .collect();
    let mention = |window: &[(usize, &str)]| {
        let &[(line, rules), (_, "section"), (_, number)] = window else { return None };
        let rules = rules.trim_start_matches(|c: char| !c.is_alphanumeric());
        let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        let number = number[..end].parse().ok()?;
        rules.eq_ignore_ascii_case("rules,").then_some(Spot { line, what: number })
    };
    words.windows(3).filter_map(mention).collect()
}

#[cfg(test)]
mod tests {
    use super::{mentions, missing, numbered};
    use crate::pages::{Page, Spot};

    fn rules(text: &str) -> Page {
        Page { path: "docs/rules.md".into(), text: text.to_owned() }
    }

    #[test]
    fn mentions_have_the_line_that_they_begin_on() {
        let text = "/// Joined (rules,\n    /// section 2).\nBy Rules, section 9, too.\n\
                    PGN's standard, section 10, is another.\n";
        let spot = |line, what| Spot { line, what };
        assert_eq!(mentions(text), [spot(1, 2), spot(3, 9)]);
        let page = rules("# The rules\n\n## 1. The board\n\n## 2. Moving\n\n## The pictures\n");
        assert_eq!(numbered(&page.headings()).into_iter().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn every_section_that_is_named_is_there() {
        let pages = Page::all().expect("the pages can be read");
        assert_eq!(missing(&pages).expect("the sources can be read"), Vec::<String>::new());
    }

    #[test]
    fn a_section_that_is_not_there_is_told() {
        let faults = missing(&[rules("# The rules\n\n## 7. Shuttling\n")]).expect("readable");
        let board = "crates/jarmo-core/src/board.rs:";
        let told = |fault: &String| fault.starts_with(board) && fault.ends_with("no section 1");
        assert!(faults.iter().any(told), "{faults:?}");
        assert!(!faults.iter().any(|fault| fault.ends_with("no section 7")), "{faults:?}");
    }
}
