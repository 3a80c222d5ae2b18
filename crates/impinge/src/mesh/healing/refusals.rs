//! Steps that healing does not take.

use super::region::Region;
use std::collections::HashSet;

/// A step of healing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// Welding two vertices of the region.
    Weld([u32; 2]),
    /// Splitting the edge between two vertices of the region at a third.
    Split([u32; 2], u32),
    /// Anything with a vertex of the region, among too many.
    Crowded(u32),
}

/// What must not be done, and what was not done.
pub(super) struct Refusals<'a> {
    /// The length of healing.
    pub within: f64,
    /// Vertices of the mesh that must stay as they are.
    pub frozen: &'a HashSet<u32>,
    /// Steps that were not taken.
    steps: HashSet<Step>,
}

impl<'a> Refusals<'a> {
    pub fn new(within: f64, frozen: &'a HashSet<u32>) -> Self {
        Self { within, frozen, steps: HashSet::new() }
    }

    /// Notes that a step was not taken.
    pub fn refuse(&mut self, step: Step) {
        self.steps.insert(step);
    }

    /// How many steps were not taken.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// Whether a vertex of these clusters, given by their roots, must stay as it is.
    pub fn are_frozen(&self, region: &Region, roots: &[u32]) -> bool {
        let is_frozen = |v: &u32| self.frozen.contains(&region.vertices[*v as usize]);
        !self.frozen.is_empty() && roots.iter().any(|root| region.clusters.members(*root).iter().any(is_frozen))
    }
}
