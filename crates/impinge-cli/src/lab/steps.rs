//! Every step of a run as a row.

use super::experiment::Step;

/// The steps as CSV; times in microseconds, places in the unit of the scene.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn csv(steps: &[Step]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "step",
        "contacts",
        "box_tests",
        "triangle_tests",
        "exact_signs",
        "microseconds",
        "x",
        "y",
        "z",
    ])?;
    for (i, step) in steps.iter().enumerate() {
        let counts = [i as u64, step.contacts as u64, step.cost.box_tests, step.cost.triangle_tests];
        let cells = counts.into_iter().chain([step.cost.exact_signs]).map(|n| n.to_string());
        let time = format!("{:.3}", step.time.as_secs_f64() * 1e6);
        out.write_record(cells.chain([time]).chain(step.place.to_array().map(|x| x.to_string())))?;
    }
    Ok(out.into_inner().map_err(csv::IntoInnerError::into_error)?)
}
