//! Impinge itself as an engine of the suite.

use crate::engine::{Answer, Engine, LoadedPair, NoAnswer};
use impinge::pair::{Motion, MovingMesh, SweepOptions, count_contacts, distance, intersects, sweep};
use impinge::shape::Polytope;
use impinge::{DVec3, Mesh, Pose, convex};

/// Impinge, with its default methods.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImpingeEngine;

struct ImpingePair {
    a: Mesh,
    b: Mesh,
}

impl Engine for ImpingeEngine {
    fn name(&self) -> String {
        format!("impinge {}", env!("CARGO_PKG_VERSION"))
    }

    fn load(&self, a: &Mesh, b: &Mesh) -> Answer<Box<dyn LoadedPair>> {
        Ok(Box::new(ImpingePair { a: a.clone(), b: b.clone() }))
    }

    fn convex_distance(&self, a: &[DVec3], b: &[DVec3]) -> Answer<f64> {
        let hull = |points| Polytope::try_new(points).map_err(NoAnswer::refused);
        Ok(convex::distance(&hull(a)?, &hull(b)?, &Pose::IDENTITY).distance.value)
    }
}

impl LoadedPair for ImpingePair {
    fn surfaces_meet(&self, a_from_b: &Pose) -> Answer<bool> {
        Ok(count_contacts(&self.a, &self.b, a_from_b) > 0)
    }

    fn solids_meet(&self, a_from_b: &Pose) -> Answer<bool> {
        Ok(intersects(&self.a, &self.b, a_from_b))
    }

    fn distance(&self, a_from_b: &Pose) -> Answer<f64> {
        Ok(distance(&self.a, &self.b, a_from_b).value)
    }

    fn closest_points(&self, a_from_b: &Pose) -> Answer<[DVec3; 2]> {
        Ok(distance(&self.a, &self.b, a_from_b).points)
    }

    fn contact_count(&self, a_from_b: &Pose) -> Answer<usize> {
        Ok(count_contacts(&self.a, &self.b, a_from_b))
    }

    fn first_contact(&self, displacement: DVec3) -> Answer<Option<f64>> {
        let end = Pose::from_translation(displacement).map_err(NoAnswer::refused)?;
        let (still, motion) = (Motion::still(&Pose::IDENTITY), Motion::slerp(&Pose::IDENTITY, &end));
        let bodies = [MovingMesh { mesh: &self.a, motion: &still }, MovingMesh { mesh: &self.b, motion: &motion }];
        let found = sweep(bodies[0], bodies[1], &SweepOptions::default()).map_err(NoAnswer::refused)?;
        Ok(found.intervals.first().map(|first| first.begin.lower))
    }
}
