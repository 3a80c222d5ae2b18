//! A tree whose faces change between two sorts: a face with new corners stays in its slot, one that goes leaves its slot empty, those that come
//! are sorted among themselves and get leaves of their own at the end. Only the boxes around these are drawn.

use super::face_tree::{FaceTree, NO_VERTEX, PaddedPoint};
use crate::executor::Executor;
use crate::lane_tree::{BoxCorners, EMPTY_BOX, WIDTH};
use crate::math::simd::dispatch;
use crate::math::{DVec3, simd};

/// A tree is sorted if more than one leaf in this many was appended since the last sort, and more than the fewest.
const NEWCOMERS: usize = 16;
const FEWEST_NEWCOMERS: usize = 16;

/// A tree is sorted if more than one slot in this many is empty.
const VACANT: usize = 4;

impl FaceTree {
    /// Whether so much has changed that sorting pays.
    pub fn is_patchy(&self) -> bool {
        let leaves = self.boxes.len();
        let newcomers = leaves.saturating_sub(self.sorted_leaves);
        newcomers > FEWEST_NEWCOMERS.max(leaves / NEWCOMERS)
            || self.vacant.len() > (FEWEST_NEWCOMERS * WIDTH).max(self.slots.len() / VACANT)
    }

    /// Adds vertices.
    pub fn add_points(&mut self, positions: &[DVec3]) {
        let frame = self.frame;
        dispatch!(simd::level(), simd => {
            for p in positions {
                self.origins.push(self.places.len() as u32);
                self.places.push(self.points.len() as u32);
                self.points.push(PaddedPoint([p.x, p.y, p.z, 0.0]));
                self.carried.push(frame.carry_point(simd, *p).into());
            }
        });
    }

    /// Gives faces new corners.
    pub fn set_corners(&mut self, faces: &[(u32, [u32; 3])]) {
        self.find_homes();
        let mut leaves = Vec::new();
        for (face, corners) in faces {
            let slot = self.homes[*face as usize] as usize;
            let [a, b, c] = corners.map(|corner| self.places[corner as usize]);
            self.slots[slot] = [a, b, c, *face];
            (0..3).for_each(|k| self.corners[slot / WIDTH][k][slot % WIDTH] = self.slots[slot][k]);
            leaves.push(slot / WIDTH);
        }
        self.redraw(leaves);
    }

    /// Takes faces out; those that take their numbers are given by their numbers before and now.
    pub fn remove(&mut self, faces: &[u32], renamed: impl Iterator<Item = [u32; 2]>) {
        self.find_homes();
        let mut leaves = Vec::new();
        for face in faces {
            let slot = self.homes[*face as usize];
            self.corners[slot as usize / WIDTH].iter_mut().for_each(|row| row[slot as usize % WIDTH] = NO_VERTEX);
            self.vacant.push(slot);
            leaves.push(slot as usize / WIDTH);
        }
        self.vacant.sort_unstable();
        for [before, now] in renamed {
            let slot = self.homes[before as usize];
            self.homes[now as usize] = slot;
            self.slots[slot as usize][3] = now;
        }
        self.faces -= faces.len();
        self.homes.truncate(self.faces);
        self.redraw(leaves);
    }

    /// Puts faces in, numbered on from the last.
    pub fn append(&mut self, faces: &[[u32; 3]]) {
        self.find_homes();
        let (first, first_leaf) = (self.faces as u32, self.boxes.len());
        let Self { sorter, slots, places, carried, .. } = self;
        let renumbered = |face: u32| faces[face as usize].map(|corner| places[corner as usize]);
        let middle = |face: u32| {
            let corners = extent(carried, renumbered(face));
            [0, 1, 2].map(|k| (corners[k] + corners[k + 3]) * 0.5)
        };
        let order = sorter.sort(0..faces.len() as u32, middle, &Executor::serial());
        self.homes.resize(self.faces + faces.len(), 0);
        for item in order {
            let ([a, b, c], face) = (renumbered(*item as u32), first + *item as u32);
            self.homes[face as usize] = slots.len() as u32;
            slots.push([a, b, c, face]);
        }
        self.faces += faces.len();
        self.fill_rows(first_leaf, &Executor::serial());
        self.redraw((first_leaf..self.boxes.len()).collect());
    }

    /// Finds the slot of every face, if that is not known.
    fn find_homes(&mut self) {
        if self.homes.len() == self.faces {
            return;
        }
        self.homes.resize(self.faces, 0);
        for (leaf, (slots, rows)) in self.slots.chunks(WIDTH).zip(&self.corners).enumerate() {
            for (lane, slot) in slots.iter().enumerate().filter(|(lane, _)| rows[0][*lane] != NO_VERTEX) {
                self.homes[slot[3] as usize] = (leaf * WIDTH + lane) as u32;
            }
        }
    }

    /// Draws the boxes of some leaves and what is around them.
    fn redraw(&mut self, mut leaves: Vec<usize>) {
        leaves.sort_unstable();
        leaves.dedup();
        for leaf in leaves {
            self.settle_vacant(leaf);
            for lane in 0..WIDTH {
                let is_vacant = self.corners[leaf][0][lane] == NO_VERTEX;
                let [a, b, c, _] = self.slots[leaf * WIDTH + lane];
                let corners = if is_vacant { EMPTY_BOX } else { extent(&self.carried, [a, b, c]) };
                self.boxes[leaf].set(lane, &corners);
            }
            self.levels.set(leaf, self.boxes[leaf].union());
        }
    }

    /// Lets empty slots of a leaf repeat one of its faces, or a point if it has no face.
    fn settle_vacant(&mut self, leaf: usize) {
        let (rows, slots) = (&self.corners[leaf], &mut self.slots[leaf * WIDTH..(leaf + 1) * WIDTH]);
        let face = (0..WIDTH).find(|lane| rows[0][*lane] != NO_VERTEX);
        let [a, _, _, last] = slots[0];
        let repeated = face.map_or([a, a, a, last], |lane| slots[lane]);
        (0..WIDTH).filter(|lane| rows[0][*lane] == NO_VERTEX).for_each(|lane| slots[lane] = repeated);
    }
}

/// The box of three points.
fn extent(carried: &[[f32; 4]], face: [u32; 3]) -> BoxCorners {
    let [a, b, c] = face.map(|corner| carried[corner as usize]);
    let low = |k: usize| a[k].min(b[k]).min(c[k]);
    let high = |k: usize| a[k].max(b[k]).max(c[k]);
    [low(0), low(1), low(2), high(0), high(1), high(2)]
}
