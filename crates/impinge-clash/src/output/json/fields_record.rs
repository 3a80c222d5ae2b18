//! What signed distance fields told, in JSON.

use crate::proposals::fields::{self, FieldCost, FieldResults};
use crate::report::check_report::Report;
use serde::Serialize;

/// How fields were sampled, and how many pairs they decided.
#[derive(Serialize)]
pub(super) struct FieldsRecord<'a> {
    method: &'static str,
    cells: u32,
    storage: &'static str,
    apart: usize,
    meeting: usize,
    unsure: usize,
    without: Vec<NoFieldRecord<'a>>,
    #[serde(flatten)]
    cost: FieldCost,
}

#[derive(Serialize)]
struct NoFieldRecord<'a> {
    body: &'a str,
    why: String,
}

impl<'a> FieldsRecord<'a> {
    /// The fields of a report.
    pub(super) fn new(results: &FieldResults, report: &'a Report) -> Self {
        let [apart, meeting, unsure] = results.tally();
        let without = results.without.iter();
        Self {
            method: fields::METHOD_NAME,
            cells: results.settings.cells,
            storage: results.settings.storage_name(),
            apart,
            meeting,
            unsure,
            without: without
                .map(|(i, why)| NoFieldRecord { body: &report.bodies[*i].name, why: why.to_string() })
                .collect(),
            cost: results.cost,
        }
    }
}
