//! What is wrong with a record, and where.

use std::fmt;

/// How bad a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Severity {
    /// The record is read as it was meant, but does not say it as it should.
    Warning,
    /// Something could not be read as it stands.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Location {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1; a byte that is no UTF-8 counts as one.
    pub column: u64,
    /// The bytes before it in the file.
    pub offset: u64,
}

impl Location {
    pub(crate) const START: Location = Location { line: 1, column: 1, offset: 0 };

    /// The place after these bytes, which stand behind the byte `before`. Lines end with LF, CR LF,
    /// or CR alone.
    pub(crate) fn after(self, before: u8, bytes: &[u8]) -> Location {
        // Bytes that only continue a character do not count.
        let columns = |bytes: &[u8]| bytes.iter().filter(|b| **b & 0xc0 != 0x80).count() as u64;
        let offset = self.offset + bytes.len() as u64;
        match memchr::memrchr2(b'\n', b'\r', bytes) {
            None => Location { line: self.line, column: self.column + columns(bytes), offset },
            Some(last) => Location {
                line: self.line + line_breaks(before, bytes),
                column: 1 + columns(&bytes[last + 1..]),
                offset,
            },
        }
    }
}

/// How many line breaks there are in these bytes behind the byte `before`. CR LF is one, and counts
/// as soon as the CR is there.
fn line_breaks(before: u8, bytes: &[u8]) -> u64 {
    if before != b'\r' && memchr::memchr(b'\r', bytes).is_none() {
        return memchr::memchr_iter(b'\n', bytes).count() as u64;
    }
    let previous = |at: usize| at.checked_sub(1).map_or(before, |at| bytes[at]);
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
    ends.filter(|at| bytes[*at] == b'\r' || previous(*at) != b'\r').count() as u64
}

/// The line a fault is on, or the part of a long one around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Excerpt {
    /// The text, without line breaks or other control characters.
    pub text: String,
    /// How many characters of it come before the fault.
    pub caret: usize,
    /// How many characters the fault is wide, at least 1.
    pub width: usize,
}

/// One fault in a record.
///
/// Its `Display` is one line, `LINE:COLUMN: error: what is wrong; what was done about it`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub location: Location,
    /// What was wrong and what was expected.
    pub message: String,
    /// What was done about it.
    pub action: String,
    /// The line it is on.
    pub excerpt: Excerpt,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { line, column, .. } = self.location;
        write!(f, "{line}:{column}: {}: {}", self.severity, self.message)?;
        if self.action.is_empty() { Ok(()) } else { write!(f, "; {}", self.action) }
    }
}

/// What a [`Visitor`](crate::Visitor) has to say against something it was shown: the reader adds
/// where it is and reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How bad it is.
    pub severity: Severity,
    /// What was wrong and what was expected.
    pub message: String,
    /// What is done about it.
    pub action: String,
}

impl Fault {
    /// An error.
    pub fn error(message: impl Into<String>, action: impl Into<String>) -> Fault {
        Fault { severity: Severity::Error, message: message.into(), action: action.into() }
    }

    /// A warning.
    pub fn warning(message: impl Into<String>, action: impl Into<String>) -> Fault {
        Fault { severity: Severity::Warning, message: message.into(), action: action.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::Location;

    #[test]
    fn lines_end_with_lf_crlf_or_cr() {
        for (text, line, column) in [
            ("", 1, 1),
            ("ab", 1, 3),
            ("a\n", 2, 1),
            ("a\r\n", 2, 1),
            ("a\r", 2, 1),
            ("a\rb", 2, 2),
            ("a\n\rb", 3, 2),
            ("a\r\rb", 3, 2),
            ("a\r\n\r\nšč", 3, 3),
            ("\na\r\nb\rc\nd", 5, 2),
        ] {
            // Wherever it is taken apart.
            for cut in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let (first, second) = text.as_bytes().split_at(cut);
                let middle = Location::START.after(b'\n', first);
                let end = middle.after(first.last().copied().unwrap_or(b'\n'), second);
                let expected = Location { line, column, offset: text.len() as u64 };
                assert_eq!(end, expected, "{text:?} cut at {cut}");
            }
        }
    }
}
