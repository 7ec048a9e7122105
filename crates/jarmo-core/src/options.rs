//! What the written sources disagree on, as options, and the three rule sets made of them.

use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;

use crate::board::Board;
use crate::side::Side;

/// When a captured archer may be brought back (rules, section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum ReturnTiming {
    /// A return is a turn of its own, in place of a move.
    WholeTurn,
    /// A return is added to a move, after it; alone only when there is no legal move.
    Added,
}

/// Everything about the rules that is not the board (rules, section 11).
///
/// Any combination is a legal game; [`RuleSet`] names the three that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Options {
    /// Whether a return takes a whole turn or is added to a move.
    pub returns: ReturnTiming,
    /// How many turns in a row a player may move to and fro along one line (rules, section 7);
    /// `None` for no limit.
    pub shuttle_limit: Option<NonZeroU8>,
    /// Whether archers may move back towards their own first row.
    pub backward: bool,
    /// The side that moves first from the start position.
    pub first: Side,
}

impl Options {
    /// The same options with `first` to move first.
    #[must_use]
    pub const fn with_first(self, first: Side) -> Options {
        Options { first, ..self }
    }

    /// The rule set that these options are, whichever side moves first.
    #[must_use]
    pub fn rule_set(self) -> Option<RuleSet> {
        RuleSet::ALL.into_iter().find(|set| set.options().with_first(self.first) == self)
    }
}

/// The three rule sets (rules, section 11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum RuleSet {
    /// The online service's: a return is a whole turn, four turns to and fro.
    #[default]
    Brainking,
    /// The encyclopedia's and the leaflet's: a return is added to a move, three turns to and fro.
    Traditional,
    /// As traditional, and archers cannot move backward.
    Jasir,
}

impl RuleSet {
    /// All three, the default first.
    pub const ALL: [RuleSet; 3] = [RuleSet::Brainking, RuleSet::Traditional, RuleSet::Jasir];

    /// The options that make up the rule set; White moves first.
    #[must_use]
    pub const fn options(self) -> Options {
        let (returns, limit, backward) = match self {
            RuleSet::Brainking => (ReturnTiming::WholeTurn, 4, true),
            RuleSet::Traditional => (ReturnTiming::Added, 3, true),
            RuleSet::Jasir => (ReturnTiming::Added, 3, false),
        };
        Options { returns, shuttle_limit: NonZeroU8::new(limit), backward, first: Side::White }
    }

    /// The board that the rule set is played on (rules, section 1).
    #[must_use]
    pub const fn board(self) -> &'static Board {
        match self {
            RuleSet::Brainking | RuleSet::Traditional => &Board::JARMO,
            RuleSet::Jasir => &Board::JASIR,
        }
    }

    /// The name used in records and on the command line, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Brainking => "brainking",
            RuleSet::Traditional => "traditional",
            RuleSet::Jasir => "jasir",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;

    /// Reads a rule set's name, in any case.
    fn from_str(name: &str) -> Result<RuleSet, UnknownRuleSet> {
        RuleSet::ALL
            .into_iter()
            .find(|set| set.name().eq_ignore_ascii_case(name))
            .ok_or(UnknownRuleSet)
    }
}

/// The text names none of the three rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRuleSet;

impl fmt::Display for UnknownRuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown rule set: expected brainking, traditional or jasir")
    }
}

impl core::error::Error for UnknownRuleSet {}
