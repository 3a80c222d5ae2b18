//! Numbers over steps as SVG, one panel under another.

use crate::number_format::grouped;
use crate::svg::Svg;
use std::fmt::Write;

/// Widths and heights, in pixels.
const LEFT: f64 = 92.0;
const WIDTH: f64 = 840.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 56.0;
const PANEL: f64 = 120.0;
const GAP: f64 = 44.0;
const BOTTOM: f64 = 44.0;

/// Colour of words.
const INK: &str = "#333333";

/// Numbers for each step, by one method or several.
pub struct Panel {
    /// The title above the panel.
    pub title: &'static str,
    /// The series, one for each method.
    pub series: Vec<Series>,
    /// The scale of the vertical axis.
    pub scale: Scale,
}

/// A number for each step.
pub struct Series {
    /// The name in the legend.
    pub name: &'static str,
    /// One value for each step.
    pub values: Vec<f64>,
    /// A colour as SVG writes it.
    pub colour: &'static str,
}

/// How numbers become heights.
#[derive(Clone, Copy, PartialEq)]
pub enum Scale {
    /// From 0 up.
    Linear,
    /// By powers of ten; numbers below 1 are drawn as 1.
    Logarithmic,
}

/// Panels under each other, and a title above.
pub fn under_each_other(title: &str, panels: &[Panel]) -> String {
    let height = TOP + panels.len() as f64 * (PANEL + GAP) + BOTTOM - GAP;
    let mut svg = Svg::new([LEFT + WIDTH + RIGHT, height]);
    svg.text([LEFT, 24.0], ["start", INK], 15, title);
    for (k, panel) in panels.iter().enumerate() {
        panel.draw(&mut svg, TOP + k as f64 * (PANEL + GAP));
    }
    let axis = "step; band: least to most, line: mean";
    svg.text([LEFT + WIDTH / 2.0, height - 8.0], ["middle", INK], 12, axis);
    svg.finish()
}

impl Panel {
    /// Scales, legend and curves.
    fn draw(&self, svg: &mut Svg, top: f64) {
        let bottom = top + PANEL;
        let ticks = self.ticks();
        let ends = [self.height(ticks[0]), self.height(ticks[ticks.len() - 1])];
        let y = |value: f64| bottom - (self.height(value) - ends[0]) / (ends[1] - ends[0]) * PANEL;
        svg.text([LEFT, top - 7.0], ["start", INK], 12, self.title);
        for &tick in &ticks {
            svg.line([[LEFT, y(tick)], [LEFT + WIDTH, y(tick)]], "#e2e2e2");
            svg.text([LEFT - 7.0, y(tick) + 4.0], ["end", INK], 11, &grouped(tick as u64));
        }
        let count = self.series.iter().map(|series| series.values.len()).max().unwrap_or(0);
        let x = |step: f64| LEFT + WIDTH * step / count.max(1) as f64;
        for tick in round_ticks(count as f64) {
            svg.text([x(tick), bottom + 14.0], ["middle", INK], 10, &grouped(tick as u64));
        }
        for (k, series) in self.series.iter().enumerate() {
            let mean = series.values.iter().sum::<f64>() / count.max(1) as f64;
            let legend = format!("{} {} a step", series.name, mean_label(mean));
            let at = LEFT + WIDTH - 190.0 * (self.series.len() - 1 - k) as f64;
            svg.text([at, top - 7.0], ["end", series.colour], 12, legend.trim());
            series.draw(svg, x, y);
        }
    }

    /// A value as a height that grows with it.
    fn height(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.max(1.0).log10(),
        }
    }

    /// Round numbers from below the least to above the most.
    fn ticks(&self) -> Vec<f64> {
        let values = || self.series.iter().flat_map(|series| &series.values);
        let most = values().fold(1.0, |most: f64, v| most.max(*v));
        let least = values().fold(most, |least, v| least.min(v.max(1.0)));
        match self.scale {
            Scale::Linear => round_ticks(most * 1.25),
            Scale::Logarithmic => {
                let low = least.log10().floor() as i32;
                let high = (most.log10().ceil() as i32).max(low + 1);
                (low..=high).map(|decade| 10f64.powi(decade)).collect()
            }
        }
    }
}

impl Series {
    /// The numbers from least to most as a band and their mean as a line, over as many columns as there are pixels.
    fn draw(&self, svg: &mut Svg, x: impl Fn(f64) -> f64, y: impl Fn(f64) -> f64) {
        let count = self.values.len();
        let columns = count.min(WIDTH as usize);
        let (mut band, mut lower, mut line) = (String::new(), Vec::new(), String::new());
        for column in 0..columns {
            let [first, end] = [column * count / columns, (column + 1) * count / columns];
            let values = &self.values[first..end];
            let most = values.iter().fold(f64::NEG_INFINITY, |most, v| most.max(*v));
            let least = values.iter().fold(f64::INFINITY, |least, v| least.min(*v));
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let at = x((first + end) as f64 / 2.0);
            let _ = write!(band, "{at:.1},{:.1} ", y(most));
            let _ = write!(line, "{at:.1},{:.1} ", y(mean));
            lower.push(format!("{at:.1},{:.1}", y(least)));
        }
        lower.reverse();
        band.push_str(&lower.join(" "));
        svg.band(&band, self.colour);
        svg.curve(&line, self.colour);
    }
}

/// Round numbers from 0 to at most the given, two or more of them.
fn round_ticks(most: f64) -> Vec<f64> {
    let rough = (most / 5.0).max(0.25);
    let decade = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * decade).find(|step| *step >= rough);
    let step = step.unwrap_or(rough).max(1.0);
    (0..).map(|k| f64::from(k) * step).take_while(|tick| *tick <= most.max(step)).collect()
}

/// A number to three figures.
fn mean_label(value: f64) -> String {
    if value >= 100.0 { grouped(value.round() as u64) } else { format!("{value:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover() {
        assert_eq!(round_ticks(4008.0), [0.0, 1000.0, 2000.0, 3000.0, 4000.0]);
        assert_eq!(round_ticks(20.0), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(round_ticks(1.0), [0.0, 1.0]);
        let panel = |values: &[f64]| Panel {
            title: "",
            series: vec![Series { name: "", values: values.to_vec(), colour: "#000000" }],
            scale: Scale::Logarithmic,
        };
        assert_eq!(panel(&[30.0, 2_000.0]).ticks(), [10.0, 100.0, 1_000.0, 10_000.0]);
        assert_eq!(panel(&[0.0]).ticks(), [1.0, 10.0]);
        assert_eq!(panel(&[]).ticks(), [1.0, 10.0]);
    }
}
