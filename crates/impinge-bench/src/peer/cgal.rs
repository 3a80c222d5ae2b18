//! CGAL from Debian, through the shim in `shim/cgal.cpp`: its collision detection of rigid meshes, and its trees walked for
//! all pairs. Its predicates are exact for the posed coordinates, as Impinge's are.

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

/// CGAL with its exact predicates.
#[derive(Clone, Copy, Debug)]
pub struct Cgal;

/// A mesh of CGAL with its tree; opaque.
#[repr(C)]
struct RawModel {
    _opaque: [u8; 0],
}

/// Two meshes of CGAL in one set; opaque.
#[repr(C)]
struct RawPair {
    _opaque: [u8; 0],
}

/// A motion of CGAL; opaque.
#[repr(C)]
struct RawMotion {
    _opaque: [u8; 0],
}

// SAFETY: these are the functions of shim/cgal.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_cgal_version() -> *const c_char;
    fn impinge_cgal_model(
        vertices: *const f64,
        vertex_count: usize,
        faces: *const u32,
        face_count: usize,
    ) -> *mut RawModel;
    fn impinge_cgal_model_free(model: *mut RawModel);
    fn impinge_cgal_pair(a: *const RawModel, b: *const RawModel) -> *mut RawPair;
    fn impinge_cgal_pair_free(pair: *mut RawPair);
    fn impinge_cgal_motion(rotation: *const f64, translation: *const f64) -> *mut RawMotion;
    fn impinge_cgal_motion_free(motion: *mut RawMotion);
    fn impinge_cgal_intersects(pair: *mut RawPair, motion: *const RawMotion) -> i64;
    fn impinge_cgal_contacts(pair: *const RawPair, motion: *const RawMotion) -> i64;
}

/// A mesh of CGAL that is freed.
struct Model(NonNull<RawModel>);

impl Model {
    /// The mesh with its tree, and the time for it.
    fn new(mesh: &Mesh) -> anyhow::Result<(Rc<Self>, Duration)> {
        let Flat { vertices, faces } = Flat::of(mesh);
        let (raw, time) = timed_on_the_wall(|| {
            // SAFETY: the counts are those of the slices, and every index was checked when the mesh was made.
            unsafe { impinge_cgal_model(vertices.as_ptr(), vertices.len() / 3, faces.as_ptr(), faces.len() / 3) }
        });
        Ok((Rc::new(Self(NonNull::new(raw).context("CGAL refused the mesh")?)), time))
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the model came from the shim and is freed once.
        unsafe { impinge_cgal_model_free(self.0.as_ptr()) }
    }
}

/// A motion of CGAL that is freed.
struct Motion(NonNull<RawMotion>);

impl Motion {
    fn new(pose: &Pose) -> anyhow::Result<Self> {
        let (rotation, translation) = (pose.rotation().to_cols_array(), pose.translation().to_array());
        // SAFETY: nine and three numbers are read.
        let raw = unsafe { impinge_cgal_motion(rotation.as_ptr(), translation.as_ptr()) };
        NonNull::new(raw).map(Self).context("CGAL refused the pose")
    }
}

impl Drop for Motion {
    fn drop(&mut self) {
        // SAFETY: the motion came from the shim and is freed once.
        unsafe { impinge_cgal_motion_free(self.0.as_ptr()) }
    }
}

struct CgalPair {
    raw: NonNull<RawPair>,
    motions: Vec<Motion>,
    /// What the raw pair points at: freed after it.
    _models: [Rc<Model>; 2],
}

impl Drop for CgalPair {
    fn drop(&mut self) {
        // SAFETY: the pair came from the shim and is freed once, before its models.
        unsafe { impinge_cgal_pair_free(self.raw.as_ptr()) }
    }
}

impl Peer for Cgal {
    fn name(&self) -> &'static str {
        "cgal"
    }

    fn version(&self) -> String {
        // SAFETY: the shim returns a string literal.
        unsafe { CStr::from_ptr(impinge_cgal_version()) }.to_string_lossy().into_owned()
    }

    fn refusal(&self, query: Query, _: &Workload) -> Option<&'static str> {
        (query == Query::Distance).then_some("has no distance between two meshes, only from a point to one")
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Loaded> {
        let (a, mut build) = Model::new(&workload.a)?;
        let mut b = Rc::clone(&a);
        if !workload.is_self_pair() {
            let (second, more) = Model::new(&workload.b)?;
            (b, build) = (second, build + more);
        }
        let motions = workload.poses.iter().map(Motion::new).collect::<anyhow::Result<_>>()?;
        // SAFETY: the models live as long as the pair that is made of them.
        let raw = unsafe { impinge_cgal_pair(a.0.as_ptr(), b.0.as_ptr()) };
        let raw = NonNull::new(raw).context("CGAL refused the pair")?;
        let pair = Box::new(CgalPair { raw, motions, _models: [a, b] });
        Ok(Loaded { pair, build, topology: None, bytes: None })
    }
}

impl Pair for CgalPair {
    fn ask(&self, query: Query, pose: usize) -> Answer {
        let (pair, motion) = (self.raw.as_ptr(), self.motions[pose].0.as_ptr());
        match query {
            Query::Boolean => {
                // SAFETY: pair and motion live; the pair is on one thread, and its shim alone changes it.
                match unsafe { impinge_cgal_intersects(pair, motion) } {
                    0 => Answer::Boolean(false),
                    1 => Answer::Boolean(true),
                    _ => Answer::Failed,
                }
            }
            Query::Contacts => {
                // SAFETY: as above.
                let count = unsafe { impinge_cgal_contacts(pair, motion) };
                usize::try_from(count).map_or(Answer::Failed, Answer::Contacts)
            }
            Query::Distance => Answer::Failed,
        }
    }
}
