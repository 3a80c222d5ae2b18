//! The rounds of pruning on the device, on layered images that lie there.

use super::face_groups::FaceGroups;
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
    let levels = [("OF_BODIES", Level::Bodies), ("OF_GROUPS", Level::Groups)];
    let levels = levels.map(|(name, level)| shader::unsigned(name, level as u32)).concat();
    shader::text(&[&hidden, &levels, SLOTS, include_str!("cullide.wgsl")])
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
    groups: Array<u32>,
    faces: Array<u32>,
    groups_of: Array<u32>,
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
            groups: Array::new(gpu, "the groups that are kept"),
            groups_of: Array::new(gpu, "the groups of faces"),
            faces: Array::new(gpu, "the faces that are kept"),
            hidden: Array::new(gpu, "what is hidden"),
            sizes: Array::new(gpu, "the sizes of sets"),
            boxes: Array::new(gpu, "the boxes of what is kept"),
            corners: Array::new(gpu, "the corners of a mesh by place"),
            timer: Timer::new(gpu),
            read_back: ReadBack::new(gpu),
        }
    }

    /// Bodies, then groups, then faces, each until no round prunes more.
    pub(super) fn potential_set(&mut self, drawn: &Drawn<'_>, cost: &mut Cost) -> Result<PotentialSet, GpuError> {
        let &Drawn { gpu, images, view, .. } = drawn;
        let FaceGroups { of_face, owners, starts: group_starts } = FaceGroups::new(view);
        let counts = Counts::of(images, view, owners.len() as u32);
        self.reserve(gpu, counts)?;
        self.boxes.write(gpu, &vec![NOTHING; counts.groups as usize])?;
        self.groups_of.write(gpu, &[&of_face[..], &owners].concat())?;
        let body_rounds = self.prune_all(drawn, counts, Level::Bodies, cost)?;
        if body_rounds.last() == Some(&0) {
            let (bodies, groups) = (vec![false; counts.slots as usize], vec![false; counts.groups as usize]);
            let (faces, boxes) = (vec![false; counts.faces as usize], vec![NOTHING; counts.groups as usize]);
            let (body_rounds, none) = (falling(&body_rounds), vec![0]);
            let [group_rounds, face_rounds] = [none.clone(), none];
            return Ok(PotentialSet {
                bodies,
                groups,
                group_starts,
                faces,
                boxes,
                body_rounds,
                group_rounds,
                face_rounds,
            });
        }
        let group_rounds = self.prune_all(drawn, counts, Level::Groups, cost)?;
        let face_rounds = self.prune_all(drawn, counts, Level::Faces, cost)?;
        let Sets { bodies, groups, faces, boxes } = self.read_sets(drawn, counts, cost)?;
        // Groups and faces were not counted before their first round.
        let kept = |of: &[u32], above: &[bool]| of.iter().filter(|&&member| above[member as usize]).count() as u32;
        let group_rounds = falling(&[&[kept(&owners, &bodies)], &group_rounds[1..]].concat());
        let face_rounds = falling(&[&[kept(&of_face, &groups)], &face_rounds[1..]].concat());
        let body_rounds = falling(&body_rounds);
        Ok(PotentialSet { bodies, groups, group_starts, faces, boxes, body_rounds, group_rounds, face_rounds })
    }

    /// Faces of one mesh, each against those that share no corner with it.
    pub(super) fn potential_faces(
        &mut self,
        drawn: &Drawn<'_>,
        corners: &[[u32; 3]],
        cost: &mut Cost,
    ) -> Result<(Vec<bool>, Vec<u32>), GpuError> {
        let &Drawn { gpu, images, view, .. } = drawn;
        let counts = Counts::of(images, view, 0);
        self.reserve(gpu, counts)?;
        self.corners.write(gpu, corners)?;
        let rounds = self.prune_all(drawn, counts, Level::FacesOfOne, cost)?;
        let Sets { faces, .. } = self.read_sets(drawn, counts, cost)?;
        Ok((faces, falling(&rounds)))
    }

    fn reserve(&mut self, gpu: &Gpu, counts: Counts) -> Result<(), GpuError> {
        self.owners.reserve(gpu, u64::from(counts.faces))?;
        self.bodies.reserve(gpu, u64::from(counts.slots))?;
        self.faces.reserve(gpu, u64::from(counts.faces))?;
        self.groups.reserve(gpu, u64::from(counts.groups))?;
        self.boxes.reserve(gpu, u64::from(counts.groups))?;
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

    /// Rounds until one prunes nothing; the sizes after each, after how many members there were.
    fn prune_all(
        &mut self,
        drawn: &Drawn<'_>,
        counts: Counts,
        level: Level,
        cost: &mut Cost,
    ) -> Result<Vec<u32>, GpuError> {
        let looks = (0..3 * ROUNDS).map(|look| counts.params(level, look % 3, look / 3));
        self.params.write(drawn.gpu, &looks.collect::<Vec<_>>())?;
        let mut sizes = vec![counts.members(level)];
        let mut starts = true;
        while starts || sizes[sizes.len() - 2..].windows(2).any(|pair| pair[0] != pair[1]) {
            let asked = Rounds { counts, level, starts };
            sizes.extend(self.rounds(drawn, asked, cost)?);
            starts = false;
        }
        Ok(sizes)
    }

    /// Fills what is kept of the members of a level, before its first round; tells how many passes that takes.
    fn begin(&self, &Drawn { gpu, images, .. }: &Drawn<'_>, asked: Rounds, pass: &mut wgpu::ComputePass<'_>) -> u32 {
        let Rounds { counts, level, .. } = asked;
        let kept = self.kept(level).binding();
        let above = match level {
            Level::Bodies | Level::FacesOfOne => None,
            Level::Groups => Some(self.bodies.binding()),
            Level::Faces => Some(self.groups.binding()),
        };
        if let Some(above) = above {
            let resources = [(0, self.at(0)), (4, kept), (11, above), (12, self.groups_of.binding())];
            set(gpu, pass, &self.descend, &resources);
            dispatch(pass, counts.members(level));
            return 1;
        }
        set(gpu, pass, &self.start, &[(0, self.at(0)), (4, kept)]);
        dispatch(pass, counts.members(level));
        if level == Level::FacesOfOne {
            return 1;
        }
        let records = images[0].frame.records.binding();
        set(gpu, pass, &self.own, &[(0, self.at(0)), (3, self.owners.binding()), (7, records)]);
        dispatch(pass, counts.faces);
        2
    }

    /// Who is kept of a level.
    fn kept(&self, level: Level) -> &Array<u32> {
        match level {
            Level::Bodies => &self.bodies,
            Level::Groups => &self.groups,
            Level::Faces | Level::FacesOfOne => &self.faces,
        }
    }

    fn rounds(&mut self, drawn: &Drawn<'_>, asked: Rounds, cost: &mut Cost) -> Result<[u32; ROUNDS], GpuError> {
        let &Drawn { gpu, images, .. } = drawn;
        let Rounds { counts, level, starts } = asked;
        self.read_back.prepare(gpu, 1024)?;
        let mut encoder = gpu.encoder();
        encoder.clear_buffer(self.sizes.buffer(), 0, Some(4 * ROUNDS as u64));
        encoder.clear_buffer(self.hidden.buffer(), 0, Some(4 * u64::from(counts.members(level))));
        let timestamp_writes = self.timer.compute(Moments::Both);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        let passes = if starts { self.begin(drawn, asked, &mut pass) } else { 0 } + 4 * ROUNDS as u32;
        let (kept, hidden) = (self.kept(level).binding(), self.hidden.binding());
        for round in 0..ROUNDS {
            for (axis, image) in images.iter().enumerate() {
                let mut resources =
                    vec![(0, self.at(3 * round + axis)), (1, image.starts.binding()), (6, self.sizes.binding())];
                resources.extend([(2, image.fragments.binding()), (4, kept.clone()), (5, hidden.clone())]);
                let pipeline = match level {
                    Level::Bodies | Level::Groups | Level::Faces => {
                        resources.extend([(3, self.owners.binding()), (12, self.groups_of.binding())]);
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

    /// Reads back who is kept, and, where there are groups, the boxes around the faces that are.
    fn read_sets(&mut self, drawn: &Drawn<'_>, counts: Counts, cost: &mut Cost) -> Result<Sets, GpuError> {
        let &Drawn { gpu, store, images, .. } = drawn;
        let [slots, groups, faces] = [counts.slots, counts.groups, counts.faces].map(u64::from);
        self.read_back.prepare(gpu, 4 * slots + 28 * groups + 4 * faces + 5 * 256)?;
        let mut encoder = gpu.encoder();
        let timestamp_writes = self.timer.compute(Moments::Both);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        if groups > 0 {
            let [_, corners, _] = store.bindings();
            let (records, screen) = (images[0].frame.records.binding(), images[0].frame.screen.binding());
            let mut resources = vec![(0, self.at(0)), (3, self.owners.binding()), (4, self.faces.binding())];
            resources.extend([(7, records), (8, corners), (9, screen), (10, self.boxes.binding())]);
            resources.push((12, self.groups_of.binding()));
            set(gpu, &mut pass, &self.bound, &resources);
            dispatch(&mut pass, counts.faces);
        }
        drop(pass);
        let kept = [(&self.bodies, slots), (&self.groups, groups), (&self.faces, faces)];
        let kept = kept.map(|(kept, count)| self.read_back.copy(&mut encoder, kept.buffer(), 4 * count));
        let boxes = self.read_back.copy(&mut encoder, self.boxes.buffer(), 24 * groups);
        let moments =
            self.timer.resolve(&mut encoder).map(|buffer| self.read_back.copy(&mut encoder, buffer, Timer::BYTES));
        gpu.submit(encoder);
        let (sets, moments) = self.read_back.read(gpu, |content| {
            let flags = |place| -> Result<Vec<bool>, GpuError> {
                Ok(content.elements::<u32>(place)?.into_iter().map(|kept| kept != 0).collect())
            };
            let [bodies, groups, faces] = kept;
            let (bodies, groups, faces) = (flags(bodies)?, flags(groups)?, flags(faces)?);
            Ok((Sets { bodies, groups, faces, boxes: content.elements(boxes)? }, content.moments(moments)?))
        })?;
        cost.add(&self.step(u32::from(groups > 0), moments));
        Ok(sets)
    }

    /// What passes since the last reading took.
    fn step(&self, passes: u32, moments: Option<[u64; 2]>) -> Cost {
        let gpu_time = moments.map(|moments| self.timer.between(moments));
        Cost { passes, read_back_bytes: self.read_back.bytes(), gpu_time, ..Cost::default() }
    }
}

/// Rounds of a level, the first or later ones.
#[derive(Clone, Copy)]
struct Rounds {
    counts: Counts,
    level: Level,
    starts: bool,
}

/// Who is kept, and boxes around the faces of groups.
struct Sets {
    bodies: Vec<bool>,
    groups: Vec<bool>,
    faces: Vec<bool>,
    boxes: Vec<[i32; 6]>,
}
