//! The box around what two crossing bodies share.
//!
//! What two solids share reaches farthest in a corner of the curves in which their surfaces meet, or in a vertex of one inside the other. Where a body has openings, this is what it
//! shares with caps over them, as for thickness and volume: its own faces meet the other body in a small part of that curve, or in a plane. Cost: the seam of capped bodies, and a query
//! for every vertex in the boxes of both bodies.

use super::perturbed_seam::PerturbedSeam;
use super::solid_form::SolidForm;
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::{Membership, Mesh};
use impinge::pair::{Location, PointQuery, Seam};

/// How the frames of two bodies and of the world stand to each other.
#[derive(Clone, Copy, Debug)]
pub struct PairFrames<'a> {
    pub world_from_a: &'a Pose,
    pub a_from_b: &'a Pose,
}

/// The box in the world around what two bodies share beyond the contacts of their own faces; empty if nothing is known of that. `own` is the seam of their own meshes.
pub fn overlap_box(forms: [&SolidForm; 2], own: &PerturbedSeam<'_, '_>, frames: PairFrames<'_>) -> Aabb {
    let are_own = forms.iter().all(|form| form.opening.is_none());
    if let Some(exact) = own.bounds(frames.world_from_a).filter(|_| are_own) {
        return exact;
    }
    let meshes = forms.map(|form| form.mesh.as_ref());
    let mut found = Aabb::EMPTY;
    if !are_own {
        let capped = Seam::new(meshes[0], meshes[1], frames.a_from_b);
        let points = capped.curves().into_iter().flat_map(|curve| curve.points);
        found = points.map(|p| frames.world_from_a.transform_point(p)).fold(found, Aabb::including);
    }
    with_enclosed_vertices(found, meshes, frames)
}

/// A box in the world, grown by the vertices of each body inside the other. Of a vertex within the box it does not matter where it lies.
fn with_enclosed_vertices(mut found: Aabb, meshes: [&Mesh; 2], frames: PairFrames<'_>) -> Aabb {
    let [a, b] = meshes;
    let b_from_a = frames.a_from_b.inverse();
    let mut grow = |in_a: DVec3, other: &Inside<'_>, in_other: DVec3| {
        let grown = found.including(frames.world_from_a.transform_point(in_a));
        if grown != found && other.holds(in_other) {
            found = grown;
        }
    };
    let [in_a, in_b] = [a, b].map(Inside::new);
    a.vertices().iter().for_each(|p| grow(*p, &in_b, b_from_a.transform_point(*p)));
    for p in b.vertices() {
        let point = frames.a_from_b.transform_point(*p);
        grow(point, &in_a, point);
    }
    found
}

/// The inside of a body: exact if it is closed, else by winding number.
struct Inside<'a> {
    mesh: &'a Mesh,
    exact: Option<PointQuery<'a>>,
}

impl<'a> Inside<'a> {
    fn new(mesh: &'a Mesh) -> Self {
        Self { mesh, exact: mesh.is_closed().then(|| PointQuery::new(mesh)) }
    }

    fn holds(&self, p: DVec3) -> bool {
        let is_in_box = || self.mesh.bounds().including(p) == self.mesh.bounds();
        match &self.exact {
            Some(exact) => is_in_box() && exact.locate(p) == Some(Location::Inside),
            None => self.mesh.encloses() && is_in_box() && self.mesh.membership(p) == Membership::Inside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid::cuboid;
    use std::sync::Arc;

    fn found(meshes: [&Arc<Mesh>; 2], world_from_a: &Pose) -> Aabb {
        let forms = meshes.map(SolidForm::new);
        let seam = Seam::new(meshes[0], meshes[1], &Pose::IDENTITY);
        let own = PerturbedSeam::new(&seam, meshes.map(Arc::as_ref), &Pose::IDENTITY);
        overlap_box(forms.each_ref(), &own, PairFrames { world_from_a, a_from_b: &Pose::IDENTITY })
    }

    /// A cube of side 4 that lacks one triangle of its side in the plane x = 0, and the middle of that triangle.
    fn pierced_cube() -> (Arc<Mesh>, DVec3) {
        let cube = cuboid(DVec3::ZERO, DVec3::splat(4.0)).unwrap();
        let mut triangles: Vec<[DVec3; 3]> = cube.face_ids().map(|face| cube.triangle(face)).collect();
        let gap = triangles.iter().position(|triangle| triangle.iter().all(|p| p.x == 0.0)).unwrap();
        let middle = triangles.remove(gap).into_iter().sum::<DVec3>() / 3.0;
        (Arc::new(Mesh::from_triangles(&triangles).unwrap()), middle)
    }

    #[test]
    fn what_lies_behind_an_opening_is_in_the_box() {
        let (cube, middle) = pierced_cube();
        let (low, high) = (middle - DVec3::new(1.0, 0.25, 0.25), middle + DVec3::new(3.0, 0.25, 0.25));
        let bar = Arc::new(cuboid(low, high).unwrap());
        assert!(SolidForm::new(&cube).opening.is_some(), "the cube has a cap");
        let aside = Pose::from_translation(DVec3::new(10.0, 0.0, 0.0)).unwrap();
        // From the plane of the cap to the end of the bar, whichever body is the first.
        let off = |found: Aabb, moved: DVec3| {
            (found.min - moved).distance(DVec3 { x: 0.0, ..low }) + (found.max - moved).distance(high)
        };
        assert!(off(found([&cube, &bar], &aside), DVec3::new(10.0, 0.0, 0.0)) < 1e-12);
        assert!(off(found([&bar, &cube], &Pose::IDENTITY), DVec3::ZERO) < 1e-12);
    }

    #[test]
    fn surfaces_enclose_nothing() {
        let sheet = |corners: [[f64; 3]; 3]| Arc::new(Mesh::from_triangles(&[corners.map(DVec3::from)]).unwrap());
        let level = sheet([[-1.0, -1.0, 0.0], [3.0, -1.0, 0.0], [0.0, 3.0, 0.0]]);
        let upright = sheet([[0.0, -0.5, -1.0], [0.0, 0.5, -1.0], [0.0, 0.0, 1.0]]);
        assert_eq!(found([&level, &upright], &Pose::IDENTITY), Aabb::EMPTY);
        // What a sheet has inside a solid, the solid encloses.
        let cube = Arc::new(cuboid(DVec3::splat(-0.75), DVec3::splat(2.0)).unwrap());
        let bounds = found([&cube, &upright], &Pose::IDENTITY);
        assert_eq!(bounds, Aabb::of_points(&[DVec3::new(0.0, 0.0, 1.0)]));
    }
}
