//! How often the floating-point filter leaves a pair of triangles to exact arithmetic.

use crate::workload::Workload;
use impinge::collect::Count;
use impinge::cost::Cost;
use impinge::pair;
use impinge_lab::measurement_harness::cpu_clock::thread_time;
use std::time::Duration;

/// The candidate pairs of triangles behind a cost, and of these the ones that needed exact arithmetic.
fn candidates(cost: &Cost) -> [u64; 2] {
    [cost.triangle_tests, cost.exact_tests]
}

/// The share of candidate pairs that needed exact arithmetic when all contacts were asked for, over the first poses up to
/// a time; `None` without candidates.
#[must_use]
pub fn exact_share(workload: &Workload, limit: Duration) -> Option<f64> {
    let start = thread_time();
    let mut cost = Cost::default();
    for pose in &workload.poses {
        cost += pair::contacts(&workload.a, &workload.b, pose, &mut Count::default());
        if thread_time() - start >= limit {
            break;
        }
    }
    let [all, exact] = candidates(&cost);
    (all > 0).then(|| exact as f64 / all as f64)
}
