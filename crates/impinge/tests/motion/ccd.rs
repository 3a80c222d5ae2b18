//! Continuous collision against an oracle of its own, its laws, and the sample queries of NYU.

use crate::ccd_oracle::cases::{Case, SOURCES, Source, case};
use crate::ccd_oracle::contact::Oracle;
use crate::random::Random;
use impinge::ccd::{self, Path, PathError, Span, Time};
use impinge::cost::Cost;
use impinge::feature::{EdgeFeature, TriangleFeature};
use impinge::math::{DVec3, integer};

/// When features meet, and the first time of all.
type Answer = (Vec<Span>, Option<Time>);

impl Case {
    fn meets(&self, cost: &mut Cost) -> bool {
        let [a, b, c, d] = self.points;
        if self.is_face { ccd::vertex_face(&a, &[b, c, d], cost) } else { ccd::edge_edge(&[a, b], &[c, d], cost) }
    }

    fn contacts(&self) -> Answer {
        let ([a, b, c, d], cost) = (self.points, &mut Cost::default());
        if self.is_face {
            let found = ccd::vertex_face_contacts(&a, &[b, c, d], cost);
            (found.spans, found.impact.map(|impact| impact.time))
        } else {
            let found = ccd::edge_edge_contacts(&[a, b], &[c, d], cost);
            (found.spans, found.impact.map(|impact| impact.time))
        }
    }

    fn reversed(&self) -> Self {
        Self { points: self.points.map(|p| Path::try_new(p.to(), p.from()).unwrap()), ..*self }
    }

    /// The same features, named in another order.
    fn renamed(&self) -> Self {
        let [a, b, c, d] = self.points;
        Self { points: if self.is_face { [a, c, d, b] } else { [d, c, a, b] }, ..*self }
    }

    fn scaled(&self, powers: [i32; 3]) -> Self {
        let factors = DVec3::from_array(powers.map(|k| 2f64.powi(k)));
        self.map(|p| p * factors)
    }
}

/// Hits and misses, touches at ends and repeated roots, coplanar motions: all as the oracle has them, each kind often enough.
#[test]
fn answers_are_those_of_the_oracle() {
    let mut random = Random(8);
    for source in SOURCES {
        let count = if matches!(source, Source::Flat | Source::Straight) { 300 } else { 1_000 };
        let (mut hits, mut exact, mut flat) = (0, 0, 0);
        for _ in 0..count {
            let (case, cost) = (case(source, &mut random), &mut Cost::default());
            let oracle = Oracle::new(&case.points, case.is_face);
            let expected = !oracle.contact_times().is_empty();
            assert_eq!(case.meets(cost), expected, "{source:?} {case:?}");
            hits += u32::from(expected);
            exact += cost.exact_tests;
            flat += u32::from(oracle.plane().is_zero());
        }
        assert!(
            hits > count / 6 && exact > u64::from(count) / 10,
            "{source:?} is too easy: {hits} hits, {exact} in integers"
        );
        assert!(flat > 0 || matches!(source, Source::Small | Source::Rounded | Source::Spread), "{source:?}");
        assert!(hits < count * 49 / 50, "{source:?}: {hits}");
    }
}

/// Spans hold all times of contact and no other, and begin with the first.
#[test]
fn spans_are_those_of_the_oracle() {
    let mut random = Random(9);
    for source in SOURCES {
        let (mut long, mut moments, mut several) = (0, 0, 0);
        for _ in 0..if matches!(source, Source::Flat | Source::Straight) { 120 } else { 250 } {
            let case = case(source, &mut random);
            let oracle = Oracle::new(&case.points, case.is_face);
            let (spans, first) = case.contacts();
            assert_eq!(first, spans.first().map(|span| span.begin));
            if let Some(fault) = oracle.fault(&spans) {
                panic!("{source:?} {case:?} {spans:?}: {fault}");
            }
            long += spans.iter().filter(|span| span.begin != span.end).count();
            moments += spans.iter().filter(|span| span.begin == span.end).count();
            several += usize::from(spans.len() > 1);
        }
        assert!(several > 0 && long + moments > 40, "{source:?}: {long} spans, {moments} moments, {several} several");
        assert!(long > 40 || !matches!(source, Source::Flat | Source::Straight), "{source:?}: {long} spans");
    }
}

