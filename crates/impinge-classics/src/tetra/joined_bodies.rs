//! All bodies of a step in lists with common indices, so that a search need not know them apart.

use super::contact_options::{BodyScope, TetraOptions};
use super::tet_mesh::{TetMesh, TetOrientation};
use impinge::bound::Aabb;
use impinge::math::DVec3;

/// Bodies with common indices.
#[derive(Debug, Default)]
pub(super) struct JoinedBodies {
    pub points: Vec<DVec3>,
    /// The body of each point.
    pub bodies: Vec<u32>,
    /// The first point of each body.
    pub firsts: Vec<u32>,
    /// Tetrahedra that are not flat, with their sign and their index in the body.
    pub tets: Vec<Tet>,
    pub edges: Vec<[u32; 2]>,
    pub faces: Vec<[u32; 3]>,
    pub flat: usize,
    scope: BodyScope,
}

/// A tetrahedron that is not flat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tet {
    pub corners: [u32; 4],
    pub turn: i32,
    pub index: u32,
}

impl JoinedBodies {
    /// The bodies of a step.
    pub fn new(bodies: &[&TetMesh], options: &TetraOptions) -> Self {
        let mut joined = Self { scope: options.scope, ..Self::default() };
        for (body, mesh) in (0..).zip(bodies) {
            let first = joined.points.len() as u32;
            joined.firsts.push(first);
            joined.points.extend_from_slice(mesh.vertices());
            joined.bodies.resize(joined.points.len(), body);
            for ((index, corners), orientation) in (0..).zip(mesh.tets()).zip(mesh.orientations()) {
                let turn = match orientation {
                    TetOrientation::Upright => 1,
                    TetOrientation::Inverted => -1,
                    TetOrientation::Flat => {
                        joined.flat += 1;
                        continue;
                    }
                };
                joined.tets.push(Tet { corners: corners.map(|k| k + first), turn, index });
            }
            joined.edges.extend(mesh.tet_features.edges(options.features).iter().map(|edge| edge.map(|k| k + first)));
            joined.faces.extend(mesh.tet_features.faces(options.features).iter().map(|face| face.map(|k| k + first)));
        }
        joined
    }

    pub fn at(&self, point: u32) -> DVec3 {
        self.points[point as usize]
    }

    /// The body of a point.
    pub fn body(&self, point: u32) -> u32 {
        self.bodies[point as usize]
    }

    /// The index of a point in its body.
    pub fn own_index(&self, point: u32) -> u32 {
        point - self.firsts[self.body(point) as usize]
    }

    /// Whether parts that hold two points are asked about together.
    pub fn is_in_scope(&self, a: u32, b: u32) -> bool {
        match self.scope {
            BodyScope::All => true,
            BodyScope::Between => self.body(a) != self.body(b),
            BodyScope::Own => self.body(a) == self.body(b),
        }
    }

    /// The box around some points.
    pub fn bounds<const N: usize>(&self, points: [u32; N]) -> Aabb {
        Aabb::of_points(&points.map(|point| self.at(point)))
    }

    /// The mean length of the edges of all tetrahedra, shared ones counted for each; 1 where there is none.
    pub fn mean_edge(&self) -> f64 {
        let edges = |tet: &Tet| {
            let [a, b, c, d] = tet.corners.map(|point| self.at(point));
            a.distance(b) + a.distance(c) + a.distance(d) + b.distance(c) + b.distance(d) + c.distance(d)
        };
        let mean = self.tets.iter().map(edges).sum::<f64>() / (6 * self.tets.len()) as f64;
        if mean > 0.0 && mean.is_finite() { mean } else { 1.0 }
    }
}
