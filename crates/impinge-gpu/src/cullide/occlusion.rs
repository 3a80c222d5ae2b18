//! CULLIDE by drawing and occlusion queries, as published (Govindaraju, Redon, Lin, Manocha 2003, section 4).
//!
//! One depth image; bodies are drawn in order, then in reverse order, each first tested by an occlusion query against what was drawn before it. What
//! passes no query in both orders is in sight of all others. The same from behind, with the depth test reversed; then for groups of faces, then for single faces. What
//! differs from the paper is what a pixel holds: all depths at which the true surface may be there ([`crate::layers`]), so that nothing falls
//! between the centres of pixels, and images and sets are those of [`super::cpu_reference`]. Cost: twelve times every body in every round and a query for
//! each member, whose answers come back after each round, where [`super::Cullide`] walks over fragments that are made once.

use super::cpu_reference::boxes;
use super::depth_pipelines::{Writes, depth_image, layout, pipeline};
use super::draw_order::{Members, Order, Slot, slots};
use super::face_groups::FaceGroups;
use super::occlusion_pass::{Image, Side};
use super::potentially_colliding_set::{ALL_HIDDEN, PotentialSet};
use crate::buffer::{Array, ReadBack};
use crate::cost::Cost;
use crate::device::Gpu;
use crate::device_frame::Frame;
use crate::draw_layout::Instance;
use crate::error::{GpuError, short};
use crate::layers::AxisView;
use crate::mesh_store::Store;
use crate::occlusion_queries::Queries;
use crate::shader::{self, FOOTPRINT};
use crate::timer::{Moments, Timer};

/// `Drawing` of `occlusion.wgsl`.
pub(crate) type Params = [u32; 4];

/// The shader that draws.
pub(crate) fn text() -> String {
    shader::text(&[FOOTPRINT, include_str!("occlusion.wgsl")])
}

/// CULLIDE by drawing, with memory that is kept from query to query.
pub struct Occlusion {
    /// What is hidden from the front, drawn to the front image; the same from behind.
    pub(super) pipelines: [[wgpu::RenderPipeline; 2]; 2],
    layout: wgpu::BindGroupLayout,
    frames: [Frame; 3],
    params: [Array<Params>; 3],
    kept: Array<u32>,
    pub(super) depth: wgpu::Texture,
    pub(super) queries: Queries,
    pub(super) timer: Timer,
    read_back: ReadBack,
}

