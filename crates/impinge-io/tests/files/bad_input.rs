//! Any bytes in any reader: bodies or an error, never a panic, never much more memory than the file.

use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge_io::{Body, Format, Problem, read, read_bytes, write_glb, write_obj, write_stl};
use std::path::Path;
use std::sync::Arc;

/// A small file of every format, and whether it is text.
fn samples() -> Vec<(Format, Vec<u8>)> {
    let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    let vertices: Vec<DVec3> = (0..8).map(corner).collect();
    let faces = vec![[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6]];
    let mesh = Arc::new(Mesh::try_new(vertices, faces).unwrap());
    let body = |name: &str| Body::new(name, mesh.clone(), Default::default());
    let directory = tempfile::tempdir().unwrap();
    let written = |name: &str, write: &dyn Fn(&Path)| {
        let path = directory.path().join(name);
        write(&path);
        std::fs::read(path).unwrap()
    };
    let bodies = [body("a"), body("b")];
    let header = "element vertex 4\nproperty float x\nproperty double y\nproperty short z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
    let mut ply = format!("ply\nformat binary_big_endian 1.0\n{header}").into_bytes();
    for (x, y) in [(0_f32, 0_f64), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
        ply.extend([&x.to_be_bytes()[..], &y.to_be_bytes(), &[0; 2]].concat());
    }
    ply.extend([4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]);
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        (Format::Stl, written("a.stl", &|path| write_stl(path, &mesh).unwrap())),
        (
            Format::Stl,
            text(
                "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1.5e-3 0\nendloop\nendfacet\nendsolid a\n",
            ),
        ),
        (Format::Obj, written("a.obj", &|path| write_obj(path, &bodies).unwrap())),
        (Format::Obj, text("g a\nv 0 0 0\nv 2 0 0\nv 1 1 0\nv 2 3 0\nv 0 3 0\nf -5/1 -4//2 \\\n-3/1/1 4 5 # x\n")),
        (Format::Ply, ply),
        (Format::Ply, text(&format!("ply\nformat ascii 1.0\n{header}0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"))),
        (Format::Off, text("COFF\n4 1 0\n0 0 0 1\n1 0 0 1\n1 1 0 1\n0 1 0 1\n4 0 1 2 3 255 0 0\n")),
        (Format::Gltf, written("a.glb", &|path| write_glb(path, &bodies).unwrap())),
    ]
}

#[test]
fn every_beginning_of_a_file_is_answered() {
    for (format, bytes) in samples() {
        let whole = read_bytes(format, "whole", &bytes).unwrap();
        let triangles = |bodies: &[Body]| -> usize { bodies.iter().map(|b| b.mesh.faces().len()).sum() };
        let mut refused = 0;
        for end in 0..bytes.len() {
            match read_bytes(format, "cut", &bytes[..end]) {
                Ok(bodies) => assert!(triangles(&bodies) <= triangles(&whole)),
                Err(error) => {
                    assert!(error.to_string().starts_with("cut"), "{error}");
                    refused += 1;
                }
            }
        }
        let may_be_cut = format == Format::Obj;
        assert!(may_be_cut || refused + 12 > bytes.len(), "{format:?}: {refused} of {} refused", bytes.len());
    }
}

#[test]
fn changed_bytes_are_answered() {
    let mut state = 2_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for (format, bytes) in samples() {
        let (mut read, mut refused) = (0, 0);
        for _ in 0..4_000 {
            let mut changed = bytes.clone();
            for _ in 0..=random(4) {
                let at = random(changed.len());
                match random(4) {
                    0 => changed[at] = random(256) as u8,
                    1 => changed[at] = b"0123456789-.e \n#/[]{}\",:"[random(24)],
                    2 => drop(changed.remove(at)),
                    _ => changed.insert(at, changed[random(changed.len())]),
                }
            }
            match read_bytes(format, "changed", &changed) {
                Ok(bodies) => {
                    assert!(!bodies.is_empty());
                    read += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
        assert!(read > 20 && refused > 20, "{format:?}: {read} read, {refused} refused");
    }
}

#[test]
fn every_format_reads_every_other() {
    for (_, bytes) in samples() {
        for format in [Format::Stl, Format::Obj, Format::Ply, Format::Off, Format::Gltf] {
            let _ = read_bytes(format, "other", &bytes);
        }
    }
}

#[test]
fn each_kind_of_trouble_has_its_own_sentence() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str, bytes: &[u8]| {
        let path = directory.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        read(&path).unwrap_err()
    };
    assert!(matches!(read(directory.path().join("none.stl")).unwrap_err().problem, Problem::Missing));
    assert!(matches!(read(directory.path()).unwrap_err().problem, Problem::Directory));
    for (name, what) in [("cell.TOML", "a scene file"), ("cell.json", "a scene file"), ("arm.urdf", "a robot")] {
        let path = directory.path().join(name);
        std::fs::write(&path, "<robot/>").unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains(&format!("{name}: this is {what}, expected a mesh; ")), "{error}");
    }
    assert!(matches!(at("a.stl", b"").problem, Problem::Empty));
    assert!(matches!(at("a.step", b"ISO-10303-21;").problem, Problem::UnknownFormat { .. }));
    assert!(matches!(at("a.obj", b"v 0 0 0\n").problem, Problem::NoTriangles { .. }));
    let unknown = at("a.step", b"ISO-10303-21;").to_string();
    assert!(unknown.ends_with(
        "a.step: the format is not recognised, neither by the extension '.step' nor by the content; \
         use .stl, .obj, .ply, .off, .gltf or .glb; `impinge check` also takes scenes (.toml, .json) and robots (.urdf)"
    ));
    for name in ["a.glb", "a.gltf"] {
        let garbage = at(name, b"\x89PNG\r\n\x1a\n and so on, for many bytes").to_string();
        assert!(garbage.contains(&format!("{name}: byte 0: expected the bytes 'glTF' or a JSON document, found '")));
        assert!(at(name, b" {\"asset\": ").to_string().contains(":1: expected a JSON document"));
    }
    assert!(at("noext", b"\0\x01").to_string().contains("the name (it has no extension)"));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_like_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("pipe.obj");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("NOT TESTED: mkfifo does not work here");
        return;
    }
    let writer = std::thread::spawn({
        let path = path.clone();
        move || std::fs::write(path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    });
    assert_eq!(read(&path).unwrap()[0].name, "pipe");
    writer.join().unwrap().unwrap();
}
