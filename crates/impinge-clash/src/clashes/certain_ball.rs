//! How much of a ball that was found inside two capped bodies is inside them however their openings are closed.
//!
//! No face meets the ball, so every closed surface made of the faces and some caps that stay out of it has one winding number in all of it. If those caps take less than half of the view
//! from a point of the ball, that number is the integer nearest to the winding number of the faces alone. So the ball is inside for certain if it is inside by that number there, and
//! if no cap comes near it: the ball ends at the margin of each.
//!
//! Not for certain is what lies behind an opening in a face that the other body enters: that may be a hole of which the wall was left out. `docs/notes/capping.md` has the proof.

use super::cap_influence::CappedBody;
use super::openings::{Opening, triangle_width};
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::{Membership, Mesh};
use impinge::pair::{PointQuery, Relation, Request, Thickness, cast_ray, relate};
use impinge::shape::Ray;
use std::collections::BTreeSet;

/// Rounding of a carried point, relative to its coordinates.
const ROUNDING: f64 = 1e-14;

/// Faces at a rim that run back from the opening, by the mean cosine of the angle between the ways on across the rim and out of the opening.
const ALONG: f64 = 0.5;

/// The part of a ball that is certain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CertainBall {
    /// Its radius; zero if nothing is certain.
    pub radius: f64,
    /// The width of an opening behind which the ball may lie in a hole.
    pub hole: Option<f64>,
}

impl CertainBall {
    /// What is certain of the ball of a thickness; the bodies are those that it was measured on.
    pub fn new(bodies: [CappedBody<'_>; 2], a_from_b: &Pose, found: &Thickness) -> Self {
        let Some(centre) = found.centre else { return Self::default() };
        let b_from_a = a_from_b.inverse();
        let [a, b] = bodies;
        let sides = [
            CappedSide { body: a, other: b.mesh, body_from_other: a_from_b, centre },
            CappedSide { body: b, other: a.mesh, body_from_other: &b_from_a, centre: b_from_a.transform_point(centre) },
        ];
        let sides: Vec<_> = sides.into_iter().filter(|side| side.body.has_caps()).collect();
        let radius = sides.iter().fold(0.5 * found.bounds.lower, |radius, side| side.certain_radius(radius));
        if radius <= 0.0 {
            return Self::default();
        }
        match sides.iter().find_map(|side| side.hole_behind(radius)) {
            hole @ Some(_) => Self { radius: 0.0, hole },
            None => Self { radius, hole: None },
        }
    }
}

/// One of two bodies, and the centre of a ball in its frame.
struct CappedSide<'a> {
    body: CappedBody<'a>,
    other: &'a Mesh,
    body_from_other: &'a Pose,
    centre: DVec3,
}

impl CappedSide<'_> {
    /// The largest radius up to that of a ball without faces with which it is inside for certain, holes aside; zero if its centre is not.
    fn certain_radius(&self, radius: f64) -> f64 {
        if radius <= 0.0 || self.body.own.membership(self.centre) != Membership::Inside {
            return 0.0;
        }
        let slack = ROUNDING * (self.body.mesh.bounds().largest_coordinate() + self.centre.abs().max_element());
        let openings = self.body.openings();
        let mut certain = radius - slack;
        for (k, cap) in openings.caps.iter().enumerate() {
            let box_of = Aabb::of_points(cap);
            let apart = (box_of.min - self.centre).max(self.centre - box_of.max).max(DVec3::ZERO).length();
            let width = triangle_width(*cap);
            if apart * (1.0 - ROUNDING) - width < certain {
                certain = certain.min(distance(*cap, self.centre) - openings.margin(k) - slack);
            }
        }
        certain.max(0.0)
    }

    /// The width of an opening in a face that the other body enters, behind which a ball lies in sight of it; `None` if there is no such opening.
    fn hole_behind(&self, radius: f64) -> Option<f64> {
        let openings = self.body.openings();
        let outward = self.body.own.winding_number(self.centre).value.signum();
        let may_hold = |opening: &&Opening| {
            let out = opening.normal * outward;
            let way = opening.middle - self.centre;
            let ahead = way.dot(out);
            let beside = (way - out * ahead).length();
            opening.width() >= radius && ahead > 0.0 && beside <= opening.radius && self.sees(out * ahead)
        };
        let entered = |opening: &&Opening| {
            let caps: Vec<_> = opening.triangles.iter().map(|k| openings.caps[*k]).collect();
            let Ok(cap) = Mesh::from_triangles(&caps) else { return true };
            let found = relate(&cap, self.other, self.body_from_other, &Request::default()).relation;
            !matches!(found, Relation::Disjoint | Relation::Touching)
        };
        let hole = openings.all.iter().filter(may_hold).filter(|opening| !self.walls_run_back(opening, outward));
        hole.filter(entered).map(Opening::width).reduce(f64::max)
    }

    /// Whether no face of the body is in the way from the centre.
    fn sees(&self, way: DVec3) -> bool {
        Ray::try_new(self.centre, way).is_ok_and(|ray| cast_ray(self.body.own, &ray, 1.0).is_none())
    }

    /// Whether the faces at the rim of an opening run back along the body, as the wall of a rod without an end does, and not across, as a plate does around a hole.
    fn walls_run_back(&self, opening: &Opening, outward: f64) -> bool {
        let vertices = self.body.mesh.vertices();
        let key = |v: u32| (vertices[v as usize] + 0.0).to_array().map(f64::to_bits);
        let (own, caps) = self.body.mesh.faces().split_at(self.body.own.faces().len());
        let edges = |[a, b, c]: [u32; 3]| [[a, b, c], [b, c, a], [c, a, b]];
        let rim: BTreeSet<_> = opening
            .triangles
            .iter()
            .flat_map(|k| edges(caps[*k]))
            .flat_map(|[p, q, _]| [[key(p), key(q)], [key(q), key(p)]])
            .collect();
        let (mut sum, mut count) = (0.0, 0.0);
        for [p, q, third] in own.iter().flat_map(|face| edges(*face)) {
            if rim.contains(&[key(p), key(q)]) {
                let [p, q, third] = [p, q, third].map(|v| vertices[v as usize]);
                let (along, inward) = ((q - p).normalize_or_zero(), third - p);
                let away = -(inward - along * inward.dot(along)).normalize_or_zero();
                sum += away.dot(opening.normal) * outward;
                count += 1.0;
            }
        }
        sum > ALONG * count
    }
}

/// A lower bound on how far a point is from a triangle.
fn distance(triangle: [DVec3; 3], point: DVec3) -> f64 {
    let Ok(mesh) = Mesh::from_triangles(&[triangle]) else { return 0.0 };
    PointQuery::new(&mesh).nearest(point).map_or(0.0, |found| found.distance.lower)
}
