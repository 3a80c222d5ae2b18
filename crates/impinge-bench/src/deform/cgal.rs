//! CGAL from Debian, through the shim in `shim/cgal.cpp`: `self_intersections`, with exact predicates. It counts neighbours that
//! overlap, too.

use super::engine::{Engine, Loaded};
use super::sequence::Sequence;
use anyhow::Context;
use impinge::deform::SelfContacts;
use impinge::math::DVec3;
use std::ffi::{CStr, c_char};
use std::ptr::NonNull;

/// CGAL with its exact predicates.
#[derive(Clone, Copy, Debug)]
pub struct Cgal;

/// A surface of CGAL; opaque.
#[repr(C)]
struct RawSurface {
    _opaque: [u8; 0],
}

// SAFETY: these are the functions of shim/cgal.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_cgal_version() -> *const c_char;
    fn impinge_cgal_surface(
        vertices: *const f64,
        vertex_count: usize,
        faces: *const u32,
        face_count: usize,
    ) -> *mut RawSurface;
    fn impinge_cgal_surface_free(surface: *mut RawSurface);
    fn impinge_cgal_surface_contacts(surface: *const RawSurface) -> i64;
}

/// A surface of CGAL that is freed.
struct Surface(NonNull<RawSurface>);

impl Drop for Surface {
    fn drop(&mut self) {
        // SAFETY: the surface came from the shim and is freed once.
        unsafe { impinge_cgal_surface_free(self.0.as_ptr()) }
    }
}

impl Engine for Cgal {
    fn name(&self) -> &'static str {
        "cgal"
    }

    fn version(&self) -> String {
        // SAFETY: the shim returns a string literal.
        unsafe { CStr::from_ptr(impinge_cgal_version()) }.to_string_lossy().into_owned()
    }

    fn comparable(&self, contacts: &SelfContacts) -> usize {
        contacts.meeting.len() + contacts.overlapping.len()
    }

    fn load<'a>(&'a self, sequence: &'a Sequence) -> anyhow::Result<Box<dyn Loaded + 'a>> {
        let vertices: Vec<f64> =
            sequence.frames.first().context("no frame")?.iter().flat_map(DVec3::to_array).collect();
        let faces = sequence.faces.as_flattened();
        // SAFETY: the counts are those of the slices, which are read before this returns, and every index was checked when the
        // surface was made.
        let raw =
            unsafe { impinge_cgal_surface(vertices.as_ptr(), vertices.len() / 3, faces.as_ptr(), faces.len() / 3) };
        Ok(Box::new(Surface(NonNull::new(raw).context("CGAL refused the surface")?)))
    }
}

impl Loaded for Surface {
    fn solve_from_scratch(&mut self) -> anyhow::Result<usize> {
        // SAFETY: the surface lives.
        let count = unsafe { impinge_cgal_surface_contacts(self.0.as_ptr()) };
        usize::try_from(count).ok().context("CGAL failed")
    }

    fn step(&mut self, _: usize) -> Option<anyhow::Result<usize>> {
        None
    }
}
