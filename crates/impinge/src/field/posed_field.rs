//! A field at a pose: bounds of signed distances in another frame.
//!
//! A pose may stretch by as much as its matrix is off from a rotation, the point is carried back with roundings, and the posed vertices are rounded,
//! too: all of it is added to the bounds.

use super::distance_field::Field;
use crate::bounded::Bounded;
use crate::bvh::skew;
use crate::feature::VertexId;
use crate::math::{DMat3, DVec3, Pose, SMALLEST_COORDINATE};

/// What carrying a point back and rounding posed vertices may shift things by (relative to the largest coordinates): some 30 roundings.
const CARRIED: f64 = 64.0 * f64::EPSILON;

/// What nothing is known about.
const UNKNOWN: Bounded = Bounded { value: f64::INFINITY, lower: f64::NEG_INFINITY, upper: f64::INFINITY };

/// A field in the frame of a query.
pub(super) struct PlacedField<'a> {
    pub field: &'a Field<'a>,
    carried: Option<Carried>,
}

/// How a field gets into the frame.
struct Carried {
    pose: Pose,
    back: DMat3,
    /// Lengths grow by at least and at most these factors.
    stretch: [f64; 2],
    /// Coordinates of the mesh and the translation add up to at most this.
    size: f64,
}

impl<'a> PlacedField<'a> {
    /// A field in its own frame.
    pub fn resting(field: &'a Field<'a>) -> Self {
        Self { field, carried: None }
    }

    /// A field carried by a pose that is not inverted.
    pub fn carried(field: &'a Field<'a>, pose: &Pose) -> Self {
        if pose.is_identity() {
            return Self::resting(field);
        }
        // |Rx|² is |x|² but for at most three times the largest entry of RᵀR - 1.
        let off = 3.0 * skew(&pose.rotation()) + CARRIED;
        let size = 4.0 * field.mesh().bounds().largest_coordinate() + pose.translation().abs().max_element();
        let stretch = [(1.0 - off).max(0.0).sqrt(), (1.0 + off).sqrt()];
        Self { field, carried: Some(Carried { pose: *pose, back: pose.rotation().inverse(), stretch, size }) }
    }

    /// Where a vertex is, as in every other query.
    pub fn vertex(&self, vertex: VertexId) -> DVec3 {
        let p = self.field.mesh().vertex(vertex);
        self.carried.as_ref().map_or(p, |c| c.pose.transform_point(p))
    }

    /// The signed distance of a point that may be off by `off`.
    pub fn at(&self, point: DVec3, off: f64) -> Bounded {
        let found = match &self.carried {
            None => self.field.at(point),
            Some(c) => self.field.at(flushed(c.back * (point - c.pose.translation()))),
        };
        let Some(found) = found else { return UNKNOWN };
        let Some(c) = &self.carried else { return widened(found, off) };
        let slack = CARRIED * (c.size + 2.0 * point.abs().max_element()) + 4.0 * SMALLEST_COORDINATE;
        let own = widened(found, slack);
        let [least, most] = c.stretch;
        let lower = own.lower * if own.lower > 0.0 { least } else { most };
        let upper = own.upper * if own.upper > 0.0 { most } else { least };
        widened(Bounded { value: own.value, lower, upper }, slack + off)
    }

    /// Where the distance grows fastest, in the frame.
    pub fn direction(&self, point: DVec3) -> Option<DVec3> {
        match &self.carried {
            None => self.field.direction(point),
            Some(c) => {
                let own = self.field.direction(c.back * (point - c.pose.translation()))?;
                c.pose.transform_vector(own).try_normalize()
            }
        }
    }
}

/// With bounds wider by `by` on either side.
fn widened(found: Bounded, by: f64) -> Bounded {
    let (lower, upper) = ((found.lower - by).next_down(), (found.upper + by).next_up());
    Bounded { value: found.value.max(lower).min(upper), lower, upper }
}

/// A point with what is too small for a field set to zero.
fn flushed(p: DVec3) -> DVec3 {
    DVec3::from_array(p.to_array().map(|x| if x.abs() < SMALLEST_COORDINATE { 0.0 } else { x }))
}
