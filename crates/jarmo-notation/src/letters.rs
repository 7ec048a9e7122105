//! Characters that stand for plainer ones, in the bytes of UTF-8, Latin-1 or Windows-1252.

/// The length of the dash at hand, 0 where there is none: a hyphen, any of Unicode's dashes from
/// U+2010 to U+2015, or the minus sign.
#[inline]
pub(crate) fn dash(text: &[u8]) -> usize {
    match text {
        [b'-' | WINDOWS_EN_DASH | WINDOWS_EM_DASH, ..] => 1,
        [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => 3,
        _ => 0,
    }
}

const WINDOWS_EN_DASH: u8 = 0x96;
const WINDOWS_EM_DASH: u8 = 0x97;

/// The length of the pass at hand, 0 where there is none: two dashes, or the long one that word
/// processors make of two hyphens.
pub(crate) fn pass(text: &[u8]) -> usize {
    let first = dash(text);
    let second = dash(&text[first..]);
    match text {
        _ if first == 0 => 0,
        _ if second > 0 => first + second,
        [0xe2, 0x80, 0x93..=0x95, ..] | [WINDOWS_EN_DASH | WINDOWS_EM_DASH, ..] => first,
        _ => 0,
    }
}

/// The length of the capture sign at hand, 0 where there is none: `x`, `:` or the multiplication
/// sign. An `x` before a digit is a file.
pub(crate) fn cross(text: &[u8]) -> usize {
    match text {
        [b'x' | b'X', b'1'..=b'9', ..] => 0,
        [b'x' | b'X' | b':' | 0xd7, ..] => 1,
        [0xc3, 0x97, ..] => 2,
        _ => 0,
    }
}

/// The length of the blank at hand that is none of ASCII's, 0 where there is none: what web pages
/// and word processors put between words.
pub(crate) fn wide_blank(text: &[u8]) -> usize {
    match text {
        [0xc2, 0x85 | 0xa0, ..] => 2,
        [0xe2, 0x80, 0x80..=0x8b | 0xa8 | 0xa9 | 0xaf, ..] => 3,
        [0xe2, 0x81, 0x9f, ..] | [0xe3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// The length of the three dots in one character at hand, 0 where there are none.
pub(crate) fn ellipsis(text: &[u8]) -> usize {
    match text {
        [0xe2, 0x80, 0xa6, ..] => 3,
        [WINDOWS_ELLIPSIS, ..] => 1,
        _ => 0,
    }
}

const WINDOWS_ELLIPSIS: u8 = 0x85;

/// What Windows-1252 has where Latin-1 has control characters, from 0x80 on; where it has nothing,
/// these.
const WINDOWS: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// A text in Windows-1252, which has all of Latin-1 but its control characters.
pub(crate) fn windows_1252(bytes: &[u8]) -> String {
    let character = |byte: &u8| match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(*byte),
    };
    bytes.iter().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::{wide_blank, windows_1252};

    #[test]
    fn windows_1252_is_whole() {
        let text = windows_1252(b"A\x80 \x8atefan\x92s \x93so\x94\x85 \x96\x97 \xe9\xff");
        assert_eq!(text, "A\u{20ac} \u{160}tefan’s “so”… –— éÿ");
        let all: Vec<u8> = (0..=255).collect();
        let mut characters: Vec<char> = windows_1252(&all).chars().collect();
        characters.sort_unstable();
        characters.dedup();
        assert_eq!(characters.len(), 256, "no two are the same");
    }

    #[test]
    fn every_blank_of_unicode_is_one() {
        for c in ('\u{80}'..=char::MAX).filter(|c| c.is_whitespace() && *c != '\u{1680}') {
            let text = c.to_string();
            assert_eq!(wide_blank(text.as_bytes()), text.len(), "U+{:04X}", u32::from(c));
        }
        assert_eq!(wide_blank("\u{200b}".as_bytes()), 3, "of no width");
        for text in ["", " ", "½", "…", "–", "±"] {
            assert_eq!(wide_blank(text.as_bytes()), 0, "{text}");
        }
    }
}
