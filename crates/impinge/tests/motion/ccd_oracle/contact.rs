//! Whether moving features meet, from textbook geometry at every time when that may change: normals, barycentric signs, Cramer's rule, with
//! degenerate features as segments and points. It shares no formula with the engine, and finds roots by Sturm's theorem.

use super::polynomial::{Algebraic, Dyadic, Polynomial};
use dashu_int::IBig;
use impinge::ccd::{Path, Span};
use impinge::math::integer::Grid;

pub type Point = [Polynomial; 3];

/// A sign at some time.
type SignAt<'a> = &'a mut dyn FnMut(&Polynomial) -> i32;

/// Four moving points, up to a common factor that is positive at all times, and what they are.
pub struct Oracle {
    pub points: [Point; 4],
    pub is_face: bool,
}

pub fn minus(p: &Point, q: &Point) -> Point {
    std::array::from_fn(|k| p[k].minus(&q[k]))
}

pub fn cross(p: &Point, q: &Point) -> Point {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        p[i].times(&q[j]).minus(&p[j].times(&q[i]))
    })
}

pub fn dot(p: &Point, q: &Point) -> Polynomial {
    p[0].times(&q[0]).plus(&p[1].times(&q[1])).plus(&p[2].times(&q[2]))
}

/// Whether a point is on a segment.
fn on_segment(v: &Point, [p, q]: [&Point; 2], sign: SignAt<'_>) -> bool {
    let (to_p, to_q) = (minus(p, v), minus(q, v));
    cross(&to_p, &to_q).iter().all(|c| sign(c) == 0) && sign(&dot(&to_p, &to_q)) <= 0
}

impl Oracle {
    pub fn new(points: &[Path; 4], is_face: bool) -> Self {
        let [a, b, c, d] = points;
        let [p, q, r, s, _] = Self::paths(&[*a, *b, *c, *d, *d]);
        Self { points: [p, q, r, s], is_face }
    }

    /// Five points on lines.
    pub fn paths(points: &[Path; 5]) -> [Point; 5] {
        let all = points.iter().flat_map(|p| [p.from(), p.to()]).flat_map(|p| p.to_array());
        let grid = Grid::holding(all);
        let polynomial = |from: f64, to: f64| {
            let (from, to) = (grid.integer(from), grid.integer(to));
            Polynomial::new(vec![from.clone(), to - from])
        };
        points.map(|p| std::array::from_fn(|k| polynomial(p.from()[k], p.to()[k])))
    }

    /// Whether the features meet at a time at which signs are told.
    fn meets_by(&self, sign: SignAt<'_>) -> bool {
        let [a, b, c, d] = &self.points;
        if self.is_face {
            let n = cross(&minus(c, b), &minus(d, b));
            let edges = [[b, c], [c, d], [d, b]];
            if n.iter().all(|c| sign(c) == 0) {
                return edges.iter().any(|edge| on_segment(a, *edge, sign));
            }
            let is_left =
                |[p, q]: [&Point; 2], sign: SignAt<'_>| sign(&dot(&n, &cross(&minus(q, p), &minus(a, p)))) >= 0;
            return sign(&dot(&n, &minus(a, b))) == 0 && edges.iter().all(|edge| is_left(*edge, sign));
        }
        let (u, v, w) = (minus(b, a), minus(d, c), minus(c, a));
        let n = cross(&u, &v);
        if n.iter().all(|c| sign(c) == 0) {
            let on_other = [(a, [c, d]), (b, [c, d]), (c, [a, b]), (d, [a, b])];
            return on_other.iter().any(|(p, edge)| on_segment(p, *edge, sign));
        }
        let whole = dot(&n, &n);
        let is_share = |x: &Polynomial, sign: SignAt<'_>| sign(x) >= 0 && sign(&whole.minus(x)) >= 0;
        sign(&dot(&n, &w)) == 0 && is_share(&dot(&cross(&w, &v), &n), sign) && is_share(&dot(&cross(&w, &u), &n), sign)
    }

