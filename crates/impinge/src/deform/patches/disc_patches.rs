//! Patches of a surface that are discs: grown once over its faces, whatever its vertices do.
//!
//! A patch begins with one face and takes faces beside it that keep it a disc: one with one edge in common and its other corner not yet in
//! the patch, or with two edges in common and the third not. Both steps keep the border one ring without a vertex twice.

/// Faces of a patch, at most: larger ones are seldom seen from one side, smaller ones leave more pairs between them and seldom hold whole nodes.
const MOST: usize = 512;

/// Faces of a patch, at least: fewer have hardly any pairs that are worth a proof.
const FEWEST: usize = 8;

/// No face, or no patch.
pub(crate) const NONE: u32 = u32::MAX;

/// Discs of faces.
#[derive(Debug, Default)]
pub(crate) struct DiscPatches {
    /// The corners of the faces of every patch, one after the other.
    corners: Vec<[u32; 3]>,
    borders: Vec<u32>,
    /// The patch of every face.
    of_face: Vec<u32>,
    /// Where the faces and the border of every patch end.
    ends: Vec<[u32; 2]>,
}

/// A disc of faces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiscPatch<'a> {
    /// The corners of its faces.
    pub corners: &'a [[u32; 3]],
    /// The vertices around it, in order.
    pub border: &'a [u32],
}

impl DiscPatches {
    /// The patches of some faces.
    pub fn new(vertices: usize, faces: &[[u32; 3]]) -> Self {
        let mut growth = PatchGrowth {
            beside: beside(faces),
            faces,
            patch: vec![NONE; faces.len()],
            met: vec![NONE; vertices],
            next: vec![NONE; vertices],
        };
        let mut patches = Self { of_face: vec![NONE; faces.len()], ..Self::default() };
        let mut disc = Vec::new();
        for seed in 0..faces.len() as u32 {
            if growth.patch[seed as usize] != NONE {
                continue;
            }
            growth.grow(seed, &mut disc);
            if disc.len() >= FEWEST {
                growth.walk_border(&disc, &mut patches.borders);
                disc.iter().for_each(|face| patches.of_face[*face as usize] = patches.ends.len() as u32);
                patches.corners.extend(disc.iter().map(|face| faces[*face as usize]));
                patches.ends.push([patches.corners.len() as u32, patches.borders.len() as u32]);
            }
        }
        patches
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The patch of a face; [`NONE`] if it is in none.
    pub fn patch_of(&self, face: u32) -> u32 {
        self.of_face.get(face as usize).copied().unwrap_or(NONE)
    }

    /// One of them.
    pub fn get(&self, patch: usize) -> DiscPatch<'_> {
        let [from, to] = [patch.checked_sub(1).map_or([0; 2], |last| self.ends[last]), self.ends[patch]];
        let range = |k: usize| from[k] as usize..to[k] as usize;
        DiscPatch { corners: &self.corners[range(0)], border: &self.borders[range(1)] }
    }
}

/// For every edge of every face, the face beside it; [`NONE`] at a border. A face with an edge that more than two faces have, or two the same
/// way round, or from a vertex to itself, has none beside it, and is beside none.
fn beside(faces: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut edges = Vec::with_capacity(3 * faces.len());
    for (face, corners) in faces.iter().enumerate() {
        for k in 0..3 {
            let (p, q) = (corners[k], corners[(k + 1) % 3]);
            edges.push((p.min(q), p.max(q), face as u32, k as u8));
        }
    }
    edges.sort_unstable();
    let mut beside = vec![[NONE; 3]; faces.len()];
    let mut is_odd = vec![false; faces.len()];
    for same in edges.chunk_by(|p, q| (p.0, p.1) == (q.0, q.1)) {
        let starts_low = |(low, _, face, k): &(u32, u32, u32, u8)| faces[*face as usize][usize::from(*k)] == *low;
        match same {
            [(low, high, ..)] if low != high => {}
            [e, f] if starts_low(e) != starts_low(f) => {
                beside[e.2 as usize][usize::from(e.3)] = f.2;
                beside[f.2 as usize][usize::from(f.3)] = e.2;
            }
            odd => odd.iter().for_each(|edge| is_odd[edge.2 as usize] = true),
        }
    }
    for face in 0..faces.len() {
        for other in &mut beside[face] {
            if *other != NONE && (is_odd[face] || is_odd[*other as usize]) {
                *other = NONE;
            }
        }
    }
    beside
}

/// What is known while patches grow.
struct PatchGrowth<'a> {
    faces: &'a [[u32; 3]],
    beside: Vec<[u32; 3]>,
    /// The patch of every face, by its seed.
    patch: Vec<u32>,
    /// The last patch that a vertex was met by.
    met: Vec<u32>,
    /// The next vertex on the border of the patch that was walked last.
    next: Vec<u32>,
}

