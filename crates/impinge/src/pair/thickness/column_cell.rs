//! Parts of columns that may hold middles of balls, and how large these balls can be.
//!
//! A column is cut, in depth, where the faces of a body are in it. Between two such zones no face enters the column, so that all of it is on one side: if one point of a gap is
//! outside, no middle is in it. What is left is bounded by where it ends: a middle at depth `s` is `s` from the column's own surface, and no farther from a face than the
//! next gap that is outside.

use super::column::{Column, FacePart};
use crate::math::predicates::Triangle;
use std::cmp::Ordering;

/// A face in a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnFace {
    /// The body that it belongs to.
    pub body: usize,
    pub triangle: Triangle,
    /// Between which depths it is in the column.
    pub depths: [f64; 2],
}

/// A part of a column between two depths.
#[derive(Clone, Debug)]
pub(super) struct ColumnCell {
    /// No ball with its middle in the cell has a larger diameter.
    pub bound: f64,
    /// The order in which cells were made.
    pub number: u64,
    pub column: Column,
    /// Whether middles in it are inside the column's own body for certain.
    pub is_inside: bool,
    /// Between which depths it lies.
    pub depths: [f64; 2],
    /// Depths between which it lies and at which each ray of the column is outside a body: zero, at the surface, and infinity at worst.
    pub ends: [f64; 2],
    /// The faces that enter it, of both bodies or of the other body alone.
    pub faces: Vec<ColumnFace>,
    /// Whether its middle was looked at.
    pub is_measured: bool,
}

impl ColumnCell {
    /// The depth at which a ball can be the largest.
    pub fn best_depth(&self) -> f64 {
        let [from, to] = self.depths;
        if self.ends[1].is_finite() { (0.5 * (self.ends[0] + self.ends[1])).clamp(from, to) } else { 0.5 * (from + to) }
    }

    /// A diameter that no ball with its middle in the cell exceeds, by how deep it lies between its ends.
    pub fn bound_by_depth(&self) -> f64 {
        let radius = |depth: f64| (depth - self.ends[0]).min(self.ends[1] - depth);
        let [from, to] = self.depths;
        let best = if self.ends[1].is_finite() { (0.5 * (self.ends[0] + self.ends[1])).clamp(from, to) } else { to };
        2.0 * (radius(best) + self.column.slack)
    }

    /// The longest extent of the cell.
    pub fn extent(&self) -> f64 {
        (self.depths[1] - self.depths[0]).max(self.column.width(self.depths[1]))
    }

    /// The face that is best cut off, the direction and the place of the cut: the one beside which the largest part of the cell is free of it.
    pub fn best_cut(&self) -> Option<Vec<Column>> {
        /// Of the base's width, what a cut must leave on its smaller side to be worth it: less shaves off nothing.
        const LEAST: f64 = 1e-9;
        let slack = self.column.slack;
        let clipper = self.column.clipper(self.depths[1]);
        let mut best: Option<(f64, Vec<Column>)> = None;
        let length = self.depths[1] - self.depths[0];
        for face in &self.faces {
            if face.depths[1].min(self.depths[1]) - face.depths[0].max(self.depths[0]) < 0.5 * length {
                continue;
            }
            let Some(across) = self.column.across(&face.triangle) else { continue };
            let Some((part, _)) = clipper.part_of_face(&face.triangle) else { continue };
            let [low, high] = range_along(&part, across);
            let [least, most] = self.column.base_range(across);
            let width = most - least;
            for (free, at) in [(low - least, low - 4.0 * slack), (most - high, high + 4.0 * slack)] {
                // What is free of the face, as far as the cut goes through the base.
                let is_worth = free > 0.3 * width && at > least + LEAST * width && at < most - LEAST * width;
                if is_worth && best.as_ref().is_none_or(|best| free / width > best.0) {
                    best = self.column.cut(across, at).map(|columns| (free / width, columns)).or(best);
                }
            }
        }
        best.map(|(_, columns)| columns)
    }
}

fn range_along(part: &FacePart, along: crate::math::DVec3) -> [f64; 2] {
    let places = part.points().iter().map(|p| along.dot(*p));
    places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
}

impl PartialEq for ColumnCell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for ColumnCell {}

impl PartialOrd for ColumnCell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The largest bound first, then the first made.
impl Ord for ColumnCell {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound).then(other.number.cmp(&self.number))
    }
}

/// The gaps between zones, within a range: sorted, disjoint.
pub(super) fn gaps(zones: &mut [[f64; 2]], [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
    zones.sort_unstable_by(|p, q| p[0].total_cmp(&q[0]));
    let (mut gaps, mut reached) = (Vec::new(), from);
    for &[low, high] in zones.iter() {
        if low > reached {
            gaps.push([reached, low.min(to)]);
        }
        reached = reached.max(high);
        if reached >= to {
            break;
        }
    }
    if reached < to {
        gaps.push([reached, to]);
    }
    gaps
}
