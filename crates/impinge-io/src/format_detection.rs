//! The format of a file, by its content where that is unmistakable, else by its extension.

use crate::format::Format;
use crate::stl;
use std::path::Path;

impl Format {
    /// The format of a file by its content and its name; the content wins where they differ.
    #[must_use]
    pub fn of(path: &Path, bytes: &[u8]) -> Option<Self> {
        let promised = path.extension().and_then(|e| e.to_str()).and_then(Self::from_extension);
        match promised {
            _ if stl::is_binary(bytes) => Some(Self::Stl),
            _ if has_magic(bytes).is_some() => has_magic(bytes),
            Some(Self::Obj) | None if stl::is_ascii(bytes) && !is_obj(bytes) => Some(Self::Stl),
            Some(Self::Stl) | None if !stl::is_ascii(bytes) && is_obj(bytes) => Some(Self::Obj),
            promised => promised,
        }
    }
}

/// The format whose first bytes these are, for formats that no other can be taken for.
fn has_magic(bytes: &[u8]) -> Option<Format> {
    let text = bytes.trim_ascii_start();
    let first = text.split(|b| b.is_ascii_whitespace()).next().unwrap_or_default();
    match first {
        _ if bytes.starts_with(b"glTF") => Some(Format::Gltf),
        b"ply" => Some(Format::Ply),
        b"OFF" | b"COFF" | b"NOFF" | b"CNOFF" | b"STOFF" => Some(Format::Off),
        _ if text.starts_with(b"{") => Some(Format::Gltf),
        _ => None,
    }
}

/// Whether the beginning reads like an OBJ: a vertex line among the first lines, and nothing that is not text.
fn is_obj(bytes: &[u8]) -> bool {
    /// How much of the file is looked at, in bytes.
    const BEGINNING: usize = 64 * 1024;
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let is_vertex = |line: &[u8]| {
        let mut words = line.split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty());
        words.next() == Some(b"v") && words.count() >= 3
    };
    !beginning.contains(&0) && beginning.split(|b| matches!(b, b'\n' | b'\r')).any(is_vertex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_wins_over_a_lying_name() {
        let of = |name: &str, bytes: &[u8]| Format::of(Path::new(name), bytes);
        let obj = b"# made by hand\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        assert_eq!(of("a.stl", obj), Some(Format::Obj));
        assert_eq!(of("a.xyz", obj), Some(Format::Obj));
        assert_eq!(of("a.OBJ", b"solid x\nfacet normal 0 0 1\n"), Some(Format::Stl));
        assert_eq!(of("a.obj", b"ply\nformat ascii 1.0\n"), Some(Format::Ply));
        assert_eq!(of("a.stl", b"OFF 3 1 0\n"), Some(Format::Off));
        assert_eq!(of("a", b"glTF\x02\0\0\0"), Some(Format::Gltf));
        assert_eq!(of("a", b" {\"asset\":{}}"), Some(Format::Gltf));
        assert_eq!(of("a.GLB", b"nonsense"), Some(Format::Gltf));
        assert_eq!(of("a.step", b"ISO-10303-21;"), None);
        let binary = [&[b' '; 80][..], &1_u32.to_le_bytes(), &[0; 50]].concat();
        assert_eq!(of("a.obj", &binary), Some(Format::Stl));
        assert_eq!(of("a.obj", &binary[..133]), Some(Format::Obj));
    }
}
