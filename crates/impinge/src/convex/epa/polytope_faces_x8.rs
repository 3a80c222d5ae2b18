//! The faces of a growing surface in lanes, so that eight at a time are made, compared and looked at from a point.
//!
//! Products, sums and roots are rounded one by one, with no fused multiplication: the same on every machine. Lanes go on behind the last
//! face by a batch, with bounds at infinity, which are never the least and which no point is beyond.

use super::expanding_polytope::SLACK;
use crate::math::DVec3;
use crate::math::simd::three;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Faces in a batch.
pub(in crate::convex) const WIDTH: usize = 8;

/// The numbers of lanes.
const NUMBERS: [f64; WIDTH] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

/// Points in lanes.
pub(in crate::convex) type Lanes = [[f64; WIDTH]; 3];

/// The corners of eight triangles.
pub(in crate::convex) type Triangles<S> = [[f64x8<S>; 3]; 3];

/// A triangle of a surface, and what is known of its plane.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct Face {
    /// Counter-clockwise from outside.
    pub corners: [u16; 3],
    /// Of length 1 but for rounding.
    pub normal: DVec3,
    /// At most every corner's extent along the normal.
    pub low: f64,
    /// The largest extent of a corner along the normal, but for rounding.
    pub high: f64,
}

/// Directions of eight triangles, and bounds on the extents of their corners along them.
#[derive(Clone, Copy)]
struct Planes<S: Simd> {
    normal: [f64x8<S>; 3],
    low: f64x8<S>,
    high: f64x8<S>,
}

/// Faces, known by their numbers, which change when others are removed.
#[derive(Clone, Debug, Default)]
pub(in crate::convex) struct FaceLanes {
    pub corners: Vec<[u16; 3]>,
    normals: [Vec<f64>; 3],
    pub lows: Vec<f64>,
    highs: Vec<f64>,
    /// The lows of faces that may be nearest, infinity for others.
    keys: Vec<f64>,
}

impl FaceLanes {
    /// Removes all.
    pub fn clear(&mut self) {
        for lanes in [&mut self.lows, &mut self.highs, &mut self.keys] {
            lanes[..self.corners.len()].fill(f64::INFINITY);
        }
        self.corners.clear();
    }

    /// A face.
    #[inline]
    pub fn face(&self, k: usize) -> Face {
        let [x, y, z] = &self.normals;
        let normal = DVec3::new(x[k], y[k], z[k]);
        Face { corners: self.corners[k], normal, low: self.lows[k], high: self.highs[k] }
    }

    /// The face with the least key below a limit; the first of equals.
    #[inline(always)]
    pub fn nearest<S: Simd>(&self, simd: S, limit: f64) -> Option<usize> {
        let blocks = &self.keys.as_chunks::<WIDTH>().0[..self.corners.len().div_ceil(WIDTH)];
        let mut least = f64x8::splat(simd, f64::INFINITY);
        for block in blocks {
            least = least.min(f64x8::from_slice(simd, block));
        }
        let least = least.reduce_min();
        let mut k = if least < limit { 0 } else { blocks.len() };
        while k < blocks.len() {
            let is_least = f64x8::from_slice(simd, &blocks[k]).simd_eq(f64x8::splat(simd, least)).to_bitmask();
            if is_least != 0 {
                return Some(k * WIDTH + is_least.trailing_zeros() as usize);
            }
            k += 1;
        }
        None
    }

    /// The least of the lower bounds.
    pub fn lowest(&self) -> f64 {
        self.least(&self.lows)
    }

