//! First contacts in windows of time, on lines and turning, against all contact of the whole motion, which has an oracle of its own.

use crate::ccd_oracle::cases::{self, Case, SOURCES, Source};
use crate::random::Random;
use impinge::ccd::{
    self, Body, Path, RigidCourse, RigidMotion, Span, Stop, StraightStop, StraightTravel, Time, Travel, Window,
};
use impinge::cost::Cost;
use impinge::math::{DQuat, DVec3};

impl Case {
    fn spans(&self) -> Vec<Span> {
        let ([a, b, c, d], cost) = (self.points, &mut Cost::default());
        if self.is_face {
            ccd::vertex_face_contacts(&a, &[b, c, d], cost).spans
        } else {
            ccd::edge_edge_contacts(&[a, b], &[c, d], cost).spans
        }
    }

    fn first(&self, window: Window, cost: &mut Cost) -> Answer {
        let role = if self.is_face { Role::Vertex(Body::First) } else { Role::Edges };
        asked(&StraightTravel::over(window), role, self.points, cost)
    }
}

/// Which of four points make which parts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    /// A vertex of this body, and a face of the other.
    Vertex(Body),
    /// Edges of both.
    Edges,
}

/// The first contact, whether there is any, and all of the whole motion if there is.
type Answer = (Option<Time>, bool, Vec<Span>);

/// What a window tells.
fn asked<T: Travel>(travel: &T, role: Role, [a, b, c, d]: [T::Vertex; 4], cost: &mut Cost) -> Answer {
    match role {
        Role::Vertex(owner) => (
            travel.vertex_face(owner, a, &[b, c, d], cost).map(|impact| impact.time),
            travel.meets_face(owner, a, &[b, c, d], cost),
            travel.face_spans(owner, a, &[b, c, d], cost),
        ),
        Role::Edges => (
            travel.edge_edge(&[a, b], &[c, d], cost).map(|impact| impact.time),
            travel.meets_edge(&[a, b], &[c, d], cost),
            travel.edge_spans(&[a, b], &[c, d], cost),
        ),
    }
}

/// Four points, of which some turn.
#[derive(Clone, Copy, Debug)]
struct Turning {
    rotations: [DQuat; 2],
    translations: [DVec3; 2],
    points: [DVec3; 4],
    role: Role,
}

impl Turning {
    fn motion(&self) -> RigidMotion {
        RigidMotion::try_new(self.rotations, self.translations).unwrap()
    }

    fn spans(&self) -> Vec<Span> {
        let ([a, b, c, d], motion) = (self.points, self.motion());
        match self.role {
            Role::Vertex(Body::First) => ccd::face_turning(a, &[b, c, d], &motion).unwrap().spans,
            Role::Vertex(Body::Second) => ccd::vertex_turning(a, &[b, c, d], &motion).unwrap().spans,
            Role::Edges => ccd::edge_turning(&[a, b], &[c, d], &motion).unwrap().spans,
        }
    }

    fn first(&self, window: Window, cost: &mut Cost) -> Answer {
        asked(&RigidCourse::new(&self.motion()).over(window), self.role, self.points, cost)
    }

    /// Lengths and quaternions times powers of two.
    fn scaled(&self, length: i32, turn: i32) -> Self {
        let factor = 2f64.powi(length);
        Self {
            rotations: self.rotations.map(|q| q * 2f64.powi(turn)),
            translations: self.translations.map(|t| t * factor),
            points: self.points.map(|p| p * factor),
            role: self.role,
        }
    }
}

/// Where turning points come from.
#[derive(Clone, Copy, Debug)]
enum Turns {
    /// Whole numbers from -2 to 2, simple turns, no turn, half turns.
    Whole,
    /// The same in one plane.
    Flat,
    /// Any doubles.
    Any,
    /// Parts that meet at some time, up to rounding, inside or at their ends.
    Rounded,
}

