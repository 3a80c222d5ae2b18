//! Distance and depth of two sets of corners, exactly: from the facets of the Minkowski difference of their hulls.
//!
//! The difference of two polytopes has facets of three kinds only: a facet of A and a corner of B, a corner of A and a facet of B,
//! an edge of each. So its depth around the origin is the least of `h(n) / |n|` over those normals, `h` being the farthest
//! extent, and normals too many do no harm: every direction's extent is at least the depth. The distance is the least over pairs of
//! a corner, an edge or a triangle of each whose common perpendicular meets both, and again pairs too many do no harm.
//! Doubles, with their errors, pick which candidates are worth computing in integers; no sign comes from them.

use super::vector::{Vector, cross, dot, is_zero, minus, on_grid};
use dashu_int::IBig;
use impinge::cost::Cost;
use impinge::math::DVec3;
use impinge::math::integer::{Grid, sign};
use impinge::math::predicates::{orient3d, orient3d_integer};
use std::cmp::Ordering;

/// Errors of candidates in doubles, far above what rounding can do.
const ROUGH: f64 = 1e-13;

/// The square of a length, in squares of the grid's step.
#[derive(Clone, Debug)]
pub struct Squared {
    numerator: IBig,
    denominator: IBig,
    grid: Grid,
}

/// The relation of two hulls, and how far they are apart or deep in each other.
#[derive(Clone, Debug)]
pub enum Truth {
    /// No common point.
    Apart(Squared),
    /// Common points, and depth 0.
    Touching,
    /// A depth above 0.
    Deep(Squared),
}

impl Squared {
    /// How a length that is not negative compares with the root of this.
    pub fn compared_to(&self, length: f64) -> Ordering {
        let fine = self.grid.with([length]);
        let shift = 2 * fine.finer_by(self.grid);
        let length = fine.integer(length);
        (&length * &length * &self.denominator).cmp(&(&self.numerator << shift))
    }

    /// The root, to about 52 bits.
    pub fn root(&self) -> f64 {
        // An even shift brings the quotient to some 120 bits, so that neither it nor its root loses any that a double has.
        use dashu_int::ops::BitTest;
        let bits = self.numerator.bit_len() as i64 - self.denominator.bit_len() as i64;
        let half = ((120 - bits).max(0) / 2) as usize;
        let quotient = (&self.numerator << (2 * half)) / &self.denominator;
        let root = root(&quotient);
        self.grid.double(&root, &(IBig::ONE << half))
    }

