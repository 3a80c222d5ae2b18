//! A sheet that lies over a ball and is cut through, so that both halves slide off.

use super::draped_sheet::{crease, rest, weave};
use super::falling_cloth::{Ball, Moment};
use super::position_based_cloth::Net;
use super::spline_surface::{Grid, Tap};
use super::{Film, Size, falling_cloth};
use crate::{SceneError, Surface};
use impinge::mesh::Mesh;

/// Threads along the cut and across each half, however many triangles there are: both are smooth in between.
const THREADS: [usize; 2] = [56, 28];

/// Half a side of the sheet, in metres.
const HALF: f64 = 1.0;

/// When the cut begins and ends, in parts of the film's time.
const CUT: [f64; 2] = [0.25, 0.75];

/// The ball is smooth, so that both halves slide off.
const BALL: Ball = Ball { friction: 0.004, spin: 0.0 };

/// Two halves, sewn together along y = 0 until a cut comes by.
#[derive(Clone, Debug)]
pub struct CutSheet {
    /// Cells of the surface along the cut, and across each half.
    cells: [usize; 2],
    /// Particles of one half come first, row by row from the cut.
    moments: Vec<Moment>,
    ball: Mesh,
}

impl CutSheet {
    /// A square sheet with a ball below it; each seed creases it in its own way.
    ///
    /// # Errors
    /// A size out of range.
    pub fn new(size: Size, seed: u64) -> Result<Self, SceneError> {
        size.check()?;
        let half = (f64::from(size.triangles) / 8.0).sqrt().round() as usize;
        let cells = [2 * half, half];
        let mut net = Net::default();
        net.add(&rest(THREADS, [[-HALF, HALF], [0.0, HALF]]));
        net.add(&rest(THREADS, [[-HALF, HALF], [0.0, -HALF]]));
        let other = ((THREADS[0] + 1) * (THREADS[1] + 1)) as u32;
        // The last is the first to go.
        net.stitches = (0..=THREADS[0] as u32).rev().map(|k| [k, other + k]).collect();
        crease(&mut net, seed);
        let seam = net.stitches.len();
        let left = |t: f64| {
            let gone = ((t - CUT[0]) / (CUT[1] - CUT[0])).clamp(0.0, 1.0);
            seam - (seam as f64 * gone).round() as usize
        };
        let moments = falling_cloth::remembered(net, size.frames as usize, BALL, left);
        Ok(Self { cells, moments, ball: falling_cloth::ball()? })
    }

    /// How many vertices of the seam two halves have each for itself: those that depend on a particle that is cut.
    fn parted(&self, index: usize) -> usize {
        let cut = THREADS[0] + 1 - self.moments[index.min(self.moments.len() - 1)].stitches;
        let taps = Tap::all(THREADS[0] + 1, self.cells[0]);
        let parted = taps.iter().take_while(|tap| tap.first_used() < cut).count();
        // Halves do not be connected by a vertex alone.
        if parted == self.cells[0] { parted + 1 } else { parted }
    }
}

impl Film for CutSheet {
    fn frames(&self) -> usize {
        self.moments.len()
    }

    fn frame(&self, index: usize) -> Surface {
        let places = &self.moments[index.min(self.moments.len() - 1)].places;
        let taps = [0, 1].map(|k| Tap::all(THREADS[k] + 1, self.cells[k]));
        let size = THREADS.map(|n| n + 1);
        let [upper, lower] = [0, 1].map(|half| {
            let own = places[half * size[0] * size[1]..][..size[0] * size[1]].to_vec();
            Grid { size, places: own }.refined([&taps[0], &taps[1]]).places
        });
        let [along, across] = self.cells;
        let (width, parted) = (along + 1, self.parted(index));
        // The upper half, the lower one without the seam, and what of the seam is its own.
        let mut surface = Surface { vertices: upper, faces: Vec::with_capacity(8 * across * across) };
        surface.vertices.extend_from_slice(&lower[width..]);
        surface.vertices.extend_from_slice(&lower[..parted]);
        let row = |first: usize| (first..first + width).map(|k| k as u32).collect::<Vec<_>>();
        let (second, own) = (width * (across + 1), width * (2 * across + 1));
        for j in 0..across {
            weave(&mut surface, j, [&row(j * width), &row((j + 1) * width)]);
        }
        for j in 0..across {
            let near = match j {
                0 => (0..width).map(|i| if i < parted { own + i } else { i } as u32).collect(),
                _ => row(second + (j - 1) * width),
            };
            weave(&mut surface, j + 1, [&row(second + j * width), &near]);
        }
        surface
    }

    fn cut(&self, index: usize) -> Vec<[u32; 2]> {
        let Some(before) = index.checked_sub(1) else { return Vec::new() };
        let [first, end] = [before, index].map(|frame| self.parted(frame).min(self.cells[0]) as u32);
        (first..end).map(|k| [k, k + 1]).collect()
    }

    fn obstacle(&self) -> Option<&Mesh> {
        Some(&self.ball)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::deform::{Deformable, SurfaceEdit};
    use impinge::executor::Executor;
    use impinge::feature::VertexId;

    #[test]
    fn a_cut_goes_through_from_end_to_end_and_leaves_two_halves() {
        let film = CutSheet::new(Size { triangles: 3_000, frames: 20 }, 1).unwrap();
        let surfaces: Vec<Surface> = (0..20).map(|k| film.frame(k)).collect();
        let seam = film.cells[0] + 1;
        let (whole, parted) = (surfaces[0].vertices.len(), surfaces[19].vertices.len());
        assert_eq!(parted, whole + seam);
        let mut growing = 0;
        let executor = Executor::serial();
        let first = surfaces[0].clone();
        let mut edited = Deformable::try_new(&first.vertices, first.faces, &executor).unwrap();
        for (k, two) in surfaces.windows(2).enumerate() {
            // The edges reported as cut are those that are cut.
            let edges: Vec<[VertexId; 2]> = film.cut(k + 1).iter().map(|edge| edge.map(VertexId)).collect();
            edited.edit(&SurfaceEdit::Cut { edges: &edges }, &executor).unwrap();
            edited.update(&two[1].vertices, &executor).unwrap();
            assert_eq!(edited.faces(), two[1].faces, "{k}");
            assert!(two[0].vertices.len() <= two[1].vertices.len() && two[0].faces.len() == two[1].faces.len());
            // Corners change only to new vertices.
            for (old, new) in two[0].faces.iter().zip(&two[1].faces) {
                let first_new = two[0].vertices.len() as u32;
                assert!((0..3).all(|k| old[k] == new[k] || new[k] >= first_new), "{old:?} {new:?}");
            }
            growing += usize::from(two[0].vertices.len() < two[1].vertices.len());
        }
        assert!(growing >= 8, "{growing}");
        let components = |k: usize| surfaces[k].clone().mesh().unwrap().topology().component_count();
        assert_eq!((components(0), components(10), components(19)), (1, 1, 2));
    }
}
