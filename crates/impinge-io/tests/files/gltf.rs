//! glTF and GLB: node trees, poses, accessors, and what is refused.

use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_io::{Body, FilePlace, Format, LengthUnit, Precision, read, read_bytes, write_glb};
use serde_json::{Value, json};
use std::sync::Arc;

/// A document with one buffer of three corners, their indices and three unused numbers, before `change` is made to it.
fn document(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "part", "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3 },
            { "bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": 3 }
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 36 },
            { "buffer": 0, "byteOffset": 36, "byteLength": 6 }
        ],
        // 0 0 0, 1 0 0, 0 1 0 in singles; 0 1 2 in shorts.
        "buffers": [{ "byteLength": 42, "uri": "data:application/octet-stream;base64,\
            AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA" }],
    });
    change(&mut document);
    document.to_string().into_bytes()
}

fn bodies(change: impl FnOnce(&mut Value)) -> Vec<Body> {
    read_bytes(Format::Gltf, "scene.gltf", &document(change)).unwrap()
}

fn error(change: impl FnOnce(&mut Value)) -> String {
    read_bytes(Format::Gltf, "scene.gltf", &document(change)).unwrap_err().to_string()
}

fn world(body: &Body) -> Vec<DVec3> {
    body.mesh.vertices().iter().map(|p| body.world_from_body.transform_point(*p)).collect()
}

fn normal(body: &Body) -> DVec3 {
    let [a, b, c] = body.mesh.faces()[0].map(|i| world(body)[i as usize]);
    (b - a).cross(c - a)
}

#[test]
fn a_plain_triangle() {
    let bodies = bodies(|_| ());
    assert_eq!(bodies[0].name, "part");
    assert_eq!(bodies[0].mesh.vertices(), [DVec3::ZERO, DVec3::X, DVec3::Y]);
    assert_eq!(bodies[0].mesh.faces(), [[0, 1, 2]]);
    assert!(bodies[0].world_from_body.is_identity());
}

#[test]
fn rigid_nodes_share_their_mesh_and_names_become_unique() {
    let half = f64::from(0.5_f32.sqrt());
    let bodies = bodies(|d| {
        d["nodes"] = json!([
            { "name": "arm", "mesh": 0, "translation": [1, 2, 3], "rotation": [0, 0, half, half], "children": [1, 2] },
            { "name": "arm", "mesh": 0, "translation": [1, 0, 0] },
            { "mesh": 0, "rotation": [0, 0, half, half], "scale": [2, 2, 2], "children": [3] },
            { "mesh": 0, "rotation": [half, 0, 0, half] },
        ]);
    });
    let names: Vec<&str> = bodies.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names[..2], ["arm", "arm.2"]);
    let unnamed = names[2].strip_prefix("arm / unnamed ").unwrap();
    assert!(unnamed.len() == 6 && names[3] == format!("arm / unnamed {unnamed}.2"), "{names:?}");
    assert!(Arc::ptr_eq(&bodies[0].mesh, &bodies[1].mesh));
    assert!(Arc::ptr_eq(&bodies[2].mesh, &bodies[3].mesh), "the same scale under another rotation");
    assert_eq!(world(&bodies[1]), [DVec3::new(1.0, 3.0, 3.0), DVec3::new(1.0, 4.0, 3.0), DVec3::new(0.0, 3.0, 3.0)]);
    assert_eq!(bodies[2].mesh.vertices()[1], DVec3::X * 2.0);
    assert_eq!(world(&bodies[2])[1], DVec3::new(-1.0, 2.0, 3.0));
}

#[test]
fn matrices_of_one_scale_share_their_mesh_though_they_are_rounded() {
    let turns = [[0.1, 0.2, 0.3, 0.9], [0.5, -0.1, 0.7, 0.2], [0.0, 0.6, 0.0, 0.8]];
    for scale in [1.0, 0.0254, 1000.0] {
        let matrices = turns.map(|xyzw| {
            let turn = DMat3::from_quat(DQuat::from_array(xyzw).normalize()) * scale;
            let columns = [turn.x_axis, turn.y_axis, turn.z_axis].map(|c| [c.x, c.y, c.z, 0.0]);
            let last = [1.5, -2.0, 3.0, 1.0];
            [columns.as_flattened(), &last].concat().iter().map(|x| *x as f32).collect::<Vec<f32>>()
        });
        let found = bodies(|d| {
            let nodes = matrices.iter().map(|matrix| json!({ "mesh": 0, "matrix": matrix }));
            d["nodes"] = nodes.collect();
            d["scenes"][0]["nodes"] = json!([0, 1, 2]);
        });
        assert!(found.iter().all(|body| Arc::ptr_eq(&body.mesh, &found[0].mesh)), "scale {scale}");
        for (body, matrix) in found.iter().zip(&matrices) {
            let rotation = body.world_from_body.rotation();
            let gram = rotation.transpose() * rotation;
            assert!(gram.abs_diff_eq(DMat3::IDENTITY, 1e-14), "a rotation to double precision");
            let m = |k: usize| f64::from(matrix[k]);
            let expected = DVec3::new(m(0) + m(12), m(1) + m(13), m(2) + m(14));
            assert!((world(body)[1] - expected).length() <= 1e-6 * scale, "the matrix up to single precision");
        }
    }
    // What is more than rounding goes into the vertices.
    let stretched = bodies(|d| d["nodes"][0]["matrix"] = json!([1.00001, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]));
    assert_eq!(world(&stretched[0])[1].x, 1.00001);
}

