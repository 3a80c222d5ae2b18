//! All vertices of a polygon side by side, each ring closed by its first vertex, so that two that follow each other are the ends of an edge.

use super::edge_blocks::LANES;
use crate::polygon::rings::Rings;
use impinge::math::bit_mask::BitMask;

/// Marks a slot from which no edge starts.
const NO_EDGE: u32 = u32::MAX;

/// The vertices of a polygon, each ring followed by its first vertex; in its own frame, filled up to a multiple of eight.
#[derive(Clone, Debug)]
pub(crate) struct EdgeChain {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    /// The edge that starts in a slot and ends in the next.
    pub edges: Vec<u32>,
    /// Slots from which edges start.
    pub starts: BitMask,
}

impl EdgeChain {
    pub fn new(rings: &Rings) -> Self {
        let (mut x, mut y, mut edges, mut starts) = (Vec::new(), Vec::new(), Vec::new(), BitMask::default());
        for ring in 0..rings.ring_count() {
            let range = rings.ring_range(ring);
            for vertex in range.clone().chain([range.start]) {
                let p = rings.vertices()[vertex];
                x.push(p.x);
                y.push(p.y);
                edges.push(vertex as u32);
            }
            if let Some(last) = edges.last_mut() {
                *last = NO_EDGE;
            }
        }
        let filled = edges.len().next_multiple_of(LANES);
        x.resize(filled, 0.0);
        y.resize(filled, 0.0);
        edges.resize(filled, NO_EDGE);
        starts.clear(filled);
        edges.iter().enumerate().filter(|(_, edge)| **edge != NO_EDGE).for_each(|(slot, _)| starts.set(slot));
        Self { x, y, edges, starts }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.edges.len()
    }
}
