//! Edges through faces, on lines and turning, against an oracle of their own; and what is told at single times against all spans.

use crate::ccd_oracle::contact::Oracle;
use crate::ccd_oracle::crossing::Crossing;
use crate::ccd_oracle::rigid_motion_trajectories::Turning;
use crate::random::Random;
use impinge::ccd::{self, Body, Path, RigidCourse, RigidMotion, Span, Stop, StraightStop, Time};
use impinge::cost::Cost;
use impinge::math::{DQuat, DVec3};

/// How an edge and a face move.
#[derive(Clone, Debug)]
enum Case {
    /// Two ends and three corners on lines.
    Straight([Path; 5]),
    /// The same, of which those of a body turn, and those of the other rest.
    Rigid { owner: Body, points: [DVec3; 5], rotations: [DQuat; 2], translations: [DVec3; 2] },
}

fn split<T: Copy>([a, b, c, d, e]: &[T; 5]) -> ([T; 2], [T; 3]) {
    ([*a, *b], [*c, *d, *e])
}

impl Case {
    fn spans(&self) -> Vec<Span> {
        match self {
            Self::Straight(paths) => {
                let (edge, face) = split(paths);
                ccd::edge_face_spans(&edge, &face)
            }
            Self::Rigid { owner, points, rotations, translations } => {
                let motion = RigidMotion::try_new(*rotations, *translations).unwrap();
                let (edge, face) = split(points);
                match owner {
                    Body::First => ccd::face_turning_through_edge(&edge, &face, &motion).unwrap(),
                    Body::Second => ccd::edge_turning_through_face(&edge, &face, &motion).unwrap(),
                }
            }
        }
    }

    fn oracle(&self) -> Crossing {
        let paths = match self {
            Self::Straight(paths) => Oracle::paths(paths),
            Self::Rigid { owner, points, rotations, translations } => {
                let moves = |k: usize| (k < 2) == (*owner == Body::Second);
                let points: Vec<(DVec3, bool)> = (0..5).map(|k| (points[k], moves(k))).collect();
                Turning { rotations: *rotations, translations: *translations, points: &points }
                    .paths()
                    .try_into()
                    .unwrap()
            }
        };
        let [a, b, c, d, e] = paths;
        Crossing { edge: [a, b], face: [c, d, e] }
    }

    /// Whether they cross at a time, until when, and when around it.
    fn answers_at(&self, time: f64, cost: &mut Cost) -> (bool, Option<Time>, Option<Span>) {
        match self {
            Self::Straight(paths) => asked(&StraightStop::at(time).unwrap(), Body::First, &split(paths), cost),
            Self::Rigid { owner, points, rotations, translations } => {
                let course = RigidCourse::new(&RigidMotion::try_new(*rotations, *translations).unwrap());
                asked(&course.at(time).unwrap(), *owner, &split(points), cost)
            }
        }
    }
}

type Pair<V> = ([V; 2], [V; 3]);

fn asked<S: Stop>(
    stop: &S,
    owner: Body,
    (edge, face): &Pair<S::Vertex>,
    cost: &mut Cost,
) -> (bool, Option<Time>, Option<Span>) {
    (
        stop.crosses(owner, edge, face, cost),
        stop.crosses_until(owner, edge, face, cost),
        stop.crossing(owner, edge, face, cost),
    )
}

/// Where cases come from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// Whole numbers from -2 to 2.
    Whole,
    /// The same, all in one plane.
    Flat,
    /// Any doubles.
    Any,
}

const TURNS: [[f64; 4]; 7] = [
    [0.0, 0.0, 0.0, 1.0],
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.5],
    [0.0, 0.0, 1.0, 1.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.5, -0.5, 2.0, 1.0],
    [0.1, 0.7, 0.2, 0.3],
];

fn case(source: Source, index: usize, random: &mut Random) -> Case {
    let mut number = |size: f64| match source {
        Source::Any => (2.0 * random.share() - 1.0) * size,
        _ => (random.share() * (2.0 * size + 1.0)).floor() - size,
    };
    let mut place = |size: f64| {
        let p = DVec3::new(number(size), number(size), number(size));
        if matches!(source, Source::Flat) { p.with_z(0.0) } else { p }
    };
    if index.is_multiple_of(2) {
        let paths = [0; 5].map(|_| Path::try_new(place(2.0), place(2.0)).unwrap());
        return Case::Straight(paths);
    }
    let points = [0; 5].map(|_| place(2.0));
    let translations = [place(1.0), place(1.0)];
    // Every other on a coarser grid than the points.
    let translations = if index % 8 < 4 { translations } else { translations.map(|t| (t * 8.0).round() / 8.0) };
    let mut turn = || match source {
        Source::Any => {
            DQuat::from_xyzw(random.share() - 0.5, random.share() - 0.5, random.share() - 0.5, random.share() - 0.5)
        }
        // About z.
        Source::Flat => DQuat::from_array(TURNS[[0, 2, 3, 4][random.below(4) as usize]]),
        Source::Whole => DQuat::from_array(TURNS[random.below(7) as usize]),
    };
    let rotations = [turn(), turn()];
    let owner = if index % 4 == 1 { Body::First } else { Body::Second };
    Case::Rigid { owner, points, rotations, translations }
}

