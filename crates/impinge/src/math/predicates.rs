//! The signs that decide topology. Each is exact for coordinates in the range of [`super::in_exact_range`]: a
//! floating-point filter decides nearly all, adaptive expansions (Shewchuk 1997) the rest, and integers what underflows.
//!
//! Every sign is `-1`, `0` or `1`, and every question is counted in a [`Cost`].

use super::{
    DVec2, DVec3,
    integer::{self, Grid},
};
use crate::cost::Cost;
use robust::{Coord, Coord3D};

/// A triangle by its corners.
pub type Triangle = [DVec3; 3];

/// Relative error of the plain determinant in [`orient2d`]: (3 + 16u)u with u = 2^-53 (Shewchuk 1997, section 4.1).
const ORIENT2D_ERROR: f64 = (3.0 + 8.0 * f64::EPSILON) * (f64::EPSILON / 2.0);

/// Relative error of the plain determinant in [`orient3d`]: (7 + 56u)u with u = 2^-53 (Shewchuk 1997, section 4.2).
const ORIENT3D_ERROR: f64 = (7.0 + 28.0 * f64::EPSILON) * (f64::EPSILON / 2.0);

/// Below this sum of products (2^-700) an underflow, 2^-1074 a product, could outweigh the relative error bound.
#[doc(hidden)]
pub const UNDERFLOW_GUARD: f64 = f64::from_bits((1023 - 700) << 52);

/// Sign of `det[b - a, c - a, d - a]`: 1 if `d` lies on the side of the plane `abc` from which they turn counter-clockwise.
#[must_use]
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3, cost: &mut Cost) -> i32 {
    sign_of(orient3d_value(a, b, c, d, cost))
}

