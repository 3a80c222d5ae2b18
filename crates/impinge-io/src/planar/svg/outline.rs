//! Outlines as rings of chords.
//!
//! A chord over 1/n of a Bézier curve strays from it by at most max|B″| / (8 n²): for a quadratic one with corners p₀ p₁ p₂ that is |p₀ - 2p₁ + p₂| / (4 n²),
//! for a cubic one ¾ of the largest such difference over n². A chord over the angle θ of an ellipse M(cos t, sin t) strays by at most
//! |M| (1 - cos θ/2). Curves are transformed first, so the flatness holds where the drawing is measured.

use super::super::Rings;
use super::arc::{CentreArc, EndArc};
use super::transform::Affine;
use crate::error::{Fault, FilePlace};
use impinge::math::{DMat2, DVec2};
use std::f64::consts::{FRAC_PI_2, TAU};

/// How far a chord may stray by default, relative to the box around the corners of a Bézier curve or the radius of an arc: a circle gets
/// 144 chords.
const RELATIVE_FLATNESS: f64 = 1.0 / 4096.0;

/// Most chords of one curve.
const MOST_CHORDS: f64 = 65_536.0;

/// How far chords may stray from curves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flatness {
    /// [`RELATIVE_FLATNESS`].
    Relative,
    /// A length in the unit of the drawing.
    Absolute(f64),
}

impl Flatness {
    /// As a length, for a curve of a size.
    fn of(self, size: f64) -> f64 {
        match self {
            Self::Relative => size * RELATIVE_FLATNESS,
            Self::Absolute(length) => length,
        }
    }
}

/// Why curves are not drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TooFine {
    /// A curve would need more than [`MOST_CHORDS`].
    Curve,
    /// All curves would need more than a file of this size may have.
    Drawing,
}

impl TooFine {
    /// The fault at a place, in a drawing of `most` chords at most.
    pub(super) fn at(self, place: FilePlace, most: usize) -> Fault {
        let feature = match self {
            Self::Curve => format!("a curve of more than {MOST_CHORDS} chords"),
            Self::Drawing => format!("more than {most} chords in a drawing of this size"),
        };
        Fault::unsupported(place, feature, "allow a larger flatness")
    }
}

/// The rings drawn so far.
#[derive(Debug)]
pub(super) struct Outline {
    map: Affine,
    flatness: Flatness,
    rings: Rings,
    /// The points of the ring at hand, mapped; none before something is drawn.
    ring: Vec<DVec2>,
    /// Where the ring at hand starts, and where it stands, not mapped.
    start: DVec2,
    at: DVec2,
    too_fine: Option<TooFine>,
    /// How many chords may still be drawn.
    chords_left: usize,
}

impl Outline {
    /// An outline of this many chords of curves at most.
    pub(super) fn new(map: Affine, flatness: Flatness, chords_left: usize) -> Self {
        let (rings, ring) = (Rings::new(), Vec::new());
        Self { map, flatness, rings, ring, start: DVec2::ZERO, at: DVec2::ZERO, too_fine: None, chords_left }
    }

    /// How many chords may still be drawn.
    pub(super) fn chords_left(&self) -> usize {
        self.chords_left
    }

    /// Where the pen stands.
    pub(super) fn at(&self) -> DVec2 {
        self.at
    }

    /// Closes the ring at hand; the pen goes back to its start.
    pub(super) fn close(&mut self) {
        if !self.ring.is_empty() {
            self.rings.push(std::mem::take(&mut self.ring));
        }
        self.at = self.start;
    }

    /// Begins another ring.
    pub(super) fn move_to(&mut self, p: DVec2) {
        self.close();
        (self.start, self.at) = (p, p);
    }

    pub(super) fn line_to(&mut self, p: DVec2) {
        self.begin();
        self.ring.push(self.map.apply(p));
        self.at = p;
    }

