//! Whether moving points meet, by the signs of forms in time: when are they in one plane, and do they meet there?

use super::feature_pair::FeaturePair;
use crate::ccd::polynomial::integer_coefficient::Coefficient;
use crate::ccd::polynomial::integer_polynomial::{Cubic, is_zero};
use crate::ccd::polynomial::root_isolation::{Root, roots};
use std::ops::ControlFlow;

/// Four moving points, by forms that have the signs of their differences and of products of those, at all times.
pub(crate) trait Encounter {
    type Pair: FeaturePair;
    type Coefficient: Coefficient;
    /// Differences and vector products are cubic at most.
    type Form: AsRef<[Self::Coefficient]>;

    /// The determinant of the first three differences: zero when all points are in one plane.
    fn determinant(&self) -> Cubic<Self::Coefficient>;

    /// A component of a difference.
    fn difference(&self, index: usize, axis: usize) -> Self::Form;

    /// A component of the vector product of a pair of differences.
    fn product(&self, pair: usize, axis: usize) -> Self::Form;

    /// The scalar product of a pair of differences, where they are along one line.
    fn scalar(&self, pair: usize) -> Self::Form;

    /// The sign of a form at a root.
    fn sign(form: &Self::Form, root: &Root<'_, Self::Coefficient>) -> i32;

    /// Whether the points meet at any time.
    fn meets(&self) -> bool {
        let determinant = self.determinant();
        if is_zero(&determinant) {
            return self.meets_in_plane();
        }
        roots(&determinant, &mut |root| stop_if(self.meets_at(&root))).is_break()
    }

    /// Whether the points meet at a time when all are in one plane.
    fn meets_at(&self, root: &Root<'_, Self::Coefficient>) -> bool {
        let by_axis = (0..3).find_map(|axis| self.judge(root, axis));
        by_axis.unwrap_or_else(|| pairs::<Self>().any(|pair| Self::sign(&self.scalar(pair), root) <= 0))
    }

    /// What one component of all products tells at a time when all points are in one plane; `None` if they are all zero.
    fn judge(&self, root: &Root<'_, Self::Coefficient>, axis: usize) -> Option<bool> {
        let mut signs = [0; 4];
        for pair in pairs::<Self>() {
            signs[pair] = Self::sign(&self.product(pair, axis), root);
            if Self::Pair::judge_unsure(&signs[..=pair]) == Some(false) {
                return Some(false);
            }
        }
        Self::Pair::judge(&signs[..pairs::<Self>().len()])
    }

    /// The parts that touch at a time when the points meet.
    fn features_at(&self, root: &Root<'_, Self::Coefficient>) -> <Self::Pair as FeaturePair>::Features {
        let by_axis = (0..3).find_map(|axis| {
            let mut signs = [0; 4];
            for pair in pairs::<Self>() {
                signs[pair] = Self::sign(&self.product(pair, axis), root);
            }
            signs.iter().any(|sign| *sign != 0).then(|| Self::Pair::features(&signs))
        });
        by_axis.unwrap_or_else(|| match (0..Self::Pair::DIFFERENCES.len()).find(|k| self.coincides_at(*k, root)) {
            Some(difference) => Self::Pair::coincident(difference),
            None => {
                let is_between = |pair: &usize| Self::sign(&self.scalar(*pair), root) < 0;
                Self::Pair::on_edge(pairs::<Self>().find(is_between).unwrap_or(0))
            }
        })
    }

    /// Whether a difference is zero at a time.
    fn coincides_at(&self, difference: usize, root: &Root<'_, Self::Coefficient>) -> bool {
        (0..3).all(|axis| Self::sign(&self.difference(difference, axis), root) == 0)
    }

    /// Whether points that are in one plane at all times meet: they do from the start, or begin to where a vertex meets an edge.
    fn meets_in_plane(&self) -> bool {
        self.meets_at(&Root::Start) || pairs::<Self>().any(|pair| self.meets_edge(pair))
    }

    /// Whether a vertex, seen by a pair of differences from the ends of an edge, comes to be on that edge.
    fn meets_edge(&self, pair: usize) -> bool {
        let components = [0, 1, 2].map(|axis| self.product(pair, axis));
        let Some(first) = components.iter().find(|c| !is_zero(c.as_ref())) else {
            // Always on its line: on the edge from the start, or from where it passes an end.
            let (p, q) = Self::Pair::PAIRS[pair];
            return Self::sign(&self.scalar(pair), &Root::Start) <= 0 || self.coincides(p) || self.coincides(q);
        };
        let is_on_edge = |root: &Root<'_, Self::Coefficient>| {
            components.iter().all(|c| Self::sign(c, root) == 0) && Self::sign(&self.scalar(pair), root) <= 0
        };
        roots(first.as_ref(), &mut |root| stop_if(is_on_edge(&root))).is_break()
    }

    /// Whether a difference is zero at any time.
    fn coincides(&self, difference: usize) -> bool {
        let components = [0, 1, 2].map(|axis| self.difference(difference, axis));
        let Some(first) = components.iter().find(|c| !is_zero(c.as_ref())) else { return true };
        let is_zero_at = |root: &Root<'_, Self::Coefficient>| components.iter().all(|c| Self::sign(c, root) == 0);
        roots(first.as_ref(), &mut |root| stop_if(is_zero_at(&root))).is_break()
    }
}

/// The pairs of differences that are multiplied.
fn pairs<E: Encounter + ?Sized>() -> std::ops::Range<usize> {
    0..E::Pair::PAIRS.len()
}

fn stop_if(found: bool) -> ControlFlow<()> {
    if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
