//! A file as bytes, and what readers need to know beside them.

use crate::error::Problem;
use crate::named_file::{NamedFiles, check_finite};
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

/// All bytes of standard input.
///
/// # Errors
/// It cannot be read, or has more bytes than are taken from a pipe.
pub fn load_standard_input() -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    read_up_to(&mut std::io::stdin().lock(), &mut bytes, MOST_PIPED)?;
    Ok(bytes)
}

/// The most bytes that are read from what does not tell its length: a pipe, whose writer may never end.
const MOST_PIPED: u64 = 4 << 30;

/// An open file, or a pipe, as shells give them for the output of a command. Devices never end and are refused.
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
        check_finite(&metadata)?;
        Ok(Self { file, length: metadata.len() })
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
        if self.length > 0 {
            self.file.read_to_end(&mut bytes).map_err(Problem::Unreadable)?;
            return Ok(bytes);
        }
        read_up_to(&mut self.file, &mut bytes, MOST_PIPED)?;
        Ok(bytes)
    }
}

/// Reads all that is left of a pipe, unless that is more than a limit.
fn read_up_to(pipe: &mut impl Read, bytes: &mut Vec<u8>, limit: u64) -> Result<(), Problem> {
    let read = pipe.take(limit + 1).read_to_end(bytes).map_err(Problem::Unreadable)?;
    if read as u64 > limit { Err(Problem::EndlessPipe { limit }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipes_are_read_up_to_a_limit() {
        let mut bytes = Vec::new();
        assert!(read_up_to(&mut [7; 100].as_slice(), &mut bytes, 100).is_ok() && bytes.len() == 100);
        let endless = read_up_to(&mut std::io::repeat(7), &mut Vec::new(), 1000);
        assert!(matches!(endless, Err(Problem::EndlessPipe { limit: 1000 })));
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_refused() {
        for device in ["/dev/zero", "/dev/null"] {
            assert!(matches!(load(Path::new(device)), Err(Problem::NotRegular { what: "a device" })), "{device}");
        }
    }
}
