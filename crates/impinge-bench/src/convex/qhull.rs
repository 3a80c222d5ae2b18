//! qhull from Debian, through the shim in `shim/qhull.cpp`.

use super::hull_building::sorted;
use impinge::math::DVec3;
use impinge_lab::measurement_harness::cpu_clock::timed;
use std::time::Duration;

// SAFETY: this is the function of shim/qhull.cpp, which the build script compiles.
unsafe extern "C" {
    fn impinge_qhull(points: *mut f64, count: usize, vertices: *mut u32) -> i64;
}

/// The vertices of a hull, and the time for it.
#[must_use]
pub fn hull(points: &[DVec3]) -> (Option<Vec<[u64; 3]>>, Duration) {
    let mut coordinates: Vec<f64> = points.iter().flat_map(|p| p.to_array()).collect();
    let mut vertices = vec![0; points.len()];
    // SAFETY: the count is that of the points, and there is room for every one of them as a vertex.
    let (count, time) =
        timed(|| unsafe { impinge_qhull(coordinates.as_mut_ptr(), points.len(), vertices.as_mut_ptr()) });
    let vertices = usize::try_from(count).ok().and_then(|count| vertices.get(..count));
    (vertices.map(|found| sorted(found.iter().map(|k| points[*k as usize]))), time)
}
