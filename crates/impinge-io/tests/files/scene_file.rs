//! Scenes from TOML and JSON: the documented example, the same in both forms, and an error of the right kind at the right place.

use impinge::broad::Mobility;
use impinge::executor::Executor;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::pair::Request;
use impinge::scene::{BodyId, ConfigurationRequest, Scene, SceneOptions};
use impinge::shape::Solid;
use impinge_io::{FilePlace, Model, Origin, Problem, ReadError, SceneFile, read_scene, read_scene_bytes};
use impinge_scenes::{SplitMix64, robot_arm};
use std::path::Path;
use std::sync::Arc;

const CUBE: &str = include_str!("../../../../docs/examples/crate.obj");
const CELL: &str = include_str!("../../../../docs/examples/cell.toml");

/// The scene of a text, in a directory with a cube, a file of two bodies and a robot.
fn scene_in(directory: &Path, text: &[u8]) -> Result<SceneFile, ReadError> {
    let two = format!("o low\n{CUBE}o high\nv 0 0 90\nv 1 0 90\nv 0 1 90\nf 9 10 11\n");
    for (name, content) in [("crate.obj", CUBE), ("two.obj", &two), ("arm.urdf", &robot_arm().unwrap().urdf)] {
        if !directory.join(name).exists() {
            std::fs::write(directory.join(name), content).unwrap();
        }
    }
    let path = directory.join("scene.toml");
    std::fs::write(&path, text).unwrap();
    read_scene(&path)
}

fn scene(text: &str) -> Result<SceneFile, ReadError> {
    scene_in(tempfile::tempdir().unwrap().path(), text.as_bytes())
}

fn mesh(scene: &SceneFile, body: usize) -> &Arc<impinge::mesh::Mesh> {
    match &scene.bodies[body].parts[0].model {
        Model::Mesh(mesh) => mesh,
        Model::Shape(_) | Model::HalfSpace(_) => panic!("{body} is no mesh"),
    }
}

#[test]
fn the_example_is_what_it_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let arm = std::fs::read_to_string(docs.join("arm.urdf")).unwrap();
    assert_eq!(arm, robot_arm().unwrap().urdf, "docs/examples/arm.urdf is the text of impinge_scenes::robot_arm()");
    let scene = read_scene(docs.join("cell.toml")).unwrap();
    let names: Vec<&str> = scene.bodies.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names[..6], ["floor", "table", "crate", "small crate", "tool", "arm/rail"]);
    assert_eq!(
        (names.len(), scene.robots.len(), &scene.groups[..]),
        (15, 1, &["furniture".to_owned(), "robot".to_owned()][..])
    );
    assert!(matches!(scene.bodies[0].parts[0].model, Model::HalfSpace(_)));
    assert_eq!((scene.bodies[1].mobility, scene.bodies[2].mobility), (Mobility::Fixed, Mobility::Moving));
    assert_eq!(mesh(&scene, 2).bounds().max, DVec3::splat(0.125));
    let crate_centre = scene.bodies[2].world_from_body.translation();
    assert!((crate_centre - DVec3::new(0.0, 0.9, 0.5)).length() < 1e-15);
    let small = scene.bodies[3].world_from_body;
    assert!((small.translation() - DVec3::new(0.0, 0.9, 0.6875)).length() < 1e-15);
    assert_eq!(small.rotation(), scene.bodies[2].world_from_body.rotation());

    // The tool is held by the hand, wherever that is.
    let robot = &scene.robots[0];
    let tree = &robot.robot.articulation;
    let mut poses = vec![Pose::IDENTITY; robot.robot.links.len()];
    tree.poses(&robot.values, &mut poses).unwrap();
    let hand = tree.link("hand").unwrap();
    let tip = poses[hand.index()].transform_point(DVec3::new(0.0, 0.0, 0.12));
    assert!((scene.bodies[4].world_from_body.translation() - tip).length() < 1e-15);
    let body = robot.bodies[hand.index()].unwrap();
    assert_eq!(scene.bodies[body].origin, Origin::Link { robot: 0, link: hand });
    assert_eq!((scene.bodies[body].world_from_body, names[body]), (poses[hand.index()], "arm/hand"));
    assert_eq!(robot.bodies[tree.link("flange").unwrap().index()], None);
    let value = |name: &str| robot.values[tree.value_names().iter().position(|n| n == name).unwrap()];
    assert_eq!([value("shoulder"), value("elbow"), value("turn"), value("left")], [-0.5, 1.2, 0.0, 0.03]);

    // Filters: no group is bit 0, furniture bit 1, robot bit 2.
    assert_eq!((scene.bodies[2].group, scene.bodies[2].mask), (1, u32::MAX));
    assert_eq!((scene.bodies[1].group, scene.bodies[1].mask), (2, !2));
    assert_eq!((scene.bodies[body].group, scene.bodies[body].mask), (4, u32::MAX));
    assert!(scene.ignored.is_sorted() && scene.ignored.contains(&[0, 1]) && scene.ignored.contains(&[0, 5]));
    let count = 4 + 12 + 2;
    assert_eq!(
        scene.ignored.len(),
        count,
        "and the neighbours in the arm, welded ones too, and the tool with the hand and the camera on it"
    );
}

