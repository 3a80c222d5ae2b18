//! Collisions of surfaces at a chosen resolution, by points sampled from them.
//!
//! Let every point of surface A be within `h_a` of one of its samples, and likewise for B. Two points `x` of A and `y` of B within `r` have samples within `r + h_a + h_b`, by the
//! triangle inequality. So surfaces without such samples are farther apart than `r`, and nothing is missed; and samples that are themselves within `r` prove that the surfaces are.
//! In between the resolution cannot tell. Nothing is asked of the surfaces: they may be open, closed, convex, concave, or cross themselves.

use super::deformable_spanner::{Spanner, SpannerError, SpannerOptions};
use super::exact_distance_order::{compare_distances, compare_with_limit};
use super::pairs_within::{MIXED, PairRule};
use super::spanner_node::{NONE, PointId};
use super::surface_sampling::SurfaceSamples;
use impinge::executor::Executor;
use impinge::math::DVec3;
use std::cmp::Ordering;

/// How near two surfaces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurfaceProximity {
    /// Two samples are within the distance asked for.
    Within,
    /// No samples are, but points of the surfaces may be: samples are within the distance and both spacings.
    Possible,
}

/// Two surfaces that are within a distance, or may be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SurfaceCollision {
    /// The surfaces, the lower index first.
    pub surfaces: [usize; 2],
    /// Whether that is sure.
    pub proximity: SurfaceProximity,
    /// Their closest samples, by place in the samples of each; of pairs equally close, the first in order.
    pub samples: [usize; 2],
    /// How far these are apart, rounded.
    pub distance: f64,
}

/// Surfaces that move and deform, as samples in one spanner.
#[derive(Clone, Debug)]
pub struct SampledSurfaces {
    spanner: Spanner,
    /// The index of the first sample of each surface, and after the last of all.
    starts: Vec<usize>,
    spacings: Vec<f64>,
}

impl SampledSurfaces {
    /// Surfaces by their samples.
    ///
    /// # Errors
    /// See [`Spanner::try_new`]; points are counted through all surfaces.
    pub fn try_new(surfaces: &[SurfaceSamples], options: &SpannerOptions) -> Result<Self, SpannerError> {
        let mut starts = vec![0];
        for surface in surfaces {
            starts.push(starts[starts.len() - 1] + surface.points.len());
        }
        let spanner = Spanner::try_new(&points(surfaces), options)?;
        Ok(Self { spanner, starts, spacings: surfaces.iter().map(|surface| surface.spacing).collect() })
    }

    /// Moves the samples of all surfaces, and sets their spacings: where a surface is stretched, that grows.
    ///
    /// # Errors
    /// Not as many samples as there were, or one that is not finite or outside the exact range.
    pub fn step(&mut self, surfaces: &[SurfaceSamples]) -> Result<super::RepairReport, SpannerError> {
        let counts = surfaces.iter().map(|surface| surface.points.len());
        let (expected, found) = (self.starts[self.starts.len() - 1], counts.clone().sum());
        if !counts.eq(self.starts.windows(2).map(|pair| pair[1] - pair[0])) {
            return Err(SpannerError::Count { expected, found });
        }
        let repair = self.spanner.step(&points(surfaces))?;
        self.spacings = surfaces.iter().map(|surface| surface.spacing).collect();
        Ok(repair)
    }

    /// The spanner of all samples, those of the first surface first.
    #[must_use]
    pub fn spanner(&self) -> &Spanner {
        &self.spanner
    }

    /// Every two surfaces of which points may be within a distance, sorted: all others are farther apart. Spacings that are not numbers or negative count as 0.
    #[must_use]
    pub fn collisions(&self, distance: f64, executor: &Executor) -> Vec<SurfaceCollision> {
        let widest = self.spacings.iter().copied().fold(0.0, f64::max);
        let pairs = self.spanner.pairs_by(room(distance, widest, widest), &self.rule(), executor);
        let place = |point: PointId| self.place(point.index());
        let mut found: Vec<[(usize, usize); 2]> = pairs.into_iter().map(|(a, b)| [place(a), place(b)]).collect();
        found.retain(|pair| self.is_possible(*pair, distance));
        found.sort_unstable_by_key(|[(a, i), (b, j)]| (*a, *b, *i, *j));
        let groups = found.chunk_by(|p, q| (p[0].0, p[1].0) == (q[0].0, q[1].0));
        groups.filter_map(|group| self.closest(group, distance)).collect()
    }

