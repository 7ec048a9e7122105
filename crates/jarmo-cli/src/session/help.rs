//! What `help` prints.

use std::io::{self, Write};

use super::vocabulary::{self, HEADINGS};

/// Lists the commands, or explains one.
pub(super) fn run(word: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if !word.is_empty() {
        let entry = vocabulary::find_entry(word)?;
        writeln!(out, "{} {}", entry.names.join(", "), entry.arguments)?;
        writeln!(out, "  {}", entry.summary)?;
        for line in entry.details.lines() {
            writeln!(out, "  {line}")?;
        }
        return Ok(());
    }
    writeln!(
        out,
        "A turn plays it: C1-E2 moves or captures, @C1 brings an archer back, A4-C5@B1\n\
         does both where the rules allow it, -- passes. Several may stand in a line."
    )?;
    for (heading, entries) in HEADINGS {
        writeln!(out, "\n{heading}")?;
        for entry in entries {
            writeln!(out, "  {:<10}  {}", entry.names[0], entry.summary)?;
        }
    }
    writeln!(
        out,
        "\nhelp COMMAND says more. A command may be cut short where no other begins so."
    )?;
    Ok(())
}
