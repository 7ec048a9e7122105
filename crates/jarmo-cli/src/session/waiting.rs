//! Lines that have come and are not obeyed yet.

use std::collections::VecDeque;

use super::remark::without_remark;
use super::vocabulary;

/// What was pasted or typed ahead, in its order.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    lines: VecDeque<String>,
    /// The beginning of a line whose end has not come.
    begun: String,
}

impl Waiting {
    /// Takes a text that was entered as one, of one line or several: a line break at its end ends
    /// the last line, and begins none. A comment of a record that is broken in lines is one.
    pub(super) fn enter(&mut self, text: &str) {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let mut begun: Option<String> = None;
        let mut rest = Some(text);
        while let Some(text) = rest {
            let (line, behind) = match text.split_once('\n') {
                Some((line, behind)) => (line, Some(behind)),
                None => (text, None),
            };
            rest = behind;
            let line = match begun.take() {
                Some(begun) => begun + " " + line.trim(),
                None => line.to_owned(),
            };
            if begins_comment(&line) && behind.is_some_and(ends_comment) {
                begun = Some(line);
            } else {
                self.lines.push_back(line);
            }
        }
    }

    /// Takes what was typed while nobody listened: its last line may go on.
    pub(super) fn type_ahead(&mut self, typed: &str) {
        let mut lines = typed.split('\n');
        self.begun += lines.next_back().unwrap_or_default();
        self.lines.extend(lines.map(str::to_owned));
    }

    /// Has this line come next.
    pub(super) fn put_back(&mut self, line: String) {
        self.lines.push_front(line);
    }

    pub(super) fn next(&mut self) -> Option<String> {
        self.lines.pop_front()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The beginning of the line that is to be typed on.
    pub(super) fn take_begun(&mut self) -> String {
        std::mem::take(&mut self.begun)
    }
}

/// Whether a line of turns ends within a comment in braces.
fn begins_comment(line: &str) -> bool {
    let is_command =
        line.split_whitespace().next().is_some_and(|word| vocabulary::find(word).is_ok());
    let line = without_remark(line);
    !is_command && line.rfind('{') > line.rfind('}')
}

/// Whether a text ends such a comment before another begins.
fn ends_comment(text: &str) -> bool {
    text.find(['{', '}']).is_some_and(|at| text[at..].starts_with('}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_in_their_order() {
        let mut waiting = Waiting::default();
        waiting.enter("a\n\nb\n");
        waiting.type_ahead("c\nd");
        waiting.type_ahead("e");
        waiting.put_back("z".to_owned());
        let lines: Vec<String> = std::iter::from_fn(|| waiting.next()).collect();
        assert_eq!(lines, ["z", "a", "", "b", "c"]);
        assert_eq!(waiting.take_begun(), "de");
    }

    #[test]
    fn a_broken_comment_is_one_line() {
        for (text, lines) in [
            ("1. C1-E2 {So\n  it is.} E5-C4\nback", vec!["1. C1-E2 {So it is.} E5-C4", "back"]),
            ("{a\nb\nc} {d\ne}", vec!["{a b c} {d e}"]),
            ("C1-E2 {a\nE5-C4", vec!["C1-E2 {a", "E5-C4"]),
            ("C1-E2 {a\nE5-C4 {b}", vec!["C1-E2 {a", "E5-C4 {b}"]),
            ("C1-E2 # {\n}", vec!["C1-E2 # {", "}"]),
            ("comment {\n}", vec!["comment {", "}"]),
        ] {
            let mut waiting = Waiting::default();
            waiting.enter(text);
            let found: Vec<String> = std::iter::from_fn(|| waiting.next()).collect();
            assert_eq!(found, lines, "{text:?}");
        }
    }
}
