//! parry3d-f64 as an engine of the conformance suite: its queries on triangle meshes and on convex polyhedra.

use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_laws::{Answer, Engine, LoadedPair, NoAnswer};
use parry3d_f64::bounding_volume::BoundingVolume;
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query::{self, ClosestPoints, ShapeCastOptions};
use parry3d_f64::shape::{ConvexPolyhedron, TriMesh};

/// parry3d-f64 from crates.io.
#[derive(Clone, Copy, Debug)]
pub struct ParryEngine;

struct ParryPair {
    a: TriMesh,
    b: TriMesh,
}

fn vector(p: DVec3) -> Vector {
    Vector::from_array(p.to_array())
}

fn point(p: Vector) -> DVec3 {
    DVec3::from_array(p.to_array())
}

fn posed(pose: &Pose) -> ParryPose {
    let [x, y, z, w] = DQuat::from_mat3(&pose.rotation()).normalize().to_array();
    ParryPose::from_parts(vector(pose.translation()), Rotation::from_xyzw(x, y, z, w))
}

fn surface(mesh: &Mesh) -> Answer<TriMesh> {
    let vertices = mesh.vertices().iter().map(|p| vector(*p)).collect();
    TriMesh::new(vertices, mesh.faces().to_vec()).map_err(NoAnswer::refused)
}

impl Engine for ParryEngine {
    fn name(&self) -> String {
        format!("parry3d-f64 {}", env!("PARRY_VERSION"))
    }

    fn load(&self, a: &Mesh, b: &Mesh) -> Answer<Box<dyn LoadedPair>> {
        Ok(Box::new(ParryPair { a: surface(a)?, b: surface(b)? }))
    }

    fn convex_distance(&self, a: &[DVec3], b: &[DVec3]) -> Answer<f64> {
        let hull = |points: &[DVec3]| {
            let points: Vec<Vector> = points.iter().map(|p| vector(*p)).collect();
            ConvexPolyhedron::from_convex_hull(&points).ok_or_else(|| NoAnswer::refused("no hull of these points"))
        };
        let found = query::distance(&ParryPose::IDENTITY, &hull(a)?, &ParryPose::IDENTITY, &hull(b)?);
        found.map(|found| found.distance).map_err(NoAnswer::refused)
    }
}

impl LoadedPair for ParryPair {
    fn surfaces_meet(&self, a_from_b: &Pose) -> Answer<bool> {
        let found = query::intersection_test(&ParryPose::IDENTITY, &self.a, &posed(a_from_b), &self.b);
        found.map(|found| found.intersecting).map_err(NoAnswer::refused)
    }

    fn distance(&self, a_from_b: &Pose) -> Answer<f64> {
        let found = query::distance(&ParryPose::IDENTITY, &self.a, &posed(a_from_b), &self.b);
        found.map(|found| found.distance).map_err(NoAnswer::refused)
    }

    fn closest_points(&self, a_from_b: &Pose) -> Answer<[DVec3; 2]> {
        match query::closest_points(&ParryPose::IDENTITY, &self.a, &posed(a_from_b), &self.b, f64::MAX) {
            Ok(ClosestPoints::WithinMargin(p, q)) => Ok([point(p), point(q)]),
            Ok(_) => Err(NoAnswer::refused("no closest points of shapes that meet")),
            Err(error) => Err(NoAnswer::refused(error)),
        }
    }

    /// parry has no list of contacts; this is its walk over both trees with its test for two triangles.
    fn contact_count(&self, a_from_b: &Pose) -> Answer<usize> {
        let pose = posed(a_from_b);
        let (a, b) = (&self.a, &self.b);
        let candidates = a.bvh().leaf_pairs(b.bvh(), |p, q| p.aabb().intersects(&q.aabb().transform_by(&pose)));
        let meets = |&(i, j): &(u32, u32)| {
            let (p, q) = (a.triangle(i), b.triangle(j));
            query::details::intersection_test_support_map_support_map(&pose, &p, &q)
        };
        Ok(candidates.filter(meets).count())
    }

    fn first_contact(&self, displacement: DVec3) -> Answer<Option<f64>> {
        let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
        let here = ParryPose::IDENTITY;
        let hit = query::cast_shapes(&here, Vector::ZERO, &self.a, &here, vector(displacement), &self.b, options);
        hit.map(|hit| hit.map(|hit| hit.time_of_impact)).map_err(NoAnswer::refused)
    }
}
