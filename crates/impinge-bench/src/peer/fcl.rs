//! FCL from Debian, through the shim in `shim/fcl.cpp`. Trees are built by its headers, queries run in Debian's library.

use super::{Flat, Loaded, Pair, Peer};
use crate::query::{Answer, Query};
use crate::workload::Workload;
use anyhow::Context;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge_lab::measurement_harness::cpu_clock::timed_on_the_wall;
use std::ffi::{CStr, c_char};
use std::ptr::NonNull;
use std::rc::Rc;
use std::time::Duration;

/// FCL with one of its bounding volumes.
#[derive(Clone, Copy, Debug)]
pub struct Fcl(pub Volume);

/// The bounding volume of FCL's trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volume {
    /// Oriented boxes; no distance queries.
    Obb,
    /// Oriented boxes for collision, swept spheres for distance.
    Obbrss,
}

/// A mesh of FCL; opaque.
#[repr(C)]
struct RawModel {
    _opaque: [u8; 0],
}

/// A motion of FCL; opaque.
#[repr(C)]
struct RawPlacement {
    _opaque: [u8; 0],
}

// SAFETY: these are the functions of shim/fcl.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_fcl_version() -> *const c_char;
    fn impinge_fcl_model(
        volume: i32,
        vertices: *const f64,
        vertex_count: usize,
        faces: *const u32,
        face_count: usize,
    ) -> *mut RawModel;
    fn impinge_fcl_model_bytes(model: *const RawModel) -> usize;
    fn impinge_fcl_model_free(model: *mut RawModel);
    fn impinge_fcl_placement(rotation: *const f64, translation: *const f64) -> *mut RawPlacement;
    fn impinge_fcl_placement_free(placement: *mut RawPlacement);
    fn impinge_fcl_contacts(
        a: *const RawModel,
        b: *const RawModel,
        placement: *const RawPlacement,
        limit: usize,
    ) -> i64;
    fn impinge_fcl_distance(a: *const RawModel, b: *const RawModel, placement: *const RawPlacement) -> f64;
}

/// A mesh of FCL that is freed.
struct Model(NonNull<RawModel>);

impl Model {
    /// The mesh with its tree, and the time for it.
    fn new(volume: Volume, mesh: &Mesh) -> anyhow::Result<(Rc<Self>, Duration)> {
        let Flat { vertices, faces } = Flat::of(mesh);
        let (raw, time) = timed_on_the_wall(|| {
            // SAFETY: the counts are those of the slices, and every index was checked when the mesh was made.
            unsafe {
                impinge_fcl_model(
                    volume as i32,
                    vertices.as_ptr(),
                    mesh.vertices().len(),
                    faces.as_ptr(),
                    mesh.faces().len(),
                )
            }
        });
        Ok((Rc::new(Self(NonNull::new(raw).context("FCL refused the mesh")?)), time))
    }

    fn bytes(&self) -> usize {
        // SAFETY: the model lives until it is dropped.
        unsafe { impinge_fcl_model_bytes(self.0.as_ptr()) }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the model came from the shim and is freed once.
        unsafe { impinge_fcl_model_free(self.0.as_ptr()) }
    }
}

/// A motion of FCL that is freed.
struct Placement(NonNull<RawPlacement>);

impl Placement {
    fn new(pose: &Pose) -> anyhow::Result<Self> {
        let (rotation, translation) = (pose.rotation().to_cols_array(), pose.translation().to_array());
        // SAFETY: nine and three numbers are read.
        let raw = unsafe { impinge_fcl_placement(rotation.as_ptr(), translation.as_ptr()) };
        NonNull::new(raw).map(Self).context("FCL refused the pose")
    }
}

impl Drop for Placement {
    fn drop(&mut self) {
        // SAFETY: the motion came from the shim and is freed once.
        unsafe { impinge_fcl_placement_free(self.0.as_ptr()) }
    }
}

struct FclPair {
    a: Rc<Model>,
    b: Rc<Model>,
    placements: Vec<Placement>,
}

impl FclPair {
    /// How many pairs of triangles meet, up to a limit.
    fn contacts(&self, placement: &Placement, limit: usize) -> Option<usize> {
        // SAFETY: models and motion live as long as this pair.
        let count = unsafe { impinge_fcl_contacts(self.a.0.as_ptr(), self.b.0.as_ptr(), placement.0.as_ptr(), limit) };
        usize::try_from(count).ok()
    }
}

impl Peer for Fcl {
    fn name(&self) -> &'static str {
        match self.0 {
            Volume::Obb => "fcl-obb",
            Volume::Obbrss => "fcl-obbrss",
        }
    }

    fn family(&self) -> &'static str {
        "fcl"
    }

    fn version(&self) -> String {
        // SAFETY: the shim returns a string literal.
        unsafe { CStr::from_ptr(impinge_fcl_version()) }.to_string_lossy().into_owned()
    }

    fn refusal(&self, query: Query, _: &Workload) -> Option<&'static str> {
        (query == Query::Distance && self.0 == Volume::Obb).then_some("has no distance with oriented boxes alone")
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Loaded> {
        let (a, mut build) = Model::new(self.0, &workload.a)?;
        let mut bytes = a.bytes();
        let mut b = Rc::clone(&a);
        if !workload.is_self_pair() {
            let (second, more) = Model::new(self.0, &workload.b)?;
            (b, build) = (second, build + more);
            bytes += b.bytes();
        }
        let placements = workload.poses.iter().map(Placement::new).collect::<anyhow::Result<_>>()?;
        Ok(Loaded { pair: Box::new(FclPair { a, b, placements }), build, topology: None, bytes: Some(bytes) })
    }
}

impl Pair for FclPair {
    fn ask(&self, query: Query, pose: usize) -> Answer {
        let placement = &self.placements[pose];
        match query {
            Query::Boolean => self.contacts(placement, 1).map_or(Answer::Failed, |count| Answer::Boolean(count > 0)),
            Query::Contacts => self.contacts(placement, usize::MAX).map_or(Answer::Failed, Answer::Contacts),
            Query::Distance => {
                // SAFETY: models and motion live as long as this pair.
                let length =
                    unsafe { impinge_fcl_distance(self.a.0.as_ptr(), self.b.0.as_ptr(), placement.0.as_ptr()) };
                Answer::of_distance(length)
            }
        }
    }
}
