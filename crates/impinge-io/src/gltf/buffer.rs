//! Buffers and views of them: the binary chunk, `data:` URIs, and files beside the document.

use crate::error::{Fault, counted};
use crate::json::Json;
use crate::source_file::load;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::path::{Component, Path};

/// The buffers of a document, each loaded when it is first needed.
#[derive(Debug)]
pub(super) struct Buffers<'a> {
    root: Json<'a>,
    binary: Option<&'a [u8]>,
    directory: Option<&'a Path>,
    loaded: Vec<OnceCell<Cow<'a, [u8]>>>,
}

/// A range of a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'b> {
    pub(super) bytes: &'b [u8],
    pub(super) stride: Option<usize>,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(root: &Json<'a>, binary: Option<&'a [u8]>, directory: Option<&'a Path>) -> Self {
        let count = root.get("buffers").map_or(0, |buffers| buffers.len());
        Self { root: root.clone(), binary, directory, loaded: vec![OnceCell::new(); count] }
    }

    /// How many bytes have been loaded so far.
    pub(super) fn loaded_bytes(&self) -> usize {
        self.loaded.iter().filter_map(OnceCell::get).map(|bytes| bytes.len()).sum()
    }

    /// The view that `reference` names.
    pub(super) fn view(&self, reference: &Json<'a>) -> Result<View<'_>, Fault> {
        let (_, json) = reference.referred(&self.root, "bufferViews")?;
        let bytes = self.buffer(&json.need("buffer")?)?;
        let offset = json.size_or("byteOffset", 0)?;
        let length = json.need("byteLength")?.size()?;
        let Some(bytes) = offset.checked_add(length).and_then(|end| bytes.get(offset..end)) else {
            let expected = format!("a range within the buffer's {}", counted(bytes.len() as u64, "byte"));
            return Err(Fault::unexpected(json.place(), expected, format!("{length} bytes from byte {offset}")));
        };
        let stride = match json.get("byteStride") {
            None => None,
            Some(stride) => match stride.size()? {
                bytes @ 1..=252 => Some(bytes),
                _ => return Err(stride.unexpected("a stride between 4 and 252")),
            },
        };
        Ok(View { bytes, stride })
    }

    fn buffer(&self, reference: &Json<'a>) -> Result<&[u8], Fault> {
        let (index, json) = reference.referred(&self.root, "buffers")?;
        let length = json.need("byteLength")?;
        let cell = &self.loaded[index];
        let bytes = match cell.get() {
            Some(bytes) => bytes,
            None => {
                let bytes = self.load(index, &json)?;
                cell.get_or_init(|| bytes)
            }
        };
        bytes.get(..length.size()?).ok_or_else(|| {
            let found = format!("{} of data, fewer than declared", counted(bytes.len() as u64, "byte"));
            let declared = length.size().unwrap_or_default() as u64;
            Fault::unexpected(length.place(), counted(declared, "byte"), found)
        })
    }

    fn load(&self, index: usize, json: &Json<'a>) -> Result<Cow<'a, [u8]>, Fault> {
        let Some(uri) = json.get("uri") else {
            return match self.binary {
                Some(binary) if index == 0 => Ok(Cow::Borrowed(binary)),
                _ => Err(Fault::unexpected(json.place(), "a member 'uri', or the binary chunk of a GLB", "neither")),
            };
        };
        let text = uri.text()?;
        if let Some(data) = text.strip_prefix("data:") {
            let Some((media, encoded)) = data.split_once(',') else {
                return Err(uri.unexpected("a ',' in a data URI"));
            };
            if !media.ends_with(";base64") {
                return Err(uri.unexpected("a data URI in base64"));
            }
            return base64(encoded.as_bytes()).map(Cow::Owned).ok_or_else(|| uri.unexpected("valid base64"));
        }
        let Some(directory) = self.directory else {
            let remedy = "read the file by its path, or save it as GLB";
            return Err(Fault::unsupported(uri.place(), format!("the separate file '{text}' here"), remedy));
        };
        let path = percent_decoded(text);
        let is_beside = |c: Component<'_>| matches!(c, Component::Normal(_) | Component::CurDir | Component::ParentDir);
        if text.contains("://") || !Path::new(&path).components().all(is_beside) {
            return Err(uri.unexpected("a path relative to this file"));
        }
        let path = directory.join(path);
        load(&path).map(Cow::Owned).map_err(|problem| {
            Fault::unexpected(
                uri.place(),
                format!("a readable file '{}'", path.display()),
                format!("trouble: {problem}"),
            )
        })
    }
}

/// The bytes that base64 stands for; spaces and missing padding are let be.
fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut held) = (0_u32, 0);
    for &letter in text.trim_ascii_end().iter().filter(|b| !b.is_ascii_whitespace()) {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Some(bytes)
}

/// A URI with its `%20` and the like resolved.
fn percent_decoded(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        let code =
            hex.filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit())).and_then(|h| u8::from_str_radix(h, 16).ok());
        match code {
            Some(code) if bytes[at] == b'%' => {
                decoded.push(code);
                at += 3;
            }
            _ => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_and_percents() {
        assert_eq!(base64(b"TWFueSBoYW5kcw==").unwrap(), b"Many hands");
        assert_eq!(base64(b"TWFu\neSBoYW5kcw").unwrap(), b"Many hands");
        assert_eq!(base64(b"TW*u"), None);
        assert_eq!(percent_decoded("a%20b%2"), "a b%2");
    }
}