/// `det[b - a, c - a, d - a]` if floating point gives it with a relative error of at most 2^-34.
#[must_use]
pub fn orient3d_accurate(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Option<f64> {
    /// 2^34 times the error of a determinant.
    const ENOUGH: f64 = ORIENT3D_ERROR * (1_u64 << 34) as f64;
    let (minus_det, permanent) = determinant(a - d, b - d, c - d);
    (permanent > UNDERFLOW_GUARD && minus_det.abs() > ENOUGH * permanent).then_some(-minus_det)
}

/// `det[u, v, w]` in plain floating point, and the sum of the magnitudes of its products.
fn determinant(ad: DVec3, bd: DVec3, cd: DVec3) -> (f64, f64) {
    let (bxcy, cxby) = (bd.x * cd.y, cd.x * bd.y);
    let (cxay, axcy) = (cd.x * ad.y, ad.x * cd.y);
    let (axby, bxay) = (ad.x * bd.y, bd.x * ad.y);
    let det = ad.z * (bxcy - cxby) + bd.z * (cxay - axcy) + cd.z * (axby - bxay);
    let permanent = (bxcy.abs() + cxby.abs()) * ad.z.abs()
        + (cxay.abs() + axcy.abs()) * bd.z.abs()
        + (axby.abs() + bxay.abs()) * cd.z.abs();
    (det, permanent)
}

/// A number with the exact sign of `det[b - a, c - a, d - a]`.
fn orient3d_value(a: DVec3, b: DVec3, c: DVec3, d: DVec3, cost: &mut Cost) -> f64 {
    cost.signs += 1;
    let (ad, bd, cd) = (a - d, b - d, c - d);
    let (det, permanent) = determinant(ad, bd, cd);
    if permanent > UNDERFLOW_GUARD && det.abs() > ORIENT3D_ERROR * permanent {
        return -det;
    }
    cost.exact_signs += 1;
    // Flat along an axis, or a point twice: the usual zeros of built things, at no cost.
    let flat = |k: usize| ad[k] == 0.0 && bd[k] == 0.0 && cd[k] == 0.0;
    if flat(0) || flat(1) || flat(2) || a == b || b == c || c == a || a == d || b == d || c == d {
        return 0.0;
    }
    if permanent > UNDERFLOW_GUARD {
        let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
        return -robust::orient3d(coord(a), coord(b), coord(c), coord(d));
    }
    f64::from(orient3d_integer(a, b, c, d))
}

/// The sign of [`orient3d`] in integers alone: slow, certain, and the oracle of the fast one.
#[must_use]
pub fn orient3d_integer(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> i32 {
    let grid = Grid::holding([a, b, c, d].iter().flat_map(|p| p.to_array()));
    let from_a = |p: DVec3| [0, 1, 2].map(|k| grid.integer(p[k]) - grid.integer(a[k]));
    let (u, v, w) = (from_a(b), from_a(c), from_a(d));
    let minor = |i: usize, j: usize| &v[i] * &w[j] - &v[j] * &w[i];
    integer::sign(&(&u[0] * minor(1, 2) + &u[1] * minor(2, 0) + &u[2] * minor(0, 1)))
}

/// Sign of component `axis` of `(b - a) × (c - a)`: the turn of `abc` seen against that axis.
#[must_use]
pub fn orient2d(axis: usize, a: DVec3, b: DVec3, c: DVec3, cost: &mut Cost) -> i32 {
    cost.signs += 1;
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let left = (a[i] - c[i]) * (b[j] - c[j]);
    let right = (a[j] - c[j]) * (b[i] - c[i]);
    let det = left - right;
    // Coordinates are multiples of 2^-352, so these products are normal doubles: no underflow to guard against.
    if det.abs() > ORIENT2D_ERROR * (left.abs() + right.abs()) {
        return sign_of(det);
    }
    cost.exact_signs += 1;
    if left == 0.0 && right == 0.0 {
        return 0; // a factor of each is zero, and differences of doubles are zero only exactly
    }
    let coord = |p: DVec3| Coord { x: p[i], y: p[j] };
    sign_of(robust::orient2d(coord(a), coord(b), coord(c)))
}

/// Sign of `det[b - a, c - a]` in the plane: 1 if `c` lies left of the line from `a` to `b`. Exact in the range of
/// [`super::in_plane_range`].
#[must_use]
pub fn side_of_line(a: DVec2, b: DVec2, c: DVec2, cost: &mut Cost) -> i32 {
    /// Coordinates of at least 2^-450 are multiples of 2^-502, and products of two are multiples of 2^-1004: none underflows.
    const EXPANSIONS_FROM: f64 = f64::from_bits((1023 - 450) << 52);
    cost.signs += 1;
    let (ac, bc) = (a - c, b - c);
    let (left, right) = (ac.x * bc.y, ac.y * bc.x);
    let (det, all) = (left - right, left.abs() + right.abs());
    if all > UNDERFLOW_GUARD && det.abs() > ORIENT2D_ERROR * all {
        return sign_of(det);
    }
    cost.exact_signs += 1;
    if (ac.x == 0.0 || bc.y == 0.0) && (ac.y == 0.0 || bc.x == 0.0) {
        return 0; // differences of doubles are zero only exactly
    }
    if [a, b, c].iter().all(|p| p.to_array().iter().all(|x| *x == 0.0 || x.abs() >= EXPANSIONS_FROM)) {
        let coord = |p: DVec2| Coord { x: p.x, y: p.y };
        return sign_of(robust::orient2d(coord(a), coord(b), coord(c)));
    }
    side_of_line_integer(a, b, c)
}

/// The sign of [`side_of_line`] in integers alone.
#[must_use]
pub fn side_of_line_integer(a: DVec2, b: DVec2, c: DVec2) -> i32 {
    let grid = Grid::holding([a, b, c].iter().flat_map(|p| p.to_array()));
    let from_c = |p: DVec2| [grid.integer(p.x) - grid.integer(c.x), grid.integer(p.y) - grid.integer(c.y)];
    let (u, v) = (from_c(a), from_c(b));
    integer::sign(&(&u[0] * &v[1] - &u[1] * &v[0]))
}

/// An axis along which the triangle projects to a triangle of positive area, and the turn of that projection; `None` if
/// the corners lie on a line.
///
/// The axis is the one of the largest normal component where floating point can tell.
#[must_use]
pub fn projection_axis(t: &Triangle, cost: &mut Cost) -> Option<(usize, i32)> {
    let n = (t[1] - t[0]).cross(t[2] - t[0]).abs();
    let first = if n.x >= n.y && n.x >= n.z {
        0
    } else if n.y >= n.z {
        1
    } else {
        2
    };
    [first, (first + 1) % 3, (first + 2) % 3].into_iter().find_map(|axis| {
        let turn = orient2d(axis, t[0], t[1], t[2], cost);
        (turn != 0).then_some((axis, turn))
    })
}

/// -1, 0 or 1.
fn sign_of(x: f64) -> i32 {
    i32::from(x > 0.0) - i32::from(x < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    #[test]
    fn the_normal_side_is_positive() {
        let cost = &mut Cost::default();
        assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, cost), 1);
        assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, -DVec3::Z, cost), -1);
        assert_eq!(orient2d(2, DVec3::ZERO, DVec3::X, DVec3::Y, cost), 1);
        assert_eq!(orient2d(0, DVec3::ZERO, DVec3::Y, DVec3::Z, cost), 1);
        assert_eq!(orient2d(1, DVec3::ZERO, DVec3::Z, DVec3::X, cost), 1);
    }

    /// Points near a line, at every scale of the plane.
    #[test]
    fn the_side_of_a_line_agrees_with_integers() {
        let mut random = Random(5);
        let mut next = || random.bits() >> 33;
        let cost = &mut Cost::default();
        let mut zeros = 0;
        for k in [-499, -470, -449, -300, 0, 300, 496] {
            let unit = 2f64.powi(k);
            for _ in 0..2_000 {
                let mut point = || DVec2::new((next() % 7) as f64, (next() % 7) as f64) * unit;
                let (a, b) = (point(), point());
                let mut c = a + (b - a) * 0.5;
                match next() % 3 {
                    0 => c.x = c.x.next_up(),
                    1 => c.y = c.y.next_down(),
                    _ => {}
                }
                let sign = side_of_line(a, b, c, cost);
                assert_eq!(sign, side_of_line_integer(a, b, c), "{a:?} {b:?} {c:?}");
                zeros += u32::from(sign == 0);
            }
        }
        assert!(zeros > 1_000 && cost.exact_signs < cost.signs);
        assert_eq!(side_of_line(DVec2::ZERO, DVec2::X, DVec2::Y, cost), 1);
    }

    /// Points near a plane, at every scale of the range: the filter, the expansions and the integers agree.
    #[test]
    fn all_stages_agree_with_integers() {
        let mut random = Random(11);
        let mut next = || random.bits() >> 33;
        let mut zeros = 0;
        let cost = &mut Cost::default();
        for k in [-299, -200, -3, 0, 7, 200, 296] {
            let unit = 2f64.powi(k);
            for _ in 0..2_000 {
                let mut point = || DVec3::new((next() % 7) as f64, (next() % 7) as f64, (next() % 7) as f64) * unit;
                let (a, b, c) = (point(), point(), point());
                let mut d = a + (b - a) * 0.5 + (c - a) * 0.25;
                match next() % 3 {
                    0 => d.x = d.x.next_up(),
                    1 => d.z = d.z.next_down(),
                    _ => {}
                }
                if !d.to_array().iter().all(|x| super::super::in_exact_range(*x)) {
                    continue;
                }
                let sign = orient3d(a, b, c, d, cost);
                assert_eq!(sign, orient3d_integer(a, b, c, d), "{a:?} {b:?} {c:?} {d:?}");
                zeros += u32::from(sign == 0);
            }
        }
        assert!(zeros > 1_000, "the test must meet degenerate cases, met {zeros}");
        assert!(cost.exact_signs > 1_000 && cost.exact_signs < cost.signs);
    }
}
