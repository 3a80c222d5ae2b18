//! Embree from Debian, through the shim in `shim/embree.cpp`: `rtcCollide` over boxes of floats, with a triangle test in
//! doubles behind it. It takes no pose: the second body is posed and its tree rebuilt for every pose, before the clock
//! runs; the row `repose` has what that takes.

use super::{Flat, Loaded, Pair, Peer, reposable};
use crate::query::{Answer, Query};
use crate::workload::Workload;
use anyhow::Context;
use impinge::math::Pose;
use impinge_lab::measurement_harness::cpu_clock::{timed, timed_on_the_wall};
use std::cell::OnceCell;
use std::ffi::{CStr, c_char};
use std::ptr::NonNull;
use std::time::Duration;

/// Embree on one thread.
#[derive(Clone, Copy, Debug)]
pub struct Embree;

/// A posed mesh of Embree with its tree; opaque.
#[repr(C)]
struct RawBody {
    _opaque: [u8; 0],
}

// SAFETY: these are the functions of shim/embree.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_embree_version() -> *const c_char;
    fn impinge_embree_body(
        vertices: *const f64,
        vertex_count: usize,
        faces: *const u32,
        face_count: usize,
        rotation: *const f64,
        translation: *const f64,
    ) -> *mut RawBody;
    fn impinge_embree_body_free(body: *mut RawBody);
    fn impinge_embree_contacts(a: *const RawBody, b: *const RawBody, limit: usize) -> i64;
}

/// A posed mesh of Embree that is freed.
struct Body(NonNull<RawBody>);

impl Body {
    fn new(mesh: &Flat, pose: &Pose) -> anyhow::Result<Self> {
        let (rotation, translation) = (pose.rotation().to_cols_array(), pose.translation().to_array());
        let Flat { vertices, faces } = mesh;
        // SAFETY: the counts are those of the slices, every index was checked when the mesh was made, and nine and three
        // numbers are read of the pose.
        let raw = unsafe {
            impinge_embree_body(
                vertices.as_ptr(),
                vertices.len() / 3,
                faces.as_ptr(),
                faces.len() / 3,
                rotation.as_ptr(),
                translation.as_ptr(),
            )
        };
        NonNull::new(raw).map(Self).context("Embree refused the mesh")
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        // SAFETY: the body came from the shim and is freed once.
        unsafe { impinge_embree_body_free(self.0.as_ptr()) }
    }
}

struct EmbreePair {
    a: Body,
    b: Flat,
    poses: Vec<Pose>,
    /// The second body at every pose for which there is room, made when it is first prepared.
    posed: Vec<OnceCell<Option<Body>>>,
}

impl EmbreePair {
    /// The second body at a pose.
    fn body(&self, pose: usize) -> Option<&Body> {
        self.posed.get(pose)?.get_or_init(|| Body::new(&self.b, &self.poses[pose]).ok()).as_ref()
    }
}

impl Peer for Embree {
    fn name(&self) -> &'static str {
        "embree"
    }

    fn version(&self) -> String {
        // SAFETY: the shim returns a string literal.
        unsafe { CStr::from_ptr(impinge_embree_version()) }.to_string_lossy().into_owned()
    }

    fn refusal(&self, query: Query, _: &Workload) -> Option<&'static str> {
        (query == Query::Distance).then_some("has no distance between two scenes, only from a point to one")
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Loaded> {
        let (flat_a, b) = (Flat::of(&workload.a), Flat::of(&workload.b));
        let (a, mut build) = timed_on_the_wall(|| Body::new(&flat_a, &Pose::IDENTITY));
        if !workload.is_self_pair() {
            build += timed_on_the_wall(|| Body::new(&b, &Pose::IDENTITY)).1;
        }
        let posed = (0..reposable(workload)).map(|_| OnceCell::new()).collect();
        let pair = Box::new(EmbreePair { a: a?, b, poses: workload.poses.clone(), posed });
        Ok(Loaded { pair, build, topology: None, bytes: None })
    }
}

impl Pair for EmbreePair {
    fn poses(&self) -> usize {
        self.posed.len()
    }

    fn prepare(&self, pose: usize) -> Option<Duration> {
        self.posed.get(pose).filter(|body| body.get().is_none())?;
        Some(timed(|| self.body(pose).is_some()).1)
    }

    fn ask(&self, query: Query, pose: usize) -> Answer {
        let limit = match query {
            Query::Boolean => 1,
            Query::Contacts => usize::MAX,
            Query::Distance => return Answer::Failed,
        };
        let Some(b) = self.body(pose) else { return Answer::Failed };
        // SAFETY: both bodies live as long as this pair.
        let count = unsafe { impinge_embree_contacts(self.a.0.as_ptr(), b.0.as_ptr(), limit) };
        match (usize::try_from(count), query) {
            (Ok(count), Query::Boolean) => Answer::Boolean(count > 0),
            (Ok(count), _) => Answer::Contacts(count),
            (Err(_), _) => Answer::Failed,
        }
    }
}
