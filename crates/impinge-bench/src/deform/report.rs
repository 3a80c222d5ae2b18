//! What comes out: tables, targets, CSV.

use super::compare_and_time::{DeformMeasurement, DeformTask, Scaling, THREADS};
use crate::performance_targets::ReachedTarget;
use crate::table::{plain, target_table};
use impinge_lab::measurement_harness::machine::Machine;
use impinge_picture::number_format::three_figures;

/// How many times faster than a peer Impinge wants to be on the cloth, at a task.
const TARGETS: [(&str, DeformTask, f64); 3] =
    [("embree", DeformTask::Scratch, 4.0), ("cgal", DeformTask::Scratch, 9.0), ("embree", DeformTask::Frame, 5.0)];
/// The wanted speed-up from one thread to two.
const SPEED_UP: f64 = 1.7;
/// The surface that targets are about.
const TARGET: &str = "cloth";

/// The text for the terminal.
pub fn text(rows: &[DeformMeasurement], scalings: &[Scaling], setup: &Machine) -> String {
    let mut table = plain(&["surface", "triangles", "task", "engine", "ms", "impinge is", "contacts", "differ"]);
    for row in rows {
        let ratio = ratio(rows, row).map_or(String::new(), |ratio| format!("{}x faster", three_figures(ratio)));
        table.add_row([
            row.sequence.to_owned(),
            row.triangles.to_string(),
            row.task.name().to_owned(),
            format!("{} {}", row.engine, row.version),
            three_figures(row.time),
            if row.engine == "impinge" { String::new() } else { ratio },
            row.counts[1].to_string(),
            row.counts[0].abs_diff(row.counts[1]).to_string(),
        ]);
    }
    let mut wall = plain(&["surface", "task", "ms on 1", &format!("ms on {THREADS}"), "speed-up"]);
    for Scaling { sequence, task, times: [one, more] } in scalings {
        let numbers = [three_figures(*one), three_figures(*more), format!("{:.2}x", one / more)];
        wall.add_row([*sequence, task.name()].map(str::to_owned).into_iter().chain(numbers));
    }
    format!(
        "{setup}\n\nMilliseconds of processor time, medians; contacts are summed over all rounds\n\n{table}\n\n\
         Impinge on the wall, medians\n\n{wall}\n\nTargets\n\n{}\n",
        target_table(&reached_targets(rows, scalings))
    )
}

/// How many times an engine's time is that of Impinge.
fn ratio(rows: &[DeformMeasurement], row: &DeformMeasurement) -> Option<f64> {
    let own = rows.iter().find(|r| (r.sequence, r.task, r.engine) == (row.sequence, row.task, "impinge"))?;
    Some(row.time / own.time)
}

/// Every target beside what was measured.
fn reached_targets(rows: &[DeformMeasurement], scalings: &[Scaling]) -> Vec<ReachedTarget> {
    let mut all: Vec<ReachedTarget> = TARGETS
        .iter()
        .map(|(peer, task, wanted)| {
            let row = rows.iter().find(|r| (r.sequence, r.task, r.engine) == (TARGET, *task, *peer));
            let found = row.and_then(|row| ratio(rows, row)).map(|r| (format!("{}x", three_figures(r)), r >= *wanted));
            ReachedTarget::of(format!("{TARGET}, {}: {wanted}x faster than {peer}", task.name()), found)
        })
        .collect();
    for task in DeformTask::ALL {
        let scaling = scalings.iter().find(|s| (s.sequence, s.task) == (TARGET, task));
        let found = scaling.map(|s| s.times[0] / s.times[1]).map(|r| (format!("{r:.2}x"), r >= SPEED_UP));
        all.push(ReachedTarget::of(
            format!("{TARGET}, {}: {SPEED_UP}x faster on {THREADS} threads", task.name()),
            found,
        ));
    }
    all
}

/// Every number, with versions, machine and date.
///
/// # Errors
/// None in practice: the record is written to memory.
pub fn csv(rows: &[DeformMeasurement], scalings: &[Scaling], setup: &Machine) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let header =
        ["date", "machine", "surface", "triangles", "task", "engine", "threads", "clock", "ms", "ratio", "differ"];
    out.write_record(header)?;
    let here = || [setup.date.clone(), setup.processor.clone()].into_iter();
    for row in rows {
        out.write_record(here().chain([
            row.sequence.to_owned(),
            row.triangles.to_string(),
            row.task.name().to_owned(),
            format!("{} {}", row.engine, row.version),
            "1".to_owned(),
            "processor".to_owned(),
            format!("{:.4}", row.time),
            ratio(rows, row).map_or(String::new(), |ratio| format!("{ratio:.3}")),
            row.counts[0].abs_diff(row.counts[1]).to_string(),
        ]))?;
    }
    for Scaling { sequence, task, times } in scalings {
        let triangles = rows.iter().find(|row| row.sequence == *sequence).map_or(0, |row| row.triangles);
        for (threads, time) in [1, THREADS].into_iter().zip(times) {
            let engine = format!("impinge {}", env!("CARGO_PKG_VERSION"));
            let numbers = [threads.to_string(), "wall".to_owned(), format!("{time:.4}"), String::new(), String::new()];
            let args = [(*sequence).to_owned(), triangles.to_string(), task.name().to_owned(), engine];
            out.write_record(here().chain(args).chain(numbers))?;
        }
    }
    Ok(out.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::super::compare_and_time::{measure, scaling};
    use super::super::sequence::Sequence;
    use super::*;

    #[test]
    fn a_folded_body_is_measured_and_told() {
        let beast = Sequence::beast().unwrap();
        let rows = measure(&beast, 2).unwrap();
        assert!(rows.len() >= 2 && rows.iter().all(|row| row.counts[1] > 1_000 && row.time > 0.0), "{rows:?}");
        assert!(rows.iter().filter(|row| row.engine != "embree").all(|row| row.counts[0] == row.counts[1]), "{rows:?}");
        let scalings = scaling(&beast, 1).unwrap();
        let setup = Machine::here();
        assert!(text(&rows, &scalings, &setup).contains("not measured"));
        assert_eq!(csv(&rows, &scalings, &setup).unwrap().split(|byte| *byte == b'\n').count(), rows.len() + 6);
        let mut slow = rows.clone();
        slow.iter_mut().for_each(|row| row.sequence = TARGET);
        slow.push(DeformMeasurement { engine: "cgal", time: slow[0].time, ..slow[0].clone() });
        let cgal = reached_targets(&slow, &[]).swap_remove(1);
        assert!(cgal.held.is_some(), "{cgal:?}");
    }
}
