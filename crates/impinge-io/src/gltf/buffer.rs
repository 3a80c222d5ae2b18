//! Buffers and views of them: the binary chunk, `data:` URIs, and files beside the document.

use crate::counted::counted;
use crate::error::{Fault, FilePlace, Problem};
use crate::json::Json;
use crate::source_file::Beside;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// The buffers of a document, each loaded when it is first needed.
#[derive(Debug)]
pub(super) struct Buffers<'a> {
    root: Json<'a>,
    binary: Option<&'a [u8]>,
    beside: Option<Beside<'a>>,
    loaded: Vec<OnceCell<Bytes<'a>>>,
    /// Files by their path with all links followed: however many buffers name one, it is read once.
    files: RefCell<HashMap<PathBuf, Rc<[u8]>>>,
}

/// The bytes of a buffer.
#[derive(Clone, Debug)]
enum Bytes<'a> {
    Borrowed(&'a [u8]),
    Owned(Rc<[u8]>),
}

impl Bytes<'_> {
    fn get(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Owned(bytes) => bytes,
        }
    }
}

/// A range of a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'b> {
    pub(super) bytes: &'b [u8],
    pub(super) stride: Option<usize>,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(root: &Json<'a>, binary: Option<&'a [u8]>, beside: Option<Beside<'a>>) -> Self {
        let count = root.get("buffers").map_or(0, |buffers| buffers.len());
        Self { root: root.clone(), binary, beside, loaded: vec![OnceCell::new(); count], files: RefCell::default() }
    }

    /// How many bytes of other files have been loaded so far.
    pub(super) fn loaded_bytes(&self) -> usize {
        self.files.borrow().values().map(|bytes| bytes.len()).sum()
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
                bytes @ 4..=252 => Some(bytes),
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
            Some(bytes) => bytes.get(),
            None => {
                let bytes = self.load(index, &json)?;
                cell.get_or_init(|| bytes).get()
            }
        };
        bytes.get(..length.size()?).ok_or_else(|| {
            let found = format!("{} of data, fewer than declared", counted(bytes.len() as u64, "byte"));
            let declared = length.size().unwrap_or_default() as u64;
            Fault::unexpected(length.place(), counted(declared, "byte"), found)
        })
    }

    fn load(&self, index: usize, json: &Json<'a>) -> Result<Bytes<'a>, Fault> {
        let Some(uri) = json.get("uri") else {
            return match self.binary {
                Some(binary) if index == 0 => Ok(Bytes::Borrowed(binary)),
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
            let decoded = base64(encoded.as_bytes()).ok_or_else(|| uri.unexpected("valid base64"))?;
            return Ok(Bytes::Owned(decoded.into()));
        }
        let Some(Beside { directory, named }) = self.beside else {
            let remedy = "read the file by its path, or save it as GLB";
            return Err(Fault::unsupported(uri.place(), format!("the separate file '{text}' here"), remedy));
        };
        let path = percent_decoded(text);
        let is_beside = |c: Component<'_>| matches!(c, Component::Normal(_) | Component::CurDir | Component::ParentDir);
        if text.contains("://") || !Path::new(&path).components().all(is_beside) {
            return Err(uri.unexpected("a path relative to this file"));
        }
        let path = directory.join(path);
        let refused = |problem: Problem| {
            let error = Fault::new(FilePlace::Whole, problem).in_file(&path.display().to_string());
            Fault::new(uri.place(), Problem::Referred(Box::new(error)))
        };
        let resolved = named.resolve(&path).map_err(refused)?;
        let known = self.files.borrow().get(&resolved).cloned();
        if let Some(bytes) = known {
            return Ok(Bytes::Owned(bytes));
        }
        let bytes: Rc<[u8]> = named.open(&resolved).and_then(|input| input.rest(Vec::new())).map_err(refused)?.into();
        self.files.borrow_mut().insert(resolved, bytes.clone());
        Ok(Bytes::Owned(bytes))
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
