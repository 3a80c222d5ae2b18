//! Where answers go: standard output, where a closed pipe is a quiet end, or a file, which appears whole or not at all.

use anyhow::{Context, bail};
use impinge_io::StagedFile;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The place an answer is written to, looked at before any work is done.
pub enum Output {
    /// Standard output; colours only on a terminal.
    Stdout,
    /// A file, replaced as a whole.
    File(PathBuf),
}

impl Output {
    /// The place for `-o FILE`, or standard output without it or for `-`; never one of the files that the answer comes from.
    ///
    /// # Errors
    /// The place cannot hold a file, or is an input.
    pub fn open(path: Option<&Path>, inputs: &[&Path]) -> anyhow::Result<Self> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else { return Ok(Self::Stdout) };
        if path.is_dir() {
            bail!("{}: is a directory, expected the name of a file to write", path.display());
        }
        let folder = folder_of(path);
        if !folder.is_dir() {
            bail!("{}: there is no directory {} to write it in; make it first", path.display(), folder.display());
        }
        if let Some(input) = inputs.iter().find(|input| same_file(path, input)) {
            let (path, input) = (path.display(), input.display());
            bail!("{path}: this is the input file {input}, which would be overwritten; give -o another name");
        }
        Ok(Self::File(path.to_owned()))
    }

    /// Whether the answer goes to standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// The file, if it is one.
    pub fn path(&self) -> Option<&PathBuf> {
        match self {
            Self::Stdout => None,
            Self::File(path) => Some(path),
        }
    }

    /// Writes the whole answer, byte by byte as it is.
    ///
    /// # Errors
    /// The system refused; a file that stood there is untouched then.
    pub fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::Stdout => quiet_if_closed(io::stdout().lock().write_all(bytes)).context(UNPRINTABLE),
            Self::File(path) => match impinge_io::write_atomically(path, |file| file.write_all(bytes)) {
                Err(error) if error.cause.kind() == ErrorKind::BrokenPipe => Ok(()),
                written => Ok(written?),
            },
        }
    }

    /// Writes the whole answer beside its place, to appear with others; `None` for standard output, and for a pipe that nobody reads.
    /// Text for people has no colours there.
    ///
    /// # Errors
    /// As [`Output::write`].
    pub fn stage(&self, bytes: &[u8], is_text: bool) -> anyhow::Result<Option<StagedFile>> {
        let Self::File(path) = self else { return Ok(None) };
        let plain = is_text.then(|| anstream::adapter::strip_bytes(bytes).into_vec());
        match StagedFile::write(path, |file| file.write_all(plain.as_deref().unwrap_or(bytes))) {
            Err(error) if error.cause.kind() == ErrorKind::BrokenPipe => Ok(None),
            staged => Ok(Some(staged?)),
        }
    }

    /// Writes text for people, with its colours only where they can be seen.
    ///
    /// # Errors
    /// As [`Output::write`].
    pub fn write_text(&self, text: &str) -> anyhow::Result<()> {
        match self {
            Self::Stdout => quiet_if_closed(anstream::stdout().lock().write_all(text.as_bytes())).context(UNPRINTABLE),
            Self::File(_) => self.write(anstream::adapter::strip_str(text).to_string().as_bytes()),
        }
    }
}

/// Where the report goes and where the picture, if one is wanted: the ending of the name tells.
pub struct Outputs {
    /// Of the report.
    pub report: Output,
    /// Of the picture.
    pub picture: Option<Output>,
}

impl Outputs {
    /// The places for `-o FILE`, which is that of a picture if it has one of these endings.
    ///
    /// # Errors
    /// As [`Output::open`].
    pub fn open(path: Option<&Path>, inputs: &[&Path], pictures: &[&str]) -> anyhow::Result<Self> {
        let ending = path.and_then(Path::extension);
        let is_picture = ending.is_some_and(|ending| pictures.iter().any(|known| ending.eq_ignore_ascii_case(known)));
        let place = Output::open(path, inputs)?;
        Ok(match is_picture {
            true => Self { report: Output::Stdout, picture: Some(place) },
            false => Self { report: place, picture: None },
        })
    }
}

const UNPRINTABLE: &str = "standard output could not be written";

/// Prints something worth knowing to standard error, if anyone listens.
pub fn note(text: &str) {
    say(&format!("impinge: note: {text}"));
}

/// Prints a line to standard error, if anyone listens.
pub fn say(line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// Whether two names stand for one regular file, by way of links or otherwise.
fn same_file(a: &Path, b: &Path) -> bool {
    let (Ok(of_a), Ok(of_b)) = (fs::metadata(a), fs::metadata(b)) else { return false };
    of_a.is_file() && of_b.is_file() && (same_inode(&of_a, &of_b) || same_path(a, b))
}

fn same_path(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

#[cfg(unix)]
fn same_inode(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same_inode(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

/// Files as borrowed paths.
pub fn paths(files: &[PathBuf]) -> Vec<&Path> {
    files.iter().map(PathBuf::as_path).collect()
}

/// The folder that holds a path.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A reader that has gone away is no error.
fn quiet_if_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