/// Laws: no answer changes with the names of features, the direction of time, the order of axes, or powers of two along single axes.
#[test]
fn answers_do_not_depend_on_names_directions_and_units() {
    let mut random = Random(10);
    let (mut hits, mut exact) = (0, 0);
    for k in 0..6_000 {
        let (case, cost) = (case(SOURCES[k % SOURCES.len()], &mut random), &mut Cost::default());
        let expected = case.meets(cost);
        let powers = [[7, 7, 7], [0, 0, -900], [515, 515, -900], [-1000, 40, 900], [-400, -400, -400], [0, 300, 0]];
        let mut same = vec![case.renamed(), case.renamed().renamed(), case.reversed()];
        same.extend([case.map(|p| DVec3::new(p.y, p.z, p.x)), case.map(|p| DVec3::new(p.x, -p.z, p.y))]);
        same.extend(powers.map(|powers| case.scaled(powers)).into_iter().filter(|other| is_undone(&case, other)));
        for other in same {
            assert_eq!(other.meets(cost), expected, "{case:?} {other:?}");
        }
        hits += u32::from(expected);
        exact += cost.exact_tests;
    }
    assert!((2_000..5_000).contains(&hits) && exact > 20_000, "{hits} {exact}");
}

/// Whether scaling lost no bit: another case with the same mantissas.
fn is_undone(case: &Case, other: &Case) -> bool {
    let mantissas =
        |case: &Case| case.points.map(|p| [p.from(), p.to()].map(|p| p.to_array().map(|x| integer::decompose(x).0)));
    mantissas(case) == mantissas(other)
}

fn vertex(from: [f64; 3], to: [f64; 3]) -> Path {
    Path::try_new(DVec3::from_array(from), DVec3::from_array(to)).unwrap()
}

fn at_rest(place: [f64; 3]) -> Path {
    vertex(place, place)
}

fn exactly(begin: f64, end: f64) -> Span {
    Span { begin: Time::exactly(begin), end: Time::exactly(end) }
}

/// A vertex falls on every part of a face at a known time, with the normal to where it comes from.
#[test]
fn a_falling_vertex_names_what_it_meets() {
    let face = [at_rest([0.0, 0.0, 0.0]), at_rest([4.0, 0.0, 0.0]), at_rest([0.0, 4.0, 0.0])];
    let parts = [
        ([1.0, 1.0], Some(TriangleFeature::Face)),
        ([2.0, 0.0], Some(TriangleFeature::Edge(0))),
        ([2.0, 2.0], Some(TriangleFeature::Edge(1))),
        ([0.0, 1.0], Some(TriangleFeature::Edge(2))),
        ([0.0, 0.0], Some(TriangleFeature::Vertex(0))),
        ([4.0, 0.0], Some(TriangleFeature::Vertex(1))),
        ([0.0, 4.0], Some(TriangleFeature::Vertex(2))),
        ([2.0, 2.0_f64.next_up()], None),
        ([-f64::MIN_POSITIVE, 1.0], None),
    ];
    for ([x, y], expected) in parts {
        for (from, normal) in [(1.0, DVec3::Z), (-1.0, -DVec3::Z)] {
            let cost = &mut Cost::default();
            let falling = vertex([x, y, from], [x, y, -3.0 * from]);
            let found = ccd::vertex_face_contacts(&falling, &face, cost);
            assert_eq!(found.impact.map(|impact| impact.features), expected);
            let Some(impact) = found.impact else { continue };
            assert_eq!((impact.time, impact.normal), (Time::exactly(0.25), Some(normal)));
            assert_eq!((impact.point, found.spans), (DVec3::new(x, y, 0.0), vec![exactly(0.25, 0.25)]));
        }
    }
}

