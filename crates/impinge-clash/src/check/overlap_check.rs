//! Whether the overlap of a pair is thicker than its tolerance.

use crate::assembly::body::AssemblyBody;
use crate::report::overlap_limit::OverlapLimit;
use impinge::math::Pose;
use impinge::mesh::{Closedness, Mesh};
use impinge::pair::{InsideSource, Relation, ThicknessDecision, ThicknessOptions, thickness};

/// Judges the overlap of two bodies by a tolerance above zero; `None` if they do not meet, or if a body has no inside that its thickness could be measured in: what
/// is a surface, or has parts that are, may pass through anything without sharing material.
pub fn judge_overlap(
    bodies: [&AssemblyBody; 2],
    relation: Relation,
    a_from_b: &Pose,
    tolerance: f64,
) -> Option<OverlapLimit> {
    if tolerance <= 0.0 {
        return None;
    }
    match relation {
        Relation::Disjoint => None,
        Relation::Touching => {
            Some(OverlapLimit { tolerance, lower: 0.0, upper: 0.0, decision: ThicknessDecision::Allowed })
        }
        Relation::Crossing | Relation::AInsideB | Relation::BInsideA | Relation::Coincident => {
            let [Some(a), Some(b)] = bodies.map(|body| body.mesh().filter(|mesh| is_solid(mesh))) else { return None };
            let options = ThicknessOptions { tolerance: Some(tolerance), ..ThicknessOptions::default() };
            let found = thickness(a, b, a_from_b, &options);
            let decision = found.decision.filter(|_| !found.inside.contains(&InsideSource::Surface))?;
            Some(OverlapLimit { tolerance, lower: found.bounds.lower, upper: found.bounds.upper, decision })
        }
    }
}

/// Whether all of a mesh is around an inside.
fn is_solid(mesh: &Mesh) -> bool {
    mesh.is_closed() || matches!(mesh.closedness(), Closedness::NearlyClosed { .. })
}