    /// The least of the numbers of faces.
    #[inline]
    fn least(&self, numbers: &[f64]) -> f64 {
        let mut lanes = [f64::INFINITY; WIDTH];
        for block in numbers.as_chunks::<WIDTH>().0.iter().take(self.corners.len().div_ceil(WIDTH)) {
            for lane in 0..WIDTH {
                // Plain comparisons: `f64::min` takes three times as long because it handles NaN, which does not occur.
                lanes[lane] = if block[lane] < lanes[lane] { block[lane] } else { lanes[lane] };
            }
        }
        let less = |x: f64, y: f64| if x < y { x } else { y };
        let [a, b, c, d, e, f, g, h] = lanes;
        less(less(less(a, b), less(c, d)), less(less(e, f), less(g, h)))
    }

    /// Says that a face is not nearest any more.
    pub fn settle(&mut self, k: usize) {
        self.keys[k] = f64::INFINITY;
    }

    /// Gives a face, which may be nearest, another direction with the bounds along it.
    pub fn aim(&mut self, k: usize, normal: DVec3, [low, high]: [f64; 2]) {
        let [x, y, z] = &mut self.normals;
        (x[k], y[k], z[k]) = (normal.x, normal.y, normal.z);
        (self.lows[k], self.highs[k], self.keys[k]) = (low, high, low);
    }

    /// The faces that a point is beyond, in order.
    #[inline(always)]
    pub fn beyond<S: Simd>(&self, simd: S, point: DVec3, found: &mut Vec<u16>) {
        found.clear();
        let w = [f64x8::splat(simd, point.x), f64x8::splat(simd, point.y), f64x8::splat(simd, point.z)];
        let mut first = 0;
        while first < self.corners.len() {
            let lanes = first..first + WIDTH;
            let x = f64x8::from_slice(simd, &self.normals[0][lanes.clone()]);
            let y = f64x8::from_slice(simd, &self.normals[1][lanes.clone()]);
            let z = f64x8::from_slice(simd, &self.normals[2][lanes.clone()]);
            let high = f64x8::from_slice(simd, &self.highs[lanes]);
            let mut bits = (x * w[0] + y * w[1] + z * w[2]).simd_gt(high).to_bitmask();
            while bits != 0 {
                found.push(first as u16 + bits.trailing_zeros() as u16);
                bits &= bits - 1;
            }
            first += WIDTH;
        }
    }

    /// Removes a face; the last takes its place.
    #[inline(always)]
    pub fn remove(&mut self, k: usize) {
        let last = self.corners.len() - 1;
        self.corners[k] = self.corners[last];
        self.corners.truncate(last);
        let [x, y, z] = &mut self.normals;
        (x[k], y[k], z[k]) = (x[last], y[last], z[last]);
        for lanes in [&mut self.lows, &mut self.highs, &mut self.keys] {
            lanes[k] = lanes[last];
            lanes[last] = f64::INFINITY;
        }
    }

    /// Makes the planes of the last `count` faces, at most eight. Those with a lower bound below the limit are candidates for the nearest.
    #[inline(always)]
    pub fn make<S: Simd>(&mut self, simd: S, triangles: Triangles<S>, count: usize, limit: f64) {
        let end = self.corners.len();
        if self.lows.len() < end + WIDTH {
            self.make_room(2 * end + WIDTH);
        }
        self.store(simd, planes(simd, triangles), [end - count, count], limit);
    }

    /// Gives eight faces, or the last few, the directions that they have now; whether they are all farther out than the origin along the old.
    #[inline(always)]
    pub fn renew<S: Simd>(&mut self, simd: S, triangles: Triangles<S>, first: usize, limit: f64) -> bool {
        let lanes = first..first + WIDTH;
        let normal = three!(k => f64x8::from_slice(simd, &self.normals[k][lanes.clone()]));
        let (old, new) = (along(simd, normal, triangles), planes(simd, triangles));
        let count = WIDTH.min(self.corners.len() - first);
        let zero = f64x8::splat(simd, 0.0);
        let is_out = old.low.simd_gt(zero).to_bitmask() | !0 << count;
        // The old one may be the better proof for now, but what lies beyond the face is found along its own.
        let is_new = new.low.simd_gt(zero) | new.low.simd_gt(old.low);
        let normal = three!(k => is_new.select(new.normal[k], old.normal[k]));
        let (low, high) = (is_new.select(new.low, old.low), is_new.select(new.high, old.high));
        self.store(simd, Planes { normal, low, high }, [first, count], limit);
        is_out == !0
    }

