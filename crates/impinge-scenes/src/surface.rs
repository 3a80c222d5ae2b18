//! Vertices and faces on the way to a mesh: shifted, turned, joined, refined.

use crate::random::SplitMix64;
use impinge::math::{DMat3, DVec3};
use impinge::mesh::{Mesh, MeshError, vertex_welding};
use std::collections::HashMap;

/// Plain vertices and faces that can still be changed; [`Surface::mesh`] checks and freezes them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// Places.
    pub vertices: Vec<DVec3>,
    /// Corners as indices into the vertices, counter-clockwise from outside.
    pub faces: Vec<[u32; 3]>,
}

impl Surface {
    /// A copy of a mesh's vertices and faces.
    #[must_use]
    pub fn of(mesh: &Mesh) -> Self {
        Self { vertices: mesh.vertices().to_vec(), faces: mesh.faces().to_vec() }
    }

    /// The mesh of these vertices and faces.
    ///
    /// # Errors
    /// As [`Mesh::try_new`].
    pub fn mesh(self) -> Result<Mesh, MeshError> {
        Mesh::try_new(self.vertices, self.faces)
    }

    /// Adds a vertex and gives its index.
    pub fn vertex(&mut self, p: DVec3) -> u32 {
        self.vertices.push(p);
        (self.vertices.len() - 1) as u32
    }

    /// Adds the planar quadrilateral `abcd` as two triangles along the diagonal `ac`.
    pub fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.faces.extend([[a, b, c], [a, c, d]]);
    }

    /// Adds a strip of quadrilaterals between two rings of equally many vertices, seen with `lower` below `upper` and
    /// both running to the right; the last vertex joins the first.
    pub fn band(&mut self, lower: &[u32], upper: &[u32]) {
        let n = lower.len().min(upper.len());
        for i in 0..n {
            let j = (i + 1) % n;
            self.quad([lower[i], lower[j], upper[j], upper[i]]);
        }
    }

    /// Adds a closed pipe through rings of equally many vertices, each counter-clockwise looking back along the pipe, with
    /// flat ends.
    pub fn pipe(&mut self, rings: &[Vec<u32>]) {
        for pair in rings.windows(2) {
            self.band(&pair[0], &pair[1]);
        }
        let (Some(first), Some(last)) = (rings.first(), rings.last()) else { return };
        let seen_from_start: Vec<u32> = first.iter().rev().copied().collect();
        for ring in [&seen_from_start, last] {
            self.faces.extend((1..ring.len().saturating_sub(1)).map(|k| [ring[0], ring[k], ring[k + 1]]));
        }
    }

    /// Adds a fan from an apex to a ring that runs counter-clockwise seen from outside.
    pub fn fan(&mut self, apex: u32, ring: &[u32]) {
        for (i, &corner) in ring.iter().enumerate() {
            self.faces.push([apex, corner, ring[(i + 1) % ring.len()]]);
        }
    }

    /// Both surfaces as one; nothing is welded.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        let offset = self.vertices.len() as u32;
        self.vertices.extend_from_slice(&other.vertices);
        self.faces.extend(other.faces.iter().map(|f| f.map(|i| i + offset)));
        self
    }

    /// Every vertex moved by a map; the faces keep their turn.
    #[must_use]
    pub fn mapped(mut self, map: impl Fn(DVec3) -> DVec3) -> Self {
        for p in &mut self.vertices {
            *p = map(*p);
        }
        self
    }

    /// Every vertex moved by the same vector.
    #[must_use]
    pub fn shifted(self, by: DVec3) -> Self {
        self.mapped(|p| p + by)
    }

    /// Every coordinate multiplied; exact for a power of two in range.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        self.mapped(|p| p * factor)
    }

    /// Every vertex multiplied by a matrix, and the faces turned over if it mirrors.
    #[must_use]
    pub fn transformed(self, matrix: &DMat3) -> Self {
        let mapped = self.mapped(|p| *matrix * p);
        if matrix.determinant() < 0.0 { mapped.flipped() } else { mapped }
    }

    /// Every coordinate rounded to the nearest multiple of the step.
    #[must_use]
    pub fn snapped(self, step: f64) -> Self {
        self.mapped(|p| (p / step).round() * step)
    }

    /// Every face turned over.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        for [_, b, c] in &mut self.faces {
            std::mem::swap(b, c);
        }
        self
    }

    /// Vertices at the same place made one.
    #[must_use]
    pub fn welded(&self) -> Self {
        let triangles: Vec<_> = self.faces.iter().map(|f| f.map(|i| self.vertices[i as usize])).collect();
        let (vertices, faces) = vertex_welding::weld(&triangles);
        Self { vertices, faces }
    }

    /// The same point set with every triangle cut in four at the midpoints of its edges. Exactly the same set where the
    /// midpoints are exact.
    #[must_use]
    pub fn refined(mut self) -> Self {
        let mut midpoints: HashMap<[u32; 2], u32> = HashMap::with_capacity(self.faces.len() * 3 / 2);
        let mut midpoint = |vertices: &mut Vec<DVec3>, a: u32, b: u32| {
            *midpoints.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                let (p, q) = (vertices[a as usize], vertices[b as usize]);
                vertices.push((p + q) * 0.5);
                (vertices.len() - 1) as u32
            })
        };
        let mut faces = Vec::with_capacity(4 * self.faces.len());
        for &[a, b, c] in &self.faces {
            let ab = midpoint(&mut self.vertices, a, b);
            let bc = midpoint(&mut self.vertices, b, c);
            let ca = midpoint(&mut self.vertices, c, a);
            faces.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        self.faces = faces;
        self
    }

    /// The same triangles with vertices, faces and the first corner of each face in another order.
    #[must_use]
    pub fn shuffled(&self, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut order: Vec<u32> = (0..self.vertices.len() as u32).collect();
        random.shuffle(&mut order);
        let mut renamed = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            renamed[old as usize] = new as u32;
        }
        let mut faces: Vec<[u32; 3]> = self.faces.iter().map(|f| f.map(|i| renamed[i as usize])).collect();
        for face in &mut faces {
            face.rotate_left(random.below(3) as usize);
        }
        random.shuffle(&mut faces);
        Self { vertices: order.iter().map(|&old| self.vertices[old as usize]).collect(), faces }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solid::cuboid;

    #[test]
    fn changes_keep_a_solid_a_solid() {
        let cube = Surface::of(&cuboid(DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0)).unwrap());
        let mirror = DMat3::from_diagonal(DVec3::new(1.0, -1.0, 1.0));
        for (surface, triangles) in [
            (cube.clone().refined(), 48),
            (cube.shuffled(5), 12),
            (cube.clone().shifted(DVec3::ONE), 12),
            (cube.clone().transformed(&mirror), 12),
            (cube.clone().joined(&cube.clone().shifted(DVec3::X)).welded(), 24),
        ] {
            assert_eq!(surface.faces.len(), triangles);
            let mesh = surface.mesh().unwrap();
            assert!(mesh.is_closed());
            assert_eq!(mesh.mass_properties().volume, 6.0 * if triangles == 24 { 2.0 } else { 1.0 });
        }
        assert_eq!(cube.flipped().mesh().unwrap().mass_properties().volume, -6.0);
    }
}
