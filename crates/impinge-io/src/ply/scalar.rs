//! The values of a PLY, one after the other, in any encoding. Every type of PLY fits a double without loss.

use crate::error::{Fault, FilePlace};
use crate::text::{Words, parse, quoted};
use std::str::FromStr;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    Char,
    Uchar,
    Short,
    Ushort,
    Int,
    Uint,
    Float,
    Double,
}

impl FromStr for Scalar {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Ok(match name {
            "char" | "int8" => Self::Char,
            "uchar" | "uint8" => Self::Uchar,
            "short" | "int16" => Self::Short,
            "ushort" | "uint16" => Self::Ushort,
            "int" | "int32" => Self::Int,
            "uint" | "uint32" => Self::Uint,
            "float" | "float32" => Self::Float,
            "double" | "float64" => Self::Double,
            _ => return Err(()),
        })
    }
}

impl Scalar {
    fn name(self) -> &'static str {
        match self {
            Self::Char => "char",
            Self::Uchar => "uchar",
            Self::Short => "short",
            Self::Ushort => "ushort",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    fn bytes(self) -> usize {
        match self {
            Self::Char | Self::Uchar => 1,
            Self::Short | Self::Ushort => 2,
            Self::Int | Self::Uint | Self::Float => 4,
            Self::Double => 8,
        }
    }

    /// The value of little-endian bytes, of which only the first [`Scalar::bytes`] count.
    fn decode(self, b: [u8; 8]) -> f64 {
        let four = [b[0], b[1], b[2], b[3]];
        match self {
            Self::Char => f64::from(b[0].cast_signed()),
            Self::Uchar => f64::from(b[0]),
            Self::Short => f64::from(i16::from_le_bytes([b[0], b[1]])),
            Self::Ushort => f64::from(u16::from_le_bytes([b[0], b[1]])),
            Self::Int => f64::from(i32::from_le_bytes(four)),
            Self::Uint => f64::from(u32::from_le_bytes(four)),
            Self::Float => f64::from(f32::from_le_bytes(four)),
            Self::Double => f64::from_le_bytes(b),
        }
    }
}

/// How values are written down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Encoding {
    Ascii,
    LittleEndian,
    BigEndian,
}

impl Encoding {
    /// What follows `format` in a header.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, Fault> {
        let expected = "'ascii', 'binary_little_endian' or 'binary_big_endian'";
        match words.required(expected)? {
            b"ascii" => Ok(Self::Ascii),
            b"binary_little_endian" => Ok(Self::LittleEndian),
            b"binary_big_endian" => Ok(Self::BigEndian),
            other => Err(Fault::unexpected(words.place(), expected, quoted(other))),
        }
    }
}

/// Reads values one after the other.
#[derive(Debug)]
pub(super) struct Scalars<'a> {
    encoding: Encoding,
    words: Words<'a>,
    bytes: &'a [u8],
    /// Where the next value of a binary file stands, and where the last one stood.
    at: usize,
    last: usize,
    /// Whether a value of the row at hand has been read.
    in_row: bool,
}

impl<'a> Scalars<'a> {
    /// The values of `bytes` from `at`, which stands on the given line.
    pub(super) fn new(encoding: Encoding, bytes: &'a [u8], at: usize, line: u64) -> Self {
        Self { encoding, words: Words::new(&bytes[at..], line, None), bytes, at, last: at, in_row: false }
    }

    /// Where the last value stands.
    pub(super) fn place(&self) -> FilePlace {
        match self.encoding {
            Encoding::Ascii => self.words.place(),
            _ => FilePlace::Byte(self.last as u64),
        }
    }

    /// How many bytes are left.
    pub(super) fn remaining(&self) -> usize {
        match self.encoding {
            Encoding::Ascii => self.words.remaining(),
            _ => self.bytes.len() - self.at,
        }
    }

    /// The fewest bytes that a value can take.
    pub(super) fn least_bytes(&self, scalar: Scalar) -> usize {
        match self.encoding {
            Encoding::Ascii => 1,
            _ => scalar.bytes(),
        }
    }

    /// The next value.
    pub(super) fn read(&mut self, scalar: Scalar) -> Result<f64, Fault> {
        let expected = || format!("a value of type {}", scalar.name());
        if self.encoding == Encoding::Ascii {
            let (word, missing) = match std::mem::replace(&mut self.in_row, true) {
                true => (self.words.next_on_line(), "the end of the line"),
                false => (self.words.next(), "the end of the file"),
            };
            let Some(word) = word else { return Err(Fault::unexpected(self.place(), expected(), missing)) };
            return parse(word).ok_or_else(|| Fault::unexpected(self.place(), expected(), quoted(word)));
        }
        self.last = self.at;
        let size = scalar.bytes();
        let Some(bytes) = self.bytes[self.at..].get(..size) else {
            return Err(Fault::unexpected(self.place(), expected(), "the end of the file"));
        };
        self.at += size;
        let mut little = [0; 8];
        little[..size].copy_from_slice(bytes);
        if self.encoding == Encoding::BigEndian {
            little[..size].reverse();
        }
        Ok(scalar.decode(little))
    }

    /// Ends a row: in a text, what is left of its line is passed over. MeshLab writes colours of faces that its headers do not declare.
    pub(super) fn end_row(&mut self) {
        if self.encoding == Encoding::Ascii {
            self.words.skip_line();
            self.in_row = false;
        }
    }

    /// Ends the row of a vertex: in a text, its line must end here, so that a missing row is refused where a face stands in its place.
    pub(super) fn end_vertex(&mut self) -> Result<(), Fault> {
        if self.encoding == Encoding::Ascii
            && let Some(word) = self.words.next_on_line()
        {
            let expected = "the end of the line after the values of a vertex";
            return Err(Fault::unexpected(self.place(), expected, quoted(word)));
        }
        self.end_row();
        Ok(())
    }

    /// The next value as the length of a list.
    pub(super) fn count(&mut self, scalar: Scalar) -> Result<u64, Fault> {
        let count = self.read(scalar)?;
        if count >= 0.0 && count.fract() == 0.0 && count <= f64::from(u32::MAX) {
            Ok(count as u64)
        } else {
            Err(Fault::unexpected(self.place(), "the length of a list", count.to_string()))
        }
    }

    /// Skips this many values.
    pub(super) fn skip(&mut self, scalar: Scalar, count: u64) -> Result<(), Fault> {
        for _ in 0..count {
            self.read(scalar)?;
        }
        Ok(())
    }
}
