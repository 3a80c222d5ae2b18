//! Four points on lines, by their differences in integers: every axis has a unit of its own.

use super::integer_grid::Differences;
use crate::ccd::contact::coplanar_times::Encounter;
use crate::ccd::contact::feature_pair::FeaturePair;
use crate::ccd::polynomial::integer_coefficient::Coefficient;
use crate::ccd::polynomial::integer_polynomial::{Cubic, Quadratic, add_product, minor, product, raised};
use crate::ccd::polynomial::root_isolation::Root;
use crate::ccd::polynomial::sign_at_root::sign_at_root;
use std::marker::PhantomData;

/// Four moving points by their differences, which are linear in time.
#[derive(Debug)]
pub(crate) struct Straight<C, K> {
    differences: Differences<C>,
    kind: PhantomData<K>,
}

impl<C: Coefficient, K: FeaturePair> Straight<C, K> {
    pub fn new(differences: Differences<C>) -> Self {
        Self { differences, kind: PhantomData }
    }

    /// A component of the vector product of two differences.
    fn component(&self, p: usize, q: usize, axis: usize) -> Quadratic<C> {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let (p, q) = (&self.differences[p], &self.differences[q]);
        minor([&p[i], &q[j]], [&p[j], &q[i]])
    }
}

impl<C: Coefficient, K: FeaturePair> Encounter for Straight<C, K> {
    type Pair = K;
    type Coefficient = C;
    type Form = Quadratic<C>;

    fn determinant(&self) -> Cubic<C> {
        let mut sum = std::array::from_fn(|_| C::zero());
        for axis in 0..3 {
            add_product(&mut sum, &self.differences[0][axis], &self.component(1, 2, axis));
        }
        sum
    }

    fn difference(&self, index: usize, axis: usize) -> Quadratic<C> {
        raised(&self.differences[index][axis])
    }

    fn product(&self, pair: usize, axis: usize) -> Quadratic<C> {
        let (p, q) = K::PAIRS[pair];
        self.component(p, q, axis)
    }

    /// Along one line the products of coordinates are of one sign, so the units do not matter.
    fn scalar(&self, pair: usize) -> Quadratic<C> {
        let (p, q) = K::PAIRS[pair];
        let (p, q) = (&self.differences[p], &self.differences[q]);
        let axes: [Quadratic<C>; 3] = std::array::from_fn(|axis| product(&p[axis], &q[axis]));
        std::array::from_fn(|k| axes[0][k].plus(&axes[1][k]).plus(&axes[2][k]))
    }

    fn sign(form: &Quadratic<C>, root: &Root<'_, C>) -> i32 {
        sign_at_root(form, root)
    }
}
