//! The transform from a polygon's frame to the approximate coordinates of a query.

use crate::tree::oriented_box::OrientedBox;
use impinge::math::DVec2;

/// Maps points of a polygon to the approximate coordinates of a query: a rotation, times a power of two, and an offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApproximateTransform {
    /// Cosine and sine, times the unit.
    pub cosine: f64,
    pub sine: f64,
    pub offset: DVec2,
    /// Cosine and sine, of length 1.
    pub turn: DVec2,
    /// What lengths are multiplied by, and its inverse, which is capped for polygons that are points in the frame.
    pub scale: f64,
    pub shrink: f64,
}

impl ApproximateTransform {
    /// A point in approximate coordinates.
    #[inline(always)]
    pub fn point(&self, p: DVec2) -> DVec2 {
        DVec2::new(
            self.cosine * p.x - self.sine * p.y + self.offset.x,
            self.sine * p.x + self.cosine * p.y + self.offset.y,
        )
    }

    /// A box in approximate coordinates.
    #[inline(always)]
    pub fn bounds(&self, b: &OrientedBox) -> OrientedBox {
        let (t, u) = (self.turn, b.axis);
        let axis = DVec2::new(t.x * u.x - t.y * u.y, t.y * u.x + t.x * u.y);
        OrientedBox { centre: self.point(b.centre), axis, half: b.half * self.scale }
    }
}
