//! GEOS from Debian, through the shim in `shim/geos.cpp`. It takes no poses: the second polygon is made at each of them beforehand.

use super::engine::Pair;
use super::workload::Workload;
use crate::query::{Answer, Query};
use anyhow::Context;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::NonNull;

/// A prepared polygon and others; opaque.
type RawPair = c_void;

// SAFETY: these are the functions of shim/geos.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_geos_pair(ring: *const f64, count: usize) -> *mut RawPair;
    fn impinge_geos_place(pair: *mut RawPair, ring: *const f64, count: usize) -> i32;
    fn impinge_geos_intersects(pair: *const RawPair, place: usize) -> i32;
    fn impinge_geos_distance(pair: *const RawPair, place: usize) -> f64;
    fn impinge_geos_closest_points(pair: *const RawPair, place: usize, points: *mut f64) -> i32;
    fn impinge_geos_free(pair: *mut RawPair);
    fn impinge_geos_version() -> *const c_char;
}

/// The version of the library.
#[must_use]
pub fn version() -> String {
    // SAFETY: the shim gives a text that lives as long as the library.
    unsafe { CStr::from_ptr(impinge_geos_version()) }.to_string_lossy().into_owned()
}

/// A prepared polygon, and another at every pose.
pub struct GeosPair(NonNull<RawPair>);

impl GeosPair {
    /// A workload's polygons.
    ///
    /// # Errors
    /// GEOS refuses a polygon.
    pub fn new(workload: &Workload) -> anyhow::Result<Self> {
        let flat: Vec<f64> = workload.a.vertices().iter().flat_map(|v| v.to_array()).collect();
        // SAFETY: the count is that of the points in the slice.
        let raw = unsafe { impinge_geos_pair(flat.as_ptr(), flat.len() / 2) };
        let pair = Self(NonNull::new(raw).context("GEOS refuses the first polygon")?);
        for pose in &workload.poses {
            let vertices = workload.b.vertices().iter();
            let flat: Vec<f64> = vertices.flat_map(|v| pose.transform_point(*v).to_array()).collect();
            // SAFETY: the pair is alive, and the count is that of the points in the slice.
            let placed = unsafe { impinge_geos_place(pair.0.as_ptr(), flat.as_ptr(), flat.len() / 2) };
            anyhow::ensure!(placed == 1, "GEOS refuses the second polygon");
        }
        Ok(pair)
    }
}

impl Drop for GeosPair {
    fn drop(&mut self) {
        // SAFETY: the pair came from the shim and is freed once.
        unsafe { impinge_geos_free(self.0.as_ptr()) }
    }
}

impl Pair for GeosPair {
    fn ask(&self, query: Query, pose: usize) -> Answer {
        let pair = self.0.as_ptr();
        match query {
            // SAFETY: the pair is alive; the shim checks the number of the place.
            Query::Boolean => match unsafe { impinge_geos_intersects(pair, pose) } {
                0 => Answer::Boolean(false),
                1 => Answer::Boolean(true),
                _ => Answer::Failed,
            },
            Query::Contacts => Answer::Failed,
            // SAFETY: as above.
            Query::Distance => match unsafe { impinge_geos_distance(pair, pose) } {
                distance if distance >= 0.0 => Answer::Distance(distance),
                _ => Answer::Failed,
            },
        }
    }

    fn closest_points(&self, pose: usize) -> Answer {
        let mut points = [0.0; 4];
        // SAFETY: the pair is alive, the shim checks the number of the place and writes four numbers.
        match unsafe { impinge_geos_closest_points(self.0.as_ptr(), pose, points.as_mut_ptr()) } {
            1 => Answer::Distance((points[0] - points[2]).hypot(points[1] - points[3])),
            _ => Answer::Failed,
        }
    }
}
