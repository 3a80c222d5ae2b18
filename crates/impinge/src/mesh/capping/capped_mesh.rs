//! A mesh with caps over its openings, made once and kept with it.

use super::cap::Capper;
use super::inside_agreement::agrees;
use super::loop_joining::{Opening, RimDirections, join_loops};
use super::rim_loops::{DirectedEdge, rim_loops};
use crate::feature::{FaceId, VertexId};
use crate::math::predicates::Triangle;
use crate::mesh::indexed_mesh::Mesh;
use crate::mesh::winding::{Closedness, ConsistentOrientation, RimEdge};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Triangles measured for all caps of a mesh, at most: a second or so.
const MOST_WORK: usize = 100_000_000;

/// Surfaces may overlap by this part of the diagonal of the mesh.
const OVERLAP: f64 = 1e-3;

/// The capped form of a mesh.
#[derive(Debug, Default)]
struct CappedCache(OnceLock<Option<Arc<Mesh>>>);

impl Mesh {
    /// A nearly closed mesh with caps over its openings, which is closed: the faces, turned to agree with their neighbours, then triangles over vertices of the rim. `None` for other
    /// meshes, if the rim is too tangled, and if the caps found move the inside: if it is not where the winding number leaves no doubt that it is.
    ///
    /// Parts that only cancel out, such as a loose face and its cap, are left out. Computed on first use.
    ///
    /// Not part of the public interface: shared with the sibling crates of this workspace.
    #[doc(hidden)]
    #[must_use]
    pub fn capped(&self) -> Option<Arc<Mesh>> {
        if !matches!(self.closedness(), Closedness::NearlyClosed { .. }) {
            return None;
        }
        self.cached::<CappedCache>().0.get_or_init(|| capped(self).map(Arc::new)).clone()
    }
}

/// The mesh with caps over all openings; `None` if the rim is too tangled, nothing is enclosed, or something else than without caps.
fn capped(mesh: &Mesh) -> Option<Mesh> {
    let ConsistentOrientation { turns, rim } = ConsistentOrientation::new(mesh);
    let turned =
        mesh.faces().iter().zip(&turns).map(|([a, b, c], turn)| if *turn < 0 { [*a, *c, *b] } else { [*a, *b, *c] });
    let mut faces: Vec<[u32; 3]> = turned.collect();
    for opening in openings(mesh, &rim)? {
        faces.extend(opening.cap.triangles);
    }
    let mut closed = Mesh::try_new(mesh.vertices().to_vec(), faces).ok()?;
    let caps = (mesh.faces().len()..closed.faces().len()).map(|face| closed.triangle(FaceId(face as u32)));
    let mut added: Vec<Triangle> = caps.collect();
    if !closed.is_closed() {
        let (stays, goes): (Vec<FaceId>, _) = closed.face_ids().partition(|face| closed.topology().is_solid(*face));
        let turned_over = |face: FaceId| {
            let [a, b, c] = closed.triangle(face);
            [a, c, b]
        };
        added.extend(goes.into_iter().map(turned_over));
        let faces: Vec<[u32; 3]> = stays.into_iter().map(|face| closed.faces()[face.index()]).collect();
        closed = Mesh::try_new(mesh.vertices().to_vec(), faces).ok().filter(Mesh::is_closed)?;
    }
    agrees(mesh, &closed, &rim, &added).then_some(closed)
}

/// The openings within a rim, with their caps.
fn openings(mesh: &Mesh, rim: &[RimEdge]) -> Option<Vec<Opening>> {
    let welded = |corner: u32| mesh.topology().welded(VertexId(corner)).0;
    let diagonal = mesh.bounds().size().length();
    let unit = if diagonal > 0.0 { diagonal } else { 1.0 };
    let mut directions = RimDirections { away: HashMap::new(), overlap: OVERLAP };
    let mut edges = Vec::with_capacity(rim.len());
    for edge in rim {
        let triangle = mesh.triangle(FaceId(edge.face)).map(|p| p / unit);
        let [p, q] = edge.corners.map(|k| triangle[usize::from(k)]);
        let [from, to] = edge.corners.map(|k| welded(mesh.faces()[edge.face as usize][usize::from(k)]));
        edges.push(DirectedEdge { from, to, length: p.distance(q) });
        let inward = triangle[usize::from(3 - edge.corners[0] - edge.corners[1])] - p;
        let along = (q - p).normalize_or_zero();
        let away = -(inward - along * inward.dot(along)).normalize_or_zero();
        for vertex in [from, to] {
            directions.away.entry(vertex).or_default().push(away);
        }
    }
    let mut capper = Capper { vertices: mesh.vertices(), unit, work: MOST_WORK };
    let mut openings = Vec::new();
    for mut polygon in rim_loops(&edges)? {
        // Caps run along the rim the other way, from its least corner.
        polygon.reverse();
        let place = |vertex: u32| (mesh.vertices()[vertex as usize] + 0.0).to_array();
        let least = |i: &usize, j: &usize| place(polygon[*i]).partial_cmp(&place(polygon[*j]));
        let first = (0..polygon.len()).min_by(|i, j| least(i, j).unwrap_or(std::cmp::Ordering::Equal));
        polygon.rotate_left(first.unwrap_or(0));
        let cap = capper.cap(&polygon);
        openings.push(Opening { polygon, cap });
    }
    Some(join_loops(openings, &directions, &mut capper))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thin disc without its two ends gets them back, and not its own wall once more.
    #[test]
    fn a_disc_is_not_closed_by_its_own_wall() {
        let disc = Mesh::cylinder(1.0, 0.05, 24).unwrap();
        let is_wall = |face: &FaceId| {
            let [a, b, c] = disc.triangle(*face);
            a.z != b.z || b.z != c.z
        };
        let wall: Vec<[u32; 3]> = disc.face_ids().filter(is_wall).map(|face| disc.faces()[face.index()]).collect();
        assert_eq!(wall.len(), 48);
        let open = Mesh::try_new(disc.vertices().to_vec(), wall).unwrap();
        let closed = capped(&open).unwrap();
        let part = closed.mass_properties().volume / disc.mass_properties().volume;
        assert!((part - 1.0).abs() < 1e-9, "{part}");
    }
}
