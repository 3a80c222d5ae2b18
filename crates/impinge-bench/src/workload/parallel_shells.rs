//! Parallel shells: two spheres, one closely inside the other, so that everything is nearly as close as the closest.

use super::{Form, Standing, Workload};
use crate::query::Query;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_scenes::solid::geodesic_sphere;
use impinge_scenes::{SceneError, SplitMix64, Surface};
use std::sync::Arc;

/// The gap between the spheres, in radii of the larger.
const GAP: f64 = 0.02;

/// A sphere of radius 0.98 at random rotations about the centre of one of radius 1, each of 20 f² - 1 triangles.
///
/// One triangle of each is missing: open surfaces have no inside, so the inner one is not in the outer one.
///
/// # Errors
/// A frequency not from 1 to 14,000.
pub fn parallel_shells(frequency: u32, seed: u64, count: usize) -> Result<Workload, SceneError> {
    let shell = |radius| -> Result<Arc<Mesh>, SceneError> {
        let mut surface = Surface::of(&geodesic_sphere(radius, frequency)?);
        surface.faces.pop();
        Ok(Arc::new(surface.mesh()?))
    };
    let mut random = SplitMix64::new(seed);
    let mut pose = || Pose::try_new(DMat3::from_quat(random.rotation().normalize()), DVec3::ZERO);
    Ok(Workload {
        name: "shells".to_owned(),
        a: shell(1.0)?,
        b: shell(1.0 - GAP)?,
        poses: (0..count).map(|_| pose()).collect::<Result<_, _>>()?,
        queries: vec![Query::Boolean, Query::Distance],
        form: Form::Any,
        standing: Standing::Bounded,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::pair::{distance, intersects};

    #[test]
    fn shells_are_open_close_and_apart() {
        let shells = parallel_shells(16, 1, 3).unwrap();
        assert!(!shells.a.is_closed() && !shells.b.is_closed());
        assert_eq!(shells.poses, parallel_shells(16, 1, 3).unwrap().poses);
        for pose in &shells.poses {
            assert!(!intersects(&shells.a, &shells.b, pose));
            let gap = distance(&shells.a, &shells.b, pose).value;
            assert!((0.01..=GAP).contains(&gap), "{gap}");
        }
    }
}