    /// A cubic Bézier curve.
    pub(super) fn cubic_to(&mut self, p1: DVec2, p2: DVec2, p3: DVec2) {
        self.begin();
        let corners = [self.at, p1, p2, p3].map(|p| self.map.apply(p));
        let [a, b, c, d] = corners;
        let bend = (a - 2.0 * b + c).length().max((b - 2.0 * c + d).length());
        let chords = self.chords((0.75 * bend / self.flatness.of(size(&corners))).sqrt());
        for i in 1..chords {
            let t = f64::from(i) / f64::from(chords);
            let s = 1.0 - t;
            self.ring.push(s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d);
        }
        self.line_to(p3);
    }

    /// A quadratic Bézier curve.
    pub(super) fn quadratic_to(&mut self, p1: DVec2, p2: DVec2) {
        self.begin();
        let corners = [self.at, p1, p2].map(|p| self.map.apply(p));
        let [a, b, c] = corners;
        let chords = self.chords((0.25 * (a - 2.0 * b + c).length() / self.flatness.of(size(&corners))).sqrt());
        for i in 1..chords {
            let t = f64::from(i) / f64::from(chords);
            let s = 1.0 - t;
            self.ring.push(s * s * a + 2.0 * s * t * b + t * t * c);
        }
        self.line_to(p2);
    }

    /// An elliptical arc from where the pen stands.
    pub(super) fn arc_to(&mut self, arc: &EndArc) {
        if let Some(arc) = arc.by_centre() {
            self.arc(&arc);
        }
        self.line_to(arc.to);
    }

    /// A whole ellipse; nothing if a radius is zero.
    pub(super) fn ellipse(&mut self, centre: DVec2, radii: DVec2) {
        if radii.min_element() <= 0.0 {
            return;
        }
        let corners = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|p| centre + p * radii);
        self.move_to(corners[0]);
        for quarter in 0..4 {
            self.quarter(centre, radii, quarter);
            self.line_to(corners[(quarter + 1) % 4]);
        }
        self.close();
    }

    /// A rectangle, its corners rounded where there are radii.
    pub(super) fn rectangle(&mut self, min: DVec2, size: DVec2, radii: DVec2) {
        let max = min + size;
        if radii.min_element() <= 0.0 {
            self.move_to(min);
            [DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)].into_iter().for_each(|p| self.line_to(p));
            return self.close();
        }
        let (low, high) = (min + radii, max - radii);
        // The rounded corners, each from its first to its last angle, counted in quarters.
        let corners = [
            (high, [DVec2::new(max.x, high.y), DVec2::new(high.x, max.y)]),
            (DVec2::new(low.x, high.y), [DVec2::new(low.x, max.y), DVec2::new(min.x, high.y)]),
            (low, [DVec2::new(min.x, low.y), DVec2::new(low.x, min.y)]),
            (DVec2::new(high.x, low.y), [DVec2::new(high.x, min.y), DVec2::new(max.x, low.y)]),
        ];
        self.move_to(corners[0].1[0]);
        for (quarter, (centre, [from, to])) in corners.into_iter().enumerate() {
            self.line_to(from);
            self.quarter(centre, radii, quarter);
            self.line_to(to);
        }
        self.close();
    }

    /// What was drawn.
    pub(super) fn finish(mut self) -> Result<Rings, TooFine> {
        self.close();
        self.too_fine.map_or(Ok(self.rings), Err)
    }

    /// Puts down the first point of a ring.
    fn begin(&mut self) {
        if self.ring.is_empty() {
            self.ring.push(self.map.apply(self.at));
        }
    }

    /// The points inside a quarter of an ellipse.
    fn quarter(&mut self, centre: DVec2, radii: DVec2, quarter: usize) {
        let start = quarter as f64 * FRAC_PI_2;
        self.arc(&CentreArc { centre, axes: DMat2::from_diagonal(radii), start, turn: FRAC_PI_2 });
    }

    /// The points inside an arc.
    fn arc(&mut self, arc: &CentreArc) {
        self.begin();
        let axes = self.map.linear * arc.axes;
        let radius = (axes.x_axis.length_squared() + axes.y_axis.length_squared()).sqrt();
        // 1 - cos θ/2 = 2 sin² θ/4
        let strays = (self.flatness.of(radius) / radius).min(1.0);
        let angle = (4.0 * (strays * 0.5).sqrt().asin()).min(TAU / 4.0);
        let chords = self.chords(arc.turn.abs() / angle);
        let centre = self.map.apply(arc.centre);
        for i in 1..chords {
            let t = arc.start + arc.turn * (f64::from(i) / f64::from(chords));
            self.ring.push(centre + axes * DVec2::new(t.cos(), t.sin()));
        }
    }

    /// A whole number of chords; 1 for a curve that is a point or not finite, which the polygon will refuse.
    fn chords(&mut self, wanted: f64) -> u32 {
        let chords = if wanted.is_finite() { wanted.ceil().clamp(1.0, MOST_CHORDS) as u32 } else { 1 };
        let left = self.chords_left.checked_sub(chords as usize);
        if wanted.is_finite() && wanted > MOST_CHORDS {
            self.too_fine.get_or_insert(TooFine::Curve);
        } else if left.is_none() {
            self.too_fine.get_or_insert(TooFine::Drawing);
        }
        self.chords_left = left.unwrap_or(self.chords_left);
        if self.too_fine.is_some() { 1 } else { chords }
    }
}

