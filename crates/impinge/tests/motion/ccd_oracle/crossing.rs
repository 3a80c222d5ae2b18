//! Whether a moving edge and a moving face share a point at a double, from textbook geometry: the point where the edge's line passes the plane, and
//! the parts of both where it does not.

use super::contact::{Oracle, Point, cross, dot, minus};
use super::polynomial::{Dyadic, Polynomial};
use impinge::ccd::Span;

/// Five moving points, up to a common factor that is positive at all times.
pub struct Crossing {
    pub edge: [Point; 2],
    pub face: [Point; 3],
}

fn scaled(p: &Point, by: &Polynomial) -> Point {
    p.each_ref().map(|x| x.times(by))
}

impl Crossing {
    /// The ends of the edge with the face, and the edges of the face with the edge.
    pub fn parts(&self) -> Vec<Oracle> {
        let (edge, [a, b, c]) = (&self.edge, &self.face);
        let ends = edge.iter().map(|v| Oracle { points: [v, a, b, c].map(Point::clone), is_face: true });
        let sides = [[a, b], [b, c], [c, a]];
        let sides = sides.map(|[f, g]| Oracle { points: [f, g, &edge[0], &edge[1]].map(Point::clone), is_face: false });
        ends.chain(sides).collect()
    }

    pub fn meets_at(&self, time: f64) -> bool {
        let at = Dyadic::from_double(time);
        let ([p, q], [a, b, c]) = (&self.edge, &self.face);
        let n = cross(&minus(b, a), &minus(c, a));
        let heights = [p, q].map(|v| dot(&n, &minus(v, a)));
        let [d, e] = heights.each_ref().map(|height| height.sign_at(&at));
        if d * e >= 0 {
            return d * e == 0 && self.parts().iter().any(|part| part.meets_at(time));
        }
        // (q d - p e) / (d - e) is in the plane; its sides, times n, are of one sign if it is in the face.
        let whole = heights[0].minus(&heights[1]);
        let place = minus(&scaled(q, &heights[0]), &scaled(p, &heights[1]));
        [[a, b], [b, c], [c, a]].into_iter().all(|[f, g]| {
            let side = dot(&n, &cross(&minus(g, f), &minus(&place, &scaled(f, &whole))));
            side.sign_at(&at) * d >= 0
        })
    }

    /// What is wrong with spans: ends that are not where contact begins and ceases, samples that disagree, or a part that touches outside.
    pub fn fault(&self, spans: &[Span]) -> Option<String> {
        let mut samples: Vec<f64> = (0..=24).map(|k| f64::from(k) / 24.0).collect();
        for time in spans.iter().flat_map(|span| [span.begin, span.end]) {
            if !time.is_exact() && time.upper != time.lower.next_up() {
                return Some(format!("{time:?} is not between neighbours"));
            }
            samples.extend([time.lower.next_down(), time.lower, time.upper, time.upper.next_up()]);
        }
        samples.retain(|t| (0.0..=1.0).contains(t));
        let is_reported = |t: f64| spans.iter().any(|s| s.begin.upper <= t && t <= s.end.lower);
        if let Some(time) = samples.into_iter().find(|t| is_reported(*t) != self.meets_at(*t)) {
            return Some(format!("otherwise at {time}"));
        }
        let touches = self.parts().iter().flat_map(Oracle::contact_times).collect::<Vec<_>>();
        let is_held = |time: &&super::polynomial::Algebraic| {
            spans.iter().any(|s| {
                !time.is_before(&Dyadic::from_double(s.begin.lower))
                    && time.is_before(&Dyadic::from_double(s.end.upper.next_up()))
            })
        };
        touches.iter().find(|time| !is_held(time)).map(|time| format!("contact outside, at {time:?}"))
    }
}