#[test]
fn bodies_are_called_by_their_path_and_never_by_the_file() {
    let change = |d: &mut Value| {
        d["meshes"][0]["name"] = json!("M8");
        d["nodes"] = json!([
            { "name": "Assembly1.glb", "children": [1] },
            { "name": "root", "children": [2, 3, 6] },
            { "name": "pump 1", "children": [4] },
            { "name": "pump 2", "children": [5], "extras": { "guid": "G2" } },
            { "name": "bolt", "mesh": 0, "extras": { "globalId": "G4", "id": 4 } },
            { "mesh": 0 },
            { "mesh": 0, "name": " " },
        ]);
    };
    let found = bodies(change);
    let names: Vec<&str> = found.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["pump 1 / bolt", "pump 2 / M8", "M8"]);
    let ids: Vec<Option<&str>> = found.iter().map(|b| b.source_id.as_deref()).collect();
    assert_eq!(ids, [Some("G4"), None, None]);
    assert!(found.iter().all(|b| (b.precision, b.unit) == (Precision::Single, Some(LengthUnit::Metre))));
    let without_names = |file: &str| {
        let bytes = document(|d| {
            change(d);
            d["nodes"].as_array_mut().unwrap().iter_mut().for_each(|node| node["name"] = json!(""));
            d["meshes"][0]["name"] = json!("");
        });
        let bodies = read_bytes(Format::Gltf, file, &bytes).unwrap();
        bodies.into_iter().map(|body| body.name).collect::<Vec<_>>()
    };
    let unnamed = without_names("a.glb");
    assert!(unnamed[0].starts_with("unnamed ") && unnamed[1] == format!("{}.2", unnamed[0]), "{unnamed:?}");
    assert_eq!(without_names("b.glb"), unnamed);
    let alone = bodies(|d| d["nodes"][0]["name"] = json!(""));
    assert_eq!(alone[0].name, "scene", "people look for the file of a body that is alone in it");
}

#[test]
fn mirrors_turn_the_faces_and_shears_go_into_the_vertices() {
    let mirrored = bodies(|d| d["nodes"][0]["scale"] = json!([1, 1, -1]));
    assert_eq!(world(&mirrored[0]), [DVec3::ZERO, DVec3::X, DVec3::Y]);
    assert_eq!(normal(&mirrored[0]), -DVec3::Z);
    let through_a_point = bodies(|d| d["nodes"][0]["scale"] = json!([-2, -2, -2]));
    assert_eq!(world(&through_a_point[0])[1], -2.0 * DVec3::X);
    assert_eq!(normal(&through_a_point[0]), -4.0 * DVec3::Z);
    let sheared = bodies(|d| d["nodes"][0]["matrix"] = json!([0, 2, 0, 0, -1, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1]));
    let at = DVec3::new(7.0, 8.0, 9.0);
    let expected = [at, at + DVec3::new(0.0, 2.0, 0.0), at + DVec3::new(-1.0, 1.0, 0.0)];
    for (found, expected) in world(&sheared[0]).into_iter().zip(expected) {
        assert!((found - expected).length() < 1e-15);
    }
    let under_a_stretched_parent = bodies(|d| {
        d["nodes"] = json!([
            { "scale": [3, 1, 1], "children": [1] },
            { "mesh": 0, "rotation": [0, 0, 0.6, 0.8], "translation": [1, 1, 1] },
        ]);
    });
    let turn = DMat3::from_quat(DQuat::from_xyzw(0.0, 0.0, 0.6, 0.8));
    let expected = DMat3::from_diagonal(DVec3::new(3.0, 1.0, 1.0)) * (turn * DVec3::X + DVec3::ONE);
    assert!((world(&under_a_stretched_parent[0])[1] - expected).length() < 1e-14);
}