    /// The polynomial that is zero when all points are in one plane.
    pub fn plane(&self) -> Polynomial {
        let [a, b, c, d] = &self.points;
        dot(&cross(&minus(b, a), &minus(c, a)), &minus(d, a))
    }

    /// Whether the features meet at a double.
    pub fn meets_at(&self, time: f64) -> bool {
        let time = Dyadic::from_double(time);
        self.meets_by(&mut |p| p.sign_at(&time))
    }

    /// Every polynomial of which a sign may be asked.
    fn polynomials(&self) -> Vec<Polynomial> {
        let [a, b, c, d] = &self.points;
        let seen_from_ends = |v: &Point, p: &Point, q: &Point| {
            let (to_p, to_q) = (minus(p, v), minus(q, v));
            cross(&to_p, &to_q).into_iter().chain([dot(&to_p, &to_q)])
        };
        // Both ends of the motion, too.
        let mut all = vec![Polynomial::new(vec![IBig::ZERO, IBig::ONE]), Polynomial::new(vec![IBig::ONE, -IBig::ONE])];
        if self.is_face {
            let n = cross(&minus(c, b), &minus(d, b));
            for [p, q] in [[b, c], [c, d], [d, b]] {
                all.push(dot(&n, &cross(&minus(q, p), &minus(a, p))));
                all.extend(seen_from_ends(a, p, q));
            }
            all.extend(n);
        } else {
            let (u, v, w) = (minus(b, a), minus(d, c), minus(c, a));
            let n = cross(&u, &v);
            for x in [dot(&cross(&w, &v), &n), dot(&cross(&w, &u), &n)] {
                all.extend([dot(&n, &n).minus(&x), x]);
            }
            for (v, p, q) in [(a, c, d), (b, c, d), (c, a, b), (d, a, b)] {
                all.extend(seen_from_ends(v, p, q));
            }
            all.extend(n);
        }
        all
    }

    /// All times at which features begin or cease to meet, among others at which they meet.
    pub fn contact_times(&self) -> Vec<Algebraic> {
        let plane = self.plane();
        let candidates = if plane.is_zero() { self.polynomials() } else { vec![plane] };
        let times = candidates.iter().flat_map(Algebraic::roots);
        times.filter_map(|mut time| self.meets_by(&mut |p| time.sign_of(p)).then_some(time)).collect()
    }

    /// What is wrong with spans: contact that is outside, none at an end, ends that are no neighbours, or samples that disagree.
    pub fn fault(&self, spans: &[Span]) -> Option<String> {
        let times = self.contact_times();
        if spans.is_empty() != times.is_empty() {
            return Some(format!("{} times of contact", times.len()));
        }
        let is_within = |time: &Algebraic, lower: f64, upper: f64| {
            !time.is_before(&Dyadic::from_double(lower)) && time.is_before(&Dyadic::from_double(upper.next_up()))
        };
        let is_held = |time: &&Algebraic| !spans.iter().any(|s| is_within(time, s.begin.lower, s.end.upper));
        if let Some(time) = times.iter().find(is_held) {
            return Some(format!("contact outside, at {time:?}"));
        }
        for time in spans.iter().flat_map(|span| [span.begin, span.end]) {
            if !time.is_exact() && time.upper != time.lower.next_up() {
                return Some(format!("{time:?} is not between neighbours"));
            }
            if !times.iter().any(|t| is_within(t, time.lower, time.upper)) {
                return Some(format!("no contact at {time:?}"));
            }
        }
        let samples = (0..=32).map(|k| f64::from(k) / 32.0);
        let mut odd = samples.filter(|t| holds(spans, *t).is_some_and(|meets| meets != self.meets_at(*t)));
        odd.next().map(|time| format!("otherwise at {time}"))
    }
}

/// Whether a double is inside one of the spans, or certainly outside all; `None` at the very ends.
fn holds(spans: &[Span], time: f64) -> Option<bool> {
    match () {
        () if spans.iter().any(|s| s.begin.upper <= time && time <= s.end.lower) => Some(true),
        () if spans.iter().any(|s| s.begin.lower <= time && time <= s.end.upper) => None,
        () => Some(false),
    }
}
