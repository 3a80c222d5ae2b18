//! The search for the depth of a difference in plain doubles: a tetrahedron, then a surface around the origin that grows at its
//! nearest face until that face is the difference's own.
//!
//! Every farthest point bounds the depth from above, along the direction that it was asked for; the surface bounds it from below.
//! Before the surface holds the origin, its nearest face is the one that the origin is farthest beyond, so the same steps lead to a
//! separating direction or around the origin.

use super::difference::{Difference, Extreme};
use super::expanding::{Expanding, SLACK};
use super::facets::Face;
use crate::math::DVec3;
use crate::math::pose::ROTATION_TOLERANCE;
use crate::shape::Support;

/// Points that a surface may have before the search gives its bounds as they are.
const MOST_POINTS: usize = 512;

/// How close the bounds are brought where the core is curved, relative to the depth: a tenth of what is promised.
const CLOSED: f64 = 1e-13;

/// What makes a tetrahedron of corners too flat to start from, in units of the size: its directions would be noise.
const FLAT: f64 = 1e-9;

/// The same for curved cores, which have no other way, in units of the error of a point.
const FLAT_CURVED: f64 = 64.0;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ending {
    /// The origin is outside: this direction, of length 1, separates by at least this much.
    Apart { direction: DVec3, gap: f64 },
    /// The surface holds the origin, and the bounds are what doubles can do.
    Around,
    /// The surface held the origin, and could not grow on; the bounds hold.
    Stopped,
    /// Doubles cannot tell where the origin is, or there is no volume to grow into.
    Unclear,
}

/// What a search works with; kept between queries so that it allocates nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    pub surface: Expanding,
    /// What the points of the surface are the differences of.
    pub extremes: Vec<Extreme>,
    /// The direction of the depth, and the corners there.
    direction: DVec3,
    hints: [u32; 2],
}

/// A search under way.
pub(super) struct DepthSearch<'a, F: ?Sized, S: ?Sized> {
    pub difference: &'a Difference<'a, F, S>,
    pub arena: &'a mut Arena,
    /// A power of two that brings the difference into the ball of radius 1.
    unit: f64,
    /// The error of farthest points in that unit.
    pub error: f64,
    /// The least extent along a direction so far, in that unit: the depth is no more than that and the error.
    pub extent: f64,
    /// The direction of the upper bound.
    pub direction: DVec3,
    /// At most the depth, in that unit, without the error of the points.
    pub lower: f64,
    pub supports: u32,
    hints: [u32; 2],
}

impl<'a, F: Support + ?Sized, S: Support + ?Sized> DepthSearch<'a, F, S> {
    pub fn new(difference: &'a Difference<'a, F, S>, arena: &'a mut Arena) -> Self {
        let unit = power_below_inverse(extent(difference));
        Self {
            difference,
            arena,
            unit,
            error: difference.error() * unit + SLACK,
            extent: f64::INFINITY,
            direction: DVec3::X,
            lower: 0.0,
            supports: 0,
            hints: [0; 2],
        }
    }

    /// A height below which a tetrahedron is flat.
    fn flat(&self) -> f64 {
        if self.difference.has_corners() { FLAT } else { FLAT_CURVED * self.error }
    }

    /// A length of the surface in the user's unit.
    pub fn length(&self, x: f64) -> f64 {
        x / self.unit
    }

    /// Looks for the depth from nothing.
    pub fn run(&mut self) -> Ending {
        (self.extent, self.lower) = (f64::INFINITY, 0.0);
        self.start().unwrap_or_else(|| self.grow())
    }

    /// Looks for the depth from a tetrahedron of the difference that certainly holds the origin, if it is not too flat.
    pub fn run_from(&mut self, corners: [Extreme; 4]) -> Ending {
        let [a, b, c, d] = corners.map(|e| e.point * self.unit);
        let height = (b - a).cross(c - a).normalize_or_zero().dot(d - a);
        if height.abs() <= FLAT {
            return self.run();
        }
        self.begin(corners);
        // Its volume is the sum of the origin's four parts, each above the error, so rounding did not turn it inside out.
        self.arena.surface.wound = true;
        let ending = self.grow();
        if ending == Ending::Unclear { self.run() } else { ending }
    }

