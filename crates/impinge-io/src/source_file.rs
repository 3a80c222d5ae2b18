//! A file as bytes, and what readers need to know beside them.

use crate::error::Problem;
use crate::named_file::NamedFiles;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// A file in memory, with what readers need to know beside its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) bytes: &'a [u8],
    /// Where files that this one refers to are looked for, if anywhere, and which of them may be read.
    pub(crate) beside: Option<Beside<'a>>,
}

/// Where a file lies, and what it may name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside<'a> {
    pub(crate) directory: &'a Path,
    pub(crate) named: &'a NamedFiles,
}

/// All bytes of a file.
pub fn load(path: &Path) -> Result<Vec<u8>, Problem> {
    Input::open(path)?.rest(Vec::new())
}

/// An open file, or whatever else has a name and can be read: a pipe, for one.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) file: fs::File,
    /// In bytes, as far as the system knows; 0 for a pipe.
    pub(crate) length: u64,
}

impl Input {
    pub(crate) fn open(path: &Path) -> Result<Self, Problem> {
        let file = fs::File::open(path).map_err(Problem::unread)?;
        let metadata = file.metadata().map_err(Problem::unread)?;
        if metadata.is_dir() { Err(Problem::Directory) } else { Ok(Self { file, length: metadata.len() }) }
    }

    /// The next bytes, `count` of them or all that are left.
    pub(crate) fn take(&mut self, count: u64) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        (&mut self.file).take(count).read_to_end(&mut bytes).map_err(Problem::Unreadable)?;
        Ok(bytes)
    }

    /// All bytes that are left, after those before them.
    pub(crate) fn rest(mut self, mut bytes: Vec<u8>) -> Result<Vec<u8>, Problem> {
        let expected = usize::try_from(self.length).unwrap_or(usize::MAX).saturating_sub(bytes.len());
        bytes.try_reserve_exact(expected).map_err(|_| Problem::Unreadable(ErrorKind::OutOfMemory.into()))?;
        self.file.read_to_end(&mut bytes).map_err(Problem::Unreadable)?;
        Ok(bytes)
    }
}
