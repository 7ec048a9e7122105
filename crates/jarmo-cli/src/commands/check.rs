//! `jarmo check`: what is wrong with game records, and where.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use codespan_reporting::diagnostic as codespan;
use codespan_reporting::files::{self, Files};
use codespan_reporting::term;
use jarmo_notation::{Boards, Checker, Diagnostic, Reader, Severity};

use crate::args::{self, Check, FaultFormat, Opening};
use crate::shown::{Shown, clean};

/// Counts of faults.
#[derive(Default)]
struct Tally {
    errors: u64,
    warnings: u64,
}

/// Checks the files, printing each fault, and last a line of counts.
pub(crate) fn run(opening: &Opening, options: &Check) -> anyhow::Result<ExitCode> {
    let board = opening.board()?;
    let boards = args::boards(&board);
    let format = options.format.unwrap_or_else(|| {
        if io::stdout().is_terminal() { FaultFormat::Full } else { FaultFormat::Short }
    });
    let mut out = io::BufWriter::new(Shown::new(io::stdout().lock()));
    let (mut games, mut tally) = (0, Tally::default());
    for path in &options.files {
        match check(path, boards, format, &mut out, &mut tally) {
            Ok(count) => games += count,
            Err(error) if error.is::<PrintFailed>() => {
                return Err(error);
            }
            Err(error) => {
                tally.errors += 1;
                tell!("error: {error:#}");
            }
        }
    }
    writeln!(out, "{games} games, {} errors, {} warnings", tally.errors, tally.warnings)?;
    out.flush()?;
    Ok(if tally.errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Standard output is gone; there is no use in checking on.
#[derive(Debug)]
struct PrintFailed(io::Error);

impl std::fmt::Display for PrintFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("standard output")
    }
}

impl std::error::Error for PrintFailed {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Checks one file; returns how many games it has.
fn check(
    path: &Path,
    boards: Boards<'_>,
    format: FaultFormat,
    out: &mut dyn Write,
    tally: &mut Tally,
) -> anyhow::Result<u64> {
    let name = path.display().to_string();
    let mut reader = Reader::new(crate::files::open(path)?);
    let printed = RefCell::new(Ok(()));
    let mut checker = Checker::new(boards, |fault: Diagnostic| {
        match fault.severity {
            Severity::Error => tally.errors += 1,
            Severity::Warning => tally.warnings += 1,
        }
        let mut result = printed.borrow_mut();
        if result.is_ok() {
            *result = print_fault(out, &name, &fault, format);
        }
    });
    while reader.read_game(&mut checker).with_context(|| name.clone())? {
        if printed.borrow().is_err() {
            break;
        }
    }
    let (games, is_record) = (checker.games(), checker.is_record());
    drop(checker);
    printed.into_inner().map_err(PrintFailed)?;
    if is_record {
        return Ok(games);
    }
    tally.errors += 1;
    writeln!(out, "{name}: error: {}", crate::files::NO_RECORD).map_err(PrintFailed)?;
    Ok(0)
}

/// Prints one fault of a file.
pub(crate) fn print_fault(
    out: &mut dyn Write,
    name: &str,
    fault: &Diagnostic,
    format: FaultFormat,
) -> io::Result<()> {
    if format == FaultFormat::Short {
        return out.write_all(clean(&format!("{name}:{fault}\n")).as_bytes());
    }
    let place = Place { name, fault };
    let severity = match fault.severity {
        Severity::Error => codespan::Severity::Error,
        Severity::Warning => codespan::Severity::Warning,
    };
    let bytes = |characters: usize| {
        let text = &fault.excerpt.text;
        text.char_indices().nth(characters).map_or(text.len(), |(at, _)| at)
    };
    let span = bytes(fault.excerpt.caret)..bytes(fault.excerpt.caret + fault.excerpt.width);
    let mut label = codespan::Label::primary((), span);
    label.message.clone_from(&fault.action);
    let diagnostic =
        codespan::Diagnostic::new(severity).with_message(&fault.message).with_labels(vec![label]);
    let config = term::Config { chars: term::Chars::ascii(), ..term::Config::default() };
    let text = term::emit_into_string(&config, &place, &diagnostic).map_err(io::Error::other)?;
    out.write_all(clean(&text).as_bytes())
}

/// The excerpt around a fault as the one line of a file, under the file's own line numbers.
struct Place<'a> {
    name: &'a str,
    fault: &'a Diagnostic,
}

impl<'a> Files<'a> for Place<'a> {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, files::Error> {
        Ok(self.name)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, files::Error> {
        Ok(&self.fault.excerpt.text)
    }

    fn line_index(&'a self, (): (), _byte: usize) -> Result<usize, files::Error> {
        Ok(0)
    }

    fn line_number(&'a self, (): (), _line: usize) -> Result<usize, files::Error> {
        Ok(self.fault.location.line as usize)
    }

    fn column_number(&'a self, (): (), _line: usize, _byte: usize) -> Result<usize, files::Error> {
        Ok(self.fault.location.column as usize)
    }

    fn line_range(&'a self, (): (), _line: usize) -> Result<std::ops::Range<usize>, files::Error> {
        Ok(0..self.fault.excerpt.text.len())
    }
}