/// Spans are those of the oracle, at their ends and between.
#[test]
fn spans_are_those_of_the_oracle() {
    let mut random = Random(21);
    for (source, count) in [(Source::Whole, 200), (Source::Flat, 48), (Source::Any, 200)] {
        let (mut long, mut moments, mut several, mut free) = (0, 0, 0, 0);
        for index in 0..count {
            let case = case(source, index, &mut random);
            let spans = case.spans();
            if let Some(fault) = case.oracle().fault(&spans) {
                panic!("{source:?} {case:?} {spans:?}: {fault}");
            }
            long += spans.iter().filter(|span| span.begin != span.end).count();
            moments += spans.iter().filter(|span| span.begin == span.end).count();
            several += usize::from(spans.len() > 1);
            free += usize::from(spans.is_empty());
        }
        let seen = format!("{source:?} {long} spans, {moments} moments, {several} several, {free} free");
        assert!(long > count / 8 && several > count / 40 && free > count / 10, "{seen}");
        assert!(moments > 0 || matches!(source, Source::Any), "{seen}");
    }
}

/// What is told at a time is what all spans tell: at random times, at their ends and beside them.
#[test]
fn what_is_told_at_a_time_is_in_the_spans() {
    let mut random = Random(22);
    for (source, count) in [(Source::Whole, 400), (Source::Flat, 60), (Source::Any, 600)] {
        let (mut hits, mut asked, mut cost) = (0, 0, Cost::default());
        for index in 0..count {
            let case = case(source, index, &mut random);
            let spans = case.spans();
            let mut times = vec![0.0, 1.0, 0.5, random.share()];
            for time in spans.iter().take(2).flat_map(|span| [span.begin, span.end]) {
                times.extend([time.lower.next_down().max(0.0), time.lower, time.upper, time.upper.next_up().min(1.0)]);
            }
            for time in times {
                let span = spans.iter().find(|s| s.begin.upper <= time && time <= s.end.lower);
                let expected = (span.is_some(), span.map(|span| span.end), span.copied());
                assert_eq!(case.answers_at(time, &mut cost), expected, "{case:?} {time:?} {spans:?}");
                hits += u32::from(span.is_some());
                asked += 1;
            }
        }
        assert!((asked / 4..asked * 19 / 20).contains(&hits), "{source:?}: {hits} of {asked}");
        // Doubles decide some, integers others; in one plane they decide all.
        let by_doubles = cost.triangle_tests - cost.exact_tests;
        assert!(cost.exact_tests > 300, "{source:?} {cost:?}");
        assert!(by_doubles > 1_000 || matches!(source, Source::Flat), "{source:?} {cost:?}");
    }
}

/// An end of an edge only touches the plane of a face on its way, and passes it later: contact lasts until then.
#[test]
fn contact_goes_on_where_an_end_only_touches() {
    // The end is at the height 64 (t - 1/4)² (1/2 - t) / (1 + t²) above the face.
    let turn = [DQuat::IDENTITY, DQuat::from_xyzw(1.0, 0.0, 0.0, 1.0)];
    let (from, to) = (DVec3::new(0.0, 0.0, 33.0), DVec3::new(0.0, 0.0, -31.0));
    let face = [DVec3::new(-999.0, -999.0, 0.0), DVec3::new(999.0, -999.0, 0.0), DVec3::new(0.0, 999.0, 0.0)];
    let edge = [DVec3::new(0.0, 22.0, -31.0), DVec3::new(0.0, 22.0, -131.0)];
    let mut cost = Cost::default();
    let whole = Span { begin: Time::exactly(0.0), end: Time::exactly(0.5) };
    let course = RigidCourse::new(&RigidMotion::try_new(turn, [from, to]).unwrap());
    for time in [0.1, 0.25, 0.3, 0.5] {
        let stop = course.at(time).unwrap();
        assert_eq!(stop.crosses_until(Body::Second, &edge, &face, &mut cost), Some(whole.end));
        assert_eq!(stop.crossing(Body::Second, &edge, &face, &mut cost), Some(whole));
    }
    // The same backwards.
    let course = RigidCourse::new(&RigidMotion::try_new([turn[1], turn[0]], [to, from]).unwrap());
    let whole = Span { begin: Time::exactly(0.5), end: Time::exactly(1.0) };
    for time in [0.5, 0.6, 0.75, 0.9] {
        assert_eq!(course.at(time).unwrap().crossing(Body::Second, &edge, &face, &mut cost), Some(whole));
    }
}
