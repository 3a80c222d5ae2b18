//! A rigid motion at one time, in integers.

use super::motion_integers::{Course, Fixed};
use crate::ccd::polynomial::root_time::instant;
use crate::math::DVec3;
use crate::math::integer::Grid;
use crate::math::integer_vector::dot;
use dashu_int::IBig;

/// A rotation times w and a translation times w and `2^places`.
#[derive(Clone, Debug)]
pub(crate) struct Posed {
    rotation: [Fixed; 3],
    translation: Fixed,
    weight: IBig,
    places: usize,
}

impl Posed {
    /// A motion at a time that is a double.
    pub fn new(course: &Course, time: f64) -> Self {
        let at = instant(time);
        let places = (&at.s + &at.t).trailing_zeros().unwrap_or(0);
        let [x, y, z, w] = course.quaternion().each_ref().map(|[from, to]| from * &at.s + to * &at.t);
        let [xx, yy, zz, ww] = [&x, &y, &z, &w].map(|q| q * q);
        let [xy, xz, yz] = [&x * &y, &x * &z, &y * &z].map(|q| q * 2);
        let [wx, wy, wz] = [&w * &x, &w * &y, &w * &z].map(|q| q * 2);
        let weight = &xx + &yy + &zz + &ww;
        let translation = course.translation().each_ref().map(|[from, to]| (from * &at.s + to * &at.t) * &weight);
        let rotation = [
            [&ww + &xx - &yy - &zz, &xy - &wz, &xz + &wy],
            [&xy + &wz, &ww - &xx + &yy - &zz, &yz - &wx],
            [&xz - &wy, &yz + &wx, &ww - &xx - &yy + &zz],
        ];
        Self { rotation, translation, weight, places }
    }

    /// A point of the moving body on a grid that is finer than that of the translation by some bits, times w and `2^places`.
    pub fn moving(&self, p: DVec3, grid: Grid, finer: usize) -> Fixed {
        let p = p.to_array().map(|x| grid.integer(x));
        std::array::from_fn(|k| (dot(&self.rotation[k], &p) << self.places) + (&self.translation[k] << finer))
    }

    /// A point at rest on a grid, times w and `2^places`.
    pub fn resting(&self, p: DVec3, grid: Grid) -> Fixed {
        p.to_array().map(|x| (grid.integer(x) * &self.weight) << self.places)
    }
}
