//! On which side of a body's surface points lie, and how far from it.

use crate::bounded::Bounded;
use crate::cost::Cost;
use crate::math::{DVec3, SMALLEST_COORDINATE};
use crate::mesh::Membership;
use crate::pair::point::locate::Location;
use crate::pair::point::point_query::{is_in_range, locate_in, nearest_in};
use crate::pair::posed_pair::PosedMesh;

/// On which side of a body's surface a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Inside,
    Outside,
    /// On a face, or it cannot be told.
    Undecided,
}

/// What tells the inside of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InsideRule {
    /// Exact winding numbers of its closed parts: only faces are between inside and outside.
    Exact,
    /// Generalised winding numbers above one half: across openings there are no faces.
    Winding,
}

/// A body in the frame of the query.
#[derive(Clone, Copy)]
pub(super) struct SolidBody<'a> {
    pub mesh: PosedMesh<'a>,
    pub rule: InsideRule,
    /// What coordinates may be off by (a length).
    pub grain: f64,
}

/// What a body is around a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointInBody {
    pub side: Side,
    /// How far the nearest face is.
    pub distance: Bounded,
    /// The nearest point of it, rounded.
    pub nearest: DVec3,
}

impl PointInBody {
    /// The radius of a ball about the point that is certainly inside the body; zero if none is.
    pub fn certain_radius(&self) -> f64 {
        if self.side == Side::Inside { self.distance.lower } else { 0.0 }
    }
}

/// The point, with coordinates too small for exact signs made zero; `None` if it is out of their range.
pub(super) fn exact_point(p: DVec3) -> Option<DVec3> {
    let p = DVec3::from_array(p.to_array().map(|x| if x.abs() < SMALLEST_COORDINATE { 0.0 } else { x }));
    is_in_range(p).then_some(p)
}

impl SolidBody<'_> {
    /// What the body is around a point of the exact range; `None` never, as bodies have faces.
    pub fn around(&self, point: DVec3, cost: &mut Cost) -> Option<PointInBody> {
        let found = nearest_in(&self.mesh, point, None, cost)?;
        let side = match self.rule {
            InsideRule::Exact => self.exact_side(point, cost),
            // Where rounding may move the point across a face, nothing is known.
            InsideRule::Winding if found.distance.lower <= self.grain => Side::Undecided,
            InsideRule::Winding => match self.mesh.mesh.membership(self.mesh.point_in_mesh(point)) {
                Membership::Inside => Side::Inside,
                Membership::Outside => Side::Outside,
                Membership::Undecided => Side::Undecided,
            },
        };
        let mut distance = found.distance;
        if self.rule == InsideRule::Winding {
            // Through an opening a ball could leave the box of the body.
            let bounds = self.mesh.bounds();
            let room = (point - bounds.min).min(bounds.max - point).min_element();
            distance.lower = distance.lower.min(room.max(0.0));
        }
        Some(PointInBody { side, distance, nearest: found.point })
    }

    /// A length that no ball in the body has for a radius if its middle is at most `reach` from the point about which `found` tells.
    pub fn largest_radius(&self, point: DVec3, found: &PointInBody, reach: f64) -> f64 {
        match (found.side, self.rule) {
            (Side::Outside, InsideRule::Exact) => reach - found.distance.lower,
            // No face is in the way, and the winding number does not change enough.
            (Side::Outside, InsideRule::Winding)
                if reach < found.distance.lower && self.is_outside_around(point, reach) =>
            {
                reach - found.distance.lower
            }
            _ => reach + found.distance.upper,
        }
    }

    /// Whether all points are outside that are no farther than `reach` from a point and that a way leads to on which no face is crossed.
    pub fn is_outside_about(&self, point: DVec3, reach: f64, cost: &mut Cost) -> bool {
        match self.rule {
            InsideRule::Exact => self.exact_side(point, cost) == Side::Outside,
            InsideRule::Winding => self.is_outside_around(point, reach),
        }
    }

    fn is_outside_around(&self, point: DVec3, reach: f64) -> bool {
        let (mesh, point) = (self.mesh.mesh, self.mesh.point_in_mesh(point));
        let change = mesh.winding_change(point, reach + self.grain);
        if change.is_nan() || change >= 0.5 {
            return false;
        }
        mesh.is_winding_below(point, 0.5 - change)
    }

    /// On which side of the closed parts of the body a point is.
    pub fn exact_side(&self, point: DVec3, cost: &mut Cost) -> Side {
        match locate_in(&self.mesh, point, cost) {
            Location::Inside => Side::Inside,
            Location::Outside => Side::Outside,
            Location::Surface => Side::Undecided,
        }
    }
}
