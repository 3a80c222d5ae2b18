//! Where two bodies that meet are pushed: at every pair of triangles that share a point, of the meshes that they are drawn as.
//!
//! By the bowl a part is pushed along the normal of the bowl's triangle. Two parts push each other along the vector area of the curve
//! in which their surfaces intersect, which for a shallow overlap points from the first into the second; or, where their
//! meshes tell of no such curve, along the line of their middles.

use crate::dynamics::impulse::Impact;
use crate::dynamics::rigid_body::ContactPoint;
use impinge::collect::All;
use impinge::feature::FaceId;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact};

/// The points in which two bodies that meet push each other.
pub struct ContactPoints {
    pub members: [usize; 2],
    /// In the world; they push the second.
    pub touches: Vec<ContactPoint>,
    /// Faces of each in contact, sorted.
    pub faces: [Vec<FaceId>; 2],
}

impl ContactPoints {
    /// A part and the bowl, which is member 0.
    pub fn with_bowl(part: usize, [bowl, mesh]: [&Mesh; 2], bowl_from_part: &Pose, world_from_bowl: &Pose) -> Self {
        let contacts = contacts([bowl, mesh], bowl_from_part);
        let touches = contacts.iter().filter_map(|contact| contact_point(bowl, contact));
        let touches = touches.map(|contact_point| carried(&contact_point, world_from_bowl)).collect();
        Self { members: [0, part], touches, faces: faces(&contacts) }
    }

    /// Two parts.
    pub fn of_parts(members: [usize; 2], meshes: [&Mesh; 2], a_from_b: &Pose, in_world: [&Pose; 2]) -> Self {
        let contacts = contacts(meshes, a_from_b);
        let touches = match area(&contacts, meshes, a_from_b).try_normalize() {
            Some(normal) => {
                let touches = contacts.iter().map(|contact| ContactPoint { point: middle(contact), normal });
                touches.map(|contact_point| carried(&contact_point, in_world[0])).collect()
            }
            None => {
                let [p, q] = [0, 1].map(|k| in_world[k].transform_point(meshes[k].bounds().centre()));
                vec![ContactPoint { point: (p + q) / 2.0, normal: (q - p).normalize_or(DVec3::Z) }]
            }
        };
        Self { members, touches, faces: faces(&contacts) }
    }

    /// An impact for each contact point.
    pub fn impacts(&self) -> impl Iterator<Item = Impact> + '_ {
        self.touches.iter().map(|contact_point| Impact { members: self.members, contact_point: *contact_point })
    }
}

/// All pairs of triangles that share a point, sorted, in the frame of A.
fn contacts([a, b]: [&Mesh; 2], a_from_b: &Pose) -> Vec<Contact> {
    let mut found = All(Vec::new());
    pair::contacts(a, b, a_from_b, &mut found);
    found.0.sort_unstable_by_key(|contact: &Contact| contact.faces);
    found.0
}

fn faces(contacts: &[Contact]) -> [Vec<FaceId>; 2] {
    [0, 1].map(|side| {
        let mut faces: Vec<FaceId> = contacts.iter().map(|contact| contact.faces[side]).collect();
        faces.sort_unstable();
        faces
    })
}

fn carried(contact_point: &ContactPoint, world_from_a: &Pose) -> ContactPoint {
    ContactPoint {
        point: world_from_a.transform_point(contact_point.point),
        normal: world_from_a.transform_vector(contact_point.normal),
    }
}

fn middle(contact: &Contact) -> DVec3 {
    let corners = contact.intersection.corners();
    corners.iter().map(|corner| corner.point).sum::<DVec3>() / corners.len().max(1) as f64
}

/// Twice the vector area of the curve that contacts are pieces of. With A's normal m and B's n outward, it runs along m × n: around
/// the direction in which B leaves A.
fn area(contacts: &[Contact], [a, b]: [&Mesh; 2], a_from_b: &Pose) -> DVec3 {
    let origin = contacts.first().map_or(DVec3::ZERO, middle);
    let normal = |mesh: &Mesh, face: FaceId| {
        let [p, q, r] = mesh.triangle(face);
        (q - p).cross(r - p)
    };
    let piece = |contact: &Contact| {
        let [face_a, face_b] = contact.faces;
        let along = normal(a, face_a).cross(a_from_b.transform_vector(normal(b, face_b)));
        let points: Vec<DVec3> = contact.intersection.points().map(|p| *p - origin).collect();
        match points.as_slice() {
            [p, q] if (*q - *p).dot(along) < 0.0 => q.cross(*p),
            [p, q] => p.cross(*q),
            // A polygon runs around A's normal.
            points => (0..points.len()).map(|k| points[k].cross(points[(k + 1) % points.len()])).sum(),
        }
    };
    contacts.iter().map(piece).sum()
}

/// The middle of what two triangles share, pushed along the outward normal of the surroundings' triangle.
pub fn contact_point(environment: &Mesh, contact: &Contact) -> Option<ContactPoint> {
    let corners = contact.intersection.corners();
    let point = corners.iter().map(|corner| corner.point).sum::<DVec3>() / corners.len() as f64;
    let [a, b, c] = environment.triangle(contact.faces[0]);
    let normal = (b - a).cross(c - a).try_normalize()?;
    Some(ContactPoint { point, normal })
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::DMat3;
    use impinge_scenes::solid::cuboid;

    #[test]
    fn shallow_overlaps_push_apart_along_their_normal() {
        let a = cuboid(DVec3::splat(-1.0), DVec3::ONE).unwrap();
        let b = cuboid(DVec3::splat(-0.4), DVec3::splat(0.4)).unwrap();
        for direction in [DVec3::X, DVec3::NEG_Y, DVec3::Z] {
            let pose = Pose::try_new(DMat3::from_axis_angle(direction, 0.3), 1.35 * direction).unwrap();
            let met = ContactPoints::of_parts([3, 5], [&a, &b], &pose, [&Pose::IDENTITY, &pose]);
            for contact_point in &met.touches {
                assert!((contact_point.normal - direction).length() < 1e-9, "{direction}: {}", contact_point.normal);
                assert!((contact_point.point.dot(direction) - 1.0).abs() < 1e-9);
            }
            assert!(met.touches.len() >= 8 && met.faces[0].is_sorted() && met.faces[1].len() == met.touches.len());
            assert!(met.impacts().all(|impact| impact.members == [3, 5]));
        }
        // One inside the other tells of no contact: along the line of their middles.
        let inside = Pose::from_translation(0.5 * DVec3::Y).unwrap();
        let alone = ContactPoints::of_parts([1, 2], [&a, &b], &inside, [&Pose::IDENTITY, &inside]);
        assert_eq!(alone.touches, [ContactPoint { point: 0.25 * DVec3::Y, normal: DVec3::Y }]);
    }

    #[test]
    fn the_bowl_pushes_along_the_normals_of_its_triangles() {
        let floor = cuboid(DVec3::new(-9.0, -9.0, -1.0), DVec3::new(9.0, 9.0, 0.0)).unwrap();
        let part = cuboid(DVec3::splat(-0.4), DVec3::splat(0.4)).unwrap();
        let up = Pose::from_translation(3.0 * DVec3::Z).unwrap();
        let pose = Pose::from_translation(0.35 * DVec3::Z).unwrap();
        let met = ContactPoints::with_bowl(7, [&floor, &part], &pose, &up);
        assert!(!met.touches.is_empty() && met.members == [0, 7]);
        assert!(
            met.touches
                .iter()
                .all(|contact_point| contact_point.normal == DVec3::Z && (contact_point.point.z - 3.0).abs() < 1e-12)
        );
    }
}