#[test]
fn strips_fans_and_no_indices() {
    let with = |mode: u32, indices: bool| {
        bodies(|d| {
            d["bufferViews"][1]["byteOffset"] = json!(36);
            let primitive = &mut d["meshes"][0]["primitives"][0];
            primitive["mode"] = json!(mode);
            if !indices {
                primitive.as_object_mut().unwrap().remove("indices");
            }
        })
    };
    for (mode, indices) in [(4, false), (5, true), (6, true), (5, false), (6, false)] {
        assert_eq!(with(mode, indices)[0].mesh.faces(), [[0, 1, 2]], "mode {mode}");
    }
    let lines = error(|d| d["meshes"][0]["primitives"][0]["mode"] = json!(1));
    assert!(lines.contains("no triangles: the file holds 1 node, 1 meshes"), "{lines}");
}

#[test]
fn primitives_of_a_mesh_make_one_body() {
    let bodies = bodies(|d| {
        let primitive = d["meshes"][0]["primitives"][0].clone();
        d["meshes"][0]["primitives"] = json!([primitive, { "attributes": {} }, primitive]);
    });
    assert_eq!(bodies.len(), 1);
    assert_eq!(bodies[0].mesh.faces(), [[0, 1, 2], [3, 4, 5]]);
}

#[test]
fn sparse_and_normalized_accessors() {
    let sparse = bodies(|d| {
        // Element 2 becomes element 1 of the same positions: 1 0 0.
        d["bufferViews"].as_array_mut().unwrap().push(json!({ "buffer": 0, "byteOffset": 12, "byteLength": 12 }));
        d["bufferViews"].as_array_mut().unwrap().push(json!({ "buffer": 0, "byteOffset": 40, "byteLength": 2 }));
        d["accessors"][0]["sparse"] = json!({
            "count": 1,
            "indices": { "bufferView": 3, "componentType": 5123 },
            "values": { "bufferView": 2 },
        });
    });
    assert_eq!(sparse[0].mesh.vertices(), [DVec3::ZERO, DVec3::X, DVec3::X]);
    let quantized = bodies(|d| {
        d["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
        d["accessors"][0] = json!({ "bufferView": 0, "componentType": 5121, "normalized": true, "type": "VEC3", "count": 3, "byteOffset": 12 });
        d["bufferViews"][0]["byteStride"] = json!(4);
    });
    assert_eq!(quantized[0].mesh.vertices()[0], DVec3::new(0.0, 0.0, 128.0 / 255.0));
}

#[test]
fn errors_name_the_json_path() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change); 16] = [
        ("accessors[0].bufferView: expected an index of 'bufferViews' between 0 and 1, found 9", |d| {
            d["accessors"][0]["bufferView"] = json!(9);
        }),
        (
            "accessors[0]: expected elements within the 36 bytes of the buffer view, found 4 elements from byte 0, 12 apart",
            |d| {
                d["accessors"][0]["count"] = json!(4);
            },
        ),
        ("accessors[0]: expected elements within", |d| d["accessors"][0]["count"] = json!(u64::MAX)),
        ("accessors[0]: expected elements within", |d| d["accessors"][0]["byteOffset"] = json!(u64::MAX)),
        ("bufferViews[0]: expected a range within the buffer's 42 bytes", |d| {
            d["bufferViews"][0]["byteOffset"] = json!(u64::MAX);
        }),
        ("buffers[0].byteLength: expected 43 bytes, found 42 bytes", |d| d["buffers"][0]["byteLength"] = json!(43)),
        ("buffers[0].uri: the separate file 'a.bin' here is not supported", |d| {
            d["buffers"][0]["uri"] = json!("a.bin");
        }),
        ("nodes[1].children[0]: expected a tree of nodes, each with one parent at most, found 0", |d| {
            d["nodes"] = json!([{ "children": [1] }, { "children": [0], "mesh": 0 }]);
        }),
        ("nodes: expected a node that is not a child of another", |d| {
            *d = json!({ "nodes": [{ "children": [1] }, { "children": [0] }] });
        }),
        ("nodes[0].mesh: expected an index of 'meshes' between 0 and 0, found -1", |d| {
            d["nodes"][0]["mesh"] = json!(-1);
        }),
        ("nodes[0].rotation: expected a quaternion of length 1, found a list of 4", |d| {
            d["nodes"][0]["rotation"] = json!([0, 0, 0, 0]);
        }),
        ("nodes[0].matrix: expected a list of 16 numbers, found a list of 2", |d| {
            d["nodes"][0]["matrix"] = json!([1, 2]);
        }),
        ("extensionsRequired[0]: the glTF extension 'KHR_draco_mesh_compression' is not supported", |d| {
            d["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
        }),
        ("accessors[1]: expected indices below the 2 positions, found 2 in element 2", |d| {
            d["accessors"][0]["count"] = json!(2);
        }),
        ("accessors[0].type: expected \"VEC3\", found \"VEC2\"", |d| d["accessors"][0]["type"] = json!("VEC2")),
        ("meshes[0].primitives[0]: expected corners of triangles in threes, found 2 of them", |d| {
            d["accessors"][1]["count"] = json!(2);
        }),
    ];
    for (expected, change) in cases {
        let found = error(change);
        assert!(found.starts_with(&format!("scene.gltf: {expected}")), "expected {expected}\nfound {found}");
    }
}

