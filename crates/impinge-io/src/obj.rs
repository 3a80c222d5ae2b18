//! Wavefront OBJ: objects as bodies, or groups where there are no objects. Positions keep double precision; what is not
//! geometry (materials, normals, texture coordinates, curves) is passed over, as are lines of unknown kinds.
//!
//! A group that is taken up again goes on; an object of a name seen before is another body. Faces before any name, or
//! under an empty one, belong to a body without a name.

use crate::body::Sharing;
use crate::counted::counted;
use crate::error::{Fault, FilePlace};
use crate::polygon::{Polygons, triangulate};
use crate::source_file::Source;
use crate::text::{coordinate, parse, quoted, take_line};
use crate::{Body, WriteError, write_atomically};
use impinge::math::DVec3;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

pub(crate) fn read(source: &Source<'_>) -> Result<Vec<Body>, Fault> {
    let mut contents = Contents::default();
    for (line, text) in Lines::new(source.bytes) {
        contents.take(line, &text)?;
    }
    contents.bodies()
}

/// The lines of a file with their numbers; those that end in a backslash go on in the next.
struct Lines<'a> {
    rest: &'a [u8],
    line: u64,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), line: 0 }
    }

    fn physical(&mut self) -> &'a [u8] {
        self.line += 1;
        take_line(&mut self.rest).trim_ascii()
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (u64, Cow<'a, [u8]>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let mut text = Cow::Borrowed(self.physical());
        let line = self.line;
        while text.last() == Some(&b'\\') && !text.starts_with(b"#") {
            let joined = text.to_mut();
            joined.pop();
            joined.push(b' ');
            joined.extend_from_slice(self.physical());
        }
        Some((line, text))
    }
}

/// Consecutive faces under the same names.
#[derive(Debug, Default)]
struct Run {
    /// The ordinal and the name of the object, if one was begun; shared by its groups.
    object: Option<(usize, Rc<str>)>,
    group: Option<Rc<str>>,
    /// The first face.
    start: usize,
}

/// What has been read so far.
#[derive(Debug, Default)]
struct Contents {
    vertices: Vec<DVec3>,
    faces: Polygons,
    runs: Vec<Run>,
    objects: usize,
    lines_and_points: u64,
    /// The largest vertex index that was not there yet when a face named it, and the line of that face.
    ahead: Option<(u64, u64)>,
    corners: Vec<u32>,
    /// How many coordinates were too small to be exact, and are zero.
    tiny: u64,
}

