//! The signature of a clash, which tells whether it has changed since a baseline: lengths that no rigid motion of the assembly, no order of
//! triangles and no triangulation changes.

use super::curve_length::CurveLength;
use crate::assembly::body::BodyForm;
use serde::{Deserialize, Serialize};

/// How much a length may differ, relative to the size of both bodies, before a clash counts as changed: coordinates written in single
/// precision are off by less than a thousandth of that.
pub const TOLERANCE: f64 = 1e-4;

/// Lengths of a clash.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClashSignature {
    /// The sum of the radii of both bodies, about their centres.
    pub size: f64,
    /// How far apart their centres are.
    pub between: f64,
    /// How long the curves are in which they meet.
    pub seam: f64,
    /// How far the middle of these curves is from the centre of each body, in the order of their names.
    pub seam_to: Option<[f64; 2]>,
    /// The gap, if there is one.
    pub gap: Option<f64>,
    /// How thick what they share is, at most about; zero if they touch.
    pub thickness: Option<f64>,
    /// How far the farthest point of each body is from the centre of the other, in the order of their names.
    pub reach: Option<[f64; 2]>,
}

impl ClashSignature {
    /// The lengths that follow from two bodies, in the order of their names, and the curves in which they meet.
    pub(crate) fn new([a, b]: [&BodyForm; 2], seam: &CurveLength) -> Self {
        let middle = seam.middle();
        Self {
            size: a.radius + b.radius,
            between: a.centre.distance(b.centre),
            seam: seam.length(),
            seam_to: middle.map(|middle| [a, b].map(|form| form.centre.distance(middle))),
            gap: None,
            thickness: None,
            reach: None,
        }
    }

    /// Only what is a number: none where a sum or a square was too large for one, since JSON has no word for that.
    pub(crate) fn finite(self) -> Option<Self> {
        let is_known = self.size.is_finite() && self.between.is_finite() && self.seam.is_finite();
        let one = |length: Option<f64>| length.filter(|length| length.is_finite());
        let two = |lengths: Option<[f64; 2]>| lengths.filter(|both| both.iter().all(|length| length.is_finite()));
        is_known.then(|| Self {
            seam_to: two(self.seam_to),
            gap: one(self.gap),
            thickness: one(self.thickness),
            reach: two(self.reach),
            ..self
        })
    }

    /// The same with the bodies in the other order.
    pub(crate) fn swapped(self) -> Self {
        let swap = |lengths: Option<[f64; 2]>| lengths.map(|[p, q]| [q, p]);
        Self { seam_to: swap(self.seam_to), reach: swap(self.reach), ..self }
    }

    /// Whether the bodies are within rounding of touching: then rounding decides whether they cross, touch or are apart, and where.
    #[must_use]
    pub fn is_thin(&self) -> bool {
        self.gap.or(self.thickness).is_some_and(|length| length <= TOLERANCE * self.size)
    }

    /// Whether two bodies stand to each other as they did, as far as centres and farthest points tell, up to rounding.
    #[must_use]
    pub fn has_same_arrangement(&self, other: &Self, hair: f64) -> bool {
        let near = |x: f64, y: f64| (x - y).abs() <= hair;
        let reach = self.reach.zip(other.reach).is_none_or(|(p, q)| near(p[0], q[0]) && near(p[1], q[1]));
        near(self.size, other.size) && near(self.between, other.between) && reach
    }

    /// Whether another clash of the same bodies has the same lengths.
    #[must_use]
    pub fn agree(&self, other: &Self) -> bool {
        let off = TOLERANCE * self.size.max(other.size);
        let near = |x: f64, y: f64| (x - y).abs() <= off;
        let both = |p: Option<[f64; 2]>, q: Option<[f64; 2]>| match (p, q) {
            (Some(p), Some(q)) => near(p[0], q[0]) && near(p[1], q[1]),
            (p, q) => p.is_none() == q.is_none(),
        };
        if !(near(self.size, other.size) && near(self.between, other.between) && both(self.reach, other.reach)) {
            return false;
        }
        if self.is_thin() && other.is_thin() {
            return true;
        }
        let gaps = match (self.gap, other.gap) {
            (Some(p), Some(q)) => near(p, q),
            (p, q) => p.is_none() == q.is_none(),
        };
        // A seam is as long as its corners make it: tiny ones come and go with rounding, so it may differ by more.
        let seams = (self.seam - other.seam).abs() <= off + 1e-3 * self.seam.max(other.seam);
        gaps && seams && both(self.seam_to, other.seam_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_left_out() {
        let signature = ClashSignature {
            size: 1.0,
            between: 2.0,
            seam: 3.0,
            seam_to: Some([4.0, 5.0]),
            gap: Some(6.0),
            thickness: Some(7.0),
            reach: Some([8.0, 9.0]),
        };
        assert_eq!(signature.finite(), Some(signature));
        let infinite = f64::INFINITY;
        let partly = ClashSignature {
            seam_to: Some([infinite, 1.0]),
            gap: Some(f64::NAN),
            reach: Some([1.0, infinite]),
            ..signature
        };
        let left = ClashSignature { seam_to: None, gap: None, reach: None, ..signature };
        assert_eq!(partly.finite(), Some(left));
        assert_eq!(
            ClashSignature { thickness: Some(infinite), ..left }.finite(),
            Some(ClashSignature { thickness: None, ..left })
        );
        for unknown in [
            ClashSignature { size: infinite, ..signature },
            ClashSignature { between: f64::NAN, ..signature },
            ClashSignature { seam: infinite, ..signature },
        ] {
            assert_eq!(unknown.finite(), None);
        }
    }
}
