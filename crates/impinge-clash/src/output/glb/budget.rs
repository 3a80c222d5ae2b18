//! How many triangles each body may have in a GLB.

use crate::assembly::body::AssemblyBody;
use crate::pictures::vertex_clustering::coarse;
use impinge::mesh::Mesh;

/// The parts of their triangles that bodies keep.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Of ghosts and of bodies in clashes; one where all are kept.
    kept: [f64; 2],
    simplified: usize,
}

impl Budget {
    /// Bodies in clashes keep all, if they fit into three quarters of the budget; else both kinds are given half.
    pub fn new(members: &[AssemblyBody], is_in_clash: impl Fn(usize) -> bool, triangles: usize) -> Self {
        let mut counts = [0_usize; 2];
        for (i, member) in members.iter().enumerate() {
            counts[usize::from(is_in_clash(i))] += member.mesh().map_or(0, |mesh| mesh.faces().len());
        }
        let [ghosts, bodies] = counts.map(|count| count as f64);
        let budget = triangles as f64;
        let kept = if ghosts + bodies <= budget {
            [1.0, 1.0]
        } else if bodies <= 0.75 * budget {
            [(budget - bodies) / ghosts, 1.0]
        } else {
            [(0.5 * budget / ghosts).min(1.0), (0.5 * budget / bodies).min(1.0)]
        };
        Self { kept, simplified: 0 }
    }

    /// A coarse copy, if the mesh is to be simplified.
    pub fn coarse(&self, mesh: &Mesh, is_ghost: bool) -> Option<Mesh> {
        let kept = self.kept[usize::from(!is_ghost)];
        if kept >= 1.0 { None } else { coarse(mesh, (kept * mesh.faces().len() as f64) as usize) }
    }

    /// Counts a body that was simplified.
    pub fn note_simplified(&mut self) {
        self.simplified += 1;
    }

    /// How many bodies were simplified.
    pub fn simplified(&self) -> usize {
        self.simplified
    }
}
