//! How long the device worked, by its own clock, where it has one that can be read.

use crate::device::Gpu;
use std::time::Duration;

/// The first and the last moment of some passes.
pub struct Timer {
    queries: Option<(wgpu::QuerySet, wgpu::Buffer)>,
    period: f64,
}

/// Which moments a pass notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moments {
    /// Its beginning.
    Begin,
    /// Its end.
    End,
    /// Both.
    Both,
}

impl Moments {
    fn indices(self) -> [Option<u32>; 2] {
        match self {
            Self::Begin => [Some(0), None],
            Self::End => [None, Some(1)],
            Self::Both => [Some(0), Some(1)],
        }
    }
}

impl Timer {
    /// A timer, which measures nothing on devices without timestamps.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let queries = gpu.description().timestamps.then(|| {
            let set = wgpu::QuerySetDescriptor { label: Some("moments"), ty: wgpu::QueryType::Timestamp, count: 2 };
            let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
            let buffer =
                wgpu::BufferDescriptor { label: Some("moments"), size: Self::BYTES, usage, mapped_at_creation: false };
            (gpu.device.create_query_set(&set), gpu.device.create_buffer(&buffer))
        });
        Self { queries, period: f64::from(gpu.queue.get_timestamp_period()) }
    }

    /// What a compute pass takes along.
    #[must_use]
    pub fn compute(&self, moments: Moments) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        let [beginning_of_pass_write_index, end_of_pass_write_index] = moments.indices();
        let writes = |query_set| wgpu::ComputePassTimestampWrites {
            query_set,
            beginning_of_pass_write_index,
            end_of_pass_write_index,
        };
        self.queries.as_ref().map(|(set, _)| writes(set))
    }

    /// What a drawing pass takes along.
    #[must_use]
    pub fn drawing(&self, moments: Moments) -> Option<wgpu::RenderPassTimestampWrites<'_>> {
        let [beginning_of_pass_write_index, end_of_pass_write_index] = moments.indices();
        let writes = |query_set| wgpu::RenderPassTimestampWrites {
            query_set,
            beginning_of_pass_write_index,
            end_of_pass_write_index,
        };
        self.queries.as_ref().map(|(set, _)| writes(set))
    }

    /// Records the writing of both moments to a buffer, which it gives back for copying.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) -> Option<&wgpu::Buffer> {
        let (set, buffer) = self.queries.as_ref()?;
        encoder.resolve_query_set(set, 0..2, buffer, 0);
        Some(buffer)
    }

    /// The time between both moments.
    #[must_use]
    pub fn between(&self, [first, last]: [u64; 2]) -> Duration {
        Duration::from_secs_f64(last.saturating_sub(first) as f64 * self.period * 1e-9)
    }

    /// What is copied to read both moments.
    pub const BYTES: u64 = 16;
}
