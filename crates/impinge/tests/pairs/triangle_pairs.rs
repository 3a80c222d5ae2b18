//! Laws of triangle pairs, against integer arithmetic, on small lattices where every degenerate case is common.

use impinge::cost::Cost;
use impinge::math::DVec3;
use impinge::triangle_pair::{Intersection, Triangle, TriangleRelation, distance, intersection, relate, relate_brute};
use impinge_scenes::random::SplitMix64;
use std::collections::BTreeMap;

/// A triangle with corners on the lattice `1..=side`, moved a little off it now and then.
fn triangle(random: &mut SplitMix64, side: u64) -> Triangle {
    std::array::from_fn(|_| {
        let mut p = DVec3::from_array(std::array::from_fn(|_| (1 + random.next() % side) as f64));
        if random.next().is_multiple_of(16) {
            p.x = p.x.next_up();
        }
        p
    })
}

#[test]
fn relations_equal_those_of_integer_arithmetic() {
    let mut random = SplitMix64::new(1);
    let mut seen = BTreeMap::new();
    for round in 0..60_000 {
        let side = [2, 3, 4, 6][round % 4];
        let (a, b) = (triangle(&mut random, side), triangle(&mut random, side));
        let cost = &mut Cost::default();
        let relation = relate(&a, &b, cost);
        assert_eq!(relation, relate_brute(&a, &b), "{a:?} {b:?}");
        assert_eq!(relation, relate(&b, &a, cost), "{a:?} {b:?}");
        let common = intersection(&a, &b, cost);
        assert_eq!(common.is_some(), relation != TriangleRelation::Disjoint, "{a:?} {b:?}");
        *seen.entry(relation).or_insert(0) += 1;
    }
    assert!(seen.values().all(|n| *n > 3_000) && seen.len() == 3, "{seen:?}");
}

#[test]
fn generic_triangles_agree_too() {
    let mut random = SplitMix64::new(2);
    let mut crossing = 0;
    for _ in 0..20_000 {
        let mut corner = || DVec3::from_array(std::array::from_fn(|_| random.u() - 0.5));
        let a: Triangle = std::array::from_fn(|_| corner());
        let b: Triangle = std::array::from_fn(|_| corner());
        let relation = relate(&a, &b, &mut Cost::default());
        assert_eq!(relation, relate_brute(&a, &b), "{a:?} {b:?}");
        crossing += u32::from(relation == TriangleRelation::Crossing);
    }
    assert!((2_000..18_000).contains(&crossing), "{crossing}");
}

#[test]
fn scaling_by_powers_of_two_changes_no_relation() {
    let mut random = SplitMix64::new(3);
    for _ in 0..2_000 {
        let (a, b) = (triangle(&mut random, 4), triangle(&mut random, 4));
        let relation = relate(&a, &b, &mut Cost::default());
        for k in [-200, -77, 100, 200] {
            let scaled = |t: &Triangle| t.map(|p| p * 2f64.powi(k));
            assert_eq!(relate(&scaled(&a), &scaled(&b), &mut Cost::default()), relation, "{a:?} {b:?} 2^{k}");
        }
    }
}

/// Corners of an intersection lie on both triangles, and neighbours across an edge agree on them bit for bit.
#[test]
fn intersection_corners_lie_on_both_triangles() {
    let mut random = SplitMix64::new(4);
    let mut met = 0;
    for round in 0..20_000 {
        let (a, b) = (triangle(&mut random, 5), triangle(&mut random, 5));
        let Some(common) = intersection(&a, &b, &mut Cost::default()) else { continue };
        met += 1;
        for p in common.points() {
            for t in [&a, &b] {
                let point = [*p, *p, *p];
                let away = distance(t, &point).squared.sqrt();
                assert!(away < 1e-13, "{round}: {p:?} is {away:e} away from {t:?}; {a:?} {b:?}");
            }
        }
        let flipped = intersection(&b, &a, &mut Cost::default());
        assert_eq!(flipped.map(|c| c.corners().len()), Some(common.corners().len()));
    }
    assert!(met > 5_000, "{met}");
}

/// Against a dense sampling of both triangles: never farther than any two points, and the witnesses are that far apart.
#[test]
fn distances_are_least() {
    let mut random = SplitMix64::new(5);
    let mut apart = 0;
    for _ in 0..1_500 {
        let (a, b) = (triangle(&mut random, 5), triangle(&mut random, 5));
        if relate(&a, &b, &mut Cost::default()) != TriangleRelation::Disjoint {
            continue;
        }
        apart += 1;
        let found = distance(&a, &b);
        let value = found.squared.sqrt();
        let samples = |t: &Triangle| -> Vec<DVec3> {
            let steps = 12;
            (0..=steps)
                .flat_map(|i| (0..=steps - i).map(move |j| (i, j)))
                .map(|(i, j)| {
                    let (u, v) = (f64::from(i) / f64::from(steps), f64::from(j) / f64::from(steps));
                    t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v
                })
                .collect()
        };
        let (of_a, of_b) = (samples(&a), samples(&b));
        let least = of_a.iter().flat_map(|p| of_b.iter().map(move |q| p.distance(*q))).fold(f64::INFINITY, f64::min);
        assert!(value <= least * (1.0 + 1e-12), "{value} > {least}: {a:?} {b:?}");
        assert!(value >= least - 0.9, "{value} far below {least}: {a:?} {b:?}");
        let flipped = distance(&b, &a);
        assert!((flipped.squared.sqrt() - value).abs() <= 1e-14 * (1.0 + value));
    }
    assert!(apart > 500, "{apart}");
}

/// Polygons of coplanar overlaps, thin ones above all, go around once: convex but for rounding, about A's normal.
#[test]
fn common_polygons_go_around_once() {
    let mut random = SplitMix64::new(6);
    let mut polygons = 0;
    for round in 0..30_000 {
        let thin = [1.0, 2f64.powi(-20), 2f64.powi(-40)][round % 3];
        let mut corner = || DVec3::new((random.next() % 9) as f64, (random.next() % 9) as f64 * thin, 1.0);
        let (a, b): (Triangle, Triangle) = (std::array::from_fn(|_| corner()), std::array::from_fn(|_| corner()));
        let Some(Intersection::Polygon(corners)) = intersection(&a, &b, &mut Cost::default()) else { continue };
        polygons += 1;
        let n = (a[1] - a[0]).cross(a[2] - a[0]).z.signum();
        let p: Vec<DVec3> = corners.iter().map(|c| DVec3::new(c.point.x, c.point.y / thin, 0.0)).collect();
        let count = p.len();
        let mut area = 0.0;
        for i in 0..count {
            let (x, y, z) = (p[i], p[(i + 1) % count], p[(i + 2) % count]);
            assert!(n * (y - x).cross(z - y).z > -1e-12, "{round}: {corners:?} of {a:?} {b:?}");
            area += n * x.cross(y).z / 2.0;
        }
        assert!(area > 0.0, "{round}: {corners:?} of {a:?} {b:?}");
    }
    assert!(polygons > 5_000, "{polygons}");
}
