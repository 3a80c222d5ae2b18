//! Layered depth images on the device: the passes, and what they fill.

use super::axis::AxisView;
use super::image::LayeredImage;
use crate::buffer::{Array, ReadBack};
use crate::cost::Cost;
use crate::device::Gpu;
use crate::device_frame::{Frame, dispatch};
use crate::error::{GpuError, short};
use crate::mesh_store::Store;
use crate::shader::{self, FOOTPRINT, SLOTS};
use crate::timer::{Moments, Timer};

/// The numbers of an image as `layers.wgsl` reads them.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct LayerParams {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) slots: u32,
    pub(crate) faces: u32,
    pub(crate) position_slack: i32,
    pub(crate) depth_slack: i32,
    /// Threads that share the rows of one face.
    pub(crate) lanes: u32,
    pub(crate) padding: u32,
}

/// One layered image on the device; its memory is kept from query to query.
pub struct Layers {
    pub(crate) frame: Frame,
    params: Array<LayerParams>,
    counts: Array<u32>,
    sums: Array<u32>,
    pub(crate) starts: Array<u32>,
    pub(crate) fragments: Array<[u32; 4]>,
    pixels: u32,
    total: u32,
}

impl Layers {
    /// An empty one.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        Self {
            frame: Frame::new(gpu),
            params: Array::with_usage(gpu, "the parameters of an image", wgpu::BufferUsages::UNIFORM),
            counts: Array::new(gpu, "the counts of pixels"),
            sums: Array::new(gpu, "the sums of counts"),
            starts: Array::new(gpu, "the starts of pixels"),
            fragments: Array::new(gpu, "the fragments of an image"),
            pixels: 0,
            total: 0,
        }
    }

    /// How many pixels the image has.
    #[must_use]
    pub fn pixels(&self) -> u32 {
        self.pixels
    }

    fn write(&mut self, gpu: &Gpu, view: &AxisView) -> Result<(), GpuError> {
        let (totals, [width, height]) = (view.layout.totals, view.layout.request.size);
        self.frame.write(gpu, &view.layout)?;
        self.pixels = width * height;
        let params = LayerParams {
            width,
            height,
            slots: view.layout.records.len() as u32,
            faces: totals.faces,
            position_slack: view.slack.position,
            depth_slack: view.slack.depth,
            lanes: lanes(totals.faces),
            padding: 0,
        };
        self.params.write(gpu, &[params])?;
        self.counts.reserve(gpu, u64::from(self.pixels))?;
        self.sums.reserve(gpu, u64::from(self.pixels.div_ceil(BLOCK)))?;
        self.starts.reserve(gpu, u64::from(self.pixels) + 1)?;
        Ok(())
    }

    /// What a pass over faces reads, and the counts of pixels.
    fn face_resources<'a>(&'a self, store: &'a Store) -> [(u32, wgpu::BindingResource<'a>); 5] {
        let [_, faces, _] = store.bindings();
        let (records, screen) = (self.frame.records.binding(), self.frame.screen.binding());
        [(0, self.params.binding()), (1, records), (2, faces), (3, screen), (4, self.counts.binding())]
    }
}

/// Pixels whose counts one thread adds.
const BLOCK: u32 = 64;

/// The shader that makes layered images.
pub(crate) fn text() -> String {
    shader::text(&[&shader::unsigned("BLOCK", BLOCK), SLOTS, FOOTPRINT, include_str!("layers.wgsl")])
}

/// Few faces are large, and then many threads share the rows of one: in all there are some 65,536 threads, or one a face.
fn lanes(faces: u32) -> u32 {
    ((1 << 16) / faces.max(1)).clamp(1, 256)
}

