//! Lower bounds on distances, eight boxes or faces side by side.
//!
//! Each is the length of a gap along one unit direction or between two boxes, so that no rounding of the direction itself can make it too
//! large: what is off is the computed gap, by less than `rounding_error` of the largest number that enters.

use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::math::predicates::Triangle;
use impinge::math::simd::dispatch;
use impinge::math::{DVec3, SMALLEST_COORDINATE, simd};

/// Boxes and faces side by side.
pub(super) const LANES: usize = 8;

/// What a computed bound, or a place that enters one, may be off by, where no number in it is larger than `largest` (a length): at most
/// 100 roundings of 2^-53, taken as 512, and what poses round to zero. `docs/notes/coverings.md` counts them.
pub(super) fn rounding_error(largest: f64) -> f64 {
    256.0 * f64::EPSILON * largest + 16.0 * SMALLEST_COORDINATE
}

type Lanes = [f64; LANES];

/// Half of the size of a box that is not there: everything is far from it.
const UNUSED: f64 = f64::NEG_INFINITY;

/// Eight boxes; unused lanes are infinitely far from everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxLanes {
    middle: [Lanes; 3],
    half: [Lanes; 3],
}

/// A box by its middle and half of its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct CentredBox {
    pub middle: DVec3,
    pub half: DVec3,
}

impl CentredBox {
    pub fn around(points: &[DVec3]) -> Self {
        let (low, high) =
            points.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| (low.min(*p), high.max(*p)));
        Self { middle: low * 0.5 + high * 0.5, half: high * 0.5 - low * 0.5 }
    }

    pub fn joined(self, other: Self) -> Self {
        Self::around(&[
            self.middle - self.half,
            self.middle + self.half,
            other.middle - other.half,
            other.middle + other.half,
        ])
    }
}

impl BoxLanes {
    pub fn new(boxes: &[CentredBox]) -> Self {
        let mut lanes = Self { middle: [[0.0; LANES]; 3], half: [[UNUSED; LANES]; 3] };
        for (lane, bounds) in boxes.iter().enumerate().take(LANES) {
            for k in 0..3 {
                lanes.middle[k][lane] = bounds.middle[k];
                lanes.half[k][lane] = bounds.half[k];
            }
        }
        lanes
    }

    pub fn bounds(&self, lane: usize) -> CentredBox {
        let at = |lanes: &[Lanes; 3]| DVec3::from_array([0, 1, 2].map(|k| lanes[k][lane]));
        CentredBox { middle: at(&self.middle), half: at(&self.half) }
    }

    /// How far the boxes are from another, at least.
    pub fn gaps(&self, other: &CentredBox) -> Lanes {
        dispatch!(simd::level(), simd => store(self.squared_gaps(simd, other).sqrt()))
    }

    /// How far the boxes are from a patch, at least.
    pub fn patch_gaps(&self, patch: &Patch) -> Lanes {
        dispatch!(simd::level(), simd => {
            let all = |x: f64| f64x8::splat(simd, x);
            let (mut along, mut reach) = (all(-patch.middle()), all(patch.half()));
            for k in 0..3 {
                along = f64x8::from_slice(simd, &self.middle[k]).mul_add(all(patch.normal[k]), along);
                reach = f64x8::from_slice(simd, &self.half[k]).mul_add(all(patch.normal[k].abs()), reach);
            }
            store(self.squared_gaps(simd, &patch.bounds).sqrt().max(along.abs() - reach))
        })
    }

    #[inline(always)]
    fn squared_gaps<S: Simd>(&self, simd: S, other: &CentredBox) -> f64x8<S> {
        let all = |x: f64| f64x8::splat(simd, x);
        let mut squared = all(0.0);
        for k in 0..3 {
            let between = (f64x8::from_slice(simd, &self.middle[k]) - all(other.middle[k])).abs();
            let gap = (between - f64x8::from_slice(simd, &self.half[k]) - all(other.half[k])).max(all(0.0));
            squared = gap.mul_add(gap, squared);
        }
        squared
    }
}