/// The larger side of the box around some points.
fn size(points: &[DVec2]) -> f64 {
    let around = points.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(min, max), p| (min.min(*p), max.max(*p)));
    (around.1 - around.0).max_element()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest distance of the middles of chords from a circle about the origin.
    fn strays(rings: &Rings, radius: f64) -> f64 {
        let ring = &rings[0];
        let middle = |i: usize| (ring[i] + ring[(i + 1) % ring.len()]) * 0.5;
        (0..ring.len()).map(|i| (middle(i).length() - radius).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn chords_keep_to_the_flatness() {
        let circle = |flatness, radius| {
            let mut outline = Outline::new(Affine::IDENTITY, flatness, 1 << 20);
            outline.ellipse(DVec2::ZERO, DVec2::splat(radius));
            outline.finish().unwrap()
        };
        let rings = circle(Flatness::Relative, 8.0);
        assert!((100..200).contains(&rings[0].len()), "{}", rings[0].len());
        assert!((1e-4..=8.0 * RELATIVE_FLATNESS).contains(&strays(&rings, 8.0)));
        assert!(rings[0].contains(&DVec2::new(0.0, -8.0)), "quarters are exact");
        let fine = circle(Flatness::Absolute(1e-6), 8.0);
        assert!((1e-7..=1e-6).contains(&strays(&fine, 8.0)), "{}", strays(&fine, 8.0));
        let mut outline = Outline::new(Affine::IDENTITY, Flatness::Absolute(1e-300), 1 << 20);
        outline.ellipse(DVec2::ZERO, DVec2::ONE);
        assert!(outline.finish().is_err());
    }

    #[test]
    fn curves_keep_to_the_flatness() {
        // Both are the parabola y = x² from -1 to 1.
        let p = |x, y| DVec2::new(x, y);
        let mut drawn = Vec::new();
        for cubic in [false, true] {
            let mut outline = Outline::new(Affine::IDENTITY, Flatness::Absolute(1e-3), 1 << 20);
            outline.move_to(p(-1.0, 1.0));
            if cubic {
                outline.cubic_to(p(-1.0 / 3.0, -1.0 / 3.0), p(1.0 / 3.0, -1.0 / 3.0), p(1.0, 1.0));
            } else {
                outline.quadratic_to(p(0.0, -1.0), p(1.0, 1.0));
            }
            drawn.push(outline.finish().unwrap().remove(0));
        }
        for ring in drawn {
            assert!(ring.iter().all(|q| (q.x * q.x - q.y).abs() < 1e-15));
            let off = ring.windows(2).map(|w| (w[0] + w[1]) * 0.5).map(|m| m.y - m.x * m.x).fold(0.0, f64::max);
            assert!((1e-4..=1e-3).contains(&off), "{off}");
        }
    }
}
