//! What every way of running CInDeR ends with: the same few images, pixel by pixel.

use crate::error::GpuError;
use crate::layout::Layout;
use impinge::math::DVec3;
use std::collections::BTreeMap;

/// One value for each pixel, row by row from the upper left. Numbers are shifted by one: 0 is "none".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Images {
    /// The nearest edge, as the layout numbers edges; of several at one depth the first.
    pub edge: Vec<u32>,
    /// Its depth, where there is one.
    pub depth: Vec<u32>,
    /// How many solids it is inside of.
    pub count: Vec<i32>,
    /// The first slot whose solid it is inside of, where the count is not zero.
    pub penetrated: Vec<u32>,
    /// The first slot that counts negative there, where the count is not zero.
    pub negative: Vec<u32>,
}

/// One body with an edge inside another.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The body whose edges are inside, as numbered in the query.
    pub penetrating: u32,
    /// The body that they are inside of.
    pub penetrated: u32,
    /// Those edges, by the corners of the mesh at their ends, in ascending order.
    pub edges: Vec<[u32; 2]>,
    /// Where they were seen, in space, in the order of pixels: within a pixel and a step of depth.
    pub points: Vec<DVec3>,
}

impl Images {
    /// Images without anything on them.
    #[must_use]
    pub fn empty(pixels: usize) -> Self {
        Self {
            edge: vec![0; pixels],
            depth: vec![0; pixels],
            count: vec![0; pixels],
            penetrated: vec![0; pixels],
            negative: vec![0; pixels],
        }
    }

    /// The pairs that the pixels tell of, in ascending order; `edges` gives the ends of an edge of a slot.
    ///
    /// # Errors
    /// An edge is inside of something, and no body was found that it is inside of.
    pub fn pairs(&self, layout: &Layout, edges: impl Fn(u32, u32) -> [u32; 2]) -> Result<Vec<Pair>, GpuError> {
        let mut found = BTreeMap::<(u32, u32), Pair>::new();
        let width = layout.request.size[0].max(1);
        for (pixel, &count) in (0..).zip(&self.count).filter(|&(_, &count)| count > 0) {
            let at = pixel as usize;
            let (Some(number), Some(inside)) = (self.edge[at].checked_sub(1), self.penetrated[at].checked_sub(1))
            else {
                continue;
            };
            debug_assert!(count > 0);
            let (slot, edge) = layout.edge(number);
            let (penetrating, penetrated) = (layout.bodies[slot as usize], layout.bodies[inside as usize]);
            let new = || Pair { penetrating, penetrated, edges: Vec::new(), points: Vec::new() };
            let pair = found.entry((penetrating, penetrated)).or_insert_with(new);
            pair.edges.push(edges(slot, edge));
            pair.points.push(layout.fitted.unproject([pixel % width, pixel / width], self.depth[at] as i32));
        }
        for pair in found.values_mut() {
            pair.edges.sort_unstable();
            pair.edges.dedup();
        }
        Ok(found.into_values().collect())
    }
}
