//! The search for the depth of a difference in plain doubles: a tetrahedron, or the surface of an earlier search, then [`Expansion`].

use super::expanding_polytope::SLACK;
use super::expansion::{EpaEnding, EpaMemory, Expansion};
use super::polytope_faces_x8::Face;
use crate::convex::minkowski_difference::{Difference, SupportPoint};
use crate::convex::posed_vertices::{CoreSupport, CornerBlocks};
use crate::math::DVec3;
use crate::math::pose::ROTATION_TOLERANCE;
use crate::shape::Support;

/// What makes a tetrahedron of corners too flat to start from, in units of the size: its directions would be noise.
const FLAT: f64 = 1e-9;

/// The same for curved cores, which have no other way, in units of the error of a point.
const FLAT_CURVED: f64 = 64.0;

/// A search under way.
pub(in crate::convex) struct DepthSearch<'a, F: ?Sized, S: ?Sized> {
    pub difference: &'a Difference<'a, F, S>,
    pub expansion: Expansion<'a>,
}

impl<'a, F: Support + ?Sized, S: Support + ?Sized> DepthSearch<'a, F, S> {
    pub fn new(difference: &'a Difference<'a, F, S>, memory: &'a mut EpaMemory) -> Self {
        let unit = power_below_inverse(extent(difference));
        let expansion = Expansion {
            memory,
            has_corners: difference.has_corners(),
            unit,
            error: difference.error() * unit + SLACK,
            extent: f64::INFINITY,
            direction: DVec3::X,
            lower: 0.0,
            supports: 0,
            is_moved: false,
        };
        Self { difference, expansion }
    }

    /// A height below which a tetrahedron is flat.
    fn flat(&self) -> f64 {
        if self.expansion.has_corners { FLAT } else { FLAT_CURVED * self.expansion.error }
    }

    /// Finds the depth from a cold start.
    pub fn run(&mut self) -> EpaEnding {
        (self.expansion.extent, self.expansion.lower, self.expansion.is_moved) = (f64::INFINITY, 0.0, false);
        self.start().unwrap_or_else(|| self.grow())
    }

    /// Finds the depth from a tetrahedron of the difference that certainly holds the origin, if it is not too flat.
    pub fn run_from(&mut self, corners: &[SupportPoint; 4]) -> EpaEnding {
        let [a, b, c, d] = corners.each_ref().map(|e| e.point * self.expansion.unit);
        let normal = (b - a).cross(c - a);
        let height = normal.dot(d - a);
        if height * height <= FLAT * FLAT * normal.length_squared() {
            return self.run();
        }
        self.begin(corners);
        // Its volume is the sum of the origin's four parts, each above the error, so rounding did not turn it inside out.
        self.expansion.memory.surface.wound = true;
        let ending = self.grow();
        if ending == EpaEnding::Unclear { self.run() } else { ending }
    }

    fn begin(&mut self, corners: &[SupportPoint; 4]) {
        let Expansion { memory, unit, has_corners, .. } = &mut self.expansion;
        let swapped = memory.surface.restart(corners.each_ref().map(|e| e.point * *unit));
        memory.corners.clear();
        memory.of.clear();
        let order = if swapped { [1, 0, 2, 3] } else { [0, 1, 2, 3] };
        order.iter().for_each(|k| memory.note(&corners[*k], *has_corners));
    }

    /// Finds the depth from the surface that an earlier search left around the origin.
    pub fn resume(&mut self) -> EpaEnding {
        let EpaMemory { surface, corners, .. } = &mut *self.expansion.memory;
        surface.compact(|is_used| {
            let mut numbers = 0..;
            corners.retain(|_| numbers.next().is_some_and(is_used));
        });
        // An upper bound to begin with, so that most faces need no look.
        let mut look = CoreSupport { difference: self.difference, hints: self.expansion.memory.hints };
        self.expansion.support(&mut look, self.expansion.memory.direction);
        if let Some(apart) = self.expansion.separation() {
            return apart;
        }
        let (unit, limit) = (self.expansion.unit, self.expansion.upper());
        let EpaMemory { surface, corners, .. } = &mut *self.expansion.memory;
        surface.move_points(corners.iter().map(|c| self.difference.extreme(*c).point * unit), limit);
        self.expansion.is_moved = true;
        // After a leap a new surface costs less than one that is crumpled.
        if surface.winds_once() { self.grow() } else { EpaEnding::Unclear }
    }

