//! Tables with polygons in WKT: one a row with its name, or two a row, `a` and `b`, to be compared.
//!
//! Cells of a `.tsv` are what stands between tabs, quotes included; those of a `.csv` may be quoted.

use super::{Feature, PlanarFormat, polygon, wkt};
use crate::error::{Fault, FilePlace, Problem, ReadError};
use crate::suggestion;
use crate::table_line::line_of;
use impinge_planar::Polygon;
use std::path::Path;

/// Names of the column of geometry, the best first.
const GEOMETRY: [&str; 6] = ["wkt", "geometry", "geom", "the_geom", "wkt_geom", "polygon"];

/// Names of the column of names, the best first.
const NAME: [&str; 3] = ["name", "id", "title"];

/// Two polygons to compare, and the line they stand on, from 1.
#[derive(Clone, Debug)]
pub struct PolygonPair {
    /// The line.
    pub line: u64,
    /// The polygon in column `a`.
    pub a: Polygon,
    /// The polygon in column `b`.
    pub b: Polygon,
}

/// A row of cells and its line.
struct PolygonRow {
    line: u64,
    cells: Vec<String>,
}

/// The polygon of every row.
pub(super) fn read(format: PlanarFormat, bytes: &[u8]) -> Result<Vec<Feature>, Fault> {
    let rows = rows(format, bytes)?;
    let Some(first) = rows.first() else {
        return Err(Fault::new(FilePlace::Whole, Problem::NoPolygons { found: "no row".to_owned() }));
    };
    let is_geometry = |cell: &String| wkt::begins(cell.as_bytes());
    // Without a header the columns are recognised by their content.
    let (header, body) = match first.cells.iter().any(is_geometry) {
        true => (None, &rows[..]),
        false => (Some(first), &rows[1..]),
    };
    let column = |names: &[&str]| {
        let header = header?;
        names.iter().find_map(|name| header.cells.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name)))
    };
    let Some(example) = body.first() else {
        return Err(Fault::new(FilePlace::Whole, Problem::NoPolygons { found: "a header alone".to_owned() }));
    };
    let geometry = column(&GEOMETRY).or_else(|| example.cells.iter().position(is_geometry));
    let Some(geometry) = geometry else {
        let expected = format!("a column of polygons in WKT, such as '{}'", GEOMETRY[0]);
        return Err(Fault::unexpected(FilePlace::Line(example.line), expected, "none"));
    };
    let is_name = |cell: &String| !is_geometry(cell) && !cell.trim().is_empty() && cell.trim().parse::<f64>().is_err();
    let name = match header {
        Some(_) => column(&NAME),
        None => example.cells.iter().position(is_name),
    };
    let called = header.and_then(|header| header.cells.get(geometry));
    let called = called.map_or_else(|| (geometry + 1).to_string(), |cell| cell.trim().to_owned());
    let feature = |row: &PolygonRow| {
        let text = row.cells.get(geometry).map_or("", String::as_str);
        let rings = wkt::read_cell(text, row.line, &called)?;
        let name = name.and_then(|name| row.cells.get(name)).map(|cell| cell.trim().to_owned());
        Ok(Feature { name, rings, place: FilePlace::Line(row.line) })
    };
    body.iter().map(feature).collect()
}

/// The pairs of polygons in the columns `a` and `b` of a table, in order; a `.csv` has commas between its cells, any other file tabs.
///
/// # Errors
/// The file cannot be read, has no such columns, or a cell holds no polygon in WKT.
pub fn read_polygon_pairs(path: impl AsRef<Path>) -> Result<Vec<PolygonPair>, ReadError> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let bytes =
        crate::source_file::load(path).map_err(|problem| Fault::new(FilePlace::Whole, problem).in_file(&file))?;
    let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    read_polygon_pairs_bytes(if is_csv { PlanarFormat::Csv } else { PlanarFormat::Tsv }, &file, &bytes)
}

/// The pairs of polygons in the bytes of a table; `file` stands for it in errors. Formats other than CSV are read as TSV.
///
/// # Errors
/// As [`read_polygon_pairs`], but for the file.
pub fn read_polygon_pairs_bytes(format: PlanarFormat, file: &str, bytes: &[u8]) -> Result<Vec<PolygonPair>, ReadError> {
    pairs(format, bytes).map_err(|fault| fault.in_file(file))
}

fn pairs(format: PlanarFormat, bytes: &[u8]) -> Result<Vec<PolygonPair>, Fault> {
    let rows = rows(format, bytes)?;
    let Some((header, rows)) = rows.split_first() else {
        return Err(Fault::unexpected(FilePlace::Whole, "a header with the columns 'a' and 'b'", "no line at all"));
    };
    let column = |name: &str| {
        let mut found = (0..header.cells.len()).filter(|i| header.cells[*i].trim().eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (Some(column), None) => Ok(column),
            (Some(_), Some(_)) => {
                let problem = Problem::DuplicateName { what: "columns", name: name.to_owned() };
                Err(Fault::new(FilePlace::Line(header.line), problem))
            }
            (None, _) => {
                let near = suggestion::nearest(name, header.cells.iter().map(|cell| cell.trim()));
                let found = near.map_or_else(|| "none".to_owned(), |near| format!("'{near}'"));
                Err(Fault::unexpected(
                    FilePlace::Line(header.line),
                    format!("a column '{name}' of polygons in WKT"),
                    found,
                ))
            }
        }
    };
    let (a, b) = (column("a")?, column("b")?);
    let pair = |row: &PolygonRow| {
        let read = |column: usize, name: &str| {
            let text = row.cells.get(column).map_or("", String::as_str);
            let place = FilePlace::Cell { line: row.line, column: name.to_owned() };
            Ok(polygon(wkt::read_cell(text, row.line, name)?, name, place)?.0)
        };
        Ok(PolygonPair { line: row.line, a: read(a, "a")?, b: read(b, "b")? })
    };
    rows.iter().map(pair).collect()
}

/// The rows of a table that are not blank.
fn rows(format: PlanarFormat, bytes: &[u8]) -> Result<Vec<PolygonRow>, Fault> {
    let text = super::text(bytes)?.as_bytes();
    let mut builder = csv::ReaderBuilder::new();
    builder.has_headers(false).flexible(true);
    if format != PlanarFormat::Csv {
        builder.delimiter(b'\t').quoting(false);
    }
    let (mut reader, mut cells, mut rows) = (builder.from_reader(text), csv::ByteRecord::new(), Vec::new());
    let mut begin = 0;
    let unreadable = |error: csv::Error| Fault::new(FilePlace::Whole, Problem::Unreadable(error.into()));
    while reader.read_byte_record(&mut cells).map_err(unreadable)? {
        let line = line_of(text, &cells);
        let end = usize::try_from(reader.position().byte()).unwrap_or(text.len()).min(text.len());
        if format == PlanarFormat::Csv && text[begin..end].iter().filter(|byte| **byte == b'"').count() % 2 == 1 {
            return Err(Fault::unexpected(
                FilePlace::Line(line),
                "a closing quote for every opening one",
                "an odd number of quotes",
            ));
        }
        begin = end;
        let cells: Vec<String> = cells.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect();
        if cells.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push(PolygonRow { line, cells });
        }
    }
    Ok(rows)
}
