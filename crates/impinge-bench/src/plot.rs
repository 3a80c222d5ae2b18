//! The plot of all queries: for every query and workload a bar for each peer.

use crate::measured_row::{Measure, MeasuredRow};
use crate::peer::Peer;
use impinge_lab::measurement_harness::machine::Machine;
use impinge_picture::bar_plot::{BarGroup, bars};

/// The plot of all rows of queries.
#[must_use]
pub fn plot(rows: &[MeasuredRow], peers: &[Box<dyn Peer>], setup: &Machine) -> String {
    let rows = rows.iter().filter(|row| matches!(row.measure, Measure::Query(_)));
    let group = |row: &MeasuredRow| BarGroup {
        label: format!("{} {}", row.workload, row.measure.name()),
        bars: row.cells.iter().map(|cell| cell.as_ref().map(|cell| [cell.value, cell.repose])).collect(),
    };
    let groups: Vec<BarGroup> = rows.map(group).collect();
    let names: Vec<String> = peers.iter().map(|peer| format!("{} {}", peer.name(), peer.version())).collect();
    let title = format!("microseconds a query, pale: with what a new pose takes besides; {setup}");
    bars(&title, &names, &groups)
}
