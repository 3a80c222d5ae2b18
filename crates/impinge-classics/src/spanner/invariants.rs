//! What holds after every step, looked at from every point to every other.

use super::centre_hierarchy::ROUNDING;
use super::deformable_spanner::Spanner;
use super::resolution_level::{self as level, SKIN};
use super::spanner_node::NONE;

impl Spanner {
    /// Covering, packing, edges and bookkeeping; slow.
    pub(crate) fn check(&self) {
        let present: Vec<u32> = (0..self.tree.nodes.len() as u32).filter(|p| self.tree.node(*p).is_present).collect();
        assert_eq!(present.len(), self.len());
        assert!(self.queue.is_empty() && (self.tree.root == NONE) == present.is_empty());
        for point in &present {
            self.check_covering(*point);
            for other in &present {
                if point < other {
                    self.check_pair(*point, *other);
                }
            }
        }
        let below: usize = present.iter().map(|point| self.tree.node(*point).children.len()).sum();
        assert_eq!(below, present.len().saturating_sub(1));
    }

    fn check_covering(&self, point: u32) {
        let node = self.tree.node(point);
        assert!(!node.is_queued && !self.is_loose(point));
        let levels: Vec<i32> = node.children.iter().map(|child| self.tree.node(*child).level).collect();
        assert!(levels.is_sorted_by(|a, b| a >= b) && levels.iter().all(|level| *level < node.level));
        assert!(node.children.iter().all(|child| self.tree.node(*child).parent == point));
        assert_eq!(node.parent == NONE, point == self.tree.root);
        if node.parent != NONE {
            assert!(!self.tree.is_astray(point));
            assert!(self.tree.node(node.parent).children.contains(&point));
            assert!(!node.is_twin() || self.tree.distance(point, node.parent) == 0.0);
        }
    }

