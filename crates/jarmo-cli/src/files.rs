//! Reading files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use jarmo_core::Board;
use jarmo_notation::{Boards, Diagnostic, Record, Records, Severity};

use crate::output;
use crate::seen::{Seen, Watched};

/// What is said of a file in UTF-16, as of one of games.
const UTF_16: &str =
    "the file is in UTF-16: expected UTF-8; nothing of it is read; save it as UTF-8";

/// What is said of a file that is no game record.
pub(crate) const NO_RECORD: &str = "no game record: there is no tag of one in it and no turn";

/// Opens a file for reading; `-` is standard input.
pub(crate) fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| path.display().to_string())?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        bail!("{}: it is a directory, a file was expected", path.display());
    }
    Ok(Box::new(file))
}

/// What a file's name ends in behind its last dot, in small letters.
pub(crate) fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_lowercase())
}

/// A line without the byte-order mark that some programs put before the first one.
pub(crate) fn without_mark(line: &str) -> &str {
    line.strip_prefix('\u{feff}').unwrap_or(line)
}

/// Opens a file for reading, so that it can be told later whether it was changed meanwhile.
pub(crate) fn watch(path: &Path) -> anyhow::Result<Watched<Box<dyn Read>>> {
    Ok(Watched::new(output::identity(path), open(path)?))
}

/// Text that must be UTF-8, past the byte-order mark that some programs put before it. Games are
/// not read by way of this: their reader sees to it, and to other encodings.
///
/// # Errors
///
/// That it begins as a file in UTF-16 does, or what the reader returns.
pub(crate) fn utf_8(mut reader: impl Read) -> anyhow::Result<impl Read> {
    let mut start = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut start)?;
    match start[..] {
        [0xef, 0xbb, 0xbf, ..] => drop(start.drain(..3)),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => bail!(UTF_16),
        // ASCII characters of two bytes each: there is no such byte in JSON and the like.
        [a, 0, b, 0] | [0, a, 0, b] if a != 0 && b != 0 => bail!(UTF_16),
        _ => {}
    }
    Ok(io::Cursor::new(start).chain(reader))
}

/// All of a text that must be UTF-8, without its byte-order mark.
pub(crate) fn text(reader: impl Read) -> anyhow::Result<String> {
    let mut text = String::new();
    utf_8(reader)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Reads a board's data.
pub(crate) fn read_board(path: &Path) -> anyhow::Result<Board> {
    let at = || path.display().to_string();
    let text = text(open(path)?).with_context(at)?;
    serde_json::from_str(&text).with_context(at)
}

/// What is said of a file that is no game record, from the first fault in it on.
pub(crate) fn no_record(path: &Path, faults: &[Diagnostic]) -> anyhow::Error {
    if extension(path).as_deref() == Some("json") {
        let path = path.display();
        return anyhow!("{path}: no game record: jarmo convert {path} --to jgn makes one of JSON");
    }
    let path = path.display();
    match faults.iter().find(|fault| fault.severity == Severity::Error) {
        Some(Diagnostic { location, message, .. }) => {
            anyhow!("{path}: no game record: {}:{}: {message}", location.line, location.column)
        }
        None => anyhow!("{path}: {NO_RECORD}"),
    }
}

/// A file of games that was read.
pub(crate) struct Games {
    /// The games.
    pub(crate) records: Vec<Record>,
    /// What is wrong with them.
    pub(crate) faults: Vec<Diagnostic>,
    /// The file as it was read.
    pub(crate) seen: Seen,
}

/// Reads all games of a file.
///
/// # Errors
///
/// That it is no game record, or has no game, or cannot be read.
pub(crate) fn read_records(path: &Path, boards: Boards<'_>) -> anyhow::Result<Games> {
    let at = || path.display().to_string();
    let mut watched = watch(path)?;
    let mut reader = Records::new(&mut watched, boards);
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    while let Some((record, found)) = reader.next_record().with_context(at)? {
        records.push(record);
        faults.extend(found);
    }
    if !reader.is_record() {
        return Err(no_record(path, &faults));
    }
    if records.is_empty() {
        bail!("{}: there is no game in it", path.display());
    }
    let seen = watched.seen().with_context(at)?;
    Ok(Games { records, faults, seen })
}

#[cfg(test)]
mod tests {
    use super::{UTF_16, text};

    #[test]
    fn a_mark_of_utf_8_is_passed_over_and_utf_16_is_named() {
        for good in ["", "{", "{}", "{}\n", "# \u{161}", "\u{161}\u{161}"] {
            assert_eq!(text(good.as_bytes()).unwrap(), good);
            let marked = format!("\u{feff}{good}");
            assert_eq!(text(marked.as_bytes()).unwrap(), good);
        }
        for wide in ["\u{feff}{}", "\u{feff}", "{}", "ascii = true"] {
            let units = || wide.encode_utf16();
            let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
            for bytes in [little, big] {
                assert_eq!(text(&bytes[..]).unwrap_err().to_string(), UTF_16, "{wide:?}");
            }
        }
        for bytes in [&[0; 4][..], b"a\0", b"\xff", b"{\xff}"] {
            assert!(!text(bytes).is_err_and(|error| error.to_string() == UTF_16), "{bytes:?}");
        }
    }
}
