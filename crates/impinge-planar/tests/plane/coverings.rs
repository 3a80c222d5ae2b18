//! Coverings against the tree and brute force: points, segments, moving points, moving polygons; random and degenerate.

use crate::planar_oracle::random::Random;
use impinge::collect::All;
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::simd::{Instructions, limited};
use impinge::pair::{Contacts, Location, Relation};
use impinge_planar::{EdgeId, Method, MovingPoint, MovingPolygon, Polygon, Pose2, Request};
use impinge_scenes::Outline;

fn polygon(rings: Vec<Vec<DVec2>>) -> Polygon {
    Polygon::try_new(rings).unwrap()
}

fn outline(kind: Outline, vertices: usize, seed: u64) -> Polygon {
    let outline = kind.polygon(vertices, seed).unwrap();
    polygon(std::iter::once(outline.outline).chain(outline.holes).collect())
}

fn grid_point(random: &mut Random, size: u64) -> DVec2 {
    DVec2::new(random.below(size) as f64, random.below(size) as f64)
}

/// Rings on a small grid: crossing, touching, flat, segments, points.
fn grid_polygon(random: &mut Random, size: u64) -> Polygon {
    let ring = |random: &mut Random| {
        let n = [1, 2, 3, 3, 4, 4, 5, 6, 9][random.below(9) as usize];
        (0..n).map(|_| grid_point(random, size)).collect()
    };
    polygon((0..1 + random.below(3)).map(|_| ring(random)).collect())
}

fn bits(locations: &[usize; 3]) -> bool {
    locations.iter().all(|n| *n > 200)
}

#[test]
fn points_are_where_rays_say() {
    let mut random = Random(11);
    let mut counts = [0; 3];
    // On the grid: vertices, edges, spokes and centres are hit all the time.
    for round in 0..3000 {
        let polygon = grid_polygon(&mut random, 6);
        let covering = polygon.covering();
        let mut points: Vec<DVec2> = (0..8).map(|_| grid_point(&mut random, 13) * 0.5).collect();
        points.push(covering.centre());
        points.extend(covering.triangles().map(|[s, t, _]| (s + t) * 0.5).take(3));
        for p in points {
            let expected = impinge_planar::locate(&polygon, p);
            assert_eq!(covering.locate(p), expected, "round {round}: {polygon:?} {p}");
            counts[expected.unwrap() as usize] += 1;
        }
    }
    for kind in Outline::ALL {
        for vertices in [8, 19, 64, 300] {
            let polygon = outline(kind, vertices, 3);
            for _ in 0..200 {
                let p = DVec2::new(random.share(), random.share()) * 2.0 - 1.0;
                assert_eq!(
                    polygon.covering().locate(p),
                    impinge_planar::locate(&polygon, p),
                    "{kind:?} {vertices} {p}"
                );
            }
            polygon.vertices().iter().for_each(|v| assert_eq!(polygon.covering().locate(*v), Some(Location::Surface)));
        }
    }
    assert!(bits(&counts), "{counts:?}");
    assert_eq!(grid_polygon(&mut random, 6).covering().locate(DVec2::new(f64::NAN, 0.0)), None);
    assert_eq!(grid_polygon(&mut random, 6).covering().locate(DVec2::new(1e-160, 0.0)), None);
}

#[test]
fn extreme_coordinates_are_no_exception() {
    let mut random = Random(12);
    for scale in [1e-147, 1e-80, 1e80, 1e149] {
        // No coordinate below the exact range.
        let at = |p: DVec2| DVec2::from_array(p.to_array().map(|x| if x.abs() < 1e-3 { 0.0 } else { x * scale }));
        let mut inside = 0;
        for _ in 0..200 {
            let polygon = polygon(vec![random.star(12).into_iter().map(at).collect()]);
            let p = at(DVec2::new(random.share() - 0.5, random.share() - 0.5) * 2.0);
            let expected = impinge_planar::locate(&polygon, p);
            assert_eq!(polygon.covering().locate(p), expected, "{scale:e}");
            inside += usize::from(expected == Some(Location::Inside));
            let mut moving = MovingPolygon::new(&polygon, &polygon).with_method(Method::Covering);
            let pose = Pose2::from_angle(random.share(), p * 1.5).unwrap();
            let expected = impinge_planar::relate(&polygon, &polygon, &pose, &Request::default()).relation;
            assert_eq!(moving.relate(&pose), expected, "{scale:e} {pose:?}");
        }
        assert!((30..170).contains(&inside), "{scale:e}: {inside}");
    }
}

