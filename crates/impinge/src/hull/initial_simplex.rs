//! What a set of points spans, shown by as few of them as it takes.

use super::half_edges::NONE;
use super::plane_filter::{Plane, exact_side};
use crate::cost::Cost;
use crate::math::DVec3;
use crate::math::predicates::projection_axis;

/// Points that span what all points span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simplex {
    /// Any point: all are equal.
    Point,
    /// All points lie between these two.
    Segment([u32; 2]),
    /// All points lie in a plane, which projects along this axis without loss.
    Polygon(usize),
    /// A tetrahedron: the fourth lies below the other three.
    Solid([u32; 4]),
}

/// The point of the largest value, of several the first.
fn farthest(points: &[DVec3], value: impl Fn(DVec3) -> f64) -> u32 {
    let mut most = (f64::NEG_INFINITY, NONE);
    for (i, p) in points.iter().enumerate() {
        let x = value(*p);
        if x > most.0 {
            most = (x, i as u32);
        }
    }
    most.1
}

/// Whether p comes before q by coordinates.
fn precedes(p: DVec3, q: DVec3) -> bool {
    p.to_array() < q.to_array()
}

/// A simplex of as many dimensions as the points, of which there is at least one, span.
///
/// Corners are far apart as floating point sees it; where what it chose is flat, all points are tried exactly.
pub(super) fn simplex(points: &[DVec3], size: DVec3) -> Simplex {
    let (mut a, mut b) = (0, 0);
    for (i, p) in points.iter().enumerate() {
        let i = i as u32;
        a = if precedes(*p, points[a as usize]) { i } else { a };
        b = if precedes(points[b as usize], *p) { i } else { b };
    }
    let at = |i: u32| points[i as usize];
    if at(a) == at(b) {
        return Simplex::Point;
    }
    let cost = &mut Cost::default();
    let along = at(b) - at(a);
    let mut turn = |i: u32| projection_axis(&[at(a), at(b), at(i)], cost);
    let wide = farthest(points, |p| along.cross(p - at(a)).abs().max_element());
    let all = || 0..points.len() as u32;
    let Some((c, axis)) = [wide].into_iter().chain(all()).find_map(|i| turn(i).map(|(axis, _)| (i, axis))) else {
        return Simplex::Segment([a, b]);
    };
    let base = [at(a), at(b), at(c)];
    let plane = Plane::through(&base, size);
    let side = |i: u32| plane.side(plane.height(at(i) - at(c))).unwrap_or_else(|| exact_side(&base, at(i)));
    let high = farthest(points, |p| plane.height(p - at(c)).abs());
    match [high].into_iter().chain(all()).map(|i| (i, side(i))).find(|(_, s)| *s != 0) {
        None => Simplex::Polygon(axis),
        Some((d, 1)) => Simplex::Solid([a, c, b, d]),
        Some((d, _)) => Simplex::Solid([a, b, c, d]),
    }
}