const SIMPLE: [[f64; 4]; 7] = [
    [0.0, 0.0, 0.0, 1.0],
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.5],
    [0.0, 0.0, 1.0, 1.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.5, -0.5, 2.0, 1.0],
    [0.1, 0.7, 0.2, 0.3],
];

fn turning(source: Turns, index: usize, random: &mut Random) -> Turning {
    let is_whole = matches!(source, Turns::Whole | Turns::Flat);
    let mut number = |size: f64| {
        let x = random.share();
        if is_whole { (x * (2.0 * size + 1.0)).floor() - size } else { (2.0 * x - 1.0) * size }
    };
    let mut place = |size: f64| {
        let p = DVec3::new(number(size), number(size), number(size));
        if matches!(source, Turns::Flat) { p.with_z(0.0) } else { p }
    };
    let mut points = [0; 4].map(|_| place(2.0));
    let translations = [place(1.0), place(1.0)];
    // Every other on a coarser grid than the points.
    let translations = if index % 8 < 4 { translations } else { translations.map(|t| (t * 8.0).round() / 8.0) };
    let mut turn = || match source {
        Turns::Whole => DQuat::from_array(SIMPLE[random.below(7) as usize]),
        Turns::Flat => DQuat::from_array(SIMPLE[[0, 2, 3, 4][random.below(4) as usize]]),
        _ => DQuat::from_array([0; 4].map(|_| random.share() - 0.5)),
    };
    let rotations = [turn(), turn()];
    let role = [Role::Vertex(Body::First), Role::Vertex(Body::Second), Role::Edges][index % 3];
    if matches!(source, Turns::Rounded) {
        let motion = RigidMotion::try_new(rotations, translations).unwrap();
        let time = if random.below(3) == 0 { 0.5 } else { random.share() };
        let mut share = || [0.0, 0.0, 1.0, 0.5, random.share(), random.share()][random.below(6) as usize];
        let (x, y) = (share(), share());
        let [a, b, c, d] = points;
        let back = |p: DVec3| back(&motion, p, time);
        match role {
            Role::Vertex(Body::First) => {
                points[0] = motion.place(b * ((1.0 - x) * (1.0 - y)) + c * (x * (1.0 - y)) + d * y, time);
            }
            Role::Vertex(Body::Second) => {
                points[0] = back(b * ((1.0 - x) * (1.0 - y)) + c * (x * (1.0 - y)) + d * y);
            }
            Role::Edges => {
                let shift = back(a * (1.0 - x) + b * x) - (c * (1.0 - y) + d * y);
                points[2] += shift;
                points[3] += shift;
            }
        }
    }
    Turning { rotations, translations, points, role }
}

/// The point of the moving body that is at a place at a time, rounded.
fn back(motion: &RigidMotion, place: DVec3, time: f64) -> DVec3 {
    let origin = motion.place(DVec3::ZERO, time);
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| motion.place(axis, time) - origin);
    DVec3::from_array(axes.map(|axis| axis.dot(place - origin)))
}

/// The first time in a window, given all spans.
fn expected(spans: &[Span], window: Window) -> Option<Time> {
    let (from, until) = (window.from(), window.until());
    let span = spans.iter().find(|span| span.end.lower >= from)?;
    if span.begin.lower >= from { (span.begin.upper <= until).then_some(span.begin) } else { Some(Time::exactly(from)) }
}

/// Windows that begin and end anywhere, and just before, at and after contact.
fn windows(spans: &[Span], random: &mut Random) -> Vec<Window> {
    let mut times = vec![0.0, 1.0, random.share(), random.share()];
    for time in spans.iter().take(2).flat_map(|span| [span.begin, span.end]) {
        times.extend([time.lower.next_down(), time.lower, time.upper, time.upper.next_up()]);
    }
    times.retain(|t| (0.0..=1.0).contains(t));
    let mut pick = || times[random.below(times.len() as u64) as usize];
    let any = [0; 5].map(|_| [pick(), pick()]);
    any.into_iter().map(|[p, q]| Window::new(p.min(q), p.max(q)).unwrap()).collect()
}