#[test]
fn segments_meet_by_signs() {
    let mut random = Random(13);
    let mut met = 0;
    for _ in 0..20_000 {
        let [s, p, t, u] = [(); 4].map(|()| grid_point(&mut random, 5));
        let [one, other] = [[s, p], [t, u]].map(|ends| polygon(vec![ends.to_vec()]));
        let expected = impinge_planar::intersects(&one, &other, &Pose2::IDENTITY);
        assert_eq!(
            impinge_planar::segments_intersect([s, p], [t, u], &mut Cost::default()),
            expected,
            "{s} {p} {t} {u}"
        );
        met += usize::from(expected);
        let signs = impinge_planar::barycentric_signs([s, t, u], p, &mut Cost::default());
        if let Some(signs) = signs {
            let holds = signs.iter().all(|sign| *sign >= 0);
            let triangle = polygon(vec![vec![s, t, u]]);
            assert_eq!(holds, impinge_planar::locate(&triangle, p) != Some(Location::Outside));
        }
    }
    assert!((5_000..15_000).contains(&met), "{met}");
}

#[test]
fn moving_points_say_what_fresh_ones_say() {
    let mut random = Random(14);
    let (mut counts, mut unchanged, mut carried) = ([0; 3], 0, 0);
    for round in 0..400 {
        let (polygon, step) = match round % 4 {
            0 => (grid_polygon(&mut random, 6), 0.5),
            1 => (grid_polygon(&mut random, 6), 0.031),
            2 => (outline(Outline::ALL[round / 4 % 5], 8 + round % 60, round as u64), 0.01),
            _ => (outline(Outline::ALL[round / 4 % 5], 8 + round % 200, round as u64), 0.3),
        };
        let mut moving = MovingPoint::new(polygon.covering());
        let bounds = polygon.bounds();
        let mut p = if round % 2 == 0 { polygon.covering().centre() } else { bounds.min };
        if round % 4 == 0 {
            p = p.round();
        }
        for _ in 0..100 {
            let expected = impinge_planar::locate(&polygon, p);
            assert_eq!(moving.locate(p), expected, "round {round}: {polygon:?} {p}");
            counts[expected.unwrap() as usize] += 1;
            let toward = if bounds.contains(p) { DVec2::ZERO } else { (bounds.centre() - p).signum() };
            let way = DVec2::new(random.below(3) as f64 - 1.0, random.below(3) as f64 - 1.0) + toward;
            p += way * step;
            p = DVec2::new(if p.x.abs() < 1e-100 { 0.0 } else { p.x }, if p.y.abs() < 1e-100 { 0.0 } else { p.y });
        }
        let history = moving.history();
        assert_eq!(history.steps, 100);
        unchanged += history.unchanged;
        carried += history.steps - history.unchanged - history.whole;
    }
    assert!(bits(&counts) && unchanged > 2_000 && carried > 2_000, "{counts:?} {unchanged} {carried}");
}

#[test]
fn influence_areas_hold_all_that_is_near() {
    let mut random = Random(15);
    let (mut near, mut held, mut left_out, mut inner) = (0, 0, 0, 0);
    for round in 0..600 {
        let polygon = if round % 2 == 0 {
            outline(Outline::ALL[round % 5], 16, round as u64)
        } else {
            grid_polygon(&mut random, 5)
        };
        let influence = polygon.covering().influence();
        for _ in 0..10 {
            let p = (DVec2::new(random.share(), random.share()) * 3.0 - 1.0) * 2.0;
            let length = random.share();
            let mask = influence.mask(p, length);
            let point = self::polygon(vec![vec![p]]);
            for edge in polygon.edge_ids() {
                let own = self::polygon(vec![polygon.edge(edge).to_vec()]);
                let distance = impinge_planar::distance(&own, &point, &Pose2::IDENTITY).value;
                let holds = influence.extended_holds(edge, p, length);
                assert_eq!(mask.get(edge.index()), holds);
                assert!(holds || distance > length, "{edge:?} {p} {length}");
                // Cut at the ends by lines along an axis, an area reaches at most so far.
                assert!(!holds || distance <= length * 2.7 + 1e-12, "{distance} {length}");
                assert!(holds || !influence.outer_holds(edge, p, length));
                near += usize::from(distance <= length);
                held += usize::from(holds);
                left_out += usize::from(!holds);
                inner += usize::from(holds && !influence.outer_holds(edge, p, length));
            }
        }
    }
    assert!(
        near > 2_000 && held > near && held < 2 * near && left_out > 10_000 && inner > 1_000,
        "{near} {held} {left_out} {inner}"
    );
}

