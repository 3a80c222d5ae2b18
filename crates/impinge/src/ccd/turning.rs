//! Points of a rigid body in motion beside a body at rest, by forms in integers of any length.
//!
//! The body turns by the quaternion Q, linear in time, and moves by T, linear too: `x = Q p Q* / w + T` with `w = |Q|²`, so `w x` is cubic. Its points keep
//! their differences, and a vector product of two turned vectors is the turned product; so the determinant and all vector products, times
//! w, are cubics, too, and their signs are decided as those of straight paths are (`docs/notes/ccd.md`).

use super::encounter::Encounter;
use super::form::{Cubic, Linear, Quadratic, add_product, product, sign_at};
use super::kind::{EdgeEdge, Kind, VertexFace};
use super::rigid_motion::RigidMotion;
use super::root::Root;
use super::sign::sign_at_root;
use crate::math::DVec3;
use crate::math::integer::Grid;
use crate::math::triple::cross;
use crate::math::whole::Whole;
use dashu_int::IBig;
use std::marker::PhantomData;

/// A point or a vector at rest.
type Fixed = [IBig; 3];

/// Four points of two bodies, of which one moves, by forms that are w times differences and their vector products.
#[derive(Debug)]
pub(super) struct Turning<K> {
    determinant: Cubic<IBig>,
    differences: Vec<[Cubic<IBig>; 3]>,
    products: Vec<[Cubic<IBig>; 3]>,
    kind: PhantomData<K>,
}

/// A motion in integers, with the grid of all lengths.
struct Course {
    /// w times the rotation, by row.
    rotation: [[Quadratic<IBig>; 3]; 3],
    translation: [Linear<IBig>; 3],
    /// The squared length of the quaternion.
    weight: Quadratic<IBig>,
    grid: Grid,
}

impl Turning<VertexFace> {
    /// A vertex of the moving body and a face at rest.
    pub fn vertex(vertex: DVec3, face: &[DVec3; 3], motion: &RigidMotion) -> Self {
        let course = Course::new(motion, face.iter().chain([&vertex]));
        let path = course.path(&course.fixed(vertex));
        Self::seen(&path, &face.map(|f| course.fixed(f)), &course.weight)
    }

    /// A vertex at rest and a face of the moving body, which sees the vertex move.
    pub fn face(vertex: DVec3, face: &[DVec3; 3], motion: &RigidMotion) -> Self {
        let course = Course::new(motion, face.iter().chain([&vertex]));
        let path = course.path_back(&course.fixed(vertex));
        Self::seen(&path, &face.map(|f| course.fixed(f)), &course.weight)
    }

    /// w times a vertex, and a face that rests.
    fn seen(path: &[Cubic<IBig>; 3], face: &[Fixed; 3], weight: &Quadratic<IBig>) -> Self {
        let differences: Vec<[Cubic<IBig>; 3]> = face.iter().map(|f| less(path, f, weight)).collect();
        // g_j = g_i + f_i - f_j, so g_i × g_j = g_i × (f_i - f_j).
        let side = |(i, j): &(usize, usize)| times_fixed(&differences[*i], &minus(&face[*i], &face[*j]));
        let products = VertexFace::PAIRS.iter().map(side).collect();
        let normal = cross(&minus(&face[0], &face[1]), &minus(&face[0], &face[2]));
        Self { determinant: along(&differences[0], &normal), differences, products, kind: PhantomData }
    }
}

impl Turning<EdgeEdge> {
    /// An edge at rest and an edge of the moving body.
    pub fn edges(resting: &[DVec3; 2], moving: &[DVec3; 2], motion: &RigidMotion) -> Self {
        let course = Course::new(motion, resting.iter().chain(moving));
        let [a, b] = [resting, moving].map(|edge| edge.map(|p| course.fixed(p)));
        let back = minus(&a[0], &a[1]);
        let paths = [course.path(&b[0]), course.path(&b[1])];
        let difference = |k: usize| less(&paths[k % 2], &a[k / 2], &course.weight);
        let differences: Vec<[Cubic<IBig>; 3]> = (0..4).map(difference).collect();
        let [first, second] = [course.side(&a[0], &b), course.side(&a[1], &b)];
        let determinant = along(&first, &back);
        // g_1j = g_0j + a_0 - a_1, so g_0j × g_1j = g_0j × (a_0 - a_1).
        let products = vec![first, second, times_fixed(&differences[0], &back), times_fixed(&differences[1], &back)];
        Self { determinant, differences, products, kind: PhantomData }
    }
}

