//! Lines that have come and are not obeyed yet.

use std::collections::VecDeque;

/// What was pasted or typed ahead, in its order.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    lines: VecDeque<String>,
    /// The beginning of a line whose end has not come.
    begun: String,
}

impl Waiting {
    /// Takes a text that was entered as one, of one line or several: a line break at its end ends
    /// the last line, and begins none.
    pub(super) fn enter(&mut self, text: &str) {
        let text = text.strip_suffix('\n').unwrap_or(text);
        self.lines.extend(text.split('\n').map(str::to_owned));
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
}
