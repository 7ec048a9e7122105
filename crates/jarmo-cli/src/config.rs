//! The configuration file of the session.

use std::fs::File;

use anyhow::Context;
use jarmo_ai::Level;
use jarmo_core::{RuleSet, Side};
use serde::Deserialize;

use crate::terminal::ColourChoice;
use crate::{files, places};

/// What a session begins with where the command line does not say otherwise. Everything may be
/// left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    /// When to use colour.
    pub(crate) color: Option<ColourChoice>,
    /// Whether to draw the board with 7-bit characters only.
    pub(crate) ascii: Option<bool>,
    /// The rule set of new games.
    pub(crate) rules: Option<RuleSet>,
    /// The opponent's level, 1 to 10.
    level: Option<u8>,
    /// The side that is drawn below.
    pub(crate) below: Option<Side>,
}

impl Config {
    /// Reads the file; an empty configuration where there is none.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, with its name, line and column.
    pub(crate) fn load() -> anyhow::Result<Config> {
        let Some(path) = places::configuration() else { return Ok(Config::default()) };
        let at = || path.display().to_string();
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Config::default());
            }
            Err(error) => return Err(error).with_context(at),
        };
        files::text(file).and_then(|text| parse(&text)).with_context(at)
    }

    /// The opponent's level.
    pub(crate) fn level(&self) -> Option<Level> {
        self.level.and_then(Level::new)
    }
}

/// Reads the text of a configuration file.
pub(crate) fn parse(text: &str) -> anyhow::Result<Config> {
    let config: Config = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        anyhow::anyhow!("line {line}, column {column}: {}", error.message())
    })?;
    if config.level.is_some() && config.level().is_none() {
        anyhow::bail!("level: expected 1 to 10");
    }
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_may_be_left_out_and_nothing_misspelt() {
        assert_eq!(parse("").unwrap(), Config::default());
        let config = parse(
            "color = \"never\"\nascii = true\nrules = \"jasir\"\nlevel = 7\nbelow = \"black\"\n",
        )
        .unwrap();
        assert_eq!((config.rules, config.below), (Some(RuleSet::Jasir), Some(Side::Black)));
        assert_eq!(config.level(), Level::new(7));
        for (text, place) in [
            ("level = 11", "level: expected 1 to 10"),
            ("\nlevle = 3", "line 2, column 1"),
            ("rules =", "line 1"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(place), "{text}: {error}");
        }
    }
}