impl<K: Kind> Encounter for Turning<K> {
    type Kind = K;
    type Coefficient = IBig;
    type Form = Vec<IBig>;

    fn determinant(&self) -> Cubic<IBig> {
        self.determinant.clone()
    }

    fn difference(&self, index: usize, axis: usize) -> Vec<IBig> {
        self.differences[index][axis].to_vec()
    }

    fn product(&self, pair: usize, axis: usize) -> Vec<IBig> {
        self.products[pair][axis].to_vec()
    }

    fn scalar(&self, pair: usize) -> Vec<IBig> {
        let (p, q) = K::PAIRS[pair];
        let mut sum = vec![IBig::ZERO; 7];
        for (p, q) in self.differences[p].iter().zip(&self.differences[q]) {
            for (i, a) in p.iter().enumerate() {
                for (j, b) in q.iter().enumerate() {
                    sum[i + j] += a * b;
                }
            }
        }
        sum
    }

    fn sign(form: &Vec<IBig>, root: &Root<'_, IBig>) -> i32 {
        match root {
            Root::Start => form.first().map_or(0, Whole::sign),
            Root::End => form.last().map_or(0, Whole::sign),
            Root::At(instant) => sign_at(form, instant),
            Root::Between(isolated) => sign_at_root(&rest(form, isolated.form), root),
        }
    }
}

/// What is left of a form where another of degree 2 or 3 is zero, up to a positive factor.
fn rest(form: &[IBig], divisor: &[IBig]) -> Quadratic<IBig> {
    let mut rest = form.to_vec();
    let lead = divisor.last().cloned().unwrap_or(IBig::ONE);
    let (size, sign) = (lead.magnitude(), IBig::from(Whole::sign(&lead)));
    while rest.len() >= divisor.len().max(1) {
        let top = rest.pop().unwrap_or(IBig::ZERO) * &sign;
        rest.iter_mut().for_each(|c| *c *= &size);
        let shift = rest.len() + 1 - divisor.len();
        rest[shift..].iter_mut().zip(divisor).for_each(|(c, d)| *c -= &top * d);
    }
    std::array::from_fn(|k| rest.get(k).cloned().unwrap_or(IBig::ZERO))
}

