//! How a body stands: what no order of its triangles and no other triangulation changes, and every motion of the body does.

use crate::member::Member;
use crate::registration::Registration;
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use serde::{Deserialize, Serialize};

/// Directions along which extents are told: the axes, and for a mesh the diagonals of a cube.
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
pub struct Stand {
    /// The centre of its surface, or of its box if it is no mesh.
    pub centre: [f64; 3],
    /// The lowest and the highest product of a point with (1, 0, 0), (0, 1, 0) and (0, 0, 1), and if it is a mesh, with (1, 1, 1), (1, 1, -1),
    /// (1, -1, 1) and (-1, 1, 1).
    pub extents: Vec<[f64; 2]>,
}

impl Stand {
    /// How far another body, or the same at another time, reaches elsewhere.
    #[must_use]
    pub fn off(&self, other: &Self) -> f64 {
        let centres = self.centre.iter().zip(&other.centre).map(|(p, q)| (p - q).abs());
        let extents = self.extents.iter().zip(&other.extents).flat_map(|(p, q)| [p[0] - q[0], p[1] - q[1]]);
        centres.chain(extents.map(f64::abs)).fold(0.0, f64::max)
    }

    /// Its centre.
    #[must_use]
    pub fn middle(&self) -> DVec3 {
        DVec3::from_array(self.centre)
    }

    /// How large it is, about.
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

impl Member {
    /// How it stands in the world; `None` for a half-space.
    #[must_use]
    pub fn stand(&self) -> Option<Stand> {
        self.stand_after(&Registration::IDENTITY)
    }

    /// How it would stand after a motion of the world.
    pub(crate) fn stand_after(&self, motion: &Registration) -> Option<Stand> {
        let centre = motion.carry(self.form()?.centre).to_array();
        let extents = match self.mesh() {
            Some(mesh) => {
                let place = |p: DVec3| motion.carry(self.world_from_body.transform_point(p));
                let mut extents = vec![[f64::INFINITY, f64::NEG_INFINITY]; DIRECTIONS.len()];
                // Vertices of no face may be lost on the way through a file.
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
        is_finite.then_some(Stand { centre, extents })
    }
}

impl Registration {
    /// The motion as a pose; `None` if rounding has made it too skew for one.
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

    fn cube(pose: Pose) -> Member {
        let mesh = solid::cuboid(DVec3::splat(-1.0), DVec3::ONE).unwrap();
        Member { name: "cube".to_owned(), model: Model::from(Arc::new(mesh)), world_from_body: pose }
    }

    #[test]
    fn every_motion_is_seen_and_other_triangles_are_not() {
        let still = cube(Pose::IDENTITY);
        let stand = still.stand().unwrap();
        assert_eq!((stand.centre, stand.size(), stand.largest()), ([0.0; 3], 6.0, 1.0));
        let finer = Arc::new(Surface::of(still.mesh().unwrap()).refined().mesh().unwrap());
        let finer = Member { model: Model::from(finer), ..still.clone() };
        assert!(stand.off(&finer.stand().unwrap()) < 1e-15);
        let mut random = SplitMix64::new(3);
        for _ in 0..100 {
            let turned = Pose::from_quaternion(DQuat::from_axis_angle(random.direction(), 0.01), DVec3::ZERO).unwrap();
            assert!(stand.off(&cube(turned).stand().unwrap()) > 1e-3, "turned about itself");
            let shifted = Pose::from_translation(0.01 * random.direction()).unwrap();
            assert!(stand.off(&cube(shifted).stand().unwrap()) > 5e-3, "shifted");
        }
    }

    #[test]
    fn a_motion_of_the_world_is_undone() {
        let mut random = SplitMix64::new(4);
        for _ in 0..20 {
            let pose = Pose::from_quaternion(random.rotation(), 9.0 * random.direction()).unwrap();
            let (there, here) = (cube(pose), cube(Pose::IDENTITY));
            let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE];
            let back = Registration::of(&points.map(|p| [pose.transform_point(p), p]));
            assert!(here.stand().unwrap().off(&there.stand_after(&back).unwrap()) < 1e-12);
        }
        assert_eq!(Registration::IDENTITY.pose().unwrap().rotation(), DMat3::IDENTITY);
    }
}
