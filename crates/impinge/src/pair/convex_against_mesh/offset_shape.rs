//! A shape with another radius: a ball is a part of a rounded shape exactly if its middle is one of the shape with that much less radius.

use crate::math::DVec3;
use crate::math::rounding::two_sum;
use crate::shape::{Support, forward_core};

/// The core of a shape with what is left of its radius.
pub(crate) struct Inset<'a, S> {
    shape: &'a S,
    radius: f64,
}

impl<'a, S: Support> Inset<'a, S> {
    /// A shape with that much less radius, if that is a double of zero or more.
    pub fn by(shape: &'a S, less: f64) -> Option<Self> {
        let (radius, rest) = two_sum(shape.radius(), -less);
        (radius >= 0.0 && rest == 0.0).then_some(Self { shape, radius })
    }
}

impl<'a, S> Inset<'a, S> {
    /// A shape as it is.
    pub fn nothing(shape: &'a S) -> Self
    where
        S: Support,
    {
        Self { shape, radius: shape.radius() }
    }
}

impl<S: Support> Support for Inset<'_, S> {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        self.shape.support(direction, hint)
    }

    fn centre(&self) -> DVec3 {
        self.shape.centre()
    }

    fn reach(&self) -> f64 {
        self.shape.reach()
    }

    fn radius(&self) -> f64 {
        self.radius
    }

    forward_core!(self => self.shape);
}
