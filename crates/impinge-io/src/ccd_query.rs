//! Queries of continuous collision as NYU writes them (Wang et al. 2021): eight rows each, the four points at the start and then at the end, every
//! coordinate a numerator and a denominator, and in the last column whether they meet. That column may be left out.
//!
//! Coordinates have to be doubles, exactly: others are refused, not rounded.

use crate::counted::counted;
use crate::error::{Fault, FilePlace, Problem, ReadError};
use crate::table_line::line_of;
use crate::text::quoted;
use dashu_int::IBig;
use impinge::ccd::Path;
use impinge::math::DVec3;
use impinge::math::integer::Grid;
use std::path::Path as FilePath;

/// Four moving points, in the order of the file: a vertex and a face, or two edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdQuery {
    /// The points.
    pub points: [Path; 4],
    /// Whether the file says that they meet.
    pub truth: Option<bool>,
    /// The first of its lines, from 1.
    pub line: u64,
}

/// The names of the columns, which the file does not have.
const COLUMNS: [&str; 7] =
    ["x numerator", "x denominator", "y numerator", "y denominator", "z numerator", "z denominator", "truth"];

/// The cells of a row, in words.
const CELLS: &str = "6 or 7 cells: three coordinates as numerator and denominator, then, if it is known, 1 or 0 for whether the points meet";

/// Rows of a query.
const ROWS: usize = 8;

/// Longest whole number that is read, in digits: three times what any double needs as a quotient in lowest terms.
const MOST_DIGITS: usize = 1_000;

/// A row: a place, and what the last column says.
type QueryRow = (DVec3, Option<bool>);

/// The queries of a file.
///
/// # Errors
/// See [`Problem`]; there is never an empty list.
pub fn read_ccd_queries(path: &FilePath) -> Result<Vec<CcdQuery>, ReadError> {
    let file = path.display().to_string();
    let bytes =
        crate::source_file::load(path).map_err(|problem| Fault::new(FilePlace::Whole, problem).in_file(&file))?;
    read_ccd_queries_bytes(&file, &bytes)
}

/// The queries in the bytes of a file; `name` stands for it in errors.
///
/// # Errors
/// See [`Problem`]; there is never an empty list.
pub fn read_ccd_queries_bytes(name: &str, bytes: &[u8]) -> Result<Vec<CcdQuery>, ReadError> {
    queries(bytes).map_err(|fault| fault.in_file(name))
}

