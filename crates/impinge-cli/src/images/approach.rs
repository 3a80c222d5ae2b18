//! The word after `--method`: one of the engine's own methods, or one that draws.

use impinge::pair::{Method, MethodError};
use std::fmt;
use std::str::FromStr;

/// How answers are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Approach {
    /// By the engine alone.
    Exact(Method),
    /// Images propose, the engine proves.
    Images(ImageMethod),
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

    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cinder => "cinder",
            Self::Cullide => "cullide",
            Self::Ldi => "ldi",
        }
    }
}

impl Approach {
    /// The engine's method: the fastest one where images propose.
    pub fn method(self) -> Method {
        match self {
            Self::Exact(method) => method,
            Self::Images(_) => Method::Auto,
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
        }
    }
}

impl FromStr for Approach {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if let Some(method) = ImageMethod::ALL.into_iter().find(|method| method.name() == word) {
            return Ok(Self::Images(method));
        }
        word.parse().map(Self::Exact).map_err(|error: MethodError| match error {
            MethodError::Name { .. } => {
                format!("{error}, {}", ImageMethod::ALL.map(ImageMethod::name).join(", "))
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
        for word in ["auto", "brute", "obb:arity=4", "cinder", "cullide", "ldi"] {
            assert_eq!(word.parse::<Approach>().unwrap().to_string(), word);
        }
        let refusal = "guess".parse::<Approach>().unwrap_err();
        assert!(refusal.contains("rss, cinder, cullide, ldi"), "{refusal}");
        assert!("cinder:layers=3".parse::<Approach>().is_err());
    }
}
