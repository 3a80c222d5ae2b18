//! Occlusion queries: whether anything of what was drawn is visible, without reading an image back.

use crate::device::Gpu;
use crate::error::GpuError;

/// Occlusion queries and where their answers go.
pub struct Queries {
    /// Sets of at most [`Queries::SET`].
    pub sets: Vec<wgpu::QuerySet>,
    /// Eight bytes for each, not zero if something was seen.
    pub answers: wgpu::Buffer,
}

impl Queries {
    /// How many queries a set has at most.
    pub const SET: u32 = wgpu::QUERY_SET_MAX_QUERIES;

    /// As many as given.
    ///
    /// # Errors
    /// The device has no memory for them.
    pub fn new(gpu: &Gpu, count: u32) -> Result<Self, GpuError> {
        gpu.attempt("occlusion queries", u64::from(count) * 16, || Self::make(gpu, count))
    }

    fn make(gpu: &Gpu, count: u32) -> Self {
        let ty = wgpu::QueryType::Occlusion;
        let set = |first: u32| {
            let count = (count - first).min(Self::SET);
            gpu.device.create_query_set(&wgpu::QuerySetDescriptor { label: Some("seen"), ty, count })
        };
        let sets = (0..count).step_by(Self::SET as usize).map(set).collect();
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let size = (u64::from(count.max(1)) * 8).next_multiple_of(256);
        let answers = wgpu::BufferDescriptor { label: Some("seen"), size, usage, mapped_at_creation: false };
        Self { sets, answers: gpu.device.create_buffer(&answers) }
    }

    /// How many there are.
    pub fn room(&self) -> u32 {
        self.sets.iter().map(wgpu::QuerySet::count).sum()
    }

    /// Records the writing of the first answers; only what was asked may be written.
    pub fn resolve(&self, used: u32, encoder: &mut wgpu::CommandEncoder) {
        for (set, first) in self.sets.iter().zip((0..used).step_by(Self::SET as usize)) {
            encoder.resolve_query_set(set, 0..set.count().min(used - first), &self.answers, u64::from(first) * 8);
        }
    }
}
