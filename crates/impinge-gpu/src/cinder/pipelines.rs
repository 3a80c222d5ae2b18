//! The drawing passes of CInDeR as pipelines: which shader, which test, what is written where.

use crate::device::Gpu;
use crate::shader;
use wgpu::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, ColorTargetState, ColorWrites, CompareFunction,
    DepthStencilState, StencilFaceState, StencilOperation, StencilState, TextureFormat,
};

/// Number of the edge, depth, slot, each shifted by one but the depth.
pub const EDGE_FORMAT: TextureFormat = TextureFormat::Rgba32Uint;

/// The count, exact up to 2^24 and therefore, other than the stencil, never a multiple of 256 taken for 0.
pub const COUNT_FORMAT: TextureFormat = TextureFormat::R32Float;

/// The penetrated slot, and the slot that counts negative.
pub const IDENTITY_FORMAT: TextureFormat = TextureFormat::Rg32Uint;

/// Every pipeline, and the layouts of what they read.
pub struct Pipelines {
    /// Pass 1: edges, by depth.
    pub edges: wgpu::RenderPipeline,
    /// Passes 2 and 3: front faces count up, back faces down.
    pub count: wgpu::RenderPipeline,
    /// Pixels inside of something, pixels that count negative, pixels with edges: for occlusion queries.
    pub signs: [wgpu::RenderPipeline; 3],
    /// Passes 2 and 3 for one body.
    pub body_count: wgpu::RenderPipeline,
    /// Names the body where it counts negative, and clears its count there.
    pub body_negative: wgpu::RenderPipeline,
    /// Names the body where it counts positive, and clears its count.
    pub body_positive: wgpu::RenderPipeline,
    /// Edges that are seen inside of something: for occlusion queries.
    pub edges_inside: wgpu::RenderPipeline,
    /// Pixels inside of something that has no name: for an occlusion query.
    pub doubt: wgpu::RenderPipeline,
    /// What is read: the bodies, the image of edges, the image of counts, the image of identities.
    pub layouts: [wgpu::BindGroupLayout; 4],
}

/// One pipeline.
struct Recipe<'a> {
    shaders: [&'a str; 2],
    target: Option<ColorTargetState>,
    depth: Depth,
    stencil: StencilState,
    /// Which of the layouts it reads.
    reads: [bool; 4],
}

#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Nearest,
    Ignored,
}

/// The shader that draws.
pub fn text() -> String {
    shader::text(&[include_str!("render.wgsl")])
}

/// A depth buffer exact for 22 bits, with a stencil.
pub fn depth_format(gpu: &Gpu) -> TextureFormat {
    let float = gpu.device.features().contains(wgpu::Features::DEPTH32FLOAT_STENCIL8);
    if float { TextureFormat::Depth32FloatStencil8 } else { TextureFormat::Depth24PlusStencil8 }
}