/// The place of a body in a scene.
fn place(scene: &Scene, name: &str) -> Pose {
    *scene.body(scene.find(name).unwrap()).unwrap().world_from_body()
}

/// How far two poses are apart.
fn apart(a: &Pose, b: &Pose) -> f64 {
    let turned = (a.rotation() - b.rotation()).to_cols_array().into_iter().map(f64::abs).fold(0.0, f64::max);
    turned.max((a.translation() - b.translation()).length())
}

/// Many bodies that one link holds are a set: what is told grows with their number, and no two of them, nor one and the link, are looked at together.
#[test]
fn many_bodies_that_a_link_holds_are_a_set() {
    let folder = tempfile::tempdir().unwrap();
    let sphere = "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
    let link = |name: &str| format!("<link name=\"{name}\">{sphere}</link>");
    let joint = "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>";
    let robot = format!("<robot name=\"r\">{}{}{joint}</robot>", link("a"), link("b"));
    std::fs::write(folder.path().join("r.urdf"), robot).unwrap();
    for count in [60, 70, 500] {
        let body = |k: usize| {
            format!("[[bodies]]\nname = \"t{k}\"\nshape = {{ kind = \"sphere\", radius = 1 }}\nparent = \"r/b\"\n")
        };
        let bodies: String = (0..count).map(body).collect();
        let text = format!("[[robots]]\nname = \"r\"\nurdf = \"r.urdf\"\nneighbours = \"welded\"\n{bodies}");
        let path = folder.path().join("scene.toml");
        std::fs::write(&path, text).unwrap();
        let file = read_scene(path).unwrap();
        let (listed, sets) = if count > 64 { (0, vec![count]) } else { (count * (count - 1) / 2, vec![]) };
        assert_eq!(file.ignored.len(), listed + 2 * count + 1);
        assert_eq!(file.ignored_sets.iter().map(Vec::len).collect::<Vec<_>>(), sets);
        let mut built = file.build(&SceneOptions::default()).unwrap();
        assert_eq!(built.scene.view(&Executor::serial()).pair_count(), 0);
    }
}

#[test]
fn what_a_link_holds_moves_with_it() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let file = read_scene(docs.join("cell.toml")).unwrap();
    let mut built = file.build(&SceneOptions::default()).unwrap();
    let hand_from_tool = |scene: &Scene| place(scene, "arm/hand").inverse().compose(&place(scene, "tool")).unwrap();
    let (held, crate_at) = (hand_from_tool(&built.scene), place(&built.scene, "crate"));
    let before = place(&built.scene, "tool");
    let mut values = file.robots[0].values.clone();
    built.scene.set_configuration(&built.robots[0], &values).unwrap();
    assert_eq!(place(&built.scene, "tool"), before, "nothing moves where nothing has changed");
    values.iter_mut().for_each(|value| *value += 0.03);
    built.scene.set_configuration(&built.robots[0], &values).unwrap();
    assert!(apart(&place(&built.scene, "tool"), &before) > 0.02);
    assert!(apart(&hand_from_tool(&built.scene), &held) < 1e-12);
    assert_eq!(place(&built.scene, "crate"), crate_at);
    // Configurations say the same as moving and looking.
    let tool = built.scene.find("tool").unwrap();
    let turn = file.robots[0].robot.articulation.value_names().iter().position(|name| name == "turn").unwrap();
    let mut met = 0;
    for k in 0..40 {
        values[turn] = f64::from(k) * 0.15;
        built.scene.set_configuration(&built.robots[0], &values).unwrap();
        let view = built.scene.view(&Executor::serial());
        let [one] = &view
            .configurations(&built.robots[0], &values, ConfigurationRequest::Clearance, &Executor::serial())
            .unwrap()[..]
        else {
            panic!("one configuration")
        };
        let pairs = view.report(&Request::default(), &Executor::serial());
        let moved = |id: BodyId| built.robots[0].links().iter().any(|(_, own, _)| *own == id);
        let first = pairs.iter().map(|pair| pair.bodies).find(|(a, b)| moved(*a) || moved(*b));
        assert_eq!(one.met, first, "{k}");
        met += usize::from(pairs.iter().any(|pair| pair.bodies.0 == tool || pair.bodies.1 == tool));
    }
    assert!(met < 40, "the tool is let alone by the hand that holds it");
}

