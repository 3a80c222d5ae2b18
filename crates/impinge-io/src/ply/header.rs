//! The header of a PLY: which elements follow, in which encoding.

use super::scalar::{Encoding, Scalar, Scalars};
use crate::error::{Fault, FilePlace};
use crate::text::{Words, parse, quoted, take_line};

/// What a PLY holds, in order.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub(super) elements: Vec<Element>,
}

/// `count` rows of the same properties.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
    /// Where the header names it.
    pub(super) line: u64,
}

/// A value, or a list of values, in every row of an element.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) scalar: Scalar,
    /// The type of the number of values, for a list.
    pub(super) count: Option<Scalar>,
}

impl Element {
    /// The fewest bytes that a row can take.
    pub(super) fn least_bytes(&self, scalars: &Scalars<'_>) -> usize {
        self.properties.iter().map(|p| scalars.least_bytes(p.count.unwrap_or(p.scalar))).sum()
    }
}

impl Header {
    /// The header, and the values that follow it.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, Scalars<'_>), Fault> {
        let mut header = Self::default();
        let mut encoding = None;
        let mut rest = bytes;
        let mut line = 0;
        loop {
            line += 1;
            let place = || FilePlace::Line(line);
            if rest.is_empty() {
                return Err(Fault::unexpected(place(), "'end_header'", "the end of the file"));
            }
            let text = take_line(&mut rest);
            let mut words = Words::new(text, line, None);
            let Some(keyword) = words.next() else { continue };
            match keyword {
                b"ply" if line == 1 => {}
                _ if line == 1 => return Err(Fault::unexpected(place(), "'ply'", quoted(keyword))),
                b"comment" | b"obj_info" => {}
                b"format" => encoding = Some(Encoding::read(&mut words)?),
                b"element" => header.elements.push(element(&mut words, line)?),
                b"property" if !header.elements.is_empty() => {
                    let property = property(&mut words)?;
                    if let Some(element) = header.elements.last_mut() {
                        element.properties.push(property);
                    }
                }
                b"end_header" => {
                    let Some(encoding) = encoding else {
                        return Err(Fault::unexpected(place(), "'format' before 'end_header'", "none"));
                    };
                    let at = bytes.len() - rest.len();
                    return Ok((header, Scalars::new(encoding, bytes, at, line + 1)));
                }
                _ => {
                    let expected = "'format', 'comment', 'element', 'property' of an element, or 'end_header'";
                    return Err(Fault::unexpected(place(), expected, quoted(keyword)));
                }
            }
        }
    }

    /// How many rows the elements of this name have.
    pub(super) fn count(&self, name: &str) -> u64 {
        self.elements.iter().filter(|e| e.name == name).fold(0, |sum, e| sum.saturating_add(e.count))
    }
}

fn element(words: &mut Words<'_>, line: u64) -> Result<Element, Fault> {
    let name = words.required("the name of an element")?;
    let count = words.count("a count of elements")?;
    Ok(Element { name: String::from_utf8_lossy(name).into_owned(), count, properties: Vec::new(), line })
}

fn property(words: &mut Words<'_>) -> Result<Property, Fault> {
    let first = words.required("the type of a property")?;
    let (count, scalar) = if first == b"list" {
        let count = scalar(words.required("the type of the count of a list")?, words)?;
        (Some(count), scalar(words.required("the type of the values of a list")?, words)?)
    } else {
        (None, scalar(first, words)?)
    };
    let name = String::from_utf8_lossy(words.required("the name of a property")?).into_owned();
    Ok(Property { name, scalar, count })
}

fn scalar(word: &[u8], words: &Words<'_>) -> Result<Scalar, Fault> {
    let expected = "a type (char, uchar, short, ushort, int, uint, float, double, int8 … float64)";
    parse(word).ok_or_else(|| Fault::unexpected(words.place(), expected, quoted(word)))
}
