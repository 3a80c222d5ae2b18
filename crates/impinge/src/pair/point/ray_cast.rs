//! Where a ray first meets a mesh: the ray as a needle of no width against the faces, each meeting exact, its place rounded.

use super::locate::{Location, locate};
use crate::feature::FaceId;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::contacts::face_contacts::contacts;
use crate::shape::Ray;
use std::ops::ControlFlow;

/// Where a ray first meets a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshHit {
    /// The parameter of the ray, in lengths of its direction; 0 where it starts inside.
    pub t: f64,
    /// The point; the origin of the ray where it starts inside.
    pub point: DVec3,
    /// The face that is met, the first of those that share the point; `None` where the ray starts inside.
    pub face: Option<FaceId>,
}

/// Where a ray of the mesh's frame first meets the mesh, its inside included, no farther than the parameter `limit`.
///
/// `None` also where `limit` is not a number, or negative.
#[must_use]
pub fn cast_ray(mesh: &Mesh, ray: &Ray, limit: f64) -> Option<MeshHit> {
    if limit.is_nan() || limit < 0.0 {
        return None;
    }
    let origin = ray.origin();
    if mesh.encloses() && locate(mesh, origin) == Some(Location::Inside) {
        return Some(MeshHit { t: 0.0, point: origin, face: None });
    }
    // Beyond the farthest corner of the box there is nothing to meet.
    let bounds = mesh.bounds();
    let farthest = (bounds.min - origin).abs().max((bounds.max - origin).abs()).length();
    let end = ray.at((farthest / ray.direction().length() * PAST).min(limit));
    let needle = Mesh::try_new(vec![origin, end], vec![[0, 1, 1]]).ok()?;
    let mut first: Option<MeshHit> = None;
    contacts(&needle, mesh, &Pose::IDENTITY, &mut |contact: crate::pair::Contact| {
        for point in contact.intersection.points() {
            let t = (*point - origin).dot(ray.direction()) / ray.direction().length_squared();
            let hit = MeshHit { t: t.max(0.0), point: *point, face: Some(contact.faces[1]) };
            if first.is_none_or(|best| (hit.t, hit.face) < (best.t, best.face)) {
                first = Some(hit);
            }
        }
        ControlFlow::Continue(())
    });
    first
}

/// How far past the box the needle goes, as a factor: more than the roundings of its end.
const PAST: f64 = 1.0 + 1e-9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_meets_the_nearest_face_and_the_inside_at_once() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(DVec3::from_array);
        let mesh = Mesh::try_new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
        let cast = |o: [f64; 3], d: [f64; 3], limit| {
            cast_ray(&mesh, &Ray::try_new(DVec3::from_array(o), DVec3::from_array(d)).unwrap(), limit)
        };
        let hit = cast([0.25, 0.25, -2.0], [0.0, 0.0, 2.0], f64::INFINITY).unwrap();
        assert_eq!((hit.t, hit.face, hit.point), (1.0, Some(FaceId(0)), DVec3::new(0.25, 0.25, 0.0)));
        assert_eq!(cast([0.25, 0.25, -2.0], [0.0, 0.0, 2.0], 0.99), None);
        assert_eq!(cast([0.25, 0.25, -2.0], [0.0, 0.0, 2.0], f64::NAN), None);
        assert_eq!(cast([0.1, 0.1, 0.1], [1.0, 0.0, 0.0], 5.0).map(|hit| (hit.t, hit.face)), Some((0.0, None)));
        assert_eq!(cast([0.25, 0.25, -2.0], [0.0, 0.0, -2.0], f64::INFINITY), None);
        // Exactly through an edge.
        assert_eq!(cast([0.5, 0.5, 3.0], [0.0, 0.0, -1.0], f64::INFINITY).map(|hit| hit.t), Some(3.0));
    }
}