#[test]
fn a_robot_on_a_link_moves_with_it_and_so_does_what_it_holds() {
    let robot = |name: &str, more: &str| format!("[[robots]]\nname = \"{name}\"\nurdf = \"arm.urdf\"\n{more}\n");
    let ball = |name: &str, more: &str| {
        format!("[[bodies]]\nname = \"{name}\"\nshape = {{ kind = \"sphere\", radius = 0.1 }}\n{more}\n")
    };
    let on = "parent = \"a/hand\"\npose.translation = [0, 0, 1]\njoints = { elbow = 0.5 }";
    let text = robot("a", "pose.translation = [3, 0, 0]")
        + &robot("b", on)
        + &ball("low", "parent = \"b/hand\"\npose.translation = [0, 1, 0]")
        + &ball("high", "parent = \"low\"\npose.translation = [0, 0, 2]")
        + &ball("on the root", "parent = \"b\"")
        + &ball("still", "parent = \"a/rail\"\nfixed = true");
    let file = scene(&text).unwrap();
    let [a, b] = &file.robots[..] else { panic!("two robots") };
    assert_eq!((a.carried.len(), b.carried.len()), (10 + 4, 2));
    let mut built = file.build(&SceneOptions::default()).unwrap();
    let from_hand = |scene: &Scene, name: &str| place(scene, "a/hand").inverse().compose(&place(scene, name)).unwrap();
    let names = ["b/rail", "b/forearm", "b/left_finger", "low", "high", "on the root"];
    let held = names.map(|name| from_hand(&built.scene, name));
    let still = place(&built.scene, "still");
    let values: Vec<f64> = a.values.iter().map(|value| value + 0.04).collect();
    built.scene.set_configuration(&built.robots[0], &values).unwrap();
    for (name, held) in names.iter().zip(&held) {
        assert!(apart(&from_hand(&built.scene, name), held) < 1e-12, "{name}");
    }
    assert_eq!(place(&built.scene, "still"), still);
    // What never moves against its holder is let alone, what a joint moves is not.
    let at = |name: &str| file.bodies.iter().position(|body| body.name == name).unwrap();
    let ignored = |p: &str, q: &str| file.ignored.contains(&[at(p).min(at(q)), at(p).max(at(q))]);
    assert!(ignored("b/rail", "a/hand") && ignored("b/rail", "a/camera") && ignored("on the root", "a/hand"));
    assert!(ignored("low", "b/hand") && ignored("low", "high") && ignored("high", "b/camera"));
    assert!(ignored("still", "a/rail") && !ignored("still", "a/base"));
    assert!(!ignored("b/base", "a/hand") && !ignored("low", "a/hand") && !ignored("low", "b/left_finger"));
    let fixed = robot("a", "") + &ball("x", "parent = \"a/hand\"\nfixed = true");
    assert!(refusal(&fixed).2.contains("bodies[0].fixed: expected false, as the body is held by a link"));
}

