//! Inputs that corpora start from: a small valid file for each reader, and bytes of several lengths for each law.

use crate::Outcome;
use crate::process::root;
use std::fs;
use std::path::Path;

/// Files of the repository that a target reads.
const FILES: [(&str, &str); 7] = [
    ("obj", "docs/examples/crate.obj"),
    ("urdf", "docs/examples/arm.urdf"),
    ("scene_file", "docs/examples/cell.toml"),
    ("geojson", "docs/examples/warehouse.geojson"),
    ("pose_table", "docs/examples/path.csv"),
    ("pose_table", "docs/examples/way.csv"),
    ("joint_table", "docs/examples/path.csv"),
];

/// Files that are small enough to stand here.
const TEXTS: [(&str, &str); 16] = [
    (
        "stl",
        "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n",
    ),
    ("obj", "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1/1/1 2//2 -1\ng b\nf 2 3 4\nf 3 1 4\n"),
    (
        "ply",
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n\
         property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
    ),
    ("off", "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n"),
    (
        "gltf",
        r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#,
    ),
    ("rules_file", "ignore = [[\"bolt*\", \"*\"]]\n[[rules]]\nbetween = [\"pipe *\", \"*\"]\nclearance = \"2 mm\"\n"),
    ("wkt", "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 1))\nMULTIPOLYGON (((5 5, 6 5, 6 6, 5 5)))\n"),
    ("svg_path", "M0 0h4v4H0z m1 1 l1 0 0 1z C 1 2 3 4 5 6 S 1 1 2 2 Q 1 2 3 4 T 5 5 A 1 2 30 0 1 7 8 Z"),
    ("geojson", r#"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]]]}"#),
    ("polygon_table", "name,x,y\na,0,0\na,1,0\na,0,1\nb,2,2\nb,3,2\nb,2,3\n"),
    ("polygon_table", "POLYGON ((0 0, 1 0, 0 1, 0 0)),POLYGON ((0 0, 1 0, 0 1, 0 0)),touches\n"),
    ("srdf", "<robot name=\"arm\"><disable_collisions link1=\"base\" link2=\"upper\" reason=\"Adjacent\"/></robot>"),
    ("joint_table", "shoulder,slide\n0.5,0.25\n-1,1\n"),
    ("pose_table", "x,y,z,qw,qx,qy,qz\n0,0,0,1,0,0,0\n1,2,3,0,1,0,0\n"),
    (
        "ccd_table",
        "0,1,0,1,0,1\n1,1,0,1,0,1\n0,1,1,1,0,1\n0,1,0,1,1,1\n0,1,0,1,0,1\n1,1,0,1,0,1\n0,1,1,1,0,1\n0,1,0,1,1,1\n",
    ),
    ("baseline_report", r#"{"schema":2,"clashes":[{"id":"a","a":"x","b":"y","status":"open"}]}"#),
];

/// Lengths of the bytes that laws start from: a pair of triangles takes eighteen, a scene some hundreds.
const LENGTHS: [usize; 6] = [24, 64, 128, 256, 512, 1024];

/// Puts seeds into a corpus that has none of them yet.
///
/// # Errors
/// The folder or a file in it cannot be written.
pub fn put_seeds(name: &str, corpus: &Path) -> Outcome {
    let problem = |error: std::io::Error| format!("{}: {error}", corpus.display());
    fs::create_dir_all(corpus).map_err(problem)?;
    for (k, seed) in seeds(name)?.iter().enumerate() {
        fs::write(corpus.join(format!("seed-{k}")), seed).map_err(problem)?;
    }
    Ok(())
}

fn seeds(name: &str) -> Outcome<Vec<Vec<u8>>> {
    let texts = TEXTS.iter().filter(|(of, _)| *of == name).map(|(_, text)| text.as_bytes().to_vec());
    let mut seeds: Vec<Vec<u8>> = texts.collect();
    for (_, file) in FILES.iter().filter(|(of, _)| *of == name) {
        seeds.push(fs::read(root().join(file)).map_err(|error| format!("{file}: {error}"))?);
    }
    if name.ends_with("_laws") {
        seeds.extend(LENGTHS.iter().map(|length| bytes(*length)));
    }
    Ok(seeds)
}

/// Bytes of a linear congruential generator (Knuth's MMIX), the same everywhere.
fn bytes(length: usize) -> Vec<u8> {
    let mut state = length as u64;
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_seeds() {
        for entry in fs::read_dir(root().join("fuzz/fuzz_targets")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(seeds(name).unwrap().iter().any(|seed| !seed.is_empty()), "{name}");
        }
        assert_eq!(bytes(64).len(), 64);
        assert_ne!(bytes(64), bytes(128)[..64]);
    }
}
