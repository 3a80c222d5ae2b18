//! A bar with round ends that is bent until its halves meet.

use super::{Film, Size, eased};
use crate::pipe::Station;
use crate::{SceneError, Surface};
use impinge::math::DVec3;
use std::f64::consts::{FRAC_PI_2, PI};

/// Half the length of the centreline, without the round ends.
const HALF: f64 = 1.6;

/// The bar's radius.
const RADIUS: f64 = 0.25;

/// Where the bar is bent, which is not quite its middle: halves that mirror each other would meet in a plane.
const KNEE: f64 = 0.13;

/// The bar is bent between this far before there and this far behind: so little that its inner side is crushed.
const BENT: f64 = 0.5;

/// What it is bent by in the end: more than a half turn, so that halves pass through each other.
const TURN: f64 = 1.16 * PI;

/// A capsule, bent from frame to frame.
#[derive(Clone, Debug)]
pub struct Fold {
    size: Size,
    /// Around the bar.
    segments: u32,
}

impl Fold {
    /// A bar of the given number of triangles.
    ///
    /// # Errors
    /// A size out of range.
    pub fn new(size: Size) -> Result<Self, SceneError> {
        size.check()?;
        // Segments around, and as wide along: stations for the straight part, and half as many as segments for both ends.
        let stations_a_segment = HALF / (PI * RADIUS) + 0.5;
        Ok(Self { size, segments: (f64::from(size.triangles) / (2.0 * stations_a_segment)).sqrt().round() as u32 })
    }

    /// Places along the centreline where there are rings, and radii, but for the tips.
    fn stations(&self) -> Vec<[f64; 2]> {
        let cap = (self.segments / 4).max(2);
        let straight = (f64::from(self.segments) * HALF / (PI * RADIUS)).round();
        let end = |k: u32| {
            let (sin, cos) = (FRAC_PI_2 * f64::from(k) / f64::from(cap)).sin_cos();
            [HALF + RADIUS * sin, RADIUS * cos]
        };
        let before = (1..cap).rev().map(end).map(|[s, radius]| [-s, radius]);
        let middle = (0..=straight as u32).map(|k| [HALF * (2.0 * f64::from(k) / straight - 1.0), RADIUS]);
        before.chain(middle).chain((1..cap).map(end)).collect()
    }
}

impl Film for Fold {
    fn frames(&self) -> usize {
        self.size.frames as usize
    }

    fn frame(&self, index: usize) -> Surface {
        let bend = Bend { turn: TURN * eased(self.size.moment(index)) };
        let mut surface = Surface::default();
        let rings: Vec<Vec<u32>> = self
            .stations()
            .into_iter()
            .map(|[s, radius]| {
                let (place, travel) = bend.at(s);
                Station::new(place, travel, DVec3::Y).ring(&mut surface, radius, self.segments)
            })
            .collect();
        rings.windows(2).for_each(|two| surface.band(&two[0], &two[1]));
        let tips = [-1.0, 1.0].map(|side| surface.vertex(bend.at(side * (HALF + RADIUS)).0));
        if let [first, .., last] = &rings[..] {
            let seen_from_start: Vec<u32> = first.iter().rev().copied().collect();
            surface.fan(tips[0], &seen_from_start);
            surface.fan(tips[1], last);
        }
        surface
    }
}

/// A centreline in the plane of x and z, bent by so much.
struct Bend {
    turn: f64,
}

impl Bend {
    /// Where the centreline is at a length from the middle of the bar, and where it goes; the knee stays in its place.
    fn at(&self, s: f64) -> (DVec3, DVec3) {
        /// Parts of the bent length that are summed up by the rule of the middle.
        const PARTS: u32 = 48;
        let travel = |s: f64| {
            let (sin, cos) = (self.turn * (eased(0.5 + 0.5 * s / BENT) - 0.5)).sin_cos();
            DVec3::new(cos, 0.0, sin)
        };
        let s = s - KNEE;
        let bent = s.clamp(-BENT, BENT);
        let step = bent / f64::from(PARTS);
        let along = (0..PARTS).map(|k| travel((f64::from(k) + 0.5) * step) * step).sum::<DVec3>();
        (along + travel(s) * (s - bent), travel(s))
    }
}
