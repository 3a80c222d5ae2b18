//! Affine maps of SVG drawings, from lists such as `translate(1,2) rotate(45)`.

use super::numbers::Numbers;
use impinge::math::{DMat2, DVec2};

/// `x → M x + t`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Affine {
    pub(super) linear: DMat2,
    pub(super) shift: DVec2,
}

impl Affine {
    pub(super) const IDENTITY: Self = Self { linear: DMat2::IDENTITY, shift: DVec2::ZERO };

    pub(super) fn translation(shift: DVec2) -> Self {
        Self { shift, ..Self::IDENTITY }
    }

    fn of_linear(linear: DMat2) -> Self {
        Self { linear, shift: DVec2::ZERO }
    }

    /// A turn by degrees, exact for quarter turns.
    fn rotation(degrees: f64) -> Self {
        let quarters = (degrees % 360.0) / 90.0;
        let (sin, cos) = if quarters.fract() == 0.0 {
            match quarters.rem_euclid(4.0) as u8 {
                0 => (0.0, 1.0),
                1 => (1.0, 0.0),
                2 => (0.0, -1.0),
                _ => (-1.0, 0.0),
            }
        } else {
            degrees.to_radians().sin_cos()
        };
        Self::of_linear(DMat2::from_cols(DVec2::new(cos, sin), DVec2::new(-sin, cos)))
    }

    pub(super) fn apply(&self, p: DVec2) -> DVec2 {
        self.linear * p + self.shift
    }

    /// The map that does `inner` first.
    pub(super) fn after(&self, inner: &Self) -> Self {
        Self { linear: self.linear * inner.linear, shift: self.apply(inner.shift) }
    }

    /// The map of a list of transforms, the last of which is done first.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut all = Self::IDENTITY;
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (name, after) = rest.split_once('(')?;
            let (inside, after) = after.split_once(')')?;
            all = all.after(&Self::one(name.trim(), inside)?);
            rest = after.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        }
        Some(all)
    }

    fn one(name: &str, inside: &str) -> Option<Self> {
        let mut reader = Numbers::new(inside);
        let mut numbers = Vec::new();
        while let Some(x) = reader.number() {
            numbers.push(x);
        }
        if !reader.is_at_end() {
            return None;
        }
        let skew = |degrees: f64| degrees.to_radians().tan();
        Some(match (name, numbers.as_slice()) {
            ("matrix", &[a, b, c, d, e, f]) => {
                Self { linear: DMat2::from_cols(DVec2::new(a, b), DVec2::new(c, d)), shift: DVec2::new(e, f) }
            }
            ("translate", &[x]) => Self::translation(DVec2::new(x, 0.0)),
            ("translate", &[x, y]) => Self::translation(DVec2::new(x, y)),
            ("scale", &[s]) => Self::of_linear(DMat2::from_diagonal(DVec2::splat(s))),
            ("scale", &[x, y]) => Self::of_linear(DMat2::from_diagonal(DVec2::new(x, y))),
            ("rotate", &[degrees]) => Self::rotation(degrees),
            ("rotate", &[degrees, x, y]) => {
                let centre = DVec2::new(x, y);
                let turned = Self::translation(centre).after(&Self::rotation(degrees));
                turned.after(&Self::translation(-centre))
            }
            ("skewX", &[degrees]) => Self::of_linear(DMat2::from_cols(DVec2::X, DVec2::new(skew(degrees), 1.0))),
            ("skewY", &[degrees]) => Self::of_linear(DMat2::from_cols(DVec2::new(1.0, skew(degrees)), DVec2::Y)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_transform_is_done_first() {
        let at = |text: &str| Affine::parse(text).unwrap().apply(DVec2::new(1.0, 2.0)).to_array();
        assert_eq!(at("translate(10,20) scale(2)"), [12.0, 24.0]);
        assert_eq!(at("scale(2 3), translate(10)"), [22.0, 6.0]);
        assert_eq!(at(" rotate(90) "), [-2.0, 1.0]);
        assert_eq!(at("rotate(-270)"), [-2.0, 1.0]);
        assert_eq!(at("rotate(180 1 2)"), [1.0, 2.0]);
        assert_eq!(at("matrix(1 2 3 4 5 6)"), [12.0, 16.0]);
        assert_eq!(at("rotate(450)"), [-2.0, 1.0]);
        assert!((at("skewX(45)")[0] - 3.0).abs() < 1e-15);
        for bad in ["rotate", "rotate(", "rotate()", "turn(3)", "scale(1,2,3)", "scale(1x)", "scale(1))"] {
            assert_eq!(Affine::parse(bad), None, "{bad}");
        }
    }
}
