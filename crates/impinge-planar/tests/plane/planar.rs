//! Polygons against oracles: sets of cells, slabs in fractions, brute force; the laws; degenerate and extreme input.

use crate::planar_oracle::cells::{self, Runs};
use crate::planar_oracle::random::Random;
use crate::planar_oracle::slabs::{self, Rings};
use impinge::math::DVec2;
use impinge::math::simd::{Instructions, limited};
use impinge::pair::{Contacts, Location, Relation};
use impinge_planar::{EdgeIntersection, EdgeRelation, Invalidity, Method, PairReport, Polygon, Pose2, Request};

/// Everything that can be asked at once.
const ALL: Request = Request { method: Method::Auto, contacts: Contacts::List, distance_up_to: Some(f64::INFINITY) };

fn vector([x, y]: [i64; 2]) -> DVec2 {
    DVec2::new(x as f64, y as f64)
}

fn polygon(rings: &Rings) -> Polygon {
    Polygon::try_new(rings.iter().map(|ring| ring.iter().map(|p| vector(*p)).collect()).collect()).unwrap()
}

fn star(random: &mut Random, n: usize) -> Polygon {
    Polygon::try_new(vec![random.star(n)]).unwrap()
}

fn relation_by(method: Method, a: &Polygon, b: &Polygon, pose: &Pose2) -> Relation {
    impinge_planar::relate(a, b, pose, &Request { method, ..Request::default() }).relation
}

/// All answers agree with the relation, with each other, and from either side.
fn check(a: &Polygon, b: &Polygon, pose: &Pose2, expected: Relation, what: &dyn std::fmt::Debug) -> PairReport {
    let report = impinge_planar::relate(a, b, pose, &ALL);
    assert_eq!(report.relation, expected, "{what:?}");
    let other_way = impinge_planar::relate(b, a, &pose.inverse(), &ALL);
    assert_eq!(other_way.relation, expected.flip(), "flipped: {what:?}");
    assert_eq!(other_way.contact_count, report.contact_count);
    if pose.is_identity() {
        // One frame: the same contacts, to the last bit.
        let mut flipped = other_way.contacts.clone();
        flipped.iter_mut().for_each(|contact| contact.edges.reverse());
        flipped.sort_by_key(|contact| contact.edges);
        assert_eq!(flipped, report.contacts, "{what:?}");
    }
    let meet = expected != Relation::Disjoint;
    assert_eq!(impinge_planar::intersects(a, b, pose), meet, "{what:?}");
    assert_eq!(impinge_planar::intersects(b, a, &pose.inverse()), meet);
    let distance = impinge_planar::distance(a, b, pose);
    assert_eq!(Some(distance), report.distance);
    assert_eq!(distance.value == 0.0, meet, "{what:?}");
    assert_eq!(impinge_planar::distance(b, a, &pose.inverse()).value, distance.value);
    assert!(impinge_planar::within(a, b, pose, distance.value));
    assert!(meet || !impinge_planar::within(a, b, pose, distance.value.next_down()));
    report
}

/// Turns the counter of a relation up.
fn count(counts: &mut [usize; 6], relation: Relation) {
    counts[relation as usize] += 1;
}

#[test]
fn polyominoes_are_sets_of_cells() {
    let mut random = Random(1);
    let mut counts = [0; 6];
    for round in 0..1_000 {
        let size = 2 + random.below(4);
        let a = cells::random_cells(&mut random, size);
        let mut b = cells::random_cells(&mut random, size);
        match round % 5 {
            0 => b = a.clone(),
            1 => b = a.union(&b).copied().collect(),
            2 => b = b.difference(&a).copied().collect(),
            _ => {}
        }
        let shift = if round % 7 == 0 { [random.below(4) as i64, random.below(4) as i64 - 2] } else { [0, 0] };
        let b: cells::Cells = b.iter().map(|[x, y]| [x + shift[0], y + shift[1]]).collect();
        if b.is_empty() {
            continue;
        }
        let expected = cells::relation(&a, &b);
        count(&mut counts, expected);
        // The same sets in three ways, under a map that keeps areas.
        let ways = |c: &cells::Cells| {
            [cells::outline(c, Runs::Merged), cells::outline(c, Runs::Unit), cells::squares(c)].map(|rings| {
                let sheared = |ring: &Vec<[i64; 2]>| ring.iter().map(|[x, y]| [2 * x + y, x + y]).collect();
                polygon(&rings.iter().map(sheared).collect())
            })
        };
        let (ways_a, ways_b) = (ways(&a), ways(&b));
        for p in &ways_a {
            assert!((p.area() - a.len() as f64).abs() < 1e-9 || !p.is_valid());
            for q in &ways_b {
                check(p, q, &Pose2::IDENTITY, expected, &(&a, &b));
            }
        }
    }
    assert!(counts.iter().all(|n| *n > 30), "every relation must occur often: {counts:?}");
}

