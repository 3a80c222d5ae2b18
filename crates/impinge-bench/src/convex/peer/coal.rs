//! coal from its wheel on PyPI, through the shim in `shim/coal.cpp`; in motions from its cached guess.

use super::foreign_handle::{Owned, coordinates, parts};
use super::{Engine, Pairs};
use crate::convex::body::Body;
use crate::convex::query::Query;
use crate::convex::workload::{Item, Workload};
use crate::query::Answer;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;

/// coal's GJK and EPA.
#[derive(Clone, Copy, Debug)]
pub struct Coal;

// SAFETY: these are the functions of shim/coal.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_coal_version() -> *const c_char;
    fn impinge_coal_hull(vertices: *const f64, vertex_count: usize, faces: *const u32, count: usize) -> *mut c_void;
    fn impinge_coal_cylinder(radius: f64, half_height: f64) -> *mut c_void;
    fn impinge_coal_body_free(body: *mut c_void);
    fn impinge_coal_placement(rotation: *const f64, translation: *const f64) -> *mut c_void;
    fn impinge_coal_placement_free(placement: *mut c_void);
    fn impinge_coal_memory() -> *mut c_void;
    fn impinge_coal_memory_free(memory: *mut c_void);
    fn impinge_coal_intersects(a: *const c_void, b: *const c_void, pose: *const c_void, memory: *mut c_void) -> i32;
    fn impinge_coal_distance(
        a: *const c_void,
        b: *const c_void,
        pose: *const c_void,
        is_signed: i32,
        memory: *mut c_void,
    ) -> f64;
}

struct CoalPairs {
    bodies: Vec<Owned>,
    items: Vec<Item>,
    placements: Vec<Owned>,
    memories: Vec<Owned>,
}

impl Engine for Coal {
    fn name(&self) -> &'static str {
        "coal"
    }

    fn version(&self) -> String {
        // SAFETY: the shim returns a string literal.
        unsafe { CStr::from_ptr(impinge_coal_version()) }.to_string_lossy().into_owned()
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Box<dyn Pairs>> {
        let placement = |item: &Item| {
            let (rotation, translation) = parts(&item.pose);
            // SAFETY: nine and three numbers are read; the shim frees what it made.
            unsafe {
                let raw = impinge_coal_placement(rotation.as_ptr(), translation.as_ptr());
                Owned::new(raw, impinge_coal_placement_free)
            }
        };
        // SAFETY: the shim frees what it made.
        let memory = |_| unsafe { Owned::new(impinge_coal_memory(), impinge_coal_memory_free) };
        Ok(Box::new(CoalPairs {
            bodies: workload.bodies.iter().map(body).collect::<anyhow::Result<_>>()?,
            items: workload.items.clone(),
            placements: workload.items.iter().map(placement).collect::<anyhow::Result<_>>()?,
            memories: (0..workload.motions()).map(memory).collect::<anyhow::Result<_>>()?,
        }))
    }
}

fn body(body: &Body) -> anyhow::Result<Owned> {
    match body {
        Body::Hull(hull) => {
            let (vertices, faces) = (coordinates(hull), hull.triangles.as_flattened());
            // SAFETY: the counts are those of the slices, and every index is that of a corner.
            let raw = unsafe {
                impinge_coal_hull(vertices.as_ptr(), hull.points.len(), faces.as_ptr(), hull.triangles.len())
            };
            // SAFETY: it came from the shim.
            unsafe { Owned::new(raw, impinge_coal_body_free) }
        }
        // SAFETY: it comes from the shim.
        Body::Cylinder { radius, half_height } => unsafe {
            Owned::new(impinge_coal_cylinder(*radius, *half_height), impinge_coal_body_free)
        },
    }
}

impl Pairs for CoalPairs {
    fn ask(&self, query: Query, item: usize) -> Answer {
        let Item { a, b, motion, .. } = &self.items[item];
        let (a, b, pose) = (self.bodies[*a].raw(), self.bodies[*b].raw(), self.placements[item].raw());
        let memory = motion.map_or(null_mut(), |motion| self.memories[motion].raw());
        // SAFETY: bodies, placement and memory live as long as these pairs.
        unsafe {
            match query {
                Query::Boolean => match impinge_coal_intersects(a, b, pose, memory) {
                    -1 => Answer::Failed,
                    meet => Answer::Boolean(meet != 0),
                },
                Query::Distance => Answer::of_distance(impinge_coal_distance(a, b, pose, 0, memory)),
                Query::Signed => Answer::of_distance(impinge_coal_distance(a, b, pose, 1, memory)),
                Query::Depth => Answer::of_distance(-impinge_coal_distance(a, b, pose, 1, memory)),
            }
        }
    }
}