/// How often what happened.
#[derive(Debug, Default)]
struct Count {
    hits: u32,
    misses: u32,
    at_start: u32,
    at_end: u32,
    cost: Cost,
}

impl Count {
    fn add(&mut self, spans: &[Span], random: &mut Random, first: impl Fn(Window, &mut Cost) -> Answer) {
        for window in windows(spans, random) {
            let expected = expected(spans, window);
            let found = first(window, &mut self.cost);
            let all = if expected.is_some() { spans } else { &[] };
            assert_eq!(found, (expected, expected.is_some(), all.to_vec()), "{window:?} {spans:?}");
            match expected {
                Some(time) => {
                    self.hits += 1;
                    self.at_start += u32::from(time.lower == window.from());
                    self.at_end += u32::from(time.upper == window.until());
                }
                None => self.misses += 1,
            }
        }
    }

    fn check(&self, what: &str) {
        let Self { hits, misses, at_start, at_end, cost } = self;
        assert!(*hits > 150 && *misses > 100 && *at_start > 40 && *at_end > 40, "{what}: {self:?}");
        assert!(cost.exact_tests > 100, "{what}: {cost:?}");
    }
}

/// The first contact of points on lines in a window is the first of all that is in it.
#[test]
fn windows_of_straight_motions_see_what_the_whole_does() {
    let mut random = Random(31);
    for source in SOURCES {
        let mut count = Count::default();
        for _ in 0..if matches!(source, Source::Flat | Source::Straight) { 200 } else { 500 } {
            let case = cases::case(source, &mut random);
            count.add(&case.spans(), &mut random, |window, cost| case.first(window, cost));
            // Units of axes change nothing, unless they lose bits.
            let scaled = case.map(|p| p * DVec3::new(1.0, 2f64.powi(400), 2f64.powi(-300)));
            if scaled.map(|p| p * DVec3::new(1.0, 2f64.powi(-400), 2f64.powi(300))).points == case.points {
                count.add(&case.spans(), &mut random, |window, cost| scaled.first(window, cost));
            }
        }
        count.check(&format!("{source:?}"));
    }
}

/// The same for rigid motions; huge and tiny ones are the same, and so are quaternions of any length.
#[test]
fn windows_of_rigid_motions_see_what_the_whole_does() {
    let mut random = Random(32);
    for source in [Turns::Whole, Turns::Flat, Turns::Any, Turns::Rounded] {
        let mut count = Count::default();
        for index in 0..if matches!(source, Turns::Flat) { 200 } else { 500 } {
            let case = turning(source, index, &mut random);
            let spans = case.spans();
            count.add(&spans, &mut random, |window, cost| case.first(window, cost));
            let powers = [[40, -20], [299, 3], [-299, 7], [-700, 0], [700, 90], [-60, -90]][index % 6];
            let other = case.scaled(powers[0], powers[1]);
            assert_eq!(other.spans(), spans, "{case:?} {powers:?}");
            count.add(&spans, &mut random, |window, cost| other.first(window, cost));
        }
        count.check(&format!("{source:?}"));
    }
}

