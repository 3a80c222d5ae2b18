//! The text of shaders: parts that several share, and numbers that Rust and WGSL share, which are written once, in Rust.

use crate::device::WORKGROUP;
use crate::fixed::{DEPTH_LIMIT, NORMAL_SHIFT, SUBPIXEL_SHIFT, SUBPIXELS, WEIGHT_SHIFT};

/// Whose a corner, a face or an edge is, for shaders that have an array `records` of bodies.
pub(crate) const SLOTS: &str = include_str!("slots.wgsl");

/// What triangles do in pixels, for layered images.
pub(crate) const FOOTPRINT: &str = include_str!("layers/footprint.wgsl");

/// A number for shaders.
pub(crate) fn unsigned(name: &str, value: u32) -> String {
    format!("const {name}: u32 = {value}u;\n")
}

/// A number for shaders that is used with signed ones.
pub(crate) fn signed(name: &str, value: i32) -> String {
    format!("const {name}: i32 = {value};\n")
}

/// The integers, what is known of bodies, and then these parts.
pub(crate) fn text(parts: &[&str]) -> String {
    let numbers = [
        signed("SUBPIXELS", SUBPIXELS),
        signed("DEPTH_LIMIT", DEPTH_LIMIT),
        unsigned("SUBPIXEL_SHIFT", SUBPIXEL_SHIFT),
        unsigned("WEIGHT_SHIFT", WEIGHT_SHIFT),
        unsigned("NORMAL_SHIFT", NORMAL_SHIFT),
        unsigned("WORKGROUP", WORKGROUP),
    ];
    [&numbers.concat(), include_str!("fixed.wgsl"), include_str!("bodies.wgsl"), &parts.concat()].concat()
}

#[cfg(test)]
mod tests {
    use crate::cullide::{DrawingParams, PARAMS_BYTES};
    use crate::frame::Params;
    use crate::layers::LayerParams;
    use crate::layout::Record;
    use std::mem::offset_of;
    use std::path::Path;
    use wgpu::naga;

    fn shaders(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                shaders(&entry, found);
            } else if entry.extension().is_some_and(|ending| ending == "wgsl") {
                found.push(std::fs::read_to_string(&entry).expect("a file"));
            }
        }
    }

    /// Every shader of the crate is what the language asks for, without a device; and every file is part of one.
    #[test]
    fn every_shader_is_valid() {
        let texts = [
            crate::frame::text(),
            crate::cinder::compute_text(),
            crate::cinder::render_text(),
            crate::layers::text(),
            crate::cullide::pruning_text(),
            crate::cullide::drawing_text(),
        ];
        for text in &texts {
            let module =
                naga::front::wgsl::parse_str(text).unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)));
            let mut validator =
                naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
            validator.validate(&module).unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)));
        }
        // What both sides read has the same size, field by field.
        let fields = |name: &str| -> Vec<(String, u32)> {
            let modules = texts.iter().map(|text| naga::front::wgsl::parse_str(text).expect("valid"));
            let found = modules.flat_map(|module| {
                module
                    .types
                    .iter()
                    .filter(|(_, kind)| kind.name.as_deref() == Some(name))
                    .map(|(_, kind)| kind.inner.clone())
                    .collect::<Vec<_>>()
            });
            let of = |inner| match inner {
                naga::TypeInner::Struct { members, span } => {
                    let named = members.into_iter().map(|member| (member.name.unwrap_or_default(), member.offset));
                    Some(named.chain([("end".to_owned(), span)]).collect())
                }
                _ => None,
            };
            found.filter_map(of).next().expect("a structure")
        };
        let place =
            |name: &str, field: &str| fields(name).iter().find(|(found, _)| found == field).expect("there").1 as usize;
        let sizes = [
            ("Params", size_of::<Params>()),
            ("Record", size_of::<Record>()),
            ("LayerParams", size_of::<LayerParams>()),
            ("Cull", PARAMS_BYTES as usize),
            ("Drawing", size_of::<DrawingParams>()),
        ];
        for (name, size) in sizes {
            assert_eq!(place(name, "end"), size, "{name}");
        }
        assert_eq!(place("Record", "offset"), offset_of!(Record, offset));
        assert_eq!(place("Record", "corner_start"), offset_of!(Record, starts));
        assert_eq!(place("Record", "first_corner"), offset_of!(Record, first_corner));
        assert_eq!(place("Record", "first_edge"), offset_of!(Record, first_edge));
        assert_eq!(place("Params", "own"), offset_of!(Params, own));
        assert_eq!(place("Params", "layer"), offset_of!(Params, layer));
        assert_eq!(place("LayerParams", "lanes"), offset_of!(LayerParams, lanes));
        let mut files = Vec::new();
        shaders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        assert!(files.len() >= 10);
        for file in files {
            assert!(texts.iter().any(|text| text.contains(&file)), "in no shader: {file}");
        }
    }
}
