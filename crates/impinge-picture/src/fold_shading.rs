//! Light held back where surfaces fold inward, from distances alone.

use super::depth_buffer::NOTHING;

/// How far around a sample its neighbours are looked at, as a part of the picture's width.
pub const NEIGHBOURHOOD: f64 = 0.011;

/// The distances of samples, with room on both sides of each row for the neighbours of its ends.
#[derive(Default)]
pub struct FoldShading {
    width: usize,
    height: usize,
    /// Samples beside each end of a row, which repeat it.
    margin: usize,
    depths: Vec<f32>,
    neighbours: Vec<Neighbours>,
}

/// A neighbour and the one on the opposite side.
struct Neighbours {
    right: isize,
    below: isize,
    /// One over twice their distance from the sample, as a part of the depth that it is seen at.
    scale: f32,
}

impl FoldShading {
    /// Becomes the distances of rows of samples from one over them, in a picture of a width; memory is used again.
    #[inline(always)]
    pub fn restart(&mut self, inverse_depths: &[f32], width: u32) {
        let radius = f64::from(width) * NEIGHBOURHOOD;
        let (width, margin) = (width as usize, radius.ceil() as usize);
        let depths = &mut self.depths;
        let height = inverse_depths.len() / width;
        depths.resize(height * (width + 2 * margin), 0.0);
        for (row, padded) in inverse_depths.chunks_exact(width).zip(depths.chunks_exact_mut(width + 2 * margin)) {
            padded[..margin].fill(1.0 / row[0]);
            // All lanes at once, in the instructions of the caller.
            padded[margin..].iter_mut().zip(row).for_each(|(depth, inverse)| *depth = 1.0 / inverse);
            padded[margin + width..].fill(1.0 / row[width - 1]);
        }
        (self.width, self.height, self.margin, self.neighbours) = (width, height, margin, neighbours(radius));
    }

    /// The distances of a row of samples.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[f32] {
        self.shifted(row as isize, 0)
    }

    /// A row of samples that starts some samples to the right; rows beyond the first and the last repeat these.
    #[inline(always)]
    fn shifted(&self, row: isize, right: isize) -> &[f32] {
        let row = row.clamp(0, self.height as isize - 1) as usize;
        let start = row * (self.width + 2 * self.margin) + self.margin.saturating_add_signed(right);
        &self.depths[start..start + self.width]
    }

    /// How deep in a fold the samples of a row lie, from 0 to 1: neighbours on opposite sides that are nearer to the eye on average. The
    /// row's `inverse_depths` are one over its distances.
    #[inline(always)]
    pub fn folds(&self, row: usize, inverse_depths: &[f32], folds: &mut Vec<f32>) {
        folds.clear();
        folds.resize(self.width, 0.0);
        let is_seen = |inverse: &f32| *inverse > NOTHING;
        let Some(first) = inverse_depths.iter().position(is_seen) else { return };
        let seen = first..inverse_depths.iter().rposition(is_seen).map_or(first, |last| last + 1);
        let (own, inverse_depths) = (&self.row(row)[seen.clone()], &inverse_depths[seen.clone()]);
        let share = 1.0 / self.neighbours.len() as f32;
        for Neighbours { right, below, scale } in &self.neighbours {
            let one = &self.shifted(row as isize + below, *right)[seen.clone()];
            let other = &self.shifted(row as isize - below, -right)[seen.clone()];
            let samples = folds[seen.clone()].iter_mut().zip(own).zip(inverse_depths).zip(one).zip(other);
            for ((((fold, own), inverse), one), other) in samples {
                let twice = 2.0 * own;
                // In units of the neighbours' own distance in space. Not a number where there is nothing.
                let [one, other] = [one, other].map(|depth| if *depth < twice { *depth } else { twice });
                let hollow = (twice - one - other) * (scale * inverse);
                let dark = 2.0 * share * hollow / (1.0 + hollow * hollow);
                *fold += if hollow > 0.02 { dark } else { 0.0 };
            }
        }
        folds[seen].iter_mut().for_each(|fold| *fold = fold.min(1.0));
    }
}

/// Neighbours at growing distances on a spiral.
fn neighbours(radius: f64) -> Vec<Neighbours> {
    const COUNT: i32 = 10;
    (0..COUNT)
        .map(|k| {
            let distance = radius * f64::from(k + 1) / f64::from(COUNT);
            // The golden angle spreads any number of directions evenly.
            let (sin, cos) = (2.399_963 * f64::from(k)).sin_cos();
            let (right, below) = ((distance * cos).round() as isize, (distance * sin).round() as isize);
            let reach = NEIGHBOURHOOD * distance / radius;
            Neighbours { right, below, scale: (0.5 / reach) as f32 }
        })
        .collect()
}
