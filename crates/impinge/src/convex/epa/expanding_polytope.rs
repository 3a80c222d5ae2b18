//! A closed surface of triangles around the origin that grows outward point by point: the polytope of van den Bergen's
//! expanding polytope algorithm ("Proximity queries and penetration depth computation on 3D game objects", 2001), kept sound.
//!
//! The original relies on the surface being convex, which rounding breaks. Here nothing does: each face carries a direction that has
//! the whole face, and the origin's plane, on one side for certain, so its distance to the origin has a lower bound whatever
//! the direction came from; and a face is only replaced where direction and new point prove that the tetrahedron between them does not hold
//! the origin. So the surface goes on winding once around the origin, and no point nearer than all bounds is outside of it.
//! The argument is in `docs/notes/penetration.md`. One step costs the faces that it removes and adds.

use super::polytope_faces_x8::{Face, FaceLanes, Lanes, Triangles, WIDTH};
use crate::math::DVec3;
use crate::math::simd::{self, dispatch, three};
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Bound on rounding, in units of the longest vector (1): with u = 2^-53, a scalar product with a unit direction is off by 3 u, a determinant by 9 u,
/// the direction's length by 4 u; rounded up.
pub(in crate::convex) const SLACK: f64 = 12.0 * (f64::EPSILON / 2.0);

/// Where a surface cannot grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::convex) enum Stuck {
    /// The faces to replace have no outline.
    Torn,
    /// There is no room for more points or faces.
    Full,
}

/// The surface; its points are at most 1 from the origin.
#[derive(Clone, Debug, Default)]
pub(in crate::convex) struct EpaSurface {
    pub points: Vec<DVec3>,
    facets: FaceLanes,
    /// The faces that a new point replaces.
    beyond: Vec<u16>,
    /// Their outline: sides from corner to corner, in no order.
    rim: Vec<[u16; 2]>,
    /// Corners of the faces that are made, in lanes.
    lanes: [Lanes; 3],
    /// Whether it winds once around the origin for certain.
    pub wound: bool,
}

/// Sets a lane.
#[inline(always)]
fn set(lanes: &mut Lanes, k: usize, place: DVec3) {
    let [x, y, z] = lanes;
    (x[k], y[k], z[k]) = (place.x, place.y, place.z);
}

/// Sets lanes to the corners of faces.
#[inline(always)]
fn fill(lanes: &mut [Lanes; 3], points: &[DVec3], faces: &[[u16; 3]]) {
    for (k, [i, j, l]) in faces.iter().enumerate() {
        set(&mut lanes[0], k, points[usize::from(*i)]);
        set(&mut lanes[1], k, points[usize::from(*j)]);
        set(&mut lanes[2], k, points[usize::from(*l)]);
    }
}

/// The corners of triangles in lanes.
#[inline(always)]
fn lanes_of<S: Simd>(simd: S, lanes: &[Lanes; 3]) -> Triangles<S> {
    three!(n => three!(k => f64x8::from_slice(simd, &lanes[n][k])))
}

impl EpaSurface {
    /// Starts again from a tetrahedron; whether the first two corners were swapped so that its faces look outward.
    pub fn restart(&mut self, mut corners: [DVec3; 4]) -> bool {
        let [a, b, c, d] = corners;
        let swapped = (b - a).cross(c - a).dot(d - a) > 0.0;
        if swapped {
            corners.swap(0, 1);
        }
        self.points.clear();
        self.points.extend(corners);
        self.facets.clear();
        self.wound = false;
        self.facets.corners.extend([[1, 0, 3], [0, 2, 3], [2, 1, 3], [0, 1, 2]]);
        dispatch!(simd::level(), simd => self.cover_all(simd));
        swapped
    }

    /// Makes the planes of the first faces, no more than a batch.
    #[inline(always)]
    fn cover_all<S: Simd>(&mut self, simd: S) {
        let Self { points, facets, lanes, .. } = self;
        let count = facets.corners.len().min(WIDTH);
        fill(lanes, points, &facets.corners[..count]);
        facets.make(simd, lanes_of(simd, lanes), count, f64::INFINITY);
    }

    /// Moves the points of a surface that winds once around the origin. Faces with lower bounds from the limit on are not open.
    ///
    /// While each face stays on the outer side of the plane through the origin across its old normal, also on the way, none
    /// passes the origin: the surface goes on winding once.
    pub fn move_points(&mut self, points: impl Iterator<Item = DVec3>, limit: f64) {
        self.points.iter_mut().zip(points).for_each(|(old, new)| *old = new);
        dispatch!(simd::level(), simd => self.renew(simd, limit));
    }

    /// Gives all faces the normals that they have now.
    #[inline(always)]
    fn renew<S: Simd>(&mut self, simd: S, limit: f64) {
        let Self { points, facets, lanes, wound, .. } = self;
        let mut first = 0;
        while first < facets.corners.len() {
            let end = facets.corners.len().min(first + WIDTH);
            fill(lanes, points, &facets.corners[first..end]);
            *wound &= facets.renew(simd, lanes_of(simd, lanes), first, limit);
            first += WIDTH;
        }
    }

