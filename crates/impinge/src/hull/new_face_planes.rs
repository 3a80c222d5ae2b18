//! The planes of the triangles around a new vertex, eight at a time: which of them does a point see.

use super::plane_filter::Plane;
use crate::math::DVec3;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Planes in a block.
const WIDTH: usize = 8;

/// Eight planes.
#[derive(Clone, Copy, Debug)]
struct Block {
    normals: [[f64; WIDTH]; 3],
    errors: [f64; WIDTH],
    /// How many are used.
    count: u32,
}

/// The triangles around a new vertex, which is the anchor of all their planes.
#[derive(Debug, Default)]
pub(super) struct Cone {
    pub triangles: Vec<u32>,
    blocks: Vec<Block>,
}

/// What a point sees of a cone, as far as floating point can tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum View {
    /// This triangle, by its place in the cone, at this height.
    Sees(usize, f64),
    /// None of those that could be decided, and some could not.
    Unclear,
    /// None.
    Nothing,
}

impl Cone {
    /// Forgets all triangles.
    pub fn clear(&mut self) {
        self.triangles.clear();
        self.blocks.clear();
    }

    /// Adds a triangle.
    #[inline(always)]
    pub fn push(&mut self, triangle: u32, plane: &Plane) {
        let lane = self.triangles.len() % WIDTH;
        if lane == 0 {
            self.blocks.push(Block { normals: [[0.0; WIDTH]; 3], errors: [0.0; WIDTH], count: 0 });
        }
        self.triangles.push(triangle);
        if let Some(block) = self.blocks.last_mut() {
            for k in 0..3 {
                block.normals[k][lane] = plane.normal[k];
            }
            block.errors[lane] = plane.error;
            block.count += 1;
        }
    }

    /// What a point sees, given from the anchor.
    #[inline(always)]
    pub fn view<S: Simd>(&self, simd: S, from_anchor: DVec3) -> View {
        let [x, y, z] = from_anchor.to_array();
        let (x, y, z) = (f64x8::splat(simd, x), f64x8::splat(simd, y), f64x8::splat(simd, z));
        let mut is_unclear = false;
        for (number, block) in self.blocks.iter().enumerate() {
            let [nx, ny, nz] = &block.normals;
            let (nx, ny, nz) = (f64x8::from_slice(simd, nx), f64x8::from_slice(simd, ny), f64x8::from_slice(simd, nz));
            let errors = f64x8::from_slice(simd, &block.errors);
            let heights = nx * x + ny * y + nz * z;
            // An unused lane has the height 0 and the error 0, so it is not above.
            let above = heights.simd_gt(errors).to_bitmask() as u32;
            if above != 0 {
                let lane = above.trailing_zeros() as usize;
                return View::Sees(WIDTH * number + lane, heights.to_array()[lane % WIDTH]);
            }
            let below = heights.simd_lt(-errors).to_bitmask() as u32;
            is_unclear |= below.count_ones() < block.count;
        }
        if is_unclear { View::Unclear } else { View::Nothing }
    }
}
