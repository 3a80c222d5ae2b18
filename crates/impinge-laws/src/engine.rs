//! What an engine must offer to be checked.

use impinge::{DVec3, Mesh, Pose};
use std::fmt;

/// The answer to a query, or the reason why the engine gave no answer.
pub type Answer<T> = Result<T, NoAnswer>;

/// Why an engine gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The engine has no such query.
    Unsupported,
    /// The engine refused the input or gave up, in its own words.
    Refused(String),
    /// The engine panicked, with this message.
    Panicked(String),
}

impl NoAnswer {
    /// A refusal in the words of an error.
    #[must_use]
    pub fn refused(reason: impl fmt::Display) -> Self {
        Self::Refused(reason.to_string())
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => f.write_str("unsupported"),
            Self::Refused(reason) => write!(f, "refused: {reason}"),
            Self::Panicked(message) => write!(f, "panicked: {message}"),
        }
    }
}

impl std::error::Error for NoAnswer {}

/// A collision engine.
pub trait Engine {
    /// The name in reports, with a version.
    fn name(&self) -> String;

    /// Two meshes in the engine's own form.
    ///
    /// # Errors
    /// The engine refuses one of them.
    fn load(&self, a: &Mesh, b: &Mesh) -> Answer<Box<dyn LoadedPair>>;

    /// The distance of the convex hulls of two sets of points in one frame; zero if they share a point.
    ///
    /// # Errors
    /// The engine has no such query, or refuses the points.
    fn convex_distance(&self, _a: &[DVec3], _b: &[DVec3]) -> Answer<f64> {
        Err(NoAnswer::Unsupported)
    }
}

/// Two meshes that an engine has loaded. A pose carries points of B into the frame of A.
pub trait LoadedPair {
    /// Whether the two surfaces share a point: touching counts, one body within the other does not.
    ///
    /// # Errors
    /// The engine has no such query, or gives up.
    fn surfaces_meet(&self, _a_from_b: &Pose) -> Answer<bool> {
        Err(NoAnswer::Unsupported)
    }

    /// Whether the two solids share a point: touching counts, and so does one body within the other.
    ///
    /// # Errors
    /// The engine has no such query, or gives up.
    fn solids_meet(&self, _a_from_b: &Pose) -> Answer<bool> {
        Err(NoAnswer::Unsupported)
    }

    /// The distance of the surfaces; zero if they share a point.
    ///
    /// # Errors
    /// The engine has no such query, or gives up.
    fn distance(&self, _a_from_b: &Pose) -> Answer<f64> {
        Err(NoAnswer::Unsupported)
    }

    /// A closest point of A and one of B, both in A's frame.
    ///
    /// # Errors
    /// The engine has no such query, or gives up.
    fn closest_points(&self, _a_from_b: &Pose) -> Answer<[DVec3; 2]> {
        Err(NoAnswer::Unsupported)
    }

    /// How many pairs of triangles, one of A and one of B, share a point.
    ///
    /// # Errors
    /// The engine has no such query, or gives up.
    fn contact_count(&self, _a_from_b: &Pose) -> Answer<usize> {
        Err(NoAnswer::Unsupported)
    }

    /// The first time in [0, 1] at which the surfaces share a point while B moves from where it is by a displacement; `None` if they never do.
    ///
    /// # Errors
    /// The engine has no such query, or gives up.
    fn first_contact(&self, _displacement: DVec3) -> Answer<Option<f64>> {
        Err(NoAnswer::Unsupported)
    }
}
