//! Engines named in words, as on a command line.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use crate::baseline::Baseline;
use crate::clock::Clock;
use crate::engine::Engine;
use crate::level::Level;
use crate::level_player::LevelPlayer;
use crate::limited::Limited;
use crate::limits::Limits;
use crate::random::RandomPlayer;
use crate::search::Search;
use crate::solved::Solved;

/// Which engine is to play, and how long it thinks about a turn.
///
/// | text | engine |
/// |---|---|
/// | `level:N` | level N, 1 to 10 |
/// | `time:SECONDS` | full strength, this long a turn |
/// | `depth:N` | full strength, N turns deep |
/// | `nodes:N` | full strength, N positions a turn |
/// | `baseline:1` | the first opponent, a tenth of a second a turn |
/// | `baseline:1@LIMIT` | the first opponent under a limit written as one of the three above |
/// | `random` | any legal turn |
/// | `cmd:PROGRAM ARGS` | a foreign program that speaks UGI |
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSpec {
    /// One of the ten levels.
    Level(Level),
    /// The full search under a limit of time, depth or nodes.
    Search(Limits),
    /// The first opponent under a limit of time, depth or nodes.
    Baseline(Limits),
    /// Any legal turn.
    Random,
    /// A foreign program's command line; running it is the caller's business.
    Program(String),
}

/// What [`EngineSpec::Baseline`] gets when no limit is named.
const BASELINE_TIME: Duration = Duration::from_millis(100);
/// The longest time a turn that can be asked for, in seconds: a day.
const MOST_SECONDS: f64 = 86_400.0;

/// What an engine may use.
#[derive(Clone, Debug)]
pub struct Resources {
    /// The clock it reads.
    pub clock: Clock,
    /// How many threads the full search uses, 1 to 256.
    pub threads: usize,
    /// The size of the full search's transposition table in MiB, at least 1.
    pub hash_mib: usize,
    /// What random choices follow from.
    pub seed: u64,
    /// Solved positions, which the full search and the strongest level look up.
    pub solved: Solved,
}

impl Default for Resources {
    /// The default clock, one thread, 16 MiB, seed 0, no solved positions.
    fn default() -> Resources {
        Resources {
            clock: Clock::default(),
            threads: 1,
            hash_mib: 16,
            seed: 0,
            solved: Solved::none(),
        }
    }
}

impl EngineSpec {
    /// Makes the engine, which keeps to the spec's limits besides those of each turn; `None` of a
    /// foreign program.
    #[must_use]
    pub fn engine(&self, resources: &Resources) -> Option<Box<dyn Engine>> {
        let name = self.to_string();
        let clock = resources.clock;
        Some(match self {
            EngineSpec::Level(level) => Box::new(LevelPlayer::new(*level, resources)),
            EngineSpec::Search(limits) => {
                let mut search = Search::new(resources.hash_mib, clock);
                search.set_threads(resources.threads);
                search.set_contempt(Search::CONTEMPT);
                search.set_solved(resources.solved.clone());
                Box::new(Limited::new(name, search, *limits))
            }
            EngineSpec::Baseline(limits) => {
                Box::new(Limited::new(name, Baseline::new(clock), *limits))
            }
            EngineSpec::Random => Box::new(RandomPlayer::new(resources.seed)),
            EngineSpec::Program(_) => return None,
        })
    }
}

impl FromStr for EngineSpec {
    type Err = EngineSpecError;

    fn from_str(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let (word, rest) = match text.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let needs = |what| rest.ok_or(EngineSpecError::Missing(what));
        match word.to_ascii_lowercase().as_str() {
            "level" => {
                let number = needs("a level, 1 to 10")?;
                let level = number.trim().parse().ok().and_then(Level::new);
                level.map(EngineSpec::Level).ok_or_else(|| bad("a level, 1 to 10", number))
            }
            "time" | "depth" | "nodes" => limit(text).map(EngineSpec::Search),
            "baseline" => match needs("its number, 1")?.split_once('@') {
                None if rest == Some("1") => Ok(EngineSpec::Baseline(Limits::time(BASELINE_TIME))),
                Some(("1", text)) => limit(text).map(EngineSpec::Baseline),
                _ => Err(bad("baseline 1, with a limit after @ if any", rest.unwrap_or_default())),
            },
            "random" if rest.is_none() => Ok(EngineSpec::Random),
            "cmd" => {
                let command = needs("a program")?.trim();
                if command.is_empty() {
                    return Err(EngineSpecError::Missing("a program"));
                }
                Ok(EngineSpec::Program(command.into()))
            }
            _ => Err(EngineSpecError::Unknown(text.into())),
        }
    }
}

