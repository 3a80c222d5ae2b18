//! Influence areas (Jiménez, Segura and Feito 2004, sections 4.4, 4.5 and 5.5): where the middle of a moving polygon may be if that polygon
//! is to meet an edge.
//!
//! The extended influence area of length n of an edge is the strip of points no farther than n from its line, on both sides, cut by two
//! lines parallel to the x or the y axis, whichever is steeper to the edge, at n from its ends. It holds every point within n of the
//! edge, so a polygon inside a circle of radius n meets only edges whose area holds the middle of the circle. The influence area proper is
//! the outer half. Both are tested in floating point and can only be too large, by some units in the last place of the
//! largest number that enters: `docs/notes/coverings.md`. One test takes four products, eight edges side by side.

use super::edge_blocks::{EdgeBlock, LANES};
use crate::polygon::rings::{EdgeId, Rings};
use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::math::bit_mask::BitMask;
use impinge::math::simd::dispatch;
use impinge::math::{DVec2, SMALLEST_IN_PLANE, power_of_two_above, simd};

/// How far places and distances may be off (relative to the largest number that enters them): at most 25 roundings, taken as 64.
const APPROXIMATION_ERROR: f64 = 32.0 * f64::EPSILON;

/// Edges shorter than this (a length where the polygon measures between 1/2 and 1) have no direction: they count as points, and what they
/// reach beyond is far below the the approximation error.
const SHORTEST: f64 = 1e-100;

/// The strips of eight edges, in the frame of the polygon.
#[derive(Clone, Copy, Debug)]
struct StripLanes {
    /// Unit normals, away from the centre.
    normal: [[f64; LANES]; 2],
    /// Their products with points of the edges.
    offset: [f64; LANES],
    /// (1, 0) for edges that are closer to the x axis, else (0, 1).
    along: [[f64; LANES]; 2],
    /// The middle of an edge along that axis, and half of its extent.
    middle: [f64; LANES],
    half: [f64; LANES],
    used: u64,
}

/// The influence areas of all edges of a polygon, of any length.
#[derive(Clone, Debug)]
pub struct InfluenceAreas {
    strips: Vec<StripLanes>,
    edges: usize,
    /// What is subtracted from points, and what they are multiplied by then: a power of two, for the polygon to be of size 1.
    origin: DVec2,
    unit: f64,
    /// Largest magnitude of a coordinate of the polygon.
    largest: f64,
    /// No point of the polygon is farther from the origin, in the frame of the strips.
    radius: f64,
}

/// A circle in the frame of the strips, grown so that whatever it holds exactly, it holds there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CircleProbe {
    pub middle: DVec2,
    pub radius: f64,
    /// What the radius was grown by.
    pub slack: f64,
}

impl InfluenceAreas {
    pub(crate) fn new(rings: &Rings, origin: DVec2, blocks: &[EdgeBlock]) -> Self {
        let unit = 1.0 / power_of_two_above(rings.bounds().size().max_element());
        let strips = blocks.iter().map(|block| StripLanes::from_block(block, origin, unit)).collect();
        let radius = rings.vertices().iter().map(|v| ((*v - origin) * unit).length()).fold(0.0, f64::max);
        let (edges, largest) = (rings.edge_ids().len(), rings.bounds().largest_coordinate());
        Self { strips, edges, origin, unit, largest, radius: radius * (1.0 + APPROXIMATION_ERROR) }
    }

    /// Whether a point may lie in the extended influence area of an edge: always if it is within `length` of it.
    #[must_use]
    pub fn extended_holds(&self, edge: EdgeId, point: DVec2, length: f64) -> bool {
        let probe = self.probe(point, length, 0.0);
        self.measure(edge, probe.middle).is_some_and(|[away, beyond]| {
            let outside = away.abs() > probe.radius || beyond > probe.radius;
            !outside
        })
    }

    /// Whether a point may lie in the influence area of an edge, that side of the extended one which is away from the centroid.
    #[must_use]
    pub fn outer_holds(&self, edge: EdgeId, point: DVec2, length: f64) -> bool {
        let probe = self.probe(point, length, 0.0);
        let inner = |away: f64| away < -probe.slack;
        self.extended_holds(edge, point, length) && self.measure(edge, probe.middle).is_some_and(|m| !inner(m[0]))
    }

    /// The edges in whose extended influence area a point may lie: all that are within `length` of it are among them.
    #[must_use]
    pub fn mask(&self, point: DVec2, length: f64) -> BitMask {
        let (mut mask, probe) = (BitMask::default(), self.probe(point, length, 0.0));
        dispatch!(simd::level(), simd => self.mask_of(simd, &probe, &mut mask));
        mask
    }

