//! GLB, read back by the gltf crate, which also validates it, and by Impinge's own reader.

use crate::checked::CHECKED;
use impinge_clash::{ClashStatus, GlbOptions, OutputError, OutputFormat, Report};
use std::collections::BTreeSet;

fn read(triangles: usize) -> (gltf::Document, Vec<u8>) {
    let bytes = CHECKED.report().write(OutputFormat::Glb(GlbOptions { triangles })).unwrap();
    let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(&bytes).unwrap();
    (document, blob.unwrap())
}

fn extras(node: &gltf::Node<'_>) -> serde_json::Value {
    node.extras().as_ref().map_or(serde_json::Value::Null, |raw| serde_json::from_str(raw.get()).unwrap())
}

/// Triangles of all nodes, those of shared meshes as often as they are used.
fn triangles(document: &gltf::Document) -> usize {
    let primitives =
        document.nodes().filter_map(|node| node.mesh()).flat_map(|mesh| mesh.primitives().collect::<Vec<_>>());
    let triangles = primitives.filter(|primitive| primitive.mode() == gltf::mesh::Mode::Triangles);
    triangles.map(|primitive| primitive.indices().unwrap().count() / 3).sum()
}

#[test]
fn every_body_and_every_clash_is_there_and_stands_out() {
    let checked = &*CHECKED;
    let (document, _) = read(10_000_000);
    let all: usize = checked.members.iter().map(|member| member.mesh().unwrap().faces().len()).sum();
    assert_eq!(triangles(&document), all, "every triangle once");
    let mut clashes = BTreeSet::new();
    for node in document.scenes().next().unwrap().nodes() {
        let extras = extras(&node);
        if let Some(body) = extras["body"].as_u64() {
            assert_eq!(node.name(), Some(checked.members[body as usize].name.as_str()));
            let is_in_clash = checked
                .clashes
                .iter()
                .any(|clash| clash.status != ClashStatus::Resolved && clash.bodies.contains(&Some(body as usize)));
            // All of a body may be clashing.
            if let Some(mesh) = node.mesh() {
                let material = mesh.primitives().next().unwrap().material();
                assert_eq!(material.name(), Some(if is_in_clash { "in a clash" } else { "in no clash" }));
            }
            for child in node.children() {
                assert_eq!(child.mesh().unwrap().primitives().next().unwrap().material().name(), Some("clashing"));
                assert_eq!(self::extras(&child)["body"], body);
            }
        } else {
            clashes.insert(extras["clash"].as_str().unwrap().to_owned());
        }
    }
    // Enclosed bodies have no curve.
    let shown = checked.clashes.iter().filter(|clash| !clash.curves.is_empty() || clash.distance > Some(0.0));
    assert_eq!(clashes, shown.map(|clash| clash.id.clone()).collect());
}

#[test]
fn beyond_the_budget_bodies_are_simplified_and_say_so() {
    let (document, _) = read(8_000);
    let marked = document.nodes().filter(|node| extras(node)["simplified"] == true).count();
    // Beyond the budget: what small bodies keep, and clashing triangles.
    assert!(triangles(&document) < 16_000 && marked > 50, "{} {marked}", triangles(&document));
    for node in document.nodes().filter(|node| extras(node)["simplified"] == true) {
        let body = extras(&node)["body"].as_u64().unwrap() as usize;
        assert!(CHECKED.members[body].mesh().unwrap().faces().len() > 256, "small bodies are not simplified");
    }
    let asset = serde_json::from_slice::<serde_json::Value>(
        &document.into_json().asset.extras.unwrap().get().to_owned().into_bytes(),
    );
    assert_eq!(asset.unwrap()["simplified_bodies"], marked);
}

#[test]
fn impinge_reads_it_too_and_places_agree() {
    let checked = &*CHECKED;
    let bytes = checked.report().write(OutputFormat::Glb(GlbOptions { triangles: 10_000_000 })).unwrap();
    let bodies = impinge_io::read_bytes(impinge_io::Format::Gltf, "x.glb", &bytes).unwrap();
    let member = checked.members.iter().find(|member| member.name.contains("pipe")).unwrap();
    let body = bodies.iter().find(|body| body.name == member.name).unwrap();
    let bounds = member.bounds().unwrap();
    let carried = body.mesh.vertices().iter().map(|p| body.world_from_body.transform_point(*p));
    let around = carried.fold(impinge::bound::Aabb::EMPTY, impinge::bound::Aabb::including);
    assert!((around.min - bounds.min).length() < 1e-5 && (around.max - bounds.max).length() < 1e-5);
    let nothing = Report { assembly: Vec::new(), clashes: None, ..checked.report() };
    assert!(matches!(nothing.write(OutputFormat::Glb(GlbOptions::default())), Err(OutputError::NoTriangles)));
}
