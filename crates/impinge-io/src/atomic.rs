//! Files appear whole or not at all: written beside their place under another name, then renamed.

use crate::{WriteError, leftover};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file by way of a temporary one in the same directory, which is renamed when all is written.
///
/// What is not a regular file (a pipe, a terminal) is written to directly; a link is followed.
///
/// # Errors
/// Whatever `write` or the system gives; the file is then as it was before.
pub fn write_atomically(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    StagedFile::write(path, write)?.place()
}

/// A file that is written and waits beside its place, so that several appear together or not at all; it is gone if it is dropped before.
#[derive(Debug)]
pub struct StagedFile {
    path: PathBuf,
    /// Where it waits and where it goes; nothing, if it was written to directly or is in its place.
    rename: Option<(PathBuf, PathBuf)>,
}

impl StagedFile {
    /// Writes a file beside its place; what is not a regular file is written to directly, at once.
    ///
    /// # Errors
    /// Whatever `write` or the system gives; nothing is left then.
    pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Self, WriteError> {
        let rename = match fs::metadata(path) {
            Ok(existing) if existing.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(existing) if !existing.is_file() => OpenOptions::new().write(true).open(path).and_then(|file| {
                let mut writer = BufWriter::new(file);
                write(&mut writer)?;
                writer.flush().map(|()| None)
            }),
            Ok(existing) => fs::canonicalize(path).and_then(|target| beside(target, Some(&existing), write).map(Some)),
            // Nothing is there, or a link that leads to nothing: the file appears where it leads.
            Err(_) => end_of_links(path).and_then(|target| beside(target, None, write).map(Some)),
        };
        rename.map(|rename| Self { path: path.to_owned(), rename }).map_err(|cause| WriteError::new(path, cause))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// Whatever the system gives; the place is then as it was before.
    pub fn place(mut self) -> Result<(), WriteError> {
        let Some((temporary, target)) = &self.rename else { return Ok(()) };
        fs::rename(temporary, target).map_err(|cause| WriteError::new(&self.path, cause))?;
        self.rename = None;
        Ok(())
    }
}

impl Drop for StagedFile {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.rename {
            // A leftover that cannot be removed changes nothing about what is reported.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Writes a temporary file, and gives it with where it is to go; takes it away again if that fails.
fn beside(
    target: PathBuf,
    existing: Option<&fs::Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<(PathBuf, PathBuf)> {
    leftover::remove(&target);
    let (temporary, file) = create_beside(&target)?;
    match fill(file, existing, write) {
        Ok(()) => Ok((temporary, target)),
        Err(error) => {
            // The first error is the one to tell.
            let _ = fs::remove_file(&temporary);
            Err(error)
        }
    }
}

fn fill(
    file: File,
    existing: Option<&fs::Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(1 << 16, file);
    write(&mut writer)?;
    let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(existing) = existing {
        file.set_permissions(existing.permissions())?;
    }
    file.sync_all()
}

/// Where a path leads that names no file: itself, or what the last of the links names.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    /// Links that are followed, as many as Linux does.
    const MOST_LINKS: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&end) else { return Ok(end) };
        end = end.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "the links lead in a circle"))
}

/// A new file in the directory of `target`, under a name that nothing has.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let Some(name) = target.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    };
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let temporary = target.with_file_name(leftover::name(name, number));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_everything_as_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("report.json");
        write_atomically(&path, |w| w.write_all(b"old")).unwrap();
        let error = write_atomically(&path, |w| {
            w.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(error.unwrap_err().to_string().ends_with("report.json: cannot be written: the disk is full"));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        write_atomically(&path, |w| w.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn staged_files_appear_when_they_are_placed() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let first = StagedFile::write(&path("a"), |w| w.write_all(b"first")).unwrap();
        let second = StagedFile::write(&path("b"), |w| w.write_all(b"second")).unwrap();
        assert!(!path("a").exists() && !path("b").exists());
        first.place().unwrap();
        drop(second);
        assert_eq!(fs::read(path("a")).unwrap(), b"first");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_to_nothing_is_followed() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::create_dir(path("out")).unwrap();
        std::os::unix::fs::symlink("middle", path("link")).unwrap();
        std::os::unix::fs::symlink("out/report.json", path("middle")).unwrap();
        write_atomically(&path("link"), |w| w.write_all(b"new")).unwrap();
        assert_eq!(fs::read(path("out/report.json")).unwrap(), b"new");
        assert!(fs::symlink_metadata(path("link")).unwrap().is_symlink());
        std::os::unix::fs::symlink("none/report.json", path("lost")).unwrap();
        assert!(write_atomically(&path("lost"), |w| w.write_all(b"new")).is_err());
        std::os::unix::fs::symlink("round", path("round")).unwrap();
        let round = write_atomically(&path("round"), |w| w.write_all(b"new")).unwrap_err();
        assert!(round.to_string().ends_with("the links lead in a circle"), "{round}");
    }

    #[test]
    fn missing_directories_and_directories_are_errors() {
        let directory = tempfile::tempdir().unwrap();
        assert!(write_atomically(&directory.path().join("no/such/file"), |_| Ok(())).is_err());
        assert!(write_atomically(directory.path(), |_| Ok(())).is_err());
        assert!(write_atomically(Path::new(".."), |_| Ok(())).is_err());
    }
}