#[test]
fn neighbours_are_what_the_key_says() {
    let count = |more: &str| {
        let text = format!("[[robots]]\nname = \"a\"\nurdf = \"arm.urdf\"\n{more}\n");
        scene(&text).map(|scene| scene.ignored.len())
    };
    let [usual, joined, welded, none] =
        ["", "neighbours = \"joined\"", "neighbours = \"welded\"", "neighbours = \"none\""]
            .map(|more| count(more).unwrap());
    assert!(usual == joined && welded > joined && none == 0, "{joined} joined, {welded} welded, {none} none");
    let text = "[[robots]]\nname = \"a\"\nurdf = \"arm.urdf\"\nneighbours = \"all\"\n";
    assert!(refusal(text).2.contains("robots[0].neighbours: expected 'joined', 'welded' or 'none', found 'all'"));
}

#[test]
fn toml_and_json_say_the_same() {
    let toml = r#"
        ignore = [["a", "b"]]
        [[bodies]]
        name = "a"
        mesh = "two.obj"
        part = "low"
        scale = -2
        pose = { translation = [0.1, 2, -3e2], axis = [0, 0, 7], degrees = 90 }
        [[bodies]]
        name = "b"
        fixed = true
        shape.kind = "sphere"
        shape.radius = 0.25
    "#;
    let json = r#"{
        "$schema": "scene.schema.json",
        "bodies": [
            {"name": "a", "mesh": "two.obj", "part": "low", "scale": -2,
             "pose": {"translation": [0.1, 2, -3e2], "rotation": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}},
            {"name": "b", "fixed": true, "shape": {"kind": "sphere", "radius": 0.25}}
        ],
        "ignore": [["a", "b"]]
    }"#;
    let (toml, json) = (scene(toml).unwrap(), scene(json).unwrap());
    for scene in [&toml, &json] {
        let turned = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
        assert_eq!(scene.bodies[0].world_from_body, Pose::try_new(turned, DVec3::new(0.1, 2.0, -300.0)).unwrap());
        assert_eq!((mesh(scene, 0).bounds().max, mesh(scene, 0).faces().len()), (DVec3::splat(25.0), 12));
        assert_eq!((scene.bodies[1].mobility, &scene.ignored[..]), (Mobility::Fixed, &[[0, 1]][..]));
    }
}

#[test]
fn one_file_listed_twice_is_one_mesh() {
    let body = |name: &str, more: &str| format!("[[bodies]]\nname = \"{name}\"\nmesh = \"two.obj\"\n{more}\n");
    let scales = ["", "scale = 1", "scale = 2", "mirror = \"z\"", "mirror = \"z\"", "part = \"high\""];
    let text: String = scales.iter().enumerate().map(|(i, more)| body(&i.to_string(), more)).collect();
    let scene = scene(&text).unwrap();
    let same = |a: usize, b: usize| Arc::ptr_eq(mesh(&scene, a), mesh(&scene, b));
    assert!(same(0, 1) && same(3, 4) && !same(0, 2) && !same(0, 3) && !same(0, 5));
    assert_eq!((mesh(&scene, 0).faces().len(), mesh(&scene, 5).faces().len()), (13, 1));
    assert_eq!(mesh(&scene, 3).bounds().min.z, -90.0);
}

#[test]
fn every_shape_is_read() {
    let shapes = [
        ("{ kind = \"sphere\", radius = 2 }", DVec3::splat(2.0)),
        ("{ kind = \"capsule\", radius = 1, length = 4 }", DVec3::new(1.0, 1.0, 3.0)),
        ("{ kind = \"cuboid\", size = [1, 2, 3] }", DVec3::new(0.5, 1.0, 1.5)),
        ("{ kind = \"cylinder\", radius = 1, length = 4 }", DVec3::new(1.0, 1.0, 2.0)),
        ("{ kind = \"cone\", radius = 1, length = 4 }", DVec3::new(1.0, 1.0, 2.0)),
        ("{ kind = \"ellipsoid\", radii = [1, 2, 3] }", DVec3::new(1.0, 2.0, 3.0)),
        ("{ kind = \"polytope\", points = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]] }", DVec3::new(1.0, 2.0, 3.0)),
    ];
    for (shape, max) in shapes {
        let scene = scene(&format!("[[bodies]]\nname = \"a\"\nshape = {shape}\n")).unwrap();
        let Model::Shape(read) = &scene.bodies[0].parts[0].model else { panic!("{shape}") };
        assert!((read.bounds().max - max).length() < 1e-12, "{shape}: {}", read.bounds().max);
    }
}