impl Course {
    fn new<'a>(motion: &RigidMotion, points: impl Iterator<Item = &'a DVec3>) -> Self {
        let translations = motion.translations();
        let grid = Grid::holding(points.copied().chain(translations).flat_map(|p| p.to_array()));
        let quaternions = motion.rotations().map(|q| q.to_array());
        // Its own grid: only quotients with w occur.
        let turns = Grid::holding(quaternions.into_iter().flatten());
        let component = |k: usize| -> Linear<IBig> { quaternions.map(|q| turns.integer(q[k])) };
        let q: [Linear<IBig>; 4] = std::array::from_fn(component);
        let [x, y, z, w] = [0, 1, 2, 3];
        let sum = |terms: &[(usize, usize, i32)]| -> Quadratic<IBig> {
            terms.iter().fold([IBig::ZERO, IBig::ZERO, IBig::ZERO], |mut sum, (i, j, factor)| {
                sum.iter_mut().zip(product(&q[*i], &q[*j])).for_each(|(sum, c)| *sum += c.scaled(*factor));
                sum
            })
        };
        let diagonal = |k: usize| {
            let own = |axis: usize| if axis == k { 1 } else { -1 };
            sum(&[(w, w, 1), (x, x, own(x)), (y, y, own(y)), (z, z, own(z))])
        };
        Self {
            rotation: [
                [diagonal(x), sum(&[(x, y, 2), (w, z, -2)]), sum(&[(x, z, 2), (w, y, 2)])],
                [sum(&[(x, y, 2), (w, z, 2)]), diagonal(y), sum(&[(y, z, 2), (w, x, -2)])],
                [sum(&[(x, z, 2), (w, y, -2)]), sum(&[(y, z, 2), (w, x, 2)]), diagonal(z)],
            ],
            translation: std::array::from_fn(|k| translations.map(|t| grid.integer(t[k]))),
            weight: sum(&[(x, x, 1), (y, y, 1), (z, z, 1), (w, w, 1)]),
            grid,
        }
    }

    fn fixed(&self, p: DVec3) -> Fixed {
        p.to_array().map(|x| self.grid.integer(x))
    }

    /// w times a vector of the moving body, turned.
    fn turned(&self, v: &Fixed) -> [Quadratic<IBig>; 3] {
        self.rotation.each_ref().map(|row| std::array::from_fn(|k| (0..3).map(|j| &row[j][k] * &v[j]).sum()))
    }

    /// w times a point of the moving body.
    fn path(&self, p: &Fixed) -> [Cubic<IBig>; 3] {
        let turned = self.turned(p);
        std::array::from_fn(|k| {
            let mut path = raised_quadratic(&turned[k]);
            add_product(&mut path, &self.translation[k], &self.weight);
            path
        })
    }

    /// w times a point at rest, as the moving body sees it.
    fn path_back(&self, p: &Fixed) -> [Cubic<IBig>; 3] {
        let relative = self.relative(p);
        std::array::from_fn(|k| {
            let mut path = zero();
            for (j, along) in relative.iter().enumerate() {
                add_product(&mut path, along, &self.rotation[j][k]);
            }
            path
        })
    }

    /// A point at rest less the moving origin.
    fn relative(&self, p: &Fixed) -> [Linear<IBig>; 3] {
        std::array::from_fn(|k| self.translation[k].each_ref().map(|t| &p[k] - t))
    }

    /// w times the vector product of both ends of a moving edge as seen from a point at rest.
    fn side(&self, a: &Fixed, [p, q]: &[Fixed; 2]) -> [Cubic<IBig>; 3] {
        // (R p + T - a) × R (q - p) = R (p × (q - p)) + (T - a) × R (q - p).
        let along = minus(q, p);
        let (own, turned, back) = (self.turned(&cross(p, &along)), self.turned(&along), self.relative(a));
        std::array::from_fn(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let mut side = raised_quadratic(&own[k]);
            add_product(&mut side, &back[j], &turned[i]);
            add_product(&mut side, &back[i].each_ref().map(|x| -x), &turned[j]);
            side
        })
    }
}

fn zero() -> Cubic<IBig> {
    [IBig::ZERO, IBig::ZERO, IBig::ZERO, IBig::ZERO]
}

fn minus(p: &Fixed, q: &Fixed) -> Fixed {
    std::array::from_fn(|k| &p[k] - &q[k])
}

/// A quadratic form times `s + t`, which is 1.
fn raised_quadratic(form: &Quadratic<IBig>) -> Cubic<IBig> {
    let mut sum = zero();
    add_product(&mut sum, &[IBig::ONE, IBig::ONE], form);
    sum
}

/// A path less w times a point at rest.
fn less(path: &[Cubic<IBig>; 3], p: &Fixed, weight: &Quadratic<IBig>) -> [Cubic<IBig>; 3] {
    let weight = raised_quadratic(weight);
    std::array::from_fn(|axis| std::array::from_fn(|k| &path[axis][k] - &weight[k] * &p[axis]))
}

/// The vector product with a fixed vector.
fn times_fixed(g: &[Cubic<IBig>; 3], v: &Fixed) -> [Cubic<IBig>; 3] {
    std::array::from_fn(|axis| {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        std::array::from_fn(|k| &g[i][k] * &v[j] - &g[j][k] * &v[i])
    })
}

/// The scalar product with a fixed vector.
fn along(g: &[Cubic<IBig>; 3], v: &Fixed) -> Cubic<IBig> {
    std::array::from_fn(|k| (0..3).map(|axis| &g[axis][k] * &v[axis]).sum())
}
