//! libccd from Debian, through the shim in `shim/libccd.cpp`: GJK on convex bodies, which are all it knows. A mesh stands
//! for the hull of its vertices, so it is asked only about workloads whose meshes are convex.

use super::{Flat, Loaded, Pair, Peer};
use crate::query::{Answer, Query};
use crate::workload::{Form, Workload};
use anyhow::Context;
use impinge::mesh::Mesh;
use impinge_lab::measurement_harness::cpu_clock::timed_on_the_wall;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::time::Duration;

/// libccd's GJK.
#[derive(Clone, Copy, Debug)]
pub struct Libccd;

/// A hull of the shim; opaque.
type RawHull = c_void;

// SAFETY: these are the functions of shim/libccd.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_libccd_hull(vertices: *const f64, vertex_count: usize) -> *mut RawHull;
    fn impinge_libccd_hull_free(hull: *mut RawHull);
    fn impinge_libccd_intersects(
        a: *const RawHull,
        b: *const RawHull,
        rotation: *const f64,
        translation: *const f64,
    ) -> i32;
}

/// A hull that is freed.
struct Hull(NonNull<RawHull>);

impl Hull {
    /// The hull of a mesh's vertices, and the time for it.
    fn new(mesh: &Mesh) -> anyhow::Result<(Self, Duration)> {
        let vertices = Flat::of(mesh).vertices;
        let (raw, time) = timed_on_the_wall(|| {
            // SAFETY: the count is that of the slice; a mesh has faces, so it has vertices.
            unsafe { impinge_libccd_hull(vertices.as_ptr(), vertices.len() / 3) }
        });
        Ok((Self(NonNull::new(raw).context("no memory for the hull")?), time))
    }
}

impl Drop for Hull {
    fn drop(&mut self) {
        // SAFETY: the hull came from the shim and is freed once.
        unsafe { impinge_libccd_hull_free(self.0.as_ptr()) }
    }
}

struct LibccdPair {
    a: Hull,
    b: Hull,
    poses: Vec<([f64; 9], [f64; 3])>,
}

impl Peer for Libccd {
    fn name(&self) -> &'static str {
        "libccd"
    }

    fn version(&self) -> String {
        env!("LIBCCD_VERSION").to_owned()
    }

    fn refusal(&self, query: Query, workload: &Workload) -> Option<&'static str> {
        match (workload.form, query) {
            (Form::Any, _) => Some("knows convex bodies only"),
            (Form::Convex, Query::Boolean) => None,
            (Form::Convex, Query::Contacts) => Some("knows no triangles"),
            (Form::Convex, Query::Distance) => Some("has no distance, only depth"),
        }
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Loaded> {
        let ((a, first), (b, second)) = (Hull::new(&workload.a)?, Hull::new(&workload.b)?);
        let build = if workload.is_self_pair() { first } else { first + second };
        let parts = |pose: &impinge::math::Pose| (pose.rotation().to_cols_array(), pose.translation().to_array());
        let poses = workload.poses.iter().map(parts).collect();
        Ok(Loaded { pair: Box::new(LibccdPair { a, b, poses }), build, topology: None, bytes: None })
    }
}

impl Pair for LibccdPair {
    fn ask(&self, query: Query, pose: usize) -> Answer {
        if query != Query::Boolean {
            return Answer::Failed;
        }
        let (rotation, translation) = &self.poses[pose];
        let (a, b) = (self.a.0.as_ptr(), self.b.0.as_ptr());
        // SAFETY: both hulls live as long as this pair, and nine and three numbers are read.
        Answer::Boolean(unsafe { impinge_libccd_intersects(a, b, rotation.as_ptr(), translation.as_ptr()) } != 0)
    }
}
