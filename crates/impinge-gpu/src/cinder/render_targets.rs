//! The images that are drawn to, and the passes that draw to them.

use super::pipelines::{COUNT_FORMAT, EDGE_FORMAT, IDENTITY_FORMAT, Pipelines, depth_format};
use crate::device::Gpu;
use crate::error::GpuError;

/// Images of one size.
pub struct Targets {
    /// Columns and rows.
    pub size: [u32; 2],
    /// The nearest edges, of this layer and of the one before, by turns.
    pub edges: [wgpu::Texture; 2],
    /// How many solids they are inside of.
    pub count: wgpu::Texture,
    /// Which.
    pub identity: wgpu::Texture,
    /// Depth and stencil.
    pub depth: wgpu::Texture,
    /// The edges, to be read.
    pub edges_read: [wgpu::BindGroup; 2],
    /// The counts, to be read.
    pub count_read: wgpu::BindGroup,
    /// Which solids, to be read.
    pub identity_read: wgpu::BindGroup,
}

impl Targets {
    /// Empty images.
    ///
    /// # Errors
    /// The device has no memory for them.
    pub fn new(gpu: &Gpu, pipelines: &Pipelines, size: [u32; 2]) -> Result<Self, GpuError> {
        let bytes = u64::from(size[0]) * u64::from(size[1]) * PIXEL_BYTES;
        gpu.attempt("the images of a view", bytes, || Self::make(gpu, pipelines, size))
    }

    fn make(gpu: &Gpu, pipelines: &Pipelines, size: [u32; 2]) -> Self {
        let make = |format, usage| {
            gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("image"),
                size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats: &[],
            })
        };
        let read = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
        let edges = [make(EDGE_FORMAT, read), make(EDGE_FORMAT, read)];
        let (count, identity) = (make(COUNT_FORMAT, read), make(IDENTITY_FORMAT, read));
        let bind =
            |layout, image: &wgpu::Texture| gpu.bind(layout, &[wgpu::BindingResource::TextureView(&view(image))]);
        let edges_read = edges.each_ref().map(|image| bind(&pipelines.layouts[1], image));
        let count_read = bind(&pipelines.layouts[2], &count);
        let identity_read = bind(&pipelines.layouts[3], &identity);
        let depth = make(depth_format(gpu), wgpu::TextureUsages::empty());
        Self { size, edges, count, identity, depth, edges_read, count_read, identity_read }
    }
}

/// What all images take for a pixel, in bytes: edges twice, count, identities, depth and stencil.
const PIXEL_BYTES: u64 = 2 * 16 + 4 + 8 + 8;

fn view(image: &wgpu::Texture) -> wgpu::TextureView {
    image.create_view(&wgpu::TextureViewDescriptor::default())
}

/// What happens to what an earlier pass has drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// It is cleared: zeros, and the farthest depth.
    Cleared,
    /// The image is drawn on; depth and stencil are cleared.
    Kept,
}

/// A drawing pass to be begun.
pub struct Pass<'a> {
    /// What is drawn to beside depth and stencil.
    pub target: Option<&'a wgpu::Texture>,
    /// Depth and stencil.
    pub depth: &'a wgpu::Texture,
    /// Occlusion queries.
    pub queries: Option<&'a wgpu::QuerySet>,
    /// Moments to be noted.
    pub moments: Option<wgpu::RenderPassTimestampWrites<'a>>,
    /// What happens to what was drawn before.
    pub before: Before,
}

impl Pass<'_> {
    /// Begins it.
    pub fn begin<'e>(&self, encoder: &'e mut wgpu::CommandEncoder) -> wgpu::RenderPass<'e> {
        let store = wgpu::StoreOp::Store;
        let targets = self.target.map(view);
        let load = match self.before {
            Before::Cleared => wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
            Before::Kept => wgpu::LoadOp::Load,
        };
        let attachment = targets.as_ref().map(|view| {
            let ops = wgpu::Operations { load, store };
            Some(wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops })
        });
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: None,
            color_attachments: attachment.as_slice(),
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &view(self.depth),
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store }),
                stencil_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0), store }),
            }),
            timestamp_writes: self.moments.clone(),
            occlusion_query_set: self.queries,
            multiview_mask: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_that_cannot_be_made_are_not_kept() {
        let Some(gpu) = crate::tests::device::open() else { return };
        let pipelines = Pipelines::new(&gpu);
        let refused = Targets::new(&gpu, &pipelines, [gpu.description().largest_image + 1, 1]).err();
        assert!(matches!(refused, Some(GpuError::Memory { .. })), "{refused:?}");
        assert_eq!(gpu.check(), Ok(()));
        assert!(Targets::new(&gpu, &pipelines, [64, 64]).is_ok());
    }
}
