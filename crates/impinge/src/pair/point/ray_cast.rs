//! Where a ray meets a mesh: the ray as a needle of no width against the faces, each meeting exact, its place rounded.

use super::locate::{Location, locate};
use crate::cost::Cost;
use crate::feature::{FaceId, Feature, TriangleFeature};
use crate::math::predicates::{Triangle, orient3d};
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

/// A face that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceHit {
    /// The parameter of the first common point, in lengths of the ray's direction.
    pub t: f64,
    /// The first common point.
    pub point: DVec3,
    /// The face.
    pub face: FaceId,
    /// What the point lies on, exactly: faces that are met at one edge or vertex have it in common. The face where the ray lies in its plane.
    pub feature: Feature,
    /// Whether the ray lies in the plane of the face.
    pub is_coplanar: bool,
}

/// Where a ray of the mesh's frame first meets the mesh, its inside included, no farther than the parameter `limit`.
///
/// `None` also where `limit` is not a number, or negative.
#[must_use]
pub fn cast_ray(mesh: &Mesh, ray: &Ray, limit: f64) -> Option<MeshHit> {
    if limit.is_nan() || limit < 0.0 {
        return None;
    }
    if mesh.encloses() && locate(mesh, ray.origin()) == Some(Location::Inside) {
        return Some(MeshHit { t: 0.0, point: ray.origin(), face: None });
    }
    let mut first: Option<FaceHit> = None;
    visit_faces(mesh, ray, limit, &mut |hit| {
        if first.is_none_or(|best| (hit.t, hit.face) < (best.t, best.face)) {
            first = Some(hit);
        }
    });
    first.map(|hit| MeshHit { t: hit.t, point: hit.point, face: Some(hit.face) })
}

/// Every face that a ray of the mesh's frame meets, no farther than the parameter `limit`, the first one first.
///
/// Empty also where `limit` is not a number, or negative.
#[must_use]
pub fn ray_hits(mesh: &Mesh, ray: &Ray, limit: f64) -> Vec<FaceHit> {
    let mut hits = Vec::new();
    if limit >= 0.0 {
        visit_faces(mesh, ray, limit, &mut |hit| hits.push(hit));
    }
    hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.face.cmp(&b.face)));
    hits
}

/// Hands over every face that a ray meets.
fn visit_faces(mesh: &Mesh, ray: &Ray, limit: f64, visit: &mut impl FnMut(FaceHit)) {
    let origin = ray.origin();
    // Beyond the farthest corner of the box there is nothing to meet.
    let bounds = mesh.bounds();
    let farthest = (bounds.min - origin).abs().max((bounds.max - origin).abs()).length();
    let end = ray.at((farthest / ray.direction().length() * PAST).min(limit));
    let Ok(needle) = Mesh::try_new(vec![origin, end], vec![[0, 1, 1]]) else { return };
    let mut cost = Cost::default();
    contacts(&needle, mesh, &Pose::IDENTITY, &mut |contact: crate::pair::Contact| {
        let face = contact.faces[1];
        let parameter = |point: DVec3| (point - origin).dot(ray.direction()) / ray.direction().length_squared();
        let corners = contact.intersection.corners().iter().map(|corner| (parameter(corner.point).max(0.0), corner));
        if let Some((t, corner)) = corners.min_by(|a, b| a.0.total_cmp(&b.0)) {
            let triangle = mesh.triangle(face);
            let feature = crossed_feature([origin, end], &triangle, &mut cost);
            visit(FaceHit {
                t,
                point: corner.point,
                face,
                feature: feature.unwrap_or(TriangleFeature::Face).in_mesh(face, mesh.faces()[face.index()]),
                is_coplanar: feature.is_none(),
            });
        }
        ControlFlow::Continue(())
    });
}

/// What of a triangle a segment that meets it passes through; `None` where it lies in its plane.
fn crossed_feature([p, q]: [DVec3; 2], triangle: &Triangle, cost: &mut Cost) -> Option<TriangleFeature> {
    let [a, b, c] = *triangle;
    if [p, q].iter().all(|end| orient3d(a, b, c, *end, cost) == 0) {
        return None;
    }
    // The line meets that of an edge where both span no volume.
    let on_edge = [0, 1, 2].map(|i| orient3d(p, q, triangle[i], triangle[(i + 1) % 3], cost) == 0);
    Some(match on_edge {
        [true, false, false] => TriangleFeature::Edge(0),
        [false, true, false] => TriangleFeature::Edge(1),
        [false, false, true] => TriangleFeature::Edge(2),
        [true, _, true] => TriangleFeature::Vertex(0),
        [true, true, false] => TriangleFeature::Vertex(1),
        [false, true, true] => TriangleFeature::Vertex(2),
        [false, false, false] => TriangleFeature::Face,
    })
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

    #[test]
    fn a_ray_meets_every_face_on_its_way() {
        let mesh = Mesh::cuboid([0.0, 0.0, 0.0], [2.0, 2.0, 2.0]).unwrap();
        let hits = |o: [f64; 3], d: [f64; 3], limit| {
            ray_hits(&mesh, &Ray::try_new(DVec3::from_array(o), DVec3::from_array(d)).unwrap(), limit)
        };
        // In through a face, out through another.
        let through = hits([0.5, 0.25, -1.0], [0.0, 0.0, 0.5], f64::INFINITY);
        assert_eq!(through.iter().map(|hit| hit.t).collect::<Vec<_>>(), [2.0, 6.0]);
        assert!(through.iter().all(|hit| hit.feature == Feature::Face(hit.face) && !hit.is_coplanar));
        // From the inside: out only.
        assert_eq!(hits([0.5, 0.25, 1.0], [0.0, 0.0, 1.0], f64::INFINITY).len(), 1);
        // Out through a corner: one feature, however many faces.
        let corner = hits([1.0, 1.0, 1.0], [1.0, 1.0, 1.0], f64::INFINITY);
        assert!(
            corner.len() >= 3 && corner.iter().all(|hit| hit.feature == corner[0].feature && hit.t == 1.0),
            "{corner:?}"
        );
        assert!(matches!(corner[0].feature, Feature::Vertex(_)));
        let edge = hits([1.0, 1.0, 0.5], [1.0, 1.0, 0.0], f64::INFINITY);
        assert!(edge.len() == 2 && edge.iter().all(|hit| hit.feature == edge[0].feature && hit.t == 1.0), "{edge:?}");
        assert!(matches!(edge[0].feature, Feature::Edge(..)));
        // Along the top: faces that it lies in, and those it only meets at their edges.
        let top = hits([-1.0, 0.5, 2.0], [1.0, 0.0, 0.0], f64::INFINITY);
        assert!(top.iter().filter(|hit| hit.is_coplanar).count() == 2 && top.len() > 2, "{top:?}");
        assert!(hits([0.5, 0.25, -1.0], [0.0, 0.0, 0.5], 1.0).is_empty());
        assert!(hits([0.5, 0.25, -1.0], [0.0, 0.0, 0.5], f64::NAN).is_empty());
    }
}
