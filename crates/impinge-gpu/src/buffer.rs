//! Memory of the device: arrays that grow and are kept, and reading them back.

use crate::device::Gpu;
use crate::error::{GpuError, short};
use bytemuck::{AnyBitPattern, NoUninit};
use std::marker::PhantomData;
use std::sync::mpsc;

/// An array of `T` on the device that keeps its memory from query to query and grows by doubling.
pub struct Array<T> {
    buffer: wgpu::Buffer,
    what: &'static str,
    usage: wgpu::BufferUsages,
    element: PhantomData<T>,
}

impl<T: NoUninit + AnyBitPattern> Array<T> {
    /// An empty array that shaders read and write; `what` names its content in errors.
    pub fn new(gpu: &Gpu, what: &'static str) -> Self {
        Self::with_usage(gpu, what, wgpu::BufferUsages::STORAGE)
    }

    /// An empty array for other uses, beside copying from and to it.
    pub fn with_usage(gpu: &Gpu, what: &'static str, usage: wgpu::BufferUsages) -> Self {
        let usage = usage | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
        Self { buffer: create(gpu, what, LEAST, usage), what, usage, element: PhantomData }
    }

    /// Makes room for `count` elements; what was there is lost if the array has to move. Returns whether it moved.
    ///
    /// # Errors
    /// More than a buffer of the device holds, or than it has memory for.
    pub fn reserve(&mut self, gpu: &Gpu, count: u64) -> Result<bool, GpuError> {
        let bytes = count.saturating_mul(size_of::<T>() as u64).max(LEAST);
        if bytes <= self.buffer.size() {
            return Ok(false);
        }
        let limit = gpu.description().largest_buffer;
        if bytes > limit {
            return Err(GpuError::TooLarge { what: self.what, bytes, limit });
        }
        // What was there goes first, so that there is room for both.
        self.buffer.destroy();
        self.buffer = create(gpu, self.what, LEAST, self.usage);
        let roomy = bytes.saturating_mul(2).next_multiple_of(16).min(limit / 16 * 16).max(bytes);
        let exact = bytes.next_multiple_of(16).min(limit).max(bytes);
        self.buffer = self.attempt(gpu, roomy).or_else(|_| self.attempt(gpu, exact))?;
        Ok(true)
    }

    fn attempt(&self, gpu: &Gpu, bytes: u64) -> Result<wgpu::Buffer, GpuError> {
        gpu.attempt(self.what, bytes, || create(gpu, self.what, bytes, self.usage))
    }

    /// Fills the array from its start, growing it where needed. Returns whether it moved.
    ///
    /// # Errors
    /// More than a buffer of the device holds, or than it has memory for.
    pub fn write(&mut self, gpu: &Gpu, content: &[T]) -> Result<bool, GpuError> {
        let moved = self.reserve(gpu, content.len() as u64)?;
        gpu.queue.write_buffer(&self.buffer, 0, bytemuck::cast_slice(content));
        Ok(moved)
    }

    /// The buffer itself.
    #[must_use]
    pub fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// The whole array, for a group of bindings.
    #[must_use]
    pub fn binding(&self) -> wgpu::BindingResource<'_> {
        self.buffer.as_entire_binding()
    }
}

/// The way from the device to the CPU: one buffer that is kept, into which commands copy what is wanted.
pub struct ReadBack {
    buffer: wgpu::Buffer,
    used: u64,
}

/// Where in a [`ReadBack`] something was copied to.
#[derive(Clone, Copy, Debug)]
pub struct BufferRange {
    start: u64,
    bytes: u64,
}

impl BufferRange {
    /// Its first and its second half.
    #[must_use]
    pub fn halves(self) -> [Self; 2] {
        let bytes = self.bytes / 2;
        [Self { bytes, ..self }, Self { start: self.start + bytes, bytes }]
    }
}

impl ReadBack {
    /// One that holds nothing yet.
    pub fn new(gpu: &Gpu) -> Self {
        Self { buffer: create(gpu, "read-back", LEAST, READ), used: 0 }
    }

