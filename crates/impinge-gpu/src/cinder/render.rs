//! CInDeR by drawing: Knott and Pai, Graphics Interface 2003, algorithm 1 and sections 5 and 6.
//!
//! Pass 1 draws edges and keeps the nearest of each pixel. Passes 2 and 3 are one: front faces before that edge count up, back faces down, in
//! the stencil and, exactly, in a blended image. Occlusion queries tell whether any pixel is positive; only then the penetrated
//! solids are looked for, by counting each alone. Faces of the edge's own body are left out by its identity, which pass 1 has written,
//! or edges are moved outward as in the paper. Cost: every edge once, every face once, then three times for each body that is looked at.

use super::image::{Hit, Images};
use super::pipelines::Pipelines;
use super::raster_passes::{Named, Raster, Scene, Signs};
use super::render_targets::{Before, Pass, Targets};
use crate::buffer::{BufferRange, Content, ReadBack, image_bytes};
use crate::device::Gpu;
use crate::error::{GpuError, short};
use crate::occlusion_queries::Queries;
use crate::timer::Moments;
use std::ops::Range;

/// The pipelines, and images kept from query to query.
pub struct Render {
    pipelines: Pipelines,
    targets: Targets,
    /// Is anything positive, is anything negative, is anything seen?
    signs: Queries,
    /// For each slot: does it penetrate, is it penetrated?
    bodies: [Queries; 2],
    /// Is anything inside of something without a name?
    doubt: Queries,
    /// Which of the two images of edges is drawn to.
    turn: usize,
    passes: u32,
}

