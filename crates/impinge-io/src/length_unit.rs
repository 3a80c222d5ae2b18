//! Units of length, and lengths with units: the one place where `2mm` is read.

use std::fmt;
use std::str::FromStr;

/// A unit of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LengthUnit {
    /// A millionth of a metre.
    Micrometre,
    /// A thousandth of a metre.
    Millimetre,
    /// A hundredth of a metre.
    Centimetre,
    /// 25.4 millimetres.
    Inch,
    /// Twelve inches.
    Foot,
    /// The unit of glTF and URDF.
    Metre,
    /// A thousand metres.
    Kilometre,
}

/// What people write for a unit.
const WORDS: [(LengthUnit, &[&str]); 7] = [
    (LengthUnit::Micrometre, &["um", "µm", "μm", "micrometre", "micrometer", "micron"]),
    (LengthUnit::Millimetre, &["mm", "millimetre", "millimeter"]),
    (LengthUnit::Centimetre, &["cm", "centimetre", "centimeter"]),
    (LengthUnit::Inch, &["in", "inch", "inches", "\""]),
    (LengthUnit::Foot, &["ft", "foot", "feet", "'"]),
    (LengthUnit::Metre, &["m", "metre", "meter"]),
    (LengthUnit::Kilometre, &["km", "kilometre", "kilometer"]),
];

impl LengthUnit {
    /// Its symbol, as it is written in reports and read back.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Micrometre => "um",
            Self::Millimetre => "mm",
            Self::Centimetre => "cm",
            Self::Inch => "in",
            Self::Foot => "ft",
            Self::Metre => "m",
            Self::Kilometre => "km",
        }
    }

    /// Tenths of a micrometre.
    fn tenths_of_micrometres(self) -> u64 {
        match self {
            Self::Micrometre => 10,
            Self::Millimetre => 10_000,
            Self::Centimetre => 100_000,
            Self::Inch => 254_000,
            Self::Foot => 3_048_000,
            Self::Metre => 10_000_000,
            Self::Kilometre => 10_000_000_000,
        }
    }

    /// A length of this unit in another, rounded once where one unit is a multiple of the other, twice at most.
    #[must_use]
    pub fn convert(self, length: f64, to: Self) -> f64 {
        let (mut a, mut b) = (self.tenths_of_micrometres(), to.tenths_of_micrometres());
        let common = greatest_divisor(a, b);
        (a, b) = (a / common, b / common);
        length * a as f64 / b as f64
    }
}

fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

impl fmt::Display for LengthUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

impl FromStr for LengthUnit {
    type Err = LengthError;

    fn from_str(word: &str) -> Result<Self, LengthError> {
        let lower = word.trim().to_lowercase();
        let singular = lower.strip_suffix('s').filter(|rest| rest.len() > 2);
        let is_meant = |known: &str| lower == known || singular == Some(known);
        let found = WORDS.iter().find(|(_, words)| words.iter().any(|known| is_meant(known)));
        found.map(|(unit, _)| *unit).ok_or_else(|| LengthError::UnknownUnit(word.trim().to_owned()))
    }
}

/// A length as it is written: a number, with a unit or in that of the coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    /// The number.
    pub value: f64,
    /// Its unit; `None` for that of the coordinates.
    pub unit: Option<LengthUnit>,
}

/// Why a text is no length, or a length has no number in the unit of the coordinates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LengthError {
    /// No number.
    #[error("expected a length such as 0.5, 2mm or 0.25 in, found '{0}'")]
    NoNumber(String),
    /// An unknown unit.
    #[error("expected one of the units um, mm, cm, m, km, in, ft, found '{0}'")]
    UnknownUnit(String),
    /// Infinite or not a number.
    #[error("expected a finite length, found '{0}'")]
    NotFinite(String),
    /// Below zero.
    #[error("expected a length that is not negative, found '{0}'")]
    Negative(String),
    /// The coordinates have no known unit.
    #[error(
        "the length {0} has a unit, but that of the coordinates is not known: say it by --unit, or 'unit' in a scene file, or write the \
         length as a plain number in the unit of the files"
    )]
    UnitUnknown(String),
}

impl Length {
    /// A length in the unit of the coordinates.
    #[must_use]
    pub fn plain(value: f64) -> Self {
        Self { value, unit: None }
    }

