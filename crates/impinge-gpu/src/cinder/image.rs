//! What every way of running CInDeR ends with: the same few images, pixel by pixel.

use crate::draw_layout::Layout;
use crate::error::{GpuError, short};
use crate::mesh_table::MeshTable;
use impinge::math::DVec3;

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

/// A pixel at which the nearest edge is inside of something, or the count is negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Hit {
    /// The pixel, row by row from the upper left.
    pub pixel: u32,
    /// The edge, shifted by one.
    pub edge: u32,
    /// Its depth.
    pub depth: u32,
    /// The first slot whose solid the edge is inside of, shifted by one; 0 where the count is negative.
    pub penetrated: u32,
    /// The first slot that counts negative, shifted by one; 0 if there is none.
    pub negative: u32,
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

impl Pair {
    /// Both bodies, the lower number first.
    #[must_use]
    pub fn bodies(&self) -> (u32, u32) {
        (self.penetrating.min(self.penetrated), self.penetrating.max(self.penetrated))
    }
}

impl Images {
    /// Images without anything on them.
    pub(super) fn empty(pixels: usize) -> Self {
        Self {
            edge: vec![0; pixels],
            depth: vec![0; pixels],
            count: vec![0; pixels],
            penetrated: vec![0; pixels],
            negative: vec![0; pixels],
        }
    }

    /// The pixels whose count is not zero.
    pub(super) fn hits(&self) -> Vec<Hit> {
        let counting = (0..).zip(&self.count).filter(|&(_, &count)| count != 0);
        let hit = |(pixel, &count): (u32, &i32)| {
            let at = pixel as usize;
            let penetrated = if count > 0 { self.penetrated[at] } else { 0 };
            Hit { pixel, edge: self.edge[at], depth: self.depth[at], penetrated, negative: self.negative[at] }
        };
        counting.map(hit).collect()
    }
}

/// The pairs that pixels tell of, where every count is of closed solids turned outward.
///
/// # Errors
/// A body that counts negative, or an edge inside of something that has no name; or as [`pairs`].
pub fn found_pairs(hits: &[Hit], layout: &Layout, store: &MeshTable) -> Result<Vec<Pair>, GpuError> {
    if let Some(slot) = hits.iter().filter_map(|hit| hit.negative.checked_sub(1)).min() {
        let body = *layout.bodies.get(slot as usize).ok_or_else(short)?;
        return Err(GpuError::NotClosed { body });
    }
    if hits.iter().any(|hit| hit.penetrated == 0) {
        return Err(GpuError::Winding);
    }
    pairs(hits, layout, store)
}

/// The pairs that pixels tell of, in ascending order, their points in the order of pixels.
///
/// # Errors
/// A hit without an edge or a penetrated body, or with one that is not there.
fn pairs(hits: &[Hit], layout: &Layout, store: &MeshTable) -> Result<Vec<Pair>, GpuError> {
    let width = layout.request.size[0].max(1);
    // Both bodies, the pixel and the hit in one number, which sorts faster than four.
    let named = |(i, hit): (u32, &Hit)| {
        let (slot, _) = layout.edge(hit.edge.checked_sub(1)?);
        let inside = hit.penetrated.checked_sub(1)?;
        let bodies = [layout.bodies.get(slot as usize)?, layout.bodies.get(inside as usize)?];
        let words = [*bodies[0], *bodies[1], hit.pixel, i];
        Some(words.into_iter().fold(0_u128, |number, word| number << 32 | u128::from(word)))
    };
    let mut order = (0..).zip(hits).map(named).collect::<Option<Vec<u128>>>().ok_or_else(short)?;
    order.sort_unstable();
    let pair = |run: &[u128]| {
        let bodies = run.first().map_or(0, |number| number >> 64);
        let (mut edges, mut points) = (Vec::with_capacity(run.len()), Vec::with_capacity(run.len()));
        // What only the rim of a tile shows is kept; else it is left to the tile whose it is.
        let place = |hit: &Hit| [hit.pixel % width, hit.pixel / width];
        let rim = !run.iter().any(|&number| layout.fitted.owns(place(&hits[number as u32 as usize])));
        for hit in run.iter().map(|&number| &hits[number as u32 as usize]) {
            let (slot, edge) = layout.edge(hit.edge.saturating_sub(1));
            let model = store.model(layout.meshes[slot as usize])?;
            edges.push(*model.edges.get(edge as usize).ok_or_else(short)?);
            if rim || layout.fitted.owns(place(hit)) {
                points.push(layout.fitted.unproject(place(hit), hit.depth as i32));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        Ok(Pair { penetrating: (bodies >> 32) as u32, penetrated: bodies as u32, edges, points })
    };
    order.chunk_by(|a, b| a >> 64 == b >> 64).map(pair).collect()
}
