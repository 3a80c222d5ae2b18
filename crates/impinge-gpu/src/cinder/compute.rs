//! CInDeR by computing: a rasteriser in compute shaders that gives the pixels of [`super::render`], and of the CPU reference, bit for bit.
//!
//! Edges keep the least depth of each pixel by `atomicMin`, then the first edge of that depth. Faces add ±1 to the pixels of theirs that lie
//! before the edge: one thread for a small face, a group of threads for a large one. Where a count is not zero, every face before the edge
//! is written to the pixel's list, and the list summed up by body; behind the lists stand the pixels that count, which are all that has to be
//! read back. Cost: every edge twice, every face once or twice, none for each body,
//! which drawing has to count one by one.

use super::image::{Hit, Images};
use super::pixel_state::{HEADER, WORDS, Word, text};
use super::raster_passes::{Named, Raster, Scene, Signs};
use crate::buffer::{Array, BufferRange, Content, ReadBack};
use crate::device::Gpu;
use crate::device_frame::dispatch;
use crate::error::{GpuError, short};
use crate::timer::Moments;

/// Numbers in the lists of all pixels, at most: shaders number them by 32 bits.
const MOST_CROSSED: u64 = u32::MAX as u64;

/// Groups of threads that share all large faces.
const LARGE_GROUPS: u32 = 2048;

/// The pipelines, and memory kept from query to query.
pub struct Compute {
    layout: wgpu::BindGroupLayout,
    pipelines: Steps<wgpu::ComputePipeline>,
    image: Array<u32>,
    signs: Array<u32>,
    crossed: Array<i32>,
    bodies: Array<u32>,
    pixels: u32,
    passes: u32,
}

/// The steps by name.
struct Steps<T> {
    clear: T,
    edge_depths: T,
    edge_names: T,
    edge_slots: T,
    count_small: T,
    count_large: T,
    sum_up: T,
    list_small: T,
    list_large: T,
    name_slots: T,
}

impl Compute {
    /// Compiles the pipelines.
    pub fn new(gpu: &Gpu) -> Self {
        let module = gpu.shader("cinder by computing", text());
        let layout = layout(gpu);
        let together = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let make = |entry| gpu.compute_with(&together, &module, entry);
        let pipelines = Steps {
            clear: make("clear"),
            edge_depths: make("edge_depths"),
            edge_names: make("edge_names"),
            edge_slots: make("edge_slots"),
            count_small: make("count_small"),
            count_large: make("count_large"),
            sum_up: make("sum_up"),
            list_small: make("list_small"),
            list_large: make("list_large"),
            name_slots: make("name_slots"),
        };
        Self {
            layout,
            pipelines,
            image: Array::new(gpu, "the pixels"),
            signs: Array::new(gpu, "the list of large faces"),
            crossed: Array::new(gpu, "the faces before edges"),
            bodies: Array::new(gpu, "the bodies found"),
            pixels: 0,
            passes: 0,
        }
    }

    fn group(&self, scene: &Scene<'_>) -> wgpu::BindGroup {
        let [_, faces, edges] = scene.store.bindings();
        let frame = scene.frame;
        let resources = [
            frame.params.binding(),
            frame.records.binding(),
            faces,
            edges,
            frame.screen.binding(),
            self.image.binding(),
            self.signs.binding(),
            self.crossed.binding(),
            self.bodies.binding(),
        ];
        scene.gpu.bind(&self.layout, &resources)
    }
}

impl Raster for Compute {
    fn detect(&mut self, scene: &Scene<'_>, encoder: &mut wgpu::CommandEncoder) -> Result<&wgpu::Buffer, GpuError> {
        let (totals, [width, height]) = (scene.layout.totals, scene.layout.request.size);
        let slots = scene.layout.records.len() as u32;
        self.pixels = width * height;
        self.image.reserve(scene.gpu, u64::from(self.pixels) * WORDS as u64)?;
        self.signs.reserve(scene.gpu, u64::from(totals.faces) + u64::from(HEADER))?;
        self.bodies.reserve(scene.gpu, u64::from(slots) * 2)?;
        let group = self.group(scene);
        let description =
            wgpu::ComputePassDescriptor { label: Some("count"), timestamp_writes: scene.timer.compute(Moments::Both) };
        let mut pass = encoder.begin_compute_pass(&description);
        scene.frame.record(scene.gpu, scene.store, scene.layout, &mut pass);
        pass.set_bind_group(0, &group, &[]);
        let steps = [
            (&self.pipelines.clear, self.pixels.max(2 * slots)),
            (&self.pipelines.edge_depths, totals.edges),
            (&self.pipelines.edge_names, totals.edges),
            (&self.pipelines.edge_slots, self.pixels),
            (&self.pipelines.count_small, totals.faces),
        ];
        for (pipeline, threads) in steps {
            pass.set_pipeline(pipeline);
            dispatch(&mut pass, threads);
        }
        pass.set_pipeline(&self.pipelines.count_large);
        pass.dispatch_workgroups(LARGE_GROUPS, 1, 1);
        pass.set_pipeline(&self.pipelines.sum_up);
        dispatch(&mut pass, self.pixels);
        self.passes += 8;
        Ok(self.signs.buffer())
    }

