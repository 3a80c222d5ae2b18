//! The kinds of polygons on which Jiménez, Segura and Feito (2004, figure 11) measure: convex, starred, contour, irregular, holed.
//!
//! All are simple, about the origin, with exactly as many vertices as asked for and the farthest of them at distance 1. Their figures are
//! not published; what stands here follows the names.

use crate::SceneError;
use crate::error::require;
use crate::polygon::Polygon;
use crate::random::SplitMix64;
use impinge::math::DVec2;
use std::f64::consts::TAU;

/// The fewest vertices of an outline: a holed one takes four for each ring.
pub const FEWEST_VERTICES: usize = 8;

/// A kind of outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outline {
    /// Vertices on an ellipse.
    Convex,
    /// Spikes: vertices in turn near and far.
    Starred,
    /// A coast: radii that wander.
    Contour,
    /// A winding band, far from a star about any point.
    Irregular,
    /// A contour with a hole of the same make.
    Holed,
}

impl Outline {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Convex, Self::Starred, Self::Contour, Self::Irregular, Self::Holed];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Convex => "convex",
            Self::Starred => "starred",
            Self::Contour => "contour",
            Self::Irregular => "irregular",
            Self::Holed => "holed",
        }
    }

    /// A polygon of this kind.
    ///
    /// # Errors
    /// Fewer vertices than [`FEWEST_VERTICES`].
    pub fn polygon(self, vertices: usize, seed: u64) -> Result<Polygon, SceneError> {
        require(vertices >= FEWEST_VERTICES, "an outline needs at least eight vertices")?;
        let random = &mut SplitMix64::new(seed ^ (self as u64 + 1) << 32 ^ vertices as u64);
        let polygon = match self {
            Self::Convex => Polygon::new(ellipse(vertices, random)),
            Self::Starred => Polygon::new(star(vertices, random)),
            Self::Contour => Polygon::new(coast(vertices, random)),
            Self::Irregular => Polygon::new(band(vertices, random)),
            Self::Holed => {
                let hole = coast(vertices / 2, random).into_iter().map(|p| p * 0.4).collect();
                Polygon::new(coast(vertices - vertices / 2, random)).with_hole(hole)
            }
        };
        Ok(scaled(polygon))
    }
}

/// Vertices at rising angles, none a quarter of a step from where even ones would be.
fn angles(count: usize, random: &mut SplitMix64) -> Vec<f64> {
    (0..count).map(|k| TAU * (k as f64 + random.between(-0.25, 0.25)) / count as f64).collect()
}

fn ellipse(count: usize, random: &mut SplitMix64) -> Vec<DVec2> {
    let axes = DVec2::new(1.0, random.between(0.6, 1.0));
    angles(count, random).into_iter().map(|angle| DVec2::from_angle(angle) * axes).collect()
}

fn star(count: usize, random: &mut SplitMix64) -> Vec<DVec2> {
    let mut radius = |k: usize| if k.is_multiple_of(2) { random.between(0.8, 1.0) } else { random.between(0.4, 0.55) };
    let radii: Vec<f64> = (0..count).map(&mut radius).collect();
    angles(count, random).into_iter().zip(radii).map(|(angle, r)| DVec2::from_angle(angle) * r).collect()
}

/// Radii from 0.6 to 1: a few slow waves, and roughness that shrinks with the number of vertices.
fn coast(count: usize, random: &mut SplitMix64) -> Vec<DVec2> {
    let waves: Vec<[f64; 3]> =
        (1..=7).map(|k| [f64::from(k), random.between(0.3, 1.0) / f64::from(k), random.between(0.0, TAU)]).collect();
    let most: f64 = waves.iter().map(|wave| wave[1]).sum();
    let rough = 0.8 / count as f64;
    let turns = angles(count, random);
    let mut radius = |angle: f64| {
        let slow: f64 = waves.iter().map(|[k, height, phase]| height * (k * angle + phase).sin()).sum();
        0.8 + 0.17 * slow / most + rough.min(0.03) * random.between(-1.0, 1.0)
    };
    turns.into_iter().map(|angle| DVec2::from_angle(angle) * radius(angle)).collect()
}

/// The band around an arm of a spiral: out along one side, back along the other, both jagged; the fewer vertices, the shorter, so that
/// chords do not leave it.
fn band(count: usize, random: &mut SplitMix64) -> Vec<DVec2> {
    let out = count / 2;
    let turns = random.between(1.1, 1.4).min(0.12 * (out - 1) as f64);
    let jag = (0.5 / count as f64).min(0.03);
    let mut side = |k: usize, of: usize, shift: f64| {
        let part = k as f64 / (of - 1) as f64;
        let radius = 0.35 + 0.55 * part + shift + random.between(-jag, jag);
        DVec2::from_angle(TAU * turns * part) * radius
    };
    let mut ring: Vec<DVec2> = (0..out).map(|k| side(k, out, 0.1)).collect();
    ring.extend((0..count - out).rev().map(|k| side(k, count - out, -0.1)));
    ring
}

/// The same with the farthest vertex at distance 1.
fn scaled(polygon: Polygon) -> Polygon {
    let farthest = polygon.outline.iter().map(|p| p.length()).fold(0.0, f64::max);
    let scale = |ring: Vec<DVec2>| ring.into_iter().map(|p| p / farthest).collect::<Vec<_>>();
    Polygon { outline: scale(polygon.outline), holes: polygon.holes.into_iter().map(scale).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_simple_and_as_large_as_asked_for() {
        for kind in Outline::ALL {
            for vertices in [8, 9, 16, 33, 128, 1024] {
                for seed in 0..6 {
                    let outline = kind.polygon(vertices, seed).unwrap();
                    assert_eq!(outline, kind.polygon(vertices, seed).unwrap());
                    let rings = std::iter::once(outline.outline).chain(outline.holes).collect();
                    let polygon = impinge_planar::Polygon::try_new(rings).unwrap();
                    let problems = polygon.validity();
                    assert!(problems.is_empty(), "{kind:?} of {vertices}, seed {seed}: {problems:?}");
                    assert_eq!(polygon.vertices().len(), vertices);
                    assert!(polygon.area() > 0.2, "{kind:?} of {vertices}: {}", polygon.area());
                    assert_eq!(polygon.ring_count(), if kind == Outline::Holed { 2 } else { 1 });
                }
            }
        }
        assert!(Outline::Convex.polygon(7, 0).is_err());
    }
}