    /// The number of a length in the unit of the coordinates.
    ///
    /// # Errors
    /// It has a unit and the coordinates have none.
    pub fn in_unit(self, coordinates: Option<LengthUnit>) -> Result<f64, LengthError> {
        match (self.unit, coordinates) {
            (None, _) => Ok(self.value),
            (Some(own), Some(unit)) => Ok(own.convert(self.value, unit)),
            (Some(_), None) if self.value == 0.0 => Ok(0.0),
            (Some(_), None) => Err(LengthError::UnitUnknown(self.to_string())),
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unit {
            Some(unit) => write!(f, "{} {unit}", self.value),
            None => write!(f, "{}", self.value),
        }
    }
}

/// Finite, not negative; capitals and spaces do not matter.
impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Self, LengthError> {
        let text = text.trim();
        // The longest beginning that is a number: `1e3`, and `2` of `2e` or `2in`.
        let ends = (1..=text.len()).rev().filter(|end| text.is_char_boundary(*end));
        let number = ends.filter(|end| !text[..*end].ends_with(char::is_whitespace));
        let parsed = number.filter_map(|end| Some((text[..end].parse::<f64>().ok()?, text[end..].trim()))).next();
        let Some((value, rest)) = parsed else { return Err(LengthError::NoNumber(text.to_owned())) };
        if !value.is_finite() {
            return Err(LengthError::NotFinite(text.to_owned()));
        }
        if value < 0.0 {
            return Err(LengthError::Negative(text.to_owned()));
        }
        let unit = if rest.is_empty() { None } else { Some(rest.parse()?) };
        Ok(Self { value: value + 0.0, unit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(f64, Option<LengthUnit>), LengthError> {
        text.parse::<Length>().map(|length| (length.value, length.unit))
    }

    #[test]
    fn lengths_are_read_with_and_without_units() {
        assert_eq!(read("2mm"), Ok((2.0, Some(LengthUnit::Millimetre))));
        assert_eq!(read(" 0.5 in "), Ok((0.5, Some(LengthUnit::Inch))));
        assert_eq!(read("1e3"), Ok((1000.0, None)));
        assert_eq!(read("1e-3m"), Ok((0.001, Some(LengthUnit::Metre))));
        assert_eq!(read("3 Millimeters"), Ok((3.0, Some(LengthUnit::Millimetre))));
        assert_eq!(read("5 µm"), Ok((5.0, Some(LengthUnit::Micrometre))));
        assert_eq!(read("12'"), Ok((12.0, Some(LengthUnit::Foot))));
        assert_eq!(read("-0").map(|(value, _)| value.to_bits()), Ok(0));
        assert!(matches!(read("2 furlongs"), Err(LengthError::UnknownUnit(unit)) if unit == "furlongs"));
        assert!(matches!(read("mm"), Err(LengthError::NoNumber(_))));
        assert!(matches!(read(""), Err(LengthError::NoNumber(_))));
        assert!(matches!(read("-1mm"), Err(LengthError::Negative(_))));
        for text in ["inf", "nan", "1e999", "inf mm"] {
            assert!(matches!(read(text), Err(LengthError::NotFinite(_))), "{text}");
        }
    }

    #[test]
    fn every_unit_reads_its_symbol_and_its_words() {
        for (unit, words) in WORDS {
            assert_eq!(unit.symbol().parse(), Ok(unit));
            for word in words {
                assert_eq!(word.parse(), Ok(unit), "{word}");
            }
        }
    }

    #[test]
    fn conversion_gives_the_number_that_one_would_write() {
        for (text, unit, expected) in [
            ("3mm", LengthUnit::Metre, 0.003),
            ("0.7 mm", LengthUnit::Metre, 0.0007),
            ("1in", LengthUnit::Millimetre, 25.4),
            ("1 ft", LengthUnit::Inch, 12.0),
            ("25.4mm", LengthUnit::Inch, 1.0),
            ("1km", LengthUnit::Micrometre, 1e9),
            ("7", LengthUnit::Inch, 7.0),
        ] {
            let length: Length = text.parse().unwrap();
            assert_eq!(length.in_unit(Some(unit)), Ok(expected), "{text}");
        }
        let length: Length = "2mm".parse().unwrap();
        assert!(matches!(length.in_unit(None), Err(LengthError::UnitUnknown(text)) if text == "2 mm"));
    }
}
