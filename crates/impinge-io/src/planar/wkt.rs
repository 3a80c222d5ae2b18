//! Well-known text (OGC 06-103r4, clause 7): `POLYGON` and `MULTIPOLYGON`, with or without `Z`, `M` and the `SRID=…;` of PostGIS.
//!
//! Nothing nests deeper than the parts of a multipolygon, so reading needs no recursion; what ends early is reported with the
//! line it ends on.

use super::{Feature, Rings};
use crate::error::{Fault, FilePlace, Problem};
use crate::text::{line_length, parse, quoted};
use impinge::math::DVec2;

/// Geometries that have no inside, and so are no bodies.
const OTHERS: [&str; 12] = [
    "POINT",
    "LINESTRING",
    "MULTIPOINT",
    "MULTILINESTRING",
    "GEOMETRYCOLLECTION",
    "CIRCULARSTRING",
    "COMPOUNDCURVE",
    "CURVEPOLYGON",
    "MULTICURVE",
    "MULTISURFACE",
    "POLYHEDRALSURFACE",
    "TIN",
];

/// Most coordinates of a point: x, y, z and a measure.
const MOST_COORDINATES: usize = 4;

/// All geometries of a text, one after the other; `#` begins a comment.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Feature>, Fault> {
    let mut reader = Reader::new(super::text(bytes)?, 1);
    let mut features = Vec::new();
    while !reader.is_at_end() {
        let place = reader.place();
        features.push(Feature { name: None, rings: reader.geometry()?, place });
        while reader.take(b';') {}
    }
    if features.is_empty() {
        return Err(Fault::new(FilePlace::Whole, Problem::NoPolygons { found: "no geometry".to_owned() }));
    }
    Ok(features)
}

/// The one geometry of a cell of a table.
pub(super) fn read_cell(text: &str, line: u64, column: &str) -> Result<Rings, Fault> {
    let mut reader = Reader { column: Some(column), ..Reader::new(text, line) };
    let rings = reader.geometry()?;
    if reader.is_at_end() { Ok(rings) } else { Err(reader.unexpected("the end of the cell")) }
}

/// Whether a text begins like a geometry that can be read.
pub(super) fn begins(text: &[u8]) -> bool {
    let mut word = text.trim_ascii_start();
    if word.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"SRID=")) {
        let end = word.iter().position(|b| *b == b';').map_or(word.len(), |at| at + 1);
        word = word[end..].trim_ascii_start();
    }
    let starts = |name: &[u8]| word.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    starts(b"POLYGON") || starts(b"MULTIPOLYGON")
}

/// Walks over a text.
#[derive(Debug)]
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
    /// The column of a table, for errors.
    column: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, line: u64) -> Self {
        let mut reader = Self { bytes: text.as_bytes(), at: 0, line, column: None };
        reader.skip();
        reader
    }

    fn place(&self) -> FilePlace {
        match self.column {
            Some(column) => FilePlace::Cell { line: self.line, column: column.to_owned() },
            None => FilePlace::Line(self.line),
        }
    }

    /// Something else than what comes next was expected.
    fn unexpected(&self, expected: impl Into<String>) -> Fault {
        let found = match self.next_word() {
            [] => "the end".to_owned(),
            word => quoted(word),
        };
        Fault::unexpected(self.place(), expected, found)
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Goes to what comes next, past spaces and comments.
    fn skip(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => self.line += 1,
                b'\r' => self.line += u64::from(self.bytes.get(self.at + 1) != Some(&b'\n')),
                b'#' => {
                    self.at += line_length(&self.bytes[self.at..]);
                    continue;
                }
                byte if byte.is_ascii_whitespace() => {}
                _ => break,
            }
            self.at += 1;
        }
    }

    /// The word or the sign that comes next; empty at the end.
    fn next_word(&self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let ends = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')' | b',' | b';' | b'#');
        match rest.iter().position(ends) {
            Some(0) => &rest[..1],
            Some(end) => &rest[..end],
            None => rest,
        }
    }

    fn advance(&mut self, word: &[u8]) {
        self.at += word.len();
        self.skip();
    }

    /// Takes a sign, if it comes next.
    fn take(&mut self, sign: u8) -> bool {
        let found = self.bytes.get(self.at) == Some(&sign);
        if found {
            self.advance(&[sign]);
        }
        found
    }

    /// Takes a word, if it comes next, in any case of letters.
    fn take_word(&mut self, wanted: &str) -> bool {
        let word = self.next_word();
        let found = word.eq_ignore_ascii_case(wanted.as_bytes());
        if found {
            self.advance(word);
        }
        found
    }

    fn expect(&mut self, sign: u8) -> Result<(), Fault> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected(format!("'{}'", char::from(sign)))) }
    }

    /// The rings of one geometry.
    fn geometry(&mut self) -> Result<Rings, Fault> {
        if self.next_word().get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"SRID=")) {
            self.advance(self.next_word());
            self.expect(b';')?;
        }
        let (start, word) = (self.place(), self.next_word());
        let upper = String::from_utf8_lossy(word).to_ascii_uppercase();
        // The dimension may be a word of its own or the end of this one.
        let kind = ["ZM", "Z", "M"].iter().find_map(|end| upper.strip_suffix(end)).unwrap_or(&upper);
        let is_multiple = match kind {
            "POLYGON" => false,
            "MULTIPOLYGON" => true,
            _ if OTHERS.contains(&kind) => {
                return Err(Fault::unsupported(start, kind, "keep only POLYGON and MULTIPOLYGON"));
            }
            _ => return Err(self.unexpected("POLYGON or MULTIPOLYGON")),
        };
        self.advance(word);
        let _ = ["ZM", "Z", "M"].iter().any(|dimension| self.take_word(dimension));
        let mut rings = Rings::new();
        if !self.take_word("EMPTY") {
            if is_multiple {
                self.expect(b'(')?;
                self.part(&mut rings)?;
                while self.take(b',') {
                    self.part(&mut rings)?;
                }
                self.expect(b')')?;
            } else {
                self.polygon(&mut rings)?;
            }
        }
        if rings.is_empty() { Err(Fault::unexpected(start, "a polygon with points", "EMPTY")) } else { Ok(rings) }
    }

    /// One polygon of many, which may be empty.
    fn part(&mut self, rings: &mut Rings) -> Result<(), Fault> {
        if self.take_word("EMPTY") { Ok(()) } else { self.polygon(rings) }
    }

    fn polygon(&mut self, rings: &mut Rings) -> Result<(), Fault> {
        self.expect(b'(')?;
        rings.push(self.ring()?);
        while self.take(b',') {
            rings.push(self.ring()?);
        }
        self.expect(b')')
    }

    fn ring(&mut self) -> Result<Vec<DVec2>, Fault> {
        self.expect(b'(')?;
        let mut points = vec![self.point()?];
        while self.take(b',') {
            points.push(self.point()?);
        }
        self.expect(b')')?;
        Ok(points)
    }

    /// A point, of which the first two coordinates are kept.
    fn point(&mut self) -> Result<DVec2, Fault> {
        let p = DVec2::new(self.coordinate()?, self.coordinate()?);
        for _ in 2..MOST_COORDINATES {
            if !matches!(self.next_word(), b"," | b")" | b"") {
                self.coordinate()?;
            }
        }
        Ok(p)
    }

    fn coordinate(&mut self) -> Result<f64, Fault> {
        let word = self.next_word();
        match parse::<f64>(word) {
            Some(x) if x.is_finite() => {
                self.advance(word);
                Ok(x)
            }
            _ => Err(self.unexpected("a finite coordinate")),
        }
    }
}