/// The error of a text: its place and its message after the file's name.
fn refusal(text: &str) -> (FilePlace, Problem, String) {
    let error = scene(text).unwrap_err();
    let message = error.to_string();
    let after = message.split_once("scene.toml").unwrap().1.to_owned();
    (error.place, error.problem, after)
}

#[test]
fn documents_that_are_no_scene() {
    let missing = read_scene(Path::new("/none/scene.toml")).unwrap_err();
    assert!(matches!(missing.problem, Problem::Missing));
    assert!(matches!(refusal("").1, Problem::Empty));
    assert!(refusal("a = \n").2.starts_with(":1: expected a TOML document, found "));
    assert!(refusal("{\n\"bodies\": [,]}").2.starts_with(":2: expected a JSON document, found "));
    assert!(
        refusal("{\"bodies\": [],\n\"bodies\": []}")
            .2
            .starts_with(":2: expected a JSON document, found the key 'bodies' twice")
    );
    assert!(refusal("{} x").2.starts_with(":1: expected a JSON document, found "));
    assert!(refusal("# nothing\n").2.contains("expected a list 'bodies' or 'robots' that is not empty"));
    assert!(refusal("bodies = 3").2.contains(":1: bodies: expected a list, found 3"));
    let bytes = scene_in(tempfile::tempdir().unwrap().path(), b"\xff\xfe").unwrap_err();
    assert!(bytes.to_string().ends_with("expected a text in UTF-8, found other bytes"));
    assert!(refusal(&("[".repeat(100_000))).2.contains("expected a TOML document"));
    assert!(refusal(&("{\"bodies\":".to_owned() + &"[".repeat(100_000))).2.contains("expected a JSON document"));
}