/// A rigid motion that does not turn is a straight one, for contacts and for crossings, in all windows and at all times.
#[test]
fn a_shift_is_a_straight_motion() {
    let mut random = Random(33);
    let (mut hits, mut crossings, mut cost) = (0, 0, Cost::default());
    for index in 0..600 {
        let mut case = turning(Turns::Whole, index, &mut random);
        // The same rotation twice, of two lengths; a turn by 90° about z keeps whole numbers.
        let turn = [DQuat::IDENTITY, DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0)][index % 2];
        case.rotations = [turn, turn * [1.0, 3.0, -0.5][index % 3]];
        let turned = |p: DVec3| if index % 2 == 0 { p } else { DVec3::new(-p.y, p.x, p.z) };
        let [start, end] = case.translations;
        let moves = |k: usize| match case.role {
            Role::Vertex(owner) => (k == 0) == (owner == Body::Second),
            Role::Edges => k >= 2,
        };
        let path = |p: DVec3, moves: bool| {
            if moves { Path::try_new(turned(p) + start, turned(p) + end) } else { Path::try_new(p, p) }.unwrap()
        };
        let points = [0, 1, 2, 3].map(|k| path(case.points[k], moves(k)));
        let straight = Case { points, is_face: case.role != Role::Edges };
        let spans = straight.spans();
        assert_eq!(case.spans(), spans, "{case:?}");
        for window in windows(&spans, &mut random) {
            let found = straight.first(window, &mut cost);
            assert_eq!(case.first(window, &mut cost), found, "{case:?} {window:?}");
            hits += u32::from(found.1);
        }
        let (owner, extra) = ([Body::First, Body::Second][index % 2], DVec3::new(1.0, -2.0, 1.0));
        let ([a, b, c, d], is_second) = (case.points, owner == Body::Second);
        let course = RigidCourse::new(&case.motion());
        for time in [0.0, 0.25, 0.5, random.share(), 1.0] {
            let rigid = course.at(time).unwrap().crossing(owner, &[a, b], &[c, d, extra], &mut cost);
            let edge = [a, b].map(|p| path(p, is_second));
            let face = [c, d, extra].map(|p| path(p, !is_second));
            let expected = StraightStop::at(time).unwrap().crossing(owner, &edge, &face, &mut cost);
            assert_eq!(rigid, expected, "{case:?} {time}");
            crossings += u32::from(rigid.is_some());
        }
    }
    assert!(hits > 150 && crossings > 150, "{hits} {crossings}");
}

/// No motion at all: in contact in every window, or in none; and points that are no points meet nothing.
#[test]
fn what_rests_meets_always_or_never() {
    let still = RigidMotion::try_new([DQuat::IDENTITY; 2], [DVec3::ZERO; 2]).unwrap();
    let (course, mut cost) = (RigidCourse::new(&still), Cost::default());
    let face = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];
    for window in [[0.0, 1.0], [0.3, 0.3], [0.25, 0.5], [1.0, 1.0]] {
        let window = Window::new(window[0], window[1]).unwrap();
        for (z, meets) in [(0.0, true), (f64::MIN_POSITIVE, false), (1.0, false)] {
            let vertex = DVec3::new(1.0, 1.0, z);
            for owner in [Body::First, Body::Second] {
                let found = course.over(window).vertex_face(owner, vertex, &face, &mut cost);
                assert_eq!(found.map(|impact| impact.time), meets.then(|| Time::exactly(window.from())));
                let stop = course.at(window.from()).unwrap();
                let whole = Span { begin: Time::exactly(0.0), end: Time::exactly(1.0) };
                let up = [vertex, vertex + DVec3::Z];
                assert_eq!(stop.crossing(owner, &up, &face, &mut cost), meets.then_some(whole));
                assert_eq!(stop.crosses_until(owner, &up, &face, &mut cost), meets.then_some(whole.end));
            }
        }
        let bad = DVec3::new(1.0, f64::NAN, 0.0);
        assert!(!course.over(window).meets_face(Body::First, bad, &face, &mut cost));
        assert!(!course.over(window).meets_edge(&[bad, DVec3::ONE], &[DVec3::ZERO; 2], &mut cost));
        assert!(!course.at(0.5).unwrap().crosses(Body::First, &[bad, DVec3::ONE], &face, &mut cost));
    }
    for [from, until] in [[0.5, 0.4], [-0.1, 1.0], [0.0, 1.5], [f64::NAN, 1.0], [0.0, f64::INFINITY]] {
        assert_eq!(Window::new(from, until), None);
    }
    assert!(course.at(f64::NAN).is_none() && StraightStop::at(1.5).is_none());
}