/// Reads `time:SECONDS`, `depth:N` or `nodes:N`.
fn limit(text: &str) -> Result<Limits, EngineSpecError> {
    let Some((word, number)) = text.split_once(':') else {
        return Err(bad("time:SECONDS, depth:N or nodes:N", text));
    };
    let number = number.trim();
    match word.to_ascii_lowercase().as_str() {
        "time" => {
            let seconds = number.parse().ok().filter(|s| *s > 0.0 && *s <= MOST_SECONDS);
            let time = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
            // Less than half a nanosecond is no time at all.
            let time = time.filter(|time| !time.is_zero());
            time.map(Limits::time).ok_or_else(|| bad("seconds above 0, at most 86400", number))
        }
        "depth" => {
            let depth = number.parse().ok().filter(|depth| *depth > 0);
            depth.map(Limits::depth).ok_or_else(|| bad("a depth of at least 1", number))
        }
        "nodes" => {
            let nodes = number.parse().ok().filter(|nodes| *nodes > 0);
            nodes.map(Limits::nodes).ok_or_else(|| bad("a number of nodes of at least 1", number))
        }
        _ => Err(bad("time:SECONDS, depth:N or nodes:N", text)),
    }
}

fn bad(expected: &'static str, found: &str) -> EngineSpecError {
    EngineSpecError::Bad { expected, found: found.into() }
}

impl fmt::Display for EngineSpec {
    /// The canonical text. Whatever was read from a text is written so that it reads back as the
    /// same engine.
    ///
    /// Not all that a program can put together has a text: of several limits only the first of
    /// time, depth and nodes is written, and without any it is `infinite`, which is not read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpec::Level(level) => write!(f, "level:{level}"),
            EngineSpec::Search(limits) => LimitText(limits).fmt(f),
            EngineSpec::Baseline(limits) if *limits == Limits::time(BASELINE_TIME) => {
                f.write_str("baseline:1")
            }
            EngineSpec::Baseline(limits) => write!(f, "baseline:1@{}", LimitText(limits)),
            EngineSpec::Random => f.write_str("random"),
            EngineSpec::Program(command) => write!(f, "cmd:{command}"),
        }
    }
}

/// The first of the limits that is set, as the text that sets it; `infinite` without any.
struct LimitText<'a>(&'a Limits);

impl fmt::Display for LimitText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.0 {
            Limits { time: Some(time), .. } => write!(f, "time:{}", time.as_secs_f64()),
            Limits { depth: Some(depth), .. } => write!(f, "depth:{depth}"),
            Limits { nodes: Some(nodes), .. } => write!(f, "nodes:{nodes}"),
            Limits { .. } => f.write_str("infinite"),
        }
    }
}

/// Why a text names no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSpecError {
    /// It begins with no word that names an engine; holds the text.
    Unknown(String),
    /// Something is missing after the colon; says what.
    Missing(&'static str),
    /// What stands after the colon is not what was expected.
    Bad {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
}

impl fmt::Display for EngineSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpecError::Unknown(text) => write!(
                f,
                "'{text}' names no engine: expected level:N, time:SECONDS, depth:N, nodes:N, random, baseline:1 or cmd:PROGRAM"
            ),
            EngineSpecError::Missing(what) => write!(f, "the engine lacks {what}, after a colon"),
            EngineSpecError::Bad { expected, found } => {
                write!(f, "expected {expected}, found '{found}'")
            }
        }
    }
}

impl core::error::Error for EngineSpecError {}

#[cfg(test)]
mod tests {
    use super::{EngineSpec, EngineSpecError};

    #[test]
    fn canonical_texts_read_back() {
        let texts = [
            "level:1",
            "level:10",
            "time:0.1",
            "time:0.000000001",
            "time:86399.999999999",
            "depth:5",
            "nodes:100000",
            "baseline:1",
            "baseline:1@nodes:500",
            "random",
            "cmd:./engine --fast",
        ];
        for text in texts {
            let spec: EngineSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        let error = |text: &str| text.parse::<EngineSpec>().unwrap_err().to_string();
        assert_eq!(error("level:11"), "expected a level, 1 to 10, found '11'");
        assert_eq!(error("level"), "the engine lacks a level, 1 to 10, after a colon");
        assert_eq!(error("time:-1"), "expected seconds above 0, at most 86400, found '-1'");
        assert_eq!(error("time:1e-12"), "expected seconds above 0, at most 86400, found '1e-12'");
        assert_eq!(error("time:nan"), "expected seconds above 0, at most 86400, found 'nan'");
        assert_eq!(error("depth:0"), "expected a depth of at least 1, found '0'");
        assert_eq!(error("cmd: "), "the engine lacks a program, after a colon");
        for text in ["", "chess", "random:1", ":", "baseline:2", "baseline:1@x"] {
            assert!(text.parse::<EngineSpec>().is_err(), "{text}");
        }
        assert_eq!("chess".parse::<EngineSpec>(), Err(EngineSpecError::Unknown("chess".into())));
    }
}
