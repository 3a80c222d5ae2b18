//! Elliptical arcs by their ends, turned into arcs by their centre (SVG 2, appendix B.2.4).

use impinge::math::{DMat2, DVec2};
use std::f64::consts::TAU;

/// An arc as the path tells it.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndArc {
    pub(super) from: DVec2,
    pub(super) radii: DVec2,
    /// Of the x axis of the ellipse, in degrees.
    pub(super) rotation: f64,
    /// Whether the longer way is taken.
    pub(super) large: bool,
    /// Whether angles grow on the way.
    pub(super) sweep: bool,
    pub(super) to: DVec2,
}

/// An arc by its centre: `centre + axes (cos t, sin t)` for t from `start` to `start + turn`.
#[derive(Clone, Copy, Debug)]
pub(super) struct CentreArc {
    pub(super) centre: DVec2,
    pub(super) axes: DMat2,
    pub(super) start: f64,
    pub(super) turn: f64,
}

impl EndArc {
    /// The arc by its centre; none if it is a straight line, or nothing.
    pub(super) fn by_centre(&self) -> Option<CentreArc> {
        let radii = self.radii.abs();
        if self.from == self.to || radii.min_element() <= 0.0 {
            return None;
        }
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let rotation = DMat2::from_cols(DVec2::new(cos, sin), DVec2::new(-sin, cos));
        // In the frame of the ellipse, scaled to a unit circle.
        let half = rotation.transpose() * ((self.from - self.to) * 0.5) / radii;
        let squared = half.length_squared();
        if !(squared.is_finite() && squared > 0.0) {
            return None;
        }
        // Radii too small for the ends grow until they are not.
        let grown = squared.sqrt().max(1.0);
        let (half, radii) = (half / grown, radii * grown);
        let off = ((1.0 - half.length_squared()).max(0.0) / half.length_squared()).sqrt();
        let off = if self.large == self.sweep { -off } else { off };
        let middle = DVec2::new(half.y, -half.x) * off;
        let start = half - middle;
        let end = -half - middle;
        let centre = rotation * (middle * radii) + (self.from + self.to) * 0.5;
        let angle = |p: DVec2| p.y.atan2(p.x);
        let mut turn = (angle(end) - angle(start)).rem_euclid(TAU);
        if !self.sweep {
            turn -= TAU;
        }
        let axes = rotation * DMat2::from_diagonal(radii);
        Some(CentreArc { centre, axes, start: angle(start), turn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_go_from_end_to_end() {
        let (from, to) = (DVec2::new(1.0, 2.0), DVec2::new(4.0, -1.0));
        let mut turns = Vec::new();
        for (large, sweep) in [(false, false), (false, true), (true, false), (true, true)] {
            let arc =
                EndArc { from, radii: DVec2::new(5.0, 3.0), rotation: 30.0, large, sweep, to }.by_centre().unwrap();
            let at = |t: f64| arc.centre + arc.axes * DVec2::new(t.cos(), t.sin());
            assert!(at(arc.start).distance(from) < 1e-12 && at(arc.start + arc.turn).distance(to) < 1e-12);
            assert_eq!((arc.turn > 0.0, arc.turn.abs() > TAU / 2.0), (sweep, large));
            turns.push(arc.turn);
        }
        assert!((turns[0] + turns[1]).abs() < 1e-12 && (turns[1] - turns[2] - TAU).abs() < 1e-12);
        let small = EndArc { from, radii: DVec2::splat(0.1), rotation: 0.0, large: false, sweep: true, to };
        assert!((small.by_centre().unwrap().turn - TAU / 2.0).abs() < 1e-6, "a half circle on its ends");
        assert!(EndArc { radii: DVec2::new(0.0, 1.0), ..small }.by_centre().is_none());
        assert!(EndArc { to: from, ..small }.by_centre().is_none());
    }
}
