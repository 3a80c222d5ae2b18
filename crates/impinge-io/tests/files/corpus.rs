//! Every real file of the corpus loads, or is refused with a message that names the file and the reason.

use impinge::deform::Deformable;
use impinge::executor::Executor;
use impinge_io::{Body, read};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Files of `trimesh` that are refused, with a part of the reason; all others load.
const REFUSED: [(&str, &str); 21] = [
    ("LICENSE.md", "the format is not recognised"),
    ("empty.obj", "no triangles: the file holds no vertex positions"),
    ("empty.ply", "no triangles: the file holds no points"),
    ("empty.stl", "no triangles: the file holds 1 solid without a facet"),
    ("face_in_group_name.obj", "no triangles: the file holds 1 vertex position"),
    ("notenoughindices.obj", ":9: expected a face of at least 3 corners, found 2"),
    ("obj_empty.obj", "no triangles: the file holds no vertex positions"),
    ("obj_points.obj", "no triangles: the file holds 8 vertex positions, no line or point elements"),
    ("obj_wireframe.obj", "no triangles: the file holds 8 vertex positions, 12 line or point elements"),
    ("ply_empty_ascii.ply", "no triangles: the file holds no points"),
    ("ply_empty_bin.ply", "no triangles: the file holds no points"),
    ("ply_empty_header.ply", "no triangles: the file holds no points"),
    ("ply_points_ascii.ply", "no triangles: the file holds 8 points"),
    ("ply_points_bin.ply", "no triangles: the file holds 8 points"),
    ("points_ascii.ply", "no triangles: the file holds 5 points"),
    ("points_ascii_with_lists.ply", "no triangles: the file holds 5 points"),
    ("points_bin.ply", "no triangles: the file holds 5 points"),
    ("points_emptyascii.ply", "no triangles: the file holds 12 points"),
    ("points_emptyface.ply", "no triangles: the file holds 1024 points"),
    ("stl_empty_ascii.stl", "no triangles: the file holds 1 solid without a facet"),
    ("stl_empty_bin.stl", "no triangles: the file holds a binary STL header"),
];

/// The directory of the corpus; `None`, said loudly, where there is none.
fn corpus(part: &str) -> Option<PathBuf> {
    let Some(corpus) = std::env::var_os("IMPINGE_CORPUS") else {
        eprintln!("NOT TESTED: IMPINGE_CORPUS is not set, so no real file was read");
        return None;
    };
    let directory = PathBuf::from(corpus).join(part);
    assert!(directory.is_dir(), "IMPINGE_CORPUS is set, but {} is missing", directory.display());
    Some(directory)
}

fn load(directory: &std::path::Path, name: &str) -> Vec<Body> {
    read(directory.join(name)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_file_loads_or_is_refused_for_the_right_reason() {
    let Some(directory) = corpus("trimesh") else { return };
    let mut expected: BTreeMap<&str, &str> = REFUSED.into_iter().collect();
    let mut names: Vec<String> =
        std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let mut loaded = 0;
    for name in &names {
        match (read(directory.join(name)), expected.remove(name.as_str())) {
            (Ok(bodies), None) => {
                assert!(!bodies.is_empty());
                loaded += 1;
            }
            (Err(error), Some(reason)) => {
                let message = error.to_string();
                assert!(message.contains(name.as_str()) && message.contains(reason), "{message}");
                eprintln!("refused: {message}");
            }
            (Ok(_), Some(reason)) => panic!("{name} loads, and should be refused: {reason}"),
            (Err(error), None) => panic!("should load: {error}"),
        }
    }
    assert!(expected.is_empty(), "not in the corpus: {expected:?}");
    assert!(loaded >= 75, "only {loaded} files loaded");
}

#[test]
fn known_counts() {
    let Some(directory) = corpus("trimesh") else { return };
    let counts = |name: &str| -> Vec<(String, usize)> {
        load(&directory, name).into_iter().map(|b| (b.name, b.mesh.faces().len())).collect()
    };
    let named = |list: &[(&str, usize)]| -> Vec<(String, usize)> {
        list.iter().map(|(name, faces)| ((*name).to_owned(), *faces)).collect()
    };
    assert_eq!(counts("unit_cube.STL"), named(&[("unit_cube", 12)]));
    assert_eq!(counts("multibody.stl"), named(&[("bodyB", 12), ("bodyA", 20)]));
    assert_eq!(
        counts("two_objects_mixed_case_names.stl"),
        named(&[("CubeExportedFromCAD", 12), ("TranslatedCubeExportedFromCAD", 12)])
    );
    assert_eq!(counts("comments.off"), named(&[("comments", 12)]));
    assert_eq!(counts("whitespace.off"), named(&[("whitespace", 12)]));
    assert_eq!(counts("multi.ply"), named(&[("multi", 2)]));
    assert_eq!(
        counts("face_in_group_name_mid_file.obj"),
        named(&[("unnamed AQ2T05", 1), ("An f Three Other Things", 1)])
    );
    assert_eq!(counts("polygonfaces.obj"), named(&[("textureSurface", 3)]));
    assert_eq!(counts("obj_with_no_face_in_chunk.obj"), named(&[("group2", 1)]));
    for closed in ["unit_cube.STL", "torus.STL", "cube.OBJ", "negative_indices.obj", "suzanne.ply", "comments.off"] {
        let is_closed = load(&directory, closed)[0].mesh.is_closed();
        assert_eq!(is_closed, closed != "suzanne.ply", "{closed}");
    }
}

#[test]
fn other_real_files() {
    let faces =
        |directory: &PathBuf, name: &str| -> usize { load(directory, name).iter().map(|b| b.mesh.faces().len()).sum() };
    let Some(fcl) = corpus("fcl") else { return };
    assert_eq!(faces(&fcl, "env.obj"), 2_180);
    assert_eq!(faces(&fcl, "rob.obj"), 216);
    let Some(cloth) = corpus("cloth") else { return };
    assert_eq!(faces(&cloth, "cloth_ball92.ply"), 92_230);
    let Some(panda) = corpus("panda") else { return };
    let links = std::fs::read_dir(&panda).unwrap().map(|e| e.unwrap().path());
    let links: Vec<PathBuf> = links.filter(|p| p.extension().is_some_and(|e| e == "stl" || e == "obj")).collect();
    assert!(links.len() >= 10);
    for link in links {
        read(&link).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Two frames of a cloth that passes through itself: the crossing pairs of faces without a common vertex, as CGAL counts them, and those of
/// neighbours on top, by refitting and from nothing.
#[test]
fn the_cloth_passes_through_itself_exactly_so_often() {
    let Some(directory) = corpus("cloth") else { return };
    let frames = [("cloth_ball92.ply", 61_530, 2_072), ("cloth_ball93.ply", 97_320, 2_552)];
    let serial = &Executor::serial();
    let mut kept: Option<Deformable> = None;
    for (name, meeting, overlapping) in frames {
        let mesh = &load(&directory, name)[0].mesh;
        assert_eq!(mesh.faces().len(), 92_230);
        let found = Deformable::from_mesh(mesh, serial).self_contacts(serial);
        assert_eq!((found.meeting.len(), found.overlapping.len()), (meeting, overlapping), "{name}");
        if let Some(surface) = &mut kept {
            surface.update(mesh.vertices(), serial).unwrap();
            let again = surface.self_contacts(serial);
            assert!(again.meeting == found.meeting && again.overlapping == found.overlapping, "{name}");
        }
        kept = Some(Deformable::from_mesh(mesh, serial));
    }
}