#[test]
fn keys_and_values_that_are_wrong_are_named() {
    let body = |more: &str| format!("[[bodies]]\nname = \"a\"\n{more}\n");
    let shaped = |more: &str| body(&format!("shape = {{ kind = \"sphere\", radius = 1 }}\n{more}"));
    let says = |text: &str, expected: &str| {
        let message = refusal(text).2;
        assert!(message.contains(expected), "{expected}, found {message}");
    };
    says(
        "boddies = []",
        ": the document: the key 'boddies' is not known, expected one of $schema, unit, heal, bodies,",
    );
    says("boddies = []", "; did you mean 'bodies'?");
    says(&shaped("gruop = \"x\""), ":4: bodies[0]: the key 'gruop' is not known");
    says("{\"bodies\": [{\"name\": \"a\", \"mehs\": 1}]}", ": bodies[0]: the key 'mehs' is not known");
    says(&body(""), ":1: bodies[0]: expected either 'mesh' or 'shape', found neither");
    says(&shaped("mesh = \"crate.obj\""), "expected either 'mesh' or 'shape', found both");
    says("[[bodies]]\nmesh = \"crate.obj\"", ":1: bodies[0]: expected the key 'name', found none");
    says(
        "[[bodies]]\nname = \"\"\nmesh = \"crate.obj\"",
        ":2: bodies[0].name: expected a text that is not empty, found ''",
    );
    says("[[bodies]]\nname = 1979-05-27\nmesh = \"crate.obj\"", "found a date");
    says(
        "{\"bodies\": [{\"name\": null, \"mesh\": \"crate.obj\"}]}",
        ": bodies[0].name: expected a text that is not empty, found null",
    );
    says(&shaped("scale = 2"), ":4: bodies[0].scale: expected this key beside 'mesh' only");
    says(&body("mesh = \"crate.obj\"\nscale = 0"), ":4: bodies[0].scale: expected a number that is not zero, found 0");
    says(&body("mesh = \"crate.obj\"\nscale = nan"), "bodies[0].scale: expected a finite number, found NaN");
    says(
        &body("mesh = \"crate.obj\"\nmirror = \"w\""),
        "bodies[0].mirror: expected one of 'x', 'y' and 'z', found 'w'",
    );
    says(&shaped("fixed = 1"), "bodies[0].fixed: expected true or false, found 1");
    says(
        &shaped("pose = { translation = [1, 2] }"),
        "bodies[0].pose.translation: expected a list of 3 numbers, found a list of 2",
    );
    says(
        &shaped("pose = { translation = [1, 2, \"x\"] }"),
        "bodies[0].pose.translation[2]: expected a finite number, found 'x'",
    );
    says(&shaped("pose = { axis = [1, 0, 0] }"), "bodies[0].pose: expected 'degrees' beside 'axis', found none");
    says(&shaped("pose = { degrees = 3 }"), "bodies[0].pose: expected 'axis' beside 'degrees', found none");
    says(
        &shaped("pose = { quaternion = [0, 0, 0, 1], rotation = [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }"),
        "expected one of rotation, quaternion, rpy, rpy_degrees, and axis with degrees, found rotation and quaternion",
    );
    says(
        &shaped("pose = { axis = [0, 0, 0], degrees = 1 }"),
        "bodies[0].pose.axis: expected an axis that points somewhere",
    );
    says(
        &shaped("pose = { rotation = [[1, 0, 0]] }"),
        "bodies[0].pose.rotation: expected a list of 3 rows of 3 numbers",
    );
    says(&body("shape = { radius = 1 }"), "bodies[0].shape: expected the key 'kind', found none");
    says(&body("shape = 3"), "bodies[0].shape: expected a table, found 3");
    says(&body("shape = { kind = \"torus\" }"), "bodies[0].shape.kind: expected one of sphere, capsule,");
    says(&body("shape = { kind = \"sphere\" }"), "bodies[0].shape: expected the key 'radius', found none");
    says(&body("shape = { kind = \"box\" }"), "polytope, found 'box'; did you mean 'cuboid'?");
    says(&body("shape = { kind = \"plane\" }"), "found 'plane'; did you mean 'half_space'?");
    says(
        &body("shape = { kind = \"cylinder\", radius = 1, height = 1 }"),
        "the key 'height' is not known, expected one of kind, radius, length; did you mean 'length'?",
    );
    says(
        &body("shape = { kind = \"cuboid\", half_extents = [1, 1, 1] }"),
        "did you mean 'size'? It is the whole length, not half of it",
    );
    says("[[body]]\nname = \"a\"", "the key 'body' is not known, expected one of $schema, unit, heal, bodies,");
    says("[[body]]\nname = \"a\"", "did you mean 'bodies'?");
    let length = "shape = { kind = \"cylinder\", radius = 1, length = -3 }";
    says(&body(length), "bodies[0].shape: 'length' is -3, expected a length greater than zero");
    let size = "shape = { kind = \"cuboid\", size = [1, 0, 1] }";
    says(&body(size), "bodies[0].shape: 'size' along y is 0, expected a length greater than zero");
    says("[{\"name\": \"a\"}]", ":1: expected an object, which begins with '{', found a list in JSON");
    says(&body("shape = { kind = \"sphere\", size = 1 }"), "bodies[0].shape: the key 'size' is not known");
    says(&shaped("group = 3"), "bodies[0].group: expected a text");
    says(
        &(shaped("") + "[[robots]]\nname = \"r\"\nurdf = \"arm.urdf\"\ngeometry = \"all\""),
        "robots[0].geometry: expected 'collision'",
    );
}

