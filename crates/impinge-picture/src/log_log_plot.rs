//! Curves over two logarithmic axes as SVG, in rows of panels that share their scale of heights.

use crate::svg::Svg;
use std::fmt::Write;

/// Widths and heights, in pixels.
const LEFT: f64 = 62.0;
const PANEL: [f64; 2] = [230.0, 260.0];
/// Room for the names at the ends of the curves.
const NAMES: f64 = 100.0;
const TOP: f64 = 92.0;
/// Below each row, with the titles of the next.
const GAP: f64 = 78.0;
/// The least distance of two names.
const LINE: f64 = 14.0;

/// Colours of words and of grid lines.
const INK: &str = "#333333";
const FAINT: &str = "#e2e2e2";

/// Panels in rows, with one scale of heights.
pub struct Figure<'a> {
    /// The title above all panels.
    pub title: &'a str,
    /// A line of small print below the title.
    pub note: &'a str,
    /// What goes to the right, and what up.
    pub axes: [&'a str; 2],
    /// Rows of panels.
    pub rows: Vec<Vec<Panel>>,
}

/// Curves.
pub struct Panel {
    /// The title above the panel.
    pub title: String,
    /// The curves, each named at its right end.
    pub curves: Vec<Curve>,
    /// Circled points with a label.
    pub marks: Vec<Mark>,
}

/// A point of note, with words above it.
pub struct Mark {
    /// The point, in the units of the axes.
    pub at: [f64; 2],
    /// The label above it.
    pub words: String,
}

/// Points with positive coordinates, named at the last.
pub struct Curve {
    /// The label at its right end.
    pub name: &'static str,
    /// A colour as SVG writes it.
    pub colour: &'static str,
    /// The points, in the units of the axes.
    pub points: Vec<[f64; 2]>,
}

/// Positive numbers as pixels.
#[derive(Clone, Copy)]
struct Scale {
    /// The least and the most, logarithms.
    ends: [f64; 2],
    /// Where they are drawn.
    pixels: [f64; 2],
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let [low, high] = self.ends;
        let part = if high > low { (value.log10() - low) / (high - low) } else { 0.5 };
        self.pixels[0] + part * (self.pixels[1] - self.pixels[0])
    }
}

impl Figure<'_> {
    /// The drawing.
    pub fn svg(&self) -> String {
        let [step, row_step] = [PANEL[0] + NAMES, PANEL[1] + GAP];
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let size = [LEFT + step * columns as f64 + 8.0, TOP + row_step * self.rows.len() as f64];
        let mut svg = Svg::new(size);
        svg.text([12.0, 24.0], ["start", INK], 15, self.title);
        svg.text([12.0, 43.0], ["start", "#777777"], 11, self.note);
        let panels = || self.rows.iter().flatten();
        let ticks = ticks(panels().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points).map(|p| p[1]));
        let ends = [&ticks[0], &ticks[ticks.len() - 1]].map(|tick| tick.log10());
        for (i, row) in self.rows.iter().enumerate() {
            let top = TOP + row_step * i as f64;
            let y = Scale { ends, pixels: [top + PANEL[1], top] };
            svg.text([12.0, top - 12.0], ["start", INK], 12, self.axes[1]);
            for (k, panel) in row.iter().enumerate() {
                let left = LEFT + step * k as f64;
                for &tick in &ticks {
                    svg.line([[left, y.at(tick)], [left + PANEL[0], y.at(tick)]], FAINT);
                    if k == 0 {
                        svg.text([left - 7.0, y.at(tick) + 4.0], ["end", INK], 11, &tick.to_string());
                    }
                }
                let middle = left + PANEL[0] / 2.0;
                svg.text([middle, top - 12.0], ["middle", INK], 13, &panel.title);
                svg.text([middle, top + PANEL[1] + 36.0], ["middle", INK], 12, self.axes[0]);
                panel.draw(&mut svg, left, y);
            }
        }
        svg.finish()
    }
}

impl Panel {
    fn draw(&self, svg: &mut Svg, left: f64, y: Scale) {
        const MARGIN: f64 = 12.0;
        let mut across: Vec<f64> = self.curves.iter().flat_map(|curve| &curve.points).map(|p| p[0]).collect();
        across.sort_by(f64::total_cmp);
        across.dedup();
        let [Some(least), Some(most)] = [across.first(), across.last()] else { return };
        let pixels = [left + MARGIN, left + PANEL[0] - MARGIN];
        let x = Scale { ends: [least.log10(), most.log10()], pixels };
        let bottom = y.pixels[0];
        // As many numbers as there is room for, the last always.
        let mut free = f64::INFINITY;
        for value in across.iter().rev() {
            let at = x.at(*value);
            svg.line([[at, bottom], [at, bottom + 4.0]], INK);
            let half = 3.5 * value.to_string().len() as f64;
            if at + half < free {
                svg.text([at, bottom + 18.0], ["middle", INK], 11, &value.to_string());
                free = at - half - 4.0;
            }
        }
        for curve in &self.curves {
            let mut line = String::new();
            for point in &curve.points {
                let [px, py] = [x.at(point[0]), y.at(point[1])];
                let _ = write!(line, "{px:.1},{py:.1} ");
                svg.dot([px, py], curve.colour);
            }
            svg.curve(line.trim_end(), curve.colour);
        }
        let ends: Vec<f64> = self.curves.iter().map(|c| c.points.last().map_or(bottom, |p| y.at(p[1]))).collect();
        for (curve, at) in self.curves.iter().zip(apart(&ends)) {
            svg.text([left + PANEL[0] - 4.0, at + 4.0], ["start", curve.colour], 12, curve.name);
        }
        for Mark { at, words } in &self.marks {
            let [px, py] = [x.at(at[0]), y.at(at[1])];
            svg.ring([px, py], INK);
            svg.text([px, py - 8.0], ["middle", INK], 10, words);
        }
    }
}

