//! SRDF: which pairs of a robot's links are not looked at.
//!
//! Read are `disable_collisions`, and `disable_default_collisions` (a link with all others) with `enable_collisions` (all the same, even
//! if the two are neighbours). A pair that is both enabled and disabled by name is disabled.

use crate::error::{Fault, FilePlace, Problem, ReadError};
use crate::xml::{self, Element};
use impinge::articulation::{AllowedPairs, Articulation, LinkId};
use std::path::Path;

/// Most pairs of links that are disabled by default: a link with all others, each a short line. Also most pairs that neighbours may
/// make, and most that a scene may list by names of robots.
pub(crate) const MOST_PAIRS: usize = 1 << 21;

/// What an SRDF file says about pairs of links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkPairs {
    /// The pairs that may meet.
    pub disabled: AllowedPairs,
    /// The pairs that may not, though they are neighbours; none of them is disabled.
    pub enabled: AllowedPairs,
}

/// The pairs of links that an SRDF file disables and enables; the links are those of the articulation.
///
/// # Errors
/// No file, no XML, a URDF file, a link that the articulation does not have.
pub fn read_srdf(path: impl AsRef<Path>, articulation: &Articulation) -> Result<LinkPairs, ReadError> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let bytes =
        crate::source_file::load(path).map_err(|problem| Fault::new(FilePlace::Whole, problem).in_file(&file))?;
    read_srdf_bytes(&file, &bytes, articulation)
}

/// The same from the bytes of a file; `name` stands for it in errors.
///
/// # Errors
/// No XML, a URDF file, a link that the articulation does not have.
pub fn read_srdf_bytes(name: &str, bytes: &[u8], articulation: &Articulation) -> Result<LinkPairs, ReadError> {
    pairs(bytes, articulation).map_err(|fault| fault.in_file(name))
}

fn pairs(bytes: &[u8], articulation: &Articulation) -> Result<LinkPairs, Fault> {
    if bytes.is_empty() {
        return Err(Fault::new(FilePlace::Whole, Problem::Empty));
    }
    let document = xml::parse(bytes)?;
    let root = Element::root(&document, "robot")?;
    if let Some(element) = root.elements().find(|element| matches!(element.name(), "link" | "joint")) {
        let found = format!("<{}>, as in a URDF file", element.name());
        return Err(Fault::unexpected(element.place(), "an SRDF file, with <disable_collisions>", found));
    }
    let mut pairs = LinkPairs::default();
    for default in root.children("disable_default_collisions") {
        let link = link(&default, "link", articulation)?;
        if pairs.disabled.len() > MOST_PAIRS {
            let expected = format!("at most {MOST_PAIRS} pairs that are disabled by default");
            return Err(Fault::unexpected(default.place(), expected, "more"));
        }
        for other in (0..articulation.link_names().len() as u32).map(LinkId) {
            pairs.disabled.allow(link, other);
        }
    }
    for pair in root.children("enable_collisions") {
        let [a, b] = [link(&pair, "link1", articulation)?, link(&pair, "link2", articulation)?];
        pairs.disabled.forbid(a, b);
        pairs.enabled.allow(a, b);
    }
    for pair in root.children("disable_collisions") {
        let [a, b] = [link(&pair, "link1", articulation)?, link(&pair, "link2", articulation)?];
        pairs.disabled.allow(a, b);
        pairs.enabled.forbid(a, b);
    }
    Ok(pairs)
}

/// The link that an attribute names.
fn link(element: &Element<'_>, attribute: &str, articulation: &Articulation) -> Result<LinkId, Fault> {
    let name = element.need(attribute)?;
    articulation.link(name).ok_or_else(|| {
        let problem = Problem::unknown_name("link", name, articulation.link_names().iter().map(String::as_str));
        Fault::new(element.attribute_place(attribute), problem)
    })
}
