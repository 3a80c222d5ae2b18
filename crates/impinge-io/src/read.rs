//! From a path or from bytes to bodies: the one way in, whatever the format.

use crate::error::{Fault, Place, Problem, ReadError};
use crate::{Body, Format, gltf, name, obj, off, ply, stl};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Extensions of files that hold polygons of the plane and never a mesh.
const POLYGONS: [&str; 3] = ["geojson", "wkt", "svg"];

/// A file in memory, with what readers need to know beside its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) bytes: &'a [u8],
    /// The name for a body that the file does not name.
    pub(crate) stem: &'a str,
    /// Where files that this one refers to are looked for, if anywhere.
    pub(crate) directory: Option<&'a Path>,
}

/// The bodies of a mesh file; the format is told by the content where that is unmistakable, else by the extension.
///
/// # Errors
/// See [`Problem`]; there is never an empty list.
pub fn read(path: &Path) -> Result<Vec<Body>, ReadError> {
    let file = path.display().to_string();
    let problem = |problem: Problem| Fault::new(Place::Whole, problem).in_file(&file);
    let stem = name::stem(&file);
    let mut input = Input::open(path).map_err(problem)?;
    let is_planar = |extension: &std::ffi::OsStr| POLYGONS.iter().any(|e| extension.eq_ignore_ascii_case(e));
    if path.extension().is_some_and(is_planar) {
        let remedy = "`impinge planar` and `read_planar` take them";
        return Err(Fault::unsupported(Place::Whole, "a mesh of polygons in the plane", remedy).in_file(&file));
    }
    let beginning = input.take(stl::HEADER as u64).map_err(problem)?;
    if let Some(bodies) = stl::read_stream(&beginning, input.length, &mut input.file, &stem) {
        return bodies.map_err(|fault| fault.in_file(&file));
    }
    let bytes = input.rest(beginning).map_err(problem)?;
    if bytes.is_empty() {
        return Err(problem(Problem::Empty));
    }
    let Some(format) = Format::of(path, &bytes) else {
        let extension = match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("toml") || extension.eq_ignore_ascii_case("json") => {
                return Err(problem(Problem::NoMesh { what: "a scene file" }));
            }
            Some(extension) if extension.eq_ignore_ascii_case("urdf") => {
                return Err(problem(Problem::NoMesh { what: "a robot" }));
            }
            Some(extension) => format!("the extension '.{}'", extension.to_string_lossy()),
            None => "the name (it has no extension)".to_owned(),
        };
        return Err(problem(Problem::UnknownFormat { extension }));
    };
    let directory = path.parent().map(|d| if d.as_os_str().is_empty() { Path::new(".") } else { d });
    let source = Source { bytes: &bytes, stem: &stem, directory };
    bodies(format, &source).map_err(|fault| fault.in_file(&file))
}

/// The bodies in the bytes of a mesh file; `name` stands for the file in errors and names the body if the file does not.
///
/// A glTF that refers to other files is refused: [`read`] looks for them beside the file.
///
/// # Errors
/// See [`Problem`]; there is never an empty list.
pub fn read_bytes(format: Format, name: &str, bytes: &[u8]) -> Result<Vec<Body>, ReadError> {
    if bytes.is_empty() {
        return Err(Fault::new(Place::Whole, Problem::Empty).in_file(name));
    }
    let source = Source { bytes, stem: &name::stem(name), directory: None };
    bodies(format, &source).map_err(|fault| fault.in_file(name))
}

fn bodies(format: Format, source: &Source<'_>) -> Result<Vec<Body>, Fault> {
    match format {
        Format::Stl => stl::read(source),
        Format::Obj => obj::read(source),
        Format::Ply => ply::read(source),
        Format::Off => off::read(source),
        Format::Gltf => gltf::read(source),
    }
}

/// All bytes of a file.
pub fn load(path: &Path) -> Result<Vec<u8>, Problem> {
    Input::open(path)?.rest(Vec::new())
}

/// An open file, or whatever else has a name and can be read: a pipe, for one.
#[derive(Debug)]
struct Input {
    file: fs::File,
    /// In bytes, as far as the system knows; 0 for a pipe.
    length: u64,
}

impl Input {
    fn open(path: &Path) -> Result<Self, Problem> {
        let trouble = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => Problem::Missing,
            ErrorKind::IsADirectory => Problem::Directory,
            _ => Problem::Unreadable(error),
        };
        let file = fs::File::open(path).map_err(trouble)?;
        let metadata = file.metadata().map_err(trouble)?;
        if metadata.is_dir() { Err(Problem::Directory) } else { Ok(Self { file, length: metadata.len() }) }
    }

    /// The next bytes, so many or all that are left.
    fn take(&mut self, count: u64) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        (&mut self.file).take(count).read_to_end(&mut bytes).map_err(Problem::Unreadable)?;
        Ok(bytes)
    }

    /// All bytes that are left, after those before them.
    fn rest(mut self, mut bytes: Vec<u8>) -> Result<Vec<u8>, Problem> {
        let expected = usize::try_from(self.length).unwrap_or(usize::MAX).saturating_sub(bytes.len());
        bytes.try_reserve_exact(expected).map_err(|_| Problem::Unreadable(ErrorKind::OutOfMemory.into()))?;
        self.file.read_to_end(&mut bytes).map_err(Problem::Unreadable)?;
        Ok(bytes)
    }
}
