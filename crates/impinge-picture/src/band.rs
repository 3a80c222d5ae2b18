//! Some rows of a picture: the nearest sample at each of a few places of a pixel.

use super::camera::Camera;
use super::colour::{Colour, light_byte};
use super::depth_buffer::DepthBuffer;
use super::face_colours::FaceColours;
use super::fold_shading::{FoldShading, NEIGHBOURHOOD};
use super::line::Line;
use super::mark::Mark;
use super::projected_bodies::ProjectedBodies;
use super::projected_triangle::span;
use super::translucent_layer::{LayerOpacity, TranslucentLayer};
use impinge::math::simd::dispatch;
use impinge::math::{DVec2, simd};

/// The colours of the background, at the top and at the bottom.
const BACKGROUND: [Colour; 2] = [Colour::rgb(252, 253, 255), Colour::rgb(222, 228, 236)];

const GLASS: LayerOpacity = LayerOpacity { surface: 0.25, outline: 0.6 };
const GHOST: LayerOpacity = LayerOpacity { surface: 0.13, outline: 0.32 };

/// The rows of a picture that a band has, in samples.
#[derive(Clone, Copy, Debug, Default)]
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

/// Shaded samples of some rows. One band after the other uses the same memory.
pub struct Band {
    rows: BandRows,
    solid: DepthBuffer,
    glass: TranslucentLayer,
    ghosts: TranslucentLayer,
    shading: FoldShading,
    /// How deep in a fold the samples of a row lie.
    folds: Vec<f32>,
    /// The colour of every sample of the rows asked for.
    colours: Vec<Colour>,
}

impl Default for Band {
    fn default() -> Self {
        Self {
            rows: BandRows::default(),
            solid: DepthBuffer::default(),
            glass: TranslucentLayer::new(GLASS),
            ghosts: TranslucentLayer::new(GHOST),
            shading: FoldShading::default(),
            folds: Vec::new(),
            colours: Vec::new(),
        }
    }
}

impl Band {
    /// Draws bodies: what lies in folds is darker, what is far is pale, and behind all is the background.
    pub fn restart(&mut self, rows: BandRows, bodies: &ProjectedBodies, faces: &mut FaceColours<'_>) {
        dispatch!(simd::level(), _simd => self.shade(rows, bodies, faces));
    }

    /// Draws bodies. It is compiled for the vector instructions of its caller; colours do not depend on them.
    #[inline(always)]
    fn shade(&mut self, rows: BandRows, bodies: &ProjectedBodies, faces: &mut FaceColours<'_>) {
        let ([width, _], [first, inner, inner_end, end]) = (rows.size, rows.rows);
        self.rows = rows;
        let Self { solid, glass, ghosts, shading, folds, colours, .. } = self;
        solid.restart(width, [first, end]);
        for triangle in &bodies.solid {
            solid.fill(triangle);
        }
        // Layers need the rows beside those asked for, and no more.
        let layered = [inner.saturating_sub(1).max(first), (inner_end + 1).min(end)];
        glass.restart(&bodies.glass, width, layered);
        ghosts.restart(&bodies.ghosts, width, layered);
        shading.restart(solid.inverse_depths(), width);
        colours.resize(width as usize * (inner_end - inner) as usize, Colour::default());
        let [nearest, farthest] = bodies.depths;
        let paling = 0.32 / (farthest - nearest).max(f32::MIN_POSITIVE);
        for (y, colours) in (inner..inner_end).zip(colours.chunks_exact_mut(width as usize)) {
            let sky = BACKGROUND[0].mixed(BACKGROUND[1], y as f32 / rows.size[1] as f32);
            let row = (y - first) as usize;
            let start = row * width as usize;
            let samples = start..start + width as usize;
            let (inverse_depths, seen) = (&solid.inverse_depths()[samples.clone()], &solid.faces()[samples]);
            let depths = shading.row(row);
            shading.folds(row, inverse_depths, folds);
            for (((colour, face), depth), fold) in colours.iter_mut().zip(seen).zip(depths).zip(&*folds) {
                *colour = sky;
                if *depth < f32::INFINITY {
                    let paleness = (paling * (depth - nearest)).clamp(0.0, 0.32);
                    *colour = faces.colour(*face).dimmed(1.0 - 0.75 * fold).mixed(sky, paleness);
                }
            }
            let around = [y, y.saturating_sub(1).max(layered[0]), (y + 1).min(layered[1] - 1)];
            let starts = around.map(|y| (y - layered[0]) as usize * width as usize);
            for layer in [&mut *glass, &mut *ghosts] {
                layer.lay_over(colours, inverse_depths, starts, faces);
            }
        }
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
            let depth = self.shading.row((y - self.rows.rows[0]) as usize)[x as usize];
            let opacity = if depth < nearness { HIDDEN } else { 1.0 };
            let rim = if off > RIM && has_rim { 0.35 } else { 1.0 };
            self.colours[i] = self.colours[i].mixed(mark.colour.dimmed(rim), opacity);
        }
    }

    /// Adds the pixels of the rows asked for, each the mean of its samples.
    pub fn add_pixels(&self, bytes: &mut Vec<u8>) {
        dispatch!(simd::level(), _simd => self.add_means(bytes));
    }

    /// Adds the pixels. It is compiled for the vector instructions of its caller.
    #[inline(always)]
    fn add_means(&self, bytes: &mut Vec<u8>) {
        let (side, width) = (self.rows.samples as usize, self.rows.size[0] as usize);
        let share = 1.0 / (side * side) as f32;
        let mut means: Vec<[f32; 3]> = Vec::with_capacity(width / side);
        for rows in self.colours.chunks_exact(side * width) {
            means.clear();
            means.resize(width / side, [0.0; 3]);
            for row in rows.chunks_exact(width) {
                for (mean, samples) in means.iter_mut().zip(row.chunks_exact(side)) {
                    for colour in samples {
                        *mean = std::array::from_fn(|k| mean[k] + share * colour.0[k].clamp(0.0, 1.0));
                    }
                }
            }
            let start = bytes.len();
            bytes.resize(start + 3 * means.len(), 0);
            for (byte, light) in bytes[start..].iter_mut().zip(means.as_flattened()) {
                *byte = light_byte(*light);
            }
        }
    }
}
