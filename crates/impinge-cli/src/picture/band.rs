//! Some rows of a picture: the nearest sample at each of nine places of a pixel.

use super::camera::Camera;
use super::patch::Patch;
use super::{Colour, Mark};
use impinge::math::DVec2;

/// Samples along the side of a pixel.
pub const SAMPLES: u32 = 3;

/// How far around a sample its neighbours are looked at, as a part of the picture's width.
const NEIGHBOURHOOD: f64 = 0.011;

/// A sample that nothing covers is this far away.
const NOTHING: f32 = f32::INFINITY;

/// The colours of the background, at the top and at the bottom.
const BACKGROUND: [Colour; 2] = [Colour::rgb(252, 253, 255), Colour::rgb(222, 228, 236)];

/// Samples of some rows and, above and below them, of as many more as their shading needs.
pub struct Band {
    /// Width and height of the whole picture in samples.
    size: [u32; 2],
    /// The first sampled row, the rows asked for, and the end, in samples.
    rows: [u32; 4],
    depths: Vec<f32>,
    colours: Vec<Colour>,
}

impl Band {
    /// The rows of pixels from the first up to the second of a picture.
    pub fn new(size: [u32; 2], [first, end]: [u32; 2]) -> Self {
        let size = size.map(|n| n * SAMPLES);
        let margin = (f64::from(size[0]) * NEIGHBOURHOOD).ceil() as u32 + 1;
        let inner = [first * SAMPLES, end * SAMPLES];
        let rows = [inner[0].saturating_sub(margin), inner[0], inner[1], (inner[1] + margin).min(size[1])];
        let count = (rows[3] - rows[0]) as usize * size[0] as usize;
        Self { size, rows, depths: vec![NOTHING; count], colours: vec![Colour::default(); count] }
    }

    fn index(&self, x: u32, y: u32) -> usize {
        (y - self.rows[0]) as usize * self.size[0] as usize + x as usize
    }

    /// Draws a triangle where it is nearer than what is there.
    ///
    /// One over the distance is linear across the picture.
    pub fn fill(&mut self, patch: &Patch) {
        let corners = patch.corners.map(|c| DVec2::new(c.x, c.y));
        let low = corners[0].min(corners[1]).min(corners[2]);
        let high = corners[0].max(corners[1]).max(corners[2]);
        let [left, right] = span(low.x, high.x, [0, self.size[0]]);
        let [top, bottom] = span(low.y, high.y, [self.rows[0], self.rows[3]]);
        let [a, b, c] = corners;
        let area = (b - a).perp_dot(c - a);
        if area == 0.0 || left >= right || top >= bottom {
            return;
        }
        let inverse = patch.corners.map(|c| 1.0 / c.z);
        // Weights of the corners, at a sample's middle, and how they change from one sample to the next.
        let weight = |p: DVec2, q: DVec2, at: DVec2| (q - p).perp_dot(at - p) / area;
        let step = [b - c, c - a, a - b].map(|edge| edge.y / area);
        for y in top..bottom {
            let start = DVec2::new(f64::from(left) + 0.5, f64::from(y) + 0.5);
            let mut w = [weight(b, c, start), weight(c, a, start), weight(a, b, start)];
            for x in left..right {
                if w.iter().all(|w| *w >= 0.0) {
                    let depth = (1.0 / (w[0] * inverse[0] + w[1] * inverse[1] + w[2] * inverse[2])) as f32;
                    let i = self.index(x, y);
                    if depth < self.depths[i] {
                        self.depths[i] = depth;
                        self.colours[i] = patch.colour;
                    }
                }
                w = [w[0] + step[0], w[1] + step[1], w[2] + step[2]];
            }
        }
    }

    /// Darkens what lies in folds, pales what is far, and paints the background.
    pub fn shade(&mut self, [nearest, farthest]: [f64; 2]) {
        let offsets = offsets(f64::from(self.size[0]) * NEIGHBOURHOOD);
        for y in self.rows[1]..self.rows[2] {
            let sky = BACKGROUND[0].mixed(BACKGROUND[1], y as f32 / self.size[1] as f32);
            for x in 0..self.size[0] {
                let i = self.index(x, y);
                if self.depths[i] == NOTHING {
                    self.colours[i] = sky;
                    continue;
                }
                let paleness = ((f64::from(self.depths[i]) - nearest) / (farthest - nearest).max(1e-300)) as f32;
                let light = 1.0 - 0.75 * self.fold(x, y, &offsets);
                self.colours[i] = self.colours[i].dimmed(light).mixed(sky, 0.32 * paleness.clamp(0.0, 1.0));
            }
        }
    }

