//! A body's own surface during one query: which faces are free of self-contact, and what lies beside them.
//!
//! A face is clean if the body's closed parts meet it only in the corners and edges they share with it. Beside a clean face the
//! winding numbers are the same all along it, and the same along a clean neighbour across an edge that just the two share.

use super::winding_number::{WindingSides, sides};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::integer::Grid;
use crate::math::predicates::{Triangle, orient2d, orient3d, projection_axis};
use crate::math::rational::RationalPoint;
use crate::mesh::star_arcs::pairs_beyond_tip;
use crate::mesh::vertex_stars::NO_STAR;
use crate::pair::contacts::self_contact::contact_beyond;
use crate::pair::pair_query_types::Method;
use crate::pair::posed_pair::PosedMesh;
use dashu_int::IBig;
use std::collections::HashMap;

/// What has been found out about a body's surface so far.
pub(crate) struct SelfState<'a> {
    pub body: PosedMesh<'a>,
    clean: HashMap<FaceId, bool>,
    sides: HashMap<FaceId, WindingSides>,
    /// For large stars, the faces that may share more than the tip with each face.
    star_mates: HashMap<u32, Vec<Vec<FaceId>>>,
}

impl<'a> SelfState<'a> {
    pub fn new(body: PosedMesh<'a>) -> Self {
        Self { body, clean: HashMap::new(), sides: HashMap::new(), star_mates: HashMap::new() }
    }

    /// Whether a face is clean.
    pub fn is_clean(&mut self, face: FaceId, cost: &mut Cost) -> bool {
        if let Some(known) = self.clean.get(&face) {
            return *known;
        }
        let (triangle, topology) = (self.body.triangle(face), self.body.mesh.topology());
        let mut near = self.body.faces_near_face(face, cost);
        near.extend(self.star_mates(face));
        let clean = near.into_iter().filter(|f| topology.is_solid(*f)).all(|f| {
            let triangles = [triangle, self.body.triangle(f)];
            contact_beyond(self.body.mesh, [face, f], &triangles, cost).is_none()
        });
        self.clean.insert(face, clean);
        clean
    }

    /// Other faces of the large star of a face that may share more than its tip with it.
    fn star_mates(&mut self, face: FaceId) -> Vec<FaceId> {
        let body = &self.body;
        let Some(stars) = body.mesh.large_stars() else { return Vec::new() };
        let star = stars.of_face(face);
        if star == NO_STAR {
            return Vec::new();
        }
        let faces = stars.faces(star);
        let mates = self.star_mates.entry(star).or_insert_with(|| {
            let triangles: Vec<Triangle> = faces.iter().map(|face| body.triangle(*face)).collect();
            let mut mates = vec![Vec::new(); faces.len()];
            let tip = body.vertex(stars.tip(star));
            pairs_beyond_tip(tip, [&triangles; 2], |i, j| mates[i].push(faces[j]));
            mates
        });
        let own = faces.partition_point(|other| *other < face);
        mates[own].iter().copied().filter(|other| *other != face).collect()
    }

    /// The winding numbers of the body beside a clean face with area.
    pub fn sides(&mut self, face: FaceId, cost: &mut Cost) -> Option<WindingSides> {
        if let Some(known) = self.sides.get(&face) {
            return Some(*known);
        }
        let topology = self.body.mesh.topology();
        let of_neighbour = (0..3).filter_map(|i| topology.neighbour(face, i)).find_map(|f| self.sides.get(&f).copied());
        let found = match of_neighbour {
            Some(known) => known,
            None => {
                let triangle = self.body.triangle(face);
                sides(&self.body, &inner_point(&triangle), &triangle, Method::Auto, cost)?
            }
        };
        self.sides.insert(face, found);
        Some(found)
    }

    /// Whether the surface goes on in the same plane across edge `k` of a clean face.
    pub fn goes_on_flat(&self, face: FaceId, k: usize, cost: &mut Cost) -> bool {
        let Some(neighbour) = self.body.mesh.topology().neighbour(face, k) else { return false };
        let (t, u) = (self.body.triangle(face), self.body.triangle(neighbour));
        let Some((axis, turn)) = projection_axis(&t, cost) else { return false };
        // Turned the other way, it is folded back; without a turn, it has no area to go on with.
        u.iter().all(|p| orient3d(t[0], t[1], t[2], *p, cost) == 0) && orient2d(axis, u[0], u[1], u[2], cost) == turn
    }
}

/// A point inside a triangle with area, off its medians, where regular meshes put other things.
pub(crate) fn inner_point(t: &Triangle) -> RationalPoint {
    let grid = Grid::holding(t.iter().flat_map(|p| p.to_array()));
    RationalPoint::combine(t, &[5, 3, 8].map(IBig::from), grid)
}
