//! Some rows of a picture: the nearest sample at each of a few places of a pixel.

use super::camera::Camera;
use super::colour::Colour;
use super::depth_buffer::DepthBuffer;
use super::face_colours::FaceColours;
use super::fold_shading::{FoldShading, NEIGHBOURHOOD};
use super::line::Line;
use super::mark::Mark;
use super::projected_bodies::ProjectedBodies;
use super::projected_triangle::span;
use super::translucent_layer::{LayerOpacity, TranslucentLayer};
use impinge::math::DVec2;

/// The colours of the background, at the top and at the bottom.
const BACKGROUND: [Colour; 2] = [Colour::rgb(252, 253, 255), Colour::rgb(222, 228, 236)];

const GLASS: LayerOpacity = LayerOpacity { surface: 0.25, outline: 0.6 };
const GHOST: LayerOpacity = LayerOpacity { surface: 0.13, outline: 0.32 };

/// The rows of a picture that a band has, in samples.
#[derive(Clone, Copy, Debug)]
pub struct BandRows {
    /// Width and height of the whole picture in samples.
    size: [u32; 2],
    /// The first sampled row, the rows asked for, and the end.
    rows: [u32; 4],
    /// Samples along the side of a pixel.
    samples: u32,
}

impl BandRows {
    /// The rows of pixels from the first up to the second of a picture, and around them as many as their shading needs.
    pub fn new(size: [u32; 2], [first, end]: [u32; 2], samples: u32) -> Self {
        let size = size.map(|n| n * samples);
        let margin = (f64::from(size[0]) * NEIGHBOURHOOD).ceil() as u32 + 1;
        let inner = [first * samples, end * samples];
        let rows = [inner[0].saturating_sub(margin), inner[0], inner[1], (inner[1] + margin).min(size[1])];
        Self { size, rows, samples }
    }
}

/// Shaded samples of some rows.
pub struct Band {
    rows: BandRows,
    /// The distance of every sample of the rows asked for; infinite where there is nothing.
    depths: Vec<f32>,
    colours: Vec<Colour>,
}

impl Band {
    /// Draws bodies: what lies in folds is darker, what is far is pale, and behind all is the background.
    pub fn new(rows: BandRows, bodies: &ProjectedBodies, faces: &mut FaceColours<'_>) -> Self {
        let ([width, _], [first, inner, inner_end, end]) = (rows.size, rows.rows);
        let mut solid = DepthBuffer::new(width, [first, end]);
        bodies.solid.iter().for_each(|triangle| solid.fill(triangle));
        let glass = TranslucentLayer::new(&bodies.glass, GLASS, width, [first, end]);
        let ghosts = TranslucentLayer::new(&bodies.ghosts, GHOST, width, [first, end]);
        let shading = FoldShading::new(solid.inverse_depths(), width);
        let count = width as usize * (inner_end - inner) as usize;
        let mut band = Self { rows, depths: Vec::with_capacity(count), colours: Vec::with_capacity(count) };
        let mut folds = Vec::new();
        for y in inner..inner_end {
            let sky = BACKGROUND[0].mixed(BACKGROUND[1], y as f32 / rows.size[1] as f32);
            let row = (y - first) as usize;
            let start = row * width as usize;
            let samples = start..start + width as usize;
            let (inverse_depths, seen) = (&solid.inverse_depths()[samples.clone()], &solid.faces()[samples]);
            let depths = shading.row(row);
            band.depths.extend_from_slice(depths);
            shading.folds(row, inverse_depths, &mut folds);
            let [nearest, farthest] = bodies.depths;
            let paling = 0.32 / (farthest - nearest).max(f32::MIN_POSITIVE);
            let shaded = band.colours.len();
            band.colours.extend(seen.iter().zip(depths).zip(&folds).map(|((face, depth), fold)| {
                if *depth == f32::INFINITY {
                    return sky;
                }
                let paleness = (paling * (depth - nearest)).clamp(0.0, 0.32);
                faces.colour(*face).dimmed(1.0 - 0.75 * fold).mixed(sky, paleness)
            }));
            let around = [y, y.saturating_sub(1).max(first), (y + 1).min(end - 1)];
            let starts = around.map(|y| (y - first) as usize * width as usize);
            for layer in [&glass, &ghosts] {
                layer.lay_over(&mut band.colours[shaded..], inverse_depths, starts, faces);
            }
        }
        band
    }

    /// The place of a sample of the rows asked for.
    fn index(&self, x: u32, y: u32) -> usize {
        (y - self.rows.rows[1]) as usize * self.rows.size[0] as usize + x as usize
    }

    /// Draws lines over everything, each with a pale rim that sets it off and that hides no other line.
    pub fn lines(&mut self, lines: &[Line], camera: &Camera) {
        const RIM: f64 = 1.9;
        const PALE: Colour = Colour::rgb(255, 255, 255);
        lines.iter().for_each(|line| self.stroke(line, RIM, PALE, camera));
        lines.iter().for_each(|line| self.stroke(line, 1.0, line.colour, camera));
    }

    /// Draws a line widened by a factor, in a colour.
    fn stroke(&mut self, line: &Line, times: f64, colour: Colour, camera: &Camera) {
        let size = self.rows.size.map(f64::from);
        let radius = times * 0.5 * line.width * size[0];
        let rows = [self.rows.rows[1], self.rows.rows[2]];
        let width = self.rows.size[0];
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
        let at = camera.pixel(view, self.rows.size.map(f64::from));
        let radius = mark.radius * f64::from(self.rows.size[0]);
        // A rim thinner than a pixel would only make the dot dull.
        let has_rim = (1.0 - RIM) * radius >= f64::from(self.rows.samples);
        let [left, right] = span(at.x - radius, at.x + radius, [0, self.rows.size[0]]);
        let [top, bottom] = span(at.y - radius, at.y + radius, [self.rows.rows[1], self.rows.rows[2]]);
        // As if the dot were a ball: what it marks never hides it.
        let nearness = (at.z - 1.5 * radius / camera.scale(f64::from(self.rows.size[0])) * at.z) as f32;
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
        for y in (self.rows.rows[1]..self.rows.rows[2]).step_by(self.rows.samples as usize) {
            for x in (0..self.rows.size[0]).step_by(self.rows.samples as usize) {
                let mut sum = [0.0_f32; 3];
                for (dy, dx) in (0..self.rows.samples).flat_map(|dy| (0..self.rows.samples).map(move |dx| (dy, dx))) {
                    let colour = self.colours[self.index(x + dx, y + dy)];
                    sum = std::array::from_fn(|k| sum[k] + colour.0[k].clamp(0.0, 1.0));
                }
                bytes.extend(Colour(sum).dimmed(1.0 / (self.rows.samples * self.rows.samples) as f32).bytes());
            }
        }
        bytes
    }
}
