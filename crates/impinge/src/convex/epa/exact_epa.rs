//! The depth in integers, for what doubles cannot tell: touching, flat, or shallow beyond their reach.
//!
//! The same growing surface, exactly convex: corners are integers on a common grid, a face is replaced where the new point is strictly
//! beyond it, and the nearest face is the one of least signed distance. A face with nothing beyond it is a facet of the
//! difference, so the search ends after finitely many points, with the origin outside, on the surface or inside, and the
//! depth as a root of a rational. A flat difference is made a solid by adding a segment across it: the origin is in the one where it is
//! in the other. Costs some microseconds a face.

use crate::convex::gjk::exact_gjk::Vector;
use crate::convex::minkowski_difference::Difference;
use crate::math::DVec3;
use crate::math::integer::{Grid, sign};
use crate::math::integer_vector::{cross, dot, minus};
use crate::shape::Support;
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use std::cmp::Ordering;

/// What integers say about a difference and the origin.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::convex) enum IntegerDepth {
    /// Outside.
    Apart {
        /// A direction of length 1 that separates.
        direction: DVec3,
    },
    /// On the surface, or in a difference without volume.
    Touching(Facet),
    /// Inside.
    Deep(Facet),
}

/// The facet nearest to the origin.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::convex) struct Facet {
    /// Its distance, to the nearest double but for one unit in the last place.
    pub depth: f64,
    /// Outward, of length 1.
    pub direction: DVec3,
    /// Pairs of corners whose differences span a triangle that holds the origin's foot.
    pub corners: [[u32; 2]; 3],
    /// The weights of the foot in the triangle.
    pub weights: [f64; 3],
}

/// A point of the difference.
#[derive(Clone, Debug)]
struct Point {
    place: Vector,
    corners: [u32; 2],
}

struct Face {
    corners: [usize; 3],
    normal: Vector,
    offset: IBig,
    squared: IBig,
    /// The signed distance from the origin, in doubles.
    rough: f64,
}

/// How far apart signed distances in doubles may be, relatively, where they could be equal.
const ROUGH: f64 = 1e-12;

fn is_zero(p: &Vector) -> bool {
    p.iter().all(|x| x.is_zero())
}

fn axes() -> [Vector; 3] {
    std::array::from_fn(|i| std::array::from_fn(|k| IBig::from(u8::from(i == k))))
}

/// A vector and its opposite.
fn both_ways(n: &Vector) -> [Vector; 2] {
    [n.clone(), n.clone().map(|x| -x)]
}

/// A vector in doubles, of length 1.
fn direction(n: &Vector) -> DVec3 {
    let bits = n.iter().map(|x| x.bit_len()).max().unwrap_or(0);
    let (one, unit) = (Grid::holding([1.0]), IBig::ONE << bits);
    DVec3::new(one.double(&n[0], &unit), one.double(&n[1], &unit), one.double(&n[2], &unit)).normalize_or_zero()
}

/// `offset / √squared` in doubles, in grid steps.
fn quotient(grid: Grid, offset: &IBig, squared: &IBig) -> f64 {
    let square = offset * offset;
    let bits = square.bit_len() as i64 - squared.bit_len() as i64;
    let half = ((124 - bits).max(0) / 2) as usize;
    let root = root(&((square << (2 * half)) / squared));
    f64::from(sign(offset)) * grid.double(&root, &(IBig::ONE << half))
}