    /// Drops points without faces where they are many; `keep` is asked to drop what goes with a point, by its number.
    pub fn compact(&mut self, keep: impl FnOnce(&dyn Fn(usize) -> bool)) {
        // On a closed surface there are half as many corners as faces, and two.
        let count = self.facets.corners.len() / 2 + 2;
        if self.points.len() * 3 <= count * 4 {
            return;
        }
        let ranks = &mut self.beyond;
        ranks.clear();
        ranks.resize(self.points.len(), u16::MAX);
        self.facets.corners.as_flattened().iter().for_each(|i| ranks[usize::from(*i)] = 0);
        for (rank, next) in ranks.iter_mut().filter(|rank| **rank == 0).zip(0..) {
            *rank = next;
        }
        self.facets.corners.as_flattened_mut().iter_mut().for_each(|i| *i = ranks[usize::from(*i)]);
        let is_used = |i: usize| ranks.get(i).is_some_and(|rank| *rank < u16::MAX);
        let mut numbers = 0..;
        self.points.retain(|_| numbers.next().is_some_and(is_used));
        keep(&is_used);
    }

    /// A face, by its number.
    #[inline]
    pub fn face(&self, k: usize) -> Face {
        self.facets.face(k)
    }

    /// The faces with lower bounds up to a limit.
    #[inline]
    pub fn faces_within(&self, limit: f64) -> impl Iterator<Item = Face> + '_ {
        let lows = self.facets.lows[..self.facets.corners.len()].iter().enumerate();
        lows.filter(move |(_, low)| **low <= limit).map(|(k, _)| self.facets.face(k))
    }

    /// The corners of a face as points.
    #[inline]
    pub fn triangle(&self, face: &Face) -> [DVec3; 3] {
        face.corners.map(|i| self.points[usize::from(i)])
    }

    /// The open face with the least lower bound below a limit; the first of equals.
    #[inline(always)]
    pub fn nearest<S: Simd>(&self, simd: S, limit: f64) -> Option<usize> {
        self.facets.nearest(simd, limit)
    }

    /// Leaves a face as it is: it is not nearest any more.
    pub fn settle(&mut self, face: usize) {
        self.facets.settle(face);
    }

    /// Gives a face the direction of its middle, if that proves it to be on the outer side and its normal did not.
    pub fn aim_at_middle(&mut self, face: usize) -> bool {
        let triangle = self.triangle(&self.face(face));
        let middle = (triangle[0] + triangle[1] + triangle[2]).normalize_or_zero();
        let [x, y, z] = triangle.map(|p| middle.dot(p));
        let (low, high) = (x.min(y).min(z) - SLACK, x.max(y).max(z));
        let is_better = self.facets.lows[face] <= 0.0 && low > 0.0;
        if is_better {
            self.facets.aim(face, middle, [low, high]);
        }
        is_better
    }

    /// The least lower bound of all faces; a limit, if that is less.
    pub fn lowest(&self, limit: f64) -> f64 {
        self.facets.lowest().min(limit)
    }

    /// Puts a point beyond a face: replaces all faces that the point is beyond by a cone over their outline. New faces with
    /// lower bounds from the limit on are not open.
    #[inline(always)]
    pub fn expand<S: Simd>(&mut self, simd: S, point: DVec3, limit: f64) -> Result<(), Stuck> {
        let Self { points, facets, beyond, rim, wound, .. } = self;
        facets.beyond(simd, point, beyond);
        outline(facets, beyond, rim);
        if rim.len() < 3 {
            return Err(Stuck::Torn);
        }
        let apex = points.len();
        if apex.max(facets.corners.len() + rim.len()) >= usize::from(u16::MAX) {
            return Err(Stuck::Full);
        }
        // From the last on: the place of a removed face is taken by one that stays.
        let mut k = beyond.len();
        while k > 0 {
            k -= 1;
            let face = usize::from(beyond[k]);
            // Nothing says that what lies between such a face and the point is not the origin.
            *wound &= facets.lows[face] > 0.0;
            facets.remove(face);
        }
        points.push(point);
        self.cover(simd, apex as u16, limit);
        Ok(())
    }

    /// Adds the faces between the rim and a point.
    #[inline(always)]
    fn cover<S: Simd>(&mut self, simd: S, apex: u16, limit: f64) {
        let Self { points, facets, rim, lanes, .. } = self;
        let tip = points[usize::from(apex)];
        let mut first = 0;
        while first < rim.len() {
            let batch = &rim[first..rim.len().min(first + WIDTH)];
            for (k, [start, end]) in batch.iter().enumerate() {
                set(&mut lanes[0], k, points[usize::from(*start)]);
                set(&mut lanes[1], k, points[usize::from(*end)]);
                facets.corners.push([*start, *end, apex]);
            }
            let p = three!(k => f64x8::from_slice(simd, &lanes[0][k]));
            let q = three!(k => f64x8::from_slice(simd, &lanes[1][k]));
            let r = [f64x8::splat(simd, tip.x), f64x8::splat(simd, tip.y), f64x8::splat(simd, tip.z)];
            facets.make(simd, [p, q, r], batch.len(), limit);
            first += WIDTH;
        }
    }
}

/// Finds the outline of faces: their sides, less those that two of them have in opposite directions.
#[inline(always)]
fn outline(facets: &FaceLanes, faces: &[u16], rim: &mut Vec<[u16; 2]>) {
    rim.clear();
    for face in faces {
        let [a, b, c] = facets.corners[usize::from(*face)];
        for [start, end] in [[a, b], [b, c], [c, a]] {
            let mut k = 0;
            while k < rim.len() && rim[k] != [end, start] {
                k += 1;
            }
            if k < rim.len() {
                rim.swap_remove(k);
            } else {
                rim.push([start, end]);
            }
        }
    }
}
