//! From a path or from bytes to bodies: the one way in, whatever the format.

use crate::error::{Fault, FilePlace, Problem, ReadError};
use crate::named_file::{NamedFiles, ReadOptions, folder_of};
use crate::source_file::{Beside, Input, Source};
use crate::{Body, Format, gltf, name, obj, off, ply, stl};
use std::path::Path;

/// Extensions of files that hold polygons of the plane and never a mesh.
const POLYGONS: [&str; 3] = ["geojson", "wkt", "svg"];

/// The bodies of a mesh file; the format is detected by the content where that is unmistakable, else by the extension.
///
/// # Errors
/// See [`Problem`]; there is never an empty list.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<Body>, ReadError> {
    read_with(path, &ReadOptions::default())
}

/// As [`read`], with a choice of the files that this one may name: buffers of a glTF document.
///
/// # Errors
/// As [`read`].
pub fn read_with(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Vec<Body>, ReadError> {
    let path = path.as_ref();
    read_opened(path, Input::open(path), &NamedFiles::new(path, options))
}

/// As [`read`], of a file that was opened and may name these; `path` is what it is called.
pub(crate) fn read_opened(
    path: &Path,
    input: Result<Input, Problem>,
    named: &NamedFiles,
) -> Result<Vec<Body>, ReadError> {
    let file = path.display().to_string();
    let problem = |problem: Problem| Fault::new(FilePlace::Whole, problem).in_file(&file);
    let stem = name::stem(&file);
    let mut input = input.map_err(problem)?;
    let is_planar = |extension: &std::ffi::OsStr| POLYGONS.iter().any(|e| extension.eq_ignore_ascii_case(e));
    if path.extension().is_some_and(is_planar) {
        let remedy = "`impinge planar` and `read_planar` take them";
        return Err(Fault::unsupported(FilePlace::Whole, "a mesh of polygons in the plane", remedy).in_file(&file));
    }
    let beginning = input.take(stl::HEADER as u64).map_err(problem)?;
    if let Some(bodies) = stl::read_stream(&beginning, input.length, &mut input.file) {
        return settled(bodies, &stem).map_err(|fault| fault.in_file(&file));
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
    let source = Source { bytes: &bytes, beside: Some(Beside { directory: folder_of(path), named }) };
    settled(bodies(format, &source), &stem).map_err(|fault| fault.in_file(&file))
}

/// The bodies in the bytes of a mesh file; `name` stands for the file in errors and names the body if the file does not.
///
/// A glTF that refers to other files is refused: [`read`] looks for them beside the file.
///
/// # Errors
/// See [`Problem`]; there is never an empty list.
pub fn read_bytes(format: Format, name: &str, bytes: &[u8]) -> Result<Vec<Body>, ReadError> {
    if bytes.is_empty() {
        return Err(Fault::new(FilePlace::Whole, Problem::Empty).in_file(name));
    }
    let source = Source { bytes, beside: None };
    settled(bodies(format, &source), &name::stem(name)).map_err(|fault| fault.in_file(name))
}

/// Bodies under unique names.
fn settled(bodies: Result<Vec<Body>, Fault>, stem: &str) -> Result<Vec<Body>, Fault> {
    let mut bodies = bodies.map_err(|fault| fault.of_body(stem))?;
    name::settle(&mut bodies, stem);
    Ok(bodies)
}

fn bodies(format: Format, source: &Source<'_>) -> Result<Vec<Body>, Fault> {
    // Shells of Windows write it where output is redirected.
    if [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| source.bytes.starts_with(*mark)) {
        return Err(Fault::unsupported(FilePlace::Whole, "a text in UTF-16", "save it as UTF-8"));
    }
    match format {
        Format::Stl => stl::read(source),
        Format::Obj => obj::read(source),
        Format::Ply => ply::read(source),
        Format::Off => off::read(source),
        Format::Gltf => gltf::read(source),
    }
}
