//! Remarks behind commands: `C1-E2 # the best there is`.

/// A line without the remark at its end. `#` begins one where it begins a word, but for quotes and
/// for the comments of a record, in braces or behind `;`.
pub(super) fn without_remark(line: &str) -> &str {
    let mut at = 0;
    let mut word_begins = true;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at + c.len_utf8()..];
        let closing = match c {
            '#' if word_begins => return line[..at].trim_end(),
            ';' if word_begins => return line,
            '"' | '\'' if word_begins => Some(c),
            '{' => Some('}'),
            _ => None,
        };
        at += c.len_utf8();
        word_begins = c.is_whitespace();
        // What is not closed is no quote.
        if let Some(end) = closing.and_then(|closing| rest.find(closing)) {
            at += end + 1;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::without_remark;

    #[test]
    fn remarks_begin_where_words_do() {
        for (line, without) in [
            ("# all", ""),
            ("C1-E2 # good", "C1-E2"),
            ("C1-E2\t#good # so", "C1-E2"),
            ("C1-E2 {No. # 1} # good", "C1-E2 {No. # 1}"),
            ("C1-E2{No. # 1} # good", "C1-E2{No. # 1}"),
            ("C1-E2 ; # 1", "C1-E2 ; # 1"),
            ("save \"a #1.jgn\" # now", "save \"a #1.jgn\""),
            ("save 'a #1.jgn' # now", "save 'a #1.jgn'"),
            ("games Anna's # hers", "games Anna's"),
            ("load a#1.jgn", "load a#1.jgn"),
            ("load \"a # b", "load \"a"),
            ("flip # ž", "flip"),
            ("ž {ž", "ž {ž"),
        ] {
            assert_eq!(without_remark(line), without, "{line}");
        }
    }
}
