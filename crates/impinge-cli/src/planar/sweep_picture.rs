//! The picture of a sweep: A, outlines of B along its path, B in colour where contacts begin and end, and the first impact.

use super::check_picture::{MEETING, PLAIN, TOUCHING};
use super::svg_canvas::{SvgCanvas, YAxis};
use impinge_picture::svg::Svg;
use impinge_planar::{Motion, Polygon, Pose2, Rect, Sweep};

/// Number of outlines of B along its path, both ends included.
const OUTLINES: u32 = 17;

/// Contacts whose begin and end are drawn: more would hide each other.
const MOST_CONTACTS: usize = 8;

/// The picture, as the text of an SVG file. Where the motion leads out of the exact range, B is not drawn.
pub fn draw([a, b]: [&Polygon; 2], motion: &Motion, found: &Sweep, y_axis: YAxis) -> String {
    let at = |time: f64| motion.a_from_b_at(time, &Pose2::IDENTITY).ok();
    let last = OUTLINES - 1;
    let way: Vec<Pose2> = (0..=last).filter_map(|k| at(f64::from(k) / f64::from(last))).collect();
    let bounds = |pose: &Pose2| {
        let points: Vec<_> = b.vertices().iter().map(|p| pose.transform_point(*p)).collect();
        Rect::from_points(&points)
    };
    let around = way.iter().fold(a.bounds(), |all, pose| all.joined(bounds(pose)));
    let canvas = SvgCanvas::around(&around, y_axis);
    let mut svg = Svg::new(canvas.size);
    svg.area(&canvas.path(a, &Pose2::IDENTITY), PLAIN, 0.6);
    for pose in &way {
        svg.area(&canvas.path(b, pose), PLAIN, 0.05);
    }
    for contact in found.intervals.iter().take(MOST_CONTACTS) {
        for (time, colours) in [(contact.begin.lower, MEETING), (contact.end.upper, TOUCHING)] {
            if let Some(pose) = at(time.clamp(0.0, 1.0)) {
                svg.area(&canvas.path(b, &pose), colours, 0.25);
            }
        }
    }
    if let Some(impact) = &found.impact {
        svg.dot(canvas.to_pixels(impact.point), MEETING[1]);
    }
    svg.finish()
}
