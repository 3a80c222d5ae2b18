//! The signature of a body: independent of the order of its triangles and of its triangulation, changed by every motion of the body.

use super::body::AssemblyBody;
use crate::baseline::registration::Registration;
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use serde::{Deserialize, Serialize};

/// Directions of the extents: the axes, and for a mesh the diagonals of a cube.
const DIRECTIONS: [DVec3; 7] = [
    DVec3::X,
    DVec3::Y,
    DVec3::Z,
    DVec3::ONE,
    DVec3::new(1.0, 1.0, -1.0),
    DVec3::new(1.0, -1.0, 1.0),
    DVec3::new(-1.0, 1.0, 1.0),
];

/// Where a body is and how far it reaches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodySignature {
    /// The centre of its surface, or of its box if it is no mesh.
    pub centre: [f64; 3],
    /// The lowest and the highest product of a point with (1, 0, 0), (0, 1, 0) and (0, 0, 1), and if it is a mesh, with (1, 1, 1), (1, 1, -1),
    /// (1, -1, 1) and (-1, 1, 1).
    pub extents: Vec<[f64; 2]>,
}

impl BodySignature {
    /// The largest difference of a coordinate of the centre or of an extent.
    #[must_use]
    pub fn deviation(&self, other: &Self) -> f64 {
        let centres = self.centre.iter().zip(&other.centre).map(|(p, q)| (p - q).abs());
        let extents = self.extents.iter().zip(&other.extents).flat_map(|(p, q)| [p[0] - q[0], p[1] - q[1]]);
        centres.chain(extents.map(f64::abs)).fold(0.0, f64::max)
    }

    /// The same of a body that is moved by a vector.
    #[must_use]
    pub fn shifted(&self, by: DVec3) -> Self {
        let along = |direction: &DVec3| by.dot(*direction);
        let extents = self.extents.iter().zip(&DIRECTIONS);
        let extents = extents.map(|([low, high], direction)| [low + along(direction), high + along(direction)]);
        Self { centre: (self.middle() + by).to_array(), extents: extents.collect() }
    }

    /// Its centre.
    #[must_use]
    pub fn middle(&self) -> DVec3 {
        DVec3::from_array(self.centre)
    }

    /// The largest extent.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.extents.iter().map(|[low, high]| high - low).fold(0.0, f64::max)
    }

    /// Its largest coordinate.
    #[must_use]
    pub fn largest(&self) -> f64 {
        self.extents.iter().take(3).flatten().map(|x| x.abs()).fold(0.0, f64::max)
    }
}

impl AssemblyBody {
    /// Its signature in the world; `None` for a half-space.
    #[must_use]
    pub fn signature(&self) -> Option<BodySignature> {
        self.signature_after(&Registration::IDENTITY)
    }

    /// Its signature after a motion of the world.
    pub(crate) fn signature_after(&self, motion: &Registration) -> Option<BodySignature> {
        let centre = motion.carry(self.form()?.centre).to_array();
        let extents = match self.mesh() {
            Some(mesh) => {
                let place = |p: DVec3| motion.carry(self.world_from_body.transform_point(p));
                let mut extents = vec![[f64::INFINITY, f64::NEG_INFINITY]; DIRECTIONS.len()];
                // A file may lose vertices that no face uses.
                for p in mesh.face_ids().flat_map(|face| mesh.triangle(face)).map(place) {
                    for (extent, direction) in extents.iter_mut().zip(&DIRECTIONS) {
                        let along = p.dot(*direction);
                        *extent = [extent[0].min(along), extent[1].max(along)];
                    }
                }
                extents
            }
            None => {
                let Aabb { min, max } = self.model.bounds_at(&motion.pose()?.compose(&self.world_from_body).ok()?);
                (0..3).map(|k| [min[k], max[k]]).collect()
            }
        };
        let is_finite = extents.iter().flatten().chain(&centre).all(|x| x.is_finite());
        is_finite.then_some(BodySignature { centre, extents })
    }
}

impl Registration {
    /// The motion as a pose; `None` if rounding has made its rotation too skew.
    fn pose(&self) -> Option<Pose> {
        Pose::try_new(self.rotation(), self.carry(DVec3::ZERO)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::{DMat3, DQuat};
    use impinge::scene::Model;
    use impinge_scenes::{SplitMix64, Surface, solid};
    use std::sync::Arc;

    fn cube(pose: Pose) -> AssemblyBody {
        let mesh = solid::cuboid(DVec3::splat(-1.0), DVec3::ONE).unwrap();
        AssemblyBody::new("cube", Model::from(Arc::new(mesh)), pose)
    }

    #[test]
    fn every_motion_is_seen_and_other_triangles_are_not() {
        let still = cube(Pose::IDENTITY);
        let signature = still.signature().unwrap();
        assert_eq!((signature.centre, signature.size(), signature.largest()), ([0.0; 3], 6.0, 1.0));
        let finer = Arc::new(Surface::of(still.mesh().unwrap()).refined().mesh().unwrap());
        let finer = AssemblyBody { model: Model::from(finer), ..still.clone() };
        assert!(signature.deviation(&finer.signature().unwrap()) < 1e-15);
        let mut random = SplitMix64::new(3);
        for _ in 0..100 {
            let turned = Pose::from_quaternion(DQuat::from_axis_angle(random.direction(), 0.01), DVec3::ZERO).unwrap();
            assert!(signature.deviation(&cube(turned).signature().unwrap()) > 1e-3, "turned about itself");
            let shifted = Pose::from_translation(0.01 * random.direction()).unwrap();
            let there = cube(shifted).signature().unwrap();
            assert!(signature.deviation(&there) > 5e-3, "shifted");
            assert!(signature.shifted(shifted.translation()).deviation(&there) < 1e-15);
        }
    }

    #[test]
    fn a_motion_of_the_world_is_undone() {
        let mut random = SplitMix64::new(4);
        for _ in 0..20 {
            let pose = Pose::from_quaternion(random.rotation(), 9.0 * random.direction()).unwrap();
            let (there, here) = (cube(pose), cube(Pose::IDENTITY));
            let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE];
            let back = Registration::from_pairs(&points.map(|p| [pose.transform_point(p), p]));
            assert!(here.signature().unwrap().deviation(&there.signature_after(&back).unwrap()) < 1e-12);
        }
        assert_eq!(Registration::IDENTITY.pose().unwrap().rotation(), DMat3::IDENTITY);
    }
}
