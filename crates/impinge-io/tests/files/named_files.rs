//! Files that files name: only regular ones below the folder of the file that names them, unless the caller says otherwise.

use impinge_io::{FilePlace, Problem, ReadError, ReadOptions, RobotOptions};
use impinge_io::{read, read_scene, read_scene_with, read_urdf, read_with};
use std::path::PathBuf;

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

struct Workshop(tempfile::TempDir);

impl Workshop {
    /// A folder `inside` for the file that names others, and a mesh and a buffer beside it.
    fn new() -> Self {
        let workshop = Self(tempfile::tempdir().unwrap());
        workshop.write("outside.obj", TRIANGLE.as_bytes());
        let corners = [[0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let bytes: Vec<u8> = corners.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
        workshop.write("outside.bin", &bytes);
        workshop.write("inside/own.bin", &bytes);
        workshop
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Options by which the folder around may be read.
    fn rooted(&self) -> ReadOptions {
        ReadOptions { roots: vec![self.0.path().to_owned()], trusted: false }
    }
}

/// A document of one triangle whose buffers are these.
fn gltf(uris: &[&str]) -> String {
    let buffers: Vec<String> = uris.iter().map(|uri| format!("{{\"byteLength\":36,\"uri\":\"{uri}\"}}")).collect();
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{{\"mesh\":0}}],\"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}}}}]}}],\
         \"buffers\":[{}],\"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}}],\
         \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}}]}}",
        buffers.join(",")
    )
}

fn urdf(mesh: &str) -> String {
    format!(
        "<robot name=\"r\">\n<link name=\"l\"><collision><geometry>\n<mesh filename=\"{mesh}\"/></geometry></collision></link></robot>"
    )
}

/// The error of the file that is named.
fn referred(error: ReadError) -> ReadError {
    match error.problem {
        Problem::Referred(inner) => *inner,
        other => panic!("{other}"),
    }
}

fn assert_outside(error: ReadError, place: &FilePlace) {
    let text = error.to_string();
    assert_eq!(&error.place, place, "{text}");
    let Problem::OutsideFolders { resolved, folders } = error.cause() else { panic!("{text}") };
    assert!(text.contains(&format!("leads to {resolved}, outside the folders")), "{text}");
    assert!(folders.iter().all(|folder| text.contains(folder)) && !text.contains("--"), "{text}");
    assert!(matches!(referred(error).problem, Problem::OutsideFolders { .. }));
}

#[test]
fn buffers_lie_beside_their_document() {
    let workshop = Workshop::new();
    let trusted = ReadOptions { trusted: true, ..ReadOptions::default() };
    let place = FilePlace::Json("buffers[0].uri".to_owned());
    for uri in ["../outside.bin", "%2e%2e/outside.bin", "%2E./outside.bin", "own/../../outside.bin"] {
        workshop.write("inside/own/x", b"");
        let path = workshop.write("inside/a.gltf", gltf(&[uri]).as_bytes());
        assert_outside(read(&path).unwrap_err(), &place);
        assert_eq!(read_with(&path, &workshop.rooted()).unwrap().len(), 1);
        assert_eq!(read_with(&path, &trusted).unwrap().len(), 1);
    }
    let own = workshop.write("inside/a.gltf", gltf(&["own.bin"]).as_bytes());
    assert_eq!(read(own).unwrap().len(), 1);
}

#[test]
fn meshes_and_robots_lie_below_their_scene() {
    let workshop = Workshop::new();
    let body = |mesh: &str| format!("bodies = [{{ name = \"a\", mesh = {mesh:?} }}]\n");
    let key = |path: &str| FilePlace::Key { line: Some(1), path: path.to_owned() };
    let outside = workshop.path("outside.obj").display().to_string();
    for mesh in ["../outside.obj", outside.as_str()] {
        let scene = workshop.write("inside/s.toml", body(mesh).as_bytes());
        assert_outside(read_scene(&scene).unwrap_err(), &key("bodies[0].mesh"));
        assert_eq!(read_scene_with(&scene, &workshop.rooted()).unwrap().bodies.len(), 1);
    }
    // What a named file names may lie below the folder of the first.
    workshop.write("inside/parts/p.gltf", gltf(&["../own.bin"]).as_bytes());
    let scene = workshop.write("inside/s.toml", body("parts/p.gltf").as_bytes());
    assert_eq!(read_scene(&scene).unwrap().bodies.len(), 1);
    workshop.write("inside/parts/p.gltf", gltf(&["../../outside.bin"]).as_bytes());
    let error = referred(read_scene(&scene).unwrap_err());
    assert!(matches!(referred(error).problem, Problem::OutsideFolders { .. }));

    workshop.write("r.urdf", urdf("outside.obj").as_bytes());
    for (urdf, packages) in [("../r.urdf", ""), ("q.urdf", "packages = [\"..\"]")] {
        workshop.write("inside/q.urdf", self::urdf("package://pack/p.obj").as_bytes());
        workshop.write("pack/p.obj", TRIANGLE.as_bytes());
        let text = format!("robots = [{{ name = \"r\", urdf = \"{urdf}\", {packages} }}]");
        let scene = workshop.write("inside/s.toml", text.as_bytes());
        let error = read_scene(&scene).unwrap_err();
        assert_eq!(error.place, key("robots[0].urdf"), "{error}");
        assert!(matches!(error.cause(), Problem::OutsideFolders { .. }), "{error}");
        assert_eq!(read_scene_with(&scene, &workshop.rooted()).unwrap().bodies.len(), 1);
    }
}

#[test]
fn meshes_of_a_robot_lie_below_it_or_in_packages() {
    let workshop = Workshop::new();
    let read = |urdf: &PathBuf, options: &RobotOptions| read_urdf(urdf, options).map(|robot| robot.links.len());
    let default = RobotOptions::default();
    for mesh in ["../outside.obj", "file:///etc/hosts", "package://inside/../outside.obj"] {
        let robot = workshop.write("inside/r.urdf", urdf(mesh).as_bytes());
        assert_outside(read(&robot, &default).unwrap_err(), &FilePlace::Line(3));
    }
    // A package by its manifest, in a folder far above or beside that of the robot; and one that the caller names.
    workshop.write("ws/tool/package.xml", b"<package/>");
    workshop.write("ws/tool/t.obj", TRIANGLE.as_bytes());
    let deep = workshop.write("ws/a/b/c/r.urdf", urdf("package://tool/t.obj").as_bytes());
    assert_eq!(read(&deep, &default).unwrap(), 1);
    workshop.write("ws/hand/meshes/h.obj", TRIANGLE.as_bytes());
    let beside = workshop.write("ws/arm/urdf/r.urdf", urdf("package://hand/meshes/h.obj").as_bytes());
    assert_outside(read(&beside, &default).unwrap_err(), &FilePlace::Line(3));
    let tool = workshop.write("ws/arm/urdf/t.urdf", urdf("package://tool/t.obj").as_bytes());
    assert_eq!(read(&tool, &default).unwrap(), 1);
    workshop.write("ws/.keys/k.obj", TRIANGLE.as_bytes());
    let hidden = workshop.write("ws/arm/urdf/k.urdf", urdf("package://.keys/k.obj").as_bytes());
    assert_outside(read(&hidden, &default).unwrap_err(), &FilePlace::Line(3));
    let far = workshop.write("ws/a/b/c/far.urdf", urdf("package://hand/meshes/h.obj").as_bytes());
    assert_outside(read(&far, &default).unwrap_err(), &FilePlace::Line(3));
    for root in ["ws", "ws/hand"] {
        let options = RobotOptions { package_roots: vec![workshop.path(root)], ..RobotOptions::default() };
        assert_eq!(read(&far, &options).unwrap(), 1);
        let options = RobotOptions {
            files: ReadOptions { roots: vec![workshop.path(root)], trusted: false },
            ..RobotOptions::default()
        };
        assert_eq!(read(&far, &options).unwrap(), 1);
    }
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_links_that_lead_out_are_refused() {
    let workshop = Workshop::new();
    std::os::unix::fs::symlink(workshop.path("outside.obj"), {
        std::fs::create_dir_all(workshop.path("inside")).unwrap();
        workshop.path("inside/link.obj")
    })
    .unwrap();
    let status = std::process::Command::new("mkfifo").arg(workshop.path("inside/fifo.stl")).status();
    let scene = |mesh: &str| {
        let text = format!("bodies = [{{ name = \"a\", mesh = \"{mesh}\" }}]");
        read_scene(workshop.write("inside/s.toml", text.as_bytes())).unwrap_err()
    };
    assert!(matches!(referred(scene("link.obj")).problem, Problem::OutsideFolders { .. }));
    assert!(matches!(referred(scene("/dev/zero")).problem, Problem::OutsideFolders { .. }));
    // Opening it would wait for a writer that never comes.
    if status.is_ok_and(|status| status.success()) {
        let error = referred(scene("fifo.stl"));
        assert!(matches!(error.problem, Problem::NotRegular { what: "a pipe" }), "{error}");
    }
}

/// A link to a file that may be read does not open the folder of the link.
#[cfg(unix)]
#[test]
fn a_file_behind_a_link_names_what_lies_beside_the_file() {
    let workshop = Workshop::new();
    let bytes = std::fs::read(workshop.path("outside.bin")).unwrap();
    let options = ReadOptions { roots: vec![workshop.path("store")], trusted: false };
    workshop.write("store/m.gltf", gltf(&["b.bin"]).as_bytes());
    workshop.write("store/r.urdf", urdf("b.obj").as_bytes());
    workshop.write("farm/b.bin", &bytes);
    workshop.write("farm/b.obj", TRIANGLE.as_bytes());
    for name in ["m.gltf", "r.urdf"] {
        std::os::unix::fs::symlink(workshop.path("store").join(name), workshop.path("farm").join(name)).unwrap();
    }
    let body = workshop.write("inside/body.toml", b"bodies = [{ name = \"a\", mesh = \"../farm/m.gltf\" }]");
    let robot = workshop.write("inside/robot.toml", b"robots = [{ name = \"a\", urdf = \"../farm/r.urdf\" }]");
    for (scene, link) in [(&body, "farm/m.gltf"), (&robot, "farm/r.urdf")] {
        let error = referred(read_scene_with(scene, &options).unwrap_err());
        assert!(error.file.ends_with(link), "{error}");
        assert!(matches!(referred(error).problem, Problem::OutsideFolders { .. }));
    }
    // As links to what lies beside it, they are read.
    for name in ["b.bin", "b.obj"] {
        std::fs::rename(workshop.path("farm").join(name), workshop.path("store").join(name)).unwrap();
        std::os::unix::fs::symlink(workshop.path("store").join(name), workshop.path("farm").join(name)).unwrap();
    }
    for scene in [&body, &robot] {
        assert_eq!(read_scene_with(scene, &options).unwrap().bodies.len(), 1);
    }
}
