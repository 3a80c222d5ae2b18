//! The nearest samples of translucent bodies: one layer, however many lie behind each other.

use super::colour::Colour;
use super::depth_buffer::DepthBuffer;
use super::face_colours::FaceColours;
use super::projected_triangle::ProjectedTriangle;

/// How much of what is behind it a layer hides.
#[derive(Clone, Copy, Debug)]
pub struct LayerOpacity {
    pub surface: f32,
    pub outline: f32,
}

/// Samples of a band.
pub struct TranslucentLayer {
    samples: DepthBuffer,
    opacity: LayerOpacity,
    /// Whether there is nothing to draw: then there are no samples.
    is_empty: bool,
    /// How much each sample of a row hides.
    opacities: Vec<f32>,
}

/// Samples side by side whose distances differ by more than this part are of different surfaces.
const STEP: f32 = 0.02;

impl TranslucentLayer {
    /// Nothing yet.
    pub fn new(opacity: LayerOpacity) -> Self {
        Self { samples: DepthBuffer::default(), opacity, is_empty: true, opacities: Vec::new() }
    }

    /// Becomes the nearest samples of some rows among triangles; memory is used again.
    #[inline(always)]
    pub fn restart(&mut self, triangles: &[ProjectedTriangle], width: u32, rows: [u32; 2]) {
        self.is_empty = triangles.is_empty();
        if !self.is_empty {
            self.samples.restart(width, rows);
            for triangle in triangles {
                self.samples.fill(triangle);
            }
        }
    }

    /// Lays a row over the colours of what is behind it, from where its samples, those above and those below it begin. `behind` has one
    /// over the distances of what is behind.
    #[inline(always)]
    pub fn lay_over(
        &mut self,
        colours: &mut [Colour],
        behind: &[f32],
        [row, above, below]: [usize; 3],
        faces: &mut FaceColours<'_>,
    ) {
        if self.is_empty {
            return;
        }
        let Self { samples, opacity, opacities, .. } = self;
        let width = colours.len();
        let rows = [row, above, below].map(|start| &samples.inverse_depths()[start..start + width]);
        opacity.of_row(rows, behind, opacities);
        let seen = samples.faces()[row..row + width].iter();
        for ((colour, face), opacity) in
            colours.iter_mut().zip(seen).zip(&*opacities).filter(|(_, opacity)| **opacity > 0.0)
        {
            *colour = colour.mixed(faces.colour(*face), *opacity);
        }
    }
}

impl LayerOpacity {
    /// How much each sample of a row hides, from one over the distances of the row, of those above and below it, and of what is behind.
    #[inline(always)]
    fn of_row(self, [row, above, below]: [&[f32]; 3], behind: &[f32], opacities: &mut Vec<f32>) {
        let width = row.len();
        opacities.clear();
        opacities.resize(width, 0.0);
        let mut end = |x: usize| {
            let around = [row[x.saturating_sub(1)], row[(x + 1).min(width - 1)], above[x], below[x]];
            opacities[x] = self.of_sample(row[x], around, behind[x]);
        };
        if width < 3 {
            (0..width).for_each(end);
            return;
        }
        end(0);
        end(width - 1);
        let inner = width - 2;
        let (left, right, own) = (&row[..inner], &row[2..], &row[1..=inner]);
        let [above, below, behind] = [above, below, behind].map(|row| &row[1..=inner]);
        let opacities_within = &mut opacities[1..=inner];
        for x in 0..inner {
            opacities_within[x] = self.of_sample(own[x], [left[x], right[x], above[x], below[x]], behind[x]);
        }
    }

    /// How much a sample hides, from one over its distance, those of the samples around it, and that of what is behind. It has no branch.
    #[inline(always)]
    fn of_sample(self, own: f32, around: [f32; 4], behind: f32) -> f32 {
        // The distances differ by more than that part of its own: |1/own - 1/other| > STEP/own.
        let [a, b, c, d] = around.map(|other| (own - other).abs() > STEP * other);
        let opacity = if a | b | c | d { self.outline } else { self.surface };
        if own > behind { opacity } else { 0.0 }
    }
}
