//! The relation of polygons with small whole coordinates, by cutting the plane into slabs between all abscissae of vertices and crossings,
//! and looking at the middle line of each: fractions of 128-bit integers, no predicate, no tree, no ray.

use impinge::pair::Relation;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Rings of whole coordinates.
pub type Rings = Vec<Vec<[i64; 2]>>;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(p: i128, q: i128) -> Self {
        if q < 0 { Self(-p, -q) } else { Self(p, q) }
    }

    fn compare(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn middle(self, other: Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, 2 * self.1 * other.1)
    }
}

/// An edge from left to right, and whose it is.
#[derive(Clone, Copy)]
struct Edge {
    p: [i128; 2],
    q: [i128; 2],
    owner: usize,
}

impl Edge {
    /// The ordinate at an abscissa.
    fn at(&self, x: Fraction) -> Fraction {
        let (dx, dy) = (self.q[0] - self.p[0], self.q[1] - self.p[1]);
        Fraction::new(self.p[1] * dx * x.1 + dy * (x.0 - self.p[0] * x.1), dx * x.1)
    }

    fn holds(&self, p: [i128; 2]) -> bool {
        let x = Fraction(p[0], 1);
        self.spans(x) && self.at(x).compare(Fraction(p[1], 1)).is_eq()
    }

    fn spans(&self, x: Fraction) -> bool {
        Fraction(self.p[0], 1).compare(x).is_le() && x.compare(Fraction(self.q[0], 1)).is_le()
    }
}

/// What the slabs show; index 0 is the first polygon.
#[derive(Default)]
struct Seen {
    meet: bool,
    common: bool,
    only: [bool; 2],
    out: [bool; 2],
    within: [bool; 2],
}

/// A point, sheared so that no edge is upright.
fn sheared([x, y]: [i64; 2]) -> [i128; 2] {
    [i128::from(64 * x + y), i128::from(y)]
}

/// The edges, and the rings that are points, each with the index of the polygon that it belongs to.
fn parts(polygons: &[&Rings]) -> (Vec<Edge>, Vec<([i128; 2], usize)>) {
    let (mut edges, mut points) = (Vec::new(), Vec::new());
    for (owner, rings) in polygons.iter().enumerate() {
        for ring in *rings {
            let ring: Vec<[i128; 2]> = ring.iter().copied().map(sheared).collect();
            let apart = (0..ring.len()).map(|k| (ring[k], ring[(k + 1) % ring.len()])).filter(|(p, q)| p != q);
            let before = edges.len();
            edges.extend(apart.map(|(p, q)| Edge { p: p.min(q), q: p.max(q), owner }));
            if edges.len() == before {
                points.push((ring[0], owner));
            }
        }
    }
    (edges, points)
}

/// The relation, of coordinates from 0 to 15 in magnitude.
pub fn relation(a: &Rings, b: &Rings) -> Relation {
    let (edges, points) = parts(&[a, b]);
    let mut seen = Seen::default();
    let mut lines: Vec<Fraction> = edges.iter().flat_map(|e| [Fraction(e.p[0], 1), Fraction(e.q[0], 1)]).collect();
    lines.extend(points.iter().map(|(p, _)| Fraction(p[0], 1)));
    for (i, e) in edges.iter().enumerate() {
        for f in &edges[..i] {
            lines.extend(crossing(e, f));
        }
    }
    lines.sort_by(|x, y| x.compare(*y));
    for pair in lines.windows(2) {
        if pair[0].compare(pair[1]).is_lt() {
            look_along(&edges, pair[0].middle(pair[1]), &mut seen);
        }
    }
    // Common points lie on these lines, if not along edges between them.
    for x in &lines {
        let on_line = |owner: usize| edges.iter().filter(move |e| e.owner == owner && e.spans(*x)).map(|e| e.at(*x));
        seen.meet |= on_line(0).any(|y| on_line(1).any(|z| y.compare(z).is_eq()));
    }
    for (p, owner) in &points {
        look_at_point(&edges, &points, *p, *owner, &mut seen);
    }
    answer(&seen)
}