    fn identify(
        &mut self,
        scene: &Scene<'_>,
        signs: Signs,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        let count = signs.crossings.saturating_add(self.hit_bytes(signs) / 4);
        if count > MOST_CROSSED {
            return Err(GpuError::TooMany { what: "faces before edges", count, limit: MOST_CROSSED });
        }
        self.crossed.reserve(scene.gpu, count)?;
        scene.frame.set_capacity(scene.gpu, signs.crossings);
        let group = self.group(scene);
        let description =
            wgpu::ComputePassDescriptor { label: Some("name"), timestamp_writes: scene.timer.compute(Moments::Both) };
        let mut pass = encoder.begin_compute_pass(&description);
        pass.set_bind_group(0, &group, &[]);
        pass.set_pipeline(&self.pipelines.list_small);
        dispatch(&mut pass, scene.layout.totals.faces);
        pass.set_pipeline(&self.pipelines.list_large);
        pass.dispatch_workgroups(LARGE_GROUPS, 1, 1);
        pass.set_pipeline(&self.pipelines.name_slots);
        dispatch(&mut pass, self.pixels);
        self.passes += 3;
        Ok(())
    }

    fn copy_bodies(
        &self,
        slots: u32,
        read_back: &mut ReadBack,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Vec<BufferRange> {
        let all = read_back.copy(encoder, self.bodies.buffer(), u64::from(slots) * 8);
        all.halves().to_vec()
    }

    fn bodies(&self, content: &Content<'_>, places: &[BufferRange]) -> Result<Named, GpuError> {
        let &[penetrating, penetrated] = places else { return Err(short()) };
        let flags = |place| -> Result<Vec<bool>, GpuError> {
            Ok(content.elements::<u32>(place)?.into_iter().map(|found| found != 0).collect())
        };
        Ok(Named { penetrating: flags(penetrating)?, penetrated: flags(penetrated)?, doubtful: false })
    }

    fn image_bytes(&self) -> u64 {
        u64::from(self.pixels) * WORDS as u64 * 4
    }

    fn copy_images(&self, read_back: &mut ReadBack, encoder: &mut wgpu::CommandEncoder) -> Vec<BufferRange> {
        vec![read_back.copy(encoder, self.image.buffer(), self.image_bytes())]
    }

    fn images(&self, content: &Content<'_>, places: &[BufferRange]) -> Result<Images, GpuError> {
        let &[place] = places else { return Err(short()) };
        let pixels: Vec<[u32; WORDS]> = content.elements(place)?;
        let word = |word: Word| pixels.iter().map(|pixel| pixel[word as usize]).collect();
        Ok(Images {
            edge: word(Word::Edge),
            depth: word(Word::Depth),
            count: pixels.iter().map(|pixel| pixel[Word::Count as usize] as i32).collect(),
            penetrated: word(Word::Penetrated),
            negative: word(Word::Negative),
        })
    }

    fn hit_bytes(&self, signs: Signs) -> u64 {
        signs.hits * size_of::<Hit>() as u64
    }

    fn copy_hits(
        &self,
        signs: Signs,
        read_back: &mut ReadBack,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Vec<BufferRange> {
        vec![read_back.copy_part(encoder, self.crossed.buffer(), [signs.crossings * 4, self.hit_bytes(signs)])]
    }

    fn hits(&self, content: &Content<'_>, places: &[BufferRange]) -> Result<Vec<Hit>, GpuError> {
        let &[place] = places else { return Err(short()) };
        content.elements(place)
    }

    fn take_passes(&mut self) -> u32 {
        std::mem::take(&mut self.passes)
    }
}

fn layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let entry = |binding: u32| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: match binding {
                0 => wgpu::BufferBindingType::Uniform,
                _ => wgpu::BufferBindingType::Storage { read_only: binding < 5 },
            },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(entry);
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("cinder"), entries: &entries })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cinder::raster_passes::Signs;
    use crate::device_frame::Params;

    /// Three pixels with 2^31 faces before each: a sum of 32 bits would be 2^31 again.
    #[test]
    fn sums_of_crossings_do_not_wrap() {
        let Some(gpu) = crate::tests::device::open() else { return };
        let mut compute = Compute::new(&gpu);
        let pixel = [0, 1, 1, 1, 1 << 31, 0, 0, 0_u32];
        compute.image.write(&gpu, &[pixel, pixel, [0; 8], pixel].concat()).expect("room");
        compute.signs.write(&gpu, &[0; HEADER as usize]).expect("room");
        let mut params = Array::with_usage(&gpu, "parameters", wgpu::BufferUsages::UNIFORM);
        params.write(&gpu, &[Params { width: 4, height: 1, ..Params::default() }]).expect("room");
        let unused = [0; 4].map(|_| Array::<u32>::new(&gpu, "nothing"));
        let [records, faces, edges, screen] = unused.each_ref().map(Array::binding);
        let (image, signs) = (compute.image.binding(), compute.signs.binding());
        let (crossed, bodies) = (compute.crossed.binding(), compute.bodies.binding());
        let resources = [params.binding(), records, faces, edges, screen, image, signs, crossed, bodies];
        let group = gpu.bind(&compute.layout, &resources);
        let mut encoder = gpu.encoder();
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_bind_group(0, &group, &[]);
        pass.set_pipeline(&compute.pipelines.sum_up);
        dispatch(&mut pass, 4);
        drop(pass);
        let mut read_back = ReadBack::new(&gpu);
        read_back.prepare(&gpu, Signs::BYTES).expect("room");
        let place = read_back.copy(&mut encoder, compute.signs.buffer(), Signs::BYTES);
        gpu.submit(encoder);
        let signs = read_back.read(&gpu, |content| Ok(Signs::of(content.array(place)?))).expect("a device");
        assert_eq!((signs.crossings, signs.hits), (3 << 31, 3));
    }
}
