//! The rounds of pruning on the device, on layered images that lie there.

use super::pass_params::{Counts, Level, PARAMS_BYTES, Params};
use super::potentially_colliding_set::{ALL_HIDDEN, NOTHING, PotentialSet, falling};
use crate::buffer::{Array, ReadBack};
use crate::cost::Cost;
use crate::device::Gpu;
use crate::device_frame::dispatch;
use crate::error::GpuError;
use crate::layers::{AxisView, Layers, set};
use crate::mesh_store::Store;
use crate::shader::{self, SLOTS};
use crate::timer::{Moments, Timer};

/// Rounds that are recorded before sizes are read back.
const ROUNDS: usize = 8;

/// The shader that prunes.
pub(crate) fn text() -> String {
    let hidden = shader::unsigned("ALL_HIDDEN", u32::from(ALL_HIDDEN));
    let level = shader::unsigned("OF_BODIES", Level::Bodies as u32);
    shader::text(&[&hidden, &level, SLOTS, include_str!("cullide.wgsl")])
}

/// Layered images on a device, and what they show.
#[derive(Clone, Copy)]
pub(super) struct Drawn<'a> {
    pub(super) gpu: &'a Gpu,
    pub(super) store: &'a Store,
    pub(super) images: &'a [Layers; 3],
    /// Along the first axis.
    pub(super) view: &'a AxisView,
}

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
        let module = gpu.shader("cullide", text());
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
    pub(super) fn potential_set(&mut self, drawn: &Drawn<'_>, cost: &mut Cost) -> Result<PotentialSet, GpuError> {
        let &Drawn { gpu, store, images, view } = drawn;
        let counts = Counts::of(images, view);
        self.reserve(gpu, counts)?;
        self.boxes.write(gpu, &vec![NOTHING; counts.slots as usize])?;
        let records = || images[0].frame.records.binding();
        let body_rounds = self.prune_all(drawn, Level::Bodies, cost, &|passes, pass| {
            set(gpu, pass, &passes.own, &[(0, passes.at(0)), (3, passes.owners.binding()), (7, records())]);
            dispatch(pass, counts.faces);
            set(gpu, pass, &passes.start, &[(0, passes.at(0)), (4, passes.bodies.binding())]);
            dispatch(pass, counts.slots);
            2
        })?;
        if body_rounds.last() == Some(&0) {
            let (bodies, faces) = (vec![false; counts.slots as usize], vec![false; counts.faces as usize]);
            let (boxes, body_rounds) = (vec![NOTHING; counts.slots as usize], falling(&body_rounds));
            return Ok(PotentialSet { bodies, faces, boxes, body_rounds, face_rounds: vec![0] });
        }
        let face_rounds = self.prune_all(drawn, Level::Faces, cost, &|passes, pass| {
            let (owners, faces, bodies) = (passes.owners.binding(), passes.faces.binding(), passes.bodies.binding());
            set(gpu, pass, &passes.descend, &[(0, passes.at(0)), (3, owners), (4, faces), (11, bodies)]);
            dispatch(pass, counts.faces);
            1
        })?;
        let (bodies, faces, boxes) = self.read_sets(gpu, counts, cost, &|passes, pass| {
            let [_, corners, _] = store.bindings();
            let (screen, boxes) = (images[0].frame.screen.binding(), passes.boxes.binding());
            let (owners, faces) = (passes.owners.binding(), passes.faces.binding());
            let resources =
                [(0, passes.at(0)), (3, owners), (4, faces), (7, records()), (8, corners), (9, screen), (10, boxes)];
            set(gpu, pass, &passes.bound, &resources);
            dispatch(pass, counts.faces);
            1
        })?;
        // No faces were counted before their first round.
        let at_first = bodies.iter().zip(faces_of(view)).filter(|(kept, _)| **kept).map(|(_, faces)| faces).sum();
        let face_rounds = [&[at_first], &face_rounds[1..]].concat();
        let (body_rounds, face_rounds) = (falling(&body_rounds), falling(&face_rounds));
        Ok(PotentialSet { bodies, faces, boxes, body_rounds, face_rounds })
    }

    /// Faces of one mesh, each against those that share no corner with it.
    pub(super) fn potential_faces(
        &mut self,
        drawn: &Drawn<'_>,
        corners: &[[u32; 3]],
        cost: &mut Cost,
    ) -> Result<(Vec<bool>, Vec<u32>), GpuError> {
        let &Drawn { gpu, images, view, .. } = drawn;
        let counts = Counts::of(images, view);
        self.reserve(gpu, counts)?;
        self.corners.write(gpu, corners)?;
        let rounds = self.prune_all(drawn, Level::FacesOfOne, cost, &|passes, pass| {
            set(gpu, pass, &passes.start, &[(0, passes.at(0)), (4, passes.faces.binding())]);
            dispatch(pass, counts.faces);
            1
        })?;
        let (_, faces, _) = self.read_sets(gpu, counts, cost, &|_, _| 0)?;
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

    /// Rounds until one prunes nothing, after a pass that comes before all; the sizes after each, after how many members there were.
    fn prune_all(
        &mut self,
        drawn: &Drawn<'_>,
        level: Level,
        cost: &mut Cost,
        first: &Before<'_>,
    ) -> Result<Vec<u32>, GpuError> {
        let counts = Counts::of(drawn.images, drawn.view);
        let looks = (0..3 * ROUNDS).map(|look| counts.params(level, look % 3, look / 3));
        self.params.write(drawn.gpu, &looks.collect::<Vec<_>>())?;
        let mut sizes = vec![counts.members(level)];
        sizes.extend(self.rounds(drawn, level, cost, first)?);
        while sizes[sizes.len() - 2..].windows(2).any(|pair| pair[0] != pair[1]) {
            sizes.extend(self.rounds(drawn, level, cost, &|_, _| 0)?);
        }
        Ok(sizes)
    }

    fn rounds(
        &mut self,
        &Drawn { gpu, images, view, .. }: &Drawn<'_>,
        level: Level,
        cost: &mut Cost,
        first: &Before<'_>,
    ) -> Result<[u32; ROUNDS], GpuError> {
        let counts = Counts::of(images, view);
        self.read_back.prepare(gpu, 1024)?;
        let mut encoder = gpu.encoder();
        encoder.clear_buffer(self.sizes.buffer(), 0, Some(4 * ROUNDS as u64));
        encoder.clear_buffer(self.hidden.buffer(), 0, Some(4 * u64::from(counts.members(level))));
        let timestamp_writes = self.timer.compute(Moments::Both);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        let passes = first(self, &mut pass) + 4 * ROUNDS as u32;
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
        }
        drop(pass);
        let sizes = self.read_back.copy(&mut encoder, self.sizes.buffer(), 4 * ROUNDS as u64);
        let moments =
            self.timer.resolve(&mut encoder).map(|buffer| self.read_back.copy(&mut encoder, buffer, Timer::BYTES));
        gpu.submit(encoder);
        let (sizes, moments) =
            self.read_back.read(gpu, |content| Ok((content.array(sizes)?, content.moments(moments)?)))?;
        cost.add(&self.step(passes, moments));
        Ok(sizes)
    }

    fn read_sets(&mut self, gpu: &Gpu, counts: Counts, cost: &mut Cost, first: &Before<'_>) -> Result<Sets, GpuError> {
        let (slots, faces) = (u64::from(counts.slots), u64::from(counts.faces));
        self.read_back.prepare(gpu, 28 * slots + 4 * faces + 4 * 256)?;
        let mut encoder = gpu.encoder();
        let timestamp_writes = self.timer.compute(Moments::Both);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        let passes = first(self, &mut pass);
        drop(pass);
        let bodies = self.read_back.copy(&mut encoder, self.bodies.buffer(), 4 * slots);
        let kept = self.read_back.copy(&mut encoder, self.faces.buffer(), 4 * faces);
        let boxes = self.read_back.copy(&mut encoder, self.boxes.buffer(), 24 * slots);
        let moments =
            self.timer.resolve(&mut encoder).map(|buffer| self.read_back.copy(&mut encoder, buffer, Timer::BYTES));
        gpu.submit(encoder);
        let (sets, moments) = self.read_back.read(gpu, |content| {
            let flags = |place| -> Result<Vec<bool>, GpuError> {
                Ok(content.elements::<u32>(place)?.into_iter().map(|kept| kept != 0).collect())
            };
            Ok(((flags(bodies)?, flags(kept)?, content.elements(boxes)?), content.moments(moments)?))
        })?;
        cost.add(&self.step(passes, moments));
        Ok(sets)
    }

    /// What passes since the last reading took.
    fn step(&self, passes: u32, moments: Option<[u64; 2]>) -> Cost {
        let gpu_time = moments.map(|moments| self.timer.between(moments));
        Cost { passes, read_back_bytes: self.read_back.bytes(), gpu_time, ..Cost::default() }
    }
}

/// Records what comes before other passes, and tells how many passes that is.
type Before<'a> = dyn Fn(&CullPasses, &mut wgpu::ComputePass<'_>) -> u32 + 'a;

/// Bodies kept, faces kept, and boxes around these.
type Sets = (Vec<bool>, Vec<bool>, Vec<[i32; 6]>);

/// How many faces every slot has.
fn faces_of(view: &AxisView) -> impl Iterator<Item = u32> + '_ {
    let groups = view.layout.groups.iter();
    groups.flat_map(|group| group.slots.clone().map(|_| group.faces))
}