#[test]
fn each_kind_of_trouble_has_its_own_type() {
    let body = |more: &str| format!("[[bodies]]\nname = \"a\"\n{more}\n");
    let sphere = "shape = { kind = \"sphere\", radius = 1 }\n";
    let problem = |text: &str| refusal(text).1;
    assert!(matches!(problem("x = 1"), Problem::UnknownKey { .. }));
    assert!(matches!(problem(&(body(sphere) + &body(sphere))), Problem::DuplicateName { name, .. } if name == "a"));
    let mirror = "pose = { rotation = [[1, 0, 0], [0, 1, 0], [0, 0, -1]] }\n";
    assert!(matches!(problem(&body(&format!("{sphere}{mirror}"))), Problem::NotRigid(_)));
    assert!(matches!(problem(&body(&format!("{sphere}pose = {{ quaternion = [0, 0, 0, 2] }}"))), Problem::NotRigid(_)));
    assert!(matches!(problem(&body("shape = { kind = \"sphere\", radius = -1 }")), Problem::BadShape(_)));
    assert!(matches!(
        problem(&body("shape = { kind = \"half_space\", normal = [0, 0, 0], offset = 1 }")),
        Problem::BadShape(_)
    ));
    assert!(matches!(problem(&body("shape = { kind = \"polytope\", points = [] }")), Problem::NoHull(_)));
    let (place, missing, message) = refusal(&body("mesh = \"none.obj\""));
    assert!(matches!(missing, Problem::Referred(error) if matches!(error.problem, Problem::Missing)));
    assert_eq!(place, FilePlace::Key { line: Some(3), path: "bodies[0].mesh".to_owned() });
    assert!(message.contains("none.obj: there is no such file"), "{message}");
    let (place, part, _) = refusal(&body("mesh = \"two.obj\"\npart = \"hihg\""));
    assert!(matches!(part, Problem::UnknownName { suggestion: Some(s), .. } if &*s == "high"));
    assert_eq!(place, FilePlace::Key { line: Some(4), path: "bodies[0].part".to_owned() });
    let (_, _, message) = refusal(&body("mesh = \"two.obj\"\npart = \"nothing\""));
    assert!(message.ends_with("called 'nothing'; there are 'high', 'low'"), "{message}");
    assert!(matches!(problem(&body("mesh = \"crate.obj\"\nscale = 1e200")), Problem::Refused { .. }));
    let groups: String = (0..32).map(|i| format!("[[bodies]]\nname = \"{i}\"\ngroup = \"g{i}\"\n{sphere}")).collect();
    assert!(refusal(&groups).2.contains("bodies[31].group: expected one of 31 groups at most"));
    let unknown = |filter: &str| refusal(&format!("{filter}\n{}", body(sphere)));
    assert!(matches!(unknown("ignore = [[\"a\", \"b\"]]").1, Problem::UnknownName { what: "body or robot", .. }));
    assert!(matches!(unknown("ignore_groups = [[\"a\", \"a\"]]").1, Problem::UnknownName { what: "group", .. }));
    assert!(
        unknown("ignore = [[\"a\"]]").2.contains("ignore[0]: expected a pair of bodies or robots, found a list of 1")
    );
}

#[test]
fn placements_lead_somewhere_or_are_refused() {
    let body = |name: &str, parent: &str| {
        format!(
            "[[bodies]]\nname = \"{name}\"\nparent = \"{parent}\"\npose = {{ translation = [1, 0, 0] }}\nshape = {{ kind = \"sphere\", radius = 1 }}\n"
        )
    };
    let (place, problem, message) = refusal(&(body("a", "b") + &body("b", "c") + &body("c", "b")));
    assert!(matches!(problem, Problem::Circle { ref names, .. } if names.len() == 3), "{message}");
    assert!(matches!(place, FilePlace::Key { line: Some(_), .. }));
    assert!(message.contains("b → c → b") || message.contains("c → b → c"), "{message}");
    assert!(matches!(refusal(&body("a", "a")).1, Problem::Circle { names, .. } if names == ["a", "a"]));
    let (_, problem, message) = refusal(&body("first", "frist"));
    assert!(matches!(problem, Problem::UnknownName { .. }) && message.ends_with("did you mean 'first'?"), "{message}");
    // A chain listed from its end.
    let count = 2_000;
    let root = "[[bodies]]\nname = \"0\"\nshape = { kind = \"sphere\", radius = 1 }\n";
    let chain: String = (1..=count).rev().map(|i| body(&i.to_string(), &(i - 1).to_string())).collect();
    let scene = scene(&(chain + root)).unwrap();
    assert_eq!(scene.bodies[0].world_from_body.translation(), DVec3::new(f64::from(count), 0.0, 0.0));
}