/// The influence volumes of eight faces, of any length; unused lanes repeat the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceLanes {
    corners: [[Lanes; 3]; 3],
    /// Unit normals; for corners on a line, any direction.
    normal: [Lanes; 3],
    /// Corners have products with the normal no farther from this than the thickness, which rounding makes of slivers.
    offset: Lanes,
    thickness: Lanes,
    /// Around all of them.
    patch: Patch,
}

/// A piece of surface: a box around it, and the slab that it lies in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patch {
    pub bounds: CentredBox,
    /// Of unit length: the mean direction across the piece.
    pub normal: DVec3,
    /// Least and largest product of a point of the piece with the normal.
    pub range: [f64; 2],
}

impl Patch {
    /// Around triangles, at least one.
    pub fn around(triangles: &[Triangle]) -> Self {
        let bounds = CentredBox::around(triangles.as_flattened());
        let largest = bounds.half.max_element();
        let scale = if largest > 0.0 { 1.0 / largest } else { 0.0 };
        let across = |t: &Triangle| ((t[1] - t[0]) * scale).cross((t[2] - t[0]) * scale);
        let normal = triangles.iter().map(across).sum::<DVec3>().try_normalize().unwrap_or(DVec3::Z);
        let along = triangles.as_flattened().iter().map(|p| normal.dot(*p));
        let range = along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
        Self { bounds, normal, range }
    }

    /// How far a point is beyond the slab, at least.
    pub fn across(&self, point: DVec3) -> f64 {
        (self.normal.dot(point) - self.middle()).abs() - self.half()
    }

    fn middle(&self) -> f64 {
        (self.range[0] + self.range[1]) * 0.5
    }

    fn half(&self) -> f64 {
        (self.range[1] - self.range[0]) * 0.5
    }
}

/// A triangle to compare with faces.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleProbe {
    corners: Triangle,
    patch: Patch,
}

impl TriangleProbe {
    pub fn new(corners: Triangle) -> Self {
        Self { corners, patch: Patch::around(&[corners]) }
    }

    pub fn patch(&self) -> &Patch {
        &self.patch
    }
}

impl FaceLanes {
    /// Up to eight triangles, at least one.
    pub fn new(triangles: &[Triangle]) -> Self {
        let zero = [0.0; LANES];
        let patch = Patch::around(triangles);
        let mut lanes = Self { corners: [[zero; 3]; 3], normal: [zero; 3], offset: zero, thickness: zero, patch };
        for lane in 0..LANES {
            let Some(t) = triangles.get(lane).or(triangles.last()) else { continue };
            let own = Patch::around(&[*t]);
            for (corner, p) in lanes.corners.iter_mut().zip(t) {
                (0..3).for_each(|k| corner[k][lane] = p[k]);
            }
            (0..3).for_each(|k| lanes.normal[k][lane] = own.normal[k]);
            lanes.offset[lane] = own.middle();
            lanes.thickness[lane] = own.half();
        }
        lanes
    }

    pub fn patch(&self) -> &Patch {
        &self.patch
    }

    /// How long influence volumes must be to hold a point: no less than this, and the point is no nearer to the faces.
    pub fn reaches(&self, point: DVec3) -> Lanes {
        dispatch!(simd::level(), simd => {
            let all = |x: f64| f64x8::splat(simd, x);
            let load = |lanes: &Lanes| f64x8::from_slice(simd, lanes);
            let along = load(&self.normal[0]).mul_add(
                all(point.x),
                load(&self.normal[1]).mul_add(all(point.y), load(&self.normal[2]) * all(point.z)),
            );
            let mut reach = (along - load(&self.offset)).abs() - load(&self.thickness);
            for (k, at) in point.to_array().into_iter().enumerate() {
                let [a, b, c] = [0, 1, 2].map(|i| load(&self.corners[i][k]));
                let (low, high) = (a.min(b).min(c), a.max(b).max(c));
                reach = reach.max(low - all(at)).max(all(at) - high);
            }
            store(reach)
        })
    }

    /// How far the faces are from a patch, at least: along the axes, and across it, which tells those whose corners lie on one side.
    pub fn patch_gaps(&self, patch: &Patch) -> Lanes {
        dispatch!(simd::level(), simd => store(self.gaps_of_patch(simd, patch)))
    }