    fn begin(&mut self, [a, b, c, d]: [Extreme; 4]) {
        let swapped = self.arena.surface.restart([a, b, c, d].map(|e| e.point * self.unit));
        self.arena.extremes.clear();
        self.arena.extremes.extend(if swapped { [b, a, c, d] } else { [a, b, c, d] });
    }

    /// Looks for the depth from the surface that an earlier search left around the origin.
    pub fn resume(&mut self) -> Ending {
        let Arena { surface, extremes, .. } = &mut *self.arena;
        surface.compact(|is_used| {
            let mut numbers = 0..;
            extremes.retain(|_| numbers.next().is_some_and(is_used));
        });
        // An upper bound to begin with, so that most faces need no look.
        self.hints = self.arena.hints;
        self.support(self.arena.direction);
        if let Some(apart) = self.separation() {
            return apart;
        }
        let limit = self.upper();
        let Arena { surface, extremes, .. } = &mut *self.arena;
        for extreme in extremes.iter_mut() {
            *extreme = self.difference.extreme(extreme.corners);
        }
        surface.move_points(extremes.iter().map(|e| e.point * self.unit), limit);
        // After a leap a new surface costs less than one that is crumpled.
        if surface.winds_once() { self.grow() } else { Ending::Unclear }
    }

    /// The farthest point along a direction of length 1, an upper bound on the depth.
    fn support(&mut self, direction: DVec3) -> Extreme {
        self.supports += 1;
        let extreme = self.difference.support(direction, &mut self.hints);
        let extent = direction.dot(extreme.point * self.unit);
        if extent < self.extent {
            (self.extent, self.direction) = (extent, direction);
            (self.arena.direction, self.arena.hints) = (direction, extreme.corners);
        }
        extreme
    }

    /// A length that the depth is at most, in the unit.
    pub fn upper(&self) -> f64 {
        self.extent + self.error
    }

    /// A separating direction, if the latest upper bound is one.
    fn separation(&self) -> Option<Ending> {
        let gap = -self.length(self.upper());
        (self.upper() < 0.0).then_some(Ending::Apart { direction: self.direction, gap })
    }

    /// Finds a tetrahedron, towards the origin where it can; `Some` where that settles the matter.
    fn start(&mut self) -> Option<Ending> {
        let (unit, flat) = (self.unit, self.flat());
        let outward = (-self.difference.centre()).try_normalize().unwrap_or(DVec3::X);
        let a = self.support(outward);
        let b = self.support((-a.point).try_normalize().unwrap_or(-outward));
        if let Some(apart) = self.separation() {
            return Some(apart);
        }
        let (p, edge) = (a.point * unit, (b.point - a.point) * unit);
        let line = edge.try_normalize().filter(|_| edge.length() > flat);
        let Some(line) = line else { return Some(Ending::Unclear) };
        let towards = (line * p.dot(line) - p).try_normalize().filter(|_| p.cross(line).length() > flat);
        let side = towards.unwrap_or_else(|| line.any_orthonormal_vector());
        let other = line.cross(side);
        let third = [side, -side, other, -other].into_iter().find_map(|direction| {
            let c = self.support(direction);
            (direction.dot(c.point * unit - p).abs() > flat).then_some(c)
        });
        let Some(c) = third else { return Some(Ending::Unclear) };
        let normal = line.cross(c.point * unit - p).normalize_or_zero();
        let normal = if normal.dot(p) > 0.0 { -normal } else { normal };
        let fourth = [normal, -normal].into_iter().find_map(|direction| {
            let d = self.support(direction);
            (direction.dot(d.point * unit - p) > flat).then_some(d)
        });
        if let Some(apart) = self.separation() {
            return Some(apart);
        }
        let Some(d) = fourth else { return Some(Ending::Unclear) };
        self.begin([a, b, c, d]);
        None
    }

