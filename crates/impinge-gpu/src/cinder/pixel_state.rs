//! What computing keeps of a pixel and of the whole image, and the shader that shares its layout.

use super::image::Hit;
use crate::shader::{self, SLOTS};

/// What a pixel is, in numbers of 32 bits. While edges are drawn, the list holds the depth and the edge of the layer before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Depth,
    Edge,
    Slot,
    Count,
    List,
    Cursor,
    Penetrated,
    Negative,
}

/// The same with their names in the shader.
const PIXEL: [(&str, Word); 8] = [
    ("DEPTH", Word::Depth),
    ("EDGE", Word::Edge),
    ("SLOT", Word::Slot),
    ("COUNT", Word::Count),
    ("LIST", Word::List),
    ("CURSOR", Word::Cursor),
    ("PENETRATED", Word::Penetrated),
    ("NEGATIVE", Word::Negative),
];

/// Numbers of 32 bits for each pixel.
pub(super) const WORDS: usize = PIXEL.len();

/// Where what is said of the whole image stands: the first four are the halves of [`Signs`].
const SIGNS: [(&str, u32); 7] = [
    ("POSITIVE", 0),
    ("NEGATIVES", 2),
    ("SEEN", 4),
    ("CROSSINGS", 6),
    ("LARGE", 8),
    ("WRITTEN", 9),
    ("HEADER", HEADER),
];

/// Numbers before the list of large faces.
pub(super) const HEADER: u32 = 12;

/// The shader.
pub(crate) fn text() -> String {
    let words = PIXEL.map(|(name, word)| shader::unsigned(name, word as u32));
    let signs = SIGNS.map(|(name, place)| shader::unsigned(name, place));
    let (hit, all) = ((size_of::<Hit>() / 4) as u32, WORDS as u32);
    let sizes = [shader::unsigned("HIT_WORDS", hit), shader::unsigned("WORDS", all)];
    shader::text(&[&words.concat(), &signs.concat(), &sizes.concat(), SLOTS, include_str!("compute.wgsl")])
}
