//! The length and the midpoint of curves, summed piece by piece.

use impinge::math::DVec3;
use impinge::pair::SeamCurve;

/// A sum over pieces of curves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurveLength {
    length: f64,
    /// The middle of every piece times its length.
    moment: DVec3,
}

impl CurveLength {
    /// The sum over all pieces of curves.
    pub fn from_curves(curves: &[SeamCurve]) -> Self {
        let mut sum = Self::default();
        for curve in curves {
            curve.points.windows(2).for_each(|ends| sum.add([ends[0], ends[1]]));
            if let (true, [first, .., last]) = (curve.is_closed, &curve.points[..]) {
                sum.add([*last, *first]);
            }
        }
        sum
    }

    /// Adds a piece.
    pub fn add(&mut self, [p, q]: [DVec3; 2]) {
        let length = p.distance(q);
        self.length += length;
        self.moment += length * 0.5 * (p + q);
    }

    /// The length of all pieces.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Their midpoint, weighted by length; `None` if there are no pieces.
    pub fn middle(&self) -> Option<DVec3> {
        (self.length > 0.0).then(|| self.moment / self.length)
    }
}
