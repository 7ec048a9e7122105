//! `jarmo convert`: game records in another form.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use jarmo_notation::{Boards, Record, Records, Severity};
use serde::de::{self, DeserializeSeed, Deserializer, SeqAccess};

use crate::args::{self, Convert, FaultFormat, Opening, RecordForm};
use crate::commands::check::print_fault;
use crate::{files, output};

/// Converts the file. Faults go to standard error, and what could be kept is written all the same.
pub(crate) fn run(opening: &Opening, options: &Convert) -> anyhow::Result<ExitCode> {
    let output = options.output.as_deref().unwrap_or(Path::new("-"));
    output::keep_apart(output, opening.board_file())?;
    let board = opening.board()?;
    let boards = args::boards(&board);
    let from = options.from.map_or_else(|| form_of(&options.file), Ok)?;
    let mut sound = true;
    let write = |out: &mut dyn Write| -> anyhow::Result<()> {
        let mut writer = Writer::new(out, options.to);
        let mut input = files::watch(&options.file)?;
        sound = match from {
            RecordForm::Jgn => convert_jgn(&options.file, &mut input, boards, &mut writer)?,
            RecordForm::Json => convert_json(&options.file, &mut input, boards, &mut writer)?,
        };
        writer.finish()?;
        input.seen()?.guard(output)
    };
    output::write_whole(output, write)?;
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn form_of(path: &Path) -> anyhow::Result<RecordForm> {
    match files::extension(path).as_deref() {
        Some("jgn" | "pgn" | "txt") => Ok(RecordForm::Jgn),
        Some("json") => Ok(RecordForm::Json),
        _ => bail!(
            "{}: the extension does not say what it is: say --from jgn or --from json",
            path.display()
        ),
    }
}

/// How many games are held back at most until it is known that they are a record's.
const MOST_HELD: usize = 1000;

/// Returns whether the file had no errors.
fn convert_jgn(
    path: &Path,
    input: impl Read,
    boards: Boards<'_>,
    writer: &mut Writer,
) -> anyhow::Result<bool> {
    let name = path.display().to_string();
    let mut records = Records::new(input, boards);
    let mut sound = true;
    // Nothing is written and told before it is known that this is a record.
    let mut held = Vec::new();
    while let Some((record, faults)) = records.next_record().with_context(|| name.clone())? {
        held.push((record, faults));
        if !records.is_record() && held.len() < MOST_HELD {
            continue;
        }
        for (record, faults) in held.drain(..) {
            for fault in &faults {
                sound &= fault.severity != Severity::Error;
                // Where standard error is gone the record matters all the same.
                let _ = print_fault(&mut io::stderr().lock(), &name, fault, FaultFormat::Short);
            }
            writer.write(record)?;
        }
    }
    if !records.is_record() {
        let faults = held.first().map_or(&[][..], |(_, faults)| faults);
        return Err(files::no_record(path, faults));
    }
    Ok(sound)
}

/// Reads an array of records, or records one after another, without holding more than one.
fn convert_json(
    path: &Path,
    input: impl Read,
    boards: Boards<'_>,
    writer: &mut Writer,
) -> anyhow::Result<bool> {
    let name = || path.display().to_string();
    let mut input = io::BufReader::new(files::utf_8(input).with_context(name)?);
    let mut first = [0];
    let (mut lines, mut columns) = (0, 0);
    loop {
        match (input.read(&mut first).with_context(name)?, first[0]) {
            (0, _) => return Ok(true),
            (_, b'\n') => (lines, columns) = (lines + 1, 0),
            (_, blank) if blank.is_ascii_whitespace() => columns += 1,
            _ => break,
        }
    }
    // So many blanks again, for the places that errors tell.
    let blanks = io::repeat(b'\n').take(lines).chain(io::repeat(b' ').take(columns));
    let input = blanks.chain(&first[..]).chain(input);
    if first[0] == b'[' {
        let mut deserializer = serde_json::Deserializer::from_reader(input);
        let array = Array { boards, writer: &mut *writer };
        let read = array.deserialize(&mut deserializer).and_then(|()| deserializer.end());
        if let Some(error) = writer.failed.take() {
            return Err(error);
        }
        read.with_context(name)?;
    } else {
        let mut deserializer = serde_json::Deserializer::from_reader(input);
        while deserializer.end().is_err() {
            writer.write(boards.deserialize(&mut deserializer).with_context(name)?)?;
        }
    }
    Ok(true)
}

/// An array of records that are written as they come.
struct Array<'a, 'o> {
    boards: Boards<'a>,
    writer: &'a mut Writer<'o>,
}

impl<'de> DeserializeSeed<'de> for Array<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> de::Visitor<'de> for Array<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of game records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut records: A) -> Result<(), A::Error> {
        while let Some(record) = records.next_element_seed(self.boards)? {
            self.writer.write(record).map_err(|error| {
                self.writer.failed = Some(error);
                de::Error::custom("writing failed")
            })?;
        }
        Ok(())
    }
}

struct Writer<'o> {
    out: &'o mut dyn Write,
    form: RecordForm,
    written: u64,
    /// Why writing failed, where the reader that called it cannot say so.
    failed: Option<anyhow::Error>,
}

impl<'o> Writer<'o> {
    fn new(out: &'o mut dyn Write, form: RecordForm) -> Writer<'o> {
        Writer { out, form, written: 0, failed: None }
    }

    fn write(&mut self, mut record: Record) -> anyhow::Result<()> {
        record.complete();
        match (self.form, self.written) {
            (RecordForm::Jgn, 0) => {}
            (RecordForm::Jgn, _) => writeln!(self.out)?,
            (RecordForm::Json, 0) => writeln!(self.out, "[")?,
            (RecordForm::Json, _) => writeln!(self.out, ",")?,
        }
        self.written += 1;
        match self.form {
            RecordForm::Jgn => write!(self.out, "{record}")?,
            RecordForm::Json => {
                serde_json::to_writer(&mut *self.out, &record).map_err(io::Error::from)?;
            }
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        match (self.form, self.written) {
            (RecordForm::Jgn, _) => {}
            (RecordForm::Json, 0) => writeln!(self.out, "[]")?,
            (RecordForm::Json, _) => writeln!(self.out, "\n]")?,
        }
        Ok(self.out.flush()?)
    }
}