    /// A circle to test; `largest` is the largest other number that its middle was rounded with.
    pub(crate) fn probe(&self, middle: DVec2, radius: f64, largest: f64) -> CircleProbe {
        let place = (middle - self.origin) * self.unit;
        let numbers = middle.abs().max_element() + self.largest + radius + largest;
        let slack = APPROXIMATION_ERROR * (1.0 + place.abs().max_element() + numbers * self.unit)
            // Coordinates below the exact range are rounded to zero.
            + 4.0 * SMALLEST_IN_PLANE * self.unit;
        CircleProbe { middle: place, radius: radius * self.unit + slack, slack }
    }

    /// Whether a circle is certainly clear of the one around all edges.
    pub(crate) fn is_clear_of(&self, probe: &CircleProbe) -> bool {
        let sum = self.radius + probe.radius;
        // Squares do not overflow before this does, and infinities are not larger than each other.
        probe.middle.length() > sum
    }

    /// Distances from the line of an edge, positive away from the centre, and along the axis from its middle beyond its ends.
    fn measure(&self, edge: EdgeId, p: DVec2) -> Option<[f64; 2]> {
        let lane = edge.index() % LANES;
        let strips = self.strips.get(edge.index() / LANES).filter(|strips| strips.used >> lane & 1 == 1)?;
        let dot = |v: &[[f64; LANES]; 2]| v[0][lane] * p.x + v[1][lane] * p.y;
        let beyond = (dot(&strips.along) - strips.middle[lane]).abs() - strips.half[lane];
        Some([dot(&strips.normal) - strips.offset[lane], beyond])
    }

    /// Sets the bits of the edges in whose extended influence area the middle of a circle may lie, and tells by how much the radius could
    /// change, or the middle move, at least, until a bit does.
    #[inline(always)]
    pub(crate) fn mask_of<S: Simd>(&self, simd: S, probe: &CircleProbe, mask: &mut BitMask) -> f64 {
        mask.clear(self.edges);
        let all = |x: f64| f64x8::splat(simd, x);
        let (x, y, radius) = (all(probe.middle.x), all(probe.middle.y), all(probe.radius));
        let mut margin = all(f64::INFINITY);
        for (k, strips) in self.strips.iter().enumerate() {
            let load = |lanes: &[f64; LANES]| f64x8::from_slice(simd, lanes);
            let away = load(&strips.normal[0]).mul_add(x, load(&strips.normal[1]) * y) - load(&strips.offset);
            let along = load(&strips.along[0]).mul_add(x, load(&strips.along[1]) * y) - load(&strips.middle);
            let farther = away.abs().max(along.abs() - load(&strips.half));
            margin = margin.min((farther - radius).abs());
            // What is not a number is not certainly outside.
            mask.or_byte(k, !farther.simd_gt(radius).to_bitmask() & strips.used);
        }
        simd.reduce_min_f64x8(margin)
    }
}

impl StripLanes {
    fn from_block(block: &EdgeBlock, origin: DVec2, unit: f64) -> Self {
        let zero = [0.0; LANES];
        let (used, mut strips) = (
            block.used,
            Self { normal: [zero; 2], offset: zero, along: [zero; 2], middle: zero, half: zero, used: block.used },
        );
        debug_assert!(used != 0);
        for lane in 0..LANES {
            let end = |ends: &[[f64; LANES]; 2]| (DVec2::new(ends[0][lane], ends[1][lane]) - origin) * unit;
            let (t, u) = (end(&block.from), end(&block.to));
            let d = u - t;
            let is_point = d.abs().max_element() < SHORTEST;
            let axis = usize::from(!is_point && d.y.abs() > d.x.abs());
            // The centre lies left of the edge of a triangle that turns counter-clockwise.
            let outward = if block.negative >> lane & 1 == 1 { d.perp() } else { -d.perp() };
            let normal = if is_point { DVec2::Y } else { outward / d.length() };
            for k in 0..2 {
                strips.normal[k][lane] = normal[k];
                strips.along[k][lane] = if k == axis { 1.0 } else { 0.0 };
            }
            strips.offset[lane] = normal.dot((t + u) * 0.5);
            strips.middle[lane] = (t[axis] + u[axis]) * 0.5;
            strips.half[lane] = (t[axis] - u[axis]).abs() * 0.5;
        }
        strips
    }
}
