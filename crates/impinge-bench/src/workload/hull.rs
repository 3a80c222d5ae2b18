//! Convex bodies: small hulls, for peers that know nothing else.

use super::{Form, Standing, Workload};
use crate::query::Query;
use impinge::math::{DMat3, DVec3, Pose};
use impinge_scenes::solid::geodesic_sphere;
use impinge_scenes::{SceneError, SplitMix64, Surface};
use std::sync::Arc;

/// The workload `hull_N`: an ellipsoid's hull of N = 10 f² + 2 points against itself, at random rotations and centres 0.2 to 2.2 apart.
///
/// Semi-axes are 0.5 to 1. Bodies of equal volume are never inside each other, so surfaces meet wherever solids do.
///
/// # Errors
/// A frequency not from 1 to 14,000.
pub fn hull(frequency: u32, seed: u64, count: usize) -> Result<Workload, SceneError> {
    let mut random = SplitMix64::new(seed);
    let mut axis = || 0.5 + 0.5 * random.u();
    let axes = DVec3::new(axis(), axis(), axis());
    let mesh = Surface::of(&geodesic_sphere(1.0, frequency)?).mapped(|p| p * axes).mesh()?;
    let mut pose = || {
        let rotation = DMat3::from_quat(random.rotation().normalize());
        let direction = random.direction();
        Pose::try_new(rotation, (0.2 + 2.0 * random.u()) * direction)
    };
    let mesh = Arc::new(mesh);
    Ok(Workload {
        name: format!("hull_{}", mesh.vertices().len()),
        a: Arc::clone(&mesh),
        b: mesh,
        poses: (0..count).map(|_| pose()).collect::<Result<_, _>>()?,
        queries: vec![Query::Boolean, Query::Distance],
        form: Form::Convex,
        standing: Standing::Shown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::pair::intersects;

    #[test]
    fn hulls_are_convex_and_a_fair_share_meets() {
        let hulls = hull(2, 100, 200).unwrap();
        assert_eq!(hulls.name, "hull_42");
        for face in hulls.a.face_ids() {
            let [a, b, c] = hulls.a.triangle(face);
            let normal = (b - a).cross(c - a);
            assert!(hulls.a.vertices().iter().all(|p| normal.dot(*p - a) <= 1e-12));
        }
        let meeting = hulls.poses.iter().filter(|pose| intersects(&hulls.a, &hulls.b, pose)).count();
        assert!((60..=160).contains(&meeting), "{meeting}");
    }
}
