//! PLY: vertices and polygons (or triangle strips) among any other elements and properties, which are passed over.
//! ASCII, a row a line, and binary of either endian; doubles stay doubles.

mod header;
mod scalar;

use crate::counted::counted;
use crate::error::{Fault, FilePlace};
use crate::polygon::Polygons;
use crate::source_file::Source;
use crate::text::EXACT_RANGE;
use crate::warning::not_tiny;
use crate::{Body, Precision};
use header::{Element, Header, Property};
use impinge::math::{DVec3, SMALLEST_COORDINATE, in_exact_range};
use scalar::{Scalar, Scalars};

pub(crate) fn read(source: &Source<'_>) -> Result<Vec<Body>, Fault> {
    let (header, mut scalars) = Header::read(source.bytes)?;
    let mut contents = Contents { declared_vertices: header.count("vertex"), ..Contents::default() };
    for element in &header.elements {
        match element.name.as_str() {
            "vertex" => contents.vertices(element, &mut scalars)?,
            "face" => contents.faces(element, &mut scalars, Run::Polygon)?,
            "tristrips" => contents.faces(element, &mut scalars, Run::Strip)?,
            _ => each_row(element, &mut scalars, |_, _, _| Ok(()))?,
        }
    }
    if contents.polygons.len() == 0 {
        let points = counted(contents.vertices.len() as u64, "point");
        return Err(Fault::no_triangles(format!("{points} and no faces")));
    }
    let faces = contents.polygons.triangles(&contents.vertices)?;
    let precision = if contents.is_single { Precision::Single } else { Precision::Double };
    let body = Body::in_place(String::new(), contents.vertices, faces)?.with_precision(precision);
    Ok(Body::with_tiny(vec![body], contents.tiny))
}

/// What the list of a face stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Run {
    Polygon,
    /// Every three in a row are a triangle, in turning order; -1 starts a new strip.
    Strip,
}

#[derive(Debug, Default)]
struct Contents {
    declared_vertices: u64,
    vertices: Vec<DVec3>,
    /// Whether one of the coordinates is a `float`.
    is_single: bool,
    polygons: Polygons,
    /// How many coordinates were too small to be exact, and are zero.
    tiny: u64,
}

impl Contents {
    fn vertices(&mut self, element: &Element, scalars: &mut Scalars<'_>) -> Result<(), Fault> {
        let column = |name: &str| {
            let place = || FilePlace::Line(element.line);
            let found = element.properties.iter().position(|p| p.name == name && p.count.is_none());
            found.ok_or_else(|| Fault::unexpected(place(), format!("a vertex property '{name}'"), "none"))
        };
        if element.count == 0 {
            return each_row(element, scalars, |_, _, _| Ok(()));
        }
        let columns = [column("x")?, column("y")?, column("z")?];
        self.is_single = columns.iter().any(|k| element.properties[*k].scalar == Scalar::Float);
        let fits = scalars.remaining() / element.least_bytes(scalars).max(1);
        self.vertices.reserve(fits.min(usize::try_from(element.count).unwrap_or(usize::MAX)));
        let mut row = [0.0; 3];
        each_row(element, scalars, |k, value, scalars| {
            for (x, _) in row.iter_mut().zip(columns).filter(|(_, column)| *column == k) {
                let value = not_tiny(value, SMALLEST_COORDINATE, &mut self.tiny);
                *x = value;
                if value.is_nan() {
                    return Err(Fault::unexpected(scalars.place(), "a finite coordinate", "NaN"));
                }
                if !in_exact_range(value) {
                    return Err(Fault::unexpected(scalars.place(), EXACT_RANGE, format!("{value:e}")));
                }
            }
            if k + 1 == element.properties.len() {
                self.vertices.push(DVec3::from_array(row));
            }
            Ok(())
        })
    }

    fn faces(&mut self, element: &Element, scalars: &mut Scalars<'_>, run: Run) -> Result<(), Fault> {
        let is_corners =
            |p: &Property| p.count.is_some() && matches!(p.name.as_str(), "vertex_indices" | "vertex_index");
        let Some(column) = element.properties.iter().position(is_corners) else {
            if element.count == 0 {
                return Ok(());
            }
            let expected = format!("a list property 'vertex_indices' of the element '{}'", element.name);
            return Err(Fault::unexpected(FilePlace::Line(element.line), expected, "none"));
        };
        let mut corners: Vec<u32> = Vec::new();
        for _ in 0..element.count {
            for (k, property) in element.properties.iter().enumerate() {
                let Some(count) = property.count else {
                    scalars.read(property.scalar)?;
                    continue;
                };
                let count = scalars.count(count)?;
                if k != column {
                    scalars.skip(property.scalar, count)?;
                    continue;
                }
                corners.clear();
                for _ in 0..count {
                    let index = scalars.read(property.scalar)?;
                    if run == Run::Strip && index == -1.0 {
                        self.strip(&corners);
                        corners.clear();
                    } else {
                        corners.push(self.corner(index, scalars)?);
                    }
                }
                match run {
                    Run::Strip => self.strip(&corners),
                    Run::Polygon if corners.len() < 3 => {
                        let found = corners.len().to_string();
                        return Err(Fault::unexpected(scalars.place(), "a face of at least 3 corners", found));
                    }
                    Run::Polygon => self.polygons.push(&corners),
                }
            }
            scalars.end_row();
        }
        Ok(())
    }

