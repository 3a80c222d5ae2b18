//! One image after the other: commands out, answers back.

use super::image::{self, Hit, Images};
use super::raster::{BODY_BYTES, Raster, Scene, Signs};
use super::report::{Ask, Cost, Finding, Path};
use crate::buffer::ReadBack;
use crate::error::GpuError;
use crate::timer::Timer;

/// What takes part in one query.
pub struct Parts<'a> {
    pub scene: Scene<'a>,
    pub raster: &'a mut dyn Raster,
    pub read_back: &'a mut ReadBack,
    pub path: Path,
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
        let (signs, moments) = self
            .read_back
            .read(gpu, |content| (Signs::of(&content.elements(signs)), moments.map(|place| content.elements(place))))?;
        let [width, height] = self.scene.layout.request.size.map(u64::from);
        Ok((Cost { images: 1, pixels: width * height, ..self.cost(moments) }, signs))
    }

    /// One layer of edges: what it shows, and whether there may be another behind it.
    pub fn layer(&mut self, layer: u32, ask: Ask) -> Result<(Finding, Signs), GpuError> {
        let layout = self.scene.layout;
        let (mut cost, signs) = self.detect(layer)?;
        let mut finding = Finding { interferes: signs.positive, ..Finding::default() };
        let mut hits = Vec::new();
        if signs.negative || (signs.positive && ask != Ask::Any) {
            let wanted = if signs.negative { Ask::Pairs } else { ask };
            let (more, bodies, found) = self.identify(signs, wanted)?;
            cost.add(&more);
            (finding.bodies, hits) = (bodies, found);
        }
        if let Some(slot) = hits.iter().filter_map(|hit| hit.negative.checked_sub(1)).min() {
            return Err(GpuError::NotClosed { body: layout.bodies[slot as usize] });
        }
        let ends = |slot: u32, edge: u32| {
            let model = self.scene.store.model(layout.meshes[slot as usize]).ok();
            model.and_then(|model| model.edges.get(edge as usize).copied()).unwrap_or_default()
        };
        finding.pairs = image::pairs(&hits, layout, ends);
        finding.cost = cost;
        Ok((finding, signs))
    }

    /// Finds out who, and reads back what is asked.
    fn identify(&mut self, signs: Signs, ask: Ask) -> Result<(Cost, Vec<u32>, Vec<Hit>), GpuError> {
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
        let clock = self.scene.timer.resolve(&mut encoder);
        let moments = clock.map(|clock| self.read_back.copy(&mut encoder, clock, Timer::BYTES));
        gpu.submit(encoder);
        let raster = &*self.raster;
        let (flags, hits, moments) = self.read_back.read(gpu, |content| {
            let moments = moments.map(|place| content.elements(place));
            (raster.bodies(content, bodies), raster.hits(content, &places), moments)
        })?;
        let found = self
            .scene
            .layout
            .bodies
            .iter()
            .enumerate()
            .filter(|(slot, _)| flags.iter().any(|of| of.get(*slot) == Some(&true)));
        let mut bodies: Vec<u32> = found.map(|(_, &body)| body).collect();
        bodies.sort_unstable();
        Ok((self.cost(moments), bodies, hits))
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

    fn cost(&mut self, moments: Option<Vec<u64>>) -> Cost {
        Cost {
            passes: self.raster.take_passes(),
            images: 0,
            pixels: 0,
            read_back_bytes: self.read_back.bytes(),
            gpu_time: moments.and_then(|moments| self.scene.timer.between(&moments)),
            path: self.path,
        }
    }
}
