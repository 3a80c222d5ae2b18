//! How curves of cost grow, and where they cross: straight lines between points on logarithmic scales.

use serde::Serialize;

/// A place where the faster of two methods becomes the slower.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossover {
    pub motion: &'static str,
    /// The faster of the two below.
    pub below: &'static str,
    /// The faster of the two above.
    pub above: &'static str,
    /// Where.
    pub bodies: f64,
    pub milliseconds: f64,
}

/// How a method's time grows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Growth {
    pub motion: &'static str,
    pub method: &'static str,
    /// The sizes that it was fitted to.
    pub from: usize,
    pub to: usize,
    /// Time grows as this power of the number of bodies.
    pub exponent: f64,
    /// The power that fits N log N over the same sizes.
    pub exponent_of_n_log_n: f64,
}

/// The slope of the line of least squares through the logarithms of points; none for fewer than two.
pub fn exponent(points: &[[f64; 2]]) -> Option<f64> {
    let logs: Vec<[f64; 2]> = points.iter().map(|p| p.map(f64::ln)).collect();
    let n = logs.len() as f64;
    let [mx, my] = [0, 1].map(|k| logs.iter().map(|p| p[k]).sum::<f64>() / n);
    let (across, along) =
        logs.iter().fold((0.0, 0.0), |(xy, xx), [x, y]| (xy + (x - mx) * (y - my), xx + (x - mx) * (x - mx)));
    (along > 0.0).then(|| across / along)
}

/// The points where a curve goes through another from below, both having points over the same numbers where they have any.
pub fn crossings(a: &[[f64; 2]], b: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let both = a.iter().filter_map(|p| Some((*p, *b.iter().find(|q| q[0] == p[0])?)));
    let both: Vec<([f64; 2], [f64; 2])> = both.collect();
    let mut found = Vec::new();
    for ((p0, q0), (p1, q1)) in both.iter().zip(both.iter().skip(1)) {
        let [before, after] = [(p0[1] / q0[1]).ln(), (p1[1] / q1[1]).ln()];
        if before < 0.0 && after >= 0.0 {
            let t = before / (before - after);
            let between = |u: f64, v: f64| (u.ln() + t * (v / u).ln()).exp();
            found.push([between(p0[0], p1[0]), between(p0[1], p1[1])]);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_found() {
        let power = |e: f64| [10.0, 100.0, 1000.0, 5000.0].map(|n: f64| [n, 3.0 * n.powf(e)]);
        for e in [0.5, 1.0, 1.7, 2.0] {
            assert!((exponent(&power(e)).unwrap() - e).abs() < 1e-12);
        }
        assert_eq!(exponent(&[[10.0, 1.0]]), None);
        assert_eq!(exponent(&[]), None);
    }

    #[test]
    fn curves_cross_where_their_formulas_do() {
        // N² / 1000 and N meet at 1000.
        let sizes = [10.0, 100.0, 4_000.0, 100_000.0];
        let [square, line] = [2, 1].map(|e| sizes.map(|n: f64| [n, n.powi(e) / 1000f64.powi(e - 1)]));
        let found = crossings(&square, &line);
        assert!(found.len() == 1 && (found[0][0] - 1000.0).abs() < 1e-6, "{found:?}");
        assert!((found[0][1] - 1000.0).abs() < 1e-6, "{found:?}");
        assert!(crossings(&line, &square).is_empty());
        // Where one has no points, nothing is said.
        assert!(crossings(&square[..2], &line).is_empty() && crossings(&[], &line).is_empty());
    }
}
