//! Two hulls of the vertices of any bytes at any pose: distance, relation, depth and the walks say the same, in either order, and agree with
//! the meshes that the hulls are where those are solid.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::convex::{ConvexRelation, FeaturePair, PenetrationOutcome, VoronoiCells};
use impinge::convex::{distance, intersects, lin_canny, penetration, relation};
use impinge::hull::Extent;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair;
use impinge::shape::Polytope;
use impinge_classics::feature_walk::vclip;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = GeometrySource::new(bytes);
    let (Some(pose), Some(a), Some(b)) = (source.pose(), source.heap(), source.heap()) else { return };
    let (Ok(a), Ok(b)) = (Polytope::try_new(a.vertices()), Polytope::try_new(b.vertices())) else { return };
    let (found, kind) = (distance(&a, &b, &pose), relation(&a, &b, &pose));
    assert_eq!(found.distance.value == 0.0, kind != ConvexRelation::Disjoint, "{found:?} {kind:?}");
    assert_eq!(intersects(&a, &b, &pose), kind != ConvexRelation::Disjoint);
    assert!(found.distance.lower <= found.distance.value && found.distance.value <= found.distance.upper);
    let turned = distance(&b, &a, &pose.inverse());
    assert_eq!(turned.distance.value.to_bits(), found.distance.value.to_bits());
    assert_eq!(relation(&b, &a, &pose.inverse()), kind);
    let depth = match penetration(&a, &b, &pose).outcome {
        PenetrationOutcome::Apart { .. } => {
            assert_eq!(kind, ConvexRelation::Disjoint);
            0.0
        }
        PenetrationOutcome::Touching(_) => {
            assert_eq!(kind, ConvexRelation::Touching);
            0.0
        }
        PenetrationOutcome::Deep(overlap) => {
            assert_eq!(kind, ConvexRelation::Overlapping);
            assert!(0.0 < overlap.depth.lower && overlap.depth.lower <= overlap.depth.upper);
            overlap.depth.lower
        }
        PenetrationOutcome::Undecided { .. } => panic!("corners are always decided"),
    };
    let cells = [VoronoiCells::new(&a), VoronoiCells::new(&b)];
    for walk in [lin_canny, vclip] {
        let walked = walk(&cells[0], &cells[1], &pose, &mut FeaturePair::default());
        assert!((walked.distance - found.distance.value).abs() <= 1e-11 * found.distance.value, "{walked:?} {found:?}");
    }
    // Posed vertices of meshes are rounded, those of hulls are not.
    let is_decided = found.distance.lower.max(depth) > pose_rounding(&b, &pose);
    if a.extent() == Extent::Solid && b.extent() == Extent::Solid && (is_decided || is_carried_exactly(&b, &pose)) {
        let mesh = |p: &Polytope| Mesh::try_new(p.vertices().to_vec(), p.triangles().collect());
        let (Ok(a), Ok(b)) = (mesh(&a), mesh(&b)) else { return };
        assert_eq!(pair::intersects(&a, &b, &pose), kind != ConvexRelation::Disjoint);
    }
});

/// More than posed vertices move by rounding.
fn pose_rounding(body: &Polytope, pose: &Pose) -> f64 {
    let size = body.vertices().iter().map(|v| pose.transform_point(*v).abs().max(v.abs()).max_element());
    size.fold(pose.translation().abs().max_element(), f64::max) * 1e-14
}

/// Whether a pose maps axes to axes and every vertex without rounding.
fn is_carried_exactly(body: &Polytope, pose: &Pose) -> bool {
    let (rotation, t) = (pose.rotation(), pose.translation());
    rotation.to_cols_array().iter().all(|x| x.abs() == 1.0 || *x == 0.0)
        && body.vertices().iter().all(|v| {
            let (turned, sum) = (rotation * *v, pose.transform_point(*v));
            sum - t == turned && sum - turned == t
        })
}