    /// Grows the surface at its nearest face until nothing is gained.
    fn grow(&mut self) -> Ending {
        let exact = self.difference.has_corners();
        while let Some(index) = self.arena.surface.nearest(self.upper()) {
            let face = self.arena.surface.face(index);
            if face.low > 0.0 {
                if !self.arena.surface.winds_once() {
                    return self.lost();
                }
                if !exact {
                    self.lower = self.lower.max(self.arena.surface.lowest(face.low));
                }
            } else if face.normal == DVec3::ZERO {
                return Ending::Unclear;
            }
            self.hints = self.arena.extremes[usize::from(face.corners[0])].corners;
            let extreme = self.support(face.normal);
            if let Some(apart) = self.separation() {
                return apart;
            }
            let point = extreme.point * self.unit;
            let gain = face.normal.dot(point) - face.high;
            let known = exact && face.corners.iter().any(|i| self.corners(*i) == extreme.corners);
            if known || gain <= SLACK {
                if face.low <= 0.0 {
                    // A sliver, whose normal is noise, gets another direction; else it does hold the origin off.
                    if !exact && self.arena.surface.aim_at_middle(index) {
                        continue;
                    }
                    return self.lost();
                }
                // Nothing lies beyond it: done, unless its direction was so poor that other faces are worth a look.
                self.arena.surface.settle(index);
                continue;
            }
            if !exact && self.upper() - self.lower <= 2.0 * self.error + CLOSED * self.upper() {
                // Faces are open still: the lower bound is that of the nearest.
                return Ending::Around;
            }
            if self.arena.extremes.len() >= MOST_POINTS || self.arena.surface.expand(point, self.upper()).is_err() {
                if self.arena.surface.wound {
                    self.lower = self.lower.max(self.arena.surface.lowest(self.upper()));
                }
                return self.lost();
            }
            self.arena.extremes.push(extreme);
        }
        if !self.arena.surface.winds_once() {
            return self.lost();
        }
        self.lower = self.lower.max(self.arena.surface.lowest(self.upper()));
        Ending::Around
    }

    /// How a search ends whose surface is of no more use: what was proved before holds.
    fn lost(&self) -> Ending {
        if self.lower > 0.0 { Ending::Stopped } else { Ending::Unclear }
    }

    /// The corners behind a point of the surface.
    pub fn corners(&self, point: u16) -> [u32; 2] {
        self.arena.extremes[usize::from(point)].corners
    }

    /// The face in the plane that bounds the depth that comes closest to holding the origin's foot, and the foot's weights in it.
    pub fn foot(&self, direction: DVec3, depth: f64) -> Option<([u16; 3], [f64; 3])> {
        let (surface, foot) = (&self.arena.surface, direction * depth);
        let weigh = |f: Face| {
            let at_foot = f.normal.dot(foot) >= f.low - SLACK;
            if !at_foot || f.normal.dot(direction) <= 0.0 {
                return None;
            }
            let weights = weights(surface.triangle(&f), foot)?;
            Some((f.corners, weights, weights[0].min(weights[1]).min(weights[2])))
        };
        let best = surface
            .faces_within(depth + SLACK)
            .filter_map(weigh)
            .reduce(|best, other| if other.2 > best.2 { other } else { best });
        best.map(|(corners, weights, _)| (corners, weights))
    }
}

/// The weights of a point's foot in the plane of a triangle; `None` without area.
pub(super) fn weights([p, q, r]: [DVec3; 3], foot: DVec3) -> Option<[f64; 3]> {
    let normal = (q - p).cross(r - p);
    let area = normal.length_squared();
    if area == 0.0 {
        return None;
    }
    Some([[q, r], [r, p], [p, q]].map(|[s, t]| (t - s).cross(foot - s).dot(normal) / area))
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
