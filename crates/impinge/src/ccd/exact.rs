//! Whether four moving points meet, in integers: when are they in one plane, and do they meet there?

use super::coefficient::Coefficient;
use super::form::{Cubic, Linear, Quadratic, add_product, discriminant, is_zero, minor, product};
use super::kind::Kind;
use super::lattice::Differences;
use super::root::{Root, roots};
use super::sign::sign_at_root;
use crate::math::whole::Whole;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Four moving points by their differences.
#[derive(Debug)]
pub(super) struct Exact<C, K> {
    differences: Differences<C>,
    kind: PhantomData<K>,
}

impl<C: Coefficient, K: Kind> Exact<C, K> {
    pub fn new(differences: Differences<C>) -> Self {
        Self { differences, kind: PhantomData }
    }

    /// Whether the points meet at any time.
    pub fn meets(&self) -> bool {
        let determinant = self.determinant();
        if is_zero(&determinant) {
            return self.meets_in_plane();
        }
        roots(&determinant, &mut |root| stop_if(self.meets_at(&root))).is_break()
    }

    /// The determinant of the first three differences: zero when all points are in one plane.
    pub fn determinant(&self) -> Cubic<C> {
        let mut sum = std::array::from_fn(|_| C::zero());
        for axis in 0..3 {
            add_product(&mut sum, &self.differences[0][axis], &self.component((1, 2), axis));
        }
        sum
    }

    /// A component of the vector product of two differences.
    pub fn component(&self, (p, q): (usize, usize), axis: usize) -> Quadratic<C> {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let (p, q) = (&self.differences[p], &self.differences[q]);
        minor([&p[i], &q[j]], [&p[j], &q[i]])
    }

    /// The scalar product of two differences, every axis in its own unit: for differences along one line its sign is the true one.
    pub fn scalar(&self, (p, q): (usize, usize)) -> Quadratic<C> {
        let (p, q) = (&self.differences[p], &self.differences[q]);
        let axes: [Quadratic<C>; 3] = std::array::from_fn(|axis| product(&p[axis], &q[axis]));
        std::array::from_fn(|k| axes[0][k].plus(&axes[1][k]).plus(&axes[2][k]))
    }

    /// Whether the points meet at a time when all are in one plane.
    pub fn meets_at(&self, root: &Root<'_, C>) -> bool {
        let by_axis = (0..3).find_map(|axis| self.judge(root, axis));
        by_axis.unwrap_or_else(|| K::PAIRS.iter().any(|pair| sign_at_root(&self.scalar(*pair), root) <= 0))
    }

    /// What one component of all products tells at a time when all points are in one plane; `None` if they are all zero.
    fn judge(&self, root: &Root<'_, C>, axis: usize) -> Option<bool> {
        let mut signs = [0; 4];
        for (k, pair) in K::PAIRS.iter().enumerate() {
            signs[k] = sign_at_root(&self.component(*pair, axis), root);
            if K::judge_unsure(&signs[..=k]) == Some(false) {
                return Some(false);
            }
        }
        K::judge(&signs[..K::PAIRS.len()])
    }

    /// The parts that touch at a time when the points meet.
    pub fn features_at(&self, root: &Root<'_, C>) -> K::Features {
        let by_axis = (0..3).find_map(|axis| {
            let mut signs = [0; 4];
            for (sign, pair) in signs.iter_mut().zip(K::PAIRS) {
                *sign = sign_at_root(&self.component(*pair, axis), root);
            }
            signs.iter().any(|sign| *sign != 0).then(|| K::features(&signs))
        });
        by_axis.unwrap_or_else(|| {
            let is_zero = |k: &usize| self.differences[*k].iter().all(|axis| sign_at_root(&raised(axis), root) == 0);
            let is_between = |k: &usize| sign_at_root(&self.scalar(K::PAIRS[*k]), root) < 0;
            match (0..K::DIFFERENCES.len()).find(is_zero) {
                Some(difference) => K::coincident(difference),
                None => K::on_edge((0..K::PAIRS.len()).find(is_between).unwrap_or(0)),
            }
        })
    }

    /// Whether points that are in one plane at all times meet: they do from the start, or begin to where a vertex meets an edge.
    fn meets_in_plane(&self) -> bool {
        self.meets_at(&Root::Start) || K::PAIRS.iter().any(|pair| self.meets_edge(*pair))
    }

    /// Whether a vertex, seen by these differences from the ends of an edge, is on that edge at any time.
    fn meets_edge(&self, pair: (usize, usize)) -> bool {
        let components: [Quadratic<C>; 3] = std::array::from_fn(|axis| self.component(pair, axis));
        let scalar = self.scalar(pair);
        let Some(first) = components.iter().find(|c| !is_zero(&c[..])) else {
            return is_ever_nonpositive(&scalar); // always on its line
        };
        let is_on_edge = |root: &Root<'_, C>| {
            components.iter().all(|c| sign_at_root(c, root) == 0) && sign_at_root(&scalar, root) <= 0
        };
        roots(first, &mut |root| stop_if(is_on_edge(&root))).is_break()
    }
}

/// Whether a quadratic form is zero or less at any time of the motion.
fn is_ever_nonpositive<C: Coefficient>(form: &Quadratic<C>) -> bool {
    let [first, middle, last] = form.each_ref().map(Whole::sign);
    let [a, b, c] = form.each_ref().map(Coefficient::long);
    first <= 0 || last <= 0 || (middle < 0 && discriminant([&a, &b, &c]).sign() >= 0)
}

/// A linear form times `s + t`, which is 1.
fn raised<C: Coefficient>([a, b]: &Linear<C>) -> Quadratic<C> {
    [a.clone(), a.plus(b), b.clone()]
}

fn stop_if(found: bool) -> ControlFlow<()> {
    if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
