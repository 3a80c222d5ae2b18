//! Points of a rigid body in motion beside a body at rest, by forms in integers of any length.
//!
//! The body turns by the quaternion Q, linear in time, and moves by T, linear too: `x = Q p Q* / w + T` with `w = |Q|²`, so `w x` is cubic. Its points keep
//! their differences, and a vector product of two turned vectors is the turned product; so the determinant and all vector products, times
//! w, are cubics, too, and their signs are decided as those of straight paths are (`docs/notes/ccd.md`). Most queries ask for few of
//! them, so all but the paths are made when they are asked for.

use super::motion_integers::{Course, Fixed, Scaled, moment, raised_quadratic};
use crate::ccd::contact::coplanar_times::Encounter;
use crate::ccd::contact::feature_pair::{EdgeEdge, FeaturePair, VertexFace};
use crate::ccd::polynomial::integer_polynomial::{Cubic, Quadratic, add_product, sign_at};
use crate::ccd::polynomial::root_isolation::Root;
use crate::ccd::polynomial::sign_at_root::sign_at_root;
use crate::math::DVec3;
use crate::math::integer_trait::Whole;
use crate::math::integer_vector::{cross, minus};
use dashu_int::IBig;

/// A vertex and a face, of which one moves, as the body of the face sees them.
#[derive(Debug)]
pub(crate) struct TurningVertex {
    /// w times the vertex.
    path: [Cubic<IBig>; 3],
    face: [Fixed; 3],
    weight: Cubic<IBig>,
}

/// An edge at rest and one that moves.
#[derive(Debug)]
pub(crate) struct TurningEdges<'c> {
    course: Scaled<'c>,
    resting: [Fixed; 2],
    moving: [Fixed; 2],
    /// w times the moment of the moving edge about its body's origin, turned.
    own: [Quadratic<IBig>; 3],
    /// w times the moving edge, turned.
    along: [Quadratic<IBig>; 3],
}

impl TurningVertex {
    /// A vertex of the moving body and a face at rest.
    pub fn vertex([vertex, face @ ..]: &[DVec3; 4], course: &Course) -> Self {
        let course = course.holding(&[*vertex, face[0], face[1], face[2]]);
        let path = course.path(&course.fixed(*vertex));
        Self { path, face: face.map(|f| course.fixed(f)), weight: course.weight() }
    }

    /// A vertex at rest and a face of the moving body, which sees the vertex move.
    pub fn face([vertex, face @ ..]: &[DVec3; 4], course: &Course) -> Self {
        let course = course.holding(&[*vertex, face[0], face[1], face[2]]);
        let path = course.path_back(&course.fixed(*vertex));
        Self { path, face: face.map(|f| course.fixed(f)), weight: course.weight() }
    }

    fn between(&self, i: usize, axis: usize) -> Cubic<IBig> {
        less(&self.path[axis], &self.face[i][axis], &self.weight)
    }
}

impl<'c> TurningEdges<'c> {
    /// Two ends at rest and two that move.
    pub fn new(points: &[DVec3; 4], course: &'c Course) -> Self {
        let course = course.holding(points);
        let [a, b, c, d] = points.map(|p| course.fixed(p));
        let [about, along] = moment(&c, &d).map(|v| course.turned(&v));
        Self { course, resting: [a, b], moving: [c, d], own: about, along }
    }

    /// w times a component of the vector product of both ends of the moving edge as seen from an end at rest.
    fn side(&self, end: usize, axis: usize) -> Cubic<IBig> {
        // (R p + T - a) × R (q - p) = R (p × (q - p)) + (T - a) × R (q - p).
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let back = self.course.relative(&self.resting[end]);
        let mut side = raised_quadratic(&self.own[axis]);
        add_product(&mut side, &back[j], &self.along[i]);
        add_product(&mut side, &back[i].each_ref().map(|x| -x), &self.along[j]);
        side
    }

    fn between(&self, resting: usize, moving: usize) -> [Cubic<IBig>; 3] {
        let (path, weight) = (self.course.path(&self.moving[moving]), self.course.weight());
        std::array::from_fn(|axis| less(&path[axis], &self.resting[resting][axis], &weight))
    }
}

