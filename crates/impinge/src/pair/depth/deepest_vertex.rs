//! The vertex of one body that is deepest in the other.

use crate::bounded::Bounded;
use crate::cost::Cost;
use crate::feature::VertexId;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::pair_query_types::Method;
use crate::pair::point::locate::Location;
use crate::pair::point::point_query::{is_in_range, locate_in, nearest_in};
use crate::pair::posed_pair::PosedPair;

/// A vertex inside the other body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepestVertex {
    /// Whether it is a vertex of A (0) or of B (1).
    pub body: usize,
    /// The vertex.
    pub vertex: VertexId,
    /// Where it is, in A's frame.
    pub point: DVec3,
    /// How far it is from the nearest face of the other body, positive.
    pub depth: Bounded,
    /// The nearest point of the other body's surface, in A's frame.
    pub nearest: DVec3,
}

/// The vertex of A in B, or of B in A, that is farthest from the surface it is behind; `None` if no vertex is inside.
///
/// Of bodies that cross by edges alone there is none. Linear in the vertices near the other body, each with a search of a tree.
#[must_use]
pub fn deepest_vertex(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Option<DeepestVertex> {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    deepest_in_pair(&posed).map(|deepest| deepest.as_asked(&posed))
}

impl DeepestVertex {
    /// What was found in the frame and order of a pair, as the user asked.
    pub(super) fn as_asked(self, posed: &PosedPair<'_>) -> Self {
        let [point, nearest] = [self.point, self.nearest].map(|p| posed.point_in_a(p));
        Self { body: if posed.is_swapped() { 1 - self.body } else { self.body }, point, nearest, ..self }
    }
}

/// The same in the frame and order of the pair.
pub(super) fn deepest_in_pair(posed: &PosedPair<'_>) -> Option<DeepestVertex> {
    let (bodies, cost) = (posed.bodies(), &mut Cost::default());
    let mut deepest: Option<DeepestVertex> = None;
    for own in 0..2 {
        let (body, other) = (&bodies[own], &bodies[1 - own]);
        let (bounds, mut last) = (other.bounds(), None);
        for vertex in used_vertices(body.mesh) {
            if !other.mesh.encloses() || body.is_certainly_beyond(vertex, &bounds) {
                continue;
            }
            let point = body.vertex(vertex);
            if !is_in_range(point) {
                continue;
            }
            // The face nearest to the last vertex is near this one, too.
            let Some(found) = nearest_in(other, point, last, cost) else { continue };
            last = Some(found.face);
            let is_deeper = deepest.is_none_or(|best| found.distance.value > best.depth.value);
            if is_deeper && locate_in(other, point, cost) == Location::Inside {
                deepest = Some(DeepestVertex { body: own, vertex, point, depth: found.distance, nearest: found.point });
            }
        }
    }
    deepest
}

/// The vertices that faces use, each once, in order.
fn used_vertices(mesh: &Mesh) -> impl Iterator<Item = VertexId> {
    let mut used = vec![false; mesh.vertices().len()];
    mesh.faces().iter().flatten().for_each(|v| used[*v as usize] = true);
    (0..).zip(used).filter(|(_, used)| *used).map(|(i, _)| VertexId(i))
}