impl PatchGrowth<'_> {
    /// Grows a patch, breadth first.
    fn grow(&mut self, seed: u32, disc: &mut Vec<u32>) {
        disc.clear();
        self.take(seed, seed, disc);
        let mut first = 0;
        while first < disc.len() && disc.len() < MOST {
            for other in self.beside[disc[first] as usize] {
                if other != NONE && disc.len() < MOST && self.keeps_disc(seed, other) {
                    self.take(seed, other, disc);
                }
            }
            first += 1;
        }
    }

    fn take(&mut self, seed: u32, face: u32, disc: &mut Vec<u32>) {
        self.patch[face as usize] = seed;
        self.faces[face as usize].iter().for_each(|corner| self.met[*corner as usize] = seed);
        disc.push(face);
    }

    /// Whether a face that has an edge in common with the patch of a seed can be added to it.
    fn keeps_disc(&self, seed: u32, face: u32) -> bool {
        if self.patch[face as usize] != NONE {
            return false;
        }
        let is_shared = self.beside[face as usize].map(|other| other != NONE && self.patch[other as usize] == seed);
        match is_shared.iter().filter(|is_shared| **is_shared).count() {
            // Edge k runs from corner k to the next; the other corner is the one after that.
            1 => (0..3)
                .filter(|k| is_shared[*k])
                .all(|k| self.met[self.faces[face as usize][(k + 2) % 3] as usize] != seed),
            2 => true,
            _ => false,
        }
    }

    /// Adds the border of a patch to a list.
    fn walk_border(&mut self, disc: &[u32], borders: &mut Vec<u32>) {
        let mut start = NONE;
        for face in disc {
            let (corners, beside) = (self.faces[*face as usize], self.beside[*face as usize]);
            for k in 0..3 {
                if beside[k] == NONE || self.patch[beside[k] as usize] != self.patch[*face as usize] {
                    self.next[corners[k] as usize] = corners[(k + 1) % 3];
                    start = corners[k];
                }
            }
        }
        let mut vertex = start;
        while vertex != NONE {
            borders.push(vertex);
            vertex = self.next[vertex as usize];
            if vertex == start {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use std::collections::BTreeMap;

    /// Vertices, edges and faces of a disc: V - E + F = 1, no edge in more than two faces, and one ring around it, without a vertex twice.
    fn is_disc(patch: DiscPatch<'_>) -> bool {
        let mut ways = BTreeMap::new();
        for corners in patch.corners {
            (0..3).for_each(|k| *ways.entry((corners[k], corners[(k + 1) % 3])).or_insert(0) += 1);
        }
        let border: Vec<(u32, u32)> = ways.keys().filter(|(p, q)| !ways.contains_key(&(*q, *p))).copied().collect();
        let mut vertices: Vec<u32> = patch.corners.as_flattened().to_vec();
        vertices.sort_unstable();
        vertices.dedup();
        let mut ring = patch.border.to_vec();
        ring.sort_unstable();
        ring.dedup();
        let edges = (ways.len() + border.len()) / 2;
        let is_next = |k: usize| border.contains(&(patch.border[k], patch.border[(k + 1) % patch.border.len()]));
        ways.values().all(|count| *count == 1)
            && vertices.len() + patch.corners.len() == edges + 1
            && ring.len() == patch.border.len()
            && border.len() == ring.len()
            && (0..ring.len()).all(is_next)
    }

    /// A sheet closed to a torus, whose faces are the wrong way round, doubled, or joined to others by chance.
    #[test]
    fn patches_of_any_faces_are_discs() {
        let random = &mut Random(5);
        let (mut large, mut small) = (0, 0);
        for round in 0..60 {
            let side = 4 + random.below(50) as u32;
            let at = |i: u32, j: u32| (i % side) * side + j % side;
            let mut faces = Vec::new();
            for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
                faces.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
                faces.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
            for _ in 0..round {
                let k = random.below(faces.len());
                match round % 4 {
                    0 => faces[k].swap(0, 1),
                    1 => faces.push(faces[k]),
                    2 => faces[k][random.below(3)] = random.below((side * side) as usize) as u32,
                    _ => drop(faces.swap_remove(k)),
                }
            }
            let patches = DiscPatches::new((side * side) as usize, &faces);
            let mut counted = 0;
            for patch in 0..patches.len() {
                assert!(is_disc(patches.get(patch)), "round {round}, patch {patch}");
                counted += patches.get(patch).corners.len();
                large += u32::from(patches.get(patch).corners.len() == MOST);
                small += u32::from(patches.get(patch).corners.len() < MOST);
            }
            assert_eq!(counted, (0..faces.len() as u32).filter(|face| patches.patch_of(*face) != NONE).count());
        }
        assert!(large > 60 && small > 60, "{large} {small}");
    }

    /// All closed: a patch never closes up.
    #[test]
    fn a_tetrahedron_and_a_fan() {
        let mut faces = vec![[0, 1, 2], [2, 1, 3], [3, 1, 0], [0, 2, 3]];
        assert_eq!(DiscPatches::new(4, &faces).len(), 0);
        faces = (0..20).map(|k| [0, 1 + k, 1 + (k + 1) % 20]).collect();
        let patches = DiscPatches::new(21, &faces);
        assert_eq!((patches.len(), patches.get(0).corners.len(), patches.get(0).border.len()), (1, 20, 20));
    }
}
