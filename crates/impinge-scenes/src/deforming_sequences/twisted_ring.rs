//! A ring that is wrung until its two sides wind about each other and meet.
//!
//! Ring and tube are drawn about a centreline, an oval of which the short axis shrinks while its ends are turned against each other: turning alone would
//! never bring a body to meet itself.

use super::{Film, Size, eased};
use crate::pipe::Station;
use crate::{SceneError, Surface};
use impinge::math::DVec3;
use std::f64::consts::{PI, TAU};

/// Half the oval's long axis, and its short one in the beginning and in the end.
const LONG: f64 = 1.0;
const SHORT: [f64; 2] = [1.0, 0.11];

/// The tube's radius.
const TUBE: f64 = 0.15;

/// What either end is turned by in the end.
const TURN: f64 = 1.5 * PI;

/// A torus, wrung from frame to frame.
#[derive(Clone, Debug)]
pub struct Twist {
    size: Size,
    /// Around the tube; along the ring there are five times as many.
    segments: u32,
}

impl Twist {
    /// A ring of the given number of triangles.
    ///
    /// # Errors
    /// A size out of range.
    pub fn new(size: Size) -> Result<Self, SceneError> {
        size.check()?;
        Ok(Self { size, segments: (f64::from(size.triangles) / 10.0).sqrt().round() as u32 })
    }
}

impl Film for Twist {
    fn frames(&self) -> usize {
        self.size.frames as usize
    }

    fn frame(&self, index: usize) -> Surface {
        let wrung = eased(self.size.moment(index));
        let (short, turn) = (SHORT[0] + (SHORT[1] - SHORT[0]) * wrung, TURN * wrung);
        let stations = 5 * self.segments;
        let mut surface = Surface::default();
        let rings: Vec<Vec<u32>> = (0..stations)
            .map(|k| station(TAU * f64::from(k) / f64::from(stations), short, turn))
            .map(|station| station.ring(&mut surface, TUBE, self.segments))
            .collect();
        for (k, ring) in rings.iter().enumerate() {
            surface.band(ring, &rings[(k + 1) % rings.len()]);
        }
        surface
    }
}

/// The centreline is `(LONG cos s, short sin s)` in a plane through the x axis, which turns with x by `turn cos s`.
fn station(s: f64, short: f64, turn: f64) -> Station {
    let ((sin, cos), angle) = (s.sin_cos(), turn * s.cos());
    let (turned_sin, turned_cos) = angle.sin_cos();
    let [across, normal] = [DVec3::new(0.0, turned_cos, turned_sin), DVec3::new(0.0, -turned_sin, turned_cos)];
    let place = DVec3::X * (LONG * cos) + across * (short * sin);
    let travel = DVec3::X * (-LONG * sin) + across * (short * cos) - normal * (short * sin * turn * sin);
    let up = normal - travel * (normal.dot(travel) / travel.length_squared());
    Station::new(place, travel, up)
}
