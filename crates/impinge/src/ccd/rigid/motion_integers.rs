//! A rigid motion in integers of any length, made once for all features that move by it.

use super::rigid_motion::RigidMotion;
use crate::ccd::polynomial::integer_polynomial::{Cubic, Linear, Quadratic, add_product, product};
use crate::math::DVec3;
use crate::math::integer::Grid;
use crate::math::integer_trait::Whole;
use crate::math::integer_vector::{cross, minus};
use dashu_int::IBig;

/// A point or a vector at rest.
pub(crate) type Fixed = [IBig; 3];

/// A motion in integers; its quaternion has a grid of its own, because only quotients with the squared length occur.
#[derive(Debug)]
pub(crate) struct Course {
    /// x, y, z, w.
    quaternion: [Linear<IBig>; 4],
    /// The squared length w of the quaternion times the rotation, by row.
    rotation: [[Quadratic<IBig>; 3]; 3],
    translation: [Linear<IBig>; 3],
    weight: Quadratic<IBig>,
    /// Of the translation; `None` if there is none.
    grid: Option<Grid>,
}

/// A course on a grid that holds some points as well.
#[derive(Debug)]
pub(crate) struct Scaled<'c> {
    course: &'c Course,
    translation: [Linear<IBig>; 3],
    grid: Grid,
}

impl Course {
    pub fn new(motion: &RigidMotion) -> Self {
        let translations = motion.translations();
        let set = || translations.iter().flat_map(|t| t.to_array()).filter(|x| *x != 0.0);
        let grid = set().next().is_some().then(|| Grid::holding(set()));
        let quaternions = motion.rotations().map(|q| q.to_array());
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
        let integer = |t: f64| grid.map_or(IBig::ZERO, |grid| grid.integer(t));
        Self {
            quaternion: q.clone(),
            rotation: [
                [diagonal(x), sum(&[(x, y, 2), (w, z, -2)]), sum(&[(x, z, 2), (w, y, 2)])],
                [sum(&[(x, y, 2), (w, z, 2)]), diagonal(y), sum(&[(y, z, 2), (w, x, -2)])],
                [sum(&[(x, z, 2), (w, y, -2)]), sum(&[(y, z, 2), (w, x, 2)]), diagonal(z)],
            ],
            translation: std::array::from_fn(|k| translations.map(|t| integer(t[k]))),
            weight: sum(&[(x, x, 1), (y, y, 1), (z, z, 1), (w, w, 1)]),
            grid,
        }
    }

    /// x, y, z, w, on a grid of their own.
    pub fn quaternion(&self) -> &[Linear<IBig>; 4] {
        &self.quaternion
    }

    /// On a grid of its own.
    pub fn translation(&self) -> &[Linear<IBig>; 3] {
        &self.translation
    }

    /// A grid for these points and the translation, and by how much it is finer than that of the translation.
    pub fn grid(&self, points: &[DVec3]) -> (Grid, usize) {
        let set = points.iter().flat_map(|p| p.to_array());
        let grid = self.grid.map_or_else(|| Grid::holding(set.clone()), |grid| grid.with(set.clone()));
        (grid, self.grid.map_or(0, |own| grid.finer_by(own)))
    }

    /// The course on a grid that holds these points, too.
    pub fn holding(&self, points: &[DVec3]) -> Scaled<'_> {
        let (grid, finer) = self.grid(points);
        let translation = self.translation.each_ref().map(|t| t.each_ref().map(|x| x << finer));
        Scaled { course: self, translation, grid }
    }
}

impl Scaled<'_> {
    pub fn fixed(&self, p: DVec3) -> Fixed {
        p.to_array().map(|x| self.grid.integer(x))
    }

    /// The squared length of the quaternion.
    pub fn weight(&self) -> Cubic<IBig> {
        raised_quadratic(&self.course.weight)
    }

    /// w times a vector of the moving body, turned.
    pub fn turned(&self, v: &Fixed) -> [Quadratic<IBig>; 3] {
        self.course.rotation.each_ref().map(|row| std::array::from_fn(|k| (0..3).map(|j| &row[j][k] * &v[j]).sum()))
    }

    /// w times a point of the moving body.
    pub fn path(&self, p: &Fixed) -> [Cubic<IBig>; 3] {
        let turned = self.turned(p);
        std::array::from_fn(|k| {
            let mut path = raised_quadratic(&turned[k]);
            add_product(&mut path, &self.translation[k], &self.course.weight);
            path
        })
    }

    /// w times a point at rest, as the moving body sees it.
    pub fn path_back(&self, p: &Fixed) -> [Cubic<IBig>; 3] {
        let relative = self.relative(p);
        std::array::from_fn(|k| {
            let mut path = zero();
            for (j, along) in relative.iter().enumerate() {
                add_product(&mut path, along, &self.course.rotation[j][k]);
            }
            path
        })
    }

    /// A point at rest less the moving origin.
    pub fn relative(&self, p: &Fixed) -> [Linear<IBig>; 3] {
        std::array::from_fn(|k| self.translation[k].each_ref().map(|t| &p[k] - t))
    }
}

pub(crate) fn zero() -> Cubic<IBig> {
    [IBig::ZERO, IBig::ZERO, IBig::ZERO, IBig::ZERO]
}

/// A quadratic form times `s + t`, which is 1.
pub(crate) fn raised_quadratic([a, b, c]: &Quadratic<IBig>) -> Cubic<IBig> {
    [a.clone(), a + b, b + c, c.clone()]
}

/// `p × (q - p)`, and `q - p`.
pub(crate) fn moment(p: &Fixed, q: &Fixed) -> [Fixed; 2] {
    let along = minus(q, p);
    [cross(p, &along), along]
}
