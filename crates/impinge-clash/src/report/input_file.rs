//! A file that was checked, with what tells it from another of the same name.

use super::sha256::Sha256;
use serde::Serialize;
use std::io::Read;
use std::path::Path;

/// A file that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InputFile {
    /// Its path, as it was given.
    pub path: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

impl InputFile {
    /// A file by its path; `None` for a pipe and for what cannot be read again.
    #[must_use]
    pub fn read(path: &Path) -> Option<Self> {
        let mut file =
            std::fs::File::open(path).ok().filter(|file| file.metadata().is_ok_and(|data| data.is_file()))?;
        let (mut hash, mut bytes, mut part) = (Sha256::default(), 0_u64, vec![0; 1 << 16]);
        loop {
            match file.read(&mut part).ok()? {
                0 => break,
                count => {
                    bytes += count as u64;
                    hash.update(&part[..count]);
                }
            }
        }
        Some(Self { path: path.display().to_string(), bytes, sha256: hash.finish() })
    }
}
