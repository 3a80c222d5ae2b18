//! The folder that a lab writes to.

use anyhow::{Context, bail};
use impinge_terminal::output::Output;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A folder, and the files that were put in it.
pub struct OutputDir {
    folder: PathBuf,
    /// Names of the files, in the order written.
    pub files: Vec<String>,
}

impl OutputDir {
    /// The folder, made if it is not there; looked at before any work is done.
    ///
    /// # Errors
    /// It cannot be made, or is a file.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        if folder.exists() && !folder.is_dir() {
            bail!("{}: is a file, expected a directory to write to", folder.display());
        }
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
        Ok(Self { folder: folder.to_owned(), files: Vec::new() })
    }

    /// Puts a file there, whole or not at all.
    ///
    /// # Errors
    /// The system refused.
    pub fn put(&mut self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        Output::open(Some(&self.folder.join(name)), &[])?.write(bytes)?;
        self.files.push(name.to_owned());
        Ok(())
    }
}

/// Rows with a header.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn csv_rows(rows: &[impl Serialize]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    for row in rows {
        out.serialize(row)?;
    }
    Ok(out.into_inner().map_err(csv::IntoInnerError::into_error)?)
}
