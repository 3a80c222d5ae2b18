//! Where answers go: standard output, where a closed pipe is a quiet end, or a file, which appears whole or not at all.

use anyhow::{Context, bail};
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
    /// The place for `-o FILE`, or standard output without it.
    ///
    /// # Errors
    /// The place cannot hold a file.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self::Stdout) };
        if path.is_dir() {
            bail!("{}: is a directory, expected the name of a file to write", path.display());
        }
        let folder = folder_of(path);
        if !folder.is_dir() {
            bail!("{}: there is no directory {} to write it in; make it first", path.display(), folder.display());
        }
        Ok(Self::File(path.to_owned()))
    }

    /// Whether the answer goes to standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
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

const UNPRINTABLE: &str = "standard output could not be written";

/// Prints a line to standard error, if anyone listens.
pub fn say(line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// The folder that holds a path.
fn folder_of(path: &Path) -> &Path {
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