    fn corner(&self, index: f64, scalars: &Scalars<'_>) -> Result<u32, Fault> {
        let sound = index >= 0.0 && index < self.declared_vertices as f64 && index < f64::from(u32::MAX);
        if sound && index.fract() == 0.0 {
            return Ok(index as u32);
        }
        let expected = match self.declared_vertices {
            0 => "no faces where there are no vertices".to_owned(),
            n => format!("a vertex index between 0 and {}", n - 1),
        };
        Err(Fault::unexpected(scalars.place(), expected, index.to_string()))
    }

    /// The triangles of a strip; those with two equal corners only lead on to the next.
    fn strip(&mut self, corners: &[u32]) {
        for (i, &[a, b, c]) in corners.array_windows().enumerate() {
            if a != b && b != c && c != a {
                self.polygons.push(&if i % 2 == 0 { [a, b, c] } else { [b, a, c] });
            }
        }
    }
}

/// Reads all rows of an element and hands on every scalar with the number of its property; lists are passed over, and
/// handed on as one NaN.
fn each_row(
    element: &Element,
    scalars: &mut Scalars<'_>,
    mut value: impl FnMut(usize, f64, &Scalars<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if element.properties.is_empty() {
        return Ok(());
    }
    for _ in 0..element.count {
        for (k, property) in element.properties.iter().enumerate() {
            let read = match property.count {
                None => scalars.read(property.scalar)?,
                Some(count) => {
                    let count = scalars.count(count)?;
                    scalars.skip(property.scalar, count)?;
                    f64::NAN
                }
            };
            value(k, read, scalars)?;
        }
        match element.name.as_str() {
            "vertex" => scalars.end_vertex()?,
            _ => scalars.end_row(),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, ReadError, read_bytes};

    fn read(bytes: &[u8]) -> Result<Vec<Body>, ReadError> {
        read_bytes(Format::Ply, "part.ply", bytes)
    }

    fn header(format: &str) -> String {
        format!(
            "ply\nformat {format} 1.0\ncomment made by hand\nelement extra 1\nproperty list uchar short things\nproperty int8 x\n\
             element vertex 4\nproperty uchar red\nproperty double z\nproperty double y\nproperty float x\nproperty list uint8 int l\n\
             element face 2\nproperty float quality\nproperty list uchar int vertex_indices\nend_header\n"
        )
    }

    const ASCII: &str = "2 7 8 -1\n9 0 0 0 0\n9 0.1 0 1 0\n\n9 0 1 1 1 5\n9 0 1 0 0\n0.5 4 0 1 2 3\n.5 3 0 1 2\n";

    fn binary(little: bool) -> Vec<u8> {
        let order =
            |bytes: &[u8]| -> Vec<u8> { if little { bytes.to_vec() } else { bytes.iter().rev().copied().collect() } };
        let mut bytes = header(if little { "binary_little_endian" } else { "binary_big_endian" }).into_bytes();
        bytes.extend([vec![2], order(&7_i16.to_le_bytes()), order(&8_i16.to_le_bytes()), vec![0xff]].concat());
        for (x, y, z, list) in [(0.0, 0.0, 0.0, 0), (1.0, 0.0, 0.1, 0), (1.0, 1.0, 0.0, 1), (0.0, 1.0, 0.0, 0)] {
            bytes.push(9);
            bytes.extend(order(&f64::to_le_bytes(z)));
            bytes.extend(order(&f64::to_le_bytes(y)));
            bytes.extend(order(&f32::to_le_bytes(x)));
            bytes.push(list);
            bytes.extend(std::iter::repeat_n(5, 4 * usize::from(list)));
        }
        for face in [&[0_i32, 1, 2, 3][..], &[0, 1, 2]] {
            bytes.extend(order(&0.5_f32.to_le_bytes()));
            bytes.push(face.len() as u8);
            bytes.extend(face.iter().flat_map(|i| order(&i.to_le_bytes())));
        }
        bytes
    }

    #[test]
    fn all_three_encodings_read_the_same() {
        for bytes in [format!("{}{ASCII}", header("ascii")).into_bytes(), binary(true), binary(false)] {
            let bodies = read(&bytes).unwrap();
            assert_eq!(bodies[0].name, "part");
            assert_eq!(bodies[0].mesh.faces(), [[0, 1, 2], [0, 2, 3], [0, 1, 2]]);
            assert_eq!(bodies[0].mesh.vertices()[1], DVec3::new(1.0, 0.0, 0.1));
            assert_eq!(bodies[0].mesh.vertices()[3], DVec3::new(0.0, 1.0, 0.0));
        }
    }

    #[test]
    fn strips_turn_every_other_triangle() {
        let text = "ply\r\nformat ascii 1.0\r\nelement vertex 5\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\n\
                    element tristrips 1\r\nproperty list int int vertex_indices\r\nend_header\r\n\
                    0 0 0\r\n0 1 0\r\n1 0 0\r\n1 1 0\r\n2 0 0\r\n9 0 1 2 3 -1 2 3 4 4\r\n";
        assert_eq!(read(text.as_bytes()).unwrap()[0].mesh.faces(), [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
    }

    #[test]
    fn errors_name_the_line_or_the_byte() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        let ascii = |body: &str| error(&format!("{}{body}", header("ascii")));
        assert_eq!(
            ascii(&ASCII.replace("3 0 1 2", "3 0 1 4")),
            "part.ply:24: expected a vertex index between 0 and 3, found 4"
        );
        assert_eq!(ascii(&ASCII.replace("0.1", "nan")), "part.ply:19: expected a finite coordinate, found NaN");
        assert_eq!(
            ascii(&ASCII.replace("9 0.1 0 1 0", "9 x 0 1 0")),
            "part.ply:19: expected a value of type double, found 'x'"
        );
        assert!(ascii(&ASCII.replace(".5 3 0 1 2", ".5 2 0 1")).contains("at least 3 corners, found 2"));
        assert_eq!(ascii("2 7"), "part.ply:17: expected a value of type short, found the end of the line");
        assert_eq!(
            ascii(&ASCII.replace("3 0 1 2\n", "")),
            "part.ply:24: expected a value of type uchar, found the end of the line"
        );
        let mut bytes = binary(true);
        bytes.truncate(bytes.len() - 1);
        let at = bytes.len() - 3;
        assert_eq!(
            read(&bytes).unwrap_err().to_string(),
            format!("part.ply: byte {at}: expected a value of type int, found the end of the file")
        );
    }

    /// A vertex row too few makes the first face a vertex, and one too many makes the last vertex a face: both are refused there, not at the
    /// end of the file.
    #[test]
    fn rows_of_another_length_are_refused_at_their_line() {
        let file = |vertices: usize, declared: usize| {
            let rows = ["0 0 0", "1 0 0", "0 1 0", "0 0 1", "1 1 1"][..vertices].join("\n");
            format!(
                "ply\nformat ascii 1.0\nelement vertex {declared}\nproperty float x\nproperty float y\nproperty float z\n\
                 element face 2\nproperty list uchar int vertex_indices\nend_header\n{rows}\n3 0 1 2 \n3 0 1 3\n"
            )
        };
        let error = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(read(file(4, 4).as_bytes()).unwrap()[0].mesh.faces().len(), 2);
        assert_eq!(
            error(&file(4, 5)),
            "part.ply:14: expected the end of the line after the values of a vertex, found '2'"
        );
        assert_eq!(error(&file(5, 4)), "part.ply:14: expected a face of at least 3 corners, found 1");
        assert_eq!(
            error(&file(4, 4).replace("0 1 0\n", "0 1 0 7\n")),
            "part.ply:12: expected the end of the line after the values of a vertex, found '7'"
        );
        // Colours of faces that the header does not declare.
        assert!(read(file(4, 4).replace("3 0 1 3", "3 0 1 3 9 1 1").as_bytes()).is_ok());
    }

    #[test]
    fn headers_that_do_not_say_what_is_needed() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error("plyx\n"), "part.ply:1: expected 'ply', found 'plyx'");
        assert_eq!(
            error("ply\nformat ascii 1.0\nelement vertex x\n"),
            "part.ply:3: expected a count of elements, found 'x'"
        );
        assert!(error("ply\nformat ascii 1.0\nend_header\n").contains("no points and no faces"));
        assert!(error("ply\nformat text 1.0\n").contains("found 'text'"));
        assert!(error("ply\nend_header\n").contains("'format'"));
        assert!(error("ply\nformat ascii 1.0\nproperty int x\n").contains("found 'property'"));
        assert!(error("ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\n").contains("found 'quad'"));
        let no_z = "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nend_header\n1 2\n";
        assert_eq!(error(no_z), "part.ply:3: expected a vertex property 'z', found none");
        let huge = "ply\nformat ascii 1.0\nelement nothing 4000000000000\nelement vertex 4000000000\nproperty int x\nproperty int y\nproperty int z\nend_header\n1 2 3\n";
        assert!(error(huge).contains("end of the file"));
    }
}