impl Pipelines {
    /// Compiles them.
    pub fn new(gpu: &Gpu) -> Self {
        let module = gpu.shader("cinder", text());
        let layouts = [
            bodies_layout(gpu),
            image_layout(gpu, wgpu::TextureSampleType::Uint),
            image_layout(gpu, wgpu::TextureSampleType::Float { filterable: false }),
            image_layout(gpu, wgpu::TextureSampleType::Uint),
        ];
        let make = |recipe: &Recipe<'_>| recipe.build(gpu, &module, &layouts);
        let sign = |fragment, reads| Recipe {
            shaders: ["whole_image", fragment],
            target: None,
            depth: Depth::Ignored,
            stencil: StencilState::default(),
            reads,
        };
        let body = |stencil, writes| Recipe {
            shaders: ["face_vertex", "identity_fragment"],
            target: target(IDENTITY_FORMAT, writes, None),
            depth: Depth::Ignored,
            stencil,
            reads: [true, true, true, false],
        };
        Self {
            edges: make(&Recipe {
                shaders: ["edge_vertex", "edge_fragment"],
                target: target(EDGE_FORMAT, ColorWrites::ALL, None),
                depth: Depth::Nearest,
                stencil: StencilState::default(),
                reads: [true, true, false, false],
            }),
            count: make(&Recipe {
                shaders: ["face_vertex", "count_fragment"],
                target: target(COUNT_FORMAT, ColorWrites::ALL, Some(added())),
                depth: Depth::Ignored,
                stencil: counting(),
                reads: [true, true, false, false],
            }),
            signs: ["is_positive", "is_negative", "is_seen"]
                .map(|fragment| make(&sign(fragment, [false, true, true, false]))),
            doubt: make(&sign("is_doubtful", [false, false, true, true])),
            body_count: make(&body(counting(), ColorWrites::empty())),
            body_negative: make(&body(clearing(), ColorWrites::GREEN)),
            body_positive: make(&body(clearing(), ColorWrites::RED)),
            edges_inside: make(&Recipe {
                shaders: ["edge_vertex", "edge_inside"],
                target: None,
                depth: Depth::Ignored,
                stencil: StencilState::default(),
                reads: [true, true, true, false],
            }),
            layouts,
        }
    }
}

impl Recipe<'_> {
    fn build(
        &self,
        gpu: &Gpu,
        module: &wgpu::ShaderModule,
        layouts: &[wgpu::BindGroupLayout; 4],
    ) -> wgpu::RenderPipeline {
        let read: Vec<_> = layouts.iter().zip(self.reads).map(|(layout, read)| read.then_some(layout)).collect();
        let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &read,
            immediate_size: 0,
        });
        let nearest = self.depth == Depth::Nearest;
        let targets = [self.target.clone()];
        gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.shaders[1]),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some(self.shaders[0]),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: Some(DepthStencilState {
                format: depth_format(gpu),
                depth_write_enabled: Some(nearest),
                depth_compare: Some(if nearest { CompareFunction::Less } else { CompareFunction::Always }),
                stencil: self.stencil.clone(),
                bias: wgpu::DepthBiasState::default(),
            }),
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some(self.shaders[1]),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: if self.target.is_some() { &targets } else { &[] },
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

fn target(format: TextureFormat, write_mask: ColorWrites, blend: Option<BlendState>) -> Option<ColorTargetState> {
    Some(ColorTargetState { format, blend, write_mask })
}

fn added() -> BlendState {
    let add =
        BlendComponent { src_factor: BlendFactor::One, dst_factor: BlendFactor::One, operation: BlendOperation::Add };
    BlendState { color: add, alpha: add }
}

/// Up for front faces, down for back faces.
fn counting() -> StencilState {
    let face = |pass_op| StencilFaceState { compare: CompareFunction::Always, pass_op, ..StencilFaceState::IGNORE };
    StencilState {
        front: face(StencilOperation::IncrementWrap),
        back: face(StencilOperation::DecrementWrap),
        read_mask: 0xff,
        write_mask: 0xff,
    }
}

/// Passes where the stencil is above the reference, and makes it zero there.
fn clearing() -> StencilState {
    let face = StencilFaceState {
        compare: CompareFunction::Less,
        pass_op: StencilOperation::Zero,
        ..StencilFaceState::IGNORE
    };
    StencilState { front: face, back: face, read_mask: 0xff, write_mask: 0xff }
}

fn bodies_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let entry = |binding: u32| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
        ty: wgpu::BindingType::Buffer {
            ty: if binding == 0 {
                wgpu::BufferBindingType::Uniform
            } else {
                wgpu::BufferBindingType::Storage { read_only: true }
            },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries = [0, 1, 2, 3, 4].map(entry);
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("bodies"), entries: &entries })
}

fn image_layout(gpu: &Gpu, sample_type: wgpu::TextureSampleType) -> wgpu::BindGroupLayout {
    let entry = wgpu::BindGroupLayoutEntry {
        binding: 0,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Texture {
            sample_type,
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        count: None,
    };
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("image"), entries: &[entry] })
}