impl Render {
    /// Compiles the pipelines; images are made when their size is known.
    ///
    /// # Errors
    /// The device has no memory for the least of images.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let pipelines = Pipelines::new(gpu);
        let targets = Targets::new(gpu, &pipelines, [1, 1])?;
        let bodies = [Queries::new(gpu, 1)?, Queries::new(gpu, 1)?];
        let (signs, doubt) = (Queries::new(gpu, 3)?, Queries::new(gpu, 1)?);
        Ok(Self { pipelines, targets, signs, bodies, doubt, turn: 0, passes: 0 })
    }

    /// Makes images of the size, and queries for the slots, that are wanted now; what there is stays where there is no memory for more.
    fn prepare(&mut self, scene: &Scene<'_>) -> Result<(), GpuError> {
        let (size, slots) = (scene.layout.request.size, scene.layout.records.len() as u32);
        if self.targets.size != size {
            self.targets = Targets::new(scene.gpu, &self.pipelines, size)?;
        }
        for queries in self.bodies.iter_mut().filter(|queries| queries.room() < slots) {
            *queries = Queries::new(scene.gpu, slots.next_power_of_two())?;
        }
        Ok(())
    }

    fn bodies_group(&self, scene: &Scene<'_>) -> wgpu::BindGroup {
        let [_, faces, edges] = scene.store.bindings();
        let frame = scene.frame;
        let resources = [frame.params.binding(), frame.records.binding(), faces, edges, frame.screen.binding()];
        scene.gpu.bind(&self.pipelines.layouts[0], &resources)
    }

    fn pass<'a>(&'a self, target: Option<&'a wgpu::Texture>) -> Pass<'a> {
        Pass { target, depth: &self.targets.depth, queries: None, moments: None, before: Before::Cleared }
    }

    /// Pass 1: the nearest edge of every pixel.
    fn draw_edges(&self, scene: &Scene<'_>, bodies: &wgpu::BindGroup, encoder: &mut wgpu::CommandEncoder) {
        let mut pass = self.pass(Some(&self.targets.edges[self.turn])).begin(encoder);
        pass.set_pipeline(&self.pipelines.edges);
        pass.set_bind_group(0, bodies, &[]);
        pass.set_bind_group(1, &self.targets.edges_read[1 - self.turn], &[]);
        for group in &scene.layout.groups {
            pass.draw(0..3 * group.edges, group.slots.clone());
        }
    }

    /// Passes 2 and 3: faces before the edges, front up, back down.
    fn count_faces(&self, scene: &Scene<'_>, bodies: &wgpu::BindGroup, encoder: &mut wgpu::CommandEncoder) {
        let mut pass = self.pass(Some(&self.targets.count)).begin(encoder);
        pass.set_pipeline(&self.pipelines.count);
        pass.set_bind_group(0, bodies, &[]);
        pass.set_bind_group(1, &self.targets.edges_read[self.turn], &[]);
        for group in &scene.layout.groups {
            pass.draw(0..3 * group.faces, group.slots.clone());
        }
    }

    /// Is any count positive, is any negative, is there any edge? (Section 6.1.)
    fn ask_signs(&self, scene: &Scene<'_>, encoder: &mut wgpu::CommandEncoder) {
        let moments = scene.timer.drawing(Moments::End);
        let mut pass = Pass { queries: self.signs.sets.first(), moments, ..self.pass(None) }.begin(encoder);
        pass.set_bind_group(1, &self.targets.edges_read[self.turn], &[]);
        pass.set_bind_group(2, &self.targets.count_read, &[]);
        for (query, pipeline) in (0..).zip(&self.pipelines.signs) {
            pass.set_pipeline(pipeline);
            pass.begin_occlusion_query(query);
            pass.draw(0..3, 0..1);
            pass.end_occlusion_query();
        }
    }

    /// Section 5.2, for some slots: counts each body alone, writes its identity where it counts, and clears its count. The last slot comes
    /// first, so that in the end every pixel has the first.
    fn name_penetrated(&self, scene: &Scene<'_>, slots: Range<u32>, pass: &mut wgpu::RenderPass<'_>) {
        for group in scene.layout.groups.iter().rev() {
            let shared = group.slots.start.max(slots.start)..group.slots.end.min(slots.end);
            for slot in shared.rev() {
                let corners = 0..3 * group.faces;
                pass.set_pipeline(&self.pipelines.body_count);
                pass.draw(corners.clone(), slot..slot + 1);
                pass.set_pipeline(&self.pipelines.body_negative);
                pass.set_stencil_reference(127);
                pass.draw(corners.clone(), slot..slot + 1);
                pass.set_pipeline(&self.pipelines.body_positive);
                pass.set_stencil_reference(0);
                pass.begin_occlusion_query(slot % Queries::SET);
                pass.draw(corners, slot..slot + 1);
                pass.end_occlusion_query();
            }
        }
    }

    /// Section 5.1, without writing anything: the edges of each body where they are inside of something.
    fn ask_penetrating(&self, scene: &Scene<'_>, slots: &Range<u32>, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipelines.edges_inside);
        for group in &scene.layout.groups {
            for slot in group.slots.start.max(slots.start)..group.slots.end.min(slots.end) {
                pass.begin_occlusion_query(slot % Queries::SET);
                pass.draw(0..3 * group.edges, slot..slot + 1);
                pass.end_occlusion_query();
            }
        }
    }

    /// Whether anything is inside of something that [`Render::name_penetrated`] has not named.
    fn ask_doubt(&self, scene: &Scene<'_>, encoder: &mut wgpu::CommandEncoder) {
        let moments = scene.timer.drawing(Moments::End);
        let mut pass = Pass { queries: self.doubt.sets.first(), moments, ..self.pass(None) }.begin(encoder);
        pass.set_pipeline(&self.pipelines.doubt);
        pass.set_bind_group(2, &self.targets.count_read, &[]);
        pass.set_bind_group(3, &self.targets.identity_read, &[]);
        pass.begin_occlusion_query(0);
        pass.draw(0..3, 0..1);
        pass.end_occlusion_query();
    }

    fn bind_all(&self, bodies: &wgpu::BindGroup, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_bind_group(0, bodies, &[]);
        pass.set_bind_group(1, &self.targets.edges_read[self.turn], &[]);
        pass.set_bind_group(2, &self.targets.count_read, &[]);
    }
}

impl Raster for Render {
    fn detect(&mut self, scene: &Scene<'_>, encoder: &mut wgpu::CommandEncoder) -> Result<&wgpu::Buffer, GpuError> {
        self.prepare(scene)?;
        self.turn = scene.layer as usize % 2;
        let bodies = self.bodies_group(scene);
        let description =
            wgpu::ComputePassDescriptor { label: Some("setup"), timestamp_writes: scene.timer.compute(Moments::Begin) };
        scene.frame.record(scene.gpu, scene.store, scene.layout, &mut encoder.begin_compute_pass(&description));
        self.draw_edges(scene, &bodies, encoder);
        self.count_faces(scene, &bodies, encoder);
        self.ask_signs(scene, encoder);
        self.signs.resolve(3, encoder);
        self.passes += 4;
        Ok(&self.signs.answers)
    }

