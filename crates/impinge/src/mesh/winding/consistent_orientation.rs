//! Faces turned so that two that share an edge run along it in opposite directions, and the edges where the surface ends.
//!
//! Files have faces with the wrong turn. Where an edge has two faces, these are made to agree; of the two ways to orient a patch, the one is taken in
//! which more of its area stays as it was. Patches that are joined by no such edge keep the turns that the file gives them. A patch with one side only (a Möbius
//! band) stays as it is.

use crate::mesh::face_topology::{EdgeUse, edge_uses};
use crate::mesh::indexed_mesh::Mesh;

/// An edge of a face along which the surface ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RimEdge {
    /// The face.
    pub face: u32,
    /// Its corners at the ends of the edge, in the order in which the oriented face runs along it: 0, 1 or 2.
    pub corners: [u8; 2],
}

/// The orientation of faces and the rim that it leaves.
#[derive(Clone, Debug)]
pub struct ConsistentOrientation {
    /// For every face, 1 if it stays as it is and -1 if it is turned over.
    pub turns: Vec<i8>,
    /// The edges that the oriented faces run along more often one way than the other, by vertices. Empty exactly if the winding number is an integer.
    pub rim: Vec<RimEdge>,
}

impl ConsistentOrientation {
    pub fn new(mesh: &Mesh) -> Self {
        let topology = mesh.topology();
        let uses = edge_uses(topology.all_welded(), mesh.faces());
        let turns = oriented(mesh, &uses);
        let mut rim = Vec::new();
        for group in uses.chunk_by(EdgeUse::same_edge) {
            let direction = |u: &EdgeUse| i32::from(u.direction) * i32::from(turns[u.face()]);
            let net: i32 = group.iter().map(direction).sum();
            let surplus = group.iter().filter(|u| direction(u) == net.signum()).take(net.unsigned_abs() as usize);
            rim.extend(surplus.map(|u| {
                let i = (u.half_edge % 3) as u8;
                let ends = [i, (i + 1) % 3];
                let corners = if turns[u.face()] > 0 { ends } else { [ends[1], ends[0]] };
                RimEdge { face: u.face() as u32, corners }
            }));
        }
        Self { turns, rim }
    }
}

/// The turns of all faces.
fn oriented(mesh: &Mesh, uses: &[EdgeUse]) -> Vec<i8> {
    let count = mesh.faces().len();
    // Across every half-edge whose edge has two faces: the other face, and whether both run along the edge the same way.
    let mut across: Vec<Option<(u32, bool)>> = vec![None; 3 * count];
    let mut agrees = true;
    for group in uses.chunk_by(EdgeUse::same_edge) {
        if let [p, q] = group {
            let same = p.direction == q.direction;
            agrees &= !same;
            across[p.half_edge as usize] = Some((q.face() as u32, same));
            across[q.half_edge as usize] = Some((p.face() as u32, same));
        }
    }
    let mut turns = vec![1; count];
    if agrees {
        return turns;
    }
    let area = |face: u32| {
        let [a, b, c] = mesh.triangle(crate::feature::FaceId(face));
        (b - a).cross(c - a).length()
    };
    let mut seen = vec![false; count];
    for first in 0..count as u32 {
        if std::mem::replace(&mut seen[first as usize], true) {
            continue;
        }
        let (mut patch, mut next, mut has_sides) = (vec![first], 0, true);
        while let Some(&face) = patch.get(next) {
            next += 1;
            let own = turns[face as usize];
            for (other, same) in (0..3).filter_map(|i| across[3 * face as usize + i]) {
                let wanted = if same { -own } else { own };
                if std::mem::replace(&mut seen[other as usize], true) {
                    has_sides &= turns[other as usize] == wanted;
                } else {
                    turns[other as usize] = wanted;
                    patch.push(other);
                }
            }
        }
        let surplus: f64 = patch.iter().map(|face| f64::from(turns[*face as usize]) * area(*face)).sum();
        if !has_sides {
            patch.iter().for_each(|face| turns[*face as usize] = 1);
        } else if surplus < 0.0 {
            patch.iter().for_each(|face| turns[*face as usize] *= -1);
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_face_is_turned_back() {
        let sphere = Mesh::icosphere(1.0, 2).unwrap();
        let closed = ConsistentOrientation::new(&sphere);
        assert!(closed.rim.is_empty() && closed.turns.iter().all(|turn| *turn == 1));
        let mut faces = sphere.faces().to_vec();
        faces[17].swap(0, 1);
        faces[200].swap(1, 2);
        let turned = Mesh::try_new(sphere.vertices().to_vec(), faces).unwrap();
        let mended = ConsistentOrientation::new(&turned);
        assert!(!turned.is_closed() && mended.rim.is_empty());
        let wrong: Vec<usize> = (0..turned.faces().len()).filter(|f| mended.turns[*f] < 0).collect();
        assert_eq!(wrong, [17, 200]);
    }

    #[test]
    fn the_rim_runs_around_a_missing_face() {
        let sphere = Mesh::icosphere(1.0, 1).unwrap();
        let missing = sphere.faces()[5];
        let faces = sphere.faces().iter().copied().filter(|face| *face != missing).collect();
        let open = Mesh::try_new(sphere.vertices().to_vec(), faces).unwrap();
        let rim = ConsistentOrientation::new(&open).rim;
        let mut ends: Vec<[u32; 2]> =
            rim.iter().map(|edge| edge.corners.map(|k| open.faces()[edge.face as usize][usize::from(k)])).collect();
        ends.sort_unstable();
        // Along the edges of the missing face, the other way.
        let mut expected = [0, 1, 2].map(|k| [missing[(k + 1) % 3], missing[k]]);
        expected.sort_unstable();
        assert_eq!(ends, expected);
    }

    #[test]
    fn a_band_with_one_side_stays_as_it_is() {
        let point = |k: u32, side: f64| {
            let angle = f64::from(k) * std::f64::consts::TAU / 12.0;
            let across = crate::math::DVec3::new(
                angle.cos() * (angle / 2.0).cos(),
                angle.sin() * (angle / 2.0).cos(),
                (angle / 2.0).sin(),
            );
            crate::math::DVec3::new(angle.cos(), angle.sin(), 0.0) + across * (0.3 * side)
        };
        let vertices = (0..12).flat_map(|k| [point(k, -1.0), point(k, 1.0)]).collect();
        let next = |k: u32| if k == 11 { [1, 0] } else { [2 * k + 2, 2 * k + 3] };
        let faces = (0..12).flat_map(|k| {
            let ([a, b], [c, d]) = ([2 * k, 2 * k + 1], next(k));
            [[a, c, b], [b, c, d]]
        });
        let band = Mesh::try_new(vertices, faces.collect()).unwrap();
        assert!(ConsistentOrientation::new(&band).turns.iter().all(|turn| *turn == 1));
    }
}