#[test]
fn robots_of_a_scene() {
    let robot = |name: &str, more: &str| format!("[[robots]]\nname = \"{name}\"\nurdf = \"arm.urdf\"\n{more}\n");
    // One robot on the hand of another; the tree of both, and no looking at the first with itself.
    let second = robot("b", "parent = \"a/hand\"\npose = { translation = [0, 0, 1] }");
    let both = scene(&format!("ignore = [[\"a\", \"a\"], [\"a\", \"b/hand\"]]\n{}{second}", robot("a", ""))).unwrap();
    assert_eq!(both.bodies.len(), 20);
    let hand = both.bodies.iter().find(|b| b.name == "a/hand").unwrap().world_from_body;
    assert_eq!(both.robots[1].world_from_root.translation(), hand.transform_point(DVec3::Z));
    // The first robot, it with the second's hand, the second's neighbours, and its rail with what holds it: hand and camera.
    assert_eq!(both.ignored.len(), 45 + 10 + 8 + 2);
    let (_, problem, message) = refusal(&robot("a", "joints = { elbwo = 1 }"));
    assert!(matches!(problem, Problem::UnknownName { .. }) && message.ends_with("did you mean 'elbow'?"), "{message}");
    let no_value = |joint: &str, why: &str| {
        let (_, problem, message) = refusal(&robot("a", &format!("joints = {{ {joint} = 0 }}")));
        assert!(matches!(problem, Problem::NoJointValue { .. }) && message.ends_with(why), "{message}");
    };
    no_value("right", "the joint 'right' cannot be set: it follows 'left'; set that");
    no_value("mount", "the joint 'mount' cannot be set: it is fixed");
    assert!(matches!(refusal(&robot("a", "joints = { elbow = 9 }")).1, Problem::NoConfiguration(_)));
    assert!(
        refusal(&robot("a", "joints = { elbow = \"x\" }"))
            .2
            .contains(":4: robots[0].joints.elbow: expected a finite number")
    );
    let (place, problem, message) = refusal("[[robots]]\nname = \"a\"\nurdf = \"none.urdf\"");
    assert!(matches!(problem, Problem::Referred(error) if matches!(error.problem, Problem::Missing)));
    assert_eq!(place, FilePlace::Key { line: Some(3), path: "robots[0].urdf".to_owned() });
    assert!(message.contains("none.urdf: there is no such file"), "{message}");
    let (place, problem, _) = refusal(&robot("a", "srdf = \"none.srdf\""));
    assert!(matches!(problem, Problem::Referred(_)));
    assert_eq!(place, FilePlace::Key { line: Some(4), path: "robots[0].srdf".to_owned() });
    let (_, _, message) = refusal(&robot("a", "srdf = \"arm.urdf\""));
    assert!(message.contains("expected an SRDF file, with <disable_collisions>, found <link>"), "{message}");
    let clash = robot("a", "") + "[[bodies]]\nname = \"a/hand\"\nmesh = \"crate.obj\"\n";
    assert!(matches!(refusal(&clash).1, Problem::DuplicateName { name, .. } if name == "a/hand"));
}

#[test]
fn changed_files_are_answered() {
    const MARKS: &[u8] = b"0123456789-.e \n[]{}\"=,:#";
    let directory = tempfile::tempdir().unwrap();
    let json = r#"{"bodies": [{"name": "a", "mesh": "crate.obj", "scale": 2, "group": "g", "pose": {"quaternion": [0, 0, 0, 1]}},
        {"name": "b", "parent": "a", "shape": {"kind": "cuboid", "size": [1, 2, 3]}}], "ignore": [["a", "b"]], "ignore_groups": [["g", "g"]]}"#;
    scene_in(directory.path(), json.as_bytes()).unwrap();
    scene_in(directory.path(), CELL.as_bytes()).unwrap();
    let mut random = SplitMix64::new(12);
    let (mut read, mut refused) = (0, 0);
    for round in 0..6_000 {
        let mut bytes = if round % 2 == 0 { CELL } else { json }.as_bytes().to_vec();
        for _ in 0..=random.below(2) {
            let at = random.below(bytes.len() as u64) as usize;
            let digit = bytes.iter().skip(at).position(u8::is_ascii_digit).map(|after| at + after);
            match (random.below(9), digit) {
                // Every fourth file changes in its numbers alone, and so is mostly read.
                (_, Some(digit)) if round % 4 == 0 => bytes[digit] = b"0123456789-.e"[random.below(13) as usize],
                (0, _) => bytes.truncate(at.max(1)),
                (1 | 2, _) => bytes[at] = random.next() as u8,
                (3..6, _) => bytes[at] = MARKS[random.below(MARKS.len() as u64) as usize],
                (6, _) => drop(bytes.remove(at)),
                _ => {
                    let from = random.below(bytes.len() as u64) as usize;
                    let piece = bytes[from..bytes.len().min(from + 12)].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        match read_scene_bytes(&directory.path().join("scene.toml"), &bytes) {
            Ok(scene) => {
                assert!(scene.bodies.iter().all(|body| !body.parts.is_empty()));
                read += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("scene.toml"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(read > 500 && refused > 1_000, "{read} read, {refused} refused");
}
