//! A [`Layout`] on the device: its bodies, and the corners of all of them carried to the image by a compute pass.
//!
//! Whatever draws or computes starts from [`Frame::screen`]: two places for every corner, `[x, y, depth, 0]` of the corner and of the corner
//! moved outward, in the order of the layout. The CPU does no work for single corners, faces or edges.

use crate::buffer::Array;
use crate::device::{Gpu, WORKGROUP};
use crate::draw_layout::{Layout, OwnSolid, Record};
use crate::error::GpuError;
use crate::mesh_store::Store;
use crate::shader::{self, SLOTS};

/// The shader that carries corners.
pub(crate) fn text() -> String {
    shader::text(&[SLOTS, include_str!("vertex_transform.wgsl")])
}

/// The numbers of a query as the shaders read them: `Params` of `bodies.wgsl`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Params {
    /// Columns of pixels.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// Bodies.
    pub slots: u32,
    /// Corners of all bodies.
    pub corners: u32,
    /// Faces of all bodies.
    pub faces: u32,
    /// Edges of all bodies.
    pub edges: u32,
    /// 1 where a solid is counted against its own edges.
    pub own: u32,
    /// Room in a list that a pass fills.
    pub capacity: u32,
    /// How many layers of edges were seen before.
    pub layer: u32,
    /// Unused, so that the size is a multiple of sixteen bytes.
    pub spare: [u32; 3],
}

/// What is kept on the device from query to query.
pub struct Frame {
    pipeline: wgpu::ComputePipeline,
    /// [`Params`], as a uniform.
    pub params: Array<Params>,
    /// [`Record`] for every slot.
    pub records: Array<Record>,
    /// Two places for every corner.
    pub screen: Array<[[i32; 4]; 2]>,
}

impl Frame {
    /// An empty one.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let module = gpu.shader("setup", text());
        Self {
            pipeline: gpu.compute(&module, "setup"),
            params: Array::with_usage(gpu, "parameters", wgpu::BufferUsages::UNIFORM),
            records: Array::new(gpu, "the bodies of a query"),
            screen: Array::new(gpu, "the corners of all bodies"),
        }
    }

    /// Writes a layout to the device and makes room for its corners.
    ///
    /// # Errors
    /// It does not fit.
    pub fn write(&mut self, gpu: &Gpu, layout: &Layout) -> Result<(), GpuError> {
        let (totals, [width, height]) = (layout.totals, layout.request.size);
        let params = Params {
            width,
            height,
            slots: layout.records.len() as u32,
            corners: totals.corners,
            faces: totals.faces,
            edges: totals.edges,
            own: u32::from(layout.request.own == OwnSolid::Offset),
            ..Params::default()
        };
        self.params.write(gpu, &[params])?;
        self.records.write(gpu, &layout.records)?;
        self.screen.reserve(gpu, u64::from(totals.corners))?;
        Ok(())
    }

    /// Tells the shaders of commands that are submitted later which layer of edges is looked for.
    pub fn set_layer(&self, gpu: &Gpu, layer: u32) {
        self.set(gpu, std::mem::offset_of!(Params, layer), layer);
    }

    fn set(&self, gpu: &Gpu, place: usize, value: u32) {
        gpu.queue.write_buffer(self.params.buffer(), place as u64, &value.to_le_bytes());
    }

    /// Tells the shaders of commands that are submitted later how much room a list has.
    pub fn set_capacity(&self, gpu: &Gpu, capacity: u64) {
        self.set(gpu, std::mem::offset_of!(Params, capacity), u32::try_from(capacity).unwrap_or(u32::MAX));
    }

    /// Records the pass that fills [`Frame::screen`].
    pub fn record(&self, gpu: &Gpu, store: &Store, layout: &Layout, pass: &mut wgpu::ComputePass<'_>) {
        let [corners, _, _] = store.bindings();
        let resources = [self.params.binding(), self.records.binding(), corners, self.screen.binding()];
        let bindings = gpu.bind(&self.pipeline.get_bind_group_layout(0), &resources);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &bindings, &[]);
        dispatch(pass, layout.totals.corners);
    }
}

/// Runs a pass with at least the given number of threads, in groups of [`WORKGROUP`] laid out in two dimensions where one has no room.
pub(crate) fn dispatch(pass: &mut wgpu::ComputePass<'_>, threads: u32) {
    let groups = threads.div_ceil(WORKGROUP).max(1);
    let columns = groups.min(65_535);
    pass.dispatch_workgroups(columns, groups.div_ceil(columns), 1);
}