/// The integer root, rounded down, of what is not negative: Newton's iteration from above.
fn root(x: &IBig) -> IBig {
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

/// The corners of both, as integers and as doubles.
struct IntegerDifference {
    grid: Grid,
    corners: [Vec<(Vector, DVec3)>; 2],
    /// Segments added across a flat difference, each from minus to plus the vector.
    thickness: Vec<Vector>,
    size: f64,
}

impl IntegerDifference {
    fn new<F: Support + ?Sized, S: Support + ?Sized>(difference: &Difference<'_, F, S>) -> Self {
        let first: Vec<DVec3> = (0..difference.first.corner_count()).map(|i| difference.first.corner(i)).collect();
        let second: Vec<DVec3> =
            (0..difference.second.corner_count()).map(|j| difference.exact_corners([0, j])[1]).collect();
        let grid = Grid::holding(first.iter().chain(&second).flat_map(|p| p.to_array()));
        let integers = |points: Vec<DVec3>| -> Vec<(Vector, DVec3)> {
            points.into_iter().map(|p| (p.to_array().map(|x| grid.integer(x)), p)).collect()
        };
        let size = first.iter().chain(&second).fold(0.0, |size: f64, p| size.max(p.abs().max_element()));
        Self { grid, corners: [integers(first), integers(second)], thickness: Vec::new(), size }
    }

    /// The farthest corner of a body along a direction; the first of equals.
    fn farthest(&self, body: usize, n: &Vector, rough: DVec3) -> usize {
        let corners = &self.corners[body];
        let along = |i: usize| rough.dot(corners[i].1);
        let most = (0..corners.len()).fold(f64::NEG_INFINITY, |most, i| most.max(along(i)));
        // A scalar product of vectors with entries up to 1 and the size is off by less than 8 roundings of it, the direction by 4.
        let near = (0..corners.len()).filter(|i| along(*i) >= most - 32.0 * f64::EPSILON * self.size);
        let exact = near.map(|i| (i, dot(n, &corners[i].0)));
        exact.reduce(|best, x| if x.1 > best.1 { x } else { best }).map_or(0, |x| x.0)
    }

    /// A farthest point of the difference along a direction that is not zero.
    fn support(&self, n: &Vector) -> Point {
        let rough = direction(n);
        let [_, opposite] = both_ways(n);
        let (i, j) = (self.farthest(0, n, rough), self.farthest(1, &opposite, -rough));
        let mut place = minus(&self.corners[0][i].0, &self.corners[1][j].0);
        for across in &self.thickness {
            let forward = sign(&dot(across, n)) >= 0;
            place = std::array::from_fn(|k| if forward { &place[k] + &across[k] } else { &place[k] - &across[k] });
        }
        Point { place, corners: [i as u32, j as u32] }
    }

    /// Four points that span space, after adding what thickness it takes; or a direction in which all of the difference is on one side.
    fn tetrahedron(&mut self) -> Result<[Point; 4], Vector> {
        let first = self.support(&axes()[0]);
        let mut points = vec![first];
        while points.len() < 4 {
            let base = points[0].place.clone();
            let edge = |k: usize| minus(&points[k].place, &base);
            let directions: Vec<Vector> = match points.len() {
                1 => axes().to_vec(),
                2 => axes().iter().map(|x| cross(&edge(1), x)).filter(|n| !is_zero(n)).collect(),
                _ => vec![cross(&edge(1), &edge(2))],
            };
            let beyond = directions.iter().flat_map(both_ways).find_map(|n| {
                let point = self.support(&n);
                (dot(&n, &point.place) != dot(&n, &base)).then_some(point)
            });
            if let Some(point) = beyond {
                points.push(point);
                continue;
            }
            // Flat along all of these: outside, or in the flat.
            if let Some(n) = directions.iter().flat_map(both_ways).find(|n| sign(&dot(n, &base)) < 0) {
                return Err(n);
            }
            self.thickness.extend(directions.into_iter().take(1));
            points = vec![self.support(&axes()[0])];
        }
        <[Point; 4]>::try_from(points).map_err(|_| axes()[0].clone())
    }

    fn face(&self, points: &[Point], corners: [usize; 3]) -> Face {
        let [p, q, r] = corners.map(|i| &points[i].place);
        let normal = cross(&minus(q, p), &minus(r, p));
        let (offset, squared) = (dot(&normal, p), dot(&normal, &normal));
        let rough = quotient(self.grid, &offset, &squared);
        Face { corners, normal, offset, squared, rough }
    }
}

/// Compares signed distances exactly.
fn by_distance(f: &Face, g: &Face) -> Ordering {
    let key = |f: &Face, g: &Face| IBig::from(sign(&f.offset)) * &f.offset * &f.offset * &g.squared;
    key(f, g).cmp(&key(g, f))
}

/// The index of the face of least signed distance, the first of equals; faces are never none.
fn nearest(faces: &[Face]) -> usize {
    let least = faces.iter().fold(f64::INFINITY, |least, f| least.min(f.rough));
    let near = (0..faces.len()).filter(|i| faces[*i].rough <= least + least.abs() * ROUGH);
    near.reduce(|best, i| if by_distance(&faces[i], &faces[best]).is_lt() { i } else { best }).unwrap_or(0)
}

/// Replaces all faces that a point is strictly beyond by a cone over their outline.
fn expand(exact: &IntegerDifference, points: &mut Vec<Point>, faces: &mut Vec<Face>, point: Point) {
    let beyond = |f: &Face| dot(&f.normal, &point.place) > f.offset;
    let removed: Vec<Face> = faces.extract_if(.., |f| beyond(f)).collect();
    let edges = |f: &Face| [0, 1, 2].map(|k| [f.corners[k], f.corners[(k + 1) % 3]]);
    let all: Vec<[usize; 2]> = removed.iter().flat_map(edges).collect();
    let apex = points.len();
    points.push(point);
    for [i, j] in &all {
        if !all.contains(&[*j, *i]) {
            faces.push(exact.face(points, [*i, *j, apex]));
        }
    }
}

/// The weights in a face of where a ray from the origin meets it; `None` if it does not.
fn weights(face: &Face, points: &[Point], ray: &Vector) -> Option<[f64; 3]> {
    let [p, q, r] = face.corners.map(|i| &points[i].place);
    let parts = [cross(q, r), cross(r, p), cross(p, q)].map(|n| dot(&n, ray));
    let whole = dot(&face.normal, ray);
    let one = Grid::holding([1.0]);
    parts.iter().all(|x| sign(x) >= 0).then(|| parts.map(|x| one.double(&x, &whole)))
}

/// Where the origin is, and how deep: for cores with corners.
pub(in crate::convex) fn integer_depth<F: Support + ?Sized, S: Support + ?Sized>(
    difference: &Difference<'_, F, S>,
) -> IntegerDepth {
    let mut exact = IntegerDifference::new(difference);
    let start = match exact.tetrahedron() {
        Ok(points) => points,
        Err(n) => return IntegerDepth::Apart { direction: direction(&n) },
    };
    let mut points = start.to_vec();
    let edge = |k: usize| minus(&points[k].place, &points[0].place);
    if sign(&dot(&cross(&edge(1), &edge(2)), &edge(3))) > 0 {
        points.swap(0, 1);
    }
    let mut faces: Vec<Face> = [[0, 1, 2], [1, 0, 3], [2, 1, 3], [0, 2, 3]].map(|c| exact.face(&points, c)).into();
    loop {
        let index = nearest(&faces);
        let face = &faces[index];
        let point = exact.support(&face.normal);
        let extent = dot(&face.normal, &point.place);
        if sign(&extent) < 0 {
            return IntegerDepth::Apart { direction: direction(&face.normal) };
        }
        if extent > face.offset {
            expand(&exact, &mut points, &mut faces, point);
            continue;
        }
        let flat = exact.thickness.first();
        let outward = flat.unwrap_or(&face.normal);
        let depth = if flat.is_some() { 0.0 } else { face.rough };
        let in_plane = |f: &&Face| f.corners.iter().all(|i| dot(&face.normal, &points[*i].place) == face.offset);
        let ahead = |f: &&Face| sign(&dot(&f.normal, outward)) > 0 && (flat.is_some() || in_plane(f));
        let holding = faces.iter().filter(ahead).find_map(|f| Some((f, weights(f, &points, outward)?)));
        let (holder, weights) = holding.unwrap_or((face, [1.0, 0.0, 0.0]));
        let facet =
            Facet { depth, direction: direction(outward), corners: holder.corners.map(|i| points[i].corners), weights };
        return if depth > 0.0 { IntegerDepth::Deep(facet) } else { IntegerDepth::Touching(facet) };
    }
}