/// Places near the given ones, in the same order, no two closer than a line of words, centred where they crowd.
fn apart(places: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|i, j| places[*i].total_cmp(&places[*j]));
    // Crowds: where each begins, what is in it.
    let mut crowds: Vec<(f64, Vec<usize>)> = Vec::new();
    for i in order {
        let mut crowd = (places[i], vec![i]);
        while let Some(last) = crowds.pop_if(|last| last.0 + LINE * last.1.len() as f64 > crowd.0) {
            let members = [last.1, crowd.1].concat();
            let mean = members.iter().map(|k| places[*k]).sum::<f64>() / members.len() as f64;
            crowd = (mean - LINE * (members.len() - 1) as f64 / 2.0, members);
        }
        crowds.push(crowd);
    }
    let mut spread = places.to_vec();
    for (first, members) in crowds {
        members.iter().enumerate().for_each(|(k, member)| spread[*member] = first + LINE * k as f64);
    }
    spread
}

/// 1, 2 and 5 times powers of ten, from at most the least value to at least the most; two or more.
fn ticks(values: impl Iterator<Item = f64> + Clone) -> Vec<f64> {
    let values = values.filter(|v| v.is_finite() && *v > 0.0);
    let least = values.clone().fold(f64::INFINITY, f64::min).min(1e300);
    let most = values.fold(least, f64::max);
    let decade = |x: f64| x.log10().floor() as i32;
    // A negative power as a quotient, which is rounded once: 0.2 and not nearly.
    let tick = |m: u32, d: i32| if d < 0 { f64::from(m) / 10f64.powi(-d) } else { f64::from(m) * 10f64.powi(d) };
    let all: Vec<f64> = (decade(least) - 1..=decade(most) + 1).flat_map(|d| [1, 2, 5].map(|m| tick(m, d))).collect();
    let first = all.iter().rposition(|tick| *tick <= least).unwrap_or(0);
    let last = all.iter().position(|tick| *tick >= most).unwrap_or(all.len() - 1);
    all[first..=last.max(first + 1)].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover() {
        assert_eq!(ticks([0.3, 12.0].into_iter()), [0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0]);
        assert_eq!(ticks([1.0].into_iter()), [1.0, 2.0]);
        assert_eq!(ticks([7.0].into_iter()), [5.0, 10.0]);
        assert!(ticks(std::iter::empty()).len() >= 2);
    }

    #[test]
    fn names_keep_apart_and_stay_near() {
        assert_eq!(apart(&[10.0, 100.0, 50.0]), [10.0, 100.0, 50.0]);
        assert_eq!(apart(&[30.0, 30.0]), [30.0 - LINE / 2.0, 30.0 + LINE / 2.0]);
        let places = [20.0, 22.0, 25.0, 60.0, 61.0];
        let spread = apart(&places);
        assert!(spread.windows(2).all(|two| two[1] - two[0] >= LINE - 1e-9), "{spread:?}");
        assert!(places.iter().zip(&spread).all(|(p, q)| (p - q).abs() <= LINE), "{spread:?}");
    }

    #[test]
    fn every_curve_is_drawn_and_named_in_every_panel() {
        let curve = |name, y: f64| Curve { name, colour: "#000000", points: vec![[8.0, y], [64.0, 2.0 * y]] };
        let panel = |title: &str| Panel {
            title: title.to_owned(),
            curves: vec![curve("one", 0.5), curve("two", 3.0)],
            marks: vec![Mark { at: [16.0, 1.0], words: "16 & more".to_owned() }],
        };
        let figure =
            Figure { title: "t", note: "", axes: ["vertices", "us"], rows: vec![vec![panel("p")], vec![panel("q")]] };
        let svg = figure.svg();
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (4, 8 + 2));
        assert_eq!(
            (svg.matches(">16 &amp; more<").count(), svg.matches("fill=\"none\" stroke=\"#333333\"").count()),
            (2, 2)
        );
        assert_eq!((svg.matches(">one<").count(), svg.matches(">64<").count()), (2, 2));
        // A single column is drawn in the middle.
        let lone = Panel {
            title: String::new(),
            curves: vec![Curve { points: vec![[8.0, 1.0]], ..curve("one", 1.0) }],
            marks: Vec::new(),
        };
        assert!(!Figure { title: "", note: "", axes: [""; 2], rows: vec![vec![lone]] }.svg().contains("NaN"));
    }
}
