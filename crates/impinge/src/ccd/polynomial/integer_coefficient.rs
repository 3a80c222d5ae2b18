//! Coefficients of forms: short integers, because coefficients alone decide most signs, with long ones for what is made of them.

use crate::math::fixed_width_integer::Narrow;
use crate::math::integer_trait::Whole;
use crate::math::stack_integer::Wide;
use dashu_int::IBig;

/// Coefficients of the forms that moving points make, up to cubics.
pub(crate) trait Coefficient: Whole {
    /// What holds everything that is computed from coefficients.
    type Long: Whole;

    fn long(&self) -> Self::Long;
}

/// Coefficients that come of differences of up to 58 bits.
pub(crate) type Short = Narrow<3>;

/// Coefficients that come of differences of up to 125 bits.
pub(crate) type Medium = Narrow<6>;

/// The bits of the longest coefficient, given those of the largest difference: `docs/notes/ccd.md`.
const fn coefficient_bits(bits: u32) -> u32 {
    3 * bits + 5
}

/// The bits of the longest number made of coefficients, given those of the largest difference: `docs/notes/ccd.md`.
const fn longest_bits(bits: u32) -> u32 {
    21 * bits + 52
}

/// Whether all numbers made from differences of this many bits fit.
pub(crate) const fn fits<const COEFFICIENT: usize, const LONG: usize>(bits: u32) -> bool {
    coefficient_bits(bits) <= Narrow::<COEFFICIENT>::BITS && longest_bits(bits) <= Wide::<LONG>::BITS
}

impl Coefficient for Short {
    type Long = Wide<20>;

    fn long(&self) -> Self::Long {
        self.widened()
    }
}

impl Coefficient for Medium {
    type Long = Wide<42>;

    fn long(&self) -> Self::Long {
        self.widened()
    }
}

impl Coefficient for IBig {
    type Long = Self;

    fn long(&self) -> Self {
        self.clone()
    }
}
