//! The nearest samples of translucent bodies: one layer, however many lie behind each other.

use super::colour::Colour;
use super::depth_buffer::{DepthBuffer, NOTHING};
use super::face_colours::FaceColours;
use super::projected_triangle::ProjectedTriangle;

/// How much of what is behind it a layer hides.
#[derive(Clone, Copy, Debug)]
pub struct LayerOpacity {
    pub surface: f32,
    pub outline: f32,
}

/// Samples of a band; none are kept unless there is something to draw.
pub struct TranslucentLayer {
    samples: Option<DepthBuffer>,
    opacity: LayerOpacity,
}

/// Samples side by side whose distances differ by more than this part are of different surfaces.
const STEP: f32 = 0.02;

impl TranslucentLayer {
    /// The nearest samples of some rows among triangles.
    pub fn new(triangles: &[ProjectedTriangle], opacity: LayerOpacity, width: u32, rows: [u32; 2]) -> Self {
        let samples = (!triangles.is_empty()).then(|| {
            let mut samples = DepthBuffer::new(width, rows);
            triangles.iter().for_each(|triangle| samples.fill(triangle));
            samples
        });
        Self { samples, opacity }
    }

    /// Lays a row over the colours of what is behind it, from where its samples, those above and those below it begin. `behind` has one
    /// over the distances of what is behind.
    pub fn lay_over(
        &self,
        colours: &mut [Colour],
        behind: &[f32],
        [row, above, below]: [usize; 3],
        faces: &mut FaceColours<'_>,
    ) {
        let Some(samples) = &self.samples else { return };
        let (depths, last) = (samples.inverse_depths(), colours.len() - 1);
        for (x, (colour, behind)) in colours.iter_mut().zip(behind).enumerate() {
            let own = depths[row + x];
            if own == NOTHING || own <= *behind {
                continue;
            }
            // The distances differ by more than that part of its own: |1/own - 1/other| > STEP/own.
            let is_step = |at: usize| (own - depths[at]).abs() > STEP * depths[at];
            let (left, right) = (x.saturating_sub(1), (x + 1).min(last));
            let is_outline = [row + left, row + right, above + x, below + x].into_iter().any(is_step);
            let opacity = if is_outline { self.opacity.outline } else { self.opacity.surface };
            *colour = colour.mixed(faces.colour(samples.faces()[row + x]), opacity);
        }
    }
}
