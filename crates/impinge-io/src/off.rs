//! OFF: counts, vertices, polygons. The variants with colours, normals and texture coordinates (COFF, NOFF, STOFF and
//! their mixtures) have them after the position on the vertex's line, where they are passed over.

use crate::Body;
use crate::counted::counted;
use crate::error::{Fault, FilePlace};
use crate::polygon::Polygons;
use crate::source_file::Source;
use crate::text::{Words, parse, quoted};

pub(crate) fn read(source: &Source<'_>) -> Result<Vec<Body>, Fault> {
    let mut words = Words::new(source.bytes, 1, Some(b'#'));
    let (vertex_count, face_count) = counts(&mut words)?;
    let mut vertices = Vec::with_capacity(at_most(vertex_count, &words));
    for _ in 0..vertex_count {
        vertices.push(words.vertex_on_line()?);
        words.skip_line();
    }
    let mut polygons = Polygons::default();
    let mut corners = Vec::new();
    for _ in 0..face_count {
        corners.clear();
        let count = words.count("the number of corners of a face")?;
        if count < 3 {
            return Err(Fault::unexpected(words.place(), "a face of at least 3 corners", count.to_string()));
        }
        for _ in 0..count {
            corners.push(corner(&mut words, vertex_count)?);
        }
        polygons.push(&corners);
        words.skip_line();
    }
    if polygons.len() == 0 {
        return Err(Fault::no_triangles(format!("{} and no faces", counted(vertex_count, "point"))));
    }
    let faces = polygons.triangles(&vertices)?;
    Ok(Body::with_tiny(vec![Body::in_place(String::new(), vertices, faces)?], words.tiny()))
}

/// As many of the declared vertices as the rest of the file can hold.
fn at_most(declared: u64, words: &Words<'_>) -> usize {
    /// The shortest vertex, `0 0 0` and the end of its line.
    const SHORTEST: usize = 6;
    (words.remaining() / SHORTEST).min(usize::try_from(declared).unwrap_or(usize::MAX))
}

/// The numbers of vertices and faces, after the keyword or right behind it; the keyword may be left out.
fn counts(words: &mut Words<'_>) -> Result<(u64, u64), Fault> {
    let (vertices, faces) = ("the number of vertices", "the number of faces");
    let first = words.required("'OFF'")?;
    let letters = first.iter().position(u8::is_ascii_digit).unwrap_or(first.len());
    let (keyword, number) = first.split_at(if first.ends_with(b"OFF") { first.len() } else { letters });
    match keyword {
        b"" | b"OFF" | b"COFF" | b"NOFF" | b"CNOFF" | b"STOFF" | b"STCOFF" | b"STNOFF" | b"STCNOFF" => {}
        b"4OFF" | b"nOFF" | b"4nOFF" => {
            let feature = format!("the format {}", quoted(keyword));
            return Err(Fault::unsupported(words.place(), feature, "save it with vertices of three coordinates"));
        }
        _ => return Err(Fault::unexpected(words.place(), "'OFF'", quoted(first))),
    }
    if words.peek() == Some(b"BINARY") {
        return Err(Fault::unsupported(FilePlace::Line(1), "binary OFF", "save it as text"));
    }
    let vertex_count = match number {
        b"" => words.count(vertices)?,
        number => parse(number).ok_or_else(|| Fault::unexpected(words.place(), vertices, quoted(number)))?,
    };
    let face_count = words.count(faces)?;
    words.skip_line();
    Ok((vertex_count, face_count))
}

fn corner(words: &mut Words<'_>, vertex_count: u64) -> Result<u32, Fault> {
    let expected = || match vertex_count {
        0 => "no faces where there are no vertices".to_owned(),
        n => format!("a vertex index between 0 and {}", n - 1),
    };
    let word = words.required_on_line(&expected())?;
    match parse::<u32>(word) {
        Some(index) if u64::from(index) < vertex_count => Ok(index),
        _ => Err(Fault::unexpected(words.place(), expected(), quoted(word))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, ReadError, read_bytes};
    use impinge::math::DVec3;

    fn read(text: &str) -> Result<Vec<Body>, ReadError> {
        read_bytes(Format::Off, "part.off", text.as_bytes())
    }

    const SQUARE: &str = "4 1 0\n0 0 0\n1 0 0 # corner\n\n1 1 0\n0 0.1 0\n4 0 1 2 3 255 0 0\n";

    #[test]
    fn variants_and_spacings() {
        for keyword in ["OFF\n", "OFF ", "\t OFF", "COFF\n# x\n\n", "STOFF\n", "", "NOFF #\r\n"] {
            let bodies = read(&format!("{keyword}{SQUARE}")).unwrap();
            assert_eq!(bodies[0].mesh.faces().len(), 2, "{keyword:?}");
            assert_eq!(bodies[0].mesh.vertices()[3], DVec3::new(0.0, 0.1, 0.0));
        }
        let coloured = "COFF\n3 1 3\n0 0 0 255 0 0 255\n1 0 0 1 1 1 1\n0 1 0 0 0 0 0\n3 0 1 2\n";
        assert_eq!(read(coloured).unwrap()[0].mesh.vertices()[1], DVec3::X);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        // The line that is short, not the end of the file.
        assert_eq!(
            error(&SQUARE.replace("1 1 0\n", "1 1\n")),
            "part.off:5: expected a coordinate, found the end of the line"
        );
        let short = error("OFF 3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n3 0 1 2\n");
        assert_eq!(short, "part.off:5: expected a vertex index between 0 and 2, found the end of the line");
        assert_eq!(error("OFF\n4 x"), "part.off:2: expected the number of faces, found 'x'");
        assert_eq!(error("OOF 1 1 1"), "part.off:1: expected 'OFF', found 'OOF'");
        assert_eq!(
            error(&SQUARE.replace("2 3 255", "2 4 255")),
            "part.off:7: expected a vertex index between 0 and 3, found '4'"
        );
        assert_eq!(
            error(&SQUARE.replace("4 0 1", "2 0 1")),
            "part.off:7: expected a face of at least 3 corners, found 2"
        );
        assert_eq!(
            error("OFF 1 0 0\n0 0 1e999"),
            format!("part.off:2: expected {}, found '1e999'", crate::text::EXACT_RANGE)
        );
        assert_eq!(error("OFF 4000000000 1 0\n0 0"), "part.off:2: expected a coordinate, found the end of the file");
        assert!(error("OFF 1 0 0\n0 0 0\n").contains("1 point and no faces"));
        assert!(error("OFF BINARY\n").contains("binary OFF is not supported"));
        assert!(error("4OFF 1 1 1\n").contains("three coordinates"));
    }
}
