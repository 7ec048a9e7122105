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

#[cfg(test)]
mod tests {
    use super::wide_blank;

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
