//! One image after the other: commands out, answers back.

use super::image::Images;
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
        let mut images = Images::default();
        if signs.negative || (signs.positive && ask != Ask::Any) {
            let wanted = if signs.negative { Ask::Pairs } else { ask };
            let (more, bodies, found) = self.identify(signs, wanted)?;
            cost.add(&more);
            (finding.bodies, images) = (bodies, found);
        }
        if let Some(slot) = images.negative.iter().filter_map(|slot| slot.checked_sub(1)).min() {
            return Err(GpuError::NotClosed { body: layout.bodies[slot as usize] });
        }
        let ends = |slot: u32, edge: u32| {
            let model = self.scene.store.model(layout.meshes[slot as usize]).ok();
            model.and_then(|model| model.edges.get(edge as usize).copied()).unwrap_or_default()
        };
        finding.pairs = images.pairs(layout, ends)?;
        finding.cost = cost;
        Ok((finding, signs))
    }

    /// Finds out who, and reads back what is asked.
    pub fn identify(&mut self, signs: Signs, ask: Ask) -> Result<(Cost, Vec<u32>, Images), GpuError> {
        let gpu = self.scene.gpu;
        let slots = self.scene.layout.records.len() as u32;
        let mut encoder = gpu.encoder();
        self.raster.identify(&self.scene, signs, &mut encoder)?;
        let images = if ask == Ask::Pairs { self.raster.image_bytes() } else { 0 };
        self.read_back.prepare(gpu, images + u64::from(slots) * BODY_BYTES + 4096)?;
        let bodies = self.raster.copy_bodies(slots, self.read_back, &mut encoder);
        let places = if ask == Ask::Pairs { self.raster.copy_images(self.read_back, &mut encoder) } else { Vec::new() };
        let clock = self.scene.timer.resolve(&mut encoder);
        let moments = clock.map(|clock| self.read_back.copy(&mut encoder, clock, Timer::BYTES));
        gpu.submit(encoder);
        let raster = &*self.raster;
        let (flags, images, moments) = self.read_back.read(gpu, |content| {
            let moments = moments.map(|place| content.elements(place));
            (raster.bodies(content, bodies), raster.images(content, &places), moments)
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
        Ok((self.cost(moments), bodies, images))
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
