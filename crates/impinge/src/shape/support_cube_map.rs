//! Where a climb to the farthest vertex starts: a table with the farthest vertex along the middle of each of many cells of directions, so
//! that from any direction the climb is a step or two, whatever the hint.
//!
//! Cells are those of a cube around the origin, each side cut into squares.

use super::hill_climbing::{Climb, Neighbours};
use crate::math::DVec3;

/// Squares along an edge of the cube, for hulls of fewer vertices than [`MANY`] and of more.
const SQUARES: [usize; 2] = [8, 16];

/// Vertices from which on the finer table pays.
const MANY: usize = 256;

/// The farthest vertices along many directions.
#[derive(Clone, Debug)]
pub(super) struct SupportCubeMap {
    squares: usize,
    starts: Vec<u32>,
}

impl SupportCubeMap {
    /// Of the vertices of a hull, by climbing from cell to cell.
    pub fn new(vertices: &[DVec3], neighbours: &Neighbours) -> Self {
        let squares = SQUARES[usize::from(vertices.len() > MANY)];
        let middle = |i: usize| (2 * i + 1) as f64 / squares as f64 - 1.0;
        let mut starts = Vec::with_capacity(6 * squares * squares);
        let mut from = 0;
        for side in 0..6 {
            for i in 0..squares {
                for j in 0..squares {
                    let axis = side / 2;
                    let mut direction = DVec3::ZERO;
                    direction[axis] = if side % 2 == 0 { 1.0 } else { -1.0 };
                    direction[(axis + 1) % 3] = middle(i);
                    direction[(axis + 2) % 3] = middle(j);
                    let (Climb::Top(v) | Climb::Under(v)) = neighbours.climb(vertices, direction, from, u32::MAX);
                    starts.push(v);
                    from = v;
                }
            }
        }
        Self { squares, starts }
    }

    /// A vertex near the farthest along a direction; any vertex where that is zero or not a number.
    #[inline]
    pub fn start(&self, direction: DVec3) -> u32 {
        let size = direction.abs();
        let axis = if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        let half = 0.5 * self.squares as f64;
        let scale = half / size[axis];
        // What is not a number becomes 0.
        let square = |x: f64| ((x * scale + half) as usize).min(self.squares - 1);
        let (i, j) = (square(direction[(axis + 1) % 3]), square(direction[(axis + 2) % 3]));
        let side = 2 * axis + usize::from(direction[axis] < 0.0);
        self.starts[(side * self.squares + i) * self.squares + j]
    }
}
