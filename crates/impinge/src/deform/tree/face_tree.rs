//! The implicit tree over the faces of a surface: eight faces a leaf, in the order of a Hilbert curve, with vertices renumbered in
//! the order in which faces come to them. A face is a slot; refitting reads three numbers and three points a slot, one after the other.

use crate::executor::Executor;
use crate::lane_tree::{
    Aabbx8, EMPTY_BOX, F32Frame, HilbertSorter, LeafSizes, NodeLevels, PackedAabb, WIDTH, set_lanes,
};
use crate::math::predicates::Triangle;
use crate::math::simd::dispatch;
use crate::math::{DVec3, simd};
use fearless_simd::f32x4;
use fearless_simd::prelude::*;
use std::ops::Range;

/// The height of every tree: enough for as many faces as 32 bits number, and any two can be walked together.
const HEIGHT: usize = 12;
/// The corner of a slot without a face.
pub(crate) const NO_VERTEX: u32 = u32::MAX;
/// Lowest nodes of a piece: sizes are summed by pieces, whatever the number of threads.
const PIECE: usize = 32;
/// Slots of a piece.
pub(crate) const PIECE_SLOTS: usize = PIECE * WIDTH * WIDTH;
/// Vertices or faces that are carried at a time.
const CARRIED: usize = 4_096;
/// Samples every nth leaf for its size.
const SAMPLED: usize = 4;

/// A point and a spare number, read at once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(crate) struct PaddedPoint(pub [f64; 4]);

/// Slots and the boxes around them.
#[derive(Debug, Default)]
pub(crate) struct FaceTree {
    /// The corners of the face in every slot, by their new numbers, and the face; an empty slot repeats a face of its leaf.
    pub slots: Vec<[u32; 4]>,
    /// The same corners by rows, eight slots at a time; [`NO_VERTEX`] where there is no face.
    pub corners: Vec<[[u32; WIDTH]; 3]>,
    /// The boxes of the slots.
    pub boxes: Vec<Aabbx8>,
    /// The boxes around leaves, and around these.
    pub levels: NodeLevels,
    /// The vertices, by their new numbers.
    pub points: Vec<PaddedPoint>,
    /// The frame of the boxes.
    pub frame: F32Frame,
    /// The new number of every vertex.
    pub places: Vec<u32>,
    /// The vertex of every new number.
    pub origins: Vec<u32>,
    /// The vertices in the frame, by their new numbers.
    pub carried: Vec<[f32; 4]>,
    /// Slots without a face, sorted.
    pub vacant: Vec<u32>,
    /// The slot of every face; empty until it is needed.
    pub homes: Vec<u32>,
    /// How many faces there are.
    pub faces: usize,
    /// How many leaves there were after the last sort.
    pub sorted_leaves: usize,
    /// Makes orders.
    pub sorter: HilbertSorter,
    /// Working memory: the middles of the boxes of faces.
    middles: Vec<[f32; 4]>,
    /// The sizes of leaves, piece by piece.
    sizes: Vec<LeafSizes>,
}

impl FaceTree {
    /// How many faces there are.
    pub fn faces(&self) -> usize {
        self.faces
    }

    /// Where a vertex is.
    pub fn vertex(&self, vertex: usize) -> Option<DVec3> {
        self.places.get(vertex).and_then(|place| self.points.get(*place as usize)).map(position)
    }

    /// The triangle in a slot.
    pub fn triangle(&self, slot: u32) -> Triangle {
        let [a, b, c, _] = self.slots[slot as usize];
        [a, b, c].map(|corner| position(&self.points[corner as usize]))
    }

    /// The corners of the face in a slot, by their new numbers.
    pub fn corners_of(&self, slot: u32) -> [u32; 3] {
        let [a, b, c, _] = self.slots[slot as usize];
        [a, b, c]
    }

    /// Puts faces into a new order, in a new frame; boxes are to be [refitted](Self::refit).
    pub fn sort(&mut self, positions: &[DVec3], faces: &[[u32; 3]], frame: F32Frame, executor: &Executor) {
        (self.frame, self.faces) = (frame, faces.len());
        self.find_middles(positions, faces, executor);
        let middle = |face: u32| {
            let [x, y, z, _] = self.middles[face as usize];
            [x, y, z]
        };
        let order = self.sorter.sort(0..faces.len() as u32, middle, executor);
        self.homes.clear();
        self.vacant.clear();
        self.places.clear();
        self.places.resize(positions.len(), NO_VERTEX);
        let (places, mut next) = (&mut self.places, 0);
        self.slots.clear();
        self.slots.extend(order.iter().map(|item| {
            let [mut a, mut b, mut c] = faces[*item as u32 as usize];
            for corner in [&mut a, &mut b, &mut c] {
                let place = &mut places[*corner as usize];
                if *place == NO_VERTEX {
                    *place = next;
                    next += 1;
                }
                *corner = *place;
            }
            [a, b, c, *item as u32]
        }));
        self.origins.resize(positions.len(), 0);
        for (vertex, place) in places.iter_mut().enumerate() {
            if *place == NO_VERTEX {
                *place = next;
                next += 1;
            }
            self.origins[*place as usize] = vertex as u32;
        }
        self.fill_rows(0, executor);
        self.sorted_leaves = self.boxes.len();
    }