    #[inline(always)]
    fn store<S: Simd>(&mut self, simd: S, planes: Planes<S>, [first, count]: [usize; 2], limit: f64) {
        let infinite = f64x8::splat(simd, f64::INFINITY);
        let is_face = f64x8::from_slice(simd, &NUMBERS).simd_lt(f64x8::splat(simd, count as f64));
        let is_open = is_face & planes.low.simd_lt(f64x8::splat(simd, limit));
        let lanes = first..first + WIDTH;
        planes.normal[0].store_slice(&mut self.normals[0][lanes.clone()]);
        planes.normal[1].store_slice(&mut self.normals[1][lanes.clone()]);
        planes.normal[2].store_slice(&mut self.normals[2][lanes.clone()]);
        is_face.select(planes.low, infinite).store_slice(&mut self.lows[lanes.clone()]);
        is_face.select(planes.high, infinite).store_slice(&mut self.highs[lanes.clone()]);
        is_open.select(planes.low, infinite).store_slice(&mut self.keys[lanes]);
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, count: usize) {
        for lanes in [&mut self.lows, &mut self.highs, &mut self.keys] {
            lanes.resize(count, f64::INFINITY);
        }
        self.normals.iter_mut().for_each(|lanes| lanes.resize(count, 0.0));
    }
}

/// The planes of triangles. One without area gets the direction of its middle, which is as good as any.
#[inline(always)]
fn planes<S: Simd>(simd: S, [p, q, r]: Triangles<S>) -> Planes<S> {
    let u = three!(k => q[k] - p[k]);
    let v = three!(k => r[k] - p[k]);
    let mut n = [u[1] * v[2] - v[1] * u[2], u[2] * v[0] - v[2] * u[0], u[0] * v[1] - v[0] * u[1]];
    let mut length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    let zero = f64x8::splat(simd, 0.0);
    let has_area = length.simd_gt(zero);
    if has_area.to_bitmask() != (1 << WIDTH) - 1 {
        n = three!(k => has_area.select(n[k], p[k] + q[k] + r[k]));
        length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    }
    let share = length.simd_gt(zero).select(f64x8::splat(simd, 1.0) / length, zero);
    along(simd, three!(k => n[k] * share), [p, q, r])
}