/// All answers about a mover at one step equal those of the tree.
fn check(moving: &mut [MovingPolygon<'_>], a: &Polygon, b: &Polygon, pose: &Pose2, counts: &mut [usize; 6]) {
    let mut all = All(Vec::new());
    impinge_planar::contacts(a, b, pose, &mut all);
    let mut edges: Vec<[EdgeId; 2]> = all.0.iter().map(|contact| contact.edges).collect();
    edges.sort_unstable();
    let request = Request { contacts: Contacts::Count, ..Request::default() };
    let expected = impinge_planar::relate(a, b, pose, &request).relation;
    counts[expected as usize] += 1;
    for moving in moving {
        assert_eq!(moving.relate(pose), expected, "{a:?} {b:?} {pose:?}");
        assert!(moving.involved().eq(edges.iter().copied()), "{a:?} {b:?} {pose:?}");
        assert_eq!(moving.intersects(pose), expected != Relation::Disjoint, "{a:?} {b:?} {pose:?}");
    }
    let covering =
        impinge_planar::relate(a, b, pose, &Request { method: Method::Covering, contacts: Contacts::List, ..request });
    assert_eq!(covering.relation, expected, "{a:?} {b:?} {pose:?}");
    assert_eq!(covering.contact_count, edges.len());
}

fn movers<'a>(a: &'a Polygon, b: &'a Polygon) -> [MovingPolygon<'a>; 2] {
    [Method::Covering, Method::Auto].map(|method| MovingPolygon::new(a, b).with_method(method))
}

#[test]
fn movers_on_a_grid_touch_cross_and_contain() {
    let mut random = Random(16);
    let mut counts = [0; 6];
    for round in 0..700 {
        let slab = |from: f64, to: f64| {
            polygon(vec![[[from, from], [to, from], [to, to], [from, to]].map(DVec2::from_array).to_vec()])
        };
        let a = if round % 7 == 1 { slab(-2.0, 10.0) } else { grid_polygon(&mut random, 7) };
        let b = match round {
            _ if round % 5 == 0 => a.clone(),
            _ if round % 7 == 2 => slab(-6.0, 9.0),
            _ => grid_polygon(&mut random, [2, 4, 7][round % 3]),
        };
        let mut moving = movers(&a, &b);
        let mut place = if round % 5 == 0 { DVec2::ZERO } else { grid_point(&mut random, 9) - 2.0 };
        for _ in 0..12 {
            let degrees = [0.0, 0.0, 90.0, 180.0, 45.0][random.below(5) as usize];
            let pose = Pose2::from_degrees(if round % 5 == 0 { 0.0 } else { degrees }, place).unwrap();
            let pose = if random.below(8) == 0 { pose.inverse() } else { pose };
            check(&mut moving, &a, &b, &pose, &mut counts);
            place += DVec2::new(random.below(3) as f64 - 1.0, random.below(3) as f64 - 1.0);
        }
    }
    assert!(counts.iter().all(|n| *n > 60), "every relation must occur often: {counts:?}");
}