/// A random ring in a small grid: crossing itself, touching itself, flat, a segment or a point.
fn random_ring(random: &mut Random) -> Vec<[i64; 2]> {
    let n = [1, 2, 3, 3, 4, 4, 5, 6][random.below(8) as usize];
    (0..n).map(|_| [random.below(6) as i64, random.below(6) as i64]).collect()
}

#[test]
fn any_rings_are_related_as_slabs_tell() {
    let mut random = Random(2);
    let mut counts = [0; 6];
    for round in 0..6_000 {
        let mut a: Rings = (0..1 + random.below(3)).map(|_| random_ring(&mut random)).collect();
        let mut b: Rings = (0..1 + random.below(3)).map(|_| random_ring(&mut random)).collect();
        match round % 6 {
            0 => b.extend(a.clone()),
            1 => {
                b = a.clone();
                b.iter_mut().for_each(|ring| ring.rotate_left(1));
            }
            2 => a.extend(b.clone()),
            3 => b.iter_mut().flatten().for_each(|p| p[0] += 4),
            _ => {}
        }
        let expected = slabs::relation(&a, &b);
        count(&mut counts, expected);
        let (p, q) = (polygon(&a), polygon(&b));
        check(&p, &q, &Pose2::IDENTITY, expected, &(&a, &b));
        assert_eq!(relation_by(Method::Brute, &p, &q, &Pose2::IDENTITY), expected, "brute: {a:?} {b:?}");
    }
    assert!(counts.iter().all(|n| *n > 50), "every relation must occur often: {counts:?}");
}

/// Simple polygons that touch a lot: the quick proofs must be right where edges are clean.
#[test]
fn triangles_and_quadrangles_on_a_grid() {
    let mut random = Random(3);
    let mut counts = [0; 6];
    for _ in 0..8_000 {
        let mut ring =
            |n: u64| -> Vec<[i64; 2]> { (0..n).map(|_| [random.below(5) as i64, random.below(5) as i64]).collect() };
        let (a, b) = (vec![ring(3)], vec![ring(4)]);
        let (p, q) = (polygon(&a), polygon(&b));
        if !p.is_valid() || !q.is_valid() {
            continue;
        }
        let expected = slabs::relation(&a, &b);
        count(&mut counts, expected);
        check(&p, &q, &Pose2::IDENTITY, expected, &(&a, &b));
    }
    assert!(counts[..5].iter().all(|n| *n > 8), "{counts:?}");
}

#[test]
fn exact_motions_change_no_relation() {
    let mut random = Random(4);
    let mut met = 0;
    for round in 0..2_000 {
        let a: Rings = (0..1 + random.below(2)).map(|_| random_ring(&mut random)).collect();
        let b: Rings = (0..1 + random.below(2)).map(|_| random_ring(&mut random)).collect();
        let expected = slabs::relation(&a, &b);
        met += usize::from(expected != Relation::Disjoint);
        let (p, q) = (polygon(&a), polygon(&b));
        let whole = impinge_planar::distance(&p, &q, &Pose2::IDENTITY);
        let scale = 2f64.powi([-480, -300, -40, 0, 17, 300, 490][round % 7]);
        let scaled = |p: &Polygon| {
            Polygon::try_new(p.rings().map(|ring| ring.iter().map(|x| *x * scale).collect()).collect()).unwrap()
        };
        let (ps, qs) = (scaled(&p), scaled(&q));
        check(&ps, &qs, &Pose2::IDENTITY, expected, &("scaled", round, &a, &b));
        assert_eq!(impinge_planar::distance(&ps, &qs, &Pose2::IDENTITY).value, whole.value * scale);
        // B turned and shifted away, and brought back by its pose.
        for quarters in 0..4 {
            let shift = DVec2::new(random.below(100) as f64, random.below(100) as f64);
            let turn = |x: DVec2| (0..quarters).fold(x, |x, _| x.perp());
            let moved = q.rings().map(|ring| ring.iter().map(|x| turn(*x - shift)).collect()).collect();
            let moved = Polygon::try_new(moved).unwrap();
            let pose = Pose2::from_degrees(-90.0 * f64::from(quarters), shift).unwrap();
            let report = check(&p, &moved, &pose, expected, &("moved", quarters, &a, &b));
            assert_eq!(report.distance.unwrap().value, whole.value);
        }
        // Rings in another order, started elsewhere, turned round.
        let mut rings: Vec<Vec<DVec2>> = q.rings().map(<[DVec2]>::to_vec).collect();
        rings.reverse();
        rings[0].reverse();
        rings[0].rotate_left(1);
        check(&p, &Polygon::try_new(rings).unwrap(), &Pose2::IDENTITY, expected, &("reordered", &a, &b));
    }
    assert!(met > 300 && met < 1_900, "{met}");
}

