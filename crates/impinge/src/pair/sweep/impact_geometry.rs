//! Where two faces touch first, and how they lie there: rounded.

use super::motion_segments::FirstTouch;
use super::moving_body::{BodyPart, PartShape};
use super::moving_pair::{MovingPair, SweptPart};
use super::separating_axis_clip::{AxisClip, direction};
use super::sweep_report::Impact;
use crate::ccd::Time;
use crate::feature::Feature;
use crate::math::DVec3;
use crate::math::rounding::interpolate3;
use crate::triangle_pair::{Triangle, TriangleDistance, distance};

/// How far apart points are, relative to the slack of the pair, for their difference to tell a direction.
const TELLING: f64 = 1e3;

/// The first contact, as the faces that make it lie at that moment.
pub(super) fn impact(pair: &MovingPair<'_>, first: &FirstTouch, time: Time) -> Impact {
    let touching = TouchingFaces::new(pair, first);
    let triangles = touching.at(touching.moment);
    let closest = distance(&triangles[0], &triangles[1]);
    let normal = towards(pair, &closest, &triangles).unwrap_or_else(|| touching.across(closest.points));
    let features: [Feature; 2] = [0, 1].map(|k| {
        let corners = pair.bodies[k].mesh.faces()[first.faces[k].index()];
        closest.features[k].in_mesh(first.faces[k], corners)
    });
    let origin = interpolate3(pair.origin[0], pair.origin[1], first.moment.middle());
    Impact { time, points: closest.points.map(|p| p / pair.scale + origin), features, normal }
}

/// The direction from one triangle to another by the features that are nearest, if they are far enough apart to tell it.
fn towards(pair: &MovingPair<'_>, closest: &TriangleDistance, triangles: &[Triangle; 2]) -> Option<DVec3> {
    let between = closest.points[1] - closest.points[0];
    let normal = direction(closest, triangles);
    let is_told = between.length() > TELLING * pair.slack;
    is_told.then_some(if normal.dot(between) < 0.0 { -normal } else { normal })
}

/// Two faces around the moment at which they touch.
struct TouchingFaces<'s, 'm> {
    pair: &'s MovingPair<'m>,
    first: &'s FirstTouch,
    /// When, counted from the lower end of the time of first contact: bodies that are fast go far between neighbouring doubles.
    moment: f64,
    /// How fast the faces translate, if they do nothing else.
    velocities: Option<[DVec3; 2]>,
}

impl<'s, 'm> TouchingFaces<'s, 'm> {
    fn new(pair: &'s MovingPair<'m>, first: &'s FirstTouch) -> Self {
        let Time { lower, upper } = first.moment;
        let velocities = pair.velocities();
        let faces = first.faces.map(BodyPart::Face);
        let slice = pair.slice([lower, upper]);
        let moment = match velocities {
            Some(_) if lower < upper => {
                let [a, b] = [0, 1].map(|body| pair.swept(body, faces[body], &slice));
                first_share(&a, &b) * (upper - lower)
            }
            _ => first.moment.middle() - lower,
        };
        Self { pair, first, moment, velocities }
    }

    /// The faces at a moment, counted as that of the touch is.
    fn at(&self, moment: f64) -> [Triangle; 2] {
        let lower = self.first.moment.lower;
        match self.velocities {
            Some(velocities) => {
                let triangles = self.pair.triangles(self.first.faces, lower);
                [0, 1].map(|k| triangles[k].map(|p| p + velocities[k] * moment))
            }
            None => self.pair.triangles(self.first.faces, (lower + moment).max(0.0)),
        }
    }

    /// A direction across what touches, from A towards B, by how the faces lay before.
    fn across(&self, points: [DVec3; 2]) -> DVec3 {
        // As long before as faces take to be apart by what tells a direction, doubled until they are.
        let mut back = TELLING * self.pair.slack / self.pair.top_speed();
        while back < 1.0 {
            let triangles = self.at(self.moment - back);
            if let Some(normal) = towards(self.pair, &distance(&triangles[0], &triangles[1]), &triangles) {
                return normal;
            }
            back *= 2.0;
        }
        (points[1] - points[0]).try_normalize().unwrap_or(DVec3::X)
    }
}

/// The share of a slice after which two faces that translate first touch, rounded.
fn first_share(a: &SweptPart, b: &SweptPart) -> f64 {
    let mut clip = AxisClip::new(a, b, 0.0);
    clip.by_faces();
    if let (PartShape::Triangle(s), PartShape::Triangle(t)) = (a.ends[0], b.ends[0]) {
        let edges = |t: Triangle| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
        for u in edges(s) {
            edges(t).into_iter().for_each(|v| {
                clip.by(u.cross(v));
            });
        }
    }
    clip.left[0].clamp(0.0, 1.0)
}
