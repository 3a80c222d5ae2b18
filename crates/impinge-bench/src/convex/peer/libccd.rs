//! libccd from Debian, through the shim in `shim/libccd.cpp`: GJK with EPA, or MPR. It has depths, no distances, no warm start.

use super::foreign_handle::{Owned, coordinates, parts};
use super::{Engine, Pairs};
use crate::convex::body::Body;
use crate::convex::query::Query;
use crate::convex::workload::{Item, Workload};
use crate::query::Answer;
use std::ffi::c_void;

/// libccd by one of its methods.
#[derive(Clone, Copy, Debug)]
pub struct Libccd(pub Method);

/// A method of libccd's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// GJK, and EPA for depths.
    Gjk = 0,
    /// MPR.
    Mpr = 1,
}

// SAFETY: these are the functions of shim/libccd.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_libccd_hull(vertices: *const f64, vertex_count: usize) -> *mut c_void;
    fn impinge_libccd_cylinder(radius: f64, half_height: f64) -> *mut c_void;
    fn impinge_libccd_hull_free(hull: *mut c_void);
    fn impinge_libccd_intersects(
        a: *const c_void,
        b: *const c_void,
        rotation: *const f64,
        translation: *const f64,
    ) -> i32;
    fn impinge_libccd_mpr_intersects(
        a: *const c_void,
        b: *const c_void,
        rotation: *const f64,
        translation: *const f64,
    ) -> i32;
    fn impinge_libccd_depth(
        a: *const c_void,
        b: *const c_void,
        rotation: *const f64,
        translation: *const f64,
        method: i32,
    ) -> f64;
}

struct LibccdPairs {
    method: Method,
    bodies: Vec<Owned>,
    items: Vec<Item>,
    poses: Vec<([f64; 9], [f64; 3])>,
}

impl Engine for Libccd {
    fn name(&self) -> &'static str {
        match self.0 {
            Method::Gjk => "libccd-gjk",
            Method::Mpr => "libccd-mpr",
        }
    }

    fn family(&self) -> &'static str {
        "libccd"
    }

    fn version(&self) -> String {
        env!("LIBCCD_VERSION").to_owned()
    }

    fn refusal(&self, query: Query, _: &Workload) -> Option<&'static str> {
        matches!(query, Query::Distance | Query::Signed).then_some("has no distance, only depth")
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Box<dyn Pairs>> {
        Ok(Box::new(LibccdPairs {
            method: self.0,
            bodies: workload.bodies.iter().map(body).collect::<anyhow::Result<_>>()?,
            items: workload.items.clone(),
            poses: workload.items.iter().map(|item| parts(&item.pose)).collect(),
        }))
    }
}

fn body(body: &Body) -> anyhow::Result<Owned> {
    // SAFETY: the count is that of the slice, which is not empty; the shim frees what it made.
    unsafe {
        let raw = match body {
            Body::Hull(hull) => impinge_libccd_hull(coordinates(hull).as_ptr(), hull.points.len()),
            Body::Cylinder { radius, half_height } => impinge_libccd_cylinder(*radius, *half_height),
        };
        Owned::new(raw, impinge_libccd_hull_free)
    }
}

impl Pairs for LibccdPairs {
    fn ask(&self, query: Query, item: usize) -> Answer {
        let Item { a, b, .. } = &self.items[item];
        let (a, b, (rotation, translation)) = (self.bodies[*a].raw(), self.bodies[*b].raw(), &self.poses[item]);
        let (rotation, translation) = (rotation.as_ptr(), translation.as_ptr());
        // SAFETY: both bodies live as long as these pairs, and nine and three numbers are read.
        unsafe {
            match (query, self.method) {
                (Query::Boolean, Method::Gjk) => {
                    Answer::Boolean(impinge_libccd_intersects(a, b, rotation, translation) != 0)
                }
                (Query::Boolean, Method::Mpr) => {
                    Answer::Boolean(impinge_libccd_mpr_intersects(a, b, rotation, translation) != 0)
                }
                (Query::Depth, method) => {
                    Answer::of_distance(impinge_libccd_depth(a, b, rotation, translation, method as i32))
                }
                _ => Answer::Failed,
            }
        }
    }
}
