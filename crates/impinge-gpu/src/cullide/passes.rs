//! The rounds of pruning on the device, on layered images that lie there.

use super::level::{Counts, Level, PARAMS_BYTES, Params};
use super::set::{NOTHING, PotentialSet, falling};
use crate::buffer::{Array, ReadBack};
use crate::device::Gpu;
use crate::error::GpuError;
use crate::frame::{PRELUDE, dispatch};
use crate::layers::{AxisView, ImageCost, Layers, set};
use crate::store::Store;
use crate::timer::{Moments, Timer};

/// Rounds that are recorded before sizes are read back.
const ROUNDS: usize = 8;

/// The passes and what they work on.
pub(super) struct CullPasses {
    own: wgpu::ComputePipeline,
    start: wgpu::ComputePipeline,
    descend: wgpu::ComputePipeline,
    look: wgpu::ComputePipeline,
    look_within: wgpu::ComputePipeline,
    prune: wgpu::ComputePipeline,
    bound: wgpu::ComputePipeline,
    params: Array<Params>,
    owners: Array<u32>,
    bodies: Array<u32>,
    faces: Array<u32>,
    hidden: Array<u32>,
    sizes: Array<u32>,
    boxes: Array<[i32; 6]>,
    corners: Array<[u32; 3]>,
    timer: Timer,
    read_back: ReadBack,
}

