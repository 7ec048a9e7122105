//! `jarmo rules`: the rules, for a person.

use std::io::{self, Write};
use std::process::ExitCode;

use jarmo_core::RuleSet;

const RULES: &str = include_str!("../rules.txt");

/// Prints the rules, what this rule set says where they differ last.
pub(crate) fn run(set: RuleSet) -> anyhow::Result<ExitCode> {
    io::stdout().lock().write_all(text(set).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The rules as text.
pub(crate) fn text(set: RuleSet) -> String {
    let returns = match set {
        RuleSet::Brainking => "A return is a whole turn, in place of a move.",
        RuleSet::Traditional | RuleSet::Jasir => {
            "A return is added to a move, in the same turn and after it: A4-C5@B1. A player\n  without a legal move may return alone: @B1."
        }
    };
    let backward = match set {
        RuleSet::Jasir => "Archers move forward and sideways only.",
        RuleSet::Brainking | RuleSet::Traditional => "Archers move in every direction.",
    };
    let limit = match set {
        RuleSet::Brainking => "four turns; the fifth is forbidden",
        RuleSet::Traditional | RuleSet::Jasir => "three turns; the fourth is forbidden",
    };
    let title = format!("IN THESE RULES ({set})");
    format!(
        "{RULES}\n{title}\n  {returns}\n  {backward}\n  To and fro along one line goes for {limit}.\n"
    )
}
