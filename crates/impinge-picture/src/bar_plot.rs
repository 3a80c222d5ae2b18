//! Bars on a logarithmic scale as SVG: groups of bars, one for each name.

use crate::number_format::three_figures;
use crate::svg::Svg;

/// Widths and heights, in pixels.
const LABELS: f64 = 190.0;
const BARS: f64 = 640.0;
const NUMBERS: f64 = 110.0;
const BAR: f64 = 11.0;
const GROUP_GAP: f64 = 9.0;
const TOP: f64 = 80.0;

/// One colour for each peer, Impinge's first; colour-blind safe.
const COLOURS: [&str; 10] =
    ["#0072b2", "#e69f00", "#999999", "#56b4e9", "#d55e00", "#cc79a7", "#009e73", "#000000", "#f0e442", "#882255"];
/// Names of peers in a line of the legend.
const LEGEND: usize = 4;

/// Bars that stand together.
#[derive(Clone, Debug, PartialEq)]
pub struct BarGroup {
    /// What stands left of them.
    pub label: String,
    /// For each peer its number and what is added to it, if it has one.
    pub bars: Vec<Option<[f64; 2]>>,
}

/// Groups of bars, one bar for each name, on a logarithmic scale.
#[must_use]
pub fn bars(title: &str, names: &[String], groups: &[BarGroup]) -> String {
    let values =
        || groups.iter().flat_map(|group| group.bars.iter().flatten()).map(|[value, more]| value.max(1e-3) + more);
    // Whole decades around all numbers.
    let low = values().fold(f64::INFINITY, f64::min).log10().floor().min(0.0);
    let high = values().fold(0.0, f64::max).log10().ceil().max(low + 1.0);
    let width_of = |value: f64| (value.max(1e-3).log10() - low) / (high - low) * BARS;
    let step = names.len() as f64 * BAR + GROUP_GAP;
    let (width, height) = (LABELS + BARS + NUMBERS, TOP + groups.len() as f64 * step + 30.0);
    let mut svg = Svg::new([width, height]);
    svg.text([10.0, 20.0], ["start", "#000000"], 11, title);
    for (k, name) in names.iter().enumerate() {
        let (x, y) = (10.0 + 230.0 * (k % LEGEND) as f64, 32.0 + 18.0 * (k / LEGEND) as f64);
        svg.rectangle([x, y, 10.0, 10.0], COLOURS[k % COLOURS.len()]);
        svg.text([x + 15.0, y + 9.0], ["start", "#000000"], 11, name);
    }
    for decade in low as i32..=high as i32 {
        let x = LABELS + width_of(10f64.powi(decade));
        svg.line([[x, TOP], [x, height - 24.0]], "#dddddd");
        svg.text([x, height - 10.0], ["middle", "#000000"], 11, &label(decade));
    }
    for (i, group) in groups.iter().enumerate() {
        let y = TOP + i as f64 * step;
        let middle = y + names.len() as f64 * BAR / 2.0 + 4.0;
        svg.text([LABELS - 8.0, middle], ["end", "#000000"], 11, &group.label);
        for (k, numbers) in group.bars.iter().enumerate() {
            let Some([value, more]) = *numbers else { continue };
            let (y, width) = (y + k as f64 * BAR, width_of(value).max(1.0));
            let (whole, colour) = (width_of(value + more).max(1.0), COLOURS[k % COLOURS.len()]);
            let mut label = three_figures(value);
            if more > 0.0 {
                svg.pale_rectangle([LABELS, y, whole, BAR - 1.0], colour);
                label = format!("{label} + {}", three_figures(more));
            }
            svg.rectangle([LABELS, y, width, BAR - 1.0], colour);
            svg.text([LABELS + whole + 4.0, y + BAR - 2.0], ["start", "#000000"], 11, &label);
        }
    }
    svg.finish()
}

/// A power of ten as a number.
fn label(decade: i32) -> String {
    format!("{}", 10f64.powi(decade))
}