#[test]
fn movers_of_every_kind_are_coherent() {
    let mut random = Random(17);
    let (mut counts, mut at_once, mut unchanged, mut compared, mut bits) = ([0; 6], 0, 0, 0, 0);
    for round in 0..60 {
        let kinds = [Outline::ALL[round % 5], Outline::ALL[round / 5 % 5]];
        let a = outline(kinds[0], 8 + 7 * (round % 12), round as u64);
        let size = [0.1, 0.35, 1.0, 3.0][round % 4];
        let small = outline(kinds[1], 8 + 5 * (round % 9), 100 + round as u64);
        let b = polygon(small.rings().map(|ring| ring.iter().map(|p| *p * size).collect()).collect());
        let mut moving = movers(&a, &b);
        let mut place = DVec2::from_angle(random.share() * 6.3) * (1.2 + size);
        let (mut angle, target) = (random.share(), DVec2::new(random.share(), random.share()) * 0.4 - 0.2);
        for step in 0..80 {
            let pose = Pose2::from_angle(angle, place).unwrap();
            check(&mut moving, &a, &b, &pose, &mut counts);
            let pace = if step % 40 == 39 { 0.4 } else { 0.02 };
            place += (target - place).normalize_or_zero() * pace * (1.0 + size);
            angle += 0.01;
        }
        let history = moving[0].history();
        assert_eq!(history.steps, 160);
        at_once += history.at_once;
        unchanged += history.unchanged;
        compared += history.compared;
        bits += history.bits_changed;
    }
    assert!([0, 2, 3, 4].iter().all(|k| counts[*k] > 50), "{counts:?}");
    assert!(
        at_once > 800 && unchanged > 200 && compared > 800 && bits > 500,
        "{at_once} {unchanged} {compared} {bits}"
    );
}

#[test]
fn vector_instructions_change_no_answer() {
    let mut random = Random(18);
    for round in 0..40 {
        let (a, b) = (outline(Outline::ALL[round % 5], 40, 1), outline(Outline::ALL[(round + 2) % 5], 23, 2));
        let pose = Pose2::from_angle(random.share(), DVec2::new(1.8 * random.share(), 0.2)).unwrap();
        let p = pose.translation();
        let answers = [Instructions::Baseline, Instructions::Avx2, Instructions::Best].map(|limit| {
            limited(limit, || {
                let mut moving = MovingPolygon::new(&a, &b).with_method(Method::Covering);
                let relation = moving.relate(&pose);
                (relation, moving.involved().collect::<Vec<_>>(), a.covering().locate(p))
            })
        });
        assert!(answers[0] == answers[1] && answers[1] == answers[2]);
    }
}

#[test]
fn clearances_are_kept() {
    let mut random = Random(19);
    let (mut near, mut free) = (0, 0);
    for round in 0..40 {
        let (a, b) = (outline(Outline::ALL[round % 5], 24, round as u64), outline(Outline::ALL[round / 5 % 5], 12, 9));
        let clearance = [0.0, 0.05, 0.3][round % 3];
        let mut moving = MovingPolygon::new(&a, &b).with_clearance(clearance);
        for step in 0..60 {
            let place = DVec2::from_angle(0.2) * (3.0 - 0.05 * f64::from(step)) + random.share() * 1e-3;
            let pose = Pose2::from_angle(0.1, place).unwrap();
            let expected = impinge_planar::within(&a, &b, &pose, clearance);
            assert_eq!(moving.within(&pose), expected, "{round} {step}");
            near += usize::from(expected);
            // To the last bit: the distance itself, and just below.
            let value = impinge_planar::distance(&a, &b, &pose).value;
            let mut exact = MovingPolygon::new(&a, &b).with_clearance(value);
            assert!(exact.within(&pose));
            let mut below = MovingPolygon::new(&a, &b).with_clearance(value.next_down());
            assert_eq!(below.within(&pose), value == 0.0 && value.next_down() >= 0.0);
        }
        free += moving.history().free;
    }
    assert!((400..2_000).contains(&near) && free > 400, "{near} {free}");
    let (a, b) = (outline(Outline::Convex, 8, 1), outline(Outline::Convex, 8, 2));
    for clearance in [-1.0, f64::NAN] {
        assert!(!MovingPolygon::new(&a, &b).with_clearance(clearance).within(&Pose2::IDENTITY));
    }
    assert!(
        MovingPolygon::new(&a, &b)
            .with_clearance(f64::INFINITY)
            .within(&Pose2::from_translation(DVec2::X * 9.0).unwrap())
    );
}
