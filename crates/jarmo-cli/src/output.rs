//! Writing files: whole or not at all, and never over what is being read.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

/// How the names of files begin that are being written and have not got their own names yet.
pub(crate) const UNFINISHED: &str = ".jarmo-";

/// Whether a path stands for standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writes a file so that it is there as a whole or as it was before: to a temporary file in the
/// same directory, which then takes its name. A pipe or a device is written to as it is; `-` is
/// standard output.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if is_standard(path) {
        return pour(io::stdout().lock(), write);
    }
    refuse_directory(path)?;
    let written = if is_special(path) {
        let open = File::options().write(true).open(path);
        open.map_err(anyhow::Error::from).and_then(|file| pour(file, write))
    } else {
        replace(path, write)
    };
    written.map_err(|error| named(path, error))
}

/// Finds out whether a file can be written, and leaves nothing behind: for those who would know
/// before they work long for it.
pub(crate) fn check(path: &Path) -> anyhow::Result<()> {
    if is_standard(path) || is_special(path) {
        return Ok(());
    }
    refuse_directory(path)?;
    let file = unfinished(&target_of(path)).with_context(|| path.display().to_string())?;
    drop(file);
    Ok(())
}

/// Refuses a file to write that is one of those that are read: it would be lost.
pub(crate) fn keep_apart<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    if is_standard(output) {
        return Ok(());
    }
    let Some(target) = identity(output) else { return Ok(()) };
    // Standard input may be a file too.
    let read = |path: &'a Path| if is_standard(path) { Path::new("/dev/stdin") } else { path };
    if inputs.into_iter().any(|input| identity(read(input)).as_ref() == Some(&target)) {
        bail!("{}: it would be written over while it is read: name another file", output.display());
    }
    Ok(())
}

/// What tells a file from others, whatever path leads to it; `None` for what is no file.
fn identity(path: &Path) -> Option<PathBuf> {
    match fs::canonicalize(path) {
        Ok(path) => path.is_file().then_some(path),
        Err(_) => Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?)),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
}

/// A link stays a link: what it points to is replaced.
fn target_of(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn refuse_directory(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("{}: it is a directory, a file was expected", path.display());
    }
    Ok(())
}

/// Whether there is something that is no file, such as a pipe or a device.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let target = target_of(path);
    let file = unfinished(&target)?;
    // Not to the temporary file as such: its errors have its name, which nobody knows.
    pour(file.as_file(), write)?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// A file in the folder of another that is gone when it is dropped before it has got its name.
fn unfinished(target: &Path) -> io::Result<NamedTempFile> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let mode = fs::metadata(target).map_or(0o666, |data| data.permissions().mode() & 0o7777);
        options.mode(mode);
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED).make_in(folder_of(target), |path| options.open(path))
}

fn pour(
    out: impl Write,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut out = BufWriter::new(out);
    write(&mut out)?;
    Ok(out.flush()?)
}

/// An error with the name of the file that was written, unless it tells of another place.
fn named(path: &Path, error: anyhow::Error) -> anyhow::Error {
    match crate::io_kind(error.as_ref()) {
        Some(_) => error.context(path.display().to_string()),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_every_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "").unwrap();
        let round = folder.path().join(".").join("a");
        assert!(keep_apart(&path, [round.as_path()]).is_err());
        assert!(keep_apart(&path, [folder.path().join("b").as_path()]).is_ok());
        // One that is not there yet is one file too.
        let new = folder.path().join("new");
        assert!(keep_apart(&new, [folder.path().join("./new").as_path()]).is_err());
    }

    #[test]
    fn checking_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        check(&folder.path().join("a")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let error = format!("{:#}", check(&folder.path().join("b/a")).unwrap_err());
        assert!(!error.contains(UNFINISHED), "{error}");
    }
}
