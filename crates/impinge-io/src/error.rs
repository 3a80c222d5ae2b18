//! Why a file was refused: which file, where in it, what was expected and what was found.

use crate::length_unit::LengthError;
use crate::{Format, suggestion};
use impinge::articulation::{ArticulationError, ConfigurationError};
use impinge::hull::HullError;
use impinge::math::PoseError;
use impinge::mesh::MeshError;
use impinge::shape::ShapeError;
use impinge_planar::PolygonError;
use std::fmt;
use std::io;
use std::path::Path;

/// A file that cannot be used: a mesh, a robot, a scene, polygons or a table.
#[derive(Debug, thiserror::Error)]
#[error("{file}{place}: {problem}")]
#[non_exhaustive]
pub struct ReadError {
    /// The file, as the caller named it.
    pub file: String,
    /// Where in the file.
    pub place: FilePlace,
    /// What is wrong there.
    pub problem: Problem,
}

impl ReadError {
    /// What is wrong with the file that is refused: this one, or one that it refers to, however far.
    #[must_use]
    pub fn cause(&self) -> &Problem {
        let mut problem = &self.problem;
        while let Problem::Referred(error) = problem {
            problem = &error.problem;
        }
        problem
    }
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// The file as a whole.
    Whole,
    /// A line of a text file, from 1.
    Line(u64),
    /// A byte of a binary file, from 0.
    Byte(u64),
    /// A value of a JSON document, as in `accessors[3].bufferView`.
    Json(String),
    /// A value of a scene file, as in `bodies[3].pose`, and its line, from 1, where the format tells it.
    Key {
        /// The line.
        line: Option<u64>,
        /// The path from the top of the document.
        path: String,
    },
    /// A cell of a table.
    Cell {
        /// The line, from 1.
        line: u64,
        /// The name of the column.
        column: String,
    },
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line) => write!(f, ":{line}"),
            Self::Byte(byte) => write!(f, ": byte {byte}"),
            Self::Json(path) | Self::Key { line: None, path } => write!(f, ": {path}"),
            Self::Key { line: Some(line), path } => write!(f, ":{line}: {path}"),
            Self::Cell { line, column } => write!(f, ":{line}: column {column}"),
        }
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no file of this name.
    #[error("there is no such file; check the name and the directory")]
    Missing,
    /// The name is that of a directory.
    #[error("this is a directory; name the files in it instead")]
    Directory,
    /// The system does not let the file be read.
    #[error("the file cannot be read ({0}); check its permissions and the disk")]
    Unreadable(io::Error),
    /// A file that another names lies elsewhere.
    #[error(
        "the file leads to {resolved}, outside the folders whose files may be named here ({})",
        folders.join(", ")
    )]
    OutsideFolders {
        /// The file, links followed.
        resolved: String,
        /// The folders that it may lie below.
        folders: Vec<String>,
    },
    /// A named file is a device, pipe or socket.
    #[error("this is {what}, expected a regular file; copy what it holds to a file and name that")]
    NotRegular {
        /// What it is, in words.
        what: &'static str,
    },
    /// A pipe gave more bytes than are taken from one.
    #[error("the pipe gave more than {limit} bytes; write its output to a file and name that")]
    EndlessPipe {
        /// The most bytes that are read from a pipe.
        limit: u64,
    },
    /// The file has no bytes.
    #[error("the file is empty (0 bytes); write or export it again")]
    Empty,
    /// Neither the name nor the content tells the format.
    #[error(
        "the format is not recognised, neither by {extension} nor by the content; use {}; `impinge check` also takes scenes (.toml, .json) and robots (.urdf)",
        Format::SUPPORTED
    )]
    UnknownFormat {
        /// The extension of the name, in words.
        extension: String,
    },
    /// The file is of another kind.
    #[error(
        "this is {what}, expected a mesh; use {}, or `impinge check`, which takes scenes and robots",
        Format::SUPPORTED
    )]
    NoMesh {
        /// What it is, in words.
        what: &'static str,
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
        refusal: MeshError,
    },
    /// Nothing in the file is a polygon.
    #[error("there are no polygons: the file holds {found}")]
    NoPolygons {
        /// What the file does hold.
        found: String,
    },
    /// Rings were read but no query could answer for them.
    #[error("body '{body}': {error}")]
    NoPolygon {
        /// The name of the body.
        body: String,
        /// Why.
        error: PolygonError,
    },
    /// The header of a table does not name the columns that are read.
    #[error("{0}")]
    BadHeader(String),
    /// A key that nothing is read by.
    #[error("the key '{key}' is not known, expected one of {known}{}{}", asked(suggestion.as_deref()), halved(key, suggestion.as_deref()))]
    UnknownKey {
        /// The key.
        key: Box<str>,
        /// A known key that looks like it.
        suggestion: Option<Box<str>>,
        /// All known keys, in words.
        known: Box<str>,
    },
    /// A name that must be unique is given twice.
    #[error("two {what} are called '{name}'; give each a name of its own")]
    DuplicateName {
        /// What has the name, in the plural.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name of something that is not there.
    #[error("there is no {what} called '{}'{}", sought.name, sought.hint(suggestion.as_deref()))]
    UnknownName {
        /// What was looked for.
        what: &'static str,
        /// The name, and those that are there.
        sought: Box<Sought>,
        /// A name that is there and looks like it.
        suggestion: Option<Box<str>>,
    },
    /// A joint that cannot be set by its name alone.
    #[error("the joint '{joint}' cannot be set: {why}")]
    NoJointValue {
        /// The joint.
        joint: Box<str>,
        /// Why, and what can be set instead.
        why: Box<str>,
    },
    /// Things refer to each other in a circle.
    #[error("{what} refer to each other in a circle: {}; place one of them by itself", names.join(" → "))]
    Circle {
        /// What refers, in the plural.
        what: &'static str,
        /// The circle; its last name is its first.
        names: Vec<String>,
    },
    /// A placement is not a rigid motion.
    #[error("{0}")]
    NotRigid(PoseError),
    /// A length or a unit cannot be read, or the unit of the coordinates is unknown.
    #[error("{0}")]
    BadLength(LengthError),
    /// The measures of a shape are refused.
    #[error("{}", measure(.0))]
    BadShape(ShapeError),
    /// Points have no hull.
    #[error("{0}")]
    NoHull(HullError),
    /// Links and joints are no tree.
    #[error("{0}")]
    NoTree(Box<ArticulationError>),
    /// Values of joints are no configuration.
    #[error("{0}")]
    NoConfiguration(Box<ConfigurationError>),
    /// A package that a robot takes files from is nowhere.
    #[error("the package '{package}' was not found; looked in {}; name its directory as a package root (--package DIR, or 'packages' in a scene file)", looked.join(", "))]
    NoPackage {
        /// The package.
        package: String,
        /// Where it was looked for.
        looked: Vec<String>,
    },
    /// A file that this one refers to is refused.
    #[error("{0}")]
    Referred(Box<ReadError>),
}