impl Contents {
    fn take(&mut self, line: u64, text: &[u8]) -> Result<(), Fault> {
        let text = without_comment(text);
        let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        let (keyword, rest) = (&text[..end], text[end..].trim_ascii());
        match keyword {
            b"v" => self.vertex(line, rest),
            b"f" | b"fo" => self.face(line, rest),
            b"o" => {
                let object = Some((self.objects, String::from_utf8_lossy(rest).into()));
                self.objects += 1;
                self.begin(Run { object, group: None, start: 0 });
                Ok(())
            }
            b"g" => {
                let object = self.runs.last().and_then(|run| run.object.clone());
                self.begin(Run { object, group: Some(String::from_utf8_lossy(rest).into()), start: 0 });
                Ok(())
            }
            b"l" | b"p" => {
                self.lines_and_points += 1;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn begin(&mut self, run: Run) {
        self.runs.push(Run { start: self.faces.len(), ..run });
    }

    fn vertex(&mut self, line: u64, rest: &[u8]) -> Result<(), Fault> {
        let mut words = rest.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
        let mut xyz = [0.0; 3];
        for (k, x) in xyz.iter_mut().enumerate() {
            let Some(word) = words.next() else {
                return Err(Fault::unexpected(FilePlace::Line(line), "3 coordinates after 'v'", k.to_string()));
            };
            *x = coordinate(word, || FilePlace::Line(line), &mut self.tiny)?;
        }
        self.vertices.push(DVec3::from_array(xyz));
        Ok(())
    }

    fn face(&mut self, line: u64, rest: &[u8]) -> Result<(), Fault> {
        let mut corners = std::mem::take(&mut self.corners);
        corners.clear();
        for word in rest.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()) {
            corners.push(self.corner(line, word)?);
        }
        if corners.len() < 3 {
            let found = corners.len().to_string();
            return Err(Fault::unexpected(FilePlace::Line(line), "a face of at least 3 corners", found));
        }
        if self.runs.is_empty() {
            self.begin(Run::default());
        }
        self.faces.push(&corners);
        self.corners = corners;
        Ok(())
    }

    /// The vertex of a corner `v`, `v/vt`, `v//vn` or `v/vt/vn`, counted from 0.
    fn corner(&mut self, line: u64, word: &[u8]) -> Result<u32, Fault> {
        let end = word.iter().position(|b| *b == b'/').unwrap_or(word.len());
        let rest_is_sound = word[end..].iter().all(|b| matches!(b, b'/' | b'-' | b'0'..=b'9'));
        let Some(index) = parse::<i64>(&word[..end]).filter(|_| rest_is_sound) else {
            let expected = "a corner as 'v', 'v/vt', 'v//vn' or 'v/vt/vn'";
            return Err(Fault::unexpected(FilePlace::Line(line), expected, quoted(word)));
        };
        let count = self.vertices.len() as u64;
        let from_one =
            if index < 0 { count.checked_sub(index.unsigned_abs()).map(|i| i + 1) } else { Some(index as u64) };
        match from_one {
            Some(i @ 1..) if i < u64::from(u32::MAX) => {
                if i > count && self.ahead.is_none_or(|(largest, _)| i > largest) {
                    self.ahead = Some((i, line));
                }
                Ok((i - 1) as u32)
            }
            _ => Err(out_of_range(line, count, index)),
        }
    }

    fn bodies(self) -> Result<Vec<Body>, Fault> {
        let count = self.vertices.len() as u64;
        if let Some((index, line)) = self.ahead.filter(|(index, _)| *index > count) {
            return Err(out_of_range(line, count, index as i64));
        }
        if self.faces.len() == 0 {
            let lines = counted(self.lines_and_points, "line or point element");
            return Err(Fault::no_triangles(format!("{}, {lines}, no faces", counted(count, "vertex position"))));
        }
        let (mut sharing, mut looks_left) = (Sharing::new(&self.vertices), self.faces.most_looks());
        let mut bodies = Vec::new();
        for (name, ranges) in self.ranges() {
            let mut triangles = Vec::new();
            for i in ranges.into_iter().flatten() {
                triangulate(self.faces.get(i), &self.vertices, &mut triangles, &mut looks_left)?;
            }
            bodies.push(sharing.body(name.to_owned(), triangles)?);
        }
        Ok(Body::with_tiny(bodies, self.tiny))
    }

    /// The faces of every body, with its name, in order of appearance.
    fn ranges(&self) -> Vec<(&str, Vec<std::ops::Range<usize>>)> {
        let mut of_key: HashMap<(Option<usize>, &str), usize> = HashMap::new();
        let mut bodies: Vec<(&str, Vec<std::ops::Range<usize>>)> = Vec::new();
        for (i, run) in self.runs.iter().enumerate() {
            let end = self.runs.get(i + 1).map_or(self.faces.len(), |next| next.start);
            if run.start == end {
                continue;
            }
            let (ordinal, name): (Option<usize>, &str) = match (&run.object, &run.group) {
                (Some((ordinal, name)), _) => (Some(*ordinal), name),
                (None, Some(group)) if self.objects == 0 => (None, group),
                (None, _) => (None, ""),
            };
            let body = *of_key.entry((ordinal, name)).or_insert_with(|| {
                bodies.push((name, Vec::new()));
                bodies.len() - 1
            });
            bodies[body].1.push(run.start..end);
        }
        bodies
    }
}

/// The line without what follows a `#` at its beginning or after a space.
fn without_comment(text: &[u8]) -> &[u8] {
    let begins = |i: &usize| text[*i] == b'#' && (*i == 0 || text[*i - 1].is_ascii_whitespace());
    text[..(0..text.len()).find(begins).unwrap_or(text.len())].trim_ascii()
}

fn out_of_range(line: u64, count: u64, found: i64) -> Fault {
    let expected = match count {
        0 => "a vertex that the file holds (it holds none)".to_owned(),
        _ if found < 0 => format!("a vertex index between -{count} and -1"),
        _ => format!("a vertex index between 1 and {count}"),
    };
    Fault::unexpected(FilePlace::Line(line), expected, found.to_string())
}

/// Writes bodies as an OBJ, one object each, posed; coordinates keep double precision.
///
/// # Errors
/// What the system refuses; no file is left behind then.
pub fn write_obj(path: impl AsRef<Path>, bodies: &[Body]) -> Result<(), WriteError> {
    let path = path.as_ref();
    write_atomically(path, |out| {
        writeln!(out, "# Impinge")?;
        let mut before = 1_u64;
        for body in bodies {
            writeln!(out, "o {}", body.name.replace(['\n', '\r', '#', '\\'], "_"))?;
            for &p in body.mesh.vertices() {
                let p = body.world_from_body.transform_point(p);
                writeln!(out, "v {:?} {:?} {:?}", p.x, p.y, p.z)?;
            }
            for face in body.mesh.faces() {
                let [a, b, c] = face.map(|i| u64::from(i) + before);
                writeln!(out, "f {a} {b} {c}")?;
            }
            before += body.mesh.vertices().len() as u64;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, ReadError, read_bytes};
    use impinge::math::Pose;

    const TRIANGLE: &str = "v 0 0 0\nv 0.1 0 0 nan 0 0\nv 0 1 0\n";

    fn read(text: &str) -> Result<Vec<Body>, ReadError> {
        read_bytes(Format::Obj, "part.obj", text.as_bytes())
    }

    fn names(text: &str) -> Vec<String> {
        read(text).unwrap().into_iter().map(|body| body.name).collect()
    }

    #[test]
    fn objects_win_over_groups() {
        assert_eq!(
            names(&format!("{TRIANGLE}f 1 2 3\ng a b\nf 1 2 3\ng\nf 1 2 3\ng c\ng a b\nf 3 2 1")),
            ["unnamed 1NH6BJ", "a b"]
        );
        assert_eq!(
            names(&format!("{TRIANGLE}g x\nf 1 2 3\no a\nf 1 2 3\ng y\nf 1 3 2\no a\nf 1 2 3")),
            ["unnamed SD7DA6", "a", "a.2"]
        );
        assert_eq!(names(&format!("o empty\n{TRIANGLE}o full#1 # x\nf 1 2 3")), ["full#1"]);
    }

    #[test]
    fn bodies_keep_the_vertices_they_use() {
        let bodies = read("v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no a\nf 4 3 2\no b\nf 2 3 5\n").unwrap();
        assert_eq!(bodies[0].mesh.faces(), [[2, 1, 0]]);
        assert_eq!(bodies[1].mesh.vertices(), [DVec3::ZERO, DVec3::X, DVec3::Z]);
    }

    /// Read as one line, such a file was a vertex with a long tail, or one comment.
    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let unix = "# by hand\no a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 \\\n3\nf 1 2 9\n";
        let bytes = unix.replace('\n', "\r").into_bytes();
        assert_eq!(Format::of(Path::new("part"), &bytes), Some(Format::Obj));
        let error = read(&unix.replace('\n', "\r")).unwrap_err().to_string();
        assert!(error.starts_with("part.obj:8: "), "{error}");
        let body = &read(&unix.replace("f 1 2 9\n", "").replace('\n', "\r")).unwrap()[0];
        assert_eq!((body.name.as_str(), body.mesh.faces()), ("a", &[[0, 1, 2]][..]));
    }

    #[test]
    fn lines_of_every_kind() {
        let text = format!(
            "6540 2180\r\n{TRIANGLE}vt 0 0\nvn 0 0 1\nusemtl\nwhat ever\nf 1/1/1 \\\r\n 2//1 \\\n 3/1 # end\nf -3// -2/-1 -1\n"
        );
        let body = &read(&text).unwrap()[0];
        assert_eq!(body.mesh.faces(), [[0, 1, 2], [0, 1, 2]]);
        assert_eq!(body.mesh.vertices()[1].x, 0.1);
        assert_eq!(read("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n").unwrap().len(), 1);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            error(&format!("{TRIANGLE}\nf 1 2 12")),
            "part.obj:5: expected a vertex index between 1 and 3, found 12"
        );
        assert!(error(&format!("{TRIANGLE}f 1 2 -4")).ends_with("between -3 and -1, found -4"));
        assert!(error(&format!("{TRIANGLE}f 0 1 2")).ends_with("found 0"));
        assert_eq!(
            error(&format!("{TRIANGLE}f 1// 2//")),
            "part.obj:4: expected a face of at least 3 corners, found 2"
        );
        assert!(error(&format!("{TRIANGLE}f 1 2 3a")).contains("found '3a'"));
        assert!(error(&format!("{TRIANGLE}f 1 2 3/x")).contains("found '3/x'"));
        assert_eq!(error("v 1 2"), "part.obj:1: expected 3 coordinates after 'v', found 2");
        assert_eq!(error("v 1 2 inf"), format!("part.obj:1: expected {}, found 'inf'", crate::text::EXACT_RANGE));
        assert!(error("v 1 2 3\nl 1 1").contains("1 vertex position, 1 line or point element, no faces"));
        assert!(error("# nothing\n").contains("no triangles"));
    }

    #[test]
    fn what_is_written_reads_the_same_to_the_last_bit() {
        let text = "o a\nv 0.1 1e-20 3e50\nv 0.30000000000000004 2 3\nv 5 6 7\nf 1 2 3\no b\nv 1 1 1\nf 4 2 3\n";
        let mut bodies = read(text).unwrap();
        bodies[1].world_from_body = Pose::from_translation(DVec3::X).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("m.obj");
        write_obj(&path, &bodies).unwrap();
        let back = crate::read(&path).unwrap();
        assert_eq!(back.len(), 2);
        assert_eq!(back[0].mesh.vertices(), bodies[0].mesh.vertices());
        assert_eq!(back[1].name, "b");
        let moved: Vec<DVec3> = bodies[1].mesh.vertices().iter().map(|p| *p + DVec3::X).collect();
        assert_eq!(back[1].mesh.vertices(), moved);
    }
}