    fn cmp(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

/// The integer root, rounded down, of what is not negative (Newton's iteration from above).
fn root(x: &IBig) -> IBig {
    use dashu_int::ops::BitTest;
    if x.is_zero() {
        return IBig::ZERO;
    }
    let mut guess = IBig::ONE << (x.bit_len() / 2 + 1);
    loop {
        let next = (&guess + x / &guess) / 2;
        if next >= guess {
            return guess;
        }
        guess = next;
    }
}

/// One set of corners with the triangles and edges that its hull may have.
struct Body {
    doubles: Vec<DVec3>,
    integers: Vec<Vector>,
    /// Corners of triangles in planes with all corners on one side.
    triangles: Vec<[usize; 3]>,
    edges: Vec<[usize; 2]>,
    /// The outward unit normals on both sides of each edge, where every triangle is a facet of its own; else none.
    wings: Vec<[DVec3; 2]>,
}

/// Corners up to which all triples are tried for facets.
const FEW: usize = 40;

impl Body {
    fn new(corners: &[DVec3], grid: Grid) -> Self {
        let integers = corners.iter().map(|p| on_grid(grid, *p)).collect();
        if corners.len() > FEW
            && let Some(triangles) = wrapped(corners)
        {
            let (edges, wings) = winged(corners, &triangles);
            return Self { doubles: corners.to_vec(), integers, triangles, edges, wings };
        }
        let triangles = supporting_triangles(corners);
        let mut edges: Vec<[usize; 2]> = if triangles.is_empty() {
            (0..corners.len()).flat_map(|i| (0..i).map(move |j| [j, i])).collect()
        } else {
            triangles.iter().flat_map(|[i, j, k]| [[*i, *j], [*j, *k], [*i, *k]]).collect()
        };
        edges.sort_unstable();
        edges.dedup();
        Self { doubles: corners.to_vec(), integers, triangles, edges, wings: Vec::new() }
    }

    fn double(&self, [i, j]: [usize; 2]) -> DVec3 {
        self.doubles[j] - self.doubles[i]
    }

    fn integer(&self, [i, j]: [usize; 2]) -> Vector {
        minus(&self.integers[j], &self.integers[i])
    }
}

/// All triples of corners, ascending, whose plane has all corners on one side.
fn supporting_triangles(corners: &[DVec3]) -> Vec<[usize; 3]> {
    let count = corners.len();
    let triples = (0..count).flat_map(|k| (0..k).flat_map(move |j| (0..j).map(move |i| [i, j, k])));
    let mut found = Vec::new();
    for [i, j, k] in triples {
        let (p, q, r) = (corners[i], corners[j], corners[k]);
        let mut seen = [false; 2];
        for s in corners {
            match orient3d(p, q, r, *s, &mut Cost::default()) {
                1 => seen[0] = true,
                -1 => seen[1] = true,
                _ => {}
            }
            if seen == [true; 2] {
                break;
            }
        }
        // A line has all corners on no side of it and is no plane.
        let flat = seen == [false; 2] && (0..3).all(|axis| is_straight(axis, p, q, r));
        if seen != [true; 2] && !flat {
            found.push([i, j, k]);
        }
    }
    found
}

/// The facets of a hull in general position by gift wrapping (Chand and Kapur 1970), outward; `None` if it is in no such position.
fn wrapped(corners: &[DVec3]) -> Option<Vec<[usize; 3]>> {
    let side = |i: usize, j: usize, k: usize, l: usize| {
        orient3d(corners[i], corners[j], corners[k], corners[l], &mut Cost::default())
    };
    // The corner that all others are below, as seen along a hull's edge.
    let pivot = |i: usize, j: usize| {
        let others = (0..corners.len()).filter(|k| *k != i && *k != j);
        let top = others.clone().reduce(|top, k| if side(i, j, top, k) > 0 { k } else { top })?;
        others.clone().all(|k| k == top || side(i, j, top, k) < 0).then_some(top)
    };
    let first = (0..corners.len()).min_by(|i, j| corners[*i].x.total_cmp(&corners[*j].x))?;
    let second = (0..corners.len()).filter(|j| *j != first).find(|j| pivot(first, *j).is_some())?;
    let mut open = vec![[first, second]];
    let mut known = std::collections::BTreeSet::new();
    let mut facets = Vec::new();
    while let Some([i, j]) = open.pop() {
        if known.contains(&[i, j]) {
            continue;
        }
        let k = pivot(i, j)?;
        facets.push([i, j, k]);
        for edge in [[i, j], [j, k], [k, i]] {
            known.insert(edge);
            open.push([edge[1], edge[0]]);
        }
    }
    Some(facets)
}

/// The edges of facets, and the normals on both sides of each.
fn winged(corners: &[DVec3], facets: &[[usize; 3]]) -> (Vec<[usize; 2]>, Vec<[DVec3; 2]>) {
    let mut normals = std::collections::BTreeMap::new();
    for [i, j, k] in facets {
        let normal = (corners[*j] - corners[*i]).cross(corners[*k] - corners[*i]).normalize();
        normals.extend([[*i, *j], [*j, *k], [*k, *i]].map(|edge| (edge, normal)));
    }
    let edges: Vec<[usize; 2]> = normals.keys().filter(|[i, j]| i < j).copied().collect();
    let wings = edges.iter().map(|[i, j]| [normals[&[*i, *j]], normals[&[*j, *i]]]).collect();
    (edges, wings)
}

/// Whether the arcs between the normals of two edges may cross on the sphere: only then do the edges make a facet.
fn may_cross([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> bool {
    let (along, across) = (a.cross(b), c.cross(d));
    let parted = |x: f64, y: f64| x * y > 1e-9;
    !parted(along.dot(c), along.dot(d)) && !parted(across.dot(a), across.dot(b))
}

/// Whether three points lie on a line as seen along an axis.
fn is_straight(axis: usize, p: DVec3, q: DVec3, r: DVec3) -> bool {
    let mut s = p;
    s[axis] += 1.0 + p.abs().max_element();
    orient3d_integer(p, q, r, s) == 0
}

/// A direction in which the difference may be least deep.
enum Normal {
    Facet(usize, [usize; 3]),
    Edges([usize; 2], [usize; 2]),
    Given(Vector),
}

struct Pair {
    bodies: [Body; 2],
    grid: Grid,
    size: f64,
}

/// The extent of the difference along a direction, and the square of the direction's length.
struct Extent {
    along: IBig,
    squared: IBig,
}

impl Extent {
    /// Compares signed extents per length.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |e: &Self, f: &Self| IBig::from(sign(&e.along)) * &e.along * &e.along * &f.squared;
        key(self, other).cmp(&key(other, self))
    }
}

impl Pair {
    fn exact_normal(&self, normal: &Normal) -> Vector {
        match normal {
            Normal::Facet(body, [i, j, k]) => {
                cross(&self.bodies[*body].integer([*i, *j]), &self.bodies[*body].integer([*i, *k]))
            }
            Normal::Edges(e, f) => cross(&self.bodies[0].integer(*e), &self.bodies[1].integer(*f)),
            Normal::Given(n) => n.clone(),
        }
    }

    /// Extents along a normal and against it; `None` where the normal is zero.
    fn exact_extents(&self, normal: &Normal) -> Option<[Extent; 2]> {
        let n = self.exact_normal(normal);
        if is_zero(&n) {
            return None;
        }
        let squared = dot(&n, &n);
        let range = |body: &Body| {
            let along: Vec<IBig> = body.integers.iter().map(|p| dot(p, &n)).collect();
            Some((along.iter().min()?.clone(), along.iter().max()?.clone()))
        };
        let ((low_a, high_a), (low_b, high_b)) = (range(&self.bodies[0])?, range(&self.bodies[1])?);
        let up = Extent { along: high_a - &low_b, squared: squared.clone() };
        Some([up, Extent { along: high_b - low_a, squared }])
    }

    /// A bound from both sides on the lesser extent per length along and against a normal.
    fn rough_extent(&self, normal: &Normal) -> [f64; 2] {
        let (u, v) = match normal {
            Normal::Facet(body, [i, j, k]) => {
                (self.bodies[*body].double([*i, *j]), self.bodies[*body].double([*i, *k]))
            }
            Normal::Edges(e, f) => (self.bodies[0].double(*e), self.bodies[1].double(*f)),
            Normal::Given(_) => return [f64::MIN, f64::MAX],
        };
        let n = u.cross(v);
        let sine = n.length() / (u.length() * v.length());
        if sine.is_nan() || sine < 1e-6 {
            return [f64::MIN, f64::MAX];
        }
        let n = n.normalize();
        let range = |body: &Body| {
            let along = body.doubles.iter().map(|p| p.dot(n));
            along.fold([f64::MAX, f64::MIN], |[low, high], x| [low.min(x), high.max(x)])
        };
        let ([low_a, high_a], [low_b, high_b]) = (range(&self.bodies[0]), range(&self.bodies[1]));
        let (value, error) = ((high_a - low_b).min(high_b - low_a), ROUGH * self.size / sine);
        [value - error, value + error]
    }

    /// The least extent over all candidates.
    fn least(&self, normals: &[Normal]) -> Option<Extent> {
        let rough: Vec<[f64; 2]> = normals.iter().map(|n| self.rough_extent(n)).collect();
        let bound = rough.iter().fold(f64::MAX, |best, [_, high]| best.min(*high));
        let worth = normals.iter().zip(&rough).filter(|(_, [low, _])| *low <= bound);
        worth.filter_map(|(n, _)| self.exact_extents(n)).flatten().min_by(Extent::cmp)
    }

    /// All normals that a facet of the difference may have, and whether it spans space.
    fn normals(&self) -> (Vec<Normal>, bool) {
        let [a, b] = &self.bodies;
        let edges = || a.edges.iter().map(|e| a.integer(*e)).chain(b.edges.iter().map(|e| b.integer(*e)));
        let axes: [Vector; 3] = std::array::from_fn(|i| std::array::from_fn(|k| IBig::from(u8::from(i == k))));
        let Some(line) = edges().find(|e| !is_zero(e)) else {
            return (axes.into_iter().map(Normal::Given).collect(), false);
        };
        let Some(plane) = edges().map(|e| cross(&line, &e)).find(|n| !is_zero(n)) else {
            let around = axes.iter().map(|x| cross(&line, x));
            return (around.chain([line.clone()]).map(Normal::Given).collect(), false);
        };
        if edges().all(|e| dot(&e, &plane).is_zero()) {
            let around = edges().map(|e| cross(&plane, &e));
            return (around.chain([plane.clone()]).map(Normal::Given).collect(), false);
        }
        let facets =
            [0, 1].into_iter().flat_map(|k| self.bodies[k].triangles.iter().map(move |t| Normal::Facet(k, *t)));
        let winged = !a.wings.is_empty() && !b.wings.is_empty();
        let worth = |i: usize, j: usize| !winged || may_cross(a.wings[i], b.wings[j].map(|n| -n));
        let pairs = (0..a.edges.len()).flat_map(|i| (0..b.edges.len()).map(move |j| (i, j)));
        let crossed = pairs.filter(|(i, j)| worth(*i, *j)).map(|(i, j)| Normal::Edges(a.edges[i], b.edges[j]));
        (facets.chain(crossed).collect(), true)
    }

    fn squared(&self, numerator: IBig, denominator: IBig) -> Squared {
        Squared { numerator, denominator, grid: self.grid }
    }

    /// The square of the distance, where they are apart.
    fn distance(&self) -> Option<Squared> {
        let mut best: Option<Squared> = None;
        let mut rough_best = f64::MAX;
        let mut offer = |rough: f64, found: &dyn Fn() -> Option<Squared>| {
            if rough > rough_best + ROUGH * self.size {
                return;
            }
            let Some(found) = found() else { return };
            rough_best = rough_best.min(found.root());
            if best.as_ref().is_none_or(|b| found.cmp(b) == Ordering::Less) {
                best = Some(found);
            }
        };
        let [a, b] = &self.bodies;
        for (p, x) in a.doubles.iter().zip(&a.integers) {
            for (q, y) in b.doubles.iter().zip(&b.integers) {
                offer(p.distance(*q), &|| {
                    let d = minus(x, y);
                    Some(self.squared(dot(&d, &d), IBig::ONE))
                });
            }
        }
        for (one, other) in [(a, b), (b, a)] {
            for (p, x) in one.doubles.iter().zip(&one.integers) {
                for e in &other.edges {
                    let v = other.double(*e);
                    let rough = (*p - other.doubles[e[0]]).cross(v).length() / v.length();
                    offer(rough - ROUGH * self.size, &|| self.corner_edge(x, other, *e));
                }
                for t in &other.triangles {
                    let n = other.double([t[0], t[1]]).cross(other.double([t[0], t[2]])).normalize();
                    let rough = (*p - other.doubles[t[0]]).dot(n).abs();
                    let foot = *p - n * (*p - other.doubles[t[0]]).dot(n);
                    if t.iter().all(|i| foot.distance(other.doubles[*i]) < 2.0 * self.size) {
                        offer(rough - 1e-9 * self.size, &|| self.corner_triangle(x, other, *t));
                    }
                }
            }
        }
        for e in &a.edges {
            for f in &b.edges {
                let n = a.double(*e).cross(b.double(*f)).normalize();
                let rough = (a.doubles[e[0]] - b.doubles[f[0]]).dot(n).abs();
                offer(if rough.is_nan() { 0.0 } else { rough - 1e-9 * self.size }, &|| self.edge_edge(*e, *f));
            }
        }
        best
    }

    fn corner_edge(&self, p: &Vector, other: &Body, e: [usize; 2]) -> Option<Squared> {
        let (v, u) = (other.integer(e), minus(p, &other.integers[e[0]]));
        let (along, length) = (dot(&u, &v), dot(&v, &v));
        let c = cross(&u, &v);
        (sign(&along) > 0 && along < length).then(|| self.squared(dot(&c, &c), length))
    }

    fn corner_triangle(&self, p: &Vector, other: &Body, [i, j, k]: [usize; 3]) -> Option<Squared> {
        let n = cross(&other.integer([i, j]), &other.integer([i, k]));
        let inside = [[i, j], [j, k], [k, i]].into_iter().all(|e| {
            let u = minus(p, &other.integers[e[0]]);
            sign(&dot(&cross(&other.integer(e), &u), &n)) >= 0
        });
        let height = dot(&n, &minus(p, &other.integers[i]));
        (inside && !is_zero(&n)).then(|| self.squared(&height * &height, dot(&n, &n)))
    }

    fn edge_edge(&self, e: [usize; 2], f: [usize; 2]) -> Option<Squared> {
        let [a, b] = &self.bodies;
        let (u, v) = (a.integer(e), b.integer(f));
        let between = minus(&b.integers[f[0]], &a.integers[e[0]]);
        let n = cross(&u, &v);
        let length = dot(&n, &n);
        let (s, t) = (dot(&cross(&between, &v), &n), dot(&cross(&between, &u), &n));
        let within = |x: &IBig| sign(x) >= 0 && *x <= length;
        let height = dot(&n, &between);
        (!is_zero(&n) && within(&s) && within(&t)).then(|| self.squared(&height * &height, length))
    }
}

/// The truth about two sets of corners in one frame; neither is empty.
pub fn truth(a: &[DVec3], b: &[DVec3]) -> Truth {
    let grid = Grid::holding(a.iter().chain(b).flat_map(|p| p.to_array()));
    let size = a.iter().chain(b).fold(0.0, |size: f64, p| size.max(p.length()));
    let pair = Pair { bodies: [Body::new(a, grid), Body::new(b, grid)], grid, size };
    let (normals, solid) = pair.normals();
    let Some(least) = pair.least(&normals) else { return Truth::Touching };
    match sign(&least.along) {
        1 if solid => Truth::Deep(pair.squared(&least.along * &least.along, least.squared)),
        -1 => pair.distance().map_or(Truth::Touching, Truth::Apart),
        _ => Truth::Touching,
    }
}
