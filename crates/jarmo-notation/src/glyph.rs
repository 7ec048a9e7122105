//! Glyphs: `$n` and its `!` `?` spellings.

use std::fmt;
use std::str::FromStr;

/// A numeric annotation glyph (NAG) of PGN's standard, section 10: 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Glyph(pub u8);

/// The glyphs that have a spelling of their own, longest spellings first.
const SPELLINGS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

impl Glyph {
    /// `!`, a good turn.
    pub const GOOD: Glyph = Glyph(1);
    /// `?`, a mistake.
    pub const MISTAKE: Glyph = Glyph(2);
    /// `??`, a blunder.
    pub const BLUNDER: Glyph = Glyph(4);
    /// `?!`, a dubious turn.
    pub const DUBIOUS: Glyph = Glyph(6);

    /// `!`, `?`, `!!`, `??`, `!?` or `?!`, for the six glyphs that have such a spelling.
    #[must_use]
    pub fn spelling(self) -> Option<&'static str> {
        SPELLINGS.iter().find(|(_, glyph)| *glyph == self.0).map(|(text, _)| *text)
    }

    /// How people write it: its spelling where it has one, else `$n`.
    #[must_use]
    pub fn shown(self) -> String {
        self.spelling().map_or_else(|| self.to_string(), str::to_owned)
    }
}

impl fmt::Display for Glyph {
    /// The canonical form: `$n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

impl FromStr for Glyph {
    type Err = ParseGlyphError;

    /// Reads a number, with or without `$`, or one of the six spellings.
    fn from_str(text: &str) -> Result<Glyph, ParseGlyphError> {
        if let Some((_, glyph)) = SPELLINGS.iter().find(|(spelling, _)| *spelling == text) {
            return Ok(Glyph(*glyph));
        }
        let digits = text.strip_prefix('$').unwrap_or(text);
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_| plain).map(Glyph).ok_or(ParseGlyphError)
    }
}

/// The text is no glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseGlyphError;

impl fmt::Display for ParseGlyphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected !, ?, !!, ??, !?, ?! or $0 to $255")
    }
}

impl std::error::Error for ParseGlyphError {}
