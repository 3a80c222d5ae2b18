//! Bernstein coefficients of integer forms, exactly: how far are those that doubles have?

use crate::ccd::contact::time_window::Window;
use crate::math::integer::{Grid, decompose, sign};
use crate::math::random::Random;
use dashu_int::IBig;

/// A part of a window that halving leads to, with ends in steps of `2^-PLACES`.
pub(crate) struct WindowPart {
    from: IBig,
    until: IBig,
}

/// Enough places for a window on a grid of `2^-60` and some halvings.
const PLACES: usize = 80;

impl WindowPart {
    pub fn new(window: Window) -> Self {
        let steps = |t: f64| {
            let (mantissa, exponent) = decompose(t);
            IBig::from(mantissa) << (PLACES as i32 + exponent).max(0) as usize
        };
        Self { from: steps(window.from()), until: steps(window.until()) }
    }

    /// The first half, or the second.
    pub fn half(&self, index: usize) -> Self {
        let middle: IBig = (&self.from + &self.until) >> 1;
        if index == 0 {
            Self { from: self.from.clone(), until: middle }
        } else {
            Self { from: middle, until: self.until.clone() }
        }
    }

    /// The largest error of Bernstein coefficients of a form whose coefficients are in steps of `2^-places`.
    pub fn error(&self, form: &[IBig], places: usize, coefficients: &[f64]) -> f64 {
        let degree = form.len() - 1;
        let off = |(k, c): (usize, &f64)| {
            let times: Vec<&IBig> = (0..degree).map(|i| if i < k { &self.until } else { &self.from }).collect();
            let (exact, factor) = polar(form, &times);
            let fine = places + PLACES * degree;
            let (mantissa, exponent) = decompose(*c);
            let shift = fine as i32 + exponent;
            // Below a step of the exact value, a double is as good as cut off.
            let double = if shift >= 0 {
                IBig::from(mantissa) << shift as usize
            } else {
                IBig::from(mantissa) >> -shift as usize
            };
            let difference = exact - double * &factor;
            let size = if sign(&difference) < 0 { -difference } else { difference };
            Grid::holding([1.0]).double(&size, &(factor << fine))
        };
        coefficients.iter().enumerate().map(off).fold(0.0, f64::max)
    }
}

/// The polar value of a form at as many times as its degree, times a factor, and that.
fn polar(form: &[IBig], times: &[&IBig]) -> (IBig, IBig) {
    let degree = times.len();
    let factorial = |n: usize| (1..=n).fold(IBig::ONE, |product, k| product * IBig::from(k));
    let one = IBig::ONE << PLACES;
    let mut sum = IBig::ZERO;
    for chosen in 0..1_usize << degree {
        let parts = times.iter().enumerate().map(|(i, t)| if chosen >> i & 1 == 1 { (*t).clone() } else { &one - *t });
        let count = chosen.count_ones() as usize;
        let share = factorial(count) * factorial(degree - count) * &form[count];
        sum += parts.fold(share, |product, part| product * part);
    }
    (sum, factorial(degree))
}

/// A number from -1 to 1 in steps of `2^-60`: near an end, small, or any.
pub(crate) fn number(random: &mut Random) -> f64 {
    let x = random.number();
    match random.below(4) {
        0 => x,
        1 => x * 2f64.powi(-(random.below(8) as i32)),
        _ => x.signum() * (1.0 - x.abs() * 2f64.powi(-4)),
    }
}

/// A window, of which every fourth is the whole motion.
pub(crate) fn window(random: &mut Random) -> Window {
    let time = |random: &mut Random| (random.bits() >> 24) as f64 * 2f64.powi(-40);
    let (p, q) = (time(random), time(random));
    Window::new(p.min(q), p.max(q)).filter(|_| random.below(4) > 0).unwrap_or(Window::WHOLE)
}