/// Bounds on triangles along directions of length 1.
#[inline(always)]
fn along<S: Simd>(simd: S, normal: [f64x8<S>; 3], [p, q, r]: Triangles<S>) -> Planes<S> {
    let x = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2];
    let y = normal[0] * q[0] + normal[1] * q[1] + normal[2] * q[2];
    let z = normal[0] * r[0] + normal[1] * r[1] + normal[2] * r[2];
    Planes { normal, low: x.min(y).min(z) - f64x8::splat(simd, SLACK), high: x.max(y).max(z) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use crate::math::simd::{self, Instructions, dispatch, limited};

    /// The direction of a triangle and the extents of its corners, one number at a time.
    fn alone([p, q, r]: [DVec3; 3]) -> (DVec3, f64, f64) {
        let mut normal = (q - p).cross(r - p);
        if normal.length() == 0.0 {
            normal = p + q + r;
        }
        let normal = normal * (1.0 / normal.length());
        let extents = [p, q, r].map(|x| normal.dot(x));
        (normal, extents[0].min(extents[1]).min(extents[2]) - SLACK, extents[0].max(extents[1]).max(extents[2]))
    }

    /// Triangles between sides in lanes and a tip.
    #[inline(always)]
    fn between<S: Simd>(simd: S, [starts, ends]: &[Lanes; 2], tip: DVec3) -> Triangles<S> {
        let p = three!(k => f64x8::from_slice(simd, &starts[k]));
        let q = three!(k => f64x8::from_slice(simd, &ends[k]));
        [p, q, three!(k => f64x8::splat(simd, tip[k]))]
    }

    /// Faces in lanes against one at a time, bit for bit, with every choice of instructions; some without area among them.
    #[test]
    fn lanes_are_what_single_faces_are() {
        let mut random = Random(3);
        let (mut flat, mut seen) = (0, [0; 2]);
        for round in 0..2_000 {
            let count = 1 + round % WIDTH;
            let mut sides: Vec<[DVec3; 2]> = (0..count).map(|_| [(); 2].map(|()| random.vector() * 0.5)).collect();
            sides[round % count][1] = if round % 3 == 0 { sides[round % count][0] } else { DVec3::X * 0.1 };
            let (tip, point) = (random.vector() * 0.5, random.vector() * 0.5);
            let mut lanes = [Lanes::default(); 2];
            for (k, side) in sides.iter().enumerate() {
                (0..6).for_each(|n| lanes[n / 3][n % 3][k] = side[n / 3][n % 3]);
            }
            for limit in [Instructions::Best, Instructions::Avx2, Instructions::Baseline] {
                let mut facets = FaceLanes::default();
                let mut beyond = Vec::new();
                facets.corners.extend((0..count).map(|k| [k as u16; 3]));
                limited(limit, || {
                    dispatch!(simd::level(), simd => {
                        facets.make(simd, between(simd, &lanes, tip), count, 0.2);
                        facets.beyond(simd, point, &mut beyond);
                    });
                });
                for (k, [p, q]) in sides.iter().enumerate() {
                    let (face, (normal, low, high)) = (facets.face(k), alone([*p, *q, tip]));
                    flat += u32::from(p == q);
                    assert_eq!((face.normal, face.low, face.high), (normal, low, high));
                    let is_beyond = normal.dot(point) > high;
                    seen[usize::from(is_beyond)] += 1;
                    assert_eq!(beyond.contains(&(k as u16)), is_beyond);
                    assert_eq!(facets.keys[k], if low < 0.2 { low } else { f64::INFINITY });
                }
            }
        }
        assert!(flat > 1_000 && seen.iter().all(|n| *n > 1_000), "{flat} {seen:?}");
    }

    /// Any faces removed: the others are there once each, and the least are found among them.
    #[test]
    fn removing_leaves_the_others() {
        let mut random = Random(4);
        let mut removed = 0;
        for _ in 0..300 {
            let mut facets = FaceLanes::default();
            let mut lows: Vec<(u16, f64)> = Vec::new();
            for step in 0..40_u16 {
                let lanes = [(); 2].map(|()| [(); 3].map(|()| [random.number() * 0.5; WIDTH]));
                let tip = random.vector() * 0.5;
                facets.corners.push([step; 3]);
                dispatch!(simd::level(), simd => facets.make(simd, between(simd, &lanes, tip), 1, 1.0));
                lows.push((step, facets.face(facets.corners.len() - 1).low));
                if random.below(2) == 0 {
                    let k = random.below(facets.corners.len());
                    lows.retain(|(step, _)| *step != facets.corners[k][0]);
                    facets.remove(k);
                    removed += 1;
                }
                let mut left: Vec<(u16, f64)> =
                    (0..facets.corners.len()).map(|k| (facets.corners[k][0], facets.face(k).low)).collect();
                left.sort_by_key(|(step, _)| *step);
                assert_eq!(left, lows);
                let least = lows.iter().fold(f64::INFINITY, |least, (_, low)| least.min(*low));
                assert_eq!(facets.lowest(), least);
                let nearest = dispatch!(simd::level(), simd => facets.nearest(simd, 1.0));
                assert_eq!(nearest.map(|k| facets.face(k).low), (least < 1.0).then_some(least));
            }
        }
        assert!(removed > 3_000, "{removed}");
    }
}
