//! Bodies of a scene that are not looked at together, and how many pairs of them may be listed.

use crate::error::Problem;
use crate::srdf::MOST_PAIRS;

/// Bodies that are not looked at together, by index.
#[derive(Debug)]
pub(super) struct IgnoredBodies {
    /// Two at a time.
    pub(super) pairs: Vec<[usize; 2]>,
    /// Sets of which no two are.
    pub(super) sets: Vec<Vec<usize>>,
}

/// Refuses more pairs of bodies than are listed.
pub(super) fn check_pairs(pairs: usize) -> Result<(), Problem> {
    if pairs <= MOST_PAIRS {
        return Ok(());
    }
    Err(Problem::Unsupported {
        feature: format!(
            "more than {MOST_PAIRS} pairs of bodies that may meet, by links that are enabled, welded or ignored"
        ),
        remedy: "name fewer of them, or put bodies in groups".to_owned(),
    })
}
