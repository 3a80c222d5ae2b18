//! ASCII STL: any number of `solid … endsolid`, each a body. Keywords in any case of letters, any spacing; numbers keep
//! double precision.

use crate::Body;
use crate::counted::counted;
use crate::error::{Fault, FilePlace};
use crate::source_file::Source;
use crate::text::{Words, quoted};
use impinge::mesh::vertex_welding::Welder;

/// The bytes without a mark of their encoding.
fn text(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Whether the file begins as an ASCII STL does and holds text.
pub(super) fn is_ascii(bytes: &[u8]) -> bool {
    /// How much of the file is looked at, in bytes: binary triangles have zeros sooner than that.
    const BEGINNING: usize = 512;
    let is_text = |b: &u8| !b.is_ascii_control() || b.is_ascii_whitespace();
    let bytes = text(bytes);
    let first = Words::new(&bytes[..bytes.len().min(BEGINNING)], 1, None).next();
    first.is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) && bytes.iter().take(BEGINNING).all(is_text)
}

pub(super) fn read(source: &Source<'_>) -> Result<Vec<Body>, Fault> {
    let mut words = Words::new(text(source.bytes), 1, None);
    let mut bodies = Vec::new();
    let mut solids = 0_u64;
    while words.peek().is_some() {
        words.keyword("solid")?;
        solids += 1;
        let name = String::from_utf8_lossy(words.rest_of_line());
        let (welder, faces) = solid(&mut words)?;
        if !faces.is_empty() {
            bodies.push(Body::in_place(name.into_owned(), welder.vertices, faces)?);
        }
    }
    if bodies.is_empty() {
        return Err(Fault::no_triangles(format!("{} without a facet", counted(solids, "solid"))));
    }
    Ok(Body::with_tiny(bodies, words.tiny()))
}

/// The facets up to and with `endsolid`, or up to the next `solid` where that is left out.
fn solid(words: &mut Words<'_>) -> Result<(Welder, Vec<[u32; 3]>), Fault> {
    let mut welder = Welder::with_capacity(0);
    let mut faces = Vec::new();
    loop {
        let before = words.clone();
        let word = words.required("'facet' or 'endsolid'")?;
        if word.eq_ignore_ascii_case(b"facet") {
            faces.push(facet(words, &mut welder)?);
        } else if word.eq_ignore_ascii_case(b"endsolid") {
            words.skip_line();
            return Ok((welder, faces));
        } else if word.eq_ignore_ascii_case(b"solid") {
            *words = before;
            return Ok((welder, faces));
        } else {
            return Err(Fault::unexpected(words.place(), "'facet' or 'endsolid'", quoted(word)));
        }
    }
}

/// What follows `facet`; the normal is passed over, the corners tell it better.
fn facet(words: &mut Words<'_>, welder: &mut Welder) -> Result<[u32; 3], Fault> {
    words.keyword("normal")?;
    for _ in 0..3 {
        words.number("a component of the normal")?;
    }
    words.keyword("outer")?;
    words.keyword("loop")?;
    let mut corners = [0; 3];
    for corner in &mut corners {
        words.keyword("vertex")?;
        *corner = welder.vertex(words.vertex()?);
        if welder.vertices.len() >= u32::MAX as usize {
            return Err(Fault::unexpected(FilePlace::Whole, "fewer than 2^32 - 1 vertices", "more"));
        }
    }
    words.keyword("endloop")?;
    words.keyword("endfacet")?;
    Ok(corners)
}

#[cfg(test)]
mod tests {
    use crate::{Format, ReadError, read_bytes};
    use impinge::math::DVec3;

    const FACET: &str =
        "facet normal 0 0 NaN\nouter loop\nvertex 0 0 0\nvertex 0.1 0 0\nvertex 0 1e-3 0\nendloop\nendfacet\n";

    fn read(text: &str) -> Result<Vec<crate::Body>, ReadError> {
        read_bytes(Format::Stl, "part.stl", text.as_bytes())
    }

    #[test]
    fn every_solid_is_a_body_with_its_name() {
        let text = format!(
            "solid a b\n{FACET}{FACET}endsolid a b\nSOLID\r\n{}EndSolid x\nsolid a b\n{FACET}endsolid",
            FACET.to_uppercase()
        );
        let bodies = read(&text).unwrap();
        let names: Vec<&str> = bodies.iter().map(|b| b.name.as_str()).collect();
        assert_eq!(names, ["a b", "unnamed BK8A3Q", "a b.2"]);
        assert_eq!(bodies[0].mesh.faces(), [[0, 1, 2], [0, 1, 2]]);
        assert_eq!(bodies[1].mesh.vertices(), [DVec3::ZERO, DVec3::new(0.1, 0.0, 0.0), DVec3::new(0.0, 1e-3, 0.0)]);
    }

    #[test]
    fn a_solid_may_lack_its_end_before_the_next_but_not_before_the_end_of_the_file() {
        assert_eq!(read(&format!("\u{feff}solid a\n{FACET}solid b\n{FACET}endsolid")).unwrap().len(), 2);
        let error = read(&format!("solid a\n{FACET}")).unwrap_err().to_string();
        assert_eq!(error, "part.stl:9: expected 'facet' or 'endsolid', found the end of the file");
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            error("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n"),
            "part.stl:4: expected a finite coordinate, found 'nan'"
        );
        assert_eq!(error("solid a\nfacet normal 0 0 1\nouter lop"), "part.stl:3: expected 'loop', found 'lop'");
        assert_eq!(error("solid a\nendsolid a\nhello"), "part.stl:3: expected 'solid', found 'hello'");
        assert!(error("solid a\nendsolid a\n").contains("1 solid without a facet"));
    }
}
