//! What is compared to say that a clash is still the same: lengths that no rigid motion of the assembly, no other order and no other
//! triangulation changes.

use impinge::math::DVec3;
use impinge::pair::SeamCurve;
use serde::{Deserialize, Serialize};

/// How much a length may differ, relative to the size of both bodies, before a clash counts as changed: coordinates written in single
/// precision are off by less than a thousandth of that.
pub const TOLERANCE: f64 = 1e-4;

/// Lengths of a clash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Traits {
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

/// A body as a clash sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Form {
    /// The centre of what it encloses, or of its surface.
    pub centre: DVec3,
    /// The largest distance of a vertex from there.
    pub radius: f64,
}

impl Traits {
    /// The lengths that follow from two bodies, in the order of their names, and the curves in which they meet.
    #[must_use]
    pub fn new([a, b]: [&Form; 2], curves: &[SeamCurve]) -> Self {
        let middle = middle(curves);
        Self {
            size: a.radius + b.radius,
            between: a.centre.distance(b.centre),
            seam: curves.iter().map(SeamCurve::length).fold(0.0, |sum, length| sum + length),
            seam_to: middle.map(|middle| [a, b].map(|form| form.centre.distance(middle))),
            gap: None,
            thickness: None,
            reach: None,
        }
    }

    /// Whether the bodies are within a hair of touching: then rounding decides whether they cross, touch or keep apart, and where.
    #[must_use]
    pub fn is_thin(&self) -> bool {
        self.gap.or(self.thickness).is_some_and(|length| length <= TOLERANCE * self.size)
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

/// The middle of curves, every piece weighing as much as it is long; `None` of none.
#[must_use]
pub fn middle(curves: &[SeamCurve]) -> Option<DVec3> {
    let (mut sum, mut weight) = (DVec3::ZERO, 0.0);
    for curve in curves {
        let count = curve.points.len();
        let pieces = if curve.is_closed { count } else { count.saturating_sub(1) };
        for k in 0..pieces {
            let (p, q) = (curve.points[k], curve.points[(k + 1) % count]);
            let length = p.distance(q);
            sum += length * 0.5 * (p + q);
            weight += length;
        }
    }
    (weight > 0.0).then(|| sum / weight)
}
