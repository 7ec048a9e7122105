//! Reading and writing files.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use jarmo_core::Board;
use jarmo_notation::{Diagnostic, Record, Records};

/// How the names of files begin that are being written and have not got their own names yet.
pub(crate) const UNFINISHED: &str = ".jarmo-";

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

/// Reads a board's data.
pub(crate) fn read_board(path: &Path) -> anyhow::Result<Board> {
    let mut text = String::new();
    let at = || path.display().to_string();
    open(path)?.read_to_string(&mut text).with_context(at)?;
    serde_json::from_str(&text).with_context(at)
}

/// Reads all games of a file, with what is wrong with them.
pub(crate) fn read_records(
    path: &Path,
    boards: &[Board],
) -> anyhow::Result<(Vec<Record>, Vec<Diagnostic>)> {
    let mut reader = Records::new(open(path)?, boards);
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    while let Some((record, found)) =
        reader.next_record().with_context(|| path.display().to_string())?
    {
        records.push(record);
        faults.extend(found);
    }
    Ok((records, faults))
}

/// Writes a file so that it is there as a whole or as it was before: to a temporary file in the
/// same directory, which then takes its name. A pipe or a device is written to as it is.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let at = || path.display().to_string();
    if path.is_dir() {
        bail!("{}: it is a directory, a file was expected", path.display());
    }
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let mut writer =
            io::BufWriter::new(File::options().write(true).open(path).with_context(at)?);
        write(&mut writer).with_context(at)?;
        return writer.flush().with_context(at);
    }
    // A link stays a link: what it points to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let directory = match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&target).map_or(0o666, |data| data.permissions().mode() & 0o7777);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let file = builder.tempfile_in(directory).with_context(at)?;
    let mut writer = io::BufWriter::new(file);
    write(&mut writer).with_context(at)?;
    let file = writer.into_inner().map_err(io::IntoInnerError::into_error).with_context(at)?;
    file.as_file().sync_all().with_context(at)?;
    file.persist(&target).map_err(|error| error.error).with_context(at)?;
    Ok(())
}
