//! Figure 12 of Jiménez, Segura and Feito (2004): times over the vertices of both polygons as surfaces, and below them who is faster where.

use crate::jimenez::moving_polygons::MovingTrial;
use impinge_picture::svg::Svg;

/// Widths and heights, in pixels.
const PANEL: f64 = 430.0;
const TOP: f64 = 80.0;
const HEIGHT: f64 = 330.0;
const CELL: [f64; 2] = [62.0, 26.0];

const INK: &str = "#333333";

/// Times of a method over pairs of numbers of vertices.
pub struct Surfaces<'a> {
    /// Trials of every pair, the numbers of the one that stands changing last.
    pub trials: &'a [MovingTrial],
    /// The numbers of vertices, rising.
    pub sizes: &'a [usize],
    pub note: String,
}

impl Surfaces<'_> {
    fn trial(&self, standing: usize, moving: usize) -> Option<&MovingTrial> {
        let (n, m) = (*self.sizes.get(standing)?, *self.sizes.get(moving)?);
        self.trials.iter().find(|t| t.static_vertices == n && t.moving_vertices == m)
    }

    /// The drawing.
    pub fn svg(&self) -> String {
        let rows = self.sizes.len() as f64;
        let below = TOP + HEIGHT + 60.0;
        let mut svg = Svg::new([2.0 * PANEL + 20.0, below + CELL[1] * (rows + 2.0) + 30.0]);
        svg.text([12.0, 24.0], ["start", INK], 15, "a polygon moves around another: time a position");
        svg.text([12.0, 43.0], ["start", "#777777"], 11, &self.note);
        let times = || self.trials.iter().flat_map(|t| [t.covering_microseconds, t.tree_microseconds]);
        let least = times().fold(f64::INFINITY, f64::min).max(1e-3).log10().floor();
        let most = times().fold(1e-3, f64::max).log10().ceil().max(least + 1.0);
        self.surface(&mut svg, 0.0, "a) coverings and influence areas", [least, most], &|t| t.covering_microseconds);
        self.surface(&mut svg, PANEL, "b) trees", [least, most], &|t| t.tree_microseconds);
        self.ratios(&mut svg, below);
        svg.finish()
    }

    /// One surface: vertices of the one that stands to the right, of the mover to the left, logarithms of times upward.
    fn surface(
        &self,
        svg: &mut Svg,
        left: f64,
        title: &str,
        [least, most]: [f64; 2],
        time: &dyn Fn(&MovingTrial) -> f64,
    ) {
        let count = self.sizes.len();
        let step = 170.0 / (count.max(2) - 1) as f64;
        let (middle, bottom) = (left + PANEL / 2.0 + 20.0, TOP + HEIGHT - 175.0);
        let at =
            |i: f64, j: f64, height: f64| [middle + (i - j) * step, bottom + (i + j) * step * 0.42 - 110.0 * height];
        let height = |t: &MovingTrial| (time(t).max(1e-3).log10() - least) / (most - least);
        let last = (count - 1) as f64;
        svg.text([left + PANEL / 2.0, TOP - 14.0], ["middle", INK], 13, title);
        svg.facet(&[at(0.0, 0.0, 0.0), at(last, 0.0, 0.0), at(last, last, 0.0), at(0.0, last, 0.0)], "#f4f4f4");
        for power in least as i32..=most as i32 {
            let h = (f64::from(power) - least) / (most - least);
            svg.line([at(0.0, 0.0, h), at(last, 0.0, h)], "#e2e2e2");
            svg.line([at(0.0, 0.0, h), at(0.0, last, h)], "#e2e2e2");
            let [x, y] = at(0.0, last, h);
            svg.text([x - 6.0, y + 4.0], ["end", INK], 10, &format!("{} us", 10f64.powi(power)));
        }
        // From the back to the front.
        for sum in 0..2 * count.saturating_sub(1) {
            for i in 0..count.saturating_sub(1) {
                let Some(j) = sum.checked_sub(i).filter(|j| j + 1 < count) else { continue };
                let corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
                let heights = corners.map(|[i, j]| self.trial(i, j).map_or(0.0, height));
                let points: Vec<[f64; 2]> =
                    corners.iter().zip(heights).map(|([i, j], h)| at(*i as f64, *j as f64, h)).collect();
                svg.facet(&points, &shade(heights.iter().sum::<f64>() / 4.0));
            }
        }
        for (k, size) in self.sizes.iter().enumerate() {
            let ([x, y], [u, v]) = (at(k as f64, last, 0.0), at(last, k as f64, 0.0));
            svg.text([x - 6.0, y + 14.0], ["end", INK], 9, &size.to_string());
            svg.text([u + 6.0, v + 12.0], ["start", INK], 9, &size.to_string());
        }
        svg.text([left + 20.0, TOP + HEIGHT + 12.0], ["start", INK], 11, "vertices of the one that stands");
        svg.text([left + PANEL - 10.0, TOP + HEIGHT + 12.0], ["end", INK], 11, "of the mover");
    }

    /// How many times the time of the tree the covering takes.
    fn ratios(&self, svg: &mut Svg, top: f64) {
        let title =
            "time of a) over that of b); blue: coverings are faster. Rows: the one that stands, columns: the mover";
        svg.text([12.0, top], ["start", INK], 12, title);
        for (i, size) in self.sizes.iter().enumerate() {
            let y = top + CELL[1] * (i + 1) as f64 + 12.0;
            svg.text([62.0, y + 17.0], ["end", INK], 11, &size.to_string());
            svg.text([70.0 + CELL[0] * (i as f64 + 0.5), top + 26.0], ["middle", INK], 11, &size.to_string());
            for j in 0..self.sizes.len() {
                let Some(trial) = self.trial(i, j) else { continue };
                let ratio = trial.covering_microseconds / trial.tree_microseconds.max(1e-9);
                let x = 70.0 + CELL[0] * j as f64;
                svg.rectangle([x, y, CELL[0] - 2.0, CELL[1] - 2.0], &two_ways(ratio));
                svg.text([x + CELL[0] / 2.0, y + 16.0], ["middle", "#222222"], 11, &format!("{ratio:.2}"));
            }
        }
    }
}

/// From pale yellow for low to red for high.
fn shade(height: f64) -> String {
    let h = height.clamp(0.0, 1.0);
    format!("#{:02x}{:02x}{:02x}", 250, (240.0 - 170.0 * h) as u8, (190.0 - 150.0 * h) as u8)
}

/// Blue below one, orange above, white at it; full at ten times.
fn two_ways(ratio: f64) -> String {
    let t = ratio.max(1e-9).log10().clamp(-1.0, 1.0);
    let fade = |full: f64| (255.0 - (255.0 - full) * t.abs()) as u8;
    let [r, g, b] = if t < 0.0 { [86.0, 150.0, 220.0] } else { [230.0, 140.0, 40.0] }.map(fade);
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_tell_who_is_faster() {
        assert_eq!([two_ways(1.0), two_ways(0.1), two_ways(10.0)], ["#ffffff", "#5696dc", "#e68c28"]);
        assert_eq!((two_ways(0.001), two_ways(1e9)), (two_ways(0.1), two_ways(10.0)));
        assert_eq!([shade(0.0), shade(2.0)], ["#faf0be", "#fa4628"]);
    }
}
