//! Convex bodies in the plain form from which every engine makes its own.

use super::gift_wrapping::wrapped;
use impinge::math::DVec3;

/// A convex body in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// The hull of some points.
    Hull(Hull),
    /// A cylinder around the z axis, centred at the origin.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Half of its height.
        half_height: f64,
    },
}

/// Points, each a corner of their hull, and its surface as triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// The corners.
    pub points: Vec<DVec3>,
    /// Corners of each triangle, counter-clockwise from outside; a flat hull has a front and a back.
    pub triangles: Vec<[u32; 3]>,
}

impl Hull {
    /// The hull of points in convex and general position: no four in a plane, none inside; `None` where they are not.
    #[must_use]
    pub fn of_points(points: Vec<DVec3>) -> Option<Self> {
        let triangles = wrapped(&points)?;
        Some(Self { points, triangles })
    }

    /// The box with these half extents, centred at the origin.
    #[must_use]
    pub fn cuboid(half: DVec3) -> Self {
        let corner = |k: u32| {
            let sign = |axis: u32| if k >> axis & 1 == 1 { 1.0 } else { -1.0 };
            half * DVec3::new(sign(0), sign(1), sign(2))
        };
        let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
        Self { points: (0..8).map(corner).collect(), triangles }
    }

    /// The polygon with these corners, counter-clockwise from its front.
    #[must_use]
    pub fn polygon(points: Vec<DVec3>) -> Self {
        let fan = (2..points.len() as u32).flat_map(|k| [[0, k - 1, k], [0, k, k - 1]]);
        Self { triangles: fan.collect(), points }
    }

    /// The hull with every point moved.
    #[must_use]
    pub fn mapped(&self, map: impl Fn(DVec3) -> DVec3) -> Self {
        Self { points: self.points.iter().map(|p| map(*p)).collect(), triangles: self.triangles.clone() }
    }
}

impl Body {
    /// An upper bound on the distance of its points from the origin.
    #[must_use]
    pub fn reach(&self) -> f64 {
        match self {
            Self::Hull(hull) => hull.points.iter().map(|p| p.length()).fold(0.0, f64::max),
            Self::Cylinder { radius, half_height } => radius.hypot(*half_height),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surfaces_are_closed_and_turned_outward() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(|[x, y]| DVec3::new(x, y, 0.0));
        for hull in [Hull::cuboid(DVec3::new(1.0, 2.0, 3.0)), Hull::polygon(square.to_vec())] {
            let sides: Vec<[u32; 2]> =
                hull.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]).collect();
            assert!(sides.iter().all(|[a, b]| sides.iter().filter(|side| **side == [*b, *a]).count() >= 1));
            for [a, b, c] in hull.triangles.iter().map(|t| t.map(|k| hull.points[k as usize])) {
                assert!(hull.points.iter().all(|p| (b - a).cross(c - a).dot(*p - a) <= 0.0));
            }
        }
        assert_eq!(Body::Cylinder { radius: 3.0, half_height: 4.0 }.reach(), 5.0);
    }
}
