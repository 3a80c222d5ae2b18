//! The text of shaders: parts that several share, and numbers that Rust and WGSL share, which are written once, in Rust.

use crate::device::WORKGROUP;
use crate::fixed_point::{DEPTH_LIMIT, NORMAL_SHIFT, SUBPIXEL_SHIFT, SUBPIXELS, WEIGHT_SHIFT};

/// Whose a corner, a face or an edge is, for shaders that have an array `records` of bodies.
pub(crate) const SLOTS: &str = include_str!("body_lookup.wgsl");

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
    [&numbers.concat(), include_str!("fixed_point.wgsl"), include_str!("bodies.wgsl"), &parts.concat()].concat()
}

#[cfg(test)]
mod tests {
    use crate::cullide::{DrawingParams, PARAMS_BYTES};
    use crate::device_frame::Params;
    use crate::draw_layout::Record;
    use crate::layers::LayerParams;
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

    fn texts() -> [String; 6] {
        [
            crate::device_frame::text(),
            crate::cinder::compute_text(),
            crate::cinder::render_text(),
            crate::layers::text(),
            crate::cullide::pruning_text(),
            crate::cullide::drawing_text(),
        ]
    }

    /// Every shader of the crate is what the language asks for, without a device; and every file is part of one.
    #[test]
    fn every_shader_is_valid() {
        let texts = texts();
        for text in &texts {
            let module =
                naga::front::wgsl::parse_str(text).unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)));
            let mut validator =
                naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
            validator.validate(&module).unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)));
        }
        let mut files = Vec::new();
        shaders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        assert!(files.len() >= 10);
        for file in files {
            assert!(texts.iter().any(|text| text.contains(&file)), "in no shader: {file}");
        }
    }

    /// The fields of a structure of the shaders with their places, and its end; the same in every shader that has it.
    fn fields(name: &str) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        for text in texts() {
            let module = naga::front::wgsl::parse_str(&text).expect("valid");
            for (_, kind) in module.types.iter().filter(|(_, kind)| kind.name.as_deref() == Some(name)) {
                let naga::TypeInner::Struct { members, span } = &kind.inner else { panic!("{name} is no structure") };
                let field =
                    |member: &naga::StructMember| (member.name.clone().unwrap_or_default(), member.offset as usize);
                found.push(members.iter().map(field).chain([("end".to_owned(), *span as usize)]).collect::<Vec<_>>());
            }
        }
        assert!(!found.is_empty() && found.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {found:?}");
        found.swap_remove(0)
    }

    /// Fields of a structure in Rust with their places, and its end.
    macro_rules! places {
        ($kind:ty: $($field:ident)*) => {
            vec![$((stringify!($field), offset_of!($kind, $field)),)* ("end", size_of::<$kind>())]
        };
    }

    /// Numbers one after the other, and the end.
    fn numbers(names: &[&'static str]) -> Vec<(&'static str, usize)> {
        names.iter().chain(&["end"]).enumerate().map(|(i, name)| (*name, 4 * i)).collect()
    }

    /// What both sides read has the same fields at the same places.
    #[test]
    fn structures_are_those_of_the_shaders() {
        let mut record = places!(Record: matrix offset starts first_corner first_face first_edge padding);
        // Rust has the three starts in one array, and the rows of the matrix in a structure.
        record[0].0 = "rows";
        let starts = offset_of!(Record, starts);
        record.splice(2..3, [("corner_start", starts), ("face_start", starts + 4), ("edge_start", starts + 8)]);
        let mut params = places!(Params: width height slots corners faces edges own capacity layer spare);
        let spare = offset_of!(Params, spare);
        params.splice(9..10, [("spare_0", spare), ("spare_1", spare + 4), ("spare_2", spare + 8)]);
        let layer = places!(LayerParams: width height slots faces position_slack depth_slack lanes padding);
        let cull = numbers(&["pixels", "faces", "slots", "members", "level", "axis", "round", "padding"]);
        let drawing = numbers(&["width", "height", "position_slack", "depth_slack"]);
        assert_eq!((cull[8].1 as u64, drawing[4].1), (PARAMS_BYTES, size_of::<DrawingParams>()));
        let all =
            [("Record", record), ("Params", params), ("LayerParams", layer), ("Cull", cull), ("Drawing", drawing)];
        for (name, expected) in all {
            let found = fields(name);
            let found: Vec<_> = found.iter().map(|(field, place)| (field.as_str(), *place)).collect();
            assert_eq!(found, expected, "{name}");
        }
    }
}
