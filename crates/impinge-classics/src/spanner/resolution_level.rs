//! Levels of resolution: level `i` stands for the length `2^i`.

/// The level of points that coincide with another: no two different points of the exact range are as close as `2^-400`.
pub(super) const TWIN: i32 = -400;

/// Edges are kept this much longer than the reach, in lengths of their level: `reach` is at least `4 + SKIN`, with room for rounding.
pub(super) const SKIN: f64 = 0.49;

/// A leash, in lengths of the lowest level that it has to do with: two ends may each be off by it twice, before and after an edge was made.
pub(super) const LEASH: f64 = 0.1224;

/// `2^level`.
pub(super) fn length(level: i32) -> f64 {
    f64::from_bits(((level + 1023) as u64) << 52)
}

/// `4^level`.
pub(super) fn square(level: i32) -> f64 {
    length(2 * level)
}

/// The lowest level above [`TWIN`] whose length is not below the root of a square.
pub(super) fn above(squared: f64) -> i32 {
    if squared == 0.0 {
        return TWIN + 1;
    }
    let bits = squared.to_bits();
    let exponent = (bits >> 52) as i32 - 1023 + i32::from(bits << 12 != 0);
    (exponent.div_euclid(2) + exponent.rem_euclid(2)).max(TWIN + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_just_not_below() {
        for squared in [2f64.powi(-704), 1e-9, 0.25, 0.26, 1.0, 1.5, 2.0, 3.9, 4.0, 4.1, 1e180] {
            let level = above(squared);
            assert!(square(level) >= squared && square(level - 1) < squared, "{squared}");
        }
        assert_eq!([0.0, 5e-324, 1e-300].map(above), [TWIN + 1; 3]);
    }
}