#[test]
fn a_small_file_cannot_ask_for_much_memory() {
    let zeros = error(|d| {
        d["accessors"][0] = json!({ "componentType": 5126, "type": "VEC3", "count": 4_000_000_000_u64 });
        d["meshes"][0]["primitives"][0].as_object_mut().unwrap().remove("indices");
    });
    assert!(zeros.contains("corners in all from a file of this size, found 4000000000"), "{zeros}");
}

#[test]
fn broken_json_is_named_by_its_line() {
    let error = read_bytes(Format::Gltf, "scene.gltf", b"{\n\"asset\": oops}").unwrap_err();
    assert_eq!(error.place, FilePlace::Line(2));
    let deep = "[".repeat(100_000);
    assert!(read_bytes(Format::Gltf, "scene.gltf", deep.as_bytes()).is_err());
}

#[test]
fn separate_buffers_are_looked_for_beside_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scene.gltf");
    std::fs::write(&path, document(|d| d["buffers"][0]["uri"] = json!("the%20data.bin"))).unwrap();
    let missing = read(&path).unwrap_err().to_string();
    assert!(missing.contains("buffers[0].uri") && missing.contains("no such file"), "{missing}");
    let mut bytes = [0_u8; 42];
    bytes[12..16].copy_from_slice(&1_f32.to_le_bytes());
    bytes[28..32].copy_from_slice(&1_f32.to_le_bytes());
    (bytes[38], bytes[40]) = (1, 2);
    std::fs::write(directory.path().join("the data.bin"), bytes).unwrap();
    assert_eq!(read(&path).unwrap()[0].mesh.faces(), [[0, 1, 2]]);
    for outside in ["/etc/hostname", "file:///etc/hostname", "http://example.org/a.bin"] {
        std::fs::write(&path, document(|d| d["buffers"][0]["uri"] = json!(outside))).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("expected a path relative to this file"), "{error}");
    }
}

#[test]
fn what_is_written_reads_the_same() {
    let vertices = vec![DVec3::ZERO, DVec3::new(1.5, 0.0, 0.0), DVec3::Y, DVec3::new(0.0, 0.0, -2.0)];
    let mesh = Arc::new(Mesh::try_new(vertices, vec![[0, 1, 2], [3, 2, 1]]).unwrap());
    let other = Arc::new(Mesh::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::Z], vec![[0, 1, 2]]).unwrap());
    let turn = DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9).normalize();
    let poses = [
        Pose::IDENTITY,
        Pose::from_translation(DVec3::new(0.1, 0.2, 1e-9)).unwrap(),
        Pose::from_quaternion(turn, DVec3::new(1.0 / 3.0, -7.0, 0.0)).unwrap(),
    ];
    let written: Vec<Body> = poses
        .iter()
        .enumerate()
        .map(|(i, pose)| Body::new(format!("body \"{i}\""), mesh.clone(), *pose))
        .chain([Body::new("other", other, poses[2])])
        .collect();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scene.glb");
    write_glb(&path, &written).unwrap();
    let back = read(&path).unwrap();
    assert_eq!(back.len(), written.len());
    for (back, written) in back.iter().zip(&written) {
        assert_eq!(back.name, written.name);
        assert_eq!(back.world_from_body, written.world_from_body, "poses keep every bit");
        assert_eq!(back.mesh.vertices(), written.mesh.vertices());
        assert_eq!(back.mesh.faces(), written.mesh.faces());
    }
    assert!(Arc::ptr_eq(&back[0].mesh, &back[2].mesh));
    assert!(write_glb(&path, &[]).is_err());
}
