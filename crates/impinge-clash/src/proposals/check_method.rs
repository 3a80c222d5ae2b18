//! The method of a check by its name: one of the engine's own, one that draws, or one that samples.

use super::fields::{self, FieldSettings};
use super::images::ImageSettings;
use impinge::pair::Method;
use impinge_classics::MethodError;
use std::fmt;
use std::str::FromStr;

/// How answers are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CheckMethod {
    /// By the engine alone.
    Exact(Method),
    /// Images propose and prune, the engine proves.
    Images(ImageSettings),
    /// Signed distance fields measure, and the engine proves what they leave open.
    Fields(FieldSettings),
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

crate::enum_names!(ImageMethod { Cinder = "cinder", Cullide = "cullide", Ldi = "ldi" });

impl ImageMethod {
    /// The method that a lower-case word begins with, up to options.
    fn from_word(word: &str) -> Option<Self> {
        Self::from_name(word.split(':').next().unwrap_or_default())
    }
}

/// The engine's method of a name, where nothing is drawn or sampled.
///
/// # Errors
/// There is no such method, or it draws.
pub fn exact_method(word: &str) -> Result<Method, String> {
    let word = word.to_lowercase();
    if is_field_method(&word) {
        return Err(
            "sdf samples, which only `impinge check` and `impinge poses` do; `impinge depth` tells depths of two files"
                .to_owned(),
        );
    }
    match ImageMethod::from_word(&word) {
        None => impinge_classics::method(&word).map_err(|error| error.to_string()),
        Some(method) => Err(format!(
            "{} draws, which only `impinge check` and `impinge poses` do; leave --method out for the same answer",
            method.name()
        )),
    }
}

/// Whether a lower-case word names the method that samples, up to options.
fn is_field_method(word: &str) -> bool {
    word.split(':').next() == Some(fields::METHOD_NAME)
}

/// The names of the methods that draw, for a message.
fn image_names() -> String {
    ImageMethod::ALL.iter().map(|method| method.name()).collect::<Vec<_>>().join(", ")
}

impl CheckMethod {
    /// The engine's method: the fastest one where images propose or fields measure.
    #[must_use]
    pub fn method(self) -> Method {
        match self {
            Self::Exact(method) => method,
            Self::Images(_) | Self::Fields(_) => Method::Auto,
        }
    }
}

impl Default for CheckMethod {
    fn default() -> Self {
        Self::Exact(Method::default())
    }
}

impl fmt::Display for CheckMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(method) => method.fmt(f),
            Self::Images(settings) => settings.fmt(f),
            Self::Fields(way) => way.fmt(f),
        }
    }
}

impl FromStr for CheckMethod {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let word = word.to_lowercase();
        if is_field_method(&word) {
            return word.parse().map(Self::Fields);
        }
        if ImageMethod::from_word(&word).is_some() {
            return word.parse().map(Self::Images);
        }
        impinge_classics::method(&word).map(Self::Exact).map_err(|error| match error {
            MethodError::Name { .. } => {
                format!("{error}, {}, {}", image_names(), fields::METHOD_NAME)
            }
            other => other.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for word in
            ["auto", "brute", "obb:arity=4", "cinder:view=perspective", "cullide", "ldi:device=cpu", "sdf:cells=48"]
        {
            assert_eq!(word.parse::<CheckMethod>().unwrap().to_string(), word);
        }
        let refusal = "guess".parse::<CheckMethod>().unwrap_err();
        assert!(refusal.contains("rss, gi-collide, edge-face, medial-spheres, cinder, cullide, ldi, sdf"), "{refusal}");
    }

    #[test]
    fn names_may_be_in_capitals_and_have_their_own_errors() {
        for (word, name) in [("CINDER", "cinder"), ("Ldi", "ldi"), ("OBB:Arity=4", "obb:arity=4"), ("Auto", "auto")] {
            assert_eq!(word.parse::<CheckMethod>().unwrap().to_string(), name);
        }
        assert_eq!(exact_method("RSS").unwrap().to_string(), "rss");
        let options = "cinder:views=2".parse::<CheckMethod>().unwrap_err();
        assert!(options.starts_with("cinder has the options device, size, view, own"), "{options}");
        for word in ["cinder", "Cullide", "ldi:size=3"] {
            let refusal = exact_method(word).unwrap_err();
            assert!(refusal.contains("only `impinge check` and `impinge poses` do"), "{refusal}");
        }
        assert!(exact_method("SDF:cells=3").unwrap_err().contains("`impinge depth`"));
        let unknown = exact_method("guess").unwrap_err();
        assert!(unknown.ends_with("rss, gi-collide, edge-face, medial-spheres"), "{unknown}");
    }
}