/// Two edges meet inside, at ends, and along each other.
#[test]
fn edges_name_what_they_meet() {
    let (inside, start, end) = (EdgeFeature::Interior, EdgeFeature::Vertex(0), EdgeFeature::Vertex(1));
    let resting = [at_rest([0.0, 0.0, 0.0]), at_rest([4.0, 0.0, 0.0])];
    let falling = |x: f64, y: [f64; 2]| y.map(|y| vertex([x, y, 2.0], [x, y, -1.0]));
    let cases = [
        (1.0, [-1.0, 1.0], [inside, inside]),
        (0.0, [-1.0, 1.0], [start, inside]),
        (4.0, [0.0, 1.0], [end, start]),
        (4.0, [1.0, 0.0], [end, end]),
        (3.0, [1.0, 0.0], [inside, end]),
        (3.0, [0.0, 0.0], [inside, start]),
    ];
    for (x, y, features) in cases {
        let found = ccd::edge_edge_contacts(&resting, &falling(x, y), &mut Cost::default());
        let impact = found.impact.unwrap();
        assert_eq!(impact.features, features);
        assert!(impact.time.lower < 2.0 / 3.0 + 1e-15 && impact.time.upper == impact.time.lower.next_up());
        assert!((impact.point - DVec3::new(x, 0.0, 0.0)).length() < 1e-15);
        assert_eq!(impact.normal, (y[0] != y[1]).then_some(DVec3::Z));
    }
    // An edge slides along the line of the other: from 1/4 to 3/4 of its way they overlap.
    let sliding = [vertex([-3.0, 0.0, 0.0], [9.0, 0.0, 0.0]), vertex([-5.0, 0.0, 0.0], [7.0, 0.0, 0.0])];
    let found = ccd::edge_edge_contacts(&resting, &sliding, &mut Cost::default());
    assert_eq!(found.spans, [exactly(0.25, 0.75)]);
    assert_eq!(found.impact.map(|impact| (impact.features, impact.normal)), Some(([start, start], None)));
}

/// Contact at the very start and the very end counts, and what rests on a face is in contact for all time.
#[test]
fn both_ends_of_the_motion_belong_to_it() {
    let face = [at_rest([0.0, 0.0, 0.0]), at_rest([4.0, 0.0, 0.0]), at_rest([0.0, 4.0, 0.0])];
    let cases = [
        ([1.0, 0.0], vec![exactly(1.0, 1.0)]),
        ([0.0, 1.0], vec![exactly(0.0, 0.0)]),
        ([0.0, 0.0], vec![exactly(0.0, 1.0)]),
        ([1.0, f64::MIN_POSITIVE], vec![]),
    ];
    for ([from, to], spans) in cases {
        let found = ccd::vertex_face_contacts(&vertex([1.0, 1.0, from], [1.0, 1.0, to]), &face, &mut Cost::default());
        assert_eq!(found.starts_in_contact(), from == 0.0);
        assert_eq!(found.is_free(), spans.is_empty());
        assert_eq!(found.spans, spans);
    }
    // Through a face edgewise, within its plane.
    let found = ccd::vertex_face_contacts(&vertex([-1.0, 1.0, 0.0], [7.0, 1.0, 0.0]), &face, &mut Cost::default());
    assert_eq!(found.spans, [exactly(0.125, 0.5)]);
    assert_eq!(found.impact.map(|impact| impact.features), Some(TriangleFeature::Edge(2)));
}

/// Numbers at the ends of the range of doubles are as good as any; those beyond are refused.
#[test]
fn all_finite_coordinates_are_taken() {
    for unit in [f64::MAX / 4.0, 5e-324, 1e-160, 1e150] {
        let face = [at_rest([0.0, 0.0, 0.0]), at_rest([4.0 * unit, 0.0, 0.0]), at_rest([0.0, 4.0 * unit, 0.0])];
        for (x, hits) in [(1.0, true), (4.0, false)] {
            let falling = vertex([x * unit, unit, 4.0 * unit], [x * unit, unit, -4.0 * unit]);
            let found = ccd::vertex_face_contacts(&falling, &face, &mut Cost::default());
            assert_eq!(found.spans, if hits { vec![exactly(0.5, 0.5)] } else { vec![] }, "{unit}");
            assert_eq!(found.impact.and_then(|impact| impact.normal), hits.then_some(DVec3::Z), "{unit}");
        }
    }
    let (place, bad) = (DVec3::ONE, DVec3::new(0.0, f64::INFINITY, 0.0));
    assert_eq!(Path::try_new(bad, place), Err(PathError::Start(bad)));
    assert_eq!(Path::try_new(place, bad), Err(PathError::End(bad)));
    assert!(Path::try_new(place, DVec3::new(f64::NAN, 0.0, 0.0)).is_err());
}
