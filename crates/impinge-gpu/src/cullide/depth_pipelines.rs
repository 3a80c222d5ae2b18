//! The pipelines of drawing with a depth test, and the image that they draw to.

use crate::device::Gpu;
use crate::error::GpuError;

/// What a pipeline leaves in the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writes {
    Nothing,
    Depth,
}

const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// An image of depths.
///
/// # Errors
/// The device has no memory for it.
pub(super) fn depth_image(gpu: &Gpu, [width, height]: [u32; 2]) -> Result<wgpu::Texture, GpuError> {
    let make = || {
        gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("depth"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: DEPTH_FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        })
    };
    gpu.attempt("an image of depths", u64::from(width) * u64::from(height) * 4, make)
}

/// A pipeline that draws the covering of faces: which end of a face it has for its depth, the test, and what it leaves.
pub(super) fn pipeline(
    gpu: &Gpu,
    module: &wgpu::ShaderModule,
    layout: &wgpu::BindGroupLayout,
    fragment: &str,
    compare: wgpu::CompareFunction,
    writes: Writes,
) -> wgpu::RenderPipeline {
    let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    let compilation_options = wgpu::PipelineCompilationOptions::default();
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(fragment),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("cover"),
            compilation_options: compilation_options.clone(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(writes == Writes::Depth),
            depth_compare: Some(compare),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState { module, entry_point: Some(fragment), compilation_options, targets: &[] }),
        multiview_mask: None,
        cache: None,
    })
}

/// What these pipelines read.
pub(super) fn layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let entry = |binding: u32| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
        ty: wgpu::BindingType::Buffer {
            ty: match binding {
                0 => wgpu::BufferBindingType::Uniform,
                _ => wgpu::BufferBindingType::Storage { read_only: true },
            },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries = [0, 1, 2, 3, 4].map(entry);
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("drawing"), entries: &entries })
}
