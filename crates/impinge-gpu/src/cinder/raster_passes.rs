//! What drawing and computing have in common: two steps, the first of which mostly suffices.

use super::image::{Hit, Images};
use crate::buffer::{BufferRange, Content, ReadBack};
use crate::device::Gpu;
use crate::device_frame::Frame;
use crate::draw_layout::Layout;
use crate::error::GpuError;
use crate::mesh_store::Store;
use crate::timer::Timer;

/// All that a pass needs to know.
pub struct Scene<'a> {
    /// The device.
    pub gpu: &'a Gpu,
    /// The meshes.
    pub store: &'a Store,
    /// The bodies on the device.
    pub frame: &'a Frame,
    /// The bodies.
    pub layout: &'a Layout,
    /// The device's clock.
    pub timer: &'a Timer,
    /// How many layers of edges were looked at before.
    pub layer: u32,
}

/// What the first step says of the whole image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Some edge is inside of something.
    pub positive: bool,
    /// Some count is negative.
    pub negative: bool,
    /// Some edge is seen at all.
    pub seen: bool,
    /// How many faces lie before the edges that count; only computing tells.
    pub crossings: u64,
    /// How many pixels count; only computing tells.
    pub hits: u64,
}

impl Signs {
    /// How many bytes they are.
    pub const BYTES: u64 = 32;

    /// Four numbers, the first three of which tell by not being zero; where computing, the first two are counts of pixels.
    pub fn of([positive, negative, seen, crossings]: [u64; 4]) -> Self {
        let hits = positive.saturating_add(negative);
        Self { positive: positive != 0, negative: negative != 0, seen: seen != 0, crossings, hits }
    }
}

/// Who was found.
pub struct Named {
    /// For every slot, whether it has edges inside of something.
    pub penetrating: Vec<bool>,
    /// For every slot, whether edges are inside of it.
    pub penetrated: Vec<bool>,
    /// Whether an edge is inside of something that was not named, so that the pixels must tell what is wrong.
    pub doubtful: bool,
}

/// The most that is read back for each slot, in bytes.
pub const BODY_BYTES: u64 = 16;

/// A way to get the images.
pub trait Raster {
    /// Records the passes that count, at the nearest edges, or at those next behind the ones of the last time; gives the buffer with [`Signs`].
    fn detect(&mut self, scene: &Scene<'_>, encoder: &mut wgpu::CommandEncoder) -> Result<&wgpu::Buffer, GpuError>;

    /// Records the passes that find out who is inside whom.
    fn identify(&mut self, scene: &Scene<'_>, signs: Signs, encoder: &mut wgpu::CommandEncoder)
    -> Result<(), GpuError>;

    /// Records the copying of what [`Raster::identify`] found of the given number of slots: room for [`BODY_BYTES`] each, and a little more, must have
    /// been made.
    fn copy_bodies(&self, slots: u32, read_back: &mut ReadBack, encoder: &mut wgpu::CommandEncoder)
    -> Vec<BufferRange>;

    /// Who penetrates or is penetrated, from what was copied.
    fn bodies(&self, content: &Content<'_>, places: &[BufferRange]) -> Result<Named, GpuError>;

    /// How many bytes the images are.
    fn image_bytes(&self) -> u64;

    /// Records the copying of the images.
    fn copy_images(&self, read_back: &mut ReadBack, encoder: &mut wgpu::CommandEncoder) -> Vec<BufferRange>;

    /// The images from what was copied.
    fn images(&self, content: &Content<'_>, places: &[BufferRange]) -> Result<Images, GpuError>;

    /// How many bytes the pixels that count are, at most.
    fn hit_bytes(&self, signs: Signs) -> u64;

    /// Records the copying of the pixels that count.
    fn copy_hits(&self, signs: Signs, read_back: &mut ReadBack, encoder: &mut wgpu::CommandEncoder)
    -> Vec<BufferRange>;

    /// The pixels that count, in any order, from what was copied.
    fn hits(&self, content: &Content<'_>, places: &[BufferRange]) -> Result<Vec<Hit>, GpuError>;

    /// How many passes were recorded since the last time this was asked.
    fn take_passes(&mut self) -> u32;
}
