//! The length and the middle of curves, summed piece by piece.

use impinge::math::DVec3;
use impinge::pair::SeamCurve;

/// A sum over pieces of curves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeamSum {
    length: f64,
    /// The middle of every piece times its length.
    moment: DVec3,
}

impl SeamSum {
    /// The sum over all pieces of curves.
    pub fn of(curves: &[SeamCurve]) -> Self {
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

    /// How long all pieces are.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Their middle, every piece weighing as much as it is long; `None` of none.
    pub fn middle(&self) -> Option<DVec3> {
        (self.length > 0.0).then(|| self.moment / self.length)
    }
}
