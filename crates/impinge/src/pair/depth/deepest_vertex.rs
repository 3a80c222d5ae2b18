//! The vertex of one body that is deepest in the other.

use crate::bounded::Bounded;
use crate::cost::Cost;
use crate::feature::VertexId;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::pair_query_types::Method;
use crate::pair::point::locate::Location;
use crate::pair::point::point_query::{is_in_range, locate_in, nearest_or_within};
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
    let [first, second] = posed.bodies();
    let placed = second.placed_vertices();
    let (bodies, cost) = ([first, second.remembering(&placed)], &mut Cost::default());
    let mut deepest: Option<DeepestVertex> = None;
    for own in 0..2 {
        let (body, other) = (&bodies[own], &bodies[1 - own]);
        // The face nearest to the last vertex is near this one, too. A ball outside the other body holds no vertex inside it.
        let (bounds, mut last, mut ball) = (other.bounds(), None, OutsideBall::default());
        for vertex in used_vertices(body.mesh) {
            if !other.mesh.encloses() || body.is_certainly_beyond(vertex, &bounds) {
                continue;
            }
            let point = body.vertex(vertex);
            if !is_in_range(point) || ball.holds(point) {
                continue;
            }
            let enough = deepest.map_or(f64::NEG_INFINITY, |best| best.depth.value);
            let Some(found) = nearest_or_within(other, point, last, enough, cost) else { continue };
            last = Some(found.face);
            if found.distance.value <= enough {
                continue;
            }
            if locate_in(other, point, cost) == Location::Inside {
                deepest = Some(DeepestVertex { body: own, vertex, point, depth: found.distance, nearest: found.point });
            } else {
                ball = OutsideBall { centre: point, radius: found.distance.lower };
            }
        }
    }
    deepest
}

/// A ball without a point of a body.
#[derive(Clone, Copy, Debug, Default)]
struct OutsideBall {
    centre: DVec3,
    radius: f64,
}

impl OutsideBall {
    /// Whether a point lies in it, with room for rounding.
    fn holds(&self, point: DVec3) -> bool {
        point.distance(self.centre) < self.radius * (1.0 - 8.0 * f64::EPSILON)
    }
}

/// The vertices that faces use, each once, in order.
fn used_vertices(mesh: &Mesh) -> impl Iterator<Item = VertexId> {
    let mut used = vec![false; mesh.vertices().len()];
    mesh.faces().iter().flatten().for_each(|v| used[*v as usize] = true);
    (0..).zip(used).filter(|(_, used)| *used).map(|(i, _)| VertexId(i))
}
