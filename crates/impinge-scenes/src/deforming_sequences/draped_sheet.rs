//! A sheet that falls over a turning ball and folds.

use super::falling_cloth::{Ball, Moment};
use super::position_based_cloth::Net;
use super::spline_surface::{Grid, Tap};
use super::{Film, Size, falling_cloth};
use crate::{SceneError, SplitMix64, Surface};
use impinge::math::DVec3;
use impinge::mesh::Mesh;

/// Threads along a side of the net, however many triangles there are: the sheet is smooth in between.
const THREADS: usize = 56;

/// Half a side of the sheet, in metres.
const HALF: f64 = 1.4;

/// Where its middle is in the beginning: a little above the ball, and not right above it.
const START: DVec3 = DVec3::new(0.07, -0.04, falling_cloth::TOP + 0.06);

/// By how much particles are off their places in the beginning, in metres: what makes folds differ from seed to seed.
const CREASE: f64 = 0.004;

/// The ball turns, and winds the sheet about itself.
const BALL: Ball = Ball { friction: 0.06, spin: 3.5 };

/// The sheet, at every frame.
#[derive(Clone, Debug)]
pub struct Drape {
    cells: usize,
    moments: Vec<Moment>,
    ball: Mesh,
}

impl Drape {
    /// A square sheet with a ball below it; each seed creases it in its own way.
    ///
    /// # Errors
    /// A size out of range.
    pub fn new(size: Size, seed: u64) -> Result<Self, SceneError> {
        size.check()?;
        let cells = (f64::from(size.triangles) / 2.0).sqrt().round() as usize;
        let mut net = Net::default();
        net.add(&rest([THREADS; 2], [[-HALF, HALF]; 2]));
        crease(&mut net, seed);
        let moments = falling_cloth::remembered(net, size.frames as usize, BALL, |_| 0);
        Ok(Self { cells, moments, ball: falling_cloth::ball()? })
    }
}

impl Film for Drape {
    fn frames(&self) -> usize {
        self.moments.len()
    }

    fn frame(&self, index: usize) -> Surface {
        let places = self.moments[index.min(self.moments.len() - 1)].places.clone();
        let taps = Tap::all(THREADS + 1, self.cells);
        let fine = Grid { size: [THREADS + 1; 2], places }.refined([&taps, &taps]);
        let mut surface = Surface { vertices: fine.places, faces: Vec::with_capacity(2 * self.cells * self.cells) };
        let row = |j: usize| (0..=self.cells).map(|i| (j * (self.cells + 1) + i) as u32).collect::<Vec<_>>();
        (0..self.cells).for_each(|j| weave(&mut surface, j, [&row(j), &row(j + 1)]));
        surface
    }

    fn obstacle(&self) -> Option<&Mesh> {
        Some(&self.ball)
    }
}

/// A flat sheet of the given number of threads each way, between two numbers each way.
pub(super) fn rest([columns, rows]: [usize; 2], [x, y]: [[f64; 2]; 2]) -> Grid {
    let between = |[low, high]: [f64; 2], k: usize, parts: usize| low + (high - low) * k as f64 / parts as f64;
    let place = |i: usize, j: usize| START + DVec3::new(between(x, i, columns), between(y, j, rows), 0.0);
    let places = (0..=rows).flat_map(|j| (0..=columns).map(move |i| place(i, j))).collect();
    Grid { size: [columns + 1, rows + 1], places }
}

/// Moves every particle up or down a little; those that are sewn together, together.
pub(super) fn crease(net: &mut Net, seed: u64) {
    let mut random = SplitMix64::new(seed);
    for place in &mut net.places {
        place.z += random.between(-CREASE, CREASE);
    }
    for [a, b] in &net.stitches {
        net.places[*b as usize] = net.places[*a as usize];
    }
}

/// Adds the triangles between two rows of vertices, of which this is the how manieth pair; diagonals lean to and fro.
pub(super) fn weave(surface: &mut Surface, row: usize, [lower, upper]: [&[u32]; 2]) {
    for (i, (low, high)) in lower.windows(2).zip(upper.windows(2)).enumerate() {
        let [a, b, c, d] = [low[0], low[1], high[1], high[0]];
        surface.quad(if (i + row).is_multiple_of(2) { [a, b, c, d] } else { [b, c, d, a] });
    }
}
