//! The allocator of the system, with the bytes that each thread asks of it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes held by this thread, the most of them since the last reset, and allocations.
    static HELD: Cell<Held> = const { Cell::new(Held { now: 0, most: 0, allocations: 0 }) };
}

#[derive(Clone, Copy)]
struct Held {
    now: usize,
    most: usize,
    allocations: u64,
}

struct CountingAllocator;

fn count(taken: usize, given: usize) {
    // A thread that ends may free after its counters are gone.
    let _ = HELD.try_with(|held| {
        let Held { now, most, allocations } = held.get();
        let now = (now + taken).saturating_sub(given);
        held.set(Held { now, most: most.max(now), allocations: allocations + u64::from(taken > 0) });
    });
}

// SAFETY: all memory comes from the system's allocator, whose contract is passed on unchanged.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// What work took of the allocator, on this thread.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// The most bytes held at a time, beyond those held before.
    pub peak_bytes: u64,
    /// How often memory was asked for.
    pub allocations: u64,
}

/// Does work on this thread and counts its memory.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Memory) {
    let before = HELD.get();
    HELD.set(Held { most: before.now, ..before });
    let result = work();
    let after = HELD.get();
    let peak_bytes = (after.most - before.now) as u64;
    (result, Memory { peak_bytes, allocations: after.allocations - before.allocations })
}