    /// Finds the middles of the boxes of faces.
    fn find_middles(&mut self, positions: &[DVec3], faces: &[[u32; 3]], executor: &Executor) {
        let (frame, level) = (self.frame, simd::level());
        self.carried.resize(positions.len(), [0.0; 4]);
        self.middles.resize(faces.len(), [0.0; 4]);
        let pieces = self.carried.chunks_mut(CARRIED).zip(positions.chunks(CARRIED));
        executor.for_each_of(pieces, |(carried, positions)| {
            dispatch!(level, simd => {
                for (carried, position) in carried.iter_mut().zip(positions) {
                    *carried = frame.carry_point(simd, *position).into();
                }
            });
        });
        let carried = &self.carried;
        let pieces = self.middles.chunks_mut(CARRIED).zip(faces.chunks(CARRIED));
        executor.for_each_of(pieces, |(middles, faces)| {
            dispatch!(level, simd => {
                for (middle, face) in middles.iter_mut().zip(faces) {
                    let (low, high) = extent(simd, carried, *face);
                    *middle = ((low + high) * 0.5).into();
                }
            });
        });
    }

    /// Fills the last leaf up and writes the corners by rows, from one leaf on.
    pub fn fill_rows(&mut self, first_leaf: usize, executor: &Executor) {
        let filled = self.slots.len();
        let leaves = filled.div_ceil(WIDTH);
        let last = self.slots.last().copied().unwrap_or_default();
        self.slots.resize(leaves * WIDTH, last);
        self.vacant.extend(filled as u32..self.slots.len() as u32);
        self.corners.resize(leaves, [[NO_VERTEX; WIDTH]; 3]);
        self.write_rows(first_leaf..leaves, filled, executor);
        self.boxes.resize(leaves, Aabbx8::EMPTY);
        self.levels.shape(leaves);
        self.levels.raise(HEIGHT);
    }

    /// Writes the corners of some leaves by rows; slots from one on are empty.
    pub fn write_rows(&mut self, leaves: Range<usize>, filled: usize, executor: &Executor) {
        let slots = self.slots[leaves.start * WIDTH..leaves.end * WIDTH].chunks(PIECE_SLOTS);
        let pieces = self.corners[leaves.clone()].chunks_mut(PIECE * WIDTH).zip(slots);
        executor.for_each_of(pieces, |(rows, slots)| {
            for (rows, slots) in rows.iter_mut().zip(slots.chunks_exact(WIDTH)) {
                for (lane, slot) in slots.iter().enumerate() {
                    (0..3).for_each(|k| rows[k][lane] = slot[k]);
                }
            }
        });
        for slot in filled..leaves.end * WIDTH {
            self.corners[slot / WIDTH].iter_mut().for_each(|row| row[slot % WIDTH] = NO_VERTEX);
        }
    }

    /// Takes new positions and refits all boxes; returns the sizes of leaves, piece by piece.
    pub fn refit(&mut self, positions: &[DVec3], executor: &Executor) -> &[LeafSizes] {
        let (frame, level) = (self.frame, simd::level());
        self.points.resize(positions.len(), PaddedPoint::default());
        self.carried.resize(positions.len(), [0.0; 4]);
        let pieces = self.points.chunks_mut(CARRIED).zip(self.carried.chunks_mut(CARRIED));
        executor.for_each_of(pieces.zip(self.origins.chunks(CARRIED)), |((points, carried), origins)| {
            dispatch!(level, simd => {
                for ((point, carried), origin) in points.iter_mut().zip(carried).zip(origins) {
                    let p = positions[*origin as usize];
                    *point = PaddedPoint([p.x, p.y, p.z, 0.0]);
                    *carried = frame.carry_point(simd, p).into();
                }
            });
        });
        self.draw(|_| true, executor)
    }

