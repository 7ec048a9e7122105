//! `jarmo convert`: game records in another form.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use jarmo_core::Board;
use jarmo_notation::{Record, Records, Severity};
use serde::de::{self, DeserializeSeed, Deserializer, SeqAccess};

use crate::args::{Convert, FaultFormat, Opening, RecordForm};
use crate::commands::check::print_fault;
use crate::files;

/// Converts the file. Faults go to standard error, and what could be kept is written all the same.
pub(crate) fn run(opening: &Opening, options: &Convert) -> anyhow::Result<ExitCode> {
    let boards = opening.boards()?;
    let from = options.from.map_or_else(|| form_of(&options.file), Ok)?;
    let mut sound = true;
    let mut write = |out: &mut dyn Write| -> anyhow::Result<()> {
        let mut writer = Writer { out, form: options.to, written: 0, failed: None };
        sound = match from {
            RecordForm::Jgn => convert_jgn(&options.file, &boards, &mut writer)?,
            RecordForm::Json => convert_json(&options.file, &mut writer)?,
        };
        writer.finish()
    };
    match &options.output {
        Some(path) => files::write_whole(path, write)?,
        None => write(&mut io::BufWriter::new(io::stdout().lock()))?,
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn form_of(path: &Path) -> anyhow::Result<RecordForm> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("jgn" | "pgn" | "txt") => Ok(RecordForm::Jgn),
        Some("json") => Ok(RecordForm::Json),
        _ => bail!(
            "{}: the extension does not say what it is: say --from jgn or --from json",
            path.display()
        ),
    }
}

/// Returns whether the file had no errors.
fn convert_jgn(path: &Path, boards: &[Board], writer: &mut Writer) -> anyhow::Result<bool> {
    let name = path.display().to_string();
    let mut records = Records::new(files::open(path)?, boards);
    let mut sound = true;
    while let Some((record, faults)) = records.next_record().with_context(|| name.clone())? {
        for fault in &faults {
            sound &= fault.severity != Severity::Error;
            // Where standard error is gone the record matters all the same.
            let _ = print_fault(&mut io::stderr().lock(), &name, fault, FaultFormat::Short);
        }
        writer.write(record)?;
    }
    Ok(sound)
}

/// Reads an array of records, or records one after another, without holding more than one.
fn convert_json(path: &Path, writer: &mut Writer) -> anyhow::Result<bool> {
    let name = || path.display().to_string();
    let mut input = io::BufReader::new(files::utf_8(files::open(path)?).with_context(name)?);
    let mut first = [0];
    loop {
        match input.read(&mut first).with_context(name)? {
            0 => return Ok(true),
            _ if first[0].is_ascii_whitespace() => {}
            _ => break,
        }
    }
    let input = first.chain(input);
    if first[0] == b'[' {
        let mut deserializer = serde_json::Deserializer::from_reader(input);
        let array = Array { writer: &mut *writer };
        let read = array.deserialize(&mut deserializer).and_then(|()| deserializer.end());
        if let Some(error) = writer.failed.take() {
            return Err(error);
        }
        read.with_context(name)?;
    } else {
        for record in serde_json::Deserializer::from_reader(input).into_iter() {
            writer.write(record.with_context(name)?)?;
        }
    }
    Ok(true)
}

/// An array of records that are written as they come.
struct Array<'a, 'o> {
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
        while let Some(record) = records.next_element()? {
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

impl Writer<'_> {
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
