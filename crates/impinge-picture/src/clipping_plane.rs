//! A plane that cuts pictures.

use impinge::math::DVec3;

/// A plane through a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// A point of it.
    pub point: DVec3,
    /// The direction its front looks in.
    pub front: DVec3,
}

impl Plane {
    /// How far before the plane a point lies, in lengths of `front`; negative on its back.
    #[must_use]
    pub fn height(&self, p: DVec3) -> f64 {
        (p - self.point).dot(self.front)
    }

    /// The part of a convex polygon on the plane's back.
    #[must_use]
    pub fn keep(&self, polygon: &[DVec3]) -> Vec<DVec3> {
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (i, &p) in polygon.iter().enumerate() {
            let q = polygon[(i + 1) % polygon.len()];
            let (hp, hq) = (self.height(p), self.height(q));
            if hp <= 0.0 {
                kept.push(p);
            }
            if (hp < 0.0 && hq > 0.0) || (hp > 0.0 && hq < 0.0) {
                kept.push(p + (q - p) * (hp / (hp - hq)));
            }
        }
        kept
    }
}
