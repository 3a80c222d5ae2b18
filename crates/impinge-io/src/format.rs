//! File formats of meshes.

/// A mesh file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Stereolithography, binary or ASCII.
    Stl,
    /// Wavefront object.
    Obj,
    /// Polygon file format, ASCII or binary of either endian.
    Ply,
    /// Geomview object file format, ASCII.
    Off,
    /// glTF 2.0, as JSON or as binary GLB.
    Gltf,
}

impl Format {
    /// The extensions of all formats, for messages.
    pub const SUPPORTED: &str = ".stl, .obj, .ply, .off, .gltf or .glb";

    /// The format that an extension (without the dot, in any case of letters) promises.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "stl" | "stla" | "stlb" => Some(Self::Stl),
            "obj" => Some(Self::Obj),
            "ply" => Some(Self::Ply),
            "off" | "coff" | "noff" | "stoff" | "cnoff" => Some(Self::Off),
            "gltf" | "glb" => Some(Self::Gltf),
            _ => None,
        }
    }
}
