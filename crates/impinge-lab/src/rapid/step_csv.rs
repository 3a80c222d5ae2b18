//! Every step of a run as a row.

use crate::rapid::experiment::{QueryCost, Step};
use impinge::cost::Cost;

/// The steps as CSV; times in microseconds, places in the unit of the scene.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn csv(steps: &[Step]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let per_method = ["box_tests", "triangle_tests", "exact_signs", "microseconds"];
    let named = |by: &str| per_method.map(|what| format!("{by}_{what}"));
    let header = ["step", "contacts", "x", "y", "z"].map(str::to_owned);
    out.write_record(header.into_iter().chain(named("impinge")).chain(named("obb_tree")))?;
    for (i, step) in steps.iter().enumerate() {
        let counts = [i.to_string(), step.contacts.to_string()].into_iter();
        let place = step.place.to_array().map(|x| x.to_string());
        out.write_record(counts.chain(place).chain(cells(&step.here)).chain(cells(&step.classic)))?;
    }
    Ok(out.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

fn cells(effort: &QueryCost) -> [String; 4] {
    let Cost { box_tests, triangle_tests, exact_signs, .. } = effort.cost;
    let micros = format!("{:.3}", effort.time.as_secs_f64() * 1e6);
    [box_tests.to_string(), triangle_tests.to_string(), exact_signs.to_string(), micros]
}