    /// How deep in a fold a sample lies, from 0 to 1: neighbours on opposite sides that are nearer to the eye on average.
    fn fold(&self, x: u32, y: u32, offsets: &[(i32, i32, f32)]) -> f32 {
        let depth = self.depths[self.index(x, y)];
        let at = |dx: i32, dy: i32| {
            let x = (x as i32 + dx).clamp(0, self.size[0] as i32 - 1) as u32;
            let y = (y as i32 + dy).clamp(self.rows[0] as i32, self.rows[3] as i32 - 1) as u32;
            self.depths[self.index(x, y)].min(2.0 * depth)
        };
        let mut sum = 0.0;
        for &(dx, dy, reach) in offsets {
            // In units of the neighbours' own distance in space.
            let hollow = (2.0 * depth - at(dx, dy) - at(-dx, -dy)) / (2.0 * reach * depth);
            sum += if hollow > 0.02 { 2.0 * hollow / (1.0 + hollow * hollow) } else { 0.0 };
        }
        (sum / offsets.len() as f32).min(1.0)
    }

    /// Draws a dot; faintly where something is in front of it.
    pub fn mark(&mut self, mark: &Mark, camera: &Camera) {
        const HIDDEN: f32 = 0.4;
        /// Where the rim begins, as a part of the radius.
        const RIM: f64 = 0.72;
        let view = camera.view(mark.point);
        if view.z <= camera.near() {
            return;
        }
        let at = camera.pixel(view, self.size.map(f64::from));
        let radius = mark.radius * f64::from(self.size[0]);
        // A rim thinner than a pixel would only make the dot dull.
        let has_rim = (1.0 - RIM) * radius >= f64::from(SAMPLES);
        let [left, right] = span(at.x - radius, at.x + radius, [0, self.size[0]]);
        let [top, bottom] = span(at.y - radius, at.y + radius, [self.rows[1], self.rows[2]]);
        // As if the dot were a ball: what it marks never hides it.
        let nearness = (at.z - 1.5 * radius / camera.scale(f64::from(self.size[0])) * at.z) as f32;
        for (y, x) in (top..bottom).flat_map(|y| (left..right).map(move |x| (y, x))) {
            let off = DVec2::new(f64::from(x) + 0.5 - at.x, f64::from(y) + 0.5 - at.y).length() / radius;
            if off > 1.0 {
                continue;
            }
            let i = self.index(x, y);
            let opacity = if self.depths[i] < nearness { HIDDEN } else { 1.0 };
            let rim = if off > RIM && has_rim { 0.35 } else { 1.0 };
            self.colours[i] = self.colours[i].mixed(mark.colour.dimmed(rim), opacity);
        }
    }

    /// The pixels of the rows asked for, each the mean of its samples.
    pub fn pixels(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for y in (self.rows[1]..self.rows[2]).step_by(SAMPLES as usize) {
            for x in (0..self.size[0]).step_by(SAMPLES as usize) {
                let mut sum = [0.0_f32; 3];
                for (dy, dx) in (0..SAMPLES).flat_map(|dy| (0..SAMPLES).map(move |dx| (dy, dx))) {
                    let colour = self.colours[self.index(x + dx, y + dy)];
                    sum = std::array::from_fn(|k| sum[k] + colour.0[k].clamp(0.0, 1.0));
                }
                bytes.extend(Colour(sum).dimmed(1.0 / (SAMPLES * SAMPLES) as f32).bytes());
            }
        }
        bytes
    }
}

/// The samples whose middles may lie between two coordinates, within bounds.
fn span(low: f64, high: f64, [first, end]: [u32; 2]) -> [u32; 2] {
    let sample = |x: f64| x.clamp(f64::from(first), f64::from(end)) as u32;
    [sample((low - 0.5).ceil()), sample((high - 0.5).floor() + 1.0)]
}

/// Eight directions at growing distances on a spiral, with the distance as a part of the depth it is seen at.
fn offsets(radius: f64) -> Vec<(i32, i32, f32)> {
    const COUNT: i32 = 10;
    (0..COUNT)
        .map(|k| {
            let distance = radius * f64::from(k + 1) / f64::from(COUNT);
            // The golden angle spreads any number of directions evenly.
            let (sin, cos) = (2.399_963 * f64::from(k)).sin_cos();
            let (dx, dy) = ((distance * cos).round() as i32, (distance * sin).round() as i32);
            (dx, dy, (NEIGHBOURHOOD * distance / radius) as f32)
        })
        .collect()
}
