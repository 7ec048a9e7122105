//! Pages whose tables a command rewrites.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use crate::chart::Chart;
use crate::workspace::root;

/// Puts `content` between the page's lines `<!-- NAME: begin … -->` and `<!-- NAME: end -->`.
pub(crate) fn rewrite(path: &Path, name: &str, content: &str) -> anyhow::Result<()> {
    let at = || path.display().to_string();
    let page = fs::read_to_string(path).with_context(at)?;
    fs::write(path, rewritten(&page, name, content).with_context(at)?).with_context(at)
}

/// Puts `content` into a page of docs/ as [`rewrite`] does, and draws `NAME.svg` beside it.
pub(crate) fn rewrite_with_chart(
    page: &str,
    name: &str,
    content: &str,
    chart: &Chart,
) -> anyhow::Result<()> {
    let docs = root().join("docs");
    rewrite(&docs.join(page), name, content)?;
    let picture = docs.join(name).with_extension("svg");
    fs::write(&picture, chart.draw()).with_context(|| picture.display().to_string())
}

fn rewritten(page: &str, name: &str, content: &str) -> anyhow::Result<String> {
    let (begin, end) = (format!("<!-- {name}: begin"), format!("<!-- {name}: end"));
    let begin = page.find(&begin).with_context(|| format!("the line '{begin}' is missing"))?;
    let from = page[begin..].find('\n').map_or(page.len(), |end| begin + end + 1);
    let to = page.find(&end).with_context(|| format!("the line '{end}' is missing"))?;
    ensure!(from <= to, "{name} ends before it begins");
    Ok(format!("{}{}\n\n{}", &page[..from], content.trim_end(), &page[to..]))
}

#[cfg(test)]
mod tests {
    use super::rewritten;

    #[test]
    fn only_what_is_between_changes() {
        let page = "Before.\n<!-- t: begin, made by a command -->\nold\n<!-- t: end -->\nAfter.\n";
        let new = rewritten(page, "t", "one\ntwo\n").expect("both lines are there");
        assert_eq!(
            new,
            "Before.\n<!-- t: begin, made by a command -->\none\ntwo\n\n<!-- t: end -->\nAfter.\n"
        );
        assert_eq!(rewritten(&new, "t", "one\ntwo").expect("still there"), new);
        assert!(rewritten(page, "other", "").is_err());
    }
}
