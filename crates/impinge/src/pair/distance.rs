//! How far apart two meshes are.
//!
//! Whether they are apart at all is decided exactly first; only then are lengths computed, in floating point, best first
//! over both trees. The value is never zero for bodies that share no point, and always zero for those that do.

use super::contacts::meetings;
use super::setting::Setting;
use super::solids::contained_vertex;
use super::{Contact, Distance, Method};
use crate::bvh::closest_pair;
use crate::cost::Cost;
use crate::feature::{FaceId, Feature};
use crate::math::predicates::Triangle;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::triangle_pair;
use std::ops::ControlFlow;

/// The distance of A and B, with closest points in A's frame; of several closest pairs of faces, the one of least ids.
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
    // Fourth powers of lengths occur: a power of two brings all coordinates to at most 1, and is taken out again at the end.
    let largest = first.bounds().largest_coordinate().max(second.bounds().largest_coordinate());
    let scale = power_of_two_above(largest);
    let scaled = |t: Triangle| t.map(|p| p / scale);
    let mut best: Option<(triangle_pair::TriangleDistance, [FaceId; 2])> = None;
    let mut visit = |i: u32, j: u32| {
        cost.triangle_tests += 1;
        let (faces, p, q) =
            ([FaceId(i), FaceId(j)], scaled(first.triangle(FaceId(i))), scaled(second.triangle(FaceId(j))));
        let found = triangle_pair::distance(&p, &q);
        if best.is_none_or(|(least, by)| (found.squared, faces) < (least.squared, by)) {
            best = Some((found, faces));
        }
        found.squared.sqrt() * scale
    };
    if setting.method == Method::Brute {
        for i in 0..first.mesh.faces().len() as u32 {
            (0..second.mesh.faces().len() as u32).for_each(|j| {
                visit(i, j);
            });
        }
    } else {
        let mut box_tests = 0;
        let bound = |p: &crate::bvh::Node, q: &crate::bvh::Node| {
            box_tests += 1;
            setting.boxes.distance_bound(&p.bounds, &q.bounds)
        };
        closest_pair(first.mesh.tree(), second.mesh.tree(), up_to, bound, &mut visit);
        cost.box_tests += box_tests;
    }
    let (found, faces) = best?;
    let [p, q] = [scaled(first.triangle(faces[0])), scaled(second.triangle(faces[1]))];
    // Bodies apart are not zero apart, even where rounding says so.
    let value = (found.value(&p, &q) * scale).max(f64::MIN_POSITIVE);
    let bodies = [first, second];
    let features = [0, 1].map(|k| Some(found.features[k].in_mesh(faces[k], bodies[k].mesh.faces()[faces[k].index()])));
    (value <= up_to).then(|| answer(setting, value, found.points.map(|p| p * scale), features))
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