impl CullPasses {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let module = gpu.shader("cullide", &[PRELUDE, include_str!("cullide.wgsl")]);
        let pass = |entry| gpu.compute(&module, entry);
        Self {
            own: pass("own"),
            start: pass("start"),
            descend: pass("descend"),
            look: pass("look"),
            look_within: pass("look_within"),
            prune: pass("prune"),
            bound: pass("bound"),
            params: Array::with_usage(gpu, "the parameters of pruning", wgpu::BufferUsages::UNIFORM),
            owners: Array::new(gpu, "the bodies of faces"),
            bodies: Array::new(gpu, "the bodies that are kept"),
            faces: Array::new(gpu, "the faces that are kept"),
            hidden: Array::new(gpu, "what is hidden"),
            sizes: Array::new(gpu, "the sizes of sets"),
            boxes: Array::new(gpu, "the boxes of what is kept"),
            corners: Array::new(gpu, "the corners of a mesh by place"),
            timer: Timer::new(gpu),
            read_back: ReadBack::new(gpu),
        }
    }

    /// Bodies, then faces, each until no round prunes more.
    pub(super) fn potential_set(
        &mut self,
        gpu: &Gpu,
        store: &Store,
        images: &[Layers; 3],
        view: &AxisView,
        cost: &mut ImageCost,
    ) -> Result<PotentialSet, GpuError> {
        let counts = Counts::of(images, view);
        self.reserve(gpu, counts)?;
        self.boxes.write(gpu, &vec![NOTHING; counts.slots as usize])?;
        self.params.write(gpu, &[counts.params(Level::Bodies, 0, 0)])?;
        self.once(gpu, cost, |passes, pass| {
            let records = images[0].frame.records.binding();
            set(gpu, pass, &passes.own, &[(0, passes.at(0)), (3, passes.owners.binding()), (7, records)]);
            dispatch(pass, counts.faces);
            set(gpu, pass, &passes.start, &[(0, passes.at(0)), (4, passes.bodies.binding())]);
            dispatch(pass, counts.slots);
        })?;
        let body_rounds = self.prune_all(gpu, images, counts, Level::Bodies, cost)?;
        if body_rounds.last() == Some(&0) {
            let (bodies, faces) = (vec![false; counts.slots as usize], vec![false; counts.faces as usize]);
            let (boxes, body_rounds) = (vec![NOTHING; counts.slots as usize], falling(&body_rounds));
            return Ok(PotentialSet { bodies, faces, boxes, body_rounds, face_rounds: vec![0] });
        }
        self.once(gpu, cost, |passes, pass| {
            let (owners, faces, bodies) = (passes.owners.binding(), passes.faces.binding(), passes.bodies.binding());
            set(gpu, pass, &passes.descend, &[(0, passes.at(0)), (3, owners), (4, faces), (11, bodies)]);
            dispatch(pass, counts.faces);
        })?;
        let face_rounds = self.prune_all(gpu, images, counts, Level::Faces, cost)?;
        self.once(gpu, cost, |passes, pass| {
            let [_, corners, _] = store.bindings();
            let (records, screen) = (images[0].frame.records.binding(), images[0].frame.screen.binding());
            let (owners, faces, boxes) = (passes.owners.binding(), passes.faces.binding(), passes.boxes.binding());
            let resources =
                [(0, passes.at(0)), (3, owners), (4, faces), (7, records), (8, corners), (9, screen), (10, boxes)];
            set(gpu, pass, &passes.bound, &resources);
            dispatch(pass, counts.faces);
        })?;
        let (bodies, faces, boxes) = self.read_sets(gpu, counts, cost)?;
        // Faces were counted by nobody before their first round.
        let at_first = bodies.iter().zip(&view.layout.records).zip(faces_of(view)).filter(|((kept, _), _)| **kept);
        let face_rounds = [&[at_first.map(|(_, faces)| faces).sum()], &face_rounds[1..]].concat();
        Ok(PotentialSet {
            bodies,
            faces,
            boxes,
            body_rounds: falling(&body_rounds),
            face_rounds: falling(&face_rounds),
        })
    }

    /// Faces of one mesh, each against those that share no corner with it.
    pub(super) fn potential_faces(
        &mut self,
        gpu: &Gpu,
        images: &[Layers; 3],
        view: &AxisView,
        corners: &[[u32; 3]],
        cost: &mut ImageCost,
    ) -> Result<(Vec<bool>, Vec<u32>), GpuError> {
        let counts = Counts::of(images, view);
        self.reserve(gpu, counts)?;
        self.corners.write(gpu, corners)?;
        self.params.write(gpu, &[counts.params(Level::FacesOfOne, 0, 0)])?;
        self.once(gpu, cost, |passes, pass| {
            set(gpu, pass, &passes.start, &[(0, passes.at(0)), (4, passes.faces.binding())]);
            dispatch(pass, counts.faces);
        })?;
        let rounds = self.prune_all(gpu, images, counts, Level::FacesOfOne, cost)?;
        let (_, faces, _) = self.read_sets(gpu, counts, cost)?;
        Ok((faces, falling(&rounds)))
    }

    fn reserve(&mut self, gpu: &Gpu, counts: Counts) -> Result<(), GpuError> {
        self.owners.reserve(gpu, u64::from(counts.faces))?;
        self.bodies.reserve(gpu, u64::from(counts.slots))?;
        self.faces.reserve(gpu, u64::from(counts.faces))?;
        self.boxes.reserve(gpu, u64::from(counts.slots))?;
        self.hidden.reserve(gpu, u64::from(counts.faces.max(counts.slots)))?;
        self.sizes.reserve(gpu, ROUNDS as u64)?;
        self.params.reserve(gpu, (3 * ROUNDS) as u64)?;
        Ok(())
    }

    /// The parameters written at a place.
    fn at(&self, place: usize) -> wgpu::BindingResource<'_> {
        let size = std::num::NonZeroU64::new(PARAMS_BYTES);
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: self.params.buffer(),
            offset: (place * size_of::<Params>()) as u64,
            size,
        })
    }

    /// Runs one pass.
    fn once(
        &self,
        gpu: &Gpu,
        cost: &mut ImageCost,
        record: impl FnOnce(&Self, &mut wgpu::ComputePass<'_>),
    ) -> Result<(), GpuError> {
        let mut encoder = gpu.encoder();
        record(self, &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
        cost.passes += 1;
        gpu.check()
    }

    /// Rounds until one prunes nothing; the sizes after each, after how many members there were.
    fn prune_all(
        &mut self,
        gpu: &Gpu,
        images: &[Layers; 3],
        counts: Counts,
        level: Level,
        cost: &mut ImageCost,
    ) -> Result<Vec<u32>, GpuError> {
        let looks = (0..3 * ROUNDS).map(|look| counts.params(level, look % 3, look / 3));
        self.params.write(gpu, &looks.collect::<Vec<_>>())?;
        let mut sizes = vec![counts.members(level)];
        loop {
            sizes.extend(self.rounds(gpu, images, counts, level, cost)?);
            if sizes[sizes.len() - 2..].windows(2).all(|pair| pair[0] == pair[1]) {
                return Ok(sizes);
            }
        }
    }

    fn rounds(
        &mut self,
        gpu: &Gpu,
        images: &[Layers; 3],
        counts: Counts,
        level: Level,
        cost: &mut ImageCost,
    ) -> Result<Vec<u32>, GpuError> {
        self.read_back.prepare(gpu, 1024)?;
        let mut encoder = gpu.encoder();
        encoder.clear_buffer(self.sizes.buffer(), 0, Some(4 * ROUNDS as u64));
        encoder.clear_buffer(self.hidden.buffer(), 0, Some(4 * u64::from(counts.members(level))));
        let timestamp_writes = self.timer.compute(Moments::Both);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        let kept = if level == Level::Bodies { &self.bodies } else { &self.faces };
        let (kept, hidden) = (kept.binding(), self.hidden.binding());
        for round in 0..ROUNDS {
            for (axis, image) in images.iter().enumerate() {
                let mut resources =
                    vec![(0, self.at(3 * round + axis)), (1, image.starts.binding()), (6, self.sizes.binding())];
                resources.extend([(2, image.fragments.binding()), (4, kept.clone()), (5, hidden.clone())]);
                let pipeline = match level {
                    Level::Bodies | Level::Faces => {
                        resources.push((3, self.owners.binding()));
                        &self.look
                    }
                    Level::FacesOfOne => {
                        resources.push((8, self.corners.binding()));
                        &self.look_within
                    }
                };
                set(gpu, &mut pass, pipeline, &resources);
                dispatch(&mut pass, counts.pixels);
            }
            let sizes = self.sizes.binding();
            let resources = [(0, self.at(3 * round)), (4, kept.clone()), (5, hidden.clone()), (6, sizes)];
            set(gpu, &mut pass, &self.prune, &resources);
            dispatch(&mut pass, counts.members(level));
            cost.passes += 4;
        }
        drop(pass);
        let sizes = self.read_back.copy(&mut encoder, self.sizes.buffer(), 4 * ROUNDS as u64);
        let moments =
            self.timer.resolve(&mut encoder).map(|buffer| self.read_back.copy(&mut encoder, buffer, Timer::BYTES));
        gpu.submit(encoder);
        cost.read_back_bytes += self.read_back.bytes();
        let (sizes, moments) = self
            .read_back
            .read(gpu, |content| Ok((content.array::<u32, ROUNDS>(sizes)?, content.moments(moments)?)))?;
        cost.add_time(moments.map(|moments| self.timer.between(moments)));
        Ok(sizes.to_vec())
    }

    fn read_sets(&mut self, gpu: &Gpu, counts: Counts, cost: &mut ImageCost) -> Result<Sets, GpuError> {
        let (slots, faces) = (u64::from(counts.slots), u64::from(counts.faces));
        self.read_back.prepare(gpu, 28 * slots + 4 * faces + 3 * 256)?;
        let mut encoder = gpu.encoder();
        let bodies = self.read_back.copy(&mut encoder, self.bodies.buffer(), 4 * slots);
        let kept = self.read_back.copy(&mut encoder, self.faces.buffer(), 4 * faces);
        let boxes = self.read_back.copy(&mut encoder, self.boxes.buffer(), 24 * slots);
        gpu.submit(encoder);
        cost.read_back_bytes += self.read_back.bytes();
        self.read_back.read(gpu, |content| {
            let flags = |place| -> Result<Vec<bool>, GpuError> {
                Ok(content.elements::<u32>(place)?.into_iter().map(|kept| kept != 0).collect())
            };
            Ok((flags(bodies)?, flags(kept)?, content.elements(boxes)?))
        })
    }
}

/// Bodies kept, faces kept, and boxes around these.
type Sets = (Vec<bool>, Vec<bool>, Vec<[i32; 6]>);

/// How many faces every slot has.
fn faces_of(view: &AxisView) -> impl Iterator<Item = u32> + '_ {
    let groups = view.layout.groups.iter();
    groups.flat_map(|group| group.slots.clone().map(|_| group.faces))
}
