//! Welding the corners of a binary STL, which are single-precision and many; numbered in order of first appearance.
//!
//! It is a matter of memory: most corners were met a moment ago and are found among the recent ones, which stay in the
//! nearest cache. The others are looked up a block at a time, so that the cache misses overlap. The table holds four
//! bytes a slot and compares with the vertices themselves, which are needed anyway.

use super::binary::TRIANGLE;
use impinge::math::DVec3;

/// Where the first corner stands in a triangle, in bytes: after the normal.
const NORMAL: usize = 12;
/// The bits of -0 in single precision.
const MINUS_ZERO: u32 = 1 << 31;
/// Marks a free slot.
const FREE: u32 = u32::MAX;
/// Triangles in a block: enough misses under way to hide one another.
const BLOCK: usize = 32;
/// Corners remembered as recent, a power of two; 16 bytes each.
const RECENT: usize = 1 << 12;

/// The coordinates of a corner, as bits.
type Key = [u32; 3];
/// A triangle as the file holds it.
pub(super) type Record = [u8; TRIANGLE];

/// Gathers triangles over distinct vertices.
#[derive(Debug)]
pub(super) struct Welder {
    pub(super) vertices: Vec<DVec3>,
    pub(super) faces: Vec<[u32; 3]>,
    /// How many triangles there will be.
    expected: usize,
    /// An open-addressing table of vertex numbers.
    slots: Vec<u32>,
    /// Keys and vertex numbers, each where its hash says, the last one first.
    recent: Vec<[u32; 4]>,
}

/// A corner whose vertex is not yet known.
#[derive(Clone, Copy, Default)]
struct Pending {
    key: Key,
    hash: u64,
    /// Where it stands in the block.
    corner: usize,
    /// The vertex that the first slot names, if it is the right one.
    guess: u32,
}

impl Welder {
    /// The most triangles whose corners 32 bits can number, one number aside.
    pub(super) const MOST: u32 = u32::MAX / 3;

    /// A welder for this many triangles; with room for the vertices of one closed surface, to begin with.
    pub(super) fn with_capacity(triangles: usize) -> Self {
        let vertices = triangles / 2 + 2;
        Self {
            expected: triangles,
            vertices: Vec::with_capacity(vertices),
            faces: Vec::with_capacity(triangles),
            slots: vec![FREE; 2 * vertices.next_power_of_two()],
            recent: vec![[FREE; 4]; RECENT],
        }
    }

    /// Adds triangles, of which there may be [`Self::MOST`] in all.
    ///
    /// # Errors
    /// The byte, counted from the first of these triangles, of the first coordinate that is NaN or infinite.
    pub(super) fn extend(&mut self, triangles: &[Record]) -> Result<(), usize> {
        for (i, block) in triangles.chunks(BLOCK).enumerate() {
            if let Some(byte) = first_not_finite(block) {
                return Err(i * BLOCK * TRIANGLE + byte);
            }
            self.extend_block(block);
        }
        Ok(())
    }

    fn extend_block(&mut self, block: &[Record]) {
        let mut found = [[0; 3]; BLOCK];
        let found_flat = found.as_flattened_mut();
        let mut pending = [Pending::default(); 3 * BLOCK];
        let mut count = 0;
        for (t, triangle) in block.iter().enumerate() {
            for (k, key) in keys(triangle).into_iter().enumerate() {
                let (hash, corner) = (hash(key), 3 * t + k);
                let [x, y, z, vertex] = self.recent[recent_slot(hash)];
                found_flat[corner] = vertex;
                pending[count] = Pending { key, hash, corner, ..Pending::default() };
                count += usize::from([x, y, z] != key || vertex == FREE);
            }
        }
        for corner in &mut pending[..count] {
            let guess = self.slots[self.home(corner.hash)];
            let is_right = self.vertices.get(guess as usize).is_some_and(|place| *place == place_of(corner.key));
            corner.guess = if is_right { guess } else { FREE };
        }
        for &Pending { key, hash, corner, guess } in &pending[..count] {
            let vertex = if guess == FREE { self.find_or_insert(key, hash) } else { guess };
            found_flat[corner] = vertex;
            self.recent[recent_slot(hash)] = [key[0], key[1], key[2], vertex];
        }
        self.faces.extend_from_slice(&found[..block.len()]);
    }

    /// The slot where a key is looked for first.
    fn home(&self, hash: u64) -> usize {
        (hash >> (u64::BITS - self.slots.len().trailing_zeros())) as usize
    }

