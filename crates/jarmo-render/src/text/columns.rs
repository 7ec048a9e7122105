//! How much room text takes in a terminal, and what a terminal is to be given of it.

use unicode_width::UnicodeWidthChar;

/// How many columns a text of one line takes.
#[must_use]
pub fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// As much of the start of a text as has room in so many columns.
#[must_use]
pub fn cut(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    let too_much = text.char_indices().find(|(_, c)| {
        taken += c.width().unwrap_or(0);
        taken > columns
    });
    &text[..too_much.map_or(text.len(), |(at, _)| at)]
}

/// A text in one line that does nothing to a terminal but show: line breaks and tabs become
/// blanks, other characters that it would obey U+FFFD.
#[must_use]
pub fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
        c if is_shown(c) => c,
        _ => char::REPLACEMENT_CHARACTER,
    };
    text.chars().map(shown).collect()
}

/// Whether a terminal only shows this character. Others are obeyed: controls, breaks, and those that
/// turn the direction of what follows.
#[must_use]
pub fn is_shown(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}') && !is_direction(c)
}

/// Whether a character turns the direction of those that follow, on and on.
fn is_direction(c: char) -> bool {
    let marks = ['\u{61c}', '\u{200e}', '\u{200f}'];
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') || marks.contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(columns("ab"), 2);
        assert_eq!(columns("好a"), 3);
        assert_eq!(columns("e\u{301}"), 1);
        assert_eq!(cut("好好好", 5), "好好");
        assert_eq!(cut("ae\u{301}b", 2), "ae\u{301}");
        assert_eq!(cut("ab", 9), "ab");
    }

    #[test]
    fn escapes_are_not_passed_on() {
        assert_eq!(printable("a\u{1b}[2J\r\nb\u{9b}"), "a\u{fffd}[2J  b\u{fffd}");
        assert_eq!(printable("Zoë 好"), "Zoë 好");
    }
}
