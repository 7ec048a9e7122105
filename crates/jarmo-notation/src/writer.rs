//! Writing records as JGN.

use std::fmt::{self, Write};

use jarmo_core::Side;

use crate::record::{NodeId, Record};
use crate::turn::TurnText;

/// The longest line that is written where there is a blank to break it at, in characters.
const WIDTH: usize = 80;

impl fmt::Display for Record {
    /// The canonical form: escape lines, tags, and the movetext in lines of at most 80 characters.
    ///
    /// It says what the record says and adds nothing; [`Record::complete`] adds the tags that a
    /// record should have. In a file of several games they are needed: a game without tags that
    /// begins with a comment looks like the end of the one before.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.escapes.iter().flat_map(|escape| lines(escape)) {
            writeln!(f, "%{line}")?;
        }
        for (name, value) in self.tags.iter() {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        if !self.tags.is_empty() || !self.escapes.is_empty() {
            writeln!(f)?;
        }
        let mut text = Movetext { out: f, column: 0, word: String::new(), glue: false };
        text.game(self)?;
        text.line_break()
    }
}

/// The lines of a text, whichever way they end.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// What is left to write of a record, the next thing last.
enum Task {
    /// A turn, and all that follows it in its line.
    Line(NodeId),
    Open,
    Close,
    /// The turn after this one, numbered in any case.
    Resume(NodeId),
}

struct Movetext<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    /// How many characters of the line are written.
    column: usize,
    /// The word to be written next, once it is known that nothing more belongs to it.
    word: String,
    /// Whether what comes next belongs to that word.
    glue: bool,
}

impl Movetext<'_, '_> {
    fn game(&mut self, record: &Record) -> fmt::Result {
        self.comments(record.node(NodeId::ROOT).comments())?;
        // No recursion: a record may be nested deeper than the stack.
        let mut tasks = Vec::new();
        if let Some(first) = record.next(NodeId::ROOT) {
            tasks.push(Task::Line(first));
        }
        while let Some(task) = tasks.pop() {
            match task {
                Task::Line(id) => self.line(record, id, &mut tasks)?,
                Task::Resume(id) => {
                    if let Some(next) = record.next(id) {
                        tasks.push(Task::Line(next));
                    }
                }
                Task::Open => {
                    self.word("(")?;
                    self.glue = true;
                }
                Task::Close => {
                    self.glue = true;
                    self.word(")")?;
                }
            }
        }
        self.word(record.outcome)
    }

    /// Writes a line of play up to the first turn that has variations on it, and leaves those and
    /// the rest of the line as tasks.
    fn line(&mut self, record: &Record, first: NodeId, tasks: &mut Vec<Task>) -> fmt::Result {
        let mut numbered = true;
        let mut at = Some(first);
        while let Some(id) = at {
            self.turn(record, id, numbered)?;
            let node = record.node(id);
            numbered = !node.comments().is_empty();
            let siblings = match record.parent(id) {
                Some(parent) if record.next(parent) == Some(id) => {
                    &record.node(parent).children()[1..]
                }
                _ => &[],
            };
            if !siblings.is_empty() {
                tasks.push(Task::Resume(id));
                for sibling in siblings.iter().rev() {
                    tasks.extend([Task::Close, Task::Line(*sibling), Task::Open]);
                }
                return Ok(());
            }
            at = record.next(id);
        }
        Ok(())
    }

    /// A turn with its number, glyphs and comments.
    fn turn(&mut self, record: &Record, id: NodeId, numbered: bool) -> fmt::Result {
        let node = record.node(id);
        let before = record.node(record.parent(id).unwrap_or(NodeId::ROOT)).position();
        match before.to_move() {
            Side::White => self.word(format_args!("{}.", before.turn_number()))?,
            Side::Black if numbered || !node.comments_before().is_empty() => {
                self.word(format_args!("{}...", before.turn_number()))?;
            }
            Side::Black => {}
        }
        self.comments(node.comments_before())?;
        if let Some(turn) = node.turn() {
            self.word(TurnText::new(turn, record.rules().board()))?;
        }
        for glyph in node.glyphs() {
            self.word(glyph)?;
        }
        self.comments(node.comments())
    }

    fn comments(&mut self, comments: &[String]) -> fmt::Result {
        for comment in comments {
            if comment.contains('}') {
                self.word(format_args!("; {comment}"))?;
                self.line_break()?;
            } else {
                self.braced(comment)?;
            }
        }
        Ok(())
    }

    /// A comment in braces. A line break in it becomes a blank line, and other lines are broken
    /// where one blank stands alone, so that reading gives the same text back.
    fn braced(&mut self, comment: &str) -> fmt::Result {
        let text = format!("{{{comment}}}");
        for (i, paragraph) in text.split('\n').enumerate() {
            if i > 0 {
                // The first break ends the line, and each further one makes a blank line.
                if self.column > 0 || !self.word.is_empty() {
                    self.line_break()?;
                }
                self.line_break()?;
                // A line that starts with a bracket could be taken for a tag.
                if paragraph.starts_with('[') {
                    self.word(" ")?;
                    self.glue = true;
                }
            }
            for word in words(paragraph) {
                self.word(word)?;
            }
        }
        Ok(())
    }

    fn line_break(&mut self) -> fmt::Result {
        self.flush()?;
        self.column = 0;
        self.out.write_char('\n')
    }

    /// A word, after a blank or on a new line unless it is glued to the one before.
    fn word(&mut self, word: impl fmt::Display) -> fmt::Result {
        if !std::mem::take(&mut self.glue) {
            self.flush()?;
        }
        write!(self.word, "{word}")
    }

    fn flush(&mut self) -> fmt::Result {
        let width = self.word.chars().count();
        if width == 0 {
            return Ok(());
        }
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.column += width;
        self.out.write_str(&self.word)?;
        self.word.clear();
        Ok(())
    }
}

/// The parts of a paragraph between which a line may be broken: at blanks that stand alone, and
/// not before a bracket, which at the start of a line could be taken for a tag.
fn words(paragraph: &str) -> impl Iterator<Item = &str> {
    let breaks = |at: usize| {
        let before = paragraph[..at].chars().next_back();
        let after = paragraph[at + 1..].chars().next();
        before.is_some_and(|c| !c.is_whitespace())
            && after.is_some_and(|c| !c.is_whitespace() && c != '[')
    };
    let mut start = Some(0).filter(|_| !paragraph.is_empty());
    std::iter::from_fn(move || {
        let from = start?;
        let end =
            paragraph[from..].match_indices(' ').map(|(i, _)| from + i).find(|at| breaks(*at));
        start = end.map(|end| end + 1);
        Some(&paragraph[from..end.unwrap_or(paragraph.len())])
    })
}
