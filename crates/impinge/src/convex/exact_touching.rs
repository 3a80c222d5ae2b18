//! Whether the origin, known to be in the difference of two cores with corners, is on its boundary or inside: touching or deep.
//!
//! It is on the boundary if some direction n ≠ 0 has n · w ≥ 0 for all corners w. The origin is a positive combination of known corners,
//! so such an n is perpendicular to them all, which leaves a line, a plane or all of space to search:
//! - four corners: nothing is left, the origin is inside;
//! - three: the two normals of their plane, one exact support point each;
//! - two: normals of their line, by widening the wedge that the corners seen along the line span, one corner a look, until it
//!   closes or has a side with nothing beyond it;
//! - one, the origin itself: a descent over the other corners, which finds a direction or a larger set.
//!
//! Each support point ends the search or lies beyond all corners seen so far, so the search also ends for flat and for equal cores.

use super::gjk::exact_gjk::{ExactCorner, IntegerClosestPoint, Vector, least, sign_along};
use super::minkowski_difference::Difference;
use crate::math::integer;
use crate::math::integer_vector::{cross, dot, minus};
use crate::shape::Support;
use dashu_int::IBig;
use dashu_int::ops::Abs;

/// Where the origin is in a difference that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OriginLocation {
    /// On the boundary.
    Boundary,
    /// In the interior.
    Interior,
}

/// What lies on the negative side of a direction.
enum SideLook {
    /// No corner on its negative side.
    Nothing,
    /// A corner on its negative side.
    Corner(ExactCorner),
}

/// A search over the directions that are left.
struct NormalSearch<'a, 'd, F: ?Sized, S: ?Sized> {
    difference: &'a Difference<'d, F, S>,
}

/// Where the origin is, given corners of which it is a positive combination.
pub(super) fn locate_origin<F, S>(difference: &Difference<'_, F, S>, foot: &IntegerClosestPoint) -> OriginLocation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let search = NormalSearch { difference };
    match &foot.places[..] {
        [_] => search.around_point(),
        [a, b] => search.around_line(&minus(b, a)),
        [a, b, c] => search.across_plane(cross(&minus(b, a), &minus(c, a))),
        _ => OriginLocation::Interior,
    }
}

impl<F: Support + ?Sized, S: Support + ?Sized> NormalSearch<'_, '_, F, S> {
    fn look(&self, direction: &Vector) -> SideLook {
        let corner = least(self.difference, direction);
        if sign_along(direction, &corner, None) < 0 { SideLook::Corner(corner) } else { SideLook::Nothing }
    }

    /// The corners span a plane around the origin: is there something on both sides of it?
    fn across_plane(&self, n: Vector) -> OriginLocation {
        let opposite = n.each_ref().map(|x| -x);
        for direction in [n, opposite] {
            if let SideLook::Nothing = self.look(&direction) {
                return OriginLocation::Boundary;
            }
        }
        OriginLocation::Interior
    }

    /// The corners span a line around the origin. Seen along it, the corners found so far lie in a wedge of less than a half-turn.
    fn around_line(&self, u: &Vector) -> OriginLocation {
        let first = match self.look(&some_perpendicular(u)) {
            SideLook::Nothing => return OriginLocation::Boundary,
            SideLook::Corner(corner) => one_place(&corner),
        };
        // Against nothing but the first corner's own direction across the line.
        let second = match self.look(&cross(u, &cross(&first, u))) {
            SideLook::Nothing => return OriginLocation::Boundary,
            SideLook::Corner(corner) => one_place(&corner),
        };
        let turn = |p: &Vector, q: &Vector| integer::sign(&dot(u, &cross(p, q)));
        let (mut right, left) = match turn(&first, &second) {
            0 => return self.across_plane(cross(u, &first)),
            1 => (first, second),
            _ => (second, first),
        };
        loop {
            // Positive on the left of the right side: nothing of the wedge is on its negative side.
            match self.look(&cross(u, &right)) {
                SideLook::Nothing => return OriginLocation::Boundary,
                SideLook::Corner(corner) => {
                    let next = one_place(&corner);
                    match turn(&left, &next) {
                        0 => return self.across_plane(cross(u, &left)),
                        1 => return OriginLocation::Interior,
                        _ => right = next,
                    }
                }
            }
        }
    }

    /// The origin is a corner itself: look for others around it.
    fn around_point(&self) -> OriginLocation {
        let mut direction = [IBig::ONE, IBig::ZERO, IBig::ZERO];
        let mut corners: Vec<ExactCorner> = Vec::new();
        loop {
            match self.look(&direction) {
                SideLook::Nothing => return OriginLocation::Boundary,
                SideLook::Corner(corner) => corners.push(corner),
            }
            let foot = IntegerClosestPoint::from_corners(&corners);
            if foot.is_origin() {
                return locate_origin(self.difference, &foot);
            }
            (corners, direction) = (foot.corners, foot.direction);
        }
    }
}

/// A corner in steps of its own grid.
fn one_place(corner: &ExactCorner) -> Vector {
    let all = corner.of.iter().flat_map(|p| p.to_array());
    super::gjk::exact_gjk::place(integer::Grid::holding(all), corner)
}

/// A vector across another that is not zero.
fn some_perpendicular(u: &Vector) -> Vector {
    let [x, y, z] = u;
    let size = u.each_ref().map(|x| x.clone().abs());
    if size[0] >= size[1] && size[0] >= size[2] { [-y, x.clone(), IBig::ZERO] } else { [IBig::ZERO, -z, y.clone()] }
}
