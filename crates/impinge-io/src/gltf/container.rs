//! The outer shell: JSON alone, or GLB with a JSON chunk and a binary one.

use crate::counted::counted;
use crate::error::{Fault, FilePlace};
use crate::text::quoted;
use serde_json::Value;

/// The document, and the binary chunk if there is one.
pub(super) fn read(bytes: &[u8]) -> Result<(Value, Option<&[u8]>), Fault> {
    if !bytes.starts_with(b"glTF") {
        let alone = without_mark(bytes).trim_ascii_start();
        if !alone.starts_with(b"{") {
            /// How much of what is neither is shown, in bytes.
            const SHOWN: usize = 16;
            let found = quoted(&bytes[..bytes.len().min(SHOWN)]);
            return Err(Fault::unexpected(FilePlace::Byte(0), "the bytes 'glTF' or a JSON document", found));
        }
        return Ok((document(bytes)?, None));
    }
    let version = word(bytes, 4, "the version of a GLB")?;
    if version != 2 {
        return Err(Fault::unexpected(FilePlace::Byte(4), "version 2 of GLB", version.to_string()));
    }
    let length = word(bytes, 8, "the length of a GLB")? as usize;
    let Some(bytes) = bytes.get(..length) else {
        let expected = format!("{} in all", counted(length as u64, "byte"));
        return Err(Fault::unexpected(FilePlace::Byte(8), expected, counted(bytes.len() as u64, "byte")));
    };
    let (json, after) = chunk(bytes, 12)?;
    if json.kind != *b"JSON" {
        return Err(Fault::unexpected(FilePlace::Byte(16), "a chunk of type 'JSON'", quoted(&json.kind)));
    }
    let document = document(json.data)?;
    let binary = if after < bytes.len() {
        let (binary, _) = chunk(bytes, after)?;
        (binary.kind == *b"BIN\0").then_some(binary.data)
    } else {
        None
    };
    Ok((document, binary))
}

struct Chunk<'a> {
    kind: [u8; 4],
    data: &'a [u8],
}

/// The chunk at a byte, and where the next one begins.
fn chunk(bytes: &[u8], at: usize) -> Result<(Chunk<'_>, usize), Fault> {
    let length = word(bytes, at, "the length of a chunk")? as usize;
    let kind = word(bytes, at + 4, "the type of a chunk")?.to_le_bytes();
    let data = &bytes[at + 8..];
    match data.get(..length) {
        Some(data) => Ok((Chunk { kind, data }, at + 8 + length)),
        None => {
            let expected = format!("a chunk of {}", counted(length as u64, "byte"));
            Err(Fault::unexpected(FilePlace::Byte(at as u64), expected, counted(data.len() as u64, "byte")))
        }
    }
}

/// The little-endian word at a byte.
fn word(bytes: &[u8], at: usize, expected: &str) -> Result<u32, Fault> {
    match bytes.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
        Some(word) => Ok(u32::from_le_bytes(*word)),
        None => Err(Fault::unexpected(FilePlace::Byte(at as u64), expected, "the end of the file")),
    }
}

/// The bytes without a mark of their encoding.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn document(bytes: &[u8]) -> Result<Value, Fault> {
    serde_json::from_slice(without_mark(bytes))
        .map_err(|error| Fault::unexpected(FilePlace::Line(error.line() as u64), "a JSON document", error.to_string()))
}
