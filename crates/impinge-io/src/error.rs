//! Why a file was refused: which file, where in it, what was expected and what was found.

use crate::Format;
use impinge::mesh::Refusal;
use std::fmt;
use std::io;

/// A file that cannot be used as a mesh.
#[derive(Debug, thiserror::Error)]
#[error("{file}{place}: {problem}")]
pub struct ReadError {
    /// The file, as the caller named it.
    pub file: String,
    /// Where in the file.
    pub place: Place,
    /// What is wrong there.
    pub problem: Problem,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A line of a text file, from 1.
    Line(u64),
    /// A byte of a binary file, from 0.
    Byte(u64),
    /// A value of a JSON document, as in `accessors[3].bufferView`.
    Json(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line) => write!(f, ":{line}"),
            Self::Byte(byte) => write!(f, ": byte {byte}"),
            Self::Json(path) => write!(f, ": {path}"),
        }
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// There is no file of this name.
    #[error("there is no such file; check the name and the directory")]
    Missing,
    /// The name is that of a directory.
    #[error("this is a directory; name the mesh files in it instead")]
    Directory,
    /// The system does not let the file be read.
    #[error("the file cannot be read ({0}); check its permissions and the disk")]
    Unreadable(io::Error),
    /// The file has no bytes.
    #[error("the file is empty (0 bytes); export the mesh again")]
    Empty,
    /// Neither the name nor the content tells the format.
    #[error("the format is not recognised, neither by {extension} nor by the content; use {}", Format::SUPPORTED)]
    UnknownFormat {
        /// The extension of the name, in words.
        extension: String,
    },
    /// Nothing in the file is a triangle: points, lines, or nothing at all.
    #[error("there are no triangles: the file holds {found}; export the model as a surface mesh")]
    NoTriangles {
        /// What the file does hold.
        found: String,
    },
    /// Something else stands where the format wants something.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What the format wants.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// The file is valid but uses something that is not read.
    #[error("{feature} is not supported; {remedy}")]
    Unsupported {
        /// What is not read.
        feature: String,
        /// What to do about it.
        remedy: String,
    },
    /// The mesh was read but no query could answer for it.
    #[error("body '{body}': {refusal}")]
    Refused {
        /// The name of the body.
        body: String,
        /// Why.
        refusal: Refusal,
    },
}

/// A file that could not be written; nothing half-written is left behind.
#[derive(Debug, thiserror::Error)]
#[error("{file}: cannot be written: {cause}")]
pub struct WriteError {
    /// The file, as the caller named it.
    pub file: String,
    /// Why.
    pub cause: io::Error,
}

/// A [`ReadError`] whose file is not yet filled in; boxed, so that results stay small where values are read one by one.
#[derive(Debug)]
pub(crate) struct Fault(Box<(Place, Problem)>);

impl Fault {
    pub(crate) fn new(place: Place, problem: Problem) -> Self {
        Self(Box::new((place, problem)))
    }

    /// `expected` stands not at `place`, but `found` does.
    pub(crate) fn unexpected(place: Place, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self::new(place, Problem::Unexpected { expected: expected.into(), found: found.into() })
    }

    pub(crate) fn no_triangles(found: impl Into<String>) -> Self {
        Self::new(Place::Whole, Problem::NoTriangles { found: found.into() })
    }

    pub(crate) fn unsupported(place: Place, feature: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(place, Problem::Unsupported { feature: feature.into(), remedy: remedy.into() })
    }

    /// The error of the file with this name.
    pub(crate) fn in_file(self, file: &str) -> ReadError {
        let (place, problem) = *self.0;
        ReadError { file: file.to_owned(), place, problem }
    }
}

/// `count` things in words: `no points`, `1 point`, `12 points`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
