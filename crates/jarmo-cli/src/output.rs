//! Writing files: whole or not at all, and never over what is being read.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use crate::seen::{Seen, Watched};
use crate::shown;

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
    write_over(path, None, write).map(drop)
}

/// As [`write_whole`], and returns the file as it was written. Where it is the file that was seen,
/// and somebody has changed that since, it is left as it is.
///
/// # Errors
///
/// [`Changed`], or that it cannot be written.
pub(crate) fn write_over(
    path: &Path,
    seen: Option<&Seen>,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Seen> {
    if is_standard(path) {
        return pour(None, shown::data_out(), write);
    }
    refuse_directory(path)?;
    let written = if is_special(path) {
        let open = File::options().write(true).open(path);
        open.map_err(anyhow::Error::from).and_then(|file| pour(None, file, write))
    } else {
        replace(path, seen, write)
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
    if inputs.into_iter().any(|input| identity(input).as_ref() == Some(&target)) {
        bail!("{}: it would be written over while it is read: name another file", output.display());
    }
    Ok(())
}

/// A path beside this one with a word before the extension, that nothing is at yet.
pub(crate) fn free_name(path: &Path, word: &str) -> PathBuf {
    let candidate = |number: u32| {
        let number = if number > 1 { format!("-{number}") } else { String::new() };
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push(format!(".{word}{number}"));
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push(extension);
        }
        path.with_file_name(name)
    };
    (1..)
        .map(candidate)
        .find(|path| fs::symlink_metadata(path).is_err())
        .unwrap_or_else(|| candidate(1))
}

/// What tells a file from others, whatever path leads to it, or `-` for standard input; `None` for
/// what is no file.
pub(crate) fn identity(path: &Path) -> Option<PathBuf> {
    if is_standard(path) {
        // It may be a file too.
        return fs::canonicalize("/dev/stdin").ok().filter(|path| path.is_file());
    }
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
    seen: Option<&Seen>,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Seen> {
    let target = target_of(path);
    let file = unfinished(&target)?;
    // Not to the temporary file as such: its errors have its name, which nobody knows.
    let written = pour(identity(path), file.as_file(), write)?;
    file.as_file().sync_all()?;
    seen.map_or(Ok(()), |seen| seen.guard(path))?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(written)
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
    identity: Option<PathBuf>,
    out: impl Write,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Seen> {
    let mut out = BufWriter::new(Watched::new(identity, out));
    write(&mut out)?;
    out.flush()?;
    let watched = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(watched.written()?)
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
    fn a_file_that_was_changed_since_it_was_read_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a"), folder.path().join("b"));
        let one = |out: &mut dyn Write| Ok(out.write_all(b"one")?);
        let seen = write_over(&path, None, one).unwrap();
        fs::write(&path, "two").unwrap();
        let error = write_over(&path, Some(&seen), one).unwrap_err();
        assert!(error.is::<crate::seen::Changed>(), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write_over(&other, Some(&seen), one).unwrap();
        let seen = write_over(&path, None, one).unwrap();
        let two = |out: &mut dyn Write| Ok(out.write_all(b"two")?);
        write_over(&path, Some(&seen), two).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
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