/// Stars that nearly touch, or exactly, at any angle: the filters must not be fooled.
#[test]
fn near_contacts_are_decided_as_by_brute_force() {
    let mut random = Random(5);
    let mut counts = [0; 6];
    for round in 0..1_000 {
        let (n, m) = (3 + random.below(30) as usize, 3 + random.below(30) as usize);
        let (a, b) = (star(&mut random, n), star(&mut random, m));
        let turn = Pose2::from_degrees(random.share() * 360.0, DVec2::ZERO).unwrap();
        let k = random.below(n as u64) as usize;
        let from = turn.transform_point(b.vertices()[random.below(m as u64) as usize]);
        // A vertex of B on a vertex of A, or about in the middle of an edge, or somewhere near.
        let target = match round % 3 {
            0 => a.vertices()[k],
            1 => (a.vertices()[k] + a.vertices()[(k + 1) % n]) * 0.5,
            _ => a.vertices()[k] * (1.0 + random.share()),
        };
        let pose = Pose2::try_new(turn.direction(), target - from).unwrap();
        let expected = relation_by(Method::Brute, &a, &b, &pose);
        count(&mut counts, expected);
        let report = check(&a, &b, &pose, expected, &round);
        let brute = impinge_planar::relate(&a, &b, &pose, &Request { method: Method::Brute, ..ALL });
        assert_eq!(report.contacts, brute.contacts, "{round}");
        // Of common points any will do; the closest points are always the same.
        assert!(expected != Relation::Disjoint || report.distance == brute.distance, "{round}");
        for limit in [Instructions::Avx2, Instructions::Baseline] {
            let limited = limited(limit, || impinge_planar::relate(&a, &b, &pose, &ALL));
            assert_eq!((limited.relation, limited.distance), (report.relation, report.distance));
        }
    }
    assert!(counts[0] > 100 && counts[1] > 3 && counts[2] > 100, "{counts:?}");
}

/// Larger polygons, with trees, against everything by brute force.
#[test]
fn trees_find_what_brute_force_finds() {
    let mut random = Random(6);
    let mut met = 0;
    for round in 0..60 {
        let holed = |random: &mut Random| {
            let n = 20 + random.below(300) as usize;
            let mut rings = vec![random.star(n)];
            rings.push(random.star(n / 3 + 1).iter().map(|p| *p * 0.3).collect());
            for k in 0..random.below(12) {
                let centre = DVec2::new(1.0 + k as f64 * 0.5, random.share());
                rings.push(random.star(3 + k as usize).iter().map(|p| *p * 0.2 + centre).collect());
            }
            Polygon::try_new(rings).unwrap()
        };
        let (a, b) = (holed(&mut random), holed(&mut random));
        let reach = [0.1, 2.0, 8.0, 20.0][round % 4];
        let place = DVec2::new(random.share() - 0.5, random.share() - 0.5) * reach;
        let pose = Pose2::from_angle(random.share() * 6.0, place).unwrap();
        let expected = relation_by(Method::Brute, &a, &b, &pose);
        met += usize::from(expected != Relation::Disjoint);
        let report = check(&a, &b, &pose, expected, &round);
        let brute = impinge_planar::relate(&a, &b, &pose, &Request { method: Method::Brute, ..ALL });
        assert_eq!(report.contacts, brute.contacts);
        assert_eq!(report.distance.map(|d| d.value), brute.distance.map(|d| d.value));
        let nearest = plain_distance(&a, &b, &pose);
        let found = impinge_planar::distance(&a, &b, &pose).value;
        assert!(expected != Relation::Disjoint || (found - nearest).abs() < 1e-12, "{found} {nearest}");
    }
    assert!(met > 10 && met < 50, "{met}");
}

