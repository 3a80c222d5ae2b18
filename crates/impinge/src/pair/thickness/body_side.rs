//! On which side of a body's surface points lie, and how far from it.

use crate::bounded::Bounded;
use crate::cost::Cost;
use crate::math::{DVec3, SMALLEST_COORDINATE};
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

/// A body in the frame of the query.
#[derive(Clone, Copy)]
pub(super) struct SolidBody<'a> {
    pub mesh: PosedMesh<'a>,
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

    /// A length that no ball in the body has for a radius if its middle is at most `reach` from the point.
    pub fn largest_radius(&self, reach: f64) -> f64 {
        match self.side {
            Side::Outside => reach - self.distance.lower,
            Side::Inside | Side::Undecided => reach + self.distance.upper,
        }
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
        let side = self.exact_side(point, cost);
        Some(PointInBody { side, distance: found.distance, nearest: found.point })
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