impl Encounter for TurningVertex {
    type Pair = VertexFace;
    type Coefficient = IBig;
    type Form = Vec<IBig>;

    fn determinant(&self) -> Cubic<IBig> {
        let [f, g, h] = &self.face;
        let normal = cross(&minus(f, g), &minus(f, h));
        along(&[0, 1, 2].map(|axis| self.between(0, axis)), &normal)
    }

    fn difference(&self, index: usize, axis: usize) -> Vec<IBig> {
        self.between(index, axis).into()
    }

    /// g_j = g_i + f_i - f_j, so g_i × g_j = g_i × (f_i - f_j).
    fn product(&self, pair: usize, axis: usize) -> Vec<IBig> {
        let (p, q) = VertexFace::PAIRS[pair];
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let side = minus(&self.face[p], &self.face[q]);
        minor([&self.between(p, i), &self.between(p, j)], [&side[i], &side[j]]).into()
    }

    fn scalar(&self, pair: usize) -> Vec<IBig> {
        let (p, q) = VertexFace::PAIRS[pair];
        dot([p, q].map(|k| [0, 1, 2].map(|axis| self.between(k, axis))))
    }

    fn sign(form: &Vec<IBig>, root: &Root<'_, IBig>) -> i32 {
        sign(form, root)
    }
}

impl Encounter for TurningEdges<'_> {
    type Pair = EdgeEdge;
    type Coefficient = IBig;
    type Form = Vec<IBig>;

    fn determinant(&self) -> Cubic<IBig> {
        along(&[0, 1, 2].map(|axis| self.side(0, axis)), &minus(&self.resting[0], &self.resting[1]))
    }

    fn difference(&self, index: usize, axis: usize) -> Vec<IBig> {
        self.between(index / 2, index % 2)[axis].to_vec()
    }

    /// g_1j = g_0j + a_0 - a_1, so g_0j × g_1j = g_0j × (a_0 - a_1).
    fn product(&self, pair: usize, axis: usize) -> Vec<IBig> {
        if pair < 2 {
            return self.side(pair, axis).into();
        }
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let (difference, back) = (self.between(0, pair - 2), minus(&self.resting[0], &self.resting[1]));
        minor([&difference[i], &difference[j]], [&back[i], &back[j]]).into()
    }

    fn scalar(&self, pair: usize) -> Vec<IBig> {
        let (p, q) = EdgeEdge::PAIRS[pair];
        dot([p, q].map(|k| self.between(k / 2, k % 2)))
    }

    fn sign(form: &Vec<IBig>, root: &Root<'_, IBig>) -> i32 {
        sign(form, root)
    }
}

fn sign(form: &[IBig], root: &Root<'_, IBig>) -> i32 {
    match root {
        Root::Start => form.first().map_or(0, Whole::sign),
        Root::End => form.last().map_or(0, Whole::sign),
        Root::At(instant) => sign_at(form, instant),
        Root::Between(isolated) => sign_at_root(&rest(form, isolated.form), root),
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

/// A coordinate of a path less w times one at rest.
fn less(path: &Cubic<IBig>, p: &IBig, weight: &Cubic<IBig>) -> Cubic<IBig> {
    std::array::from_fn(|k| &path[k] - &weight[k] * p)
}

/// `p v - q u` for forms p, q and fixed numbers u, v.
fn minor([p, q]: [&Cubic<IBig>; 2], [u, v]: [&IBig; 2]) -> Cubic<IBig> {
    std::array::from_fn(|k| &p[k] * v - &q[k] * u)
}

/// The scalar product with a fixed vector.
fn along(g: &[Cubic<IBig>; 3], v: &Fixed) -> Cubic<IBig> {
    std::array::from_fn(|k| (0..3).map(|axis| &g[axis][k] * &v[axis]).sum())
}

/// The scalar product of two vectors of cubics.
fn dot([p, q]: [[Cubic<IBig>; 3]; 2]) -> Vec<IBig> {
    let mut sum = vec![IBig::ZERO; 7];
    for (p, q) in p.iter().zip(&q) {
        for (i, a) in p.iter().enumerate() {
            for (j, b) in q.iter().enumerate() {
                sum[i + j] += a * b;
            }
        }
    }
    sum
}