/// A suggestion as the end of a sentence.
fn asked(suggestion: Option<&str>) -> String {
    suggestion.map_or(String::new(), |name| format!("; did you mean '{name}'?"))
}

/// A name that was looked for in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    /// The name.
    pub name: String,
    /// The first names that are there, in words; empty where there is none or the suggestion is enough.
    pub known: String,
}

impl Sought {
    /// What may have been meant, or else what there is, as the end of a sentence.
    fn hint(&self, suggestion: Option<&str>) -> String {
        match suggestion {
            None if !self.known.is_empty() => format!("; there are {}", self.known),
            _ => asked(suggestion),
        }
    }
}

/// A warning where the suggested measure is twice the one that was meant.
fn halved(key: &str, suggestion: Option<&str>) -> &'static str {
    match suggestion {
        Some("size" | "length") if key.starts_with("half") => " It is the whole length, not half of it",
        _ => "",
    }
}

/// The refusal of a measure, by the key and the number that files have for it.
fn measure(error: &ShapeError) -> String {
    let ShapeError::NotPositive { parameter, found } = error else { return error.to_string() };
    let (what, axis) = parameter.split_once(" along ").unwrap_or((parameter, ""));
    let (key, times) = match what {
        "half height" => ("length", 2.0),
        "half extent" => ("size", 2.0),
        "base radius" => ("radius", 1.0),
        "semi-axis" => ("radii", 1.0),
        other => (other, 1.0),
    };
    let along = if axis.is_empty() { String::new() } else { format!(" along {axis}") };
    format!("'{key}'{along} is {}, expected a length greater than zero", found * times + 0.0)
}

/// The first of some names, in words.
fn first_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    /// Names that are listed before the rest is counted.
    const MOST: usize = 8;
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    let mut words: Vec<String> = names.iter().take(MOST).map(|name| crate::text::quoted(name.as_bytes())).collect();
    if names.len() > MOST {
        words.push(format!("and {} more", names.len() - MOST));
    }
    words.join(", ")
}

impl Problem {
    /// Why the system gave no bytes.
    pub(crate) fn unread(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::IsADirectory => Self::Directory,
            _ => Self::Unreadable(error),
        }
    }

    /// A name that is not among those known.
    #[doc(hidden)]
    pub fn unknown_name<'a>(what: &'static str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        let suggestion = suggestion::nearest(name, known.clone());
        let sought = Box::new(Sought { name: name.to_owned(), known: first_names(known) });
        Self::UnknownName { what, sought, suggestion }
    }
}

/// A file that could not be written; nothing half-written is left behind.
#[derive(Debug, thiserror::Error)]
#[error("{file}: cannot be written: {cause}")]
#[non_exhaustive]
pub struct WriteError {
    /// The file, as the caller named it.
    pub file: String,
    /// Why.
    pub cause: io::Error,
}

impl WriteError {
    pub(crate) fn new(path: &Path, cause: io::Error) -> Self {
        Self { file: path.display().to_string(), cause }
    }
}

/// A [`ReadError`] whose file is not yet filled in; boxed, so that results stay small where values are read one by one.
#[derive(Debug)]
pub struct Fault(Box<(FilePlace, Problem)>);

impl Fault {
    /// A problem at a place.
    pub fn new(place: FilePlace, problem: Problem) -> Self {
        Self(Box::new((place, problem)))
    }

    /// `expected` stands not at `place`, but `found` does.
    pub fn unexpected(place: FilePlace, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self::new(place, Problem::Unexpected { expected: expected.into(), found: found.into() })
    }

    /// No triangles, but `found`.
    pub fn no_triangles(found: impl Into<String>) -> Self {
        Self::new(FilePlace::Whole, Problem::NoTriangles { found: found.into() })
    }

    /// A feature that is not read, and what to do about it.
    pub fn unsupported(place: FilePlace, feature: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(place, Problem::Unsupported { feature: feature.into(), remedy: remedy.into() })
    }

    /// The same, where a body without a name is refused, of the body of this name.
    pub(crate) fn of_body(mut self, name: &str) -> Self {
        if let Problem::Refused { body, .. } = &mut self.0.1
            && body.is_empty()
        {
            name.clone_into(body);
        }
        self
    }

    /// The error of the file with this name.
    pub fn in_file(self, file: &str) -> ReadError {
        let (place, problem) = *self.0;
        ReadError { file: file.to_owned(), place, problem }
    }
}
