//! Where two faces touch first, and how they lie there: rounded.

use super::motion_segments::FirstTouch;
use super::moving_pair::MovingPair;
use super::separating_axis_clip::direction;
use super::sweep_report::Impact;
use crate::ccd::Time;
use crate::feature::Feature;
use crate::math::DVec3;
use crate::triangle_pair::{Triangle, TriangleDistance, distance};

/// How far apart points are, relative to the slack of the pair, for their difference to tell a direction.
const TELLING: f64 = 1e3;

/// The first contact, as the faces that make it lie at that moment.
pub(super) fn impact(pair: &MovingPair<'_>, first: &FirstTouch, time: Time) -> Impact {
    let moment = first.moment.middle();
    let triangles = pair.triangles(first.faces, moment);
    let closest = distance(&triangles[0], &triangles[1]);
    let normal = towards(pair, &closest, &triangles).unwrap_or_else(|| across(pair, first, moment, closest.points));
    let features: [Feature; 2] = [0, 1].map(|k| {
        let corners = pair.bodies[k].mesh.faces()[first.faces[k].index()];
        closest.features[k].in_mesh(first.faces[k], corners)
    });
    Impact { time, points: closest.points.map(|p| p / pair.scale), features, normal }
}

/// The direction from one triangle to another by the features that are nearest, if they are far enough apart to tell it.
fn towards(pair: &MovingPair<'_>, closest: &TriangleDistance, triangles: &[Triangle; 2]) -> Option<DVec3> {
    let between = closest.points[1] - closest.points[0];
    let normal = direction(closest, triangles);
    let is_told = between.length() > TELLING * pair.slack;
    is_told.then_some(if normal.dot(between) < 0.0 { -normal } else { normal })
}

/// A direction across what touches, from A towards B, by how the faces lay before.
fn across(pair: &MovingPair<'_>, first: &FirstTouch, moment: f64, points: [DVec3; 2]) -> DVec3 {
    // As long before as faces take to be apart by what tells a direction, doubled until they are.
    let mut back = 1e-9;
    while back < 1.0 {
        let then = (moment - back).max(0.0);
        let triangles = pair.triangles(first.faces, then);
        if let Some(normal) = towards(pair, &distance(&triangles[0], &triangles[1]), &triangles) {
            return normal;
        }
        back *= 4.0;
    }
    (points[1] - points[0]).try_normalize().unwrap_or(DVec3::X)
}