/// The abscissa at which the lines of two edges cross within both.
fn crossing(e: &Edge, f: &Edge) -> Option<Fraction> {
    let (d, g) = ([e.q[0] - e.p[0], e.q[1] - e.p[1]], [f.q[0] - f.p[0], f.q[1] - f.p[1]]);
    let det = d[0] * g[1] - d[1] * g[0];
    if det == 0 {
        return None;
    }
    let t = (f.p[0] - e.p[0]) * g[1] - (f.p[1] - e.p[1]) * g[0];
    let x = Fraction::new(e.p[0] * det + t * d[0], det);
    (e.spans(x) && f.spans(x)).then_some(x)
}

/// Goes up along an upright line that meets no vertex and no crossing.
fn look_along(edges: &[Edge], x: Fraction, seen: &mut Seen) {
    let mut crossed: Vec<(Fraction, usize)> = edges.iter().filter(|e| e.spans(x)).map(|e| (e.at(x), e.owner)).collect();
    crossed.sort_by(|p, q| p.0.compare(q.0));
    let mut inside = [false; 2];
    for group in crossed.chunk_by(|p, q| p.0.compare(q.0).is_eq()) {
        let below = inside;
        let mut on = [false; 2];
        for (_, owner) in group {
            inside[*owner] = !inside[*owner];
            on[*owner] = true;
        }
        for side in [below, inside] {
            seen.common |= side[0] && side[1];
            seen.only[0] |= side[0] && !side[1];
            seen.only[1] |= side[1] && !side[0];
        }
        seen.meet |= on[0] && on[1];
        for k in 0..2 {
            let other = 1 - k;
            seen.out[k] |= on[k] && !on[other] && !below[other] && !inside[other];
            seen.within[k] |= on[k] && below[other] && inside[other];
        }
    }
}

/// Whether a point lies on an edge or a lone point of some rings.
pub fn is_on_edge(rings: &Rings, p: [i64; 2]) -> bool {
    let (edges, points) = parts(&[rings]);
    let p = sheared(p);
    edges.iter().any(|e| e.holds(p)) || points.iter().any(|(q, _)| *q == p)
}

fn look_at_point(edges: &[Edge], points: &[([i128; 2], usize)], p: [i128; 2], owner: usize, seen: &mut Seen) {
    let (x, y) = (Fraction(p[0], 1), Fraction(p[1], 1));
    let others = || edges.iter().filter(|e| e.owner != owner);
    let on = others().any(|e| e.holds(p)) || points.iter().any(|(q, other)| *other != owner && *q == p);
    // Half-open, so that vertices on the line count once.
    let above = others().filter(|e| e.p[0] <= p[0] && p[0] < e.q[0] && e.at(x).compare(y).is_gt()).count();
    // The neighbourhood of the point is uniform if edges leave it in pairs.
    let mut leaving: BTreeMap<[i128; 2], usize> = BTreeMap::new();
    for end in others().filter(|e| e.holds(p)).flat_map(|e| [e.p, e.q]).filter(|end| *end != p) {
        let d = [end[0] - p[0], end[1] - p[1]];
        let divisor = greatest_divisor(d[0].abs(), d[1].abs());
        *leaving.entry(d.map(|x| x / divisor)).or_default() += 1;
    }
    seen.meet |= on;
    seen.out[owner] |= !on && above % 2 == 0;
    seen.within[owner] |= above % 2 == 1 && leaving.values().all(|count| count % 2 == 0);
}

fn greatest_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

fn answer(seen: &Seen) -> Relation {
    let part = |k: usize| !seen.only[k] && !seen.out[k];
    let overlap = seen.common || seen.within[0] || seen.within[1];
    if !overlap && !seen.meet {
        Relation::Disjoint
    } else if part(0) && part(1) {
        Relation::Coincident
    } else if part(0) && (seen.common || seen.within[0]) {
        Relation::AInsideB
    } else if part(1) && (seen.common || seen.within[1]) {
        Relation::BInsideA
    } else if overlap {
        Relation::Crossing
    } else {
        Relation::Touching
    }
}
