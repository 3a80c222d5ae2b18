//! Cost over steps as SVG: one panel under another for contacts, box tests, triangle tests and time.

use super::experiment::Step;
use super::figures::{duration, grouped};
use std::fmt::Write;

/// Widths and heights, in pixels.
const LEFT: f64 = 92.0;
const WIDTH: f64 = 840.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 56.0;
const PANEL: f64 = 120.0;
const GAP: f64 = 44.0;
const BOTTOM: f64 = 44.0;

/// One colour for each panel; told apart also by those who see no red or green.
const COLOURS: [&str; 4] = ["#d55e00", "#0072b2", "#009e73", "#555555"];

/// A number for each step.
struct Panel {
    title: String,
    values: Vec<f64>,
    scale: Scale,
}

/// How numbers become heights.
#[derive(Clone, Copy, PartialEq)]
enum Scale {
    /// From 0 up.
    Linear,
    /// By powers of ten; numbers below 1 are drawn as 1.
    Logarithmic,
}

/// The plot of a run.
pub fn over_steps(name: &str, steps: &[Step]) -> String {
    let micros = |step: &Step| step.time.as_secs_f64() * 1e6;
    let total = |panel: &dyn Fn(&Step) -> f64| steps.iter().map(panel).sum::<f64>();
    let panel = |what: &str, scale, value: &dyn Fn(&Step) -> f64| Panel {
        title: format!("{what} ({} a step)", three_figures(total(value) / steps.len().max(1) as f64)),
        values: steps.iter().map(value).collect(),
        scale,
    };
    let panels = [
        panel("contacts", Scale::Linear, &|step| step.contacts as f64),
        panel("box tests", Scale::Logarithmic, &|step| step.cost.box_tests as f64),
        panel("triangle tests", Scale::Logarithmic, &|step| step.cost.triangle_tests as f64),
        panel("microseconds of the query", Scale::Logarithmic, &micros),
    ];
    let contacts = total(&|step| step.contacts as f64) as u64;
    let time = duration(total(&micros) / 1e6);
    let title =
        format!("{name}: {} steps, {} contacts, all queries {time}", grouped(steps.len() as u64), grouped(contacts));
    let (width, height) = (LEFT + WIDTH + RIGHT, TOP + panels.len() as f64 * (PANEL + GAP) + BOTTOM - GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{width}\" \
         height=\"{height}\" fill=\"white\"/>\n"
    );
    text(&mut svg, [LEFT, 24.0], "start", 15, &title);
    for (k, panel) in panels.iter().enumerate() {
        panel.draw(&mut svg, TOP + k as f64 * (PANEL + GAP), COLOURS[k % COLOURS.len()]);
    }
    text(&mut svg, [LEFT + WIDTH / 2.0, height - 8.0], "middle", 12, "step; band: least to most, line: mean");
    svg.push_str("</svg>\n");
    svg
}

impl Panel {
    /// The numbers from least to most as a band and their mean as a line, over as many columns as there are pixels.
    fn draw(&self, svg: &mut String, top: f64, colour: &str) {
        let bottom = top + PANEL;
        let ticks = self.ticks();
        let ends = [self.height(ticks[0]), self.height(ticks[ticks.len() - 1])];
        let y = |value: f64| bottom - (self.height(value) - ends[0]) / (ends[1] - ends[0]) * PANEL;
        text(svg, [LEFT, top - 7.0], "start", 12, &self.title);
        for &tick in &ticks {
            let at = y(tick);
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"#e2e2e2\"/>",
                LEFT + WIDTH
            );
            text(svg, [LEFT - 7.0, at + 4.0], "end", 11, &grouped(tick as u64));
        }
        let count = self.values.len();
        let x = |step: f64| LEFT + WIDTH * step / count.max(1) as f64;
        for tick in round_ticks(count as f64) {
            text(svg, [x(tick), bottom + 14.0], "middle", 10, &grouped(tick as u64));
        }
        let columns = count.min(WIDTH as usize);
        let (mut upper, mut lower, mut line) = (String::new(), Vec::new(), String::new());
        for column in 0..columns {
            let [first, end] = [column * count / columns, (column + 1) * count / columns];
            let values = &self.values[first..end];
            let most = values.iter().fold(f64::NEG_INFINITY, |most, v| most.max(*v));
            let least = values.iter().fold(f64::INFINITY, |least, v| least.min(*v));
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let at = x((first + end) as f64 / 2.0);
            let _ = write!(upper, "{at:.1},{:.1} ", y(most));
            let _ = write!(line, "{at:.1},{:.1} ", y(mean));
            lower.push(format!("{at:.1},{:.1}", y(least)));
        }
        lower.reverse();
        let _ = writeln!(
            svg,
            "<polygon points=\"{upper}{}\" fill=\"{colour}\" fill-opacity=\"0.25\" stroke=\"{colour}\" \
             stroke-opacity=\"0.3\" stroke-width=\"0.7\"/>",
            lower.join(" ")
        );
        let _ = writeln!(svg, "<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1\"/>");
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
        let most = self.values.iter().fold(1.0, |most: f64, v| most.max(*v));
        let least = self.values.iter().fold(most, |least, v| least.min(v.max(1.0)));
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

/// Round numbers from 0 to at most the given, two or more of them.
fn round_ticks(most: f64) -> Vec<f64> {
    let rough = (most / 5.0).max(0.25);
    let decade = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * decade).find(|step| *step >= rough);
    let step = step.unwrap_or(rough).max(1.0);
    (0..).map(|k| f64::from(k) * step).take_while(|tick| *tick <= most.max(step)).collect()
}

/// A number to three figures.
fn three_figures(value: f64) -> String {
    if value >= 100.0 { grouped(value.round() as u64) } else { format!("{value:.1}") }
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, size: u32, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"#333333\">{words}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover() {
        assert_eq!(round_ticks(4008.0), [0.0, 1000.0, 2000.0, 3000.0, 4000.0]);
        assert_eq!(round_ticks(20.0), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(round_ticks(1.0), [0.0, 1.0]);
        let panel = |values: &[f64]| Panel { title: String::new(), values: values.to_vec(), scale: Scale::Logarithmic };
        assert_eq!(panel(&[30.0, 2_000.0]).ticks(), [10.0, 100.0, 1_000.0, 10_000.0]);
        assert_eq!(panel(&[0.0]).ticks(), [1.0, 10.0]);
        assert_eq!(panel(&[]).ticks(), [1.0, 10.0]);
    }
}