    /// Refits the boxes of some pieces and all nodes; returns the sizes of leaves, piece by piece.
    pub fn draw(&mut self, is_wanted: impl Fn(usize) -> bool, executor: &Executor) -> &[LeafSizes] {
        self.sizes.resize(self.slots.len().div_ceil(PIECE_SLOTS), LeafSizes::default());
        let (level, carried, points) = (simd::level(), &self.carried[..], &self.points[..]);
        let leaves = self.boxes.chunks_mut(PIECE * WIDTH).zip(self.slots.chunks(PIECE_SLOTS));
        let pieces = self.levels.lowest().chunks_mut(PIECE).zip(leaves).zip(&mut self.sizes);
        let wanted = pieces.enumerate().filter(|(piece, _)| is_wanted(*piece));
        executor.for_each_of(wanted, |(_, ((nodes, (boxes, slots)), sizes))| {
            *sizes = LeafSizes::default();
            dispatch!(level, simd => {
                let leaves = boxes.chunks_mut(WIDTH).zip(slots.chunks(WIDTH * WIDTH));
                for (node, (boxes, slots)) in nodes.iter_mut().zip(leaves) {
                    *node = refit_node(simd, boxes, slots, carried, points, sizes);
                }
            });
        });
        self.clear_vacant();
        self.levels.refit();
        &self.sizes
    }

    /// Takes away the boxes of empty slots, and of leaves of these.
    fn clear_vacant(&mut self) {
        for slots in self.vacant.chunk_by(|a, b| *a as usize / WIDTH == *b as usize / WIDTH) {
            let leaf = slots[0] as usize / WIDTH;
            slots.iter().for_each(|slot| self.boxes[leaf].set(*slot as usize % WIDTH, &EMPTY_BOX));
            if slots.len() == WIDTH {
                self.levels.lowest()[leaf / WIDTH].set(leaf % WIDTH, &EMPTY_BOX);
            }
        }
        if self.boxes.is_empty() {
            self.levels.lowest().fill(Aabbx8::EMPTY);
        }
    }
}

pub(crate) fn position(point: &PaddedPoint) -> DVec3 {
    let [x, y, z, _] = point.0;
    DVec3::new(x, y, z)
}

/// Draws the boxes of the slots of eight leaves or fewer; the boxes around the leaves.
#[inline(always)]
fn refit_node<S: Simd>(
    simd: S,
    boxes: &mut [Aabbx8],
    slots: &[[u32; 4]],
    carried: &[[f32; 4]],
    points: &[PaddedPoint],
    sizes: &mut LeafSizes,
) -> Aabbx8 {
    let nothing = [EMPTY_BOX[0], EMPTY_BOX[3]].map(|x| f32x4::splat(simd, x));
    let (mut lows, mut highs) = ([nothing[0]; WIDTH], [nothing[1]; WIDTH]);
    for (leaf, (block, slots)) in boxes.iter_mut().zip(slots.chunks_exact(WIDTH)).enumerate() {
        let (mut low, mut high) = ([nothing[0]; WIDTH], [nothing[1]; WIDTH]);
        for (lane, [a, b, c, _]) in slots.iter().enumerate() {
            (low[lane], high[lane]) = extent(simd, carried, [*a, *b, *c]);
            (lows[leaf], highs[leaf]) = (lows[leaf].min(low[lane]), highs[leaf].max(high[lane]));
        }
        *block = Aabbx8::from_corners(&low, &high);
        let flat = block.points(simd);
        if flat != 0 {
            let [l, h] = without_points(block, slots, flat, points);
            (lows[leaf], highs[leaf]) = (f32x4::simd_from(simd, l), f32x4::simd_from(simd, h));
        }
        if leaf % SAMPLED == 0 {
            let (l, h): ([f32; 4], [f32; 4]) = (lows[leaf].into(), highs[leaf].into());
            sizes.add(&PackedAabb::new(&[l[0], l[1], l[2], h[0], h[1], h[2]]));
        }
    }
    Aabbx8::from_corners(&lows, &highs)
}

/// Takes away the boxes of faces with all corners in one place, which meet nothing: where a whole surface has collapsed, all would be near all.
/// The corners of what is left.
#[cold]
#[inline(never)]
fn without_points(block: &mut Aabbx8, slots: &[[u32; 4]], lanes_asked: u32, points: &[PaddedPoint]) -> [[f32; 4]; 2] {
    for lane in set_lanes(lanes_asked) {
        let [a, b, c, _] = slots[lane].map(|corner| points.get(corner as usize).map_or([0.0; 4], |point| point.0));
        if a == b && b == c {
            block.set(lane, &EMPTY_BOX);
        }
    }
    let [x, y, z, u, v, w] = block.union();
    [[x, y, z, 0.0], [u, v, w, 0.0]]
}

/// The lowest and the highest coordinates of three points.
#[inline(always)]
fn extent<S: Simd>(simd: S, carried: &[[f32; 4]], [a, b, c]: [u32; 3]) -> (f32x4<S>, f32x4<S>) {
    let a = f32x4::from_slice(simd, &carried[a as usize]);
    let b = f32x4::from_slice(simd, &carried[b as usize]);
    let c = f32x4::from_slice(simd, &carried[c as usize]);
    (a.min(b).min(c), a.max(b).max(c))
}
