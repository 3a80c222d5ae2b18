//! FCL from Debian on convex shapes, through the shim in `shim/fcl_convex.cpp`, with either of its solvers.

use super::foreign_handle::{Owned, coordinates, parts};
use super::{Engine, Pairs};
use crate::convex::body::Body;
use crate::convex::query::Query;
use crate::convex::workload::{Item, Workload};
use crate::peer::Peer;
use crate::query::Answer;
use std::ffi::c_void;
use std::ptr::null_mut;

/// FCL with one of its solvers.
#[derive(Clone, Copy, Debug)]
pub struct Fcl(pub Solver);

/// The solver of FCL for convex pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// libccd inside of FCL, its default.
    Libccd = 0,
    /// Its own.
    Own = 1,
}

// SAFETY: these are the functions of shim/fcl_convex.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_fcl_hull(vertices: *const f64, vertex_count: usize, faces: *const u32, count: usize) -> *mut c_void;
    fn impinge_fcl_cylinder(radius: f64, half_height: f64) -> *mut c_void;
    fn impinge_fcl_body_free(body: *mut c_void);
    fn impinge_fcl_motion(rotation: *const f64, translation: *const f64) -> *mut c_void;
    fn impinge_fcl_motion_free(motion: *mut c_void);
    fn impinge_fcl_memory() -> *mut c_void;
    fn impinge_fcl_memory_free(memory: *mut c_void);
    fn impinge_fcl_intersects(
        a: *const c_void,
        b: *const c_void,
        motion: *const c_void,
        solver: i32,
        memory: *mut c_void,
    ) -> i32;
    fn impinge_fcl_convex_distance(a: *const c_void, b: *const c_void, motion: *const c_void, solver: i32) -> f64;
    fn impinge_fcl_signed(
        a: *const c_void,
        b: *const c_void,
        motion: *const c_void,
        solver: i32,
        memory: *mut c_void,
    ) -> f64;
}

struct FclPairs {
    solver: Solver,
    bodies: Vec<Owned>,
    items: Vec<Item>,
    motions: Vec<Owned>,
    memories: Vec<Owned>,
}

impl Engine for Fcl {
    fn name(&self) -> &'static str {
        match self.0 {
            Solver::Libccd => "fcl-libccd",
            Solver::Own => "fcl-own",
        }
    }

    fn family(&self) -> &'static str {
        "fcl"
    }

    fn version(&self) -> String {
        crate::peer::Fcl(crate::peer::Volume::Obb).version()
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Box<dyn Pairs>> {
        let motion = |item: &Item| {
            let (rotation, translation) = parts(&item.pose);
            // SAFETY: nine and three numbers are read; the shim frees what it made.
            unsafe { Owned::new(impinge_fcl_motion(rotation.as_ptr(), translation.as_ptr()), impinge_fcl_motion_free) }
        };
        // SAFETY: the shim frees what it made.
        let memory = |_| unsafe { Owned::new(impinge_fcl_memory(), impinge_fcl_memory_free) };
        Ok(Box::new(FclPairs {
            solver: self.0,
            bodies: workload.bodies.iter().map(body).collect::<anyhow::Result<_>>()?,
            items: workload.items.clone(),
            motions: workload.items.iter().map(motion).collect::<anyhow::Result<_>>()?,
            memories: (0..workload.motions()).map(memory).collect::<anyhow::Result<_>>()?,
        }))
    }
}

fn body(body: &Body) -> anyhow::Result<Owned> {
    match body {
        Body::Hull(hull) => {
            let (vertices, faces) = (coordinates(hull), hull.triangles.as_flattened());
            // SAFETY: the counts are those of the slices, and every index is that of a corner.
            let raw =
                unsafe { impinge_fcl_hull(vertices.as_ptr(), hull.points.len(), faces.as_ptr(), hull.triangles.len()) };
            // SAFETY: it came from the shim.
            unsafe { Owned::new(raw, impinge_fcl_body_free) }
        }
        // SAFETY: it comes from the shim.
        Body::Cylinder { radius, half_height } => unsafe {
            Owned::new(impinge_fcl_cylinder(*radius, *half_height), impinge_fcl_body_free)
        },
    }
}

impl Pairs for FclPairs {
    fn ask(&self, query: Query, item: usize) -> Answer {
        let Item { a, b, motion, .. } = &self.items[item];
        let (a, b, pose) = (self.bodies[*a].raw(), self.bodies[*b].raw(), self.motions[item].raw());
        let memory = motion.map_or(null_mut(), |motion| self.memories[motion].raw());
        let solver = self.solver as i32;
        // SAFETY: bodies, motion and memory live as long as these pairs.
        unsafe {
            match query {
                Query::Boolean => match impinge_fcl_intersects(a, b, pose, solver, memory) {
                    -1 => Answer::Failed,
                    meet => Answer::Boolean(meet != 0),
                },
                Query::Distance => Answer::of_distance(impinge_fcl_convex_distance(a, b, pose, solver)),
                Query::Signed => Answer::of_distance(impinge_fcl_signed(a, b, pose, solver, memory)),
                Query::Depth => Answer::of_distance(-impinge_fcl_signed(a, b, pose, solver, memory)),
            }
        }
    }
}