/// The least distance of a vertex to an edge, in plain doubles.
fn plain_distance(a: &Polygon, b: &Polygon, pose: &Pose2) -> f64 {
    let edges = |p: &Polygon, pose: &Pose2| -> Vec<[DVec2; 2]> {
        p.edge_ids().map(|e| p.edge(e).map(|x| pose.transform_point(x))).collect()
    };
    let (e, f) = (edges(a, &Pose2::IDENTITY), edges(b, pose));
    let one_way = |e: &[[DVec2; 2]], f: &[[DVec2; 2]]| {
        let to = |p: DVec2, [q, r]: [DVec2; 2]| {
            let t = ((p - q).dot(r - q) / (r - q).length_squared()).clamp(0.0, 1.0);
            p.distance(q.lerp(r, if t.is_nan() { 0.0 } else { t }))
        };
        let all = e.iter().flat_map(|[p, _]| f.iter().map(move |g| to(*p, *g)));
        all.fold(f64::INFINITY, f64::min)
    };
    one_way(&e, &f).min(one_way(&f, &e))
}

#[test]
fn points_are_located() {
    let mut random = Random(8);
    let mut counts = [0; 3];
    for _ in 0..3_000 {
        let rings: Rings = (0..1 + random.below(3)).map(|_| random_ring(&mut random)).collect();
        let p = polygon(&rings);
        let x = [random.below(6) as i64, random.below(6) as i64];
        let expected = match slabs::relation(&vec![vec![x]], &rings) {
            _ if slabs::is_on_edge(&rings, x) => Location::Surface,
            Relation::Disjoint => Location::Outside,
            Relation::AInsideB => Location::Inside,
            _ => Location::Surface,
        };
        counts[expected as usize] += 1;
        assert_eq!(impinge_planar::locate(&p, vector(x)), Some(expected), "{x:?} {rings:?}");
    }
    assert!(counts.iter().all(|n| *n > 100), "{counts:?}");
    let p = polygon(&vec![vec![[0, 0], [2, 0], [0, 2]]]);
    assert_eq!(impinge_planar::locate(&p, DVec2::new(f64::NAN, 0.0)), None);
    assert_eq!(impinge_planar::locate(&p, DVec2::new(1e300, 0.0)), None);
}

#[test]
fn contacts_are_points_and_segments() {
    let a = polygon(&vec![vec![[0, 0], [4, 0], [4, 4], [0, 4]]]);
    let b = polygon(&vec![vec![[2, 4], [6, 4], [6, 8], [2, 8]]]);
    let report = impinge_planar::relate(&a, &b, &Pose2::IDENTITY, &ALL);
    assert_eq!(report.relation, Relation::Touching);
    let common: Vec<EdgeIntersection> = report.contacts.iter().map(|c| c.intersection).collect();
    let (left, right) = (DVec2::new(2.0, 4.0), DVec2::new(4.0, 4.0));
    assert!(
        common.iter().any(|c| matches!(c, EdgeIntersection::Segment(s) if *s == [left, right] || *s == [right, left]))
    );
    assert!(common.contains(&EdgeIntersection::Point(left)) && common.contains(&EdgeIntersection::Point(right)));
    assert!(report.contacts.iter().all(|c| c.relation == EdgeRelation::Touching));
    let pose = Pose2::from_translation(DVec2::new(1.0, -2.0)).unwrap();
    let report = impinge_planar::relate(&a, &b, &pose, &ALL);
    let crossings: Vec<EdgeIntersection> =
        report.contacts.iter().filter(|c| c.relation == EdgeRelation::Crossing).map(|c| c.intersection).collect();
    assert_eq!(
        crossings,
        [EdgeIntersection::Point(DVec2::new(4.0, 2.0)), EdgeIntersection::Point(DVec2::new(3.0, 4.0))]
    );
    assert_eq!(report.contact_count, 2);
}

