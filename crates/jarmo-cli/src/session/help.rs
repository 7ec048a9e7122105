//! What `help` prints.

use super::vocabulary::{self, HEADINGS};

/// Lists the commands, or explains one.
pub(super) fn run(word: &str) -> anyhow::Result<()> {
    if !word.is_empty() {
        let entry = vocabulary::find_entry(word)?;
        say!("{} {}", entry.names.join(", "), entry.arguments);
        say!("  {}", entry.summary);
        for line in entry.details.lines() {
            say!("  {line}");
        }
        return Ok(());
    }
    say!(
        "A turn plays it: C1-E2 moves or captures, @C1 brings an archer back, A4-C5@B1\n\
         does both where the rules allow it, -- passes. Several may stand in a line."
    );
    for (heading, entries) in HEADINGS {
        say!("\n{heading}");
        for entry in entries {
            say!("  {:<10}  {}", entry.names[0], entry.summary);
        }
    }
    say!("\nhelp COMMAND says more. A command may be cut short where no other begins so.");
    Ok(())
}
