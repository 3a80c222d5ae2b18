//! A motion as a picture: A, outlines of B along its way, B where contacts begin and end in colour, and the point of the first impact.

use super::picture::{MEETING, PLAIN, TOUCHING};
use super::sheet::{Sheet, Up};
use impinge_picture::svg::Svg;
use impinge_planar::{Motion, Polygon, Pose2, Rect, Sweep};

/// Outlines of B along its way, with those at its ends.
const OUTLINES: u32 = 17;

/// Contacts whose begin and end are drawn; more would hide each other.
const MOST_CONTACTS: usize = 8;

/// The picture, as the text of an SVG file. Where the motion leads out of the exact range, B is not drawn.
pub fn draw([a, b]: [&Polygon; 2], motion: &Motion, found: &Sweep, up: Up) -> String {
    let at = |time: f64| motion.a_from_b_at(time, &Pose2::IDENTITY).ok();
    let last = OUTLINES - 1;
    let way: Vec<Pose2> = (0..=last).filter_map(|k| at(f64::from(k) / f64::from(last))).collect();
    let bounds = |pose: &Pose2| {
        let points: Vec<_> = b.vertices().iter().map(|p| pose.transform_point(*p)).collect();
        Rect::from_points(&points)
    };
    let around = way.iter().fold(a.bounds(), |all, pose| all.joined(bounds(pose)));
    let sheet = Sheet::around(&around, up);
    let mut svg = Svg::new(sheet.size);
    svg.area(&sheet.path(a, &Pose2::IDENTITY), PLAIN, 0.6);
    for pose in &way {
        svg.area(&sheet.path(b, pose), PLAIN, 0.05);
    }
    for contact in found.intervals.iter().take(MOST_CONTACTS) {
        for (time, colours) in [(contact.begin.lower, MEETING), (contact.end.upper, TOUCHING)] {
            if let Some(pose) = at(time.clamp(0.0, 1.0)) {
                svg.area(&sheet.path(b, &pose), colours, 0.25);
            }
        }
    }
    if let Some(impact) = &found.impact {
        svg.dot(sheet.place(impact.point), MEETING[1]);
    }
    svg.finish()
}