fn queries(bytes: &[u8]) -> Result<Vec<CcdQuery>, Fault> {
    if bytes.is_empty() {
        return Err(Fault::new(FilePlace::Whole, Problem::Empty));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(bytes);
    let unreadable = |error: csv::Error| Fault::new(FilePlace::Whole, Problem::Unreadable(error.into()));
    let mut cells = csv::ByteRecord::new();
    let (mut all, mut open) = (Vec::new(), Vec::with_capacity(ROWS));
    let (mut first, mut last) = (0, 0);
    while reader.read_byte_record(&mut cells).map_err(unreadable)? {
        if cells.len() == 1 && cells[0].is_empty() {
            continue;
        }
        last = line_of(bytes, &cells);
        if open.is_empty() {
            first = last;
        }
        if all.is_empty() && open.is_empty() && is_header(&cells) {
            let found = format!("a header that begins with {}", quoted(cells.get(0).unwrap_or_default()));
            return Err(Fault::unexpected(FilePlace::Line(last), "numbers from the first row on", found));
        }
        if !matches!(cells.len(), 6 | 7) {
            let is_cut = reader.position().byte() == bytes.len() as u64 && !bytes.ends_with(b"\n");
            let end = if is_cut { ", and the end of the file, which may be cut off" } else { "" };
            return Err(Fault::unexpected(FilePlace::Line(last), CELLS, format!("{}{end}", shape(&cells))));
        }
        let row = row(&cells, last)?;
        if let Some((_, truth)) = open.first().filter(|(_, truth)| *truth != row.1) {
            let place = FilePlace::Cell { line: last, column: COLUMNS[6].to_owned() };
            return Err(Fault::unexpected(place, format!("{} as in line {first}", said(*truth)), said(row.1)));
        }
        open.push(row);
        if open.len() == ROWS {
            all.push(query(&open, first)?);
            open.clear();
        }
    }
    let expected = "8 rows for every query, the four points at the start and then at the end";
    if !open.is_empty() {
        let found = format!("{} since line {first}, and the end of the file", counted(open.len() as u64, "row"));
        return Err(Fault::unexpected(FilePlace::Line(last), expected, found));
    }
    if all.is_empty() {
        return Err(Fault::unexpected(FilePlace::Whole, expected, "blank lines alone"));
    }
    Ok(all)
}

/// Whether every cell of a row is a word, as names of columns are.
fn is_header(cells: &csv::ByteRecord) -> bool {
    cells.iter().all(|cell| cell.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_'))
}

/// How many cells a row has; where another sign than a comma stands between its numbers, which.
fn shape(cells: &csv::ByteRecord) -> String {
    let between = |sign: u8| cells.len() == 1 && cells[0].contains(&sign);
    let signs = [(b';', "semicolons"), (b'\t', "tabs"), (b' ', "spaces")];
    match signs.into_iter().find(|(sign, _)| between(*sign)) {
        Some((_, signs)) => format!("numbers with {signs} between them, not commas"),
        None => counted(cells.len() as u64, "cell"),
    }
}

/// The last column in words.
fn said(truth: Option<bool>) -> &'static str {
    match truth {
        Some(true) => "1",
        Some(false) => "0",
        None => "nothing",
    }
}

fn query(rows: &[QueryRow], line: u64) -> Result<CcdQuery, Fault> {
    let place = |k: usize| rows.get(k).map_or(DVec3::NAN, |row| row.0);
    let path = |k: usize| {
        Path::try_new(place(k), place(k + 4))
            .map_err(|error| Fault::unexpected(FilePlace::Line(line), "finite places", error.to_string()))
    };
    Ok(CcdQuery { points: [path(0)?, path(1)?, path(2)?, path(3)?], truth: rows.first().and_then(|row| row.1), line })
}

/// A row of six or seven cells.
fn row(cells: &csv::ByteRecord, line: u64) -> Result<QueryRow, Fault> {
    let place = |k: usize| FilePlace::Cell { line, column: COLUMNS[k].to_owned() };
    let mut point = [0.0; 3];
    for (axis, x) in point.iter_mut().enumerate() {
        let [(at, numerator), (below, denominator)] =
            [2 * axis, 2 * axis + 1].map(|k| (place(k), cells.get(k).unwrap_or_default()));
        *x = coordinate(at, numerator, below, denominator)?;
    }
    let truth = match cells.get(6) {
        None => None,
        Some(b"1") => Some(true),
        Some(b"0") => Some(false),
        Some(other) => {
            return Err(Fault::unexpected(place(6), "1 if the points meet, 0 if they do not", quoted(other)));
        }
    };
    Ok((DVec3::from_array(point), truth))
}

/// The double that two cells are the quotient of.
fn coordinate(at: FilePlace, numerator: &[u8], below: FilePlace, denominator: &[u8]) -> Result<f64, Fault> {
    let (p, q) = (whole(at.clone(), numerator)?, whole(below.clone(), denominator)?);
    if q <= IBig::ZERO {
        return Err(Fault::unexpected(below, "a positive denominator", quoted(denominator)));
    }
    double(&p, &q).ok_or_else(|| {
        let found = format!("{} over {}", printable(numerator), printable(denominator));
        Fault::unexpected(
            at,
            "a coordinate that is a double exactly: a whole number of up to 53 bits times a power of two, from 2^-1074 to 2^971",
            found,
        )
    })
}

/// A cell; how many characters it has, where not all are shown.
fn printable(cell: &[u8]) -> String {
    let shown = quoted(cell);
    if shown.ends_with("…'") { format!("{shown} ({} characters)", cell.len()) } else { shown }
}

fn whole(place: FilePlace, cell: &[u8]) -> Result<IBig, Fault> {
    let digits = cell.strip_prefix(b"-").or(cell.strip_prefix(b"+")).unwrap_or(cell);
    let is_whole = !digits.is_empty() && digits.len() <= MOST_DIGITS && digits.iter().all(u8::is_ascii_digit);
    let parsed = is_whole.then(|| std::str::from_utf8(cell).ok()?.parse().ok()).flatten();
    parsed.ok_or_else(|| {
        Fault::unexpected(place, format!("a whole number of up to {MOST_DIGITS} digits"), printable(cell))
    })
}

/// A quotient as a double, if it is one.
fn double(p: &IBig, q: &IBig) -> Option<f64> {
    let one = Grid::holding([1.0]);
    let x = one.double(p, q);
    let grid = one.with([x]);
    (x.is_finite() && (p << grid.finer_by(one)) == grid.integer(x) * q).then_some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACE: &str = "0,1,0,1,1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n1,4,1,4,-1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n";

    fn refusal(text: &str) -> String {
        read_ccd_queries_bytes("q.csv", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn eight_rows_are_a_query() {
        let two = format!("\u{feff}{FACE}\r\n{}", FACE.replace(",1\n", " , 0\r\n"));
        let queries = read_ccd_queries_bytes("q", two.as_bytes()).unwrap();
        assert_eq!(queries.iter().map(|q| (q.line, q.truth)).collect::<Vec<_>>(), [(1, Some(true)), (10, Some(false))]);
        assert_eq!(queries[0].points, queries[1].points);
        assert_eq!((queries[0].points[0].from(), queries[0].points[0].to()), (DVec3::Z, DVec3::new(0.25, 0.25, -1.0)));
        let without = FACE.replace(",1\n", "\n");
        assert_eq!(read_ccd_queries_bytes("q", without.as_bytes()).unwrap()[0].truth, None);
    }

    #[test]
    fn every_double_is_read_and_nothing_else() {
        let two = IBig::from(2);
        for x in [0.1, -1e300, f64::MAX, 5e-324, f64::MIN_POSITIVE, 1.0 / 3.0, 0.0] {
            let (mantissa, exponent) = impinge::math::integer::decompose(x);
            let power = two.pow(exponent.unsigned_abs() as usize);
            let (p, q) =
                if exponent < 0 { (IBig::from(mantissa), power) } else { (IBig::from(mantissa) * power, IBig::ONE) };
            assert_eq!(double(&p, &q), Some(x));
            assert_eq!(double(&(&p * IBig::from(6)), &(&q * IBig::from(6))), Some(x), "not in lowest terms");
            assert_eq!(double(&(p * IBig::from(3) + IBig::ONE), &(q * IBig::from(3))), None);
        }
        assert_eq!(double(&two.pow(1024), &IBig::ONE), None);
        assert_eq!(double(&IBig::ONE, &two.pow(1075)), None);
    }

    #[test]
    fn refusals_name_line_and_column() {
        assert!(refusal("").contains("empty"));
        assert!(refusal("\n\n").contains("8 rows for every query"));
        let lines: Vec<&str> = FACE.lines().collect();
        assert_eq!(
            refusal(&lines[..3].join("\n")),
            "q.csv:3: expected 8 rows for every query, the four points at the start and then at the end, found 3 rows since line 1, and the end of the file"
        );
        assert!(
            refusal("1,1,1,1\n").starts_with("q.csv:1: expected 6 or 7 cells")
                && refusal("1,1,1\n").ends_with("3 cells")
        );
        assert!(refusal("x,1,0,1,0,1,1\n").starts_with("q.csv:1: column x numerator: expected a whole number"));
        assert!(refusal("0,1,0.5,1,0,1,1\n").starts_with("q.csv:1: column y numerator: expected a whole number"));
        assert!(
            refusal("0,1,0,1,0,0,1\n").starts_with("q.csv:1: column z denominator: expected a positive denominator")
        );
        assert!(
            refusal("1,3,0,1,0,1,1\n").contains("column x numerator: expected a coordinate that is a double exactly")
        );
        assert!(refusal("0,1,0,1,0,1,2\n").starts_with("q.csv:1: column truth: expected 1 if the points meet"));
        assert!(
            refusal(&FACE.replacen(",1\n", ",0\n", 1))
                .starts_with("q.csv:2: column truth: expected 0 as in line 1, found 1")
        );
        let long = refusal(&format!("{},1,0,1,0,1,1\n", "9".repeat(5_000)));
        assert!(long.len() < 300 && long.contains("1000 digits") && long.ends_with("9…' (5000 characters)"), "{long}");
        assert_eq!(
            refusal(&FACE.replacen(",1\n", "\n", 1)),
            "q.csv:2: column truth: expected nothing as in line 1, found 1"
        );
    }

    #[test]
    fn tables_of_another_make_are_refused_by_what_they_are() {
        let headed = format!("x_num,x_den,y_num,y_den,z_num,z_den,truth\n{FACE}");
        assert_eq!(
            refusal(&headed),
            "q.csv:1: expected numbers from the first row on, found a header that begins with 'x_num'"
        );
        for (sign, name) in [(";", "semicolons"), ("\t", "tabs"), (" ", "spaces")] {
            let found = format!("found numbers with {name} between them, not commas");
            assert!(refusal(&FACE.replace(',', sign)).ends_with(&found), "{name}");
        }
        let cut = refusal(&FACE[..FACE.len() - 9]);
        assert!(
            cut.starts_with("q.csv:8: ")
                && cut.ends_with("found 3 cells, and the end of the file, which may be cut off"),
            "{cut}"
        );
        for blank in ["\n\n", "\u{feff}", "  \n \n"] {
            assert!(refusal(blank).starts_with("q.csv: expected 8 rows for every query"), "{}", refusal(blank));
        }
        assert_eq!(read_ccd_queries_bytes("q", format!("{FACE}  \n").as_bytes()).unwrap().len(), 1);
    }

    /// A power of two alone makes no double: it may be too small, and the numerator too long.
    #[test]
    fn coordinates_beyond_doubles_are_refused_by_what_doubles_are() {
        let two = IBig::from(2);
        for (p, q) in [(IBig::ONE, two.pow(1075)), (two.pow(53) + IBig::ONE, IBig::ONE), (two.pow(1024), IBig::ONE)] {
            let refusal = refusal(&format!("{p},{q},0,1,0,1,1\n"));
            assert!(refusal.contains("up to 53 bits times a power of two, from 2^-1074 to 2^971"), "{refusal}");
            assert!(!refusal.contains("denominator is"), "{refusal}");
        }
    }
}
