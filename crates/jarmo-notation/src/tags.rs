//! A record's tag pairs.

use std::fmt;

use crate::outcome::Outcome;

/// The longest name that is read or written, in bytes.
pub(crate) const LONGEST_NAME: usize = 200;

/// The tags that come first and in this order: PGN's seven, then the game's own.
const ORDER: [&str; 13] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "Rules",
    "Score",
    "First",
    "Position",
    "Board",
    "Annotator",
];

/// PGN's seven tag roster, with the values that stand for "unknown".
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Tag pairs in canonical order: the seven tag roster, then `Rules`, `Score`, `First`,
/// `Position`, `Board` and `Annotator`, then all others as they were added.
///
/// Names are told apart by case, as PGN has it. A name may stand twice when a file has it twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<TagPair>", into = "Vec<(String, String)>"))]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    #[must_use]
    pub fn new() -> Tags {
        Tags::default()
    }

    /// Whether a record can have this tag as it stands.
    ///
    /// # Errors
    ///
    /// What of it a record cannot have, and what [`Tags::push`] and [`Tags::set`] would change.
    pub fn check(name: &str, value: &str) -> Result<(), TagError> {
        if name.is_empty() || !is_name(name) {
            return Err(TagError::Name(name.to_owned()));
        }
        if value.contains(['\n', '\r']) {
            return Err(TagError::Value(name.to_owned()));
        }
        Ok(())
    }

    /// The value of the first tag of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// Sets the value of a tag, adding the tag where it is missing.
    pub fn set(&mut self, name: &str, value: &str) {
        let name = readable(name);
        match self.0.iter_mut().find(|(n, _)| *n == name) {
            Some((_, old)) => *old = one_line(value),
            None => self.push(&name, value),
        }
    }

    /// Adds a tag, behind those of its name that are there.
    ///
    /// A line break in the value becomes a blank: a tag pair is one line. What a name cannot have
    /// (blanks, quotes, brackets, more than 200 bytes) is dropped from it, and a name of nothing
    /// else is not added. [`Tags::check`] says whether any of this would happen.
    pub fn push(&mut self, name: &str, value: &str) {
        let name = readable(name);
        if name.is_empty() {
            return;
        }
        let rank = rank(&name);
        let at = self.0.partition_point(|(n, _)| self::rank(n) <= rank);
        self.0.insert(at, (name, one_line(value)));
    }

    /// Removes every tag of this name; returns whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|(n, _)| n != name);
        self.0.len() < before
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many tags there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no tag.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds what PGN's seven tag roster lacks, and sets `Result`.
    pub fn complete(&mut self, outcome: Outcome) {
        for (name, unknown) in ROSTER {
            if self.get(name).is_none() {
                self.push(name, unknown);
            }
        }
        self.set("Result", &outcome.to_string());
    }
}

/// A tag that no record can have as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagError {
    /// Its name, which is this.
    Name(String),
    /// The value of the tag of this name.
    Value(String),
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TagError::Name(name) => write!(
                f,
                "{name:?} is no tag's name: expected 1 to {LONGEST_NAME} bytes, and no blanks, \
                 quotes, brackets or control characters"
            ),
            TagError::Value(name) => {
                write!(f, "the value of the tag {name} has a line break in it: expected one line")
            }
        }
    }
}

impl std::error::Error for TagError {}

/// Whether a tag can have this character in its name. The blank of no width, too, is passed over
/// around names.
fn is_symbol(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !"\"[](){}\u{200b}".contains(c)
}

/// Whether a tag can have this name as it stands.
#[inline]
pub(crate) fn is_name(name: &str) -> bool {
    // Every tag of every game is asked this, and nearly all names are letters.
    name.len() <= LONGEST_NAME
        && (name.bytes().all(|byte| byte.is_ascii_alphanumeric()) || name.chars().all(is_symbol))
}

/// What a tag can have of a name.
fn readable(name: &str) -> String {
    let mut readable: String = name.chars().filter(|c| is_symbol(*c)).collect();
    readable.truncate(readable.floor_char_boundary(LONGEST_NAME));
    readable
}

/// Whether this is a tag of PGN's roster or of the game's own.
pub(crate) fn is_known(name: &str) -> bool {
    rank(name) < ORDER.len()
}

fn rank(name: &str) -> usize {
    ORDER.iter().position(|n| *n == name).unwrap_or(ORDER.len())
}

fn one_line(value: &str) -> String {
    value.replace("\r\n", " ").replace(['\n', '\r'], " ")
}

/// A tag in other forms of data, that a record can have.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(try_from = "(String, String)")]
struct TagPair(String, String);

#[cfg(feature = "serde")]
impl TryFrom<(String, String)> for TagPair {
    type Error = TagError;

    fn try_from((name, value): (String, String)) -> Result<TagPair, TagError> {
        Tags::check(&name, &value).map(|()| TagPair(name, value))
    }
}

#[cfg(feature = "serde")]
impl From<Vec<TagPair>> for Tags {
    fn from(pairs: Vec<TagPair>) -> Tags {
        let mut tags = Tags::new();
        for TagPair(name, value) in pairs {
            tags.push(&name, &value);
        }
        tags
    }
}

impl From<Tags> for Vec<(String, String)> {
    fn from(tags: Tags) -> Vec<(String, String)> {
        tags.0
    }
}
