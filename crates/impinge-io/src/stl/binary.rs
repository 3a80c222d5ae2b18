//! Binary STL: 80 bytes of anything, a count, and 50 bytes a triangle (normal, three corners, an attribute).

use super::vertex_welding::{Record, Welder};
use crate::counted::counted;
use crate::error::{Fault, FilePlace, Problem};
use crate::source_file::Source;
use crate::{Body, Precision};
use std::io::{ErrorKind, Read};

/// Bytes before the first triangle.
pub(crate) const HEADER: usize = 84;
/// Bytes of a triangle.
pub(super) const TRIANGLE: usize = 50;
/// Where the count stands.
const COUNT_AT: usize = 80;

/// The number of triangles that the header declares.
fn declared(bytes: &[u8]) -> Option<u32> {
    let count = bytes.get(COUNT_AT..HEADER)?;
    Some(u32::from_le_bytes(count.try_into().ok()?))
}

/// The number of triangles of a file that begins so, if it is exactly as long as that number asks for.
pub(super) fn matching_count(beginning: &[u8], length: u64) -> Option<u32> {
    declared(beginning).filter(|n| HEADER as u64 + TRIANGLE as u64 * u64::from(*n) == length)
}

pub(super) fn read(source: &Source<'_>) -> Result<Vec<Body>, Fault> {
    let bytes = source.bytes;
    let Some(declared) = declared(bytes) else {
        let expected = "an STL: 'solid' (ASCII), or a binary header of 84 bytes";
        return Err(Fault::unexpected(FilePlace::Byte(0), expected, counted(bytes.len() as u64, "byte")));
    };
    let data = &bytes[HEADER..];
    if data.len() as u64 / (TRIANGLE as u64) < u64::from(declared) {
        let expected = format!(
            "{} after this count, {TRIANGLE} for each of {declared} triangles",
            counted(TRIANGLE as u64 * u64::from(declared), "byte")
        );
        return Err(Fault::unexpected(FilePlace::Byte(COUNT_AT as u64), expected, counted(data.len() as u64, "byte")));
    }
    if declared == 0 {
        return Err(Fault::no_triangles(match data.len() {
            0 => "a binary STL header that declares 0 triangles".to_owned(),
            n => format!("a binary STL header that declares 0 triangles, and {} after it", counted(n as u64, "byte")),
        }));
    }
    gather(data, declared)
}

/// The body of the given number of triangles, which follow the header in `input`; they are read a part at a time, since memory that
/// is touched only once costs more than anything else here.
pub(super) fn gather(mut input: impl Read, declared: u32) -> Result<Vec<Body>, Fault> {
    /// Triangles in a part: as many as the nearest caches hold.
    const PART: usize = 1 << 14;
    if declared > Welder::MOST {
        let expected = format!("at most {} triangles", Welder::MOST);
        return Err(Fault::unexpected(FilePlace::Byte(COUNT_AT as u64), expected, declared.to_string()));
    }
    let total = declared as usize;
    let mut welder = Welder::with_capacity(total);
    let mut part: Vec<Record> = vec![[0; TRIANGLE]; PART.min(total)];
    for start in (0..total).step_by(PART) {
        let part = &mut part[..PART.min(total - start)];
        let at = HEADER + start * TRIANGLE;
        input.read_exact(part.as_flattened_mut()).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => {
                Fault::unexpected(FilePlace::Byte(at as u64), "triangles", "the end of the file")
            }
            _ => Fault::new(FilePlace::Byte(at as u64), Problem::Unreadable(error)),
        })?;
        welder.extend(part).map_err(|offset| {
            let bytes = &part.as_flattened()[offset..];
            let found = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            Fault::unexpected(FilePlace::Byte((at + offset) as u64), "a finite coordinate", found.to_string())
        })?;
    }
    let body = Body::in_place(String::new(), welder.vertices, welder.faces)?;
    Ok(vec![body.with_precision(Precision::Single)])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{Format, read_bytes};
    use impinge::math::DVec3;

    /// A binary STL of these triangles.
    pub(in crate::stl) fn binary(header: &[u8], triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
        let mut bytes = vec![b' '; 80];
        bytes[..header.len()].copy_from_slice(header);
        bytes.extend((triangles.len() as u32).to_le_bytes());
        for triangle in triangles {
            bytes.extend([0_u8; 12]);
            bytes.extend(triangle.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
            bytes.extend([0_u8; 2]);
        }
        bytes
    }

    const TWO: [[[f32; 3]; 3]; 2] =
        [[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[1.0, 0.0, 0.0], [-0.0, 0.0, 0.0], [0.0, 0.1, -1.0]]];

    #[test]
    fn corners_are_welded_even_where_the_header_says_solid() {
        for header in [&b"solid thing"[..], b"thing"] {
            let bodies = read_bytes(Format::Stl, "dir/two.stl", &binary(header, &TWO)).unwrap();
            assert_eq!(bodies.len(), 1);
            assert_eq!(bodies[0].name, "two");
            assert_eq!(bodies[0].mesh.faces(), [[0, 1, 2], [1, 0, 3]]);
            assert_eq!(bodies[0].mesh.vertices()[3], DVec3::new(0.0, f64::from(0.1_f32), -1.0));
        }
    }

    #[test]
    fn trailing_bytes_are_let_be_and_missing_ones_are_not() {
        let mut bytes = binary(b"solid x", &TWO);
        bytes.extend(b"made by hand");
        assert_eq!(read_bytes(Format::Stl, "t.stl", &bytes).unwrap()[0].mesh.faces().len(), 2);
        let error = read_bytes(Format::Stl, "t.stl", &bytes[..150]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "t.stl: byte 80: expected 100 bytes after this count, 50 for each of 2 triangles, found 66 bytes"
        );
        bytes[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(read_bytes(Format::Stl, "t.stl", &bytes).unwrap_err().to_string().contains("4294967295 triangles"));
    }

    #[test]
    fn a_bad_coordinate_is_named_by_its_byte() {
        for which in [1, 39, 16_384, 39_999] {
            let mut triangles = TWO.repeat(20_000);
            triangles[which][2][1] = f32::NAN;
            let error = read_bytes(Format::Stl, "t.stl", &binary(b"", &triangles)).unwrap_err();
            assert_eq!(error.place, FilePlace::Byte(84 + 50 * which as u64 + 12 + 24 + 4));
            assert!(error.to_string().ends_with("expected a finite coordinate, found NaN"), "{error}");
        }
    }

    #[test]
    fn a_file_that_ends_while_it_is_read_is_refused() {
        let bytes = binary(b"", &TWO);
        let error = gather(&bytes[HEADER..HEADER + 60], 2).unwrap_err().in_file("t.stl").to_string();
        assert_eq!(error, "t.stl: byte 84: expected triangles, found the end of the file");
    }

    #[test]
    fn no_triangles_and_no_header() {
        let none = read_bytes(Format::Stl, "t.stl", &binary(b"", &[])).unwrap_err().to_string();
        assert!(none.contains("no triangles"), "{none}");
        let short = read_bytes(Format::Stl, "t.stl", b"abc").unwrap_err().to_string();
        assert!(short.ends_with("found 3 bytes"), "{short}");
    }
}
