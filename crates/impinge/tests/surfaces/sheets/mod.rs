//! Surfaces for tests: vertices, faces, and sheets of squares.

mod random;

pub use random::Random;

use impinge::deform::Deformable;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::triangle_pair::Triangle;

/// Vertices and faces.
#[derive(Clone)]
pub struct Surface {
    pub positions: Vec<DVec3>,
    pub faces: Vec<[u32; 3]>,
}

impl Surface {
    pub fn triangle(&self, face: usize) -> Triangle {
        self.faces[face].map(|corner| self.positions[corner as usize])
    }

    pub fn deformable(&self) -> Deformable {
        Deformable::try_new(&self.positions, self.faces.clone(), &Executor::serial()).unwrap()
    }

    pub fn moved(&self, carry: impl FnMut(DVec3) -> DVec3) -> Self {
        Self { positions: self.positions.iter().copied().map(carry).collect(), faces: self.faces.clone() }
    }
}

/// A sheet of `n` by `n` squares, two faces each.
pub fn sheet(n: u32) -> Surface {
    let at = |i: u32, j: u32| i * (n + 1) + j;
    let positions = (0..=n).flat_map(|i| (0..=n).map(move |j| DVec3::new(f64::from(i), f64::from(j), 0.0))).collect();
    let square = |i, j| [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]];
    let faces = (0..n).flat_map(|i| (0..n).flat_map(move |j| square(i, j))).collect();
    Surface { positions, faces }
}
