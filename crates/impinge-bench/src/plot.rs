//! A bar plot as SVG: for every query and workload a bar for each peer, on a logarithmic scale.

use crate::machine::Setup;
use crate::peer::Peer;
use crate::row::{Measure, Row};
use crate::table::figures;
use std::fmt::Write;

/// Widths and heights, in pixels.
const LABELS: f64 = 190.0;
const BARS: f64 = 640.0;
const NUMBERS: f64 = 110.0;
const BAR: f64 = 11.0;
const GROUP_GAP: f64 = 9.0;
const TOP: f64 = 80.0;

/// One colour for each peer, Impinge's first; told apart also by those who see no red or green.
const COLOURS: [&str; 10] =
    ["#0072b2", "#e69f00", "#999999", "#56b4e9", "#d55e00", "#cc79a7", "#009e73", "#000000", "#f0e442", "#882255"];
/// Names of peers in a line of the legend.
const LEGEND: usize = 4;

/// Bars that stand together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What stands left of them.
    pub label: String,
    /// For each peer its number and what is added to it, if it has one.
    pub bars: Vec<Option<[f64; 2]>>,
}

/// The plot of all rows of queries.
#[must_use]
pub fn plot(rows: &[Row], peers: &[Box<dyn Peer>], setup: &Setup) -> String {
    let rows = rows.iter().filter(|row| matches!(row.measure, Measure::Query(_)));
    let group = |row: &Row| Group {
        label: format!("{} {}", row.workload, row.measure.name()),
        bars: row.cells.iter().map(|cell| cell.as_ref().map(|cell| [cell.value, cell.repose])).collect(),
    };
    let groups: Vec<Group> = rows.map(group).collect();
    let names: Vec<String> = peers.iter().map(|peer| format!("{} {}", peer.name(), peer.version())).collect();
    let title = format!("microseconds a query, pale: with what a new pose takes besides; {setup}");
    bars(&title, &names, &groups)
}

/// Groups of bars, one bar for each name, on a logarithmic scale.
#[must_use]
pub fn bars(title: &str, names: &[String], groups: &[Group]) -> String {
    let values =
        || groups.iter().flat_map(|group| group.bars.iter().flatten()).map(|[value, more]| value.max(1e-3) + more);
    // Whole decades around all numbers.
    let low = values().fold(f64::INFINITY, f64::min).log10().floor().min(0.0);
    let high = values().fold(0.0, f64::max).log10().ceil().max(low + 1.0);
    let width_of = |value: f64| (value.max(1e-3).log10() - low) / (high - low) * BARS;
    let step = names.len() as f64 * BAR + GROUP_GAP;
    let (width, height) = (LABELS + BARS + NUMBERS, TOP + groups.len() as f64 * step + 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{width}\" \
         height=\"{height}\" fill=\"white\"/>\n"
    );
    text(&mut svg, [10.0, 20.0], "start", title);
    for (k, name) in names.iter().enumerate() {
        let (x, y) = (10.0 + 230.0 * (k % LEGEND) as f64, 32.0 + 18.0 * (k / LEGEND) as f64);
        bar(&mut svg, [x, y, 10.0, 10.0], COLOURS[k % COLOURS.len()]);
        text(&mut svg, [x + 15.0, y + 9.0], "start", name);
    }
    for decade in low as i32..=high as i32 {
        let x = LABELS + width_of(10f64.powi(decade));
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"#dddddd\"/>",
            height - 24.0
        );
        text(&mut svg, [x, height - 10.0], "middle", &label(decade));
    }
    for (i, group) in groups.iter().enumerate() {
        let y = TOP + i as f64 * step;
        let middle = y + names.len() as f64 * BAR / 2.0 + 4.0;
        text(&mut svg, [LABELS - 8.0, middle], "end", &group.label);
        for (k, numbers) in group.bars.iter().enumerate() {
            let Some([value, more]) = *numbers else { continue };
            let (y, width) = (y + k as f64 * BAR, width_of(value).max(1.0));
            let (whole, colour) = (width_of(value + more).max(1.0), COLOURS[k % COLOURS.len()]);
            let mut label = figures(value);
            if more > 0.0 {
                let height = BAR - 1.0;
                let _ = writeln!(
                    svg,
                    "<rect x=\"{LABELS}\" y=\"{y:.1}\" width=\"{whole:.1}\" height=\"{height}\" fill=\"{colour}\" \
                     opacity=\"0.35\"/>"
                );
                label = format!("{label} + {}", figures(more));
            }
            bar(&mut svg, [LABELS, y, width, BAR - 1.0], colour);
            text(&mut svg, [LABELS + whole + 4.0, y + BAR - 2.0], "start", &label);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// A power of ten as a number.
fn label(decade: i32) -> String {
    format!("{}", 10f64.powi(decade))
}

fn bar(svg: &mut String, [x, y, width, height]: [f64; 4], colour: &str) {
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
    );
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>");
}