    /// Empties it and makes room for the given number of bytes, before commands are recorded.
    ///
    /// # Errors
    /// More than a buffer of the device holds, or than it has memory for.
    pub fn prepare(&mut self, gpu: &Gpu, bytes: u64) -> Result<(), GpuError> {
        self.used = 0;
        let limit = gpu.device.limits().max_buffer_size;
        if bytes > limit {
            return Err(GpuError::TooLarge { what: "images to be read back", bytes, limit });
        }
        if bytes > self.buffer.size() {
            let bytes = bytes.next_multiple_of(ALIGNMENT);
            self.buffer.destroy();
            self.buffer = create(gpu, "read-back", LEAST, READ);
            self.buffer = gpu.attempt("images to be read back", bytes, || create(gpu, "read-back", bytes, READ))?;
        }
        Ok(())
    }

    /// Copies the first bytes of a buffer; room must have been made.
    pub fn copy(&mut self, encoder: &mut wgpu::CommandEncoder, from: &wgpu::Buffer, bytes: u64) -> BufferRange {
        self.copy_part(encoder, from, [0, bytes])
    }

    /// Copies a part of a buffer, from and to multiples of four bytes; room must have been made.
    pub fn copy_part(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        from: &wgpu::Buffer,
        [start, bytes]: [u64; 2],
    ) -> BufferRange {
        encoder.copy_buffer_to_buffer(from, start, &self.buffer, self.used, bytes);
        self.taken(bytes)
    }

    /// Copies an image; room for [`image_bytes`] must have been made.
    pub fn copy_image(&mut self, encoder: &mut wgpu::CommandEncoder, image: &wgpu::Texture) -> BufferRange {
        let row = row_bytes(image);
        let layout = wgpu::TexelCopyBufferLayout { offset: self.used, bytes_per_row: Some(row), rows_per_image: None };
        let target = wgpu::TexelCopyBufferInfo { buffer: &self.buffer, layout };
        encoder.copy_texture_to_buffer(image.as_image_copy(), target, image.size());
        self.taken(image_bytes(image))
    }

    fn taken(&mut self, bytes: u64) -> BufferRange {
        let place = BufferRange { start: self.used, bytes };
        self.used = (self.used + bytes).next_multiple_of(ALIGNMENT);
        place
    }

    /// Waits for the submitted commands and hands what they copied to `look`.
    ///
    /// # Errors
    /// The device was lost or refused, or gave back less than was asked.
    pub fn read<R>(&self, gpu: &Gpu, look: impl FnOnce(&Content<'_>) -> Result<R, GpuError>) -> Result<R, GpuError> {
        gpu.check()?;
        let slice = self.buffer.slice(..self.used.min(self.buffer.size()));
        let (sender, receiver) = mpsc::channel();
        slice.map_async(wgpu::MapMode::Read, move |outcome| {
            // Nobody listens any more only where waiting has failed, which is reported there.
            let _ = sender.send(outcome);
        });
        let waited = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        let result = gpu.check().and_then(|()| {
            waited.map_err(|error| GpuError::Lost(error.to_string()))?;
            let mapped = receiver.recv().map_err(|error| GpuError::Lost(error.to_string()))?;
            mapped.map_err(|error| GpuError::Lost(error.to_string()))?;
            let view = slice.get_mapped_range().map_err(|error| GpuError::Refused(error.to_string()))?;
            look(&Content { bytes: &view })
        });
        self.buffer.unmap();
        result
    }

    /// How many bytes a read brings back.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.used
    }
}

/// What came back; what did not is an error, never zeros.
pub struct Content<'a> {
    bytes: &'a [u8],
}

