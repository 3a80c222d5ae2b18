//! Whether time grows as a line: least squares, and how much of the variation it explains.

use crate::cinder::timing::{EXPERIMENTS, QUESTIONS, Timing};
use serde::Serialize;

/// The line of least squares through the mean times of one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    pub experiment: &'static str,
    pub question: &'static str,
    /// Where the line begins.
    pub milliseconds_at_zero: f64,
    /// How it rises, for each thousand boxes or triangles.
    pub milliseconds_a_thousand: f64,
    /// The share of the variance of times that the line explains: 1 is a line.
    pub r_squared: f64,
}

/// The line of every question that was asked at two sizes or more.
pub fn all(timings: &[Timing]) -> Vec<Fit> {
    let pairs = EXPERIMENTS.into_iter().flat_map(|experiment| QUESTIONS.iter().map(move |q| (experiment, q.name)));
    let fit = |(experiment, question): (&'static str, &'static str)| {
        let own = timings.iter().filter(|timing| timing.is(experiment, question));
        let (start, slope, r_squared) = line(&own.map(Timing::point).collect::<Vec<_>>())?;
        let (milliseconds_at_zero, milliseconds_a_thousand) = (start, slope * 1e3);
        Some(Fit { experiment, question, milliseconds_at_zero, milliseconds_a_thousand, r_squared })
    };
    pairs.filter_map(fit).collect()
}

/// Start, slope and R² of the line of least squares; none for fewer than two places.
pub fn line(points: &[[f64; 2]]) -> Option<(f64, f64, f64)> {
    let n = points.len() as f64;
    let [mx, my] = [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / n);
    let sum = |f: fn(f64, f64) -> f64| points.iter().map(|p| f(p[0] - mx, p[1] - my)).sum::<f64>();
    let (xx, xy, yy) = (sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y));
    (xx > 0.0).then(|| {
        let slope = xy / xx;
        // Where times do not vary, the level line explains all there is.
        (my - slope * mx, slope, if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_and_others_told_apart() {
        let (start, slope, r) = line(&[[1.0, 5.0], [2.0, 7.0], [4.0, 11.0]]).unwrap();
        assert!((start - 3.0).abs() < 1e-12 && (slope - 2.0).abs() < 1e-12 && (r - 1.0).abs() < 1e-12);
        let (_, _, r) = line(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]).unwrap();
        assert!(r.abs() < 1e-12, "{r}");
        assert!(line(&[[1.0, 2.0]]).is_none() && line(&[]).is_none());
        assert_eq!(line(&[[1.0, 2.0], [3.0, 2.0]]), Some((2.0, 0.0, 1.0)));
    }
}