/// The passes that make layered images.
pub struct LayerPasses {
    count: wgpu::ComputePipeline,
    sum: wgpu::ComputePipeline,
    scan: wgpu::ComputePipeline,
    spread: wgpu::ComputePipeline,
    scatter: wgpu::ComputePipeline,
    sort: wgpu::ComputePipeline,
    timer: Timer,
    read_back: ReadBack,
    /// What was done since the last time this was asked.
    spent: Cost,
}

impl LayerPasses {
    /// Compiles them.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let module = gpu.shader("layers", text());
        let pass = |entry| gpu.compute(&module, entry);
        let (count, sum, scan, spread) = (pass("count"), pass("sum"), pass("scan"), pass("spread"));
        let (scatter, sort) = (pass("scatter"), pass("sort"));
        let (timer, read_back) = (Timer::new(gpu), ReadBack::new(gpu));
        Self { count, sum, scan, spread, scatter, sort, timer, read_back, spent: Cost::default() }
    }

    /// What all images since the last call of this cost, those that could not be finished included.
    pub fn take_cost(&mut self) -> Cost {
        std::mem::take(&mut self.spent)
    }

    /// Makes one image for every view, and leaves them on the device.
    ///
    /// # Errors
    /// Something does not fit, or the device was lost.
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        images: &mut [Layers],
        views: &[AxisView],
    ) -> Result<Cost, GpuError> {
        store.sync(gpu)?;
        let mut cost = Cost::default();
        for (image, view) in images.iter_mut().zip(views) {
            image.write(gpu, view)?;
            cost.images += 1;
            cost.pixels += u64::from(image.pixels);
        }
        cost.add(&self.measure(gpu, store, images, views)?);
        self.spent.add(&cost);
        for image in &mut *images {
            image.fragments.reserve(gpu, u64::from(image.total))?;
        }
        let filled = self.fill(gpu, store, images, views)?;
        self.spent.add(&filled);
        cost.add(&filled);
        Ok(cost)
    }

    /// Finds where the fragments of each pixel start, and reads how many there are.
    fn measure(
        &mut self,
        gpu: &Gpu,
        store: &Store,
        images: &mut [Layers],
        views: &[AxisView],
    ) -> Result<Cost, GpuError> {
        self.read_back.prepare(gpu, 256 * (images.len() as u64 + 1))?;
        let mut cost = Cost::default();
        let mut encoder = gpu.encoder();
        for image in &*images {
            encoder.clear_buffer(image.counts.buffer(), 0, Some(4 * u64::from(image.pixels)));
        }
        let timestamp_writes = self.timer.compute(Moments::Both);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        for (image, view) in images.iter().zip(views) {
            let faces = view.layout.totals.faces;
            image.frame.record(gpu, store, &view.layout, &mut pass);
            set(gpu, &mut pass, &self.count, &image.face_resources(store));
            dispatch(&mut pass, faces * lanes(faces));
            let blocks = image.pixels.div_ceil(BLOCK);
            let (params, counts, sums, starts) =
                (image.params.binding(), image.counts.binding(), image.sums.binding(), image.starts.binding());
            set(gpu, &mut pass, &self.sum, &[(0, params.clone()), (4, counts.clone()), (5, sums.clone())]);
            dispatch(&mut pass, blocks);
            set(gpu, &mut pass, &self.scan, &[(0, params.clone()), (5, sums.clone()), (6, starts.clone())]);
            pass.dispatch_workgroups(1, 1, 1);
            set(gpu, &mut pass, &self.spread, &[(0, params), (4, counts), (5, sums), (6, starts)]);
            dispatch(&mut pass, blocks);
            cost.passes += 5;
        }
        drop(pass);
        let mut totals = Vec::new();
        for image in &*images {
            totals.push(self.read_back.copy_part(
                &mut encoder,
                image.starts.buffer(),
                [4 * u64::from(image.pixels), 4],
            ));
        }
        let moments =
            self.timer.resolve(&mut encoder).map(|buffer| self.read_back.copy(&mut encoder, buffer, Timer::BYTES));
        gpu.submit(encoder);
        cost.read_back_bytes += self.read_back.bytes();
        let (totals, moments) = self.read_back.read(gpu, |content| {
            let totals: Result<Vec<[u32; 1]>, _> = totals.into_iter().map(|place| content.array(place)).collect();
            Ok((totals?, content.moments(moments)?))
        })?;
        cost.gpu_time = moments.map(|moments| self.timer.between(moments));
        for (image, [total]) in images.iter_mut().zip(totals) {
            image.total = total;
            cost.fragments += u64::from(total);
        }
        Ok(cost)
    }

    /// Writes the fragments and sorts them.
    fn fill(&mut self, gpu: &Gpu, store: &Store, images: &[Layers], views: &[AxisView]) -> Result<Cost, GpuError> {
        self.read_back.prepare(gpu, 256)?;
        let mut cost = Cost::default();
        let mut encoder = gpu.encoder();
        let timestamp_writes = self.timer.compute(Moments::Both);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        for (image, view) in images.iter().zip(views) {
            let faces = view.layout.totals.faces;
            let mut resources = image.face_resources(store).to_vec();
            resources.push((7, image.fragments.binding()));
            set(gpu, &mut pass, &self.scatter, &resources);
            dispatch(&mut pass, faces * lanes(faces));
            let resources = [(0, image.params.binding()), (6, image.starts.binding()), (7, image.fragments.binding())];
            set(gpu, &mut pass, &self.sort, &resources);
            dispatch(&mut pass, image.pixels);
            cost.passes += 2;
        }
        drop(pass);
        let Some(buffer) = self.timer.resolve(&mut encoder) else {
            gpu.submit(encoder);
            return gpu.check().map(|()| cost);
        };
        let place = self.read_back.copy(&mut encoder, buffer, Timer::BYTES);
        gpu.submit(encoder);
        let moments = self.read_back.read(gpu, |content| content.array(place))?;
        cost.gpu_time = Some(self.timer.between(moments));
        cost.read_back_bytes += self.read_back.bytes();
        Ok(cost)
    }

    /// Brings images back from the device.
    ///
    /// # Errors
    /// They do not fit, or the device was lost or gave something else.
    pub fn read(&mut self, gpu: &Gpu, images: &[Layers], cost: &mut Cost) -> Result<Vec<LayeredImage>, GpuError> {
        let bytes = |image: &Layers| 4 * (u64::from(image.pixels) + 1) + 16 * u64::from(image.total) + 2 * 256;
        self.read_back.prepare(gpu, images.iter().map(bytes).sum())?;
        let mut encoder = gpu.encoder();
        let mut places = Vec::new();
        for image in images {
            let starts = self.read_back.copy(&mut encoder, image.starts.buffer(), 4 * (u64::from(image.pixels) + 1));
            let fragments = self.read_back.copy(&mut encoder, image.fragments.buffer(), 16 * u64::from(image.total));
            places.push((starts, fragments));
        }
        gpu.submit(encoder);
        let step = Cost { read_back_bytes: self.read_back.bytes(), ..Cost::default() };
        self.spent.add(&step);
        cost.add(&step);
        self.read_back.read(gpu, |content| {
            let image = |(starts, fragments)| {
                LayeredImage::of_device(content.elements(starts)?, content.elements(fragments)?).ok_or_else(short)
            };
            places.into_iter().map(image).collect()
        })
    }
}

/// Makes a pass run a pipeline with these resources at these bindings.
pub(crate) fn set(
    gpu: &Gpu,
    pass: &mut wgpu::ComputePass<'_>,
    pipeline: &wgpu::ComputePipeline,
    resources: &[(u32, wgpu::BindingResource<'_>)],
) {
    let entries: Vec<_> = resources
        .iter()
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding: *binding, resource: resource.clone() })
        .collect();
    let layout = &pipeline.get_bind_group_layout(0);
    let bindings = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, &bindings, &[]);
}
