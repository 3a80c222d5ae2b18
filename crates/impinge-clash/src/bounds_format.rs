//! Bounds as people read them: rounded outward, to as many digits as tell them apart.

use crate::number_format::number;

/// Digits of bounds that are far apart.
const LEAST_DIGITS: usize = 3;

/// Digits of bounds that are close to each other, and of numbers that are known.
const MOST_DIGITS: usize = 6;

/// Bounds are not stepped outward by less than this of them: 0.3 as 0.29999999999999982 is 0.3.
const NOISE: f64 = 1e-12;

/// A quantity by its bounds: one number where six digits do not tell them apart, else both, the lower one rounded down and the upper one
/// rounded up, with digits down to a tenth of their difference.
#[must_use]
pub fn bounds_text(lower: f64, upper: f64) -> String {
    let [short_lower, short_upper] = [lower, upper].map(|x| rounded(x, MOST_DIGITS));
    if short_lower == short_upper || !(lower.is_finite() && upper.is_finite() && lower >= 0.0) {
        return if short_lower == short_upper {
            number(short_upper)
        } else {
            format!("{} to {}", number(lower), number(upper))
        };
    }
    let apart = ((upper / (upper - lower)).log10().ceil().max(0.0) as usize).saturating_add(1);
    let digits = apart.clamp(LEAST_DIGITS, MOST_DIGITS);
    match lower {
        0.0 => format!("up to {}", number(rounded_up(upper, digits))),
        _ => format!("{} to {}", number(rounded_down(lower, digits)), number(rounded_up(upper, digits))),
    }
}

/// A volume by its bounds: where the upper one is more than ten times the lower, as that of a box, it tells nothing, and the lower one stands alone.
#[must_use]
pub fn volume_text(lower: f64, upper: f64) -> String {
    const TELLING: f64 = 10.0;
    match lower > 0.0 && upper.is_finite() && upper > TELLING * lower {
        true => format!("at least {}", number(rounded_down(lower, LEAST_DIGITS))),
        false => bounds_text(lower, upper),
    }
}

/// A number with `digits` significant digits.
fn rounded(x: f64, digits: usize) -> f64 {
    format!("{x:.*e}", digits - 1).parse().unwrap_or(x)
}

/// The largest number of `digits` digits that does not exceed a positive one, but for [`NOISE`].
fn rounded_down(x: f64, digits: usize) -> f64 {
    let near = rounded(x, digits);
    if near <= x * (1.0 + NOISE) { near } else { stepped(near, digits, -1) }
}

/// The smallest number of `digits` digits that is not below a positive one, but for [`NOISE`].
fn rounded_up(x: f64, digits: usize) -> f64 {
    let near = rounded(x, digits);
    if near >= x * (1.0 - NOISE) { near } else { stepped(near, digits, 1) }
}

/// A positive number of `digits` digits, changed by one in its last digit.
fn stepped(x: f64, digits: usize, step: i64) -> f64 {
    let text = format!("{x:.*e}", digits - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa: i64 = mantissa.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0);
    let exponent: i64 = exponent.parse().unwrap_or(0);
    // Below a power of ten, numbers of as many digits are ten times as dense.
    let is_power = mantissa == 10_i64.pow(digits as u32 - 1);
    let (mantissa, exponent) = if step < 0 && is_power { (10 * mantissa, exponent - 1) } else { (mantissa, exponent) };
    format!("{}e{}", mantissa + step, exponent + 1 - digits as i64).parse().unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_volume_in_a_large_box_is_known_from_below() {
        assert_eq!(volume_text(1.7777, 2_810_000.0), "at least 1.77");
        assert_eq!(volume_text(0.0, 2_810_000.0), bounds_text(0.0, 2_810_000.0));
        assert_eq!(volume_text(1.0, 9.0), bounds_text(1.0, 9.0));
    }

    #[test]
    fn bounds_have_the_digits_that_tell_them_apart() {
        let written = [
            (0.0, 0.0),
            (0.0, 0.123_456),
            (1.5, 1.5),
            (0.002_442_36, 0.097_361_7),
            (0.009_267_27, 0.009_267_55),
            (1.0, 1.000_000_1),
            (9.999_6, 10.0),
            (99.96, 200.04),
            (1e-9, 2.000_1e-9),
            (0.299_999_999_999_999_8, 0.5),
        ];
        let expected = [
            "0",
            "up to 0.124",
            "1.5",
            "0.00244 to 0.0974",
            "0.00926727 to 0.00926755",
            "1",
            "9.9996 to 10",
            "99.9 to 201",
            "1e-9 to 2.01e-9",
            "0.3 to 0.5",
        ];
        assert_eq!(written.map(|(lower, upper)| bounds_text(lower, upper)), expected);
        assert_eq!(bounds_text(1.0, f64::INFINITY), "1 to inf");
    }

    #[test]
    fn rounding_is_outward() {
        let mut x = 1.234_567_89e-7;
        for _ in 0..4000 {
            x *= 1.0173;
            for digits in LEAST_DIGITS..=MOST_DIGITS {
                let (down, up) = (rounded_down(x, digits), rounded_up(x, digits));
                assert!(
                    down <= x && x <= up && up - down <= 1.000_1 * x * 10_f64.powi(1 - digits as i32),
                    "{x} {digits}"
                );
                assert_eq!((rounded_down(down, digits), rounded_up(up, digits)), (down, up));
            }
        }
    }
}
