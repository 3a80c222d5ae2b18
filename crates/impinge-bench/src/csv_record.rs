//! Measurements as CSV, to be kept.

use crate::answer_comparison::Disagreement;
use crate::measured_row::MeasuredRow;
use crate::peer::Peer;
use impinge_lab::measurement_harness::machine::Machine;

/// Every number, with versions, machine and date.
///
/// # Errors
/// None in practice: the record is written to memory.
pub fn measurements(rows: &[MeasuredRow], peers: &[Box<dyn Peer>], setup: &Machine) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "date",
        "machine",
        "workload",
        "triangles",
        "measure",
        "unit",
        "peer",
        "version",
        "value",
        "repose",
        "ratio",
        "poses",
        "poses_asked",
        "disagreements",
        "total",
    ])?;
    for row in rows {
        for (peer, cell) in peers.iter().zip(&row.cells) {
            let Some(cell) = cell else { continue };
            out.write_record([
                setup.date.clone(),
                setup.processor.clone(),
                row.workload.clone(),
                row.triangles.to_string(),
                row.measure.name(),
                row.measure.unit().to_owned(),
                peer.name().to_owned(),
                peer.version(),
                format!("{:.4}", cell.value),
                format!("{:.4}", cell.repose),
                cell.ratio.map_or(String::new(), |ratio| format!("{ratio:.4}")),
                cell.poses.to_string(),
                row.poses.to_string(),
                cell.disagreements.to_string(),
                cell.total.to_string(),
            ])?;
        }
    }
    Ok(out.into_inner()?)
}

/// Every answer that differs from Impinge's.
///
/// # Errors
/// None in practice: the record is written to memory.
pub fn disagreements(all: &[Disagreement]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["workload", "query", "pose", "peer", "answer", "impinge"])?;
    for d in all {
        let (answer, impinge) = (d.answer.to_string(), d.impinge.to_string());
        out.write_record([&d.workload, d.query.name(), &d.pose.to_string(), d.peer, &answer, &impinge])?;
    }
    Ok(out.into_inner()?)
}
