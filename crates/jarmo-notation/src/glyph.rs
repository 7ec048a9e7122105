//! Glyphs: `$n` and its `!` `?` spellings.

use std::fmt;
use std::str::FromStr;

use crate::letters::dash;

/// A numeric annotation glyph (NAG) of PGN's standard, section 10: 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Glyph(pub u8);

/// The glyphs that have a spelling of their own, longest spellings first.
const SPELLINGS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// Signs that annotators write and that say the same whoever has moved, or whose side they name.
/// Others, such as that for an attack, are two glyphs, one for each side.
const SIGNS: [(&str, u8); 16] = [
    ("\u{203c}", 3),   // two exclamation marks
    ("\u{2047}", 4),   // two question marks
    ("\u{2049}", 5),   // an exclamation and a question mark
    ("\u{2048}", 6),   // the other way round
    ("\u{25a1}", 7),   // a square: the only turn
    ("\u{221e}", 13),  // infinity: unclear
    ("\u{2a72}", 14),  // a plus above an equals sign
    ("\u{2a71}", 15),  // a plus below one
    ("\u{b1}", 16),    // plus or minus
    ("\u{2213}", 17),  // minus or plus
    ("\u{2206}", 140), // a delta: with the idea
    ("\u{25b3}", 140),
    ("\u{2207}", 141), // aimed against
    ("\u{2313}", 142), // better is
    ("N", 146),        // new
    ("D", 220),        // a diagram
];

/// A sign of annotators in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// One that a glyph stands for.
    Glyph(Glyph),
    /// One that no glyph stands for, or one for each side.
    Other,
}

impl Sign {
    /// Reads a sign from the start of `text`, and says how many bytes it took.
    pub(crate) fn scan(text: &[u8]) -> Option<(Sign, usize)> {
        if let Some((glyph, len)) = balance(text) {
            return Some((Sign::Glyph(Glyph(glyph)), len));
        }
        let known = SIGNS.iter().find(|(sign, _)| text.starts_with(sign.as_bytes()));
        let (sign, len) = match (known, text) {
            (Some((sign, glyph)), _) => (Sign::Glyph(Glyph(*glyph)), sign.len()),
            // In Latin-1.
            (None, [0xb1, ..]) => (Sign::Glyph(Glyph(16)), 1),
            // With compensation.
            (None, [b'=', 0xe2, 0x88, 0x9e, ..]) => (Sign::Other, 4),
            // U+2190 to U+2BFF: arrows, and mathematical and other symbols.
            (None, [0xe2, 0x86..=0xaf, 0x80..=0xbf, ..]) if dash(text) == 0 => (Sign::Other, 3),
            _ => return None,
        };
        // A letter is a sign only where it is a word of its own.
        if text[0].is_ascii_alphabetic() && text.get(len).is_some_and(u8::is_ascii_alphanumeric) {
            return None;
        }
        // What says that it is to be shown in black, or in colour.
        let variant = matches!(text[len..], [0xef, 0xb8, 0x8e | 0x8f, ..]);
        Some((sign, if variant { len + 3 } else { len }))
    }
}

/// How the sides stand, in signs of ASCII with any dash: the glyph, and how many bytes it took.
/// What is good for White stands first, whoever has moved.
fn balance(text: &[u8]) -> Option<(u8, usize)> {
    let slash = |at: usize| usize::from(text.get(at) == Some(&b'/'));
    let (glyph, len) = match text {
        [b'+', ..] => {
            let at = 1 + slash(1);
            match (text.get(at), dash(text.get(at..)?)) {
                (Some(b'='), _) => (14, at + 1),
                (_, 0) => return None,
                (_, len) if at > 1 => (16, at + len),
                (_, len) => match dash(&text[at + len..]) {
                    0 => (18, at + len),
                    second => (20, at + len + second),
                },
            }
        }
        [b'=', ..] => {
            let at = 1 + slash(1);
            match text.get(at) {
                Some(b'+') => (15, at + 1),
                Some(0xe2) if text[at..].starts_with("\u{221e}".as_bytes()) => return None,
                _ if at == 1 => (10, 1),
                _ => return None,
            }
        }
        _ => {
            let len = Some(dash(text)).filter(|len| *len > 0)?;
            let at = len + slash(len);
            (text.get(at) == Some(&b'+')).then_some((if at > len { 17 } else { 19 }, at + 1))?
        }
    };
    // `+-+` and the like say nothing.
    let more = text.get(len).is_some_and(|byte| b"+=/<>".contains(byte));
    (!more).then_some((glyph, len))
}

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

    /// Reads a number, with or without `$`, one of the six spellings, or a sign that annotators
    /// write, such as `+-` or `±`.
    fn from_str(text: &str) -> Result<Glyph, ParseGlyphError> {
        if let Some((Sign::Glyph(glyph), len)) = Sign::scan(text.as_bytes())
            && len == text.len()
        {
            return Ok(glyph);
        }
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
        f.write_str("expected !, ?, !!, ??, !?, ?!, $0 to $255 or a sign such as += or +-")
    }
}

impl std::error::Error for ParseGlyphError {}

#[cfg(test)]
mod tests {
    use super::{Glyph, Sign};

    #[test]
    fn signs_are_the_glyphs_that_they_are() {
        for (text, glyph) in [
            ("=", 10),
            ("\u{221e}", 13),
            ("+=", 14),
            ("+/=", 14),
            ("\u{2a72}", 14),
            ("=+", 15),
            ("=/+", 15),
            ("\u{2a71}", 15),
            ("+/-", 16),
            ("\u{b1}", 16),
            ("-/+", 17),
            ("\u{2213}", 17),
            ("+-", 18),
            ("+\u{2212}", 18),
            ("-+", 19),
            ("\u{2013}+", 19),
            ("+--", 20),
            ("\u{25a1}", 7),
            ("N", 146),
            ("D", 220),
            ("\u{2049}\u{fe0f}", 5),
        ] {
            for behind in ["", " ", ")", "{"] {
                let scanned = Sign::scan((text.to_owned() + behind).as_bytes());
                assert_eq!(
                    scanned,
                    Some((Sign::Glyph(Glyph(glyph)), text.len())),
                    "{text}{behind}"
                );
            }
            assert_eq!(text.parse(), Ok(Glyph(glyph)), "{text}");
        }
        assert_eq!(Sign::scan(b"\xb1 "), Some((Sign::Glyph(Glyph(16)), 1)), "in Latin-1");
    }

    #[test]
    fn other_signs_are_told_from_words_and_dashes() {
        for (text, len) in [("\u{25cb}", 3), ("\u{2192} x", 3), ("=\u{221e}", 4), ("\u{2295}x", 3)]
        {
            assert_eq!(Sign::scan(text.as_bytes()), Some((Sign::Other, len)), "{text}");
            assert!(text.parse::<Glyph>().is_err(), "{text}");
        }
        for text in [
            "", "+", "-", "--", "\u{2212}", "New", "D1-C3", "+-+", "==", "+/", "=/", "~",
            "\u{2014}",
        ] {
            assert_eq!(Sign::scan(text.as_bytes()), None, "{text}");
        }
    }
}