    /// Whether two samples are within a distance and both spacings.
    fn is_possible(&self, pair: [(usize, usize); 2], distance: f64) -> bool {
        let [a, b] = pair.map(|(surface, sample)| self.at(surface, sample));
        let limit = room(distance, self.spacings[pair[0].0], self.spacings[pair[1].0]);
        compare_with_limit(a, b, limit) != Ordering::Greater
    }

    /// The closest of samples of two surfaces.
    fn closest(&self, group: &[[(usize, usize); 2]], distance: f64) -> Option<SurfaceCollision> {
        let at = |pair: &[(usize, usize); 2]| pair.map(|(surface, sample)| self.at(surface, sample));
        let closest = group.iter().min_by(|p, q| compare_distances(at(p), at(q)))?;
        let [a, b] = at(closest);
        let is_within = compare_with_limit(a, b, distance) != Ordering::Greater;
        Some(SurfaceCollision {
            surfaces: closest.map(|(surface, _)| surface),
            proximity: if is_within { SurfaceProximity::Within } else { SurfaceProximity::Possible },
            samples: closest.map(|(_, sample)| sample),
            distance: a.distance(b),
        })
    }

    /// The surface and the place of a sample.
    fn place(&self, point: usize) -> (usize, usize) {
        let surface = self.starts.partition_point(|start| *start <= point) - 1;
        (surface, point - self.starts[surface])
    }

    /// Where a sample is.
    fn at(&self, surface: usize, sample: usize) -> DVec3 {
        self.spanner.tree.nodes[self.starts[surface] + sample].at
    }

    /// Pairs of different surfaces.
    fn rule(&self) -> PairRule {
        let tree = &self.spanner.tree;
        let own: Vec<u32> = (0..tree.nodes.len()).map(|point| self.place(point).0 as u32).collect();
        let mut below = own.clone();
        let mut order: Vec<u32> = (0..own.len() as u32).collect();
        order.sort_unstable_by_key(|point| tree.node(*point).level);
        for point in order {
            let parent = tree.node(point).parent;
            if parent != NONE && below[parent as usize] != below[point as usize] {
                below[parent as usize] = MIXED;
            }
        }
        PairRule::Different { own, below }
    }
}

/// A distance and two spacings, rounded up; negative if the distance is, or not a number.
fn room(distance: f64, a: f64, b: f64) -> f64 {
    if distance >= 0.0 { ((distance + a.max(0.0)).next_up() + b.max(0.0)).next_up() } else { -1.0 }
}

