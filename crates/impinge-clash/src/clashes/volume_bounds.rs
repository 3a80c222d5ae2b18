//! Bounds on the volume that two bodies share where it cannot be added up from their surfaces.
//!
//! A surface that meets itself, as caps over openings often do with the faces beside them, encloses some space more than once or not at all: the sum over its faces is not
//! the space that it fills. Two bounds hold all the same: a ball inside both bodies is shared, and all that is shared lies in the boxes of both.

use super::clash_measure::Measure;
use super::solid_form::MEETS_ITSELF;
use impinge::bound::Aabb;
use impinge::math::DVec3;
use std::f64::consts::PI;

/// More than products and a quotient are off by rounding.
const ROUNDING: f64 = 1e-14;

/// The shared volume of two bodies in these boxes, between bounds, if the reason why it is not known leaves it with some; and a note.
pub fn volume_bounds(reason: &str, thickness: Option<&Measure>, boxes: [Option<Aabb>; 2]) -> (Option<Measure>, String) {
    let unknown = (None, format!("the shared volume is not known: {reason}"));
    let (MEETS_ITSELF, Some(ball), [Some(p), Some(q)]) = (reason, thickness, boxes) else { return unknown };
    let sides = (p.max.min(q.max) - p.min.max(q.min)).max(DVec3::ZERO);
    let lower = PI / 6.0 * ball.lower.powi(3) * (1.0 - ROUNDING);
    let upper = (sides.x * sides.y * sides.z * (1.0 + ROUNDING)).max(lower);
    let by = format!("at least by a ball inside both bodies; at most by the box that both lie in; {reason}");
    let measure = Measure { lower, upper, by };
    let note = format!(
        "the shared volume is only bounded, by a ball and a box: {reason}, so its faces do not say how much space it fills"
    );
    if measure.upper.is_finite() { (Some(measure), note) } else { unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_and_a_box_are_bounds_where_a_surface_meets_itself() {
        let ball = Measure { lower: 1.0, upper: 1.5, by: String::new() };
        let cube = |low: f64, high: f64| Some(Aabb { min: DVec3::splat(low), max: DVec3::splat(high) });
        let boxes = [cube(0.0, 3.0), cube(1.0, 5.0)];
        let (volume, note) = volume_bounds(MEETS_ITSELF, Some(&ball), boxes);
        let volume = volume.unwrap();
        assert!(volume.lower <= PI / 6.0 && volume.lower > 0.523 && volume.upper >= 8.0 && volume.upper < 8.0 + 1e-9);
        assert!(note.starts_with("the shared volume is only bounded, by a ball and a box: "), "{note}");
        assert_eq!(volume_bounds("a body is not closed", Some(&ball), boxes).0, None);
        assert_eq!(volume_bounds(MEETS_ITSELF, None, boxes).0, None);
        assert_eq!(volume_bounds(MEETS_ITSELF, Some(&ball), [boxes[0], None]).0, None);
    }
}
