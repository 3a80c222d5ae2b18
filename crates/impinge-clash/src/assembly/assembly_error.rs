//! Why bodies were not read.

use super::filter_groups::MOST_GROUPS;
use impinge::mesh::MeshError;
use impinge::scene::SceneError;
use impinge_io::{BuildError, ReadError};

/// Why bodies were not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AssemblyError {
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file has no geometry.
    #[error("{file}: no bodies, expected at least one {what}")]
    NoBodies {
        /// The file.
        file: String,
        /// What it should have.
        what: &'static str,
    },
    /// A mesh is outside the exact range at its place.
    #[error("{file}: body {body:?} cannot be placed in the world: {error}")]
    Unplaceable {
        /// The file.
        file: String,
        /// The body.
        body: String,
        /// The reason.
        error: MeshError,
    },
    /// The engine refuses the geometry of a scene file.
    #[error("{file}: {error}")]
    Geometry {
        /// The file.
        file: String,
        /// The reason.
        error: BuildError,
    },
    /// The engine refuses the place of a body.
    #[error("body {body:?}: {error}")]
    Place {
        /// The body.
        body: String,
        /// The reason.
        error: SceneError,
    },
    /// No link of a robot has geometry.
    #[error("{file}: no link has collision geometry, so nothing can meet{hint}")]
    NoCollisionGeometry {
        /// The file.
        file: String,
        /// What to do about it.
        hint: &'static str,
    },
    /// The joints of a robot cannot be set, or its links not be added.
    #[error("{file}: {message}")]
    Robot {
        /// The file.
        file: String,
        /// The reason.
        message: String,
    },
    /// Bodies are near each other nearly everywhere.
    #[error(
        "more than {most} pairs of the {bodies} bodies are {}: check fewer bodies at once{}",
        if reach.is_some() { "within the clearance of each other" } else { "in each other's boxes" },
        if reach.is_some() { ", or ask for less clearance" } else { "; is everything in one place?" }
    )]
    TooManyNear {
        /// How many pairs are looked at, at most.
        most: usize,
        /// Among how many bodies.
        bodies: usize,
        /// How far apart their boxes may be, if that is more than nothing.
        reach: Option<f64>,
    },
    /// Bits for groups of bodies have run out.
    #[error(
        "{file}: more than {MOST_GROUPS} groups with 'ignore_groups' in all files together, expected {MOST_GROUPS} at most"
    )]
    TooManyGroups {
        /// The file.
        file: String,
    },
    /// A mesh of several bodies is too large to be indexed.
    #[error("{file}: {message}")]
    Merge {
        /// The file.
        file: String,
        /// The reason.
        message: String,
    },
    /// A body cannot be converted to the unit of the others.
    #[error("{file}: {message}")]
    Units {
        /// The file.
        file: String,
        /// The reason.
        message: String,
    },
    /// A file has no body of a name.
    #[error("{file}: there is no body {name:?}; the bodies are: {known}")]
    UnknownBody {
        /// The file.
        file: String,
        /// The name.
        name: String,
        /// The names that there are.
        known: String,
    },
}