impl Occlusion {
    /// Compiles the passes.
    ///
    /// # Errors
    /// The device has no memory for the least of images.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let module = gpu.shader("cullide by drawing", text());
        let layout = layout(gpu);
        let make = |fragment, compare, writes| pipeline(gpu, &module, &layout, fragment, compare, writes);
        use wgpu::CompareFunction::{Greater, GreaterEqual, Less, LessEqual};
        let pipelines = [
            [make("far_end", GreaterEqual, Writes::Nothing), make("near_end", Less, Writes::Depth)],
            [make("near_end", LessEqual, Writes::Nothing), make("far_end", Greater, Writes::Depth)],
        ];
        Ok(Self {
            pipelines,
            layout,
            frames: [0; 3].map(|_| Frame::new(gpu)),
            params: [0; 3].map(|_| Array::with_usage(gpu, "parameters", wgpu::BufferUsages::UNIFORM)),
            kept: Array::new(gpu, "the faces that are kept"),
            depth: depth_image(gpu, [1, 1])?,
            queries: Queries::new(gpu, 1)?,
            timer: Timer::new(gpu),
            read_back: ReadBack::new(gpu),
        })
    }

    /// [`super::Cullide::potential_set`] by drawing.
    ///
    /// # Errors
    /// See there; or more members than can be asked about.
    pub fn potential_set(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        size: [u32; 2],
    ) -> Result<(PotentialSet, Cost), GpuError> {
        let views = AxisView::of_all(store, instances, size)?;
        self.set_of(gpu, store, &views)
    }

    /// What images cannot part of the bodies that views show.
    fn set_of(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        views: &[AxisView; 3],
    ) -> Result<(PotentialSet, Cost), GpuError> {
        store.sync(gpu)?;
        let mut cost = self.set_up(gpu, store, views)?;
        let groups = self.groups(gpu, store);
        let face_groups = FaceGroups::new(&views[0]);
        let slots = slots(&views[0], &face_groups);
        let owner = |face: u32| slots.partition_point(|slot| slot.first_face <= face).saturating_sub(1);
        let owners: Vec<usize> = (0..views[0].layout.totals.faces).map(owner).collect();
        let mut bodies = vec![true; slots.len()];
        let mut rounds = |members: Members, kept: &mut [bool]| -> Result<Vec<u32>, GpuError> {
            let count = |kept: &[bool]| kept.iter().filter(|kept| **kept).count() as u32;
            let mut sizes = vec![count(kept)];
            loop {
                let faces = owners.iter().enumerate().map(|(face, &owner)| match members {
                    Members::Bodies => u32::from(kept[owner]),
                    Members::Groups => u32::from(kept[face_groups.of_face[face] as usize]),
                    Members::Faces => u32::from(kept[face]),
                });
                self.kept.write(gpu, &faces.collect::<Vec<_>>())?;
                let (hidden, step) = self.round(gpu, &groups, &slots, members, kept)?;
                cost.add(&step);
                for (kept, hidden) in kept.iter_mut().zip(hidden) {
                    *kept &= hidden == ALL_HIDDEN;
                }
                if sizes.last() == Some(&count(kept)) {
                    return Ok(sizes);
                }
                sizes.push(count(kept));
            }
        };
        let body_rounds = rounds(Members::Bodies, &mut bodies)?;
        let mut kept_groups: Vec<bool> = face_groups.owners.iter().map(|&owner| bodies[owner as usize]).collect();
        let group_rounds = rounds(Members::Groups, &mut kept_groups)?;
        let mut faces: Vec<bool> = face_groups.of_face.iter().map(|&group| kept_groups[group as usize]).collect();
        let face_rounds = rounds(Members::Faces, &mut faces)?;
        let (boxes, group_starts) = (boxes(store, &views[0], &faces)?, face_groups.starts.clone());
        let set = PotentialSet {
            bodies,
            groups: kept_groups,
            group_starts,
            faces,
            boxes,
            body_rounds,
            group_rounds,
            face_rounds,
        };
        Ok((set, cost))
    }

    /// Carries all corners to the images along three axes.
    fn set_up(&mut self, gpu: &Gpu, store: &Store, views: &[AxisView; 3]) -> Result<Cost, GpuError> {
        let [width, height] = views[0].layout.request.size;
        if [self.depth.width(), self.depth.height()] != [width, height] {
            self.depth = depth_image(gpu, [width, height])?;
        }
        self.kept.reserve(gpu, u64::from(views[0].layout.totals.faces))?;
        for ((frame, params), view) in self.frames.iter_mut().zip(&mut self.params).zip(views) {
            frame.write(gpu, &view.layout)?;
            let slack = [view.slack.position, view.slack.depth].map(|slack| slack as u32);
            params.write(gpu, &[[width, height, slack[0], slack[1]]])?;
        }
        self.read_back.prepare(gpu, 256)?;
        let mut encoder = gpu.encoder();
        let timestamp_writes = self.timer.compute(Moments::Both);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        for (frame, view) in self.frames.iter().zip(views) {
            frame.record(gpu, store, &view.layout, &mut pass);
        }
        drop(pass);
        let mut cost = Cost { passes: views.len() as u32, ..Cost::default() };
        let Some(clock) = self.timer.resolve(&mut encoder) else {
            gpu.submit(encoder);
            return gpu.check().map(|()| cost);
        };
        let place = self.read_back.copy(&mut encoder, clock, Timer::BYTES);
        gpu.submit(encoder);
        let moments = self.read_back.read(gpu, |content| content.array(place))?;
        cost.gpu_time = Some(self.timer.between(moments));
        cost.read_back_bytes = self.read_back.bytes();
        Ok(cost)
    }

    fn groups(&self, gpu: &Gpu, store: &Store) -> [wgpu::BindGroup; 3] {
        [0, 1, 2].map(|axis| {
            let [_, faces, _] = store.bindings();
            let (frame, params) = (&self.frames[axis], self.params[axis].binding());
            let resources = [params, frame.records.binding(), faces, frame.screen.binding(), self.kept.binding()];
            gpu.bind(&self.layout, &resources)
        })
    }

    /// By whom every member is hidden: two bits for each axis.
    fn round(
        &mut self,
        gpu: &Gpu,
        groups: &[wgpu::BindGroup; 3],
        slots: &[Slot],
        members: Members,
        kept: &[bool],
    ) -> Result<(Vec<u8>, Cost), GpuError> {
        let asked = IMAGES * kept.iter().filter(|kept| **kept).count() as u64;
        if asked == 0 {
            return Ok((vec![0; kept.len()], Cost::default()));
        }
        let room = u32::try_from(asked).ok().filter(|&asked| asked <= MOST_QUERIES);
        let limit = u64::from(MOST_QUERIES);
        let room = room.ok_or(GpuError::TooMany { what: "occlusion queries", count: asked, limit })?;
        if self.queries.room() < room {
            self.queries = Queries::new(gpu, room.next_power_of_two())?;
        }
        self.read_back.prepare(gpu, 8 * asked + 512)?;
        let mut encoder = gpu.encoder();
        let mut asked = Vec::with_capacity(room as usize);
        for (axis, group) in groups.iter().enumerate() {
            for (side, bit) in [(Side::Front, 1), (Side::Behind, 2)] {
                for order in [Order::Forward, Order::Reverse] {
                    let (first, all) = (asked.len(), room as usize);
                    let is_last = all - first == all / IMAGES as usize;
                    let image = Image { group, side, first, all, is_last };
                    let drawn = self.draw(&mut encoder, &image, &order.of(slots), members, kept);
                    asked.extend(drawn.into_iter().map(|member| (member, bit << (2 * axis))));
                }
            }
        }
        self.queries.resolve(room, &mut encoder);
        let answers = self.read_back.copy(&mut encoder, &self.queries.answers, 8 * u64::from(room));
        let clock = self.timer.resolve(&mut encoder);
        let moments = clock.map(|clock| self.read_back.copy(&mut encoder, clock, Timer::BYTES));
        gpu.submit(encoder);
        let (answers, moments) =
            self.read_back.read(gpu, |content| Ok((content.elements::<u64>(answers)?, content.moments(moments)?)))?;
        if answers.len() != asked.len() {
            return Err(short());
        }
        let mut hidden = vec![0; kept.len()];
        for ((member, bit), seen) in asked.into_iter().zip(answers) {
            hidden[member] |= if seen != 0 { bit } else { 0 };
        }
        let gpu_time = moments.map(|moments| self.timer.between(moments));
        let read_back_bytes = self.read_back.bytes();
        let pixels = IMAGES * u64::from(self.depth.width()) * u64::from(self.depth.height());
        let [images, passes] = [IMAGES as u32; 2];
        Ok((hidden, Cost { images, passes, pixels, read_back_bytes, gpu_time, ..Cost::default() }))
    }
}

/// Images of a round: three axes, two sides, two orders.
const IMAGES: u64 = 12;

/// Queries of a round, at most: beyond, sets of them take hundreds of megabytes.
const MOST_QUERIES: u32 = 1 << 24;
