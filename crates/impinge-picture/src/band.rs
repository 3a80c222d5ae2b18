//! Some rows of a picture: the nearest sample at each of a few places of a pixel.

use super::camera::Camera;
use super::line::Line;
use super::projected_triangle::{ProjectedTriangle, span};
use super::translucent_layer::TranslucentLayer;
use super::{Colour, Mark, Opacity};
use impinge::math::DVec2;

/// How far around a sample its neighbours are looked at, as a part of the picture's width.
const NEIGHBOURHOOD: f64 = 0.011;

/// A sample that nothing covers is this far away.
pub const NOTHING: f32 = f32::INFINITY;

/// The colours of the background, at the top and at the bottom.
const BACKGROUND: [Colour; 2] = [Colour::rgb(252, 253, 255), Colour::rgb(222, 228, 236)];

/// Samples of some rows and, above and below them, of as many more as their shading needs.
pub struct Band {
    /// Width and height of the whole picture in samples.
    size: [u32; 2],
    /// The first sampled row, the rows asked for, and the end, in samples.
    rows: [u32; 4],
    /// Samples along the side of a pixel.
    samples: u32,
    depths: Vec<f32>,
    colours: Vec<Colour>,
    glass: TranslucentLayer,
    ghosts: TranslucentLayer,
}

impl Band {
    /// The rows of pixels from the first up to the second of a picture.
    pub fn new(size: [u32; 2], [first, end]: [u32; 2], samples: u32) -> Self {
        let size = size.map(|n| n * samples);
        let margin = (f64::from(size[0]) * NEIGHBOURHOOD).ceil() as u32 + 1;
        let inner = [first * samples, end * samples];
        let rows = [inner[0].saturating_sub(margin), inner[0], inner[1], (inner[1] + margin).min(size[1])];
        let count = (rows[3] - rows[0]) as usize * size[0] as usize;
        let (glass, ghosts) = (TranslucentLayer::new(0.25, 0.6), TranslucentLayer::new(0.13, 0.32));
        Self {
            size,
            rows,
            samples,
            depths: vec![NOTHING; count],
            colours: vec![Colour::default(); count],
            glass,
            ghosts,
        }
    }

    fn index(&self, x: u32, y: u32) -> usize {
        (y - self.rows[0]) as usize * self.size[0] as usize + x as usize
    }

    /// Draws a triangle where it is nearer than what is there.
    pub fn fill(&mut self, projected_triangle: &ProjectedTriangle) {
        let ([width, _], [first, .., end]) = (self.size, self.rows);
        let count = self.depths.len();
        let (depths, colours) = match projected_triangle.look.opacity {
            Opacity::Solid => (&mut self.depths, &mut self.colours),
            Opacity::Glass => self.glass.samples(count),
            Opacity::Ghost => self.ghosts.samples(count),
        };
        projected_triangle.scan(width, [first, end], |x, y, depth| {
            let i = (y - first) as usize * width as usize + x as usize;
            if depth < depths[i] {
                depths[i] = depth;
                colours[i] = projected_triangle.look.colour;
            }
        });
    }

    /// Darkens what lies in folds, pales what is far, and paints the background.
    pub fn shade(&mut self, [nearest, farthest]: [f64; 2]) {
        let offsets = offsets(f64::from(self.size[0]) * NEIGHBOURHOOD);
        for y in self.rows[1]..self.rows[2] {
            let sky = BACKGROUND[0].mixed(BACKGROUND[1], y as f32 / self.size[1] as f32);
            for x in 0..self.size[0] {
                let i = self.index(x, y);
                let depth = self.depths[i];
                let behind = if depth == NOTHING {
                    sky
                } else {
                    let paleness = ((f64::from(depth) - nearest) / (farthest - nearest).max(1e-300)) as f32;
                    let light = 1.0 - 0.75 * self.fold(x, y, &offsets);
                    self.colours[i].dimmed(light).mixed(sky, 0.32 * paleness.clamp(0.0, 1.0))
                };
                let (right, below) = ((x + 1).min(self.size[0] - 1), (y + 1).min(self.rows[3] - 1));
                let (left, above) = (x.saturating_sub(1), y.saturating_sub(1).max(self.rows[0]));
                let around = [(x, y), (left, y), (right, y), (x, above), (x, below)].map(|(x, y)| self.index(x, y));
                let glazed = self.glass.over(behind, around, depth);
                self.colours[i] = self.ghosts.over(glazed, around, depth);
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

    /// Draws lines over everything, each with a pale rim that sets it off and that hides no other line.
    pub fn lines(&mut self, lines: &[Line], camera: &Camera) {
        const RIM: f64 = 1.9;
        const PALE: Colour = Colour::rgb(255, 255, 255);
        lines.iter().for_each(|line| self.stroke(line, (RIM, PALE), camera));
        lines.iter().for_each(|line| self.stroke(line, (1.0, line.colour), camera));
    }

    /// Draws a line widened by a factor, in a colour.
    fn stroke(&mut self, line: &Line, (times, colour): (f64, Colour), camera: &Camera) {
        let size = self.size.map(f64::from);
        let radius = times * 0.5 * line.width * size[0];
        let rows = [self.rows[1], self.rows[2]];
        let width = self.size[0];
        for ends in line.pieces() {
            let Some(ends) = camera.before_eye(ends) else { continue };
            let [p, q] = ends.map(|end| camera.pixel(end, size).truncate());
            let (low, high) = (p.min(q) - radius, p.max(q) + radius);
            let ([left, right], [top, bottom]) = (span(low.x, high.x, [0, width]), span(low.y, high.y, rows));
            let along = q - p;
            let square = along.length_squared().max(f64::MIN_POSITIVE);
            for (y, x) in (top..bottom).flat_map(|y| (left..right).map(move |x| (y, x))) {
                let at = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5) - p;
                let t = (at.dot(along) / square).clamp(0.0, 1.0);
                if (at - t * along).length_squared() <= radius * radius {
                    let i = self.index(x, y);
                    self.colours[i] = colour;
                }
            }
        }
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
        let has_rim = (1.0 - RIM) * radius >= f64::from(self.samples);
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
        for y in (self.rows[1]..self.rows[2]).step_by(self.samples as usize) {
            for x in (0..self.size[0]).step_by(self.samples as usize) {
                let mut sum = [0.0_f32; 3];
                for (dy, dx) in (0..self.samples).flat_map(|dy| (0..self.samples).map(move |dx| (dy, dx))) {
                    let colour = self.colours[self.index(x + dx, y + dy)];
                    sum = std::array::from_fn(|k| sum[k] + colour.0[k].clamp(0.0, 1.0));
                }
                bytes.extend(Colour(sum).dimmed(1.0 / (self.samples * self.samples) as f32).bytes());
            }
        }
        bytes
    }
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
