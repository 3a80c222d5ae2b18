//! Numbers, points and names as people read them.

use impinge::bound::Aabb;
use impinge::feature::Feature;
use impinge::math::DVec3;
use impinge_io::LengthUnit;

/// The space that bodies are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dimension {
    /// Three coordinates.
    #[default]
    Solid,
    /// Two coordinates: points have z = 0, which is not written.
    Plane,
}

impl Dimension {
    /// The coordinates of a point that are written.
    #[must_use]
    pub fn coordinates(self, p: DVec3) -> Vec<f64> {
        p.to_array()[..if self == Self::Plane { 2 } else { 3 }].to_vec()
    }

    /// What contacts are pairs of, in the singular and the plural.
    #[must_use]
    pub fn contact_nouns(self) -> [&'static str; 2] {
        match self {
            Self::Solid => ["pair of triangles", "pairs of triangles"],
            Self::Plane => ["pair of edges", "pairs of edges"],
        }
    }

    fn format(self, p: DVec3, number: impl Fn(f64) -> String) -> String {
        format!("({})", self.coordinates(p).into_iter().map(number).collect::<Vec<_>>().join(", "))
    }

    /// A point, every digit of it.
    #[must_use]
    pub fn point(self, p: DVec3) -> String {
        self.format(p, number)
    }

    /// A point on a body of this size: each coordinate down to a thousandth of the size or finer, however far away the origin is; every
    /// digit if the size is not known.
    #[must_use]
    pub fn place(self, p: DVec3, size: f64) -> String {
        if !(size > 0.0 && size.is_finite() && p.is_finite()) {
            return self.point(p);
        }
        let step = 3 - size.log10().floor() as i32;
        self.format(p, |x| number(round_at(x, step)))
    }

    /// A box by its corners.
    #[must_use]
    pub fn bounds(self, bounds: &Aabb) -> String {
        format!("{} to {}", self.point(bounds.min), self.point(bounds.max))
    }
}

/// A point, every digit of it.
#[must_use]
pub fn point(p: DVec3) -> String {
    Dimension::Solid.point(p)
}

/// A number rounded to `places` decimal places; a negative count rounds to tens, hundreds and so on.
fn round_at(x: f64, places: i32) -> f64 {
    match usize::try_from(places) {
        // More places than a number has change nothing.
        Ok(places) if places > 300 => x,
        Ok(places) => format!("{x:.places$}").parse().unwrap_or(x),
        Err(_) => {
            let step = 10_f64.powi(-places);
            (x / step).round() * step
        }
    }
}

/// A box by its corners.
#[must_use]
pub fn bounds(bounds: &Aabb) -> String {
    Dimension::Solid.bounds(bounds)
}

/// A feature of a mesh.
#[must_use]
pub fn feature(feature: Feature) -> String {
    match feature {
        Feature::Vertex(v) => format!("vertex {}", v.0),
        Feature::Edge(v, w) => format!("edge {}-{}", v.0, w.0),
        Feature::Face(f) => format!("face {}", f.0),
    }
}

/// A number rounded to six significant digits.
#[must_use]
pub fn short(x: f64) -> String {
    number(format!("{x:.5e}").parse().unwrap_or(x))
}

/// A number, every digit of it: the shortest that reads back the same, with an exponent where zeros would crowd it.
#[must_use]
pub fn number(x: f64) -> String {
    let plain = x == 0.0 || (1e-5..=1e15).contains(&x.abs());
    if plain { format!("{}", x + 0.0) } else { format!("{x:e}") }
}

/// A number for descriptions of clashes: six significant digits, none after the point from a million on, five after it in exponents.
#[must_use]
pub fn report_number(x: f64) -> String {
    let size = x.abs();
    if x != 0.0 && !(1e-4..1e9).contains(&size) {
        return format!("{x:.5e}");
    }
    let before = if size < 1.0 { 0 } else { size.log10() as usize + 1 };
    let text = format!("{x:.*}", 6_usize.saturating_sub(before));
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A length for descriptions of clashes, with its unit where that is known.
#[must_use]
pub fn length_text(length: f64, unit: Option<LengthUnit>) -> String {
    match unit {
        Some(unit) => format!("{} {unit}", report_number(length)),
        None => report_number(length),
    }
}

/// A name fit for a terminal: control characters, and those that turn the direction of text, are replaced.
#[must_use]
pub fn name(name: &str) -> String {
    let acts = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    name.chars().map(|c| if acts(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// A list of names, cut where it gets long.
#[must_use]
pub fn first_names(names: &[&str]) -> String {
    const MOST_NAMES: usize = 5;
    let mut shown: Vec<String> = names.iter().take(MOST_NAMES).map(|known| name(known)).collect();
    if names.len() > MOST_NAMES {
        shown.push(format!("and {} more", names.len() - MOST_NAMES));
    }
    shown.join(", ")
}

/// `1 body`, `2 bodies`.
#[must_use]
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_six_digits() {
        assert_eq!(short(1.0), "1");
        assert_eq!(short(-0.0), "0");
        assert_eq!(short(0.1 + 0.2), "0.3");
        assert_eq!(short(123_456.789), "123457");
        assert_eq!(short(1.234_567_89e-7), "1.23457e-7");
        assert_eq!(short(-2e15), "-2e15");
        assert_eq!(short(-1_234_567_890.5), "-1234570000");
    }

    #[test]
    fn numbers_of_descriptions_are_short() {
        let written = [0.0, -0.0, 1.0, 12.5, -0.25, 1234567.0, 0.333_333_333, 1e-9, 1e12].map(report_number);
        assert_eq!(written, ["0", "0", "1", "12.5", "-0.25", "1234567", "0.333333", "1.00000e-9", "1.00000e12"]);
    }

    #[test]
    fn places_have_the_digits_that_the_size_of_a_body_asks_for() {
        let place = |p: [f64; 3], size: f64| Dimension::Solid.place(p.into(), size);
        assert_eq!(place([123.456, -0.000_012, 7.0], 250.0), "(123.5, 0, 7)");
        assert_eq!(place([4_500_000.125_29, 5_700_000.000_5, 31.25], 0.3), "(4500000.1253, 5700000.0005, 31.25)");
        assert_eq!(place([0.001_234_56, 1e-9, -0.5], 2e-3), "(0.001235, 0, -0.5)");
        assert_eq!(place([123_456.0, 0.0, -0.0], 1e7), "(120000, 0, 0)");
        assert_eq!(place([1e-200, 0.0, 0.0], 1e-200), "(1e-200, 0, 0)");
        assert_eq!(place([0.1, 1.0 / 3.0, 0.0], 0.0), "(0.1, 0.3333333333333333, 0)");
        assert_eq!(Dimension::Plane.place(DVec3::new(1.05, 2.0, 0.0), 1.0), "(1.05, 2)");
    }

    #[test]
    fn exponents_stand_where_zeros_would_crowd() {
        assert_eq!([0.0, -0.0, 1e-5, -1e15, 0.1].map(number), ["0", "0", "0.00001", "-1000000000000000", "0.1"]);
        assert_eq!(number(0.1 + 0.2), "0.30000000000000004");
        assert_eq!(number(9.999_999_999_999_999e-6), "9.999999999999999e-6");
        assert_eq!([1e-300, -2.5e15, f64::MAX].map(number), ["1e-300", "-2.5e15", "1.7976931348623157e308"]);
    }
}
