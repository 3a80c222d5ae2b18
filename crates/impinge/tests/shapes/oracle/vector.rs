//! Vectors of integers.

use dashu_int::IBig;
use impinge::math::DVec3;
use impinge::math::integer::Grid;

/// Three integers.
pub type Vector = [IBig; 3];

pub fn on_grid(grid: Grid, p: DVec3) -> Vector {
    [grid.integer(p.x), grid.integer(p.y), grid.integer(p.z)]
}

pub fn minus(p: &Vector, q: &Vector) -> Vector {
    std::array::from_fn(|k| &p[k] - &q[k])
}

pub fn dot(p: &Vector, q: &Vector) -> IBig {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}

pub fn cross(p: &Vector, q: &Vector) -> Vector {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &p[i] * &q[j] - &p[j] * &q[i]
    })
}

pub fn is_zero(p: &Vector) -> bool {
    p.iter().all(|x| x.is_zero())
}
