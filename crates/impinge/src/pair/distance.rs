//! How far apart two meshes are.
//!
//! Whether they are apart at all is decided exactly first; only then are lengths computed, in floating point, best first
//! over both trees. The value is never zero for bodies that share no point, and always zero for those that do.

use super::contacts::meetings;
use super::setting::{Placed, Setting};
use super::solids::contained_vertex;
use super::{Contact, Distance, Method, classic};
use crate::bvh::{Node, closest_pair};
use crate::cost::Cost;
use crate::feature::{FaceId, Feature};
use crate::math::predicates::Triangle;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::triangle_pair::{self, TriangleDistance};
use std::ops::ControlFlow;

/// The distance of A and B, with closest points in A's frame; of several closest pairs of faces always the same one.
#[must_use]
pub fn distance(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Distance {
    let setting = Setting::new(a, b, a_from_b, Method::Auto);
    // Meshes are not empty, so a bound of infinity is always met.
    distance_in(&setting, f64::INFINITY, &mut Cost::default()).unwrap_or(Distance {
        value: f64::INFINITY,
        points: [DVec3::ZERO; 2],
        features: [None; 2],
    })
}

/// Whether A and B come as close as `clearance` (a length): their distance is at most that.
#[must_use]
pub fn within(a: &Mesh, b: &Mesh, a_from_b: &Pose, clearance: f64) -> bool {
    let setting = Setting::new(a, b, a_from_b, Method::Auto);
    clearance >= 0.0 && distance_in(&setting, clearance, &mut Cost::default()).is_some()
}

/// The distance if it is at most `up_to`.
pub(super) fn distance_in(setting: &Setting<'_>, up_to: f64, cost: &mut Cost) -> Option<Distance> {
    if up_to.is_nan() || up_to < 0.0 {
        return None;
    }
    common_point(setting, cost).or_else(|| gap(setting, up_to, cost))
}

/// A point that both bodies have, as a distance of zero.
fn common_point(setting: &Setting<'_>, cost: &mut Cost) -> Option<Distance> {
    let mut first: Option<Contact> = None;
    let _ = meetings(setting, cost, |meeting, cost| {
        first = meeting.contact(cost);
        ControlFlow::Break(())
    });
    let bodies = setting.bodies();
    if let Some(contact) = first {
        let corner = contact.intersection.corners()[0];
        let features = [0, 1].map(|k| {
            let face = contact.faces[k];
            Some(corner.features[k].in_mesh(face, bodies[k].mesh.faces()[face.index()]))
        });
        return Some(answer(setting, 0.0, [corner.point; 2], features));
    }
    let (own, vertex) = contained_vertex(setting, cost)?;
    let mut features = [None; 2];
    features[own] = Some(Feature::Vertex(vertex));
    Some(answer(setting, 0.0, [bodies[own].vertex(vertex); 2], features))
}

/// The distance of bodies that share no point, if it is at most `up_to`.
fn gap(setting: &Setting<'_>, up_to: f64, cost: &mut Cost) -> Option<Distance> {
    let [first, second] = setting.bodies();
    let mut search = Search::new(setting);
    if setting.method == Method::Brute {
        let faces = |body: &Placed<'_>| (0..body.mesh.faces().len() as u32).collect::<Vec<_>>();
        search.look_at(&faces(&first), &faces(&second), cost);
    } else if let Method::Hierarchy(config) = &setting.method {
        classic::closest(setting, config, up_to, cost, |p, q, cost| search.look_at(p, q, cost));
    } else {
        let mut box_tests = 0;
        let bound = |p: &Node, q: &Node| {
            box_tests += 1;
            setting.boxes.distance_bound(&p.bounds, &q.bounds)
        };
        closest_pair(first.mesh.tree(), second.mesh.tree(), up_to, bound, |p, q| search.look_at(p, q, cost));
        cost.box_tests += box_tests;
    }
    let (found, faces) = search.best?;
    let triangles = search.triangles(faces);
    // Bodies apart are not zero apart, even where rounding says so.
    let value = (found.value(&triangles[0], &triangles[1]) * search.scale).max(f64::MIN_POSITIVE);
    let corners = [first.mesh.faces()[faces[0].index()], second.mesh.faces()[faces[1].index()]];
    let features = [0, 1].map(|k| Some(found.features[k].in_mesh(faces[k], corners[k])));
    (value <= up_to).then(|| answer(setting, value, found.points.map(|p| p * search.scale), features))
}

/// The search for the closest pair of faces.
struct Search<'a> {
    bodies: [Placed<'a>; 2],
    /// Fourth powers of lengths occur: divided by this power of two, all coordinates are at most 1.
    scale: f64,
    /// How far a rough place may be off, in scaled units and along any direction, roundings of the test included.
    slack: f64,
    best: Option<(TriangleDistance, [FaceId; 2])>,
    /// The direction between the best points so far.
    direction: DVec3,
    rough: [Vec<(FaceId, f64)>; 2],
}

impl<'a> Search<'a> {
    fn new(setting: &'a Setting<'_>) -> Self {
        let bodies = setting.bodies();
        let largest = bodies[0].bounds().largest_coordinate().max(bodies[1].bounds().largest_coordinate());
        let scale = power_of_two_above(largest);
        // A coordinate is off by the slack of the boxes; a scalar product of three by a few units of 2^-52 more.
        let slack = 4.0 * setting.boxes.slack() / scale + 16.0 * f64::EPSILON;
        Self { bodies, scale, slack, best: None, direction: DVec3::ZERO, rough: Default::default() }
    }

    /// Two faces, exactly placed, in scaled coordinates.
    fn triangles(&self, faces: [FaceId; 2]) -> [Triangle; 2] {
        [0, 1].map(|k| self.bodies[k].triangle(faces[k]).map(|p| p / self.scale))
    }

    /// Compares all pairs of some faces with the best so far; the least distance among them, if it may be of interest.
    ///
    /// Far apart, most pairs are told from the best by their gap along the direction of the best.
    fn look_at(&mut self, of_first: &[u32], of_second: &[u32], cost: &mut Cost) -> Option<f64> {
        let best = self.best.map_or(f64::INFINITY, |(found, _)| found.squared.sqrt()) + self.slack;
        // The nearest that a face comes along the direction: the first body's highest point, the second's lowest.
        for (k, items) in [of_first, of_second].into_iter().enumerate() {
            let (body, direction, scale) = (&self.bodies[k], self.direction, self.scale);
            let heights = |face| body.rough_triangle(face).map(|p| direction.dot(p / scale));
            let nearest = |[x, y, z]: [f64; 3]| if k == 0 { x.max(y).max(z) } else { x.min(y).min(z) };
            self.rough[k].clear();
            self.rough[k].extend(items.iter().map(|&f| (FaceId(f), nearest(heights(FaceId(f))))));
        }
        let mut least: Option<f64> = None;
        for i in 0..self.rough[0].len() {
            for j in 0..self.rough[1].len() {
                let ((p, top), (q, bottom)) = (self.rough[0][i], self.rough[1][j]);
                if bottom - top > best {
                    continue;
                }
                cost.triangle_tests += 1;
                let [s, t] = self.triangles([p, q]);
                let found = triangle_pair::distance(&s, &t);
                let squared = self.offer(found, [p, q]);
                least = Some(least.map_or(squared, |l: f64| l.min(squared)));
            }
        }
        least.map(|squared| squared.sqrt() * self.scale)
    }

    /// Keeps what is closer than the best so far, or as close with lower faces; gives the square of its distance.
    fn offer(&mut self, found: TriangleDistance, faces: [FaceId; 2]) -> f64 {
        if self.best.is_none_or(|(least, by)| (found.squared, faces) < (least.squared, by)) {
            self.direction = (found.points[1] - found.points[0]).normalize_or_zero();
            self.best = Some((found, faces));
        }
        found.squared
    }
}

/// The least power of two above a positive number of the exact range; 1 for zero.
fn power_of_two_above(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { f64::from_bits((x.to_bits() >> 52 << 52) + (1 << 52)) }
}

/// An answer in canonical order and frame as the user asked for it.
fn answer(setting: &Setting<'_>, value: f64, points: [DVec3; 2], features: [Option<Feature>; 2]) -> Distance {
    Distance {
        value,
        points: setting.as_asked(points).map(|p| setting.point_in_a(p)),
        features: setting.as_asked(features),
    }
}
