//! Work counters in JSON.

use crate::number_format::Dimension;
use crate::report::check_report::Report;
use impinge::cost::Cost;
use serde::Serialize;

/// Work counters.
#[derive(Serialize)]
pub(super) struct CostRecord {
    pairs: usize,
    #[serde(skip_serializing_if = "is_zero")]
    not_tested: usize,
    box_tests: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    triangle_tests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge_tests: Option<u64>,
    exact_tests: u64,
    signs: u64,
    exact_signs: u64,
    ray_casts: u64,
    pieces: u64,
}

impl CostRecord {
    /// The work of a report.
    pub(super) fn new(report: &Report) -> Self {
        let Cost { box_tests, triangle_tests, exact_tests, signs, exact_signs, ray_casts, pieces } = report.cost;
        let [of_triangles, of_edges] = match report.dimension {
            Dimension::Solid => [Some(triangle_tests), None],
            Dimension::Plane => [None, Some(triangle_tests)],
        };
        Self {
            pairs: report.pair_count,
            not_tested: report.skipped,
            box_tests,
            triangle_tests: of_triangles,
            edge_tests: of_edges,
            exact_tests,
            signs,
            exact_signs,
            ray_casts,
            pieces,
        }
    }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}
