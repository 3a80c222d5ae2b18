//! Faces within a length: every pair against squares of distances as fractions of integers, and contacts at length zero.

use crate::sheets::{Random, Surface, sheet};
use impinge::deform::{FaceGap, FacePair, NotALength};
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::math::predicates::projection_axis;
use impinge::math::simd::{Instructions, limited};
use impinge::triangle_pair::{Triangle, TriangleRelation, relate_brute};

/// Faces over vertices on a lattice.
fn tangle(random: &mut Random, side: u64) -> Surface {
    let coordinate = |random: &mut Random| random.below(side) as f64;
    let positions = (0..60).map(|_| DVec3::new(coordinate(random), coordinate(random), coordinate(random))).collect();
    let faces = (0..40).map(|_| [0; 3].map(|_| random.below(60) as u32)).collect();
    Surface { positions, faces }
}

type Whole = [i128; 3];

fn minus(p: Whole, q: Whole) -> Whole {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

fn dot(p: Whole, q: Whole) -> i128 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

fn cross(p: Whole, q: Whole) -> Whole {
    [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
}

/// The square of a distance, as a fraction.
#[derive(Clone, Copy)]
struct Squared(i128, i128);

impl Squared {
    fn less(self, other: Self) -> Self {
        if self.0 * other.1 < other.0 * self.1 { self } else { other }
    }
}

/// From a point to a segment: to an end, or to the foot between both.
fn to_segment(p: Whole, a: Whole, b: Whole) -> Squared {
    let (w, e) = (minus(p, a), minus(b, a));
    let (t, l) = (dot(w, e), dot(e, e));
    if t <= 0 {
        Squared(dot(w, w), 1)
    } else if t >= l {
        Squared(dot(minus(p, b), minus(p, b)), 1)
    } else {
        Squared(dot(w, w) * l - t * t, l)
    }
}

/// From a point to a triangle with area: to its plane if the foot is inside, else to an edge.
fn to_triangle(p: Whole, [a, b, c]: [Whole; 3]) -> Squared {
    let n = cross(minus(b, a), minus(c, a));
    let inside = [(a, b), (b, c), (c, a)].iter().all(|(q, r)| dot(cross(minus(*r, *q), minus(p, *q)), n) >= 0);
    if inside {
        let height = dot(minus(p, a), n);
        return Squared(height * height, dot(n, n));
    }
    to_segment(p, a, b).less(to_segment(p, b, c)).less(to_segment(p, c, a))
}

/// Between two segments: of their lines where both feet are inside, else from an end.
fn between_segments([a, b]: [Whole; 2], [c, d]: [Whole; 2]) -> Squared {
    let (u, v, w) = (minus(b, a), minus(d, c), minus(c, a));
    let n = cross(u, v);
    let scale = dot(n, n);
    let (s, t) = (dot(cross(w, v), n), dot(cross(w, u), n));
    if scale > 0 && (0..=scale).contains(&s) && (0..=scale).contains(&t) {
        let along = dot(w, n);
        return Squared(along * along, scale);
    }
    to_segment(a, c, d).less(to_segment(b, c, d)).less(to_segment(c, a, b)).less(to_segment(d, a, b))
}

fn squared_distance(s: &Triangle, t: &Triangle) -> Squared {
    if relate_brute(s, t) != TriangleRelation::Disjoint {
        return Squared(0, 1);
    }
    let [p, q] = [s, t].map(|t| t.map(|p| p.to_array().map(|x| x as i128)));
    let mut least = Squared(i128::from(i64::MAX), 1);
    for i in 0..3 {
        least = least.less(to_triangle(p[i], q)).less(to_triangle(q[i], p));
        for j in 0..3 {
            least = least.less(between_segments([p[i], p[(i + 1) % 3]], [q[j], q[(j + 1) % 3]]));
        }
    }
    least
}

fn has_area(t: &Triangle) -> bool {
    projection_axis(t, &mut impinge::cost::Cost::default()).is_some()
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * expected.max(1.0)
}

/// Pairs within a length, each face against each, and how many are at that length to the last bit.
fn brute(a: &Surface, b: &Surface, own: bool, length: f64) -> (Vec<(FacePair, f64)>, usize) {
    let (mut found, mut exact) = (Vec::new(), 0);
    for (i, s) in (0..a.faces.len()).map(|i| (i, a.triangle(i))).filter(|(_, t)| has_area(t)) {
        for (j, t) in (0..b.faces.len()).map(|j| (j, b.triangle(j))).filter(|(_, t)| has_area(t)) {
            if own && (j <= i || a.faces[i].iter().any(|corner| b.faces[j].contains(corner))) {
                continue;
            }
            let Squared(numerator, denominator) = squared_distance(&s, &t);
            // Lengths are whole here, or halves.
            let twice = (2.0 * length) as i128;
            if 4 * numerator <= twice * twice * denominator {
                exact += usize::from(4 * numerator == twice * twice * denominator);
                found.push(([FaceId(i as u32), FaceId(j as u32)], (numerator as f64 / denominator as f64).sqrt()));
            }
        }
    }
    (found, exact)
}

#[test]
fn tangles_on_a_lattice_agree_with_fractions() {
    let mut random = Random(11);
    let threads = Executor::try_new(2).unwrap();
    let (mut meeting, mut apart, mut at_length) = (0, 0, 0);
    for round in 0..30 {
        let a = tangle(&mut random, 6 + round % 9);
        let b = tangle(&mut random, 6 + round % 5);
        let length = [0.0, 0.5, 1.0, 2.0, 3.0][random.below(5) as usize];
        let surfaces = [&a, &b].map(Surface::deformable);
        for (own, (expected, exact)) in [(true, brute(&a, &a, true, length)), (false, brute(&a, &b, false, length))] {
            let ask = |executor: &Executor| {
                let [a, b] = &surfaces;
                if own { a.self_proximity(length, executor) } else { a.proximity(b, length, executor) }.unwrap()
            };
            let found = ask(&Executor::serial());
            let faces: Vec<FacePair> = found.pairs.iter().map(|pair| pair.faces).collect();
            assert!(faces == expected.iter().map(|(faces, _)| *faces).collect::<Vec<_>>(), "round {round}");
            for (pair, (_, distance)) in found.pairs.iter().zip(&expected) {
                assert!(close(pair.gap.distance(), *distance) && pair.gap.distance() <= length, "{pair:?} {distance}");
                assert_eq!(pair.gap == FaceGap::Meeting, *distance == 0.0);
                if let FaceGap::Apart { distance, points: [p, q], .. } = pair.gap {
                    assert!(close(p.distance(q), distance));
                    apart += 1;
                } else {
                    meeting += 1;
                }
            }
            assert_eq!(ask(&threads), found);
            for limit in [Instructions::Avx2, Instructions::Baseline] {
                assert_eq!(limited(limit, || ask(&Executor::serial())).pairs, found.pairs);
            }
            at_length += exact;
        }
    }
    assert!(
        meeting > 2_000 && apart > 2_000 && at_length > 500,
        "{meeting} meet, {apart} apart, {at_length} at the length"
    );
}

/// Two sheets a length apart, to the last bit, however they are scaled and placed.
#[test]
fn parallel_sheets_at_a_length_and_just_above() {
    let flat = sheet(6);
    let mut layers = flat.moved(|p| p * 3.0);
    let count = layers.positions.len() as u32;
    layers.positions.extend(flat.moved(|p| p * 3.0 + DVec3::Z).positions);
    layers.faces.extend(flat.faces.iter().map(|face| face.map(|corner| corner + count)));
    for scale in [1.0, 2f64.powi(-280), 2f64.powi(150), 2f64.powi(270)] {
        let surface = layers.moved(|p| p * scale).deformable();
        let near = surface.self_proximity(scale, &Executor::serial()).unwrap();
        let across = near.pairs.iter().filter(|pair| pair.faces[0].0 < 72 && pair.faces[1].0 >= 72).count();
        assert!(across > 72 * 5 && near.pairs.iter().all(|pair| pair.gap.distance() == scale), "{scale:e} {across}");
        assert!(surface.self_proximity(scale.next_down(), &Executor::serial()).unwrap().pairs.is_empty());
    }
}

#[test]
fn at_length_zero_it_tells_contacts() {
    let mut random = Random(12);
    let mut all = 0;
    for far in [0.0, 1e6] {
        let a = sheet(13).moved(|p| p + random.vector() * 1.5 + DVec3::splat(far)).deformable();
        let b = sheet(13).moved(|p| p + random.vector() + DVec3::splat(far)).deformable();
        let own = a.self_proximity(0.0, &Executor::serial()).unwrap();
        let faces = own.pairs.iter().map(|pair| pair.faces).collect::<Vec<_>>();
        assert_eq!(faces, a.self_contacts(&Executor::serial()).meeting);
        let both = a.proximity(&b, 0.0, &Executor::serial()).unwrap();
        let faces = both.pairs.iter().map(|pair| pair.faces).collect::<Vec<_>>();
        assert_eq!(faces, a.contacts(&b, &Executor::serial()).meeting);
        assert!(own.pairs.iter().chain(&both.pairs).all(|pair| pair.gap == FaceGap::Meeting));
        all += own.pairs.len().min(both.pairs.len());
    }
    assert!(all > 200, "{all}");
}

#[test]
fn what_is_no_length_is_refused() {
    let surface = sheet(3).deformable();
    for length in [-1.0, f64::NEG_INFINITY, f64::INFINITY, f64::NAN, -f64::MIN_POSITIVE] {
        let refused = surface.self_proximity(length, &Executor::serial()).unwrap_err();
        assert!(refused.0 == length || (refused.0.is_nan() && length.is_nan()));
        assert!(matches!(surface.proximity(&surface, length, &Executor::serial()), Err(NotALength(_))));
    }
    let all = surface.self_proximity(f64::MAX, &Executor::serial()).unwrap().pairs.len();
    assert!(all > 50 && all == surface.self_proximity(10.0, &Executor::serial()).unwrap().pairs.len());
    assert_eq!(surface.self_proximity(-0.0, &Executor::serial()).unwrap().pairs, []);
    assert_eq!(surface.self_proximity(5e-324, &Executor::serial()).unwrap().pairs, []);
}
