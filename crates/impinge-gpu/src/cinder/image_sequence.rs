//! One image after the other: commands out, answers back.

use super::image::{Hit, Images, found_pairs};
use super::raster_passes::{BODY_BYTES, Raster, Scene, Signs};
use super::report::{Ask, Finding, Path};
use crate::buffer::ReadBack;
use crate::cost::Cost;
use crate::error::GpuError;
use crate::timer::Timer;

/// What takes part in one query.
pub struct Parts<'a> {
    pub scene: Scene<'a>,
    pub raster: &'a mut dyn Raster,
    pub read_back: &'a mut ReadBack,
    /// What was done, whatever comes of it.
    pub spent: &'a mut Cost,
    pub path: Path,
}

/// Who is inside whom, as far as was asked.
struct ImageAnswer {
    bodies: Vec<u32>,
    hits: Vec<Hit>,
    /// Whether an edge is inside of something that was not named.
    doubtful: bool,
    cost: Cost,
}

impl Parts<'_> {
    /// Counts, and reads back what the counts say of the whole image.
    pub fn detect(&mut self, layer: u32) -> Result<(Cost, Signs), GpuError> {
        let gpu = self.scene.gpu;
        self.scene.layer = layer;
        self.scene.frame.set_layer(gpu, layer);
        self.read_back.prepare(gpu, 1024)?;
        let mut encoder = gpu.encoder();
        let signs = self.raster.detect(&self.scene, &mut encoder)?;
        let signs = self.read_back.copy(&mut encoder, signs, Signs::BYTES);
        let clock = self.scene.timer.resolve(&mut encoder);
        let moments = clock.map(|clock| self.read_back.copy(&mut encoder, clock, Timer::BYTES));
        gpu.submit(encoder);
        let (signs, moments) =
            self.read_back.read(gpu, |content| Ok((Signs::of(content.array(signs)?), content.moments(moments)?)))?;
        let [width, height] = self.scene.layout.request.size.map(u64::from);
        Ok((self.cost(Cost { images: 1, pixels: width * height, ..Cost::default() }, moments), signs))
    }

    /// One layer of edges: what it shows, and whether there may be another behind it.
    pub fn layer(&mut self, layer: u32, ask: Ask) -> Result<(Finding, Signs), GpuError> {
        let layout = self.scene.layout;
        let (mut cost, signs) = self.detect(layer)?;
        let mut finding = Finding { interferes: signs.positive, path: self.path, ..Finding::default() };
        let mut hits = Vec::new();
        if signs.negative || (signs.positive && ask != Ask::Any) {
            let wanted = if signs.negative { Ask::Pairs } else { ask };
            let mut found = self.identify(signs, wanted)?;
            cost.add(&found.cost);
            if found.doubtful && wanted != Ask::Pairs {
                // The pixels tell what is wrong with whom.
                found = self.identify(signs, Ask::Pairs)?;
                cost.add(&found.cost);
            }
            (finding.bodies, hits) = (found.bodies, found.hits);
        }
        finding.pairs = found_pairs(&hits, layout, self.scene.store)?;
        finding.cost = cost;
        Ok((finding, signs))
    }

    /// Finds out who, and reads back what is asked.
    fn identify(&mut self, signs: Signs, ask: Ask) -> Result<ImageAnswer, GpuError> {
        let gpu = self.scene.gpu;
        let slots = self.scene.layout.records.len() as u32;
        let mut encoder = gpu.encoder();
        self.raster.identify(&self.scene, signs, &mut encoder)?;
        let room = if ask == Ask::Pairs { self.raster.hit_bytes(signs) } else { 0 };
        self.read_back.prepare(gpu, room + u64::from(slots) * BODY_BYTES + 4096)?;
        let bodies = self.raster.copy_bodies(slots, self.read_back, &mut encoder);
        let places = match ask {
            Ask::Pairs => self.raster.copy_hits(signs, self.read_back, &mut encoder),
            Ask::Any | Ask::Bodies => Vec::new(),
        };
        let copied = !places.is_empty();
        let clock = self.scene.timer.resolve(&mut encoder);
        let moments = clock.map(|clock| self.read_back.copy(&mut encoder, clock, Timer::BYTES));
        gpu.submit(encoder);
        let raster = &*self.raster;
        let (named, hits, moments) = self.read_back.read(gpu, |content| {
            let hits = if copied { raster.hits(content, &places)? } else { Vec::new() };
            Ok((raster.bodies(content, &bodies)?, hits, content.moments(moments)?))
        })?;
        let flags = self.scene.layout.bodies.iter().zip(named.penetrating.iter().zip(&named.penetrated));
        let mut bodies: Vec<u32> = flags.filter(|(_, (one, other))| **one || **other).map(|(&body, _)| body).collect();
        bodies.sort_unstable();
        Ok(ImageAnswer { bodies, hits, doubtful: named.doubtful, cost: self.cost(Cost::default(), moments) })
    }

    /// Finds out who, and reads all images back.
    pub fn images(&mut self, signs: Signs) -> Result<Images, GpuError> {
        let gpu = self.scene.gpu;
        let mut encoder = gpu.encoder();
        self.raster.identify(&self.scene, signs, &mut encoder)?;
        self.read_back.prepare(gpu, self.raster.image_bytes() + 4096)?;
        let places = self.raster.copy_images(self.read_back, &mut encoder);
        gpu.submit(encoder);
        let raster = &*self.raster;
        self.read_back.read(gpu, |content| raster.images(content, &places))
    }

    fn cost(&mut self, made: Cost, moments: Option<[u64; 2]>) -> Cost {
        let cost = Cost {
            passes: self.raster.take_passes(),
            read_back_bytes: self.read_back.bytes(),
            gpu_time: moments.map(|moments| self.scene.timer.between(moments)),
            ..made
        };
        self.spent.add(&cost);
        cost
    }
}
