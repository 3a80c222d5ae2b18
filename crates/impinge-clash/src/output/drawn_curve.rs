//! Curves as a page draws them: fewer points and fewer digits, both far below a pixel at the scale of the clash.

use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge::pair::SeamCurve;
use serde_json::{Value, json};

/// How far the drawn curve may be from the curve, over the size of the clash.
const DEVIATION: f64 = 1e-4;

/// A curve as an object of JSON, of a clash with these bounds.
pub(crate) fn drawn_curve(curve: &SeamCurve, bounds: Option<&Aabb>) -> Value {
    let own = || Aabb::of_points(&curve.points);
    let size = bounds.copied().unwrap_or_else(own).size().max_element();
    let points = thinned(&curve.points, 0.5 * DEVIATION * size);
    let points: Vec<[f64; 3]> =
        points.into_iter().map(|p| p.to_array().map(|x| rounded(x, DEVIATION * size))).collect();
    json!({ "closed": curve.is_closed, "points": points })
}

/// A number with the digits that matter for a length; off by at most a twentieth of it.
fn rounded(x: f64, length: f64) -> f64 {
    let digits = 1.0 - length.log10().floor();
    let scale = 10_f64.powi(digits.abs() as i32);
    if !digits.is_finite() || digits.abs() > 300.0 {
        x
    } else if digits > 0.0 {
        let near = (x * scale).round() / scale;
        if near.is_finite() { near } else { x }
    } else {
        (x / scale).round() * scale
    }
}

/// The points of a line without those that are within a length of it anyway (Ramer 1972; Douglas and Peucker 1973).
fn thinned(points: &[DVec3], length: f64) -> Vec<DVec3> {
    let Some(last) = points.len().checked_sub(1) else { return Vec::new() };
    let mut is_kept = vec![false; points.len()];
    (is_kept[0], is_kept[last]) = (true, true);
    let mut stretches = vec![[0, last]];
    while let Some([from, to]) = stretches.pop() {
        let inner = from + 1..to;
        let away = inner.map(|k| (distance(points[k], [points[from], points[to]]), k));
        if let Some((farthest, k)) = away.max_by(|p, q| p.0.total_cmp(&q.0)).filter(|(far, _)| *far > length) {
            debug_assert!(farthest >= 0.0);
            is_kept[k] = true;
            stretches.extend([[from, k], [k, to]]);
        }
    }
    points.iter().zip(is_kept).filter_map(|(p, is_kept)| is_kept.then_some(*p)).collect()
}

/// From a point to a segment.
fn distance(p: DVec3, [a, b]: [DVec3; 2]) -> f64 {
    let along = b - a;
    let squared = along.length_squared();
    let t = if squared > 0.0 { ((p - a).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a + t * along)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(centre: DVec3, radius: f64) -> SeamCurve {
        let points = (0..4_000).map(|k| {
            let (sin, cos) = (f64::from(k) / 4_000.0 * std::f64::consts::TAU).sin_cos();
            centre + radius * DVec3::new(cos, sin, 0.0)
        });
        SeamCurve { points: points.collect(), is_closed: true }
    }

    #[test]
    fn a_drawn_curve_is_short_and_near_its_curve() {
        for (centre, radius) in [(DVec3::ZERO, 3.0), (DVec3::new(4e6, -3e5, 12.0), 0.04), (DVec3::splat(2e9), 5e6)] {
            let curve = circle(centre, radius);
            let drawn = drawn_curve(&curve, None);
            let points: Vec<[f64; 3]> = serde_json::from_value(drawn["points"].clone()).unwrap();
            assert!((50..800).contains(&points.len()), "{}", points.len());
            assert_eq!(drawn["closed"], true);
            let points: Vec<DVec3> = points.into_iter().map(DVec3::from).collect();
            let far =
                |p: &DVec3| points.windows(2).map(|ends| distance(*p, [ends[0], ends[1]])).fold(f64::MAX, f64::min);
            let deviation = curve.points[..3_990].iter().map(far).fold(0.0, f64::max);
            assert!(deviation <= DEVIATION * 2.0 * radius, "{deviation} of {radius}");
            assert!(deviation > 0.0);
        }
    }

    #[test]
    fn what_has_no_extent_keeps_its_place() {
        let point = DVec3::new(1.0 / 3.0, 2.0, 1e-300);
        let drawn = drawn_curve(&SeamCurve { points: vec![point; 3], is_closed: false }, None);
        assert_eq!(drawn["points"][0], json!(point.to_array()));
        assert_eq!(drawn["points"].as_array().unwrap().len(), 2);
        let none = drawn_curve(&SeamCurve { points: Vec::new(), is_closed: false }, None);
        assert_eq!(none["points"], json!([]));
    }
}
