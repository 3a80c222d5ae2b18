//! What one query of a pair leaves for the next.

use super::epa::core_depth::WarmPolytope;
use super::gjk::warm_simplex::WarmSimplex;
use std::cell::Cell;

/// What queries about a pair of shapes leave for the next query about the same pair at a nearby pose: the simplex of GJK and, after overlaps, the
/// polytope of EPA.
///
/// Kept by the caller, one for each pair. That of another pair is allowed: it costs time and changes no answer, but may choose among equally
/// near points.
///
/// ```
/// use impinge::convex::WarmStart;
/// use impinge::math::{DVec3, Pose};
/// use impinge::shape::{Capsule, Cuboid};
///
/// let (a, b) = (Cuboid::try_new(DVec3::ONE)?, Capsule::try_new(1.0, 0.5)?);
/// let mut warm = WarmStart::default();
/// for step in 0..100 {
///     let a_from_b = Pose::from_translation(DVec3::new(3.0 - 0.01 * f64::from(step), 0.0, 0.0))?;
///     assert!(warm.distance(&a, &b, &a_from_b).distance.value > 0.5);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WarmStart {
    pub(super) simplex: WarmSimplex,
    pub(super) polytope: Option<Box<WarmPolytope>>,
}

impl WarmStart {
    /// Forgets the last query and keeps its memory.
    pub fn forget(&mut self) {
        self.simplex = WarmSimplex::default();
        if let Some(polytope) = &mut self.polytope {
            polytope.forget();
        }
    }

    /// The polytope to start from, made if there is none.
    pub(super) fn polytope(&mut self) -> &mut WarmPolytope {
        self.polytope.get_or_insert_default()
    }

    /// Whether an earlier query left a polytope around the origin.
    #[inline]
    pub(super) fn has_polytope(&self) -> bool {
        self.polytope.as_ref().is_some_and(|polytope| polytope.holds)
    }
}

thread_local! {
    /// Memory of queries that start cold, so that they allocate nothing.
    static MEMORY: Cell<Option<Box<WarmPolytope>>> = const { Cell::new(None) };
}

/// Lends a start that knows nothing.
pub(super) fn with_cold_start<T>(query: impl FnOnce(&mut WarmStart) -> T) -> T {
    // Taken, not borrowed: a shape may ask for depths inside of its own support, and then gets memory of its own.
    let mut memory = MEMORY.take().unwrap_or_default();
    memory.forget();
    let mut start = WarmStart { simplex: WarmSimplex::default(), polytope: Some(memory) };
    let found = query(&mut start);
    MEMORY.set(start.polytope);
    found
}
