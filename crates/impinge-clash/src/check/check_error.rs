//! Why a check could not be made.

use crate::assembly::assembly_error::AssemblyError;
use crate::proposals::images::ImageError;
use impinge::scene::SceneError;

/// Reports list at most this many pairs: some hundred bytes each would fill the memory.
pub const MOST_LISTED_PAIRS: usize = 10_000_000;

/// Reports hold at most this many violations: each takes some kilobytes with its evidence, and nobody reads them.
pub const MOST_VIOLATIONS: usize = 500_000;

/// Why a check could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The engine refuses the place of a body.
    #[error(transparent)]
    Assembly(#[from] AssemblyError),
    /// The scene refuses a query.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The device for images cannot be opened.
    #[error(transparent)]
    Images(#[from] ImageError),
    /// Bodies have to be closed, and some are not.
    #[error("--require-closed: {} not closed: {}", if names.len() == 1 { "a body is" } else { "bodies are" }, names.join(", "))]
    NotClosed {
        /// Their names.
        names: Vec<String>,
    },
    /// Every pair of too many bodies was to be listed.
    #[error(
        "--all-pairs would list {pairs} pairs of {bodies} bodies, at most {MOST_LISTED_PAIRS}; leave it out, or give --clearance D"
    )]
    TooManyPairs {
        /// How many pairs.
        pairs: usize,
        /// Of how many bodies.
        bodies: usize,
    },
    /// Bodies are in each other's way nearly everywhere.
    #[error(
        "more than {MOST_VIOLATIONS} pairs of the {bodies} bodies violate a rule: is everything in one place? Allow or ignore pairs by --rules, or check fewer bodies at once"
    )]
    TooManyViolations {
        /// Among how many bodies.
        bodies: usize,
    },
    /// Expectations match more bodies than they should.
    #[error(
        "with the contacts that are missing, more than {MOST_VIOLATIONS} rules and expectations are violated among the {bodies} bodies: does the first pattern of an [[expect]] match more than it should?"
    )]
    TooManyMissing {
        /// Among how many bodies.
        bodies: usize,
    },
}
