//! A document as a tree of values, whether it was TOML or JSON.

use super::{json, toml};
use crate::error::{Fault, FilePlace, Problem};

/// A value and the line it begins on, where the format tells.
#[derive(Clone, Debug)]
pub struct Datum {
    pub line: Option<u64>,
    pub value: Value,
}

#[derive(Clone, Debug)]
pub enum Value {
    /// What nothing has a use for: a null or a date, in words.
    Other(&'static str),
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Datum>),
    Table(Vec<(String, Datum)>),
}

/// The document in the bytes of a file; one that begins with a brace is JSON, any other TOML.
pub fn parse(bytes: &[u8]) -> Result<Datum, Fault> {
    if bytes.is_empty() {
        return Err(Fault::new(FilePlace::Whole, Problem::Empty));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(Fault::unexpected(FilePlace::Whole, "a text in UTF-8", "other bytes"));
    };
    let text_start = text.trim_start();
    if text_start.starts_with('{') {
        return json::parse(text);
    }
    toml::parse(text).map_err(|fault| match text_start.starts_with('[') && json::parse(text).is_ok() {
        true => Fault::unexpected(FilePlace::Line(1), "an object, which begins with '{'", "a list in JSON"),
        false => fault,
    })
}

impl Value {
    /// The value for a message.
    pub fn words(&self) -> String {
        match self {
            Self::Other(words) => (*words).to_owned(),
            Self::Flag(flag) => flag.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => crate::text::quoted(text.as_bytes()),
            Self::List(items) => format!("a list of {}", items.len()),
            Self::Table(_) => "a table".to_owned(),
        }
    }
}