/// All samples in one list.
fn points(surfaces: &[SurfaceSamples]) -> Vec<DVec3> {
    surfaces.iter().flat_map(|surface| surface.points.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::spanner::sample;
    use impinge::math::predicates::Triangle;

    /// A closed ball, a concave cup, a sheet, and loose triangles.
    fn surfaces(random: &mut Random) -> Vec<Vec<Triangle>> {
        let bend = |u: f64, v: f64, shape: usize| match shape {
            0 => DVec3::new(u.cos() * v.cos(), u.sin() * v.cos(), v.sin()),
            1 => DVec3::new(u * 0.3, v * 0.3, (u * u + v * v) * 0.1),
            _ => DVec3::new(u * 0.3, v * 0.5, 0.1 * (u * 2.0).sin()),
        };
        let mut all: Vec<Vec<Triangle>> = (0..6)
            .map(|k| {
                let (shift, steps) = (random.vector() * 1.5, 6);
                let point = |i: usize, j: usize| {
                    let turn = |k: usize, full: f64| (k as f64 / steps as f64 - 0.5) * full;
                    bend(turn(i, std::f64::consts::TAU), turn(j, std::f64::consts::PI), k % 3) * 0.6 + shift
                };
                let cells = (0..steps).flat_map(|i| (0..steps).map(move |j| (i, j)));
                let quads = cells.map(|(i, j)| [point(i, j), point(i + 1, j), point(i, j + 1), point(i + 1, j + 1)]);
                quads.flat_map(|[a, b, c, d]| [[a, b, c], [b, d, c]]).collect()
            })
            .collect();
        all.push((0..6).map(|_| [0, 1, 2].map(|_| random.vector() * 2.0)).collect());
        all
    }

    /// A point of a surface.
    fn point_of(surface: &[Triangle], random: &mut Random) -> DVec3 {
        let [a, b, c] = surface[random.below(surface.len())];
        let (u, v) = (random.number().abs(), random.number().abs());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        a + (b - a) * u + (c - a) * v
    }

    /// The same from every sample to every other.
    fn brute(samples: &[SurfaceSamples], distance: f64) -> Vec<SurfaceCollision> {
        let mut found = Vec::new();
        for a in 0..samples.len() {
            for b in a + 1..samples.len() {
                let (first, second) = (&samples[a], &samples[b]);
                let counts = (0..first.points.len()).flat_map(|i| (0..second.points.len()).map(move |j| [i, j]));
                let at = |pair: &[usize; 2]| [first.points[pair[0]], second.points[pair[1]]];
                let Some(closest) = counts.min_by(|p, q| compare_distances(at(p), at(q))) else { continue };
                let [p, q] = at(&closest);
                let is_within = compare_with_limit(p, q, distance).is_le();
                if is_within || compare_with_limit(p, q, room(distance, first.spacing, second.spacing)).is_le() {
                    let proximity = if is_within { SurfaceProximity::Within } else { SurfaceProximity::Possible };
                    found.push(SurfaceCollision {
                        surfaces: [a, b],
                        proximity,
                        samples: closest,
                        distance: p.distance(q),
                    });
                }
            }
        }
        found
    }

    #[test]
    fn no_surfaces_within_a_distance_are_missed_while_they_move() {
        let random = &mut Random(9);
        let shapes = surfaces(random);
        let taken: Vec<SurfaceSamples> = shapes.iter().map(|s| sample(s.iter().copied(), 0.2).unwrap()).collect();
        let mut moving = SampledSurfaces::try_new(&taken, &SpannerOptions::default()).unwrap();
        let threads = Executor::try_new(2).unwrap();
        let (mut within, mut possible, mut apart, mut near) = (0, 0, 0, 0);
        for time in 0..6 {
            let shift = |k: usize| DVec3::new(0.1, -0.05, 0.02) * ((time * (k % 3)) as f64);
            let moved = |(k, s): (usize, &SurfaceSamples)| SurfaceSamples {
                points: s.points.iter().map(|p| *p + shift(k)).collect(),
                spacing: s.spacing + 1e-12, // shifts are rounded
            };
            let now: Vec<SurfaceSamples> = taken.iter().enumerate().map(moved).collect();
            moving.step(&now).unwrap();
            moving.spanner().check();
            for distance in [0.0, 0.05, 0.3] {
                let found = moving.collisions(distance, &threads);
                assert!(found == brute(&now, distance));
                assert!(found == moving.collisions(distance, &Executor::serial()));
                within += found.iter().filter(|c| c.proximity == SurfaceProximity::Within).count();
                possible += found.iter().filter(|c| c.proximity == SurfaceProximity::Possible).count();
                apart += 21 - found.len();
                for _ in 0..10_000 {
                    let (a, b) = (random.below(7), random.below(7));
                    let [p, q] = [a, b].map(|k| point_of(&shapes[k], random) + shift(k));
                    if a < b && p.distance(q) <= distance {
                        near += 1;
                        assert!(found.iter().any(|c| c.surfaces == [a, b]), "{a} and {b} at {time}");
                    }
                }
            }
        }
        assert!(within > 20 && possible > 20 && apart > 100 && near > 40, "{within} {possible} {apart} {near}");
        assert!(moving.step(&taken[1..]).is_err() && moving.collisions(f64::NAN, &Executor::serial()).is_empty());
    }
}
