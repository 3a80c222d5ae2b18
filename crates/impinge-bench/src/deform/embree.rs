//! Embree from Debian, through the shim in `shim/embree.cpp`: `rtcCollide` of a scene with itself, with a triangle test in
//! doubles behind it.

use super::engine::{Engine, Loaded};
use super::sequence::Sequence;
use anyhow::Context;
use impinge::deform::SelfContacts;
use impinge::math::DVec3;
use std::ffi::{CStr, c_char};
use std::ptr::NonNull;

/// Embree on one thread.
#[derive(Clone, Copy, Debug)]
pub struct Embree;

/// A surface of Embree with its tree; opaque.
#[repr(C)]
struct RawSurface {
    _opaque: [u8; 0],
}

// SAFETY: these are the functions of shim/embree.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_embree_version() -> *const c_char;
    fn impinge_embree_surface(
        vertices: *const f64,
        faces: *const u32,
        face_count: usize,
        refits: bool,
    ) -> *mut RawSurface;
    fn impinge_embree_surface_free(surface: *mut RawSurface);
    fn impinge_embree_surface_move(surface: *mut RawSurface, vertices: *const f64);
    fn impinge_embree_surface_contacts(surface: *mut RawSurface) -> i64;
}

/// Whether new vertices will come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EmbreeMode {
    Once,
    Refitted,
}

/// A surface of Embree that is freed, at one frame of a sequence, whose memory it reads.
struct Surface<'a> {
    raw: NonNull<RawSurface>,
    sequence: &'a Sequence,
}

impl<'a> Surface<'a> {
    fn new(sequence: &'a Sequence, used: EmbreeMode) -> anyhow::Result<Self> {
        let (vertices, faces) = (numbers(sequence, 0)?, sequence.faces.as_flattened());
        // SAFETY: both arrays live as long as the sequence, every index was checked when the surface was made, and the count is
        // that of the faces.
        let raw = unsafe {
            impinge_embree_surface(vertices, faces.as_ptr(), sequence.faces.len(), used == EmbreeMode::Refitted)
        };
        Ok(Self { raw: NonNull::new(raw).context("Embree refused the surface")?, sequence })
    }

    fn contacts(&mut self) -> anyhow::Result<usize> {
        // SAFETY: the surface lives.
        let count = unsafe { impinge_embree_surface_contacts(self.raw.as_ptr()) };
        usize::try_from(count).ok().context("Embree failed")
    }
}

impl Drop for Surface<'_> {
    fn drop(&mut self) {
        // SAFETY: the surface came from the shim and is freed once.
        unsafe { impinge_embree_surface_free(self.raw.as_ptr()) }
    }
}

/// The coordinates of a frame: three a vertex, one after the other, as `DVec3` has them.
fn numbers(sequence: &Sequence, frame: usize) -> anyhow::Result<*const f64> {
    const { assert!(size_of::<DVec3>() == 3 * size_of::<f64>() && align_of::<DVec3>() == align_of::<f64>()) };
    Ok(sequence.frames.get(frame).context("no such frame")?.as_ptr().cast())
}

impl Engine for Embree {
    fn name(&self) -> &'static str {
        "embree"
    }

    fn version(&self) -> String {
        // SAFETY: the shim returns a string literal.
        unsafe { CStr::from_ptr(impinge_embree_version()) }.to_string_lossy().into_owned()
    }

    fn comparable(&self, contacts: &SelfContacts) -> usize {
        contacts.meeting.len()
    }

    fn load<'a>(&'a self, sequence: &'a Sequence) -> anyhow::Result<Box<dyn Loaded + 'a>> {
        Ok(Box::new(Surface::new(sequence, EmbreeMode::Refitted)?))
    }
}

impl Loaded for Surface<'_> {
    fn solve_from_scratch(&mut self) -> anyhow::Result<usize> {
        Surface::new(self.sequence, EmbreeMode::Once)?.contacts()
    }

    fn step(&mut self, frame: usize) -> Option<anyhow::Result<usize>> {
        let vertices = match numbers(self.sequence, frame) {
            Ok(vertices) => vertices,
            Err(error) => return Some(Err(error)),
        };
        // SAFETY: the surface lives, and all frames have as many vertices and live as long as it.
        unsafe { impinge_embree_surface_move(self.raw.as_ptr(), vertices) };
        Some(self.contacts())
    }
}
