//! A net of particles that keep their distances: cloth by position-based dynamics.
//!
//! Müller, Heidelberger, Hennix and Ratcliff (2007), in many small steps with one round of corrections each (Macklin et al. 2019). Threads between neighbours hold
//! length and shape, weaker ones between every other particle hold against bending. Nothing holds a net back from crossing itself.

use super::spline_surface::Grid;
use impinge::math::DVec3;

/// What the earth pulls by, in units of length per second squared; units are metres.
const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// How much of its speed a particle loses in a step: it falls through air.
const DRAG: f64 = 5e-4;

/// What part of its error a thread makes up for in a step: along and across, over diagonals, and against bending.
const STIFFNESS: [f64; 3] = [1.0, 0.35, 0.03];

/// Particles, threads, and pairs of particles that are sewn together.
#[derive(Clone, Debug, Default)]
pub struct Net {
    /// Where particles are.
    pub places: Vec<DVec3>,
    before: Vec<DVec3>,
    threads: Vec<Thread>,
    /// Pairs of particles at one place.
    pub stitches: Vec<[u32; 2]>,
    /// No particle goes farther in a step: half a thread.
    farthest: f64,
    steps: usize,
}

/// Two particles that ought to be so far from each other.
#[derive(Clone, Copy, Debug)]
struct Thread {
    ends: [u32; 2],
    length: f64,
    stiffness: f64,
}

/// How a particle comes out of something.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    /// The place on the surface.
    pub onto: DVec3,
    /// How the surface moves there.
    pub speed: DVec3,
    /// What part of the difference of speeds is lost in a step.
    pub friction: f64,
}

impl Net {
    /// Adds a sheet at rest; its particles follow those that there are.
    pub fn add(&mut self, sheet: &Grid) {
        let first = self.places.len();
        let [width, height] = sheet.size;
        self.places.extend_from_slice(&sheet.places);
        self.before.extend_from_slice(&sheet.places);
        let offsets = [([1, 0], 0), ([0, 1], 0), ([1, 1], 1), ([1, -1], 1), ([2, 0], 2), ([0, 2], 2)];
        for (y, x) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (y, x))) {
            for ([dx, dy], kind) in offsets {
                let [i, j] = [x + dx, y + dy];
                if (0..width as i32).contains(&i) && (0..height as i32).contains(&j) {
                    let ends = [[x, y], [i, j]].map(|[x, y]| (first + y as usize * width + x as usize) as u32);
                    self.tie(ends, STIFFNESS[kind]);
                }
            }
        }
    }

    fn tie(&mut self, ends: [u32; 2], stiffness: f64) {
        let length = self.places[ends[0] as usize].distance(self.places[ends[1] as usize]);
        self.threads.push(Thread { ends, length, stiffness });
        let shortest = if self.farthest == 0.0 { f64::INFINITY } else { self.farthest };
        self.farthest = shortest.min(0.5 * length);
    }

    /// Lets the given number of seconds go by; `push` tells of each particle that is inside of something how it comes out.
    pub fn step(&mut self, seconds: f64, push: impl Fn(DVec3) -> Option<Push>) {
        let fall = GRAVITY * (seconds * seconds);
        for (place, before) in self.places.iter_mut().zip(&mut self.before) {
            let way = ((*place - *before) * (1.0 - DRAG) + fall).clamp_length_max(self.farthest);
            *before = *place;
            *place += way;
        }
        self.steps += 1;
        // To and fro, so that no direction is favoured.
        if self.steps.is_multiple_of(2) {
            self.threads.iter().for_each(|thread| thread.pull(&mut self.places));
        } else {
            self.threads.iter().rev().for_each(|thread| thread.pull(&mut self.places));
        }
        for [a, b] in &self.stitches {
            let [a, b] = [*a as usize, *b as usize];
            let middle = (self.places[a] + self.places[b]) * 0.5;
            (self.places[a], self.places[b]) = (middle, middle);
        }
        for (place, before) in self.places.iter_mut().zip(&mut self.before) {
            if let Some(Push { onto, speed, friction }) = push(*place) {
                *place = onto;
                *before += (onto - speed * seconds - *before) * friction;
            }
        }
    }
}

impl Thread {
    /// Brings both ends nearer to their distance.
    fn pull(&self, places: &mut [DVec3]) {
        let [a, b] = self.ends.map(|end| end as usize);
        let way = places[b] - places[a];
        let length = way.length();
        if length > 0.0 {
            let by = way * (0.5 * self.stiffness * (length - self.length) / length);
            places[a] += by;
            places[b] -= by;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Grid {
        let places = (0..49).map(|k| DVec3::new(f64::from(k % 7), f64::from(k / 7), 20.0) * 0.1).collect();
        Grid { size: [7, 7], places }
    }

    #[test]
    fn a_free_sheet_falls_as_a_stone_and_keeps_its_form() {
        let mut net = Net::default();
        net.add(&sheet());
        (0..400).for_each(|_| net.step(1e-3, |_| None));
        for (place, start) in net.places.iter().zip(&sheet().places) {
            let fallen = *start - *place;
            assert!((fallen.z - 0.5 * 9.81 * 0.16).abs() < 0.08 && fallen.truncate().length() < 1e-9, "{fallen}");
        }
    }

    #[test]
    fn a_net_that_lies_on_a_peg_hangs_without_growing_much() {
        let mut net = Net::default();
        net.add(&sheet());
        let peg = sheet().places[24];
        let hold = |p: DVec3| (p.distance(peg) < 0.05).then_some(Push { onto: peg, speed: DVec3::ZERO, friction: 1.0 });
        (0..4_000).for_each(|_| net.step(1e-3, hold));
        assert_eq!(net.places[24], peg);
        let longest = net.threads.iter().filter(|thread| thread.stiffness == 1.0).map(|thread| {
            let [a, b] = thread.ends.map(|end| net.places[end as usize]);
            a.distance(b) / thread.length
        });
        let longest = longest.fold(0.0, f64::max);
        assert!((1.0..1.1).contains(&longest), "{longest}");
        assert!(net.places.iter().all(|p| p.z < peg.z + 0.1), "it hangs");
    }
}
