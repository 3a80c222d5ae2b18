//! Welding: vertices at the same place become one. Exact equality of coordinates, with -0 equal to 0; no tolerance.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

use crate::math::DVec3;

/// For every vertex, the lowest index of a vertex at the same place.
#[must_use]
pub fn first_at_same_place(vertices: &[DVec3]) -> Vec<u32> {
    let mut table = Table::with_capacity(vertices.len());
    (0..vertices.len()).map(|i| table.find_or_insert(i as u32, vertices)).collect()
}

/// Indexed vertices and faces from triangles that each bring their own corners, in order of first appearance.
#[must_use]
pub fn weld(triangles: &[[DVec3; 3]]) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut welder = Welder::with_capacity(triangles.len() / 2 + 16);
    let faces = triangles.iter().map(|t| t.map(|p| welder.vertex(p))).collect();
    (welder.vertices, faces)
}

/// Gathers vertices one at a time, giving the same index to the same place.
#[derive(Clone, Debug, Default)]
pub struct Welder {
    /// The distinct vertices so far.
    pub vertices: Vec<DVec3>,
    table: Table,
}

impl Welder {
    /// A welder that expects about this many distinct vertices.
    #[must_use]
    pub fn with_capacity(expected: usize) -> Self {
        Self { vertices: Vec::with_capacity(expected), table: Table::with_capacity(expected) }
    }

    /// The index of the vertex at this place, made if there is none.
    pub fn vertex(&mut self, p: DVec3) -> u32 {
        let next = self.vertices.len() as u32;
        self.vertices.push(p);
        let found = self.table.find_or_insert(next, &self.vertices);
        if found != next {
            self.vertices.pop();
        }
        found
    }
}

/// An open-addressing table of vertex indices, keyed by their coordinates.
#[derive(Clone, Debug, Default)]
struct Table {
    slots: Vec<u32>,
    used: usize,
}

/// Marks a free slot.
const FREE: u32 = u32::MAX;

impl Table {
    fn with_capacity(expected: usize) -> Self {
        Self { slots: vec![FREE; (2 * expected.max(8)).next_power_of_two()], used: 0 }
    }

    /// The vertex at the place of `vertices[index]` that came first; `index` itself, now entered, if none did.
    fn find_or_insert(&mut self, index: u32, vertices: &[DVec3]) -> u32 {
        if 2 * self.used >= self.slots.len() {
            self.grow(vertices);
        }
        let p = vertices[index as usize];
        let mask = self.slots.len() - 1;
        let mut slot = hash(p) & mask;
        loop {
            match self.slots[slot] {
                FREE => {
                    self.slots[slot] = index;
                    self.used += 1;
                    return index;
                }
                other if vertices[other as usize] == p => return other,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self, vertices: &[DVec3]) {
        let mask = 2 * self.slots.len().max(8) - 1;
        let mut slots = vec![FREE; mask + 1];
        for &index in self.slots.iter().filter(|i| **i != FREE) {
            let mut slot = hash(vertices[index as usize]) & mask;
            while slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            slots[slot] = index;
        }
        self.slots = slots;
    }
}

/// A hash of a place; -0 and 0 agree.
fn hash(p: DVec3) -> usize {
    let bits = |x: f64| (x + 0.0).to_bits();
    let mut h = bits(p.x).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    h = (h.rotate_left(23) ^ bits(p.y)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h = (h.rotate_left(23) ^ bits(p.z)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (h ^ (h >> 29)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_places_become_one_vertex() {
        let (o, x, y) = (DVec3::ZERO, DVec3::X, DVec3::Y);
        let (vertices, faces) = weld(&[[o, x, y], [y, x, DVec3::new(-0.0, 0.0, 1.0)], [-o, y, x]]);
        assert_eq!(vertices.len(), 4);
        assert_eq!(faces, [[0, 1, 2], [2, 1, 3], [0, 2, 1]]);
        assert_eq!(first_at_same_place(&[o, x, -o, x]), [0, 1, 0, 1]);
    }

    #[test]
    fn the_table_grows() {
        let mut welder = Welder::with_capacity(0);
        for round in 0..2 {
            for i in 0..5_000_u32 {
                assert_eq!(welder.vertex(DVec3::splat(f64::from(i))), i, "round {round}");
            }
        }
    }
}
