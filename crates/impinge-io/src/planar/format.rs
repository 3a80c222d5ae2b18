//! Formats of polygons, detected by content where that is unmistakable, else by extension.

use super::wkt;
use std::path::Path;

/// A format of polygons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlanarFormat {
    /// GeoJSON (RFC 7946).
    GeoJson,
    /// Well-known text, one geometry after the other.
    Wkt,
    /// A table with tabs between its cells, one of them WKT.
    Tsv,
    /// A table with commas between its cells, one of them WKT.
    Csv,
    /// The shapes of an SVG drawing.
    Svg,
}

impl PlanarFormat {
    /// The extensions of all formats, for messages.
    pub const SUPPORTED: &str = ".geojson, .json, .wkt, .tsv, .csv or .svg";

    /// The format that an extension (without the dot, in any case of letters) promises.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "geojson" | "json" => Some(Self::GeoJson),
            "wkt" => Some(Self::Wkt),
            "tsv" | "tab" => Some(Self::Tsv),
            "csv" => Some(Self::Csv),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }

    /// The format of a file by its name, or by its content where the name says nothing.
    #[must_use]
    pub fn of(path: &Path, bytes: &[u8]) -> Option<Self> {
        let promised = path.extension().and_then(|e| e.to_str()).and_then(Self::from_extension);
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        promised.or(match text {
            [b'{', ..] => Some(Self::GeoJson),
            [b'<', ..] => Some(Self::Svg),
            _ if wkt::begins(text) => Some(Self::Wkt),
            _ => None,
        })
    }

    /// Whether the y axis points down.
    #[must_use]
    pub fn is_y_down(self) -> bool {
        self == Self::Svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_tells_or_else_the_content() {
        let of = |name: &str, bytes: &[u8]| PlanarFormat::of(Path::new(name), bytes);
        assert_eq!(of("a.GeoJSON", b""), Some(PlanarFormat::GeoJson));
        assert_eq!(of("a", b"\xef\xbb\xbf {"), Some(PlanarFormat::GeoJson));
        assert_eq!(of("a.txt", b"\n<svg/>"), Some(PlanarFormat::Svg));
        assert_eq!(of("a.txt", b" polygon((0 0"), Some(PlanarFormat::Wkt));
        assert_eq!(of("a.txt", b"SRID=4326;POLYGON((0 0"), Some(PlanarFormat::Wkt));
        assert_eq!(of("a.tsv", b"POLYGON((0 0"), Some(PlanarFormat::Tsv));
        assert_eq!(of("a.stl", b"solid"), None);
    }
}
