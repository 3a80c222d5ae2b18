//! The word after `--method`: one of the engine's own methods, one that draws, or one that samples.

use crate::fields::{self, FieldWay};
use impinge::pair::Method;
use impinge_classics::MethodError;
use std::fmt;
use std::str::FromStr;

/// How answers are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Approach {
    /// By the engine alone.
    Exact(Method),
    /// Images propose, the engine proves.
    Images(ImageMethod),
    /// Signed distance fields measure, and the engine proves what they leave open.
    Fields(FieldWay),
}

/// A method that draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageMethod {
    /// Edges inside of solids, by counting the faces before them.
    Cinder,
    /// What is not in full sight of all others.
    Cullide,
    /// What is inside of both solids along the columns of layered images.
    Ldi,
}

impl ImageMethod {
    const ALL: [Self; 3] = [Self::Cinder, Self::Cullide, Self::Ldi];

    /// The method that a word in small letters begins with, up to options.
    fn of(word: &str) -> Option<Self> {
        let name = word.split(':').next().unwrap_or_default();
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cinder => "cinder",
            Self::Cullide => "cullide",
            Self::Ldi => "ldi",
        }
    }
}

/// The engine's method of a word, where nothing is drawn.
///
/// # Errors
/// There is no such method, or it draws.
pub fn exact(word: &str) -> Result<Method, String> {
    let word = word.to_lowercase();
    if is_of_fields(&word) {
        return Err(
            "sdf samples, which only `impinge check` and `impinge poses` do; `impinge depth` tells depths of two files"
                .to_owned(),
        );
    }
    match ImageMethod::of(&word) {
        None => impinge_classics::method(&word).map_err(|error| error.to_string()),
        Some(method) => Err(format!(
            "{} draws, which only `impinge check` and `impinge poses` do; leave --method out for the same answer",
            method.name()
        )),
    }
}

/// Whether a word in small letters begins with the name of the method that samples, up to options.
fn is_of_fields(word: &str) -> bool {
    word.split(':').next() == Some(fields::NAME)
}

impl Approach {
    /// The engine's method: the fastest one where images propose or fields measure.
    pub fn method(self) -> Method {
        match self {
            Self::Exact(method) => method,
            Self::Images(_) | Self::Fields(_) => Method::Auto,
        }
    }
}

impl Default for Approach {
    fn default() -> Self {
        Self::Exact(Method::default())
    }
}

impl fmt::Display for Approach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(method) => method.fmt(f),
            Self::Images(method) => f.write_str(method.name()),
            Self::Fields(way) => way.fmt(f),
        }
    }
}

impl FromStr for Approach {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let word = word.to_lowercase();
        if is_of_fields(&word) {
            return word.parse().map(Self::Fields);
        }
        match ImageMethod::of(&word) {
            Some(method) if method.name() == word => return Ok(Self::Images(method)),
            Some(method) => return Err(MethodError::NoOptions { name: method.name().to_owned() }.to_string()),
            None => {}
        }
        impinge_classics::method(&word).map(Self::Exact).map_err(|error| match error {
            MethodError::Name { .. } => {
                format!("{error}, {}, {}", ImageMethod::ALL.map(ImageMethod::name).join(", "), fields::NAME)
            }
            other => other.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_told() {
        for word in ["auto", "brute", "obb:arity=4", "cinder", "cullide", "ldi", "sdf:cells=48"] {
            assert_eq!(word.parse::<Approach>().unwrap().to_string(), word);
        }
        let refusal = "guess".parse::<Approach>().unwrap_err();
        assert!(refusal.contains("rss, cinder, cullide, ldi, sdf"), "{refusal}");
    }

    #[test]
    fn words_may_be_in_capitals_and_have_their_own_refusals() {
        for (word, name) in [("CINDER", "cinder"), ("Ldi", "ldi"), ("OBB:Arity=4", "obb:arity=4"), ("Auto", "auto")] {
            assert_eq!(word.parse::<Approach>().unwrap().to_string(), name);
        }
        assert_eq!(exact("RSS").unwrap().to_string(), "rss");
        let options = "cinder:views=2".parse::<Approach>().unwrap_err();
        assert!(options.starts_with("cinder takes no options"), "{options}");
        for word in ["cinder", "Cullide", "ldi:size=3"] {
            let refusal = exact(word).unwrap_err();
            assert!(refusal.contains("only `impinge check` and `impinge poses` do"), "{refusal}");
        }
        assert!(exact("SDF:cells=3").unwrap_err().contains("`impinge depth`"));
        let unknown = exact("guess").unwrap_err();
        assert!(unknown.ends_with("kdop, rss"), "{unknown}");
    }
}
