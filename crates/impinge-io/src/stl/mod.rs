//! STL: loose triangles, binary or ASCII. Binary is recognised by its length first, since many binary files begin with
//! "solid" as the ASCII ones do. Triangles are welded where their corners coincide.

mod ascii;
mod binary;
mod vertex_welding;
mod write;

pub(crate) use binary::HEADER;
pub(crate) use write::write_single;
pub use write::write_stl;

use crate::Body;
use crate::error::Fault;
use crate::source_file::Source;
use std::io::Read;

pub(crate) fn read(source: &Source<'_>) -> Result<Vec<Body>, Fault> {
    let is_binary = binary::matching_count(source.bytes, source.bytes.len() as u64).is_some();
    if !is_binary && ascii::is_ascii(source.bytes) { ascii::read(source) } else { binary::read(source) }
}

/// The body of a file that begins with `beginning`, is `length` bytes long and goes on in `rest`, if that makes it a
/// binary STL beyond doubt; `beginning` has to be the first [`HEADER`] bytes.
pub(crate) fn read_stream(beginning: &[u8], length: u64, rest: impl Read) -> Option<Result<Vec<Body>, Fault>> {
    let count = binary::matching_count(beginning, length).filter(|n| *n > 0)?;
    Some(binary::gather(rest, count))
}

/// Whether the bytes are those of a binary STL beyond doubt: exactly as many as its count of triangles asks for.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    binary::matching_count(bytes, bytes.len() as u64).is_some_and(|n| n > 0)
}

/// Whether the bytes begin as an ASCII STL does.
pub(crate) fn is_ascii(bytes: &[u8]) -> bool {
    ascii::is_ascii(bytes)
}
