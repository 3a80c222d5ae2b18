//! How much of a ball that was found inside two capped bodies is inside them however their openings are closed.
//!
//! No face meets the ball, so every closed surface made of the faces and some caps that stay out of it has one winding number in all of it. If those caps take less than half of the view
//! from a point of the ball, that number is the integer nearest to the winding number of the faces alone. So the ball is inside for certain if it is inside by that number there, and
//! if no cap comes near it: the ball ends at the margin of each.
//!
//! Not for certain is what lies behind an opening in a face that the other body enters: that may be a hole of which the wall was left out. `docs/notes/capping.md` has the proof.

use super::cap_influence::CappedBody;
use super::openings::{Opening, triangle_width};
use super::roomier_ball::roomier_ball;
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::{Membership, Mesh};
use impinge::pair::{CommonBall, PointQuery, Relation, Request, cast_ray, relate};
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
    /// The largest that is certain of balls inside both bodies, the largest first; if nothing is, the hole that the first may lie in. If it is no larger than a radius, balls
    /// beside the first are looked at that have more room to caps.
    pub fn largest(bodies: [CappedBody<'_>; 2], a_from_b: &Pose, balls: &[CommonBall], enough: f64) -> Self {
        /// Balls that others are sought beside.
        const MOVED: usize = 8;
        let mut largest = Self::default();
        for ball in balls {
            if ball.radius <= largest.radius {
                break;
            }
            largest.take(bodies, a_from_b, ball);
        }
        for ball in balls.iter().take(MOVED) {
            if ball.radius <= largest.radius || largest.radius > enough {
                break;
            }
            if let Some(ball) = roomier_ball(bodies, a_from_b, ball) {
                largest.take(bodies, a_from_b, &ball);
            }
        }
        largest
    }

    /// Takes what is certain of a ball inside both bodies if it is more, or the hole that it may lie in if nothing is certain yet.
    fn take(&mut self, bodies: [CappedBody<'_>; 2], a_from_b: &Pose, ball: &CommonBall) {
        let found = Self::new(bodies, a_from_b, ball, self.radius);
        if found.radius > self.radius {
            *self = found;
        } else if self.radius <= 0.0 {
            self.hole = self.hole.or(found.hole);
        }
    }

    /// What is certain of a ball inside both bodies; nothing if it is no larger than a radius.
    fn new(bodies: [CappedBody<'_>; 2], a_from_b: &Pose, ball: &CommonBall, least: f64) -> Self {
        let (centre, b_from_a) = (ball.centre, a_from_b.inverse());
        let [a, b] = bodies;
        let sides = [
            CappedSide { body: a, other: b.mesh, body_from_other: a_from_b, centre },
            CappedSide { body: b, other: a.mesh, body_from_other: &b_from_a, centre: b_from_a.transform_point(centre) },
        ];
        let sides: Vec<_> = sides.into_iter().filter(|side| side.body.has_caps()).collect();
        let radius = sides.iter().fold(ball.radius, |radius, side| side.certain_radius(radius, least));
        if radius <= least {
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
    /// The largest radius up to that of a ball without faces with which it is inside for certain, holes aside; zero if its centre is not, or if it is no larger than a radius.
    fn certain_radius(&self, radius: f64, least: f64) -> f64 {
        if radius <= least {
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
                if certain <= least {
                    return 0.0;
                }
            }
        }
        if self.body.own.membership(self.centre) == Membership::Inside { certain } else { 0.0 }
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

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::pair::{ThicknessOptions, thickness_and_balls};
    use impinge_scenes::solid::cuboid;

    /// A block whose top, with a raised corner, is a cap, and a part with a plate just below it and a cube far down: the largest ball is in the plate and may stick out, the one in the cube
    /// does not.
    #[test]
    fn a_smaller_ball_away_from_openings_is_certain_where_the_largest_is_not() {
        let block = cuboid(DVec3::ZERO, DVec3::new(4.0, 4.0, 40.0)).unwrap();
        let raised = |p: DVec3| if p.x == 0.0 && p.y == 4.0 && p.z > 39.0 { p + 2.0 * DVec3::Z } else { p };
        let triangles = |mesh: &Mesh| mesh.face_ids().map(|face| mesh.triangle(face)).collect::<Vec<_>>();
        let (top, rest): (Vec<_>, Vec<_>) = triangles(&block).into_iter().partition(|t| t.iter().all(|p| p.z > 39.0));
        let [top, rest] = [top, rest].map(|all| all.iter().map(|t| t.map(raised)).collect::<Vec<_>>());
        let open = Mesh::from_triangles(&rest).unwrap();
        let capped = Mesh::from_triangles(&[rest, top].concat()).unwrap();
        let plate = cuboid(DVec3::new(0.5, 0.5, 38.5), DVec3::new(3.5, 3.5, 39.9)).unwrap();
        let cube = cuboid(DVec3::new(1.0, 1.0, 5.0), DVec3::new(2.0, 2.0, 6.0)).unwrap();
        let of = |parts: &[&Mesh], enough: f64| {
            let part =
                Mesh::from_triangles(&parts.iter().flat_map(|part| triangles(part)).collect::<Vec<_>>()).unwrap();
            let options = ThicknessOptions::default();
            let (found, balls) = thickness_and_balls(&capped, &part, &Pose::IDENTITY, &options);
            let bodies = [CappedBody { mesh: &capped, own: &open }, CappedBody { mesh: &part, own: &part }];
            (found.bounds.lower, CertainBall::largest(bodies, &Pose::IDENTITY, &balls, enough).radius)
        };
        // Nothing is less than enough: the balls found are not moved.
        let (thickness, certain) = of(&[&plate], -1.0);
        assert!(thickness > 1.2 && certain == 0.0, "{thickness} {certain}");
        let (thickness, certain) = of(&[&plate, &cube], -1.0);
        assert!(thickness > 1.2 && certain > 0.4 && certain <= 0.5, "{thickness} {certain}");
        // A ball moved down in the plate is half as wide as what the margin, 4/√18, leaves of it.
        let room = 0.5 * (40.0 - 38.5 - 4.0 / 18.0_f64.sqrt());
        let (thickness, certain) = of(&[&plate], 0.0);
        assert!(thickness > 1.2 && certain > 0.8 * room && certain <= 1.1 * room, "{thickness} {certain} {room}");
    }
}
