//! A picture: what is drawn, from where, how large, and its pixels.

use super::band::{Band, BandRows};
use super::body::Body;
use super::camera::Camera;
use super::face_colours::FaceColours;
use super::line::Line;
use super::mark::Mark;
use super::picture_memory::{BandMemory, PictureMemory};
use super::projected_bodies::ProjectedBodies;
use super::thumbnail::{self, Packing};
use png::EncodingError;
use rayon::prelude::*;

/// What is to be drawn, from where.
pub struct Picture<'a> {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// The point of view.
    pub camera: Camera,
    /// The bodies.
    pub bodies: Vec<Body<'a>>,
    /// Lines drawn over them.
    pub lines: Vec<Line>,
    /// Dots drawn over all.
    pub marks: Vec<Mark>,
    /// How much is spent on it.
    pub quality: Quality,
}

/// How much is spent on a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// Nine samples a pixel, packed as tightly as can be.
    #[default]
    Fine,
    /// Four samples a pixel, packed quickly.
    Quick,
}

impl Quality {
    /// Samples along the side of a pixel.
    pub(crate) fn samples(self) -> u32 {
        match self {
            Self::Fine => 3,
            Self::Quick => 2,
        }
    }
}

/// Rows of a band; pictures of no more than twice as many are one band.
const ROWS: u32 = 64;

impl Picture<'_> {
    /// The picture as a PNG file.
    ///
    /// # Errors
    /// A size of zero; else none in practice: the bytes go to memory.
    pub fn png(&self) -> Result<Vec<u8>, EncodingError> {
        self.encode(&self.draw())
    }

    /// The picture as a PNG file, from the pixels that [`draw`](Self::draw) gave.
    ///
    /// # Errors
    /// A size of zero, or pixels that are not of this size.
    pub fn encode(&self, pixels: &[u8]) -> Result<Vec<u8>, EncodingError> {
        let compression = match self.quality {
            Quality::Fine => png::Compression::High,
            Quality::Quick => png::Compression::Fast,
        };
        thumbnail::encode(pixels, self.size, Packing { compression, filter: png::Filter::Adaptive })
    }

    /// The pixels, three bytes each, rows from the top. Bands are drawn by all threads.
    #[must_use]
    pub fn draw(&self) -> Vec<u8> {
        let mut bodies = ProjectedBodies::default();
        bodies.restart(&self.bodies, &self.camera, self.samples());
        let bands: Vec<[u32; 2]> = self.bands().collect();
        let drawn: Vec<Vec<u8>> = bands
            .into_par_iter()
            .map(|rows| {
                let (mut memory, mut pixels) = (BandMemory::default(), Vec::new());
                let mut colours = FaceColours::new(&self.bodies, &bodies.starts, &self.camera, &mut memory.colours);
                self.draw_band(rows, &bodies, &mut colours, &mut memory.band);
                memory.band.add_pixels(&mut pixels);
                pixels
            })
            .collect();
        drawn.concat()
    }

    /// The same pixels, drawn by the calling thread in memory that it uses again: faster for many small pictures.
    #[must_use]
    pub fn draw_in(&self, memory: &mut PictureMemory) -> Vec<u8> {
        let PictureMemory { bodies, of_bands: BandMemory { band, colours } } = memory;
        bodies.restart(&self.bodies, &self.camera, self.samples());
        let mut colours = FaceColours::new(&self.bodies, &bodies.starts, &self.camera, colours);
        let mut pixels = Vec::new();
        for rows in self.bands() {
            self.draw_band(rows, bodies, &mut colours, band);
            band.add_pixels(&mut pixels);
        }
        pixels
    }

    /// Width and height in samples.
    fn samples(&self) -> [u32; 2] {
        self.size.map(|n| n * self.quality.samples())
    }

    /// The first row and the end of each band; none of a picture without pixels.
    fn bands(&self) -> impl Iterator<Item = [u32; 2]> {
        let rows = if self.size[0] == 0 { 0 } else { self.size[1] };
        let height = if rows <= 2 * ROWS { rows.max(1) } else { ROWS };
        (0..rows.div_ceil(height)).map(move |band| [band * height, ((band + 1) * height).min(rows)])
    }

    fn draw_band(&self, rows: [u32; 2], bodies: &ProjectedBodies, colours: &mut FaceColours<'_>, band: &mut Band) {
        band.restart(BandRows::new(self.size, rows, self.quality.samples()), bodies, colours);
        band.lines(&self.lines, &self.camera);
        self.marks.iter().for_each(|mark| band.mark(mark, &self.camera));
    }
}
