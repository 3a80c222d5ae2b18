//! Lengths of an exact nearest point: with m a multiple of it and w a corner of its simplex, the distance d is (m · w) / |m|.

use super::exact_gjk::{IntegerClosestPoint, shadow};
use crate::math::integer::{self, Grid};
use crate::math::integer_vector::dot;
use dashu_int::IBig;
use std::cmp::Ordering;

impl IntegerClosestPoint {
    /// The distance from the origin, with a relative error of a few units in the last place.
    pub fn distance(&self) -> f64 {
        let Some(first) = self.places.first().filter(|_| !self.is_origin()) else { return 0.0 };
        let (rough, bits) = shadow(&self.direction);
        self.grid.double(&dot(&self.direction, first), &(IBig::ONE << bits)) / rough.length()
    }

    /// How the distance compares with the sum of two radii.
    pub fn compare(&self, radii: [f64; 2]) -> Ordering {
        let (over, _) = self.over(radii);
        integer::sign(&over).cmp(&0)
    }

    /// The distance less the sum of two radii, with a relative error of a few units in the last place: (d² - r²) / (d + r).
    pub fn gap(&self, radii: [f64; 2]) -> f64 {
        let radius = radii[0] + radii[1];
        if radius == 0.0 || self.is_origin() {
            return self.distance() - radius;
        }
        let (over, unit) = self.over(radii);
        let share = Grid::holding([1.0]).double(&over, &unit);
        share * radius * (radius / (self.distance() + radius))
    }

    /// d² - r² as an integer in some unit, and r² in the same unit.
    fn over(&self, radii: [f64; 2]) -> (IBig, IBig) {
        let fine = self.grid.with(radii);
        let shift = fine.finer_by(self.grid);
        let radius: IBig = radii.iter().map(|r| fine.integer(*r)).sum();
        let along = self.places.first().map_or(IBig::ZERO, |first| dot(&self.direction, first)) << shift;
        let square = if self.is_origin() { IBig::ONE } else { dot(&self.direction, &self.direction) };
        let radius = &radius * &radius * square;
        (&along * &along - &radius, radius)
    }

    /// The weights as doubles that sum to 1 up to rounding.
    pub fn rounded_weights(&self) -> [f64; 4] {
        let total: IBig = self.weights.iter().sum();
        let one = Grid::holding([1.0]);
        std::array::from_fn(|k| self.weights.get(k).map_or(0.0, |w| one.double(w, &total)))
    }
}
