//! Coarse copies of meshes for what is only looked at: vertices in one cell of a grid become one (Rossignac and Borrel 1993), triangles that
//! collapse go. A cell is chosen so large that few enough triangles are left. Cost: the vertices and faces, a few times.

use impinge::math::DVec3;
use impinge::mesh::Mesh;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Triangles of a box: what is left of any mesh at the least.
const BOX: usize = 12;

/// A copy of a mesh with at most about `triangles` triangles, or twelve; `None` if the mesh has no more.
pub fn coarse(mesh: &Mesh, triangles: usize) -> Option<Mesh> {
    let target = triangles.max(BOX);
    if mesh.faces().len() <= target {
        return None;
    }
    clustered_to(mesh, target, &HashSet::new()).or_else(|| around(mesh))
}

/// A copy that keeps the vertices of some faces where they are, so that these faces are in it as they were, with at most about
/// `triangles` others; `None` if the mesh has no more, or cannot be made coarser.
pub fn coarse_but(mesh: &Mesh, triangles: usize, kept: &HashSet<u32>) -> Option<Mesh> {
    let target = triangles.max(BOX).saturating_add(kept.len());
    if mesh.faces().len() <= target {
        return None;
    }
    let corners = kept.iter().filter_map(|face| mesh.faces().get(*face as usize));
    clustered_to(mesh, target, &corners.flatten().copied().collect())
}

/// A copy of at most `target` triangles; `None` if no grid gives one. Vertices of `fixed` stay as they are.
fn clustered_to(mesh: &Mesh, target: usize, fixed: &HashSet<u32>) -> Option<Mesh> {
    // A closed surface meets some four cells for each cell of its side squared, with two triangles each.
    let mut cells = (target as f64 / 8.0).sqrt().clamp(1.0, 1024.0);
    let bounds = mesh.bounds();
    while cells >= 2.0 {
        let grid =
            ClusterGrid { origin: bounds.min, scale: cells / bounds.size().max_element().max(f64::MIN_POSITIVE) };
        let (vertices, faces) = grid.cluster(mesh.vertices(), mesh.faces(), fixed);
        if (1..=target).contains(&faces.len()) {
            return Mesh::try_new(vertices, faces).ok();
        }
        cells *= 0.7;
    }
    None
}

/// A grid of cells in which vertices become one.
pub struct ClusterGrid {
    /// Its corner with the least coordinates; vertices beyond it are in the first cells.
    pub origin: DVec3,
    /// Cells along a unit of length.
    pub scale: f64,
}

impl ClusterGrid {
    /// Vertices and faces with one vertex per cell; vertices of `fixed` are no part of a cell.
    pub fn cluster(&self, vertices: &[DVec3], faces: &[[u32; 3]], fixed: &HashSet<u32>) -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let mut numbers: HashMap<u64, u32, BuildHasherDefault<KeyHasher>> = HashMap::default();
        let mut sums: Vec<(DVec3, f64)> = Vec::new();
        let mut renamed: Vec<u32> = Vec::with_capacity(vertices.len());
        for (vertex, p) in vertices.iter().enumerate() {
            let [x, y, z] = ((*p - self.origin) * self.scale).to_array().map(|x| u64::from(x as u16));
            let next = sums.len() as u32;
            let is_fixed = !fixed.is_empty() && fixed.contains(&(vertex as u32));
            let number = if is_fixed { next } else { *numbers.entry(x | y << 16 | z << 32).or_insert(next) };
            if number == next {
                sums.push((DVec3::ZERO, 0.0));
            }
            let (sum, count) = &mut sums[number as usize];
            *sum += *p - self.origin;
            *count += 1.0;
            renamed.push(number);
        }
        let mut seen: HashSet<(u64, u32), BuildHasherDefault<KeyHasher>> = HashSet::default();
        let mut kept = Vec::new();
        for face in faces {
            let mut corners = face.map(|i| renamed[i as usize]);
            if corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0] {
                continue;
            }
            let least = (0..3).min_by_key(|k| corners[*k]).unwrap_or_default();
            corners.rotate_left(least);
            if seen.insert((u64::from(corners[0]) << 32 | u64::from(corners[1]), corners[2])) {
                kept.push(corners);
            }
        }
        (sums.into_iter().map(|(sum, count)| self.origin + sum / count).collect(), kept)
    }
}

/// Hashes whole numbers by multiplication. Its maps are never walked, so what they hold does not depend on it.
#[derive(Clone, Copy, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        // An odd number of 64 bits without a pattern: 2^64 over the golden ratio.
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// The box of a mesh.
fn around(mesh: &Mesh) -> Option<Mesh> {
    const FACES: [[u32; 3]; BOX] = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let bounds = mesh.bounds();
    let pick = |k: usize, axis: usize| if k >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
    let corners = (0..8).map(|k| DVec3::new(pick(k, 0), pick(k, 1), pick(k, 2))).collect();
    Mesh::try_new(corners, FACES.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid::geodesic_sphere;

    #[test]
    fn copies_keep_their_place_and_their_budget() {
        let sphere = geodesic_sphere(3.0, 40).unwrap();
        for target in [20, 100, 1_000, 5_000] {
            let copy = coarse(&sphere, target).unwrap();
            let (count, volume) = (copy.faces().len(), copy.mass_properties().volume);
            assert!(count <= target && count >= BOX.min(target / 8), "{count} of {target}");
            let ratio = volume / sphere.mass_properties().volume;
            assert!((0.3..2.0).contains(&ratio), "{ratio} at {target}");
            let [inner, outer] = [copy.bounds(), sphere.bounds()];
            assert!(inner.min.cmpge(outer.min - 1e-9).all() && inner.max.cmple(outer.max + 1e-9).all());
        }
        assert!(coarse(&sphere, sphere.faces().len()).is_none());
        let box_of = coarse(&sphere, 0).unwrap();
        assert_eq!(box_of.faces().len(), BOX);
        assert!(box_of.is_closed() && box_of.mass_properties().volume > 0.0);
    }

    #[test]
    fn kept_faces_are_in_the_copy_as_they_were() {
        let sphere = geodesic_sphere(3.0, 40).unwrap();
        let kept: HashSet<u32> = (100..260).collect();
        let copy = coarse_but(&sphere, 1_000, &kept).unwrap();
        assert!(copy.faces().len() <= 1_160 && copy.faces().len() > 400, "{}", copy.faces().len());
        let corners = |mesh: &Mesh, face: &[u32; 3]| face.map(|i| mesh.vertices()[i as usize]);
        let has = |wanted: [DVec3; 3]| {
            copy.faces().iter().any(|face| {
                let found = corners(&copy, face);
                (0..3).any(|turn| (0..3).all(|k| found[(k + turn) % 3].distance(wanted[k]) < 1e-12))
            })
        };
        assert!(kept.iter().all(|face| has(corners(&sphere, &sphere.faces()[*face as usize]))));
        assert!(coarse_but(&sphere, sphere.faces().len(), &kept).is_none());
    }
}
