//! Places and numbers in words, for people.

use impinge::bound::Aabb;
use impinge::feature::Feature;
use impinge::math::DVec3;

/// A point, every digit of it.
pub fn point(p: DVec3) -> String {
    format!("({}, {}, {})", p.x, p.y, p.z)
}

/// A point, rounded for a table.
pub fn short_point(p: DVec3) -> String {
    format!("({}, {}, {})", short(p.x), short(p.y), short(p.z))
}

/// A box by its corners.
pub fn bounds(bounds: &Aabb) -> String {
    format!("{} to {}", point(bounds.min), point(bounds.max))
}

/// A feature of a mesh.
pub fn feature(feature: Feature) -> String {
    match feature {
        Feature::Vertex(v) => format!("vertex {}", v.0),
        Feature::Edge(v, w) => format!("edge {}-{}", v.0, w.0),
        Feature::Face(f) => format!("face {}", f.0),
    }
}

/// A number rounded to six significant digits.
pub fn short(x: f64) -> String {
    let rounded: f64 = format!("{x:.5e}").parse().unwrap_or(x);
    let plain = rounded == 0.0 || (1e-5..1e9).contains(&rounded.abs());
    if plain { format!("{}", rounded + 0.0) } else { format!("{rounded:e}") }
}

/// A name fit for a terminal: control characters are shown, not obeyed.
pub fn name(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// `1 body`, `2 bodies`.
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
        assert_eq!(short(-2e12), "-2e12");
    }
}