    /// How far the faces are from a triangle, at least: as a patch, and along their own normals.
    pub fn gaps(&self, probe: &TriangleProbe) -> Lanes {
        dispatch!(simd::level(), simd => {
            let all = |x: f64| f64x8::splat(simd, x);
            let load = |lanes: &Lanes| f64x8::from_slice(simd, lanes);
            let [mut low, mut high] = [all(f64::INFINITY), all(f64::NEG_INFINITY)];
            for p in probe.corners {
                let along = load(&self.normal[0]).mul_add(
                    all(p.x),
                    load(&self.normal[1]).mul_add(all(p.y), load(&self.normal[2]) * all(p.z)),
                ) - load(&self.offset);
                (low, high) = (low.min(along), high.max(along));
            }
            let own = low.max(-high) - load(&self.thickness);
            store(self.gaps_of_patch(simd, &probe.patch).max(own))
        })
    }

    #[inline(always)]
    fn gaps_of_patch<S: Simd>(&self, simd: S, patch: &Patch) -> f64x8<S> {
        let all = |x: f64| f64x8::splat(simd, x);
        let load = |i: usize, k: usize| f64x8::from_slice(simd, &self.corners[i][k]);
        let (mut squared, n) = (all(0.0), patch.normal);
        let (mut lowest, mut highest) = (all(f64::INFINITY), all(f64::NEG_INFINITY));
        for i in 0..3 {
            let along = load(i, 0).mul_add(all(n.x), load(i, 1).mul_add(all(n.y), load(i, 2) * all(n.z)));
            (lowest, highest) = (lowest.min(along), highest.max(along));
        }
        for k in 0..3 {
            let [a, b, c] = [load(0, k), load(1, k), load(2, k)];
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            let (middle, half) = (patch.bounds.middle[k], patch.bounds.half[k]);
            let gap = (low - all(middle + half)).max(all(middle - half) - high).max(all(0.0));
            squared = gap.mul_add(gap, squared);
        }
        let across = (lowest - all(patch.range[1])).max(all(patch.range[0]) - highest);
        squared.sqrt().max(across)
    }
}

#[inline(always)]
fn store<S: Simd>(values: f64x8<S>) -> Lanes {
    let mut lanes = [0.0; LANES];
    lanes.copy_from_slice(values.as_slice());
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn bounds_are_no_larger_than_distances() {
        let mut random = Random(5);
        let mut point = |size: f64| random.vector() * size;
        let (mut tight, mut all) = (0, 0);
        for round in 0..400 {
            let size = [1.0, 0.01, 1e40, 1e-40][round % 4];
            let flat = |t: Triangle| if round % 5 == 0 { [t[0], t[1], t[0] * 0.5 + t[1] * 0.5] } else { t };
            let faces: Vec<Triangle> = (0..8).map(|_| flat([(); 3].map(|()| point(size)))).collect();
            let probe = TriangleProbe::new([(); 3].map(|()| point(size) + DVec3::X * size));
            let lanes = FaceLanes::new(&faces);
            let (gaps, reaches) = (lanes.gaps(&probe), lanes.reaches(probe.corners[0]));
            let error = rounding_error(4.0 * size);
            for (lane, face) in faces.iter().enumerate() {
                let from = |t: &Triangle| impinge::triangle_pair::distance(face, t).squared.sqrt();
                let (triangle, corner) = (from(&probe.corners), from(&[probe.corners[0]; 3]));
                let apart = impinge::triangle_pair::RoughDistance::new(&[*face, probe.corners]).lower() > 0.0;
                let true_gap = if apart { triangle } else { 0.0 };
                assert!(gaps[lane] <= true_gap + error && reaches[lane] <= corner + error, "{round} {lane}");
                tight += u32::from(gaps[lane] > 0.5 * true_gap && true_gap > 0.0);
                all += 1;
            }
        }
        assert!(tight * 2 > all, "{tight} of {all}");
    }

    #[test]
    fn unused_boxes_are_far() {
        let one = CentredBox::around(&[DVec3::ZERO, DVec3::ONE]);
        let gaps =
            BoxLanes::new(&[one]).gaps(&CentredBox { middle: DVec3::new(3.0, 0.5, 0.5), half: DVec3::splat(0.5) });
        assert_eq!(gaps[0], 1.5);
        assert!(gaps[1..].iter().all(|gap| *gap == f64::INFINITY));
    }
}