    fn identify(&mut self, scene: &Scene<'_>, _: Signs, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let bodies = self.bodies_group(scene);
        let slots = scene.layout.records.len() as u32;
        let chunks = slots.div_ceil(Queries::SET);
        for chunk in (0..chunks).rev() {
            let range = chunk * Queries::SET..((chunk + 1) * Queries::SET).min(slots);
            let before = if chunk + 1 == chunks { Before::Cleared } else { Before::Kept };
            let sets = [0, 1].map(|i: usize| self.bodies[i].sets.get(chunk as usize));
            let begin = if chunk + 1 == chunks { scene.timer.drawing(Moments::Begin) } else { None };
            let target = Some(&self.targets.identity);
            let mut pass = Pass { queries: sets[1], moments: begin, before, ..self.pass(target) }.begin(encoder);
            self.bind_all(&bodies, &mut pass);
            self.name_penetrated(scene, range.clone(), &mut pass);
            drop(pass);
            let mut pass = Pass { queries: sets[0], ..self.pass(None) }.begin(encoder);
            self.bind_all(&bodies, &mut pass);
            self.ask_penetrating(scene, &range, &mut pass);
        }
        self.ask_doubt(scene, encoder);
        self.bodies.iter().for_each(|queries| queries.resolve(slots, encoder));
        self.doubt.resolve(1, encoder);
        self.passes += 2 * chunks + 1;
        Ok(())
    }

    fn copy_bodies(
        &self,
        slots: u32,
        read_back: &mut ReadBack,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Vec<BufferRange> {
        let [penetrating, penetrated] = &self.bodies;
        let asked = [(penetrating, slots), (penetrated, slots), (&self.doubt, 1)];
        asked.map(|(queries, count)| read_back.copy(encoder, &queries.answers, u64::from(count) * 8)).to_vec()
    }

    fn bodies(&self, content: &Content<'_>, places: &[BufferRange]) -> Result<Named, GpuError> {
        let &[penetrating, penetrated, doubt] = places else { return Err(short()) };
        let flags = |place| -> Result<Vec<bool>, GpuError> {
            Ok(content.elements::<u64>(place)?.into_iter().map(|seen| seen != 0).collect())
        };
        let doubtful = flags(doubt)?.contains(&true);
        Ok(Named { penetrating: flags(penetrating)?, penetrated: flags(penetrated)?, doubtful })
    }

    fn image_bytes(&self) -> u64 {
        let Targets { edges, count, identity, .. } = &self.targets;
        [&edges[self.turn], count, identity].map(image_bytes).iter().sum()
    }

    fn copy_images(&self, read_back: &mut ReadBack, encoder: &mut wgpu::CommandEncoder) -> Vec<BufferRange> {
        let Targets { edges, count, identity, .. } = &self.targets;
        [&edges[self.turn], count, identity].map(|image| read_back.copy_image(encoder, image)).to_vec()
    }

    fn images(&self, content: &Content<'_>, places: &[BufferRange]) -> Result<Images, GpuError> {
        let &[edge, count, identity] = places else { return Err(short()) };
        let edges: Vec<[u32; 4]> = content.pixels(edge, &self.targets.edges[self.turn])?;
        let counts: Vec<f32> = content.pixels(count, &self.targets.count)?;
        let identities: Vec<[u32; 2]> = content.pixels(identity, &self.targets.identity)?;
        Ok(Images {
            edge: edges.iter().map(|pixel| pixel[0]).collect(),
            depth: edges.iter().map(|pixel| pixel[1]).collect(),
            count: counts.into_iter().map(|count| count as i32).collect(),
            penetrated: identities.iter().map(|pixel| pixel[0]).collect(),
            negative: identities.iter().map(|pixel| pixel[1]).collect(),
        })
    }

    fn hit_bytes(&self, _: Signs) -> u64 {
        self.image_bytes()
    }

    fn copy_hits(&self, _: Signs, read_back: &mut ReadBack, encoder: &mut wgpu::CommandEncoder) -> Vec<BufferRange> {
        self.copy_images(read_back, encoder)
    }

    fn hits(&self, content: &Content<'_>, places: &[BufferRange]) -> Result<Vec<Hit>, GpuError> {
        Ok(self.images(content, places)?.hits())
    }

    fn take_passes(&mut self) -> u32 {
        std::mem::take(&mut self.passes)
    }
}