    fn find_or_insert(&mut self, key: Key, hash: u64) -> u32 {
        if 2 * self.vertices.len() >= self.slots.len() {
            self.grow();
        }
        let place = place_of(key);
        let mask = self.slots.len() - 1;
        let mut slot = self.home(hash);
        loop {
            let vertex = self.slots[slot];
            if vertex == FREE {
                let vertex = self.vertices.len() as u32;
                self.slots[slot] = vertex;
                self.vertices.push(place);
                return vertex;
            }
            if self.vertices[vertex as usize] == place {
                return vertex;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Makes room for as many vertices as there will be if the rest of the triangles is like those so far.
    fn grow(&mut self) {
        let (vertices, faces) = (self.vertices.len(), self.faces.len().max(1));
        let more = (vertices as u64 * self.expected.saturating_sub(faces) as u64 / faces as u64) as usize;
        self.vertices.reserve(more.min(3 * self.expected));
        let slots = (2 * (vertices + more).min(3 * self.expected)).next_power_of_two();
        self.slots = vec![FREE; slots.max(2 * self.slots.len())];
        let mask = self.slots.len() - 1;
        for vertex in 0..self.vertices.len() {
            let key = self.vertices[vertex].to_array().map(|x| (x as f32).to_bits());
            let mut slot = self.home(hash(key));
            while self.slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = vertex as u32;
        }
    }
}

/// The bits of the corners of a triangle, with -0 as 0.
#[inline]
fn keys(triangle: &Record) -> [Key; 3] {
    let (words, _) = triangle[NORMAL..].as_chunks::<4>();
    let mut keys = [[0; 3]; 3];
    for (bits, word) in keys.as_flattened_mut().iter_mut().zip(words) {
        let word = u32::from_le_bytes(*word);
        *bits = if word == MINUS_ZERO { 0 } else { word };
    }
    keys
}

/// The place that a key stands for.
#[inline]
fn place_of(key: Key) -> DVec3 {
    DVec3::from_array(key.map(|bits| f64::from(f32::from_bits(bits))))
}

/// Where the first coordinate that is NaN or infinite stands, in bytes.
fn first_not_finite(block: &[Record]) -> Option<usize> {
    /// The bits of infinity; those of every finite number are less, the sign aside.
    const INFINITY: u32 = 0xff << 23;
    let is_bad = |bits: &u32| bits & !MINUS_ZERO >= INFINITY;
    let any = |keys: [Key; 3]| keys.as_flattened().iter().fold(false, |any, bits| any | is_bad(bits));
    if !block.iter().fold(false, |bad, triangle| bad | any(keys(triangle))) {
        return None;
    }
    let coordinate = |triangle: &Record| keys(triangle).as_flattened().iter().position(is_bad);
    block.iter().enumerate().find_map(|(t, triangle)| Some(t * TRIANGLE + NORMAL + 4 * coordinate(triangle)?))
}

/// A hash of a place: the highest bits choose the slot of the table, lower ones that among the recent.
#[inline]
fn hash([x, y, z]: Key) -> u64 {
    let a = (u64::from(x) | u64::from(y) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (a ^ a >> 32 ^ u64::from(z) << 17).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Where a corner is remembered.
#[inline]
fn recent_slot(hash: u64) -> usize {
    (hash >> 24) as usize & (RECENT - 1)
}

#[cfg(test)]
mod tests {
    use super::super::binary::{HEADER, tests::binary};
    use super::*;
    use impinge::mesh::vertex_welding::weld;

    /// Random triangles over few places, so that most corners coincide, and over many, so that the table grows.
    #[test]
    fn agrees_with_the_plain_welder() {
        for places in [2_u64, 40, 100_000] {
            let mut state = places;
            let mut coordinate = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ((state >> 33) % places) as f32 * -0.1
            };
            let triangles: Vec<[[f32; 3]; 3]> =
                (0..5_001).map(|_| std::array::from_fn(|_| std::array::from_fn(|_| coordinate()))).collect();
            let plain: Vec<[DVec3; 3]> =
                triangles.iter().map(|t| t.map(|c| DVec3::from_array(c.map(|x| f64::from(x + 0.0))))).collect();
            let bytes = binary(b"", &triangles);
            let mut welder = Welder::with_capacity(0);
            let (records, _) = bytes[HEADER..].as_chunks();
            let (some, others) = records.split_at(1_234);
            welder.extend(some).unwrap();
            welder.extend(others).unwrap();
            assert_eq!((welder.vertices, welder.faces), weld(&plain), "{places} places");
        }
    }
}
