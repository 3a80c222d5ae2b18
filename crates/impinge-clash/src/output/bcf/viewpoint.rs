//! From where a clash is seen: camera, the two bodies in their colours, the curves as lines.

use super::xml::Xml;
use super::{AUTHOR, BcfVersion, guid};
use crate::clashes::clash::Clash;
use crate::output::OutputError;
use crate::pictures::clash_view::Viewpoint;
use impinge::math::DVec3;

/// The colours of the first and the second body, as in pictures: orange and blue, which colour-blind people tell apart.
const COLOURS: [&str; 2] = ["E69F00", "0072B2"];

/// Lines of curves that are written, at most; longer curves are thinned out.
const MOST_LINES: usize = 500;

/// The file `viewpoint.bcfv`.
pub fn write(clash: &Clash, viewpoint: &Viewpoint, version: BcfVersion) -> Result<Vec<u8>, OutputError> {
    let mut xml = Xml::new();
    xml.element("VisualizationInfo", &[("Guid", &guid::from_name(&clash.id, "viewpoint"))], |xml| {
        components(xml, clash, version);
        camera(xml, viewpoint, version);
        let lines = lines(clash);
        if !lines.is_empty() {
            xml.element("Lines", &[], |xml| {
                for [p, q] in lines {
                    xml.element("Line", &[], |xml| {
                        point(xml, "StartPoint", p);
                        point(xml, "EndPoint", q);
                    });
                }
            });
        }
    });
    xml.finish()
}

/// The bodies that are there, selected and coloured.
fn components(xml: &mut Xml, clash: &Clash, version: BcfVersion) {
    let sides = [0, 1].into_iter().filter(|side| clash.bodies[*side].is_some());
    let mut present: Vec<(&str, &str)> = sides.map(|side| (clash.names[side].as_str(), COLOURS[side])).collect();
    present.dedup_by_key(|(name, _)| *name);
    if present.is_empty() {
        return;
    }
    xml.element("Components", &[], |xml| {
        xml.element("Selection", &[], |xml| present.iter().for_each(|(name, _)| component(xml, name)));
        xml.empty("Visibility", &[("DefaultVisibility", "true")]);
        xml.element("Coloring", &[], |xml| {
            for (name, colour) in &present {
                xml.element("Color", &[("Color", colour)], |xml| match version {
                    BcfVersion::V2_1 => component(xml, name),
                    BcfVersion::V3_0 => xml.element("Components", &[], |xml| component(xml, name)),
                });
            }
        });
    });
}

fn component(xml: &mut Xml, name: &str) {
    xml.element("Component", &[], |xml| {
        xml.text("OriginatingSystem", AUTHOR);
        xml.words("AuthoringToolId", name);
    });
}

fn camera(xml: &mut Xml, viewpoint: &Viewpoint, version: BcfVersion) {
    xml.element("PerspectiveCamera", &[], |xml| {
        point(xml, "CameraViewPoint", viewpoint.eye);
        point(xml, "CameraDirection", viewpoint.ahead());
        point(xml, "CameraUpVector", viewpoint.up);
        xml.text("FieldOfView", &viewpoint.field_of_view.to_string());
        if version == BcfVersion::V3_0 {
            xml.text("AspectRatio", &viewpoint.aspect.to_string());
        }
    });
}

fn point(xml: &mut Xml, name: &str, p: DVec3) {
    xml.element(name, &[], |xml| {
        xml.text("X", &p.x.to_string());
        xml.text("Y", &p.y.to_string());
        xml.text("Z", &p.z.to_string());
    });
}

/// The pieces of all curves.
fn lines(clash: &Clash) -> Vec<[DVec3; 2]> {
    let count: usize = clash.curves.iter().map(|curve| curve.points.len()).sum();
    let step = count.div_ceil(MOST_LINES).max(1);
    let mut lines = Vec::new();
    for curve in &clash.curves {
        let mut kept: Vec<DVec3> = curve.points.iter().step_by(step).copied().collect();
        kept.extend(if curve.is_closed { curve.points.first() } else { curve.points.last() });
        kept.dedup();
        lines.extend(kept.windows(2).map(|ends| [ends[0], ends[1]]));
    }
    lines.truncate(2 * MOST_LINES);
    lines
}
