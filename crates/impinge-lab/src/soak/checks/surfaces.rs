//! Surfaces that deform: contacts with themselves against every pair of faces, before and after, and impacts on the way.

use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::deform::{Deformable, FacePair};
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::predicates::side_of_line_integer;
use impinge::math::{DVec2, DVec3};
use impinge::triangle_pair::{Triangle, TriangleRelation, relate_brute};

const MOST_FACES: u64 = 16;

const VERTICES: u64 = 12;

pub fn check(source: &mut RandomGeometry, tally: &mut Tally) {
    let count = 2 + source.random.below(MOST_FACES);
    let mut face = || std::array::from_fn(|_| source.random.below(VERTICES) as u32);
    let faces: Vec<[u32; 3]> = (0..count).map(|_| face()).collect();
    let vertices = faces.iter().flatten().max().map_or(0, |last| *last as usize + 1);
    let (from, to) = (source.points(vertices), source.points(vertices));
    let serial = Executor::serial();
    let Ok(mut surface) = Deformable::try_new(&from, faces.clone(), &serial) else { return };
    let (before, after) = (meeting(&from, &faces), meeting(&to, &faces));
    tally.count_contact(!before.is_empty());
    let first = surface.self_contacts(&serial);
    tally.same("contacts", &first.meeting, &before);
    if let Ok(step) = surface.step_to(&to, &serial) {
        let impacts = step.self_impacts(&serial);
        let was_flat = faces.iter().any(|face| !has_area(&corners(&from, face)));
        if !was_flat && before.is_empty() && first.overlapping.is_empty() && !after.is_empty() {
            let has_impact = !impacts.vertex_face.is_empty() || !impacts.edge_edge.is_empty();
            tally.holds(has_impact, || format!("no impact before {after:?}"));
        }
    }
    if surface.update(&to, &serial).is_ok() {
        tally.count_contact(!after.is_empty());
        tally.same("contacts after an update", &surface.self_contacts(&serial).meeting, &after);
        let near = surface.self_proximity(0.0, &serial).map(|near| near.pairs).unwrap_or_default();
        let is_near = after.iter().all(|pair| near.iter().any(|found| found.faces == *pair));
        tally.holds(is_near, || format!("what meets is within any length: {after:?}"));
    }
}

fn corners(positions: &[DVec3], face: &[u32; 3]) -> Triangle {
    face.map(|v| positions[v as usize])
}

/// Whether the corners do not lie on a line, in integers.
fn has_area(triangle: &Triangle) -> bool {
    let seen = [|p: DVec3| DVec2::new(p.x, p.y), |p: DVec3| DVec2::new(p.y, p.z), |p: DVec3| DVec2::new(p.z, p.x)];
    seen.iter().any(|along| {
        let [a, b, c] = triangle.map(along);
        side_of_line_integer(a, b, c) != 0
    })
}

/// Pairs of faces without a common vertex that share a point. Faces without area meet nothing.
fn meeting(positions: &[DVec3], faces: &[[u32; 3]]) -> Vec<FacePair> {
    let solid: Vec<(usize, &[u32; 3], Triangle)> = (0..)
        .zip(faces)
        .map(|(i, face)| (i, face, corners(positions, face)))
        .filter(|(_, _, triangle)| has_area(triangle))
        .collect();
    let mut pairs = Vec::new();
    for (k, (i, f, s)) in solid.iter().enumerate() {
        for (j, _, t) in solid[k + 1..].iter().filter(|(_, g, _)| f.iter().all(|v| !g.contains(v))) {
            if relate_brute(s, t) != TriangleRelation::Disjoint {
                pairs.push([FaceId(*i as u32), FaceId(*j as u32)]);
            }
        }
    }
    pairs
}