impl Content<'_> {
    /// The elements at a place.
    ///
    /// # Errors
    /// They did not come back, or not in whole.
    pub fn elements<T: AnyBitPattern + NoUninit>(&self, place: BufferRange) -> Result<Vec<T>, GpuError> {
        let part = self.part(place)?;
        if part.len() % size_of::<T>() != 0 {
            return Err(short());
        }
        let mut elements = vec![T::zeroed(); part.len() / size_of::<T>()];
        bytemuck::cast_slice_mut(&mut elements).copy_from_slice(part);
        Ok(elements)
    }

    /// The given number of elements at a place.
    ///
    /// # Errors
    /// There are more or fewer.
    pub fn array<T: AnyBitPattern + NoUninit, const N: usize>(&self, place: BufferRange) -> Result<[T; N], GpuError> {
        self.elements(place)?.try_into().map_err(|_| short())
    }

    /// Both moments of a timer, where it has a clock.
    ///
    /// # Errors
    /// They did not come back.
    pub fn moments(&self, place: Option<BufferRange>) -> Result<Option<[u64; 2]>, GpuError> {
        place.map(|place| self.array(place)).transpose()
    }

    /// The pixels of an image at a place, row by row without padding.
    ///
    /// # Errors
    /// They did not come back, or not all of them.
    pub fn pixels<T: AnyBitPattern + NoUninit>(
        &self,
        place: BufferRange,
        image: &wgpu::Texture,
    ) -> Result<Vec<T>, GpuError> {
        let wanted = image.width() as usize * size_of::<T>();
        let rows = self.part(place)?.chunks_exact(row_bytes(image) as usize);
        if rows.len() != image.height() as usize || wanted > row_bytes(image) as usize {
            return Err(short());
        }
        let pixel = |row: &[u8], at: usize| bytemuck::pod_read_unaligned(&row[at * size_of::<T>()..][..size_of::<T>()]);
        Ok(rows.flat_map(|row| (0..image.width() as usize).map(move |at| pixel(row, at))).collect())
    }

    fn part(&self, place: BufferRange) -> Result<&[u8], GpuError> {
        let end = place.start.saturating_add(place.bytes) as usize;
        self.bytes.get(place.start as usize..end).ok_or_else(short)
    }
}

/// How many bytes the copy of an image takes: rows are padded.
#[must_use]
pub fn image_bytes(image: &wgpu::Texture) -> u64 {
    (u64::from(row_bytes(image)) * u64::from(image.height())).next_multiple_of(ALIGNMENT)
}

fn row_bytes(image: &wgpu::Texture) -> u32 {
    let pixel = image.format().block_copy_size(Some(wgpu::TextureAspect::All)).unwrap_or(4);
    (image.width() * pixel).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

const READ: wgpu::BufferUsages = wgpu::BufferUsages::MAP_READ.union(wgpu::BufferUsages::COPY_DST);

/// Where copies may begin, in bytes: what images ask for, the strictest.
const ALIGNMENT: u64 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as u64;

/// No binding may be empty, so no array is smaller than this, in bytes.
const LEAST: u64 = 256;

fn create(gpu: &Gpu, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_come_back_is_refused() {
        let bytes: Vec<u8> = (0..20).collect();
        let content = Content { bytes: &bytes };
        let at = |start, bytes| BufferRange { start, bytes };
        assert_eq!(content.elements::<u32>(at(4, 8)), Ok(vec![0x0706_0504, 0x0b0a_0908]));
        assert_eq!(content.array::<u16, 2>(at(16, 4)), Ok([0x1110, 0x1312]));
        for place in [at(16, 8), at(24, 4), at(0, 6), at(u64::MAX, 4)] {
            assert_eq!(content.elements::<u32>(place), Err(short()), "{place:?}");
        }
        assert_eq!(content.array::<u32, 3>(at(0, 8)), Err(short()));
    }

    #[test]
    fn a_buffer_that_cannot_be_made_is_not_kept() {
        let Some(gpu) = crate::tests::device::open() else { return };
        let bytes = gpu.device.limits().max_buffer_size.saturating_add(256);
        let make = || create(&gpu, "numbers", bytes, wgpu::BufferUsages::STORAGE);
        let refused = gpu.attempt("numbers", bytes, make);
        assert!(matches!(refused, Err(GpuError::Memory { what: "numbers", .. })), "{refused:?}");
        assert_eq!(gpu.check(), Ok(()));
        let mut array = Array::<u32>::new(&gpu, "numbers");
        assert_eq!(array.write(&gpu, &[7; 100]), Ok(true));
    }
}
