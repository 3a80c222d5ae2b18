//! One pair of meshes in one frame.

use crate::report::checked_pair::CheckedPair;
use crate::rules::pair_verdict::PairVerdict;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::{self, Contacts, PairReport, Relation, Request};

/// Two meshes in one frame, as bodies 0 and 1, judged by no rule but contact; and the engine's report.
#[must_use]
pub fn relate_meshes(a: &Mesh, b: &Mesh, request: &Request) -> (CheckedPair, PairReport) {
    let report = pair::relate(a, b, &Pose::IDENTITY, request);
    let meets = report.relation != Relation::Disjoint;
    let pair = CheckedPair {
        distance: report.distance.map(|d| d.value),
        contacts: (request.contacts != Contacts::Skip).then_some(report.contact_count),
        bounds: report.contact_bounds,
        witness: report.distance.map(|d| d.points),
        verdict: if meets { PairVerdict::Contact } else { PairVerdict::Ok },
        found: meets,
        ..CheckedPair::new([0, 1], report.relation)
    };
    (pair, report)
}