    fn check_pair(&self, a: u32, b: u32) {
        let (node_a, node_b) = (self.tree.node(a), self.tree.node(b));
        let has_edge = node_a.edges.contains(&b);
        assert_eq!(has_edge, node_b.edges.contains(&a));
        if node_a.is_twin() || node_b.is_twin() {
            assert!(!has_edge, "twins have no edges");
            return;
        }
        let distance = self.tree.distance(a, b) / level::length(node_a.level.min(node_b.level));
        assert!(distance >= (1.0 - SKIN) / ROUNDING, "{a} and {b} are {distance} lengths apart");
        assert!(has_edge || distance > self.reach, "{a} and {b}, {distance} lengths apart, have no edge");
        assert!(!has_edge || distance <= (self.reach + 2.0 * SKIN) * ROUNDING, "an edge of {distance} lengths");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::spanner::exact_distance_order::{compare_distances, compare_with_limit};
    use crate::spanner::{PointId, RepairReport, SpannerOptions};
    use impinge::executor::Executor;
    use impinge::math::DVec3;
    use std::cmp::Ordering;

    /// Points of many kinds, by name.
    fn scenes(count: usize, random: &mut Random) -> Vec<(&'static str, Vec<DVec3>)> {
        let mut make = |place: &mut dyn FnMut(usize, &mut Random) -> DVec3| {
            (0..count).map(|k| place(k, random)).collect::<Vec<DVec3>>()
        };
        let uniform = make(&mut |_, random| random.vector());
        let scaled = |scale: f64| uniform.iter().map(|p| *p * scale).collect();
        vec![
            ("clustered", make(&mut |k, random| DVec3::splat((k % 5) as f64) + random.vector() * 1e-3)),
            ("collinear", make(&mut |k, _| DVec3::new(1.0, 2.0, -1.0) * (k * k % 97) as f64)),
            ("duplicate", make(&mut |_, random| (random.vector() * 2.0).round())),
            ("lattice", make(&mut |k, _| DVec3::new((k % 7) as f64, (k / 7 % 7) as f64, (k / 49) as f64))),
            ("sphere", make(&mut |_, random| random.vector().normalize_or_zero())),
            ("scales", make(&mut |k, random| random.vector() * 2f64.powi(-((k % 60) as i32)))),
            ("one place", vec![DVec3::ONE; count]),
            ("huge", scaled(2f64.powi(299))),
            ("tiny", scaled(2f64.powi(-240))),
            ("far", uniform.iter().map(|p| DVec3::splat(1e9) + *p).collect()),
            ("uniform", uniform),
        ]
    }

    /// All pairs within a distance, from every point to every other.
    fn brute_pairs(points: &[DVec3], limit: f64) -> Vec<(PointId, PointId)> {
        let mut pairs = Vec::new();
        for (a, p) in (0..).zip(points) {
            let near =
                (0..).zip(points).skip(a as usize + 1).filter(|(_, q)| compare_with_limit(*p, **q, limit).is_le());
            pairs.extend(near.map(|(b, _)| (PointId(a), PointId(b))));
        }
        pairs
    }

    /// The first closest pair, from every point to every other.
    fn brute_nearest(points: &[DVec3]) -> [PointId; 2] {
        let mut best = [0, 1];
        for a in 0..points.len() {
            for b in a + 1..points.len() {
                if compare_distances([points[a], points[b]], [points[best[0]], points[best[1]]]) == Ordering::Less {
                    best = [a, b];
                }
            }
        }
        best.map(|k| PointId(k as u32))
    }

    /// Every answer against brute force; how many pairs there were.
    fn compare_answers(spanner: &Spanner, points: &[DVec3], random: &mut Random) -> usize {
        assert_eq!(spanner.nearest_pair().unwrap().points, brute_nearest(points));
        let size = points.iter().map(|p| p.distance(points[0])).fold(0.0, f64::max);
        let mut found = 0;
        let tie = points[1].distance(points[2]);
        for limit in
            [0.0, size * 1e-4, size * 0.03, size * 0.2, size * 2.0, tie, tie.next_down().max(0.0), f64::INFINITY]
        {
            let pairs = spanner.pairs_within(limit, &Executor::serial());
            assert!(pairs == brute_pairs(points, limit), "within {limit}");
            found += pairs.len();
        }
        for _ in 0..20 {
            let k = random.below(points.len());
            let to = points[k] + random.vector() * size * 0.1;
            if spanner.nearest(to).is_err() {
                continue; // outside the exact range
            }
            let first = |except: usize, to: DVec3| {
                let others = (0..points.len()).filter(|k| *k != except);
                others.min_by(|a, b| compare_distances([points[*a], to], [points[*b], to])).unwrap()
            };
            assert_eq!(spanner.nearest(to).unwrap().unwrap().point.index(), first(usize::MAX, to));
            let other = spanner.nearest_to_point(PointId(k as u32)).unwrap().unwrap();
            assert_eq!(other.point.index(), first(k, points[k]));
            let rough = spanner.nearest_by_factor(to, 2.0).unwrap().unwrap();
            let nearest = points[first(usize::MAX, to)].distance(to);
            assert!(rough.distance <= 2.0 * nearest * (1.0 + 1e-9) && rough.lower <= nearest * (1.0 + 1e-9));
        }
        found
    }

    #[test]
    fn answers_are_those_of_brute_force_wherever_points_lie() {
        let random = &mut Random(1);
        let mut found = 0;
        for (name, points) in scenes(150, random) {
            let spanner = Spanner::try_new(&points, &SpannerOptions::default()).unwrap();
            spanner.check();
            assert_eq!(spanner.len(), 150, "{name}");
            found += compare_answers(&spanner, &points, random);
        }
        assert!(found > 100_000, "{found} pairs were compared");
    }

    /// Where points go in a step, by name.
    fn step(motion: &str, time: usize, points: &mut [DVec3], size: f64, random: &mut Random) {
        for (k, p) in points.iter_mut().enumerate() {
            let go = match motion {
                "creeps" => random.vector() * 1e-3 * size,
                "runs" => random.vector() * 0.05 * size,
                "leaps" if k % 40 == time => random.vector() * size,
                "shifts" => DVec3::new(0.01, 0.003, -0.02) * size,
                "shears" => DVec3::X * p.y * 0.05,
                "collapses" if time > 1 => -*p * 0.5,
                "falls into one" if time > 0 && k % 3 == 0 => -*p,
                _ => DVec3::ZERO,
            };
            *p += go;
        }
    }

    #[test]
    fn motion_keeps_all_invariants_and_answers() {
        let random = &mut Random(2);
        let mut sum = RepairReport::default();
        let (mut rebuilt, mut steps) = (0, 0);
        for motion in ["rests", "creeps", "runs", "leaps", "shifts", "shears", "collapses", "falls into one"] {
            for (name, mut points) in scenes(120, random) {
                if ["tiny", "huge"].contains(&name) && ["collapses", "runs", "leaps"].contains(&motion) {
                    continue; // they leave the exact range
                }
                let mut spanner =
                    Spanner::try_new(&points, &SpannerOptions { reach: 4.5 + random.below(3) as f64 }).unwrap();
                let size = points.iter().map(|p| p.distance(points[0])).fold(0.0, f64::max);
                for time in 0..6 {
                    step(motion, time, &mut points, size, random);
                    let Ok(repair) = spanner.step(&points) else { continue };
                    spanner.check();
                    if time % 3 == 2 {
                        compare_answers(&spanner, &points, random);
                    }
                    assert!(motion != "rests" || repair == RepairReport::default());
                    steps += 1;
                    sum.strayed += repair.strayed;
                    sum.demoted += repair.demoted;
                    sum.adopted += repair.adopted;
                    rebuilt += usize::from(repair.rebuilt.is_some());
                }
            }
        }
        assert!(sum.strayed > 1_000 && sum.demoted > 300 && sum.adopted > 100, "{sum:?}");
        assert!(rebuilt > 5 && rebuilt * 4 < steps, "{rebuilt} of {steps} steps");
    }

    /// Small motions of many points, one by one, far more often than a leash lasts.
    #[test]
    fn leashes_hold_over_hundreds_of_small_steps() {
        let random = &mut Random(6);
        for (_, mut points) in scenes(80, random) {
            let size = points.iter().map(|p| p.distance(points[0])).fold(0.0, f64::max);
            let mut spanner = Spanner::try_new(&points, &SpannerOptions::default()).unwrap();
            let mut velocities: Vec<DVec3> = points.iter().map(|_| random.vector() * size * 2e-3).collect();
            for _ in 0..150 {
                points.iter_mut().zip(&velocities).for_each(|(p, velocity)| *p += *velocity);
                // A third goes to and fro, so that points come back to where they were searched for.
                velocities.iter_mut().step_by(3).for_each(|v| *v *= if random.below(4) == 0 { -1.0 } else { 1.0 });
                if spanner.step(&points).is_ok() {
                    spanner.check();
                }
            }
        }
    }

    #[test]
    fn points_come_go_and_move_alone() {
        let random = &mut Random(3);
        for (name, points) in scenes(60, random) {
            let mut spanner = Spanner::try_new(&points[..30], &SpannerOptions::default()).unwrap();
            let mut now: Vec<Option<DVec3>> = points[..30].iter().copied().map(Some).collect();
            for turn in 0..150 {
                let k = random.below(now.len());
                match (turn % 3, now[k]) {
                    (0, _) => {
                        let at = points[random.below(60)];
                        let id = spanner.insert(at).unwrap().index();
                        now.resize(now.len().max(id + 1), None);
                        assert!(now[id].replace(at).is_none(), "{name}");
                    }
                    (1, Some(_)) => {
                        now[k] = None;
                        spanner.remove(PointId(k as u32)).unwrap();
                    }
                    (_, Some(_)) => {
                        now[k] = Some(points[random.below(60)]);
                        spanner.move_points(&[(PointId(k as u32), now[k].unwrap())]).unwrap();
                    }
                    _ => assert!(spanner.remove(PointId(k as u32)).is_err()),
                }
                spanner.check();
                assert_eq!(spanner.len(), now.iter().flatten().count());
            }
            while let Some(k) = now.iter().position(Option::is_some) {
                spanner.remove(PointId(k as u32)).unwrap();
                now[k] = None;
                spanner.check();
            }
            assert!(spanner.is_empty() && spanner.nearest_pair().is_none());
            assert!(spanner.nearest(DVec3::ZERO).unwrap().is_none());
            spanner.insert(points[0]).unwrap();
            spanner.check();
        }
    }

    #[test]
    fn paths_are_hardly_longer_than_straight_ways() {
        let random = &mut Random(4);
        let mut longest = 1.0_f64;
        for reach in [4.5, 8.0, 20.0] {
            for (_, points) in scenes(150, random) {
                let spanner = Spanner::try_new(&points, &SpannerOptions { reach }).unwrap();
                for _ in 0..200 {
                    let [a, b] = [0, 0].map(|_| random.below(150));
                    let path = spanner.path(PointId(a as u32), PointId(b as u32)).unwrap();
                    let ends = [path.points[0], path.points[path.points.len() - 1]].map(PointId::index);
                    assert_eq!(ends, [a, b]);
                    let straight = points[a].distance(points[b]);
                    assert!(path.length <= straight * spanner.stretch() * (1.0 + 1e-9));
                    assert!(path.length >= straight * (1.0 - 1e-9));
                    longest = if straight > 0.0 { longest.max(path.length / straight) } else { longest };
                }
            }
        }
        assert!(longest > 1.5, "some ways go round: {longest}");
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        use crate::spanner::SpannerError;
        let points = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let mut spanner = Spanner::try_new(&points, &SpannerOptions::default()).unwrap();
        let bad = [DVec3::ZERO, DVec3::NAN, DVec3::Y];
        assert!(matches!(spanner.step(&bad), Err(SpannerError::Point { index: 1, .. })));
        assert_eq!(spanner.step(&points[..2]), Err(SpannerError::Count { expected: 3, found: 2 }));
        assert!(spanner.insert(DVec3::INFINITY).is_err() && spanner.nearest(DVec3::NAN).is_err());
        assert_eq!(spanner.remove(PointId(7)), Err(SpannerError::Unknown(PointId(7))));
        assert!(spanner.move_points(&[(PointId(0), DVec3::Z), (PointId(1), DVec3::NAN)]).is_err());
        assert!(Spanner::try_new(&points, &SpannerOptions { reach: 4.0 }).is_err());
        assert!(Spanner::try_new(&points, &SpannerOptions { reach: f64::NAN }).is_err());
        assert!(spanner.pairs_within(f64::NAN, &Executor::serial()).is_empty());
        assert!(spanner.pairs_within(-1.0, &Executor::serial()).is_empty());
        assert_eq!(spanner.position(PointId(0)), Some(DVec3::ZERO));
        spanner.check();
        let empty = Spanner::try_new(&[], &SpannerOptions::default()).unwrap();
        empty.check();
        assert!(
            empty.pairs_within(1.0, &Executor::serial()).is_empty() && empty.path(PointId(0), PointId(0)).is_none()
        );
    }
}
