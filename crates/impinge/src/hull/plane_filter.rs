//! The plane of a triangle, kept to tell quickly on which side points are.

use crate::cost::Cost;
use crate::math::DVec3;
use crate::math::predicates::{Triangle, UNDERFLOW_GUARD, orient3d};

/// Bound on the error of [`Plane::height`], relative to the sum of the magnitudes of its products.
///
/// With u = 2^-53: a component of the normal is off by 4u (two differences, a product, a sum), and a height by 4u more (a
/// difference, a product, two sums), so by 8u and terms in u²; 16u covers these and the rounding of the bound itself.
const HEIGHT_ERROR: f64 = 8.0 * f64::EPSILON;

/// The plane of a triangle by its rounded normal. Heights are taken from the last corner, the anchor, which the triangle knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub normal: DVec3,
    /// The most by which the height of a point of the set is off; infinite where products could underflow.
    pub error: f64,
}

impl Plane {
    /// The plane of a triangle, for points that differ by at most `size` in each coordinate.
    #[inline]
    pub fn through([a, b, c]: &Triangle, size: DVec3) -> Self {
        let (u, v) = (*a - *c, *b - *c);
        let plus = DVec3::new(u.y * v.z, u.z * v.x, u.x * v.y);
        let minus = DVec3::new(u.z * v.y, u.x * v.z, u.y * v.x);
        let permanent = (plus.abs() + minus.abs()).dot(size);
        let error = if permanent > UNDERFLOW_GUARD { HEIGHT_ERROR * permanent } else { f64::INFINITY };
        Self { normal: plus - minus, error }
    }

    /// How far a point, seen from the anchor, is above the plane, in units of the length of the normal, rounded.
    #[inline]
    pub fn height(&self, from_anchor: DVec3) -> f64 {
        self.normal.dot(from_anchor)
    }

    /// The side of a point by its height: 1 above, -1 below; `None` where rounding leaves it open.
    #[inline]
    pub fn side(&self, height: f64) -> Option<i32> {
        if height > self.error {
            Some(1)
        } else if height < -self.error {
            Some(-1)
        } else {
            None
        }
    }
}

/// The exact side of a point: 1 above the triangle, 0 in its plane, -1 below.
#[cold]
pub(super) fn exact_side([a, b, c]: &Triangle, p: DVec3) -> i32 {
    orient3d(*a, *b, *c, p, &mut Cost::default())
}
