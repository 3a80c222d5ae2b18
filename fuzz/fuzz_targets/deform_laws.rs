//! A small surface that deforms: what meets is what brute force says, before and after an update, on any number of threads; and what meets
//! after a step but not before has met on the way.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::cost::Cost;
use impinge::deform::{Deformable, FacePair};
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::math::predicates::projection_axis;
use impinge::triangle_pair::{TriangleRelation, relate};
use std::sync::OnceLock;

/// Two threads, started once.
static THREADS: OnceLock<Executor> = OnceLock::new();

fn has_area(positions: &[DVec3], face: &[u32; 3]) -> bool {
    projection_axis(&face.map(|v| positions[v as usize]), &mut Cost::default()).is_some()
}

/// Pairs of faces without a common vertex that share a point. Faces without area meet nothing.
fn meeting(positions: &[DVec3], faces: &[[u32; 3]]) -> Vec<FacePair> {
    let triangle = |face: &[u32; 3]| face.map(|v| positions[v as usize]);
    let mut pairs = Vec::new();
    let solid = || faces.iter().enumerate().filter(|(_, face)| has_area(positions, face));
    for (i, f) in solid() {
        for (j, g) in solid().filter(|(j, g)| i < *j && f.iter().all(|v| !g.contains(v))) {
            if relate(&triangle(f), &triangle(g), &mut Cost::default()) != TriangleRelation::Disjoint {
                pairs.push([FaceId(i as u32), FaceId(j as u32)]);
            }
        }
    }
    pairs
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = GeometrySource::new(bytes);
    let Some(faces) = source.faces() else { return };
    let Some(count) = faces.iter().flatten().max().map(|last| *last as usize + 1) else { return };
    let mut frame = || (0..count).map(|_| source.point()).collect::<Option<Vec<DVec3>>>();
    let (Some(from), Some(to)) = (frame(), frame()) else { return };
    let serial = Executor::serial();
    let Ok(mut surface) = Deformable::try_new(&from, faces.clone(), &serial) else { return };
    let (before, after) = (meeting(&from, &faces), meeting(&to, &faces));
    let first = surface.self_contacts(&serial);
    assert_eq!(first.meeting, before);
    let threads = THREADS.get_or_init(|| Executor::try_new(2).expect("two threads"));
    assert_eq!(surface.self_contacts(threads).overlapping, first.overlapping);
    let Ok(step) = surface.step_to(&to, &serial) else { return };
    let impacts = step.self_impacts(&serial);
    let was_flat = faces.iter().any(|face| !has_area(&from, face));
    if !was_flat && before.is_empty() && first.overlapping.is_empty() && !after.is_empty() {
        assert!(!impacts.vertex_face.is_empty() || !impacts.edge_edge.is_empty(), "it met without a way there");
    }
    if surface.update(&to, threads).is_err() {
        return;
    }
    assert_eq!(surface.self_contacts(&serial).meeting, after);
    let near = surface.self_proximity(0.0, &serial).expect("zero is a length");
    assert!(
        after.iter().all(|pair| near.pairs.iter().any(|found| found.faces == *pair)),
        "what meets is within any length"
    );
});