    /// Finds a tetrahedron, towards the origin where it can; `Some` where that settles the matter.
    fn start(&mut self) -> Option<EpaEnding> {
        let mut look = CoreSupport { difference: self.difference, hints: [0; 2] };
        let (unit, flat) = (self.expansion.unit, self.flat());
        let outward = (-self.difference.centre()).try_normalize().unwrap_or(DVec3::X);
        let a = self.expansion.support(&mut look, outward);
        let b = self.expansion.support(&mut look, (-a.point).try_normalize().unwrap_or(-outward));
        if let Some(apart) = self.expansion.separation() {
            return Some(apart);
        }
        let (p, edge) = (a.point * unit, (b.point - a.point) * unit);
        let line = edge.try_normalize().filter(|_| edge.length() > flat);
        let Some(line) = line else { return Some(EpaEnding::Unclear) };
        let towards = (line * p.dot(line) - p).try_normalize().filter(|_| p.cross(line).length() > flat);
        let side = towards.unwrap_or_else(|| line.any_orthonormal_vector());
        let other = line.cross(side);
        let third = [side, -side, other, -other].into_iter().find_map(|direction| {
            let c = self.expansion.support(&mut look, direction);
            (direction.dot(c.point * unit - p).abs() > flat).then_some(c)
        });
        let Some(c) = third else { return Some(EpaEnding::Unclear) };
        let normal = line.cross(c.point * unit - p).normalize_or_zero();
        let normal = if normal.dot(p) > 0.0 { -normal } else { normal };
        let fourth = [normal, -normal].into_iter().find_map(|direction| {
            let d = self.expansion.support(&mut look, direction);
            (direction.dot(d.point * unit - p) > flat).then_some(d)
        });
        if let Some(apart) = self.expansion.separation() {
            return Some(apart);
        }
        let Some(d) = fourth else { return Some(EpaEnding::Unclear) };
        self.begin(&[a, b, c, d]);
        None
    }

    /// Grows the surface until nothing is gained.
    fn grow(&mut self) -> EpaEnding {
        match CornerBlocks::from_difference(self.difference) {
            Some(blocks) => self.expansion.over(&blocks),
            None => self.expansion.by(&mut CoreSupport { difference: self.difference, hints: [0; 2] }),
        }
    }

    /// The face in the plane that bounds the depth that comes closest to holding the origin's foot, and the foot's weights in it.
    #[inline]
    pub fn foot(&self, direction: DVec3, depth: f64) -> Option<([u16; 3], [f64; 3])> {
        let (surface, foot) = (&self.expansion.memory.surface, direction * depth);
        let weigh = |f: Face| {
            let at_foot = f.normal.dot(foot) >= f.low - SLACK;
            if !at_foot || f.normal.dot(direction) <= 0.0 {
                return None;
            }
            let weights = weights(surface.triangle(&f), foot)?;
            Some((f.corners, weights, weights[0].min(weights[1]).min(weights[2])))
        };
        let mut best = None;
        for (corners, weights, least) in surface.faces_within(depth + SLACK).filter_map(weigh) {
            if best.is_none_or(|(_, _, most)| least > most) {
                best = Some((corners, weights, least));
            }
            if least > 0.0 {
                break;
            }
        }
        best.map(|(corners, weights, _)| (corners, weights))
    }
}

/// The weights of a point's foot in the plane of a triangle; `None` without area.
#[inline]
pub(in crate::convex) fn weights([p, q, r]: [DVec3; 3], foot: DVec3) -> Option<[f64; 3]> {
    let normal = (q - p).cross(r - p);
    let area = normal.length_squared();
    if area == 0.0 {
        return None;
    }
    let share = normal / area;
    let weight = |s: DVec3, t: DVec3| (t - s).cross(foot - s).dot(share);
    Some([weight(q, r), weight(r, p), weight(p, q)])
}

/// A length that no point of the difference exceeds. Curved cores may be far from their own origins and yet small, and have only this search;
/// for corners the size will do.
fn extent<F: Support + ?Sized, S: Support + ?Sized>(difference: &Difference<'_, F, S>) -> f64 {
    if difference.has_corners() {
        return difference.size();
    }
    let reaches = difference.first.reach() + difference.second.reach();
    // A posed reach may be longer by what the matrix is off a rotation.
    let own = difference.centre().length() + reaches * (1.0 + 4.0 * ROTATION_TOLERANCE) + 2.0 * difference.error();
    own.min(difference.size())
}

/// A power of two such that its product with a length is in 1/2..1; 1 for 0.
fn power_below_inverse(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0;
    }
    let exponent = (x.to_bits() >> 52) as i32 - 1023;
    2f64.powi(-exponent - 1)
}
