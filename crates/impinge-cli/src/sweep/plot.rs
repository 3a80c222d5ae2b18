//! The distance of two bodies over time as SVG, with the intervals of contact marked.
//!
//! The intervals are those of the sweep. The curve is the exact distance at some hundred times, joined by lines; it proves nothing.

use impinge::math::Pose;
use impinge::pair::{self, MovingMesh, Sweep};
use impinge_clash::number_format;
use impinge_picture::svg::Svg;
use std::fmt::Write;

/// Widths and heights, in pixels.
const LEFT: f64 = 84.0;
const WIDTH: f64 = 760.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 54.0;
const HEIGHT: f64 = 300.0;
const BOTTOM: f64 = 52.0;

/// How many times the distance is measured at, beside the ends of intervals.
const SAMPLES: u32 = 240;

/// Colours: of words, of grid lines, of the curve, of contact.
const INK: &str = "#333333";
const FAINT: &str = "#e2e2e2";
const CURVE: &str = "#0072b2";
const CONTACT: &str = "#d55e00";

/// The plot.
///
/// # Errors
/// A pose between keyframes leaves the exact range.
pub fn over_time(moving: [MovingMesh<'_>; 2], names: [&str; 2], found: &Sweep) -> anyhow::Result<String> {
    let curve = distances(moving, found)?;
    let most = curve.iter().map(|[_, distance]| *distance).fold(0.0, f64::max);
    let (times, lengths) = (Axis::of(found.window), Axis::of([0.0, if most > 0.0 { most } else { 1.0 }]));
    let x = |time: f64| LEFT + WIDTH * times.share(time);
    let y = |length: f64| TOP + HEIGHT * (1.0 - lengths.share(length));
    let mut svg = Svg::new([LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM]);
    let [a, b] = names.map(number_format::name);
    let contacts = match found.intervals.len() {
        0 => "free".to_owned(),
        count => number_format::count(count, "interval of contact", "intervals of contact"),
    };
    svg.text([LEFT, 22.0], ["start", INK], 15, &format!("distance of {a} and {b}: {contacts}"));
    for tick in lengths.ticks() {
        svg.line([[LEFT, y(tick)], [LEFT + WIDTH, y(tick)]], FAINT);
        svg.text([LEFT - 7.0, y(tick) + 4.0], ["end", INK], 11, &number_format::short(tick));
    }
    for tick in times.ticks() {
        svg.text([x(tick), TOP + HEIGHT + 16.0], ["middle", INK], 11, &number_format::short(tick));
    }
    svg.text([LEFT + WIDTH / 2.0, TOP + HEIGHT + 38.0], ["middle", INK], 12, "time");
    for interval in &found.intervals {
        let (begin, end) = (x(interval.begin.lower), x(interval.end.upper));
        // An instant is a line that can be seen.
        let corners =
            [[begin, TOP], [end.max(begin + 1.0), TOP], [end.max(begin + 1.0), TOP + HEIGHT], [begin, TOP + HEIGHT]];
        svg.band(&written(&corners), CONTACT);
    }
    svg.curve(&written(&curve.iter().map(|[time, length]| [x(*time), y(*length)]).collect::<Vec<_>>()), CURVE);
    if let Some(impact) = &found.impact {
        let at = [x(impact.time.lower), y(0.0)];
        svg.dot(at, CONTACT);
        let (anchor, to) = if times.share(impact.time.lower) < 0.5 { ("start", 7.0) } else { ("end", -7.0) };
        svg.text(
            [at[0] + to, TOP + 14.0],
            [anchor, CONTACT],
            12,
            &format!("first contact at {}", number_format::short(impact.time.lower)),
        );
    }
    Ok(svg.finish())
}

/// Times and distances.
fn distances([a, b]: [MovingMesh<'_>; 2], found: &Sweep) -> anyhow::Result<Vec<[f64; 2]>> {
    let [from, until] = found.window;
    let even = (0..=SAMPLES).map(|k| {
        let share = f64::from(k) / f64::from(SAMPLES);
        (from * (1.0 - share) + until * share).clamp(from, until)
    });
    let ends = found.intervals.iter().flat_map(|interval| [interval.begin.lower, interval.end.upper]);
    let mut times: Vec<f64> = even.chain(ends).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let measured = times.into_iter().map(|time| {
        let poses = [a.motion.pose_at(time)?, b.motion.pose_at(time)?];
        let a_from_b: Pose = poses[0].inverse().compose(&poses[1])?;
        Ok([time, pair::distance(a.mesh, b.mesh, &a_from_b).value])
    });
    measured.collect()
}

/// Points as SVG writes them.
fn written(points: &[[f64; 2]]) -> String {
    let mut text = String::new();
    for [x, y] in points {
        let _ = write!(text, "{x:.2},{y:.2} ");
    }
    text
}

/// Numbers from one to another.
struct Axis {
    ends: [f64; 2],
}

impl Axis {
    fn of(ends: [f64; 2]) -> Self {
        Self { ends }
    }

    /// Where a number lies, from 0 to 1.
    fn share(&self, number: f64) -> f64 {
        let [from, until] = self.ends;
        // Halves, so that no difference is infinite.
        ((0.5 * number - 0.5 * from) / (0.5 * until - 0.5 * from)).clamp(0.0, 1.0)
    }

    /// Four to ten round numbers: steps of 1, 2 or 5 times a power of ten.
    fn ticks(&self) -> Vec<f64> {
        let [from, until] = self.ends;
        let rough = (until - from) / 8.0;
        if !(rough > 0.0 && rough.is_finite()) {
            return self.ends.to_vec();
        }
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * power).find(|step| *step >= rough).unwrap_or(rough);
        let first = (from / step).ceil();
        // At most eight steps fit, and one more at an end.
        (0..=9).map(|k| (first + f64::from(k)) * step).filter(|tick| *tick <= until).collect()
    }
}