#[test]
fn what_is_not_clean_is_named() {
    let of = |rings: Rings| polygon(&rings).validity();
    let kinds = |rings: Rings| -> Vec<&str> { polygon(&rings).validity().iter().map(Invalidity::kind).collect() };
    assert!(of(vec![vec![[0, 0], [4, 0], [4, 4], [0, 4]], vec![[1, 1], [1, 2], [2, 1]]]).is_empty());
    assert_eq!(kinds(vec![vec![[1, 1]], vec![[0, 0], [3, 0]]]), ["point_ring", "segment_ring"]);
    assert_eq!(kinds(vec![vec![[0, 0], [2, 2], [2, 0], [0, 2]]]), ["crossing_edges"]);
    assert_eq!(kinds(vec![vec![[0, 0], [4, 0], [4, 4], [4, 6], [4, 4], [0, 4]]]), ["spike", "self_touching_ring"]);
    // One place that a ring comes to twice, and a vertex of it on another of its edges.
    assert_eq!(kinds(vec![vec![[0, 0], [4, 0], [2, 2], [4, 4], [0, 4], [2, 2]]]), ["self_touching_ring"]);
    assert_eq!(kinds(vec![vec![[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]]), ["self_touching_ring"; 2]);
    let twice = kinds(vec![vec![[0, 0], [4, 0], [0, 4]], vec![[4, 0], [0, 0], [0, 4]]]);
    assert_eq!(twice.iter().filter(|k| **k == "duplicate_ring").count(), 1);
    assert_eq!(twice.iter().filter(|k| **k == "overlapping_edges").count(), 3);
    // A hole that touches its shell in a point is clean.
    assert!(of(vec![vec![[0, 0], [4, 0], [4, 4], [0, 4]], vec![[2, 0], [3, 2], [1, 2]]]).is_empty());
}

#[test]
fn extreme_coordinates_are_exact() {
    let square = |low: f64, high: f64| {
        let ring = [[low, low], [high, low], [high, high], [low, high]].map(DVec2::from_array).to_vec();
        Polygon::try_new(vec![ring]).unwrap()
    };
    let here = &Pose2::IDENTITY;
    let (huge, tiny, unit) = (square(-1e150, 1e150), square(-1e-150, 1e-150), square(-1.0, 1.0));
    for (a, b) in [(&tiny, &unit), (&unit, &huge), (&tiny, &huge)] {
        check(a, b, here, Relation::AInsideB, &"nested");
    }
    let up = Pose2::from_translation(DVec2::new(0.0, 2e-150)).unwrap();
    check(&tiny, &tiny, &up, Relation::Touching, &"tiny, side by side");
    let apart = Pose2::from_translation(DVec2::new(0.0, 3e-150)).unwrap();
    let report = check(&tiny, &tiny, &apart, Relation::Disjoint, &"tiny, apart");
    assert!((report.distance.unwrap().value / 1e-150 - 1.0).abs() < 1e-12);
    let turned = Pose2::from_degrees(45.0, DVec2::new(2.5e150, 0.0)).unwrap();
    let report = check(&huge, &huge, &turned, Relation::Disjoint, &"huge, apart");
    assert!((report.distance.unwrap().value / ((1.5 - 2f64.sqrt()) * 1e150) - 1.0).abs() < 1e-12);
    let far = Pose2::from_translation(DVec2::new(1e150, 0.0)).unwrap();
    check(&tiny, &unit, &far, Relation::Disjoint, &"far away");
}

/// A million vertices: built, checked, related, measured.
#[test]
fn a_million_vertices() {
    let n = 1_000_000;
    let ring = |phase: f64| -> Vec<DVec2> {
        let corner = |k: usize| {
            let angle = std::f64::consts::TAU * k as f64 / n as f64;
            DVec2::from_angle(angle) * (1.0 + 0.1 * (angle * 40.0 + phase).sin())
        };
        (0..n).map(corner).collect()
    };
    let (a, b) = (Polygon::try_new(vec![ring(0.0)]).unwrap(), Polygon::try_new(vec![ring(1.0)]).unwrap());
    assert!(a.is_valid());
    let at = |x: f64| Pose2::from_angle(0.3, DVec2::new(x, 0.1)).unwrap();
    assert_eq!(impinge_planar::relate(&a, &b, &at(1.0), &Request::default()).relation, Relation::Crossing);
    assert_eq!(impinge_planar::relate(&a, &b, &at(3.0), &Request::default()).relation, Relation::Disjoint);
    let distance = impinge_planar::distance(&a, &b, &at(3.0)).value;
    assert!(distance > 0.75 && distance < 1.25, "{distance}");
    assert_eq!(impinge_planar::relate(&a, &a, &Pose2::IDENTITY, &Request::default()).relation, Relation::Coincident);
}
