//! Comments, and the commands `[%name ...]` that other programs leave in them.

use std::fmt;

/// Brings a comment into the form that records keep: no blanks around its lines, none empty at
/// its ends. A comment that braces cannot hold, since it has a closing one, must be one line: one
/// of several lines becomes several comments.
pub(crate) fn normalize(text: &str) -> Vec<String> {
    let unified = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines = unified.trim().split('\n').map(str::trim);
    let comments: Vec<String> = if unified.contains('}') {
        lines.map(str::to_owned).collect()
    } else {
        vec![lines.collect::<Vec<_>>().join("\n")]
    };
    comments.into_iter().filter(|comment| !comment.is_empty()).collect()
}

/// A command in a comment, `[%name arguments]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// The name, without `%`.
    pub name: &'a str,
    /// What stands between the name and the bracket, without blanks around it.
    pub arguments: &'a str,
}

/// The commands in a comment, in order, known or not.
pub fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        let start = rest.find("[%")?;
        let end = start + rest[start..].find(']')?;
        let inner = &rest[start + 2..end];
        rest = &rest[end + 1..];
        let (name, arguments) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        Some(Command { name, arguments: arguments.trim() })
    })
}

/// A comment without its commands.
#[must_use]
pub fn without_commands(comment: &str) -> String {
    let mut pieces = Vec::new();
    let mut rest = comment;
    while let Some(start) = rest.find("[%") {
        let Some(len) = rest[start..].find(']') else { break };
        pieces.push(rest[..start].trim());
        rest = &rest[start + len + 1..];
    }
    pieces.push(rest.trim());
    pieces.retain(|piece| !piece.is_empty());
    pieces.join(" ")
}

/// An evaluation, `[%eval 0.35,12]`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Eval {
    /// Points of final margin, White's view.
    pub points: f64,
    /// How deep the search was, in turns.
    pub depth: Option<u32>,
}

impl Eval {
    /// The first evaluation in a comment.
    #[must_use]
    pub fn find(comment: &str) -> Option<Eval> {
        let command = commands(comment).find(|command| command.name == "eval")?;
        let (points, depth) = match command.arguments.split_once(',') {
            Some((points, depth)) => (points, depth.trim().parse().ok()),
            None => (command.arguments, None),
        };
        let points: f64 = points.trim().parse().ok()?;
        points.is_finite().then_some(Eval { points, depth })
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%eval {:.2}", self.points)?;
        if let Some(depth) = self.depth {
            write!(f, ",{depth}")?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_and_left_out() {
        let comment = "Good. [%eval -0.35,12] [%clk 0:00:42] So [%x] it is [%broken";
        let found: Vec<_> = commands(comment).map(|c| (c.name, c.arguments)).collect();
        assert_eq!(found, [("eval", "-0.35,12"), ("clk", "0:00:42"), ("x", "")]);
        assert_eq!(without_commands(comment), "Good. So it is [%broken");
        assert_eq!(Eval::find(comment), Some(Eval { points: -0.35, depth: Some(12) }));
        assert_eq!(Eval::find(comment).unwrap().to_string(), "[%eval -0.35,12]");
        assert_eq!(Eval::find("[%eval NaN]"), None);
    }
}
