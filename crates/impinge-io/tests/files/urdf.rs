//! Robots from URDF files: the same as their generator says, or an error of the right kind at the right line.

use impinge::articulation::{Adjacency, AllowedPairs, ArticulationError, LinkId};
use impinge::math::{DVec3, Pose};
use impinge::shape::{Shape, Solid};
use impinge_io::{
    FilePlace, GeometrySource, Model, Problem, ReadError, Robot, RobotOptions, SceneFile, read_scene, read_srdf,
    read_urdf, read_urdf_bytes,
};
use impinge_scenes::{SplitMix64, robot_arm};
use std::path::{Path, PathBuf};

/// A directory with files in it.
struct Workshop(tempfile::TempDir);

impl Workshop {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// The robot of this text.
    fn robot(&self, text: &str) -> Result<Robot, ReadError> {
        read_urdf(self.write("robot.urdf", text), &RobotOptions::default())
    }
}

/// Two links with a hinge; `{}` stands for what the test changes.
fn pair(link: &str, joint: &str) -> String {
    format!(
        "<robot name=\"r\">\n<link name=\"a\">{link}</link>\n<link name=\"b\"/>\n<joint name=\"j\" type=\"revolute\">\n\
         <parent link=\"a\"/><child link=\"b\"/>\n<axis xyz=\"0 0 1\"/>\n<limit lower=\"-1\" upper=\"1\"/>\n{joint}</joint>\n</robot>"
    )
}

const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

/// Grippers whose fingers were fixed still say that one follows the other.
#[test]
fn a_fixed_joint_follows_nothing() {
    let (workshop, joint) = (Workshop::new(), "<mimic joint=\"k\"/>\n");
    let fixed = |kind: &str| {
        let joints = pair("", joint).replace("<limit lower=\"-1\" upper=\"1\"/>\n", "").replace("revolute", "fixed");
        let leader = format!(
            "<link name=\"c\"/><joint name=\"k\" type=\"{kind}\"><parent link=\"a\"/><child link=\"c\"/></joint>\n</robot>"
        );
        workshop.robot(&joints.replace("</robot>", &leader))
    };
    for (kind, values) in [("fixed", 0), ("continuous", 1)] {
        let robot = fixed(kind).unwrap();
        assert_eq!((robot.articulation.dof(), robot.articulation.joints()[0].mimic.as_ref()), (values, None));
        let [warning] = &robot.warnings[..] else { panic!("{:?}", robot.warnings) };
        assert!(warning.ends_with("robot.urdf:7: joint 'j' is fixed, so what it mimics is left out"), "{warning}");
    }
    assert!(workshop.robot(&pair("", "<mimic joint=\"j\"/>")).is_err(), "a hinge that follows itself");
}

#[test]
fn a_generated_robot_comes_back() {
    let arm = robot_arm().unwrap();
    let read = Workshop::new().robot(&arm.urdf).unwrap();
    assert_eq!(read.name, "arm");
    let (ours, theirs) = (&read.articulation, &arm.articulation);
    assert_eq!(ours.joints(), theirs.joints());
    assert_eq!((ours.link_names(), ours.limits()), (theirs.link_names(), theirs.limits()));
    let mut random = SplitMix64::new(4);
    let count = ours.link_names().len();
    let (mut a, mut b) = (vec![Pose::IDENTITY; count], vec![Pose::IDENTITY; count]);
    for _ in 0..100 {
        let mut values = vec![0.0; ours.dof()];
        ours.sample(1.0, || random.u(), &mut values).unwrap();
        ours.poses(&values, &mut a).unwrap();
        theirs.poses(&values, &mut b).unwrap();
        assert_eq!(a, b);
    }
    for (link, shapes) in read.links.iter().zip(&arm.shapes) {
        assert_eq!(link.collisions.len(), shapes.len());
        for (part, (pose, shape)) in link.collisions.iter().zip(shapes) {
            assert_eq!(part.body_from_part, *pose);
            let Model::Shape(read) = &part.model else { panic!("a shape") };
            assert_eq!((read.bounds().min, read.bounds().max), (shape.bounds().min, shape.bounds().max));
            assert_eq!(std::mem::discriminant(read), std::mem::discriminant(shape));
        }
    }
    let solid = read.solid_links();
    assert_eq!(solid.len(), 10, "all but the flange");
    let allowed = read.allowed_pairs(Adjacency::Joined);
    assert_eq!(allowed.checked_pairs(&solid).len(), 45 - 8);
    let [camera, hand] = ["camera", "hand"].map(|name| ours.link(name).unwrap());
    assert!(allowed.contains(camera, hand), "both are fixed to the flange");
}

#[test]
fn every_shape_and_the_meshes_of_a_package() {
    let workshop = Workshop::new();
    workshop.write("arm_description/meshes/t.obj", TETRAHEDRON);
    let part = |geometry: &str| format!("<collision name=\"c\"><geometry>{geometry}</geometry></collision>\n");
    let mesh = |scale: &str| part(&format!("<mesh filename=\"package://arm_description/meshes/t.obj\" {scale}/>"));
    let parts = [
        part("<box size=\"1 2 3\"/>"),
        part("<cylinder radius=\"0.5\" length=\"2\"/>"),
        part("<sphere radius=\"0.25\"/>"),
        part("<capsule radius=\"0.5\" length=\"2\"/>"),
        mesh(""),
        mesh("scale=\"1 1 1\""),
        mesh("scale=\"-1 2 1\""),
    ];
    let visual = "<visual><geometry><sphere radius=\"9\"/></geometry></visual>";
    let path = workshop.write("arm_description/urdf/r.urdf", &pair(&(parts.concat() + visual), ""));
    let robot = read_urdf(&path, &RobotOptions::default()).unwrap();
    let parts = &robot.links[0].collisions;
    assert!(parts.iter().all(|part| part.name.as_deref() == Some("c")) && robot.links[1].collisions.is_empty());
    let half = |at: usize| match &parts[at].model {
        Model::Shape(shape) => shape.bounds().max,
        Model::Mesh(_) | Model::HalfSpace(_) => panic!("{at} is no shape"),
    };
    assert_eq!(half(0), DVec3::new(0.5, 1.0, 1.5));
    assert_eq!(half(1), DVec3::new(0.5, 0.5, 1.0));
    assert_eq!(half(2), DVec3::splat(0.25));
    assert_eq!(half(3), DVec3::new(0.5, 0.5, 1.5));
    assert!(matches!(parts[3].model, Model::Shape(Shape::Capsule(_))));
    let meshes: Vec<_> = parts[4..]
        .iter()
        .map(|part| match &part.model {
            Model::Mesh(mesh) => mesh.clone(),
            Model::Shape(_) | Model::HalfSpace(_) => panic!("no mesh"),
        })
        .collect();
    assert!(std::sync::Arc::ptr_eq(&meshes[0], &meshes[1]), "one file, one mesh");
    assert_eq!(meshes[2].bounds().min, DVec3::new(-1.0, 0.0, 0.0));
    assert_eq!(meshes[2].bounds().max, DVec3::new(0.0, 2.0, 1.0));
    assert_eq!(meshes[2].faces()[0], [0, 1, 2], "turned, so that it looks outward still");

    let bare = workshop.write("bare.urdf", &pair(visual, ""));
    assert!(read_urdf(&bare, &RobotOptions::default()).unwrap().solid_links().is_empty());
    let options = RobotOptions { geometry: GeometrySource::CollisionElseVisual, ..RobotOptions::default() };
    assert_eq!(read_urdf(&bare, &options).unwrap().solid_links(), [LinkId(0)]);
    assert_eq!(read_urdf(&path, &options).unwrap().links[0].collisions.len(), 7, "visuals only where nothing else is");
}

#[test]
fn origins_turn_about_fixed_axes() {
    let origin = |attributes: &str| {
        let text = pair("", &format!("<origin {attributes}/>"));
        Workshop::new().robot(&text).unwrap().articulation.joints()[0].parent_from_joint
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    // Roll y to z, then yaw: x to y.
    let turned = origin(&format!("xyz=\"1 2 3\" rpy=\"{quarter} 0 {quarter}\""));
    assert_eq!(turned.transform_point(DVec3::X), DVec3::new(1.0, 3.0, 3.0));
    assert_eq!(turned.transform_point(DVec3::Y), DVec3::new(1.0, 2.0, 4.0));
    let same = origin("xyz=\"1 2 3\" quat_xyzw=\"0.5 0.5 0.5 0.5\"");
    assert!((same.transform_point(DVec3::Y) - turned.transform_point(DVec3::Y)).length() < 1e-15);
    assert_eq!(origin(""), Pose::IDENTITY);
}

#[test]
fn what_belongs_to_others_is_passed_over() {
    let ours = "<link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>";
    let others =
        "<x:link name=\"c\"/><gazebo reference=\"a\"><link/></gazebo><transmission><joint name=\"j\"/></transmission>";
    for namespace in ["", "xmlns=\"http://www.ros.org\""] {
        let text = format!("<?xml version=\"1.0\"?><robot {namespace} xmlns:x=\"y\">{others}{ours}</robot>");
        let robot = Workshop::new().robot(&text).unwrap();
        assert_eq!((robot.articulation.link_names(), robot.name.as_str()), (&["a".to_owned(), "b".to_owned()][..], ""));
    }
}

/// The error of a text, and its line.
fn refusal(text: &str) -> (u64, Problem, String) {
    let error = Workshop::new().robot(text).unwrap_err();
    let FilePlace::Line(line) = error.place else { panic!("{error}") };
    let message = error.to_string();
    assert!(message.contains(&format!("robot.urdf:{line}: ")), "{message}");
    (line, error.problem, message)
}

#[test]
fn a_file_that_is_no_robot() {
    let workshop = Workshop::new();
    let missing = read_urdf(workshop.0.path().join("none.urdf"), &RobotOptions::default()).unwrap_err();
    assert!(matches!(missing.problem, Problem::Missing));
    assert!(matches!(workshop.robot("").unwrap_err().problem, Problem::Empty));
    let (line, _, message) = refusal("<mujoco>\n</mujoco>");
    assert!(line == 1 && message.ends_with("expected the element <robot>, found <mujoco>"), "{message}");
    let (line, _, message) = refusal("<robot>\n<link name=\"a\">\n</robot>");
    assert!(line == 3 && message.contains("expected well-formed XML"), "{message}");
    let xacro = "<robot xmlns:xacro=\"http://ros.org/wiki/xacro\">\n<xacro:macro name=\"m\"/></robot>";
    assert!(matches!(refusal(xacro), (2, Problem::Unsupported { .. }, _)));
    std::fs::write(workshop.0.path().join("bytes.urdf"), b"\xff\xfe<\0r\0").unwrap();
    let bytes = read_urdf(workshop.0.path().join("bytes.urdf"), &RobotOptions::default()).unwrap_err();
    assert!(bytes.to_string().ends_with("expected a text in UTF-8, found other bytes"));
}

#[test]
fn links_and_joints_that_are_no_tree() {
    use ArticulationError as E;
    let tree = |text: &str| match refusal(text) {
        (line, Problem::NoTree(error), _) => (line, *error),
        (_, _, message) => panic!("{message}"),
    };
    let fixed = |name: &str, parent: &str, child: &str| {
        format!("<joint name=\"{name}\" type=\"fixed\"><parent link=\"{parent}\"/><child link=\"{child}\"/></joint>\n")
    };
    let robot = |links: &[&str], joints: &[String]| {
        let links: String = links.iter().map(|name| format!("<link name=\"{name}\"/>\n")).collect();
        format!("<robot>\n{links}{}</robot>", joints.concat())
    };
    assert_eq!(tree("<robot/>"), (1, E::NoLinks));
    assert!(matches!(tree(&robot(&["a", "b", "a"], &[])), (4, E::DuplicateLink { .. })));
    let twice = robot(&["a", "b", "c"], &[fixed("j", "a", "b"), fixed("j", "a", "c")]);
    assert!(matches!(tree(&twice), (6, E::DuplicateJoint { .. })));
    assert!(matches!(tree(&robot(&["a", "b"], &[fixed("j", "a", "x")])), (4, E::UnknownChild { .. })));
    let two = robot(&["a", "b", "c"], &[fixed("i", "a", "c"), fixed("j", "b", "c")]);
    assert!(matches!(tree(&two), (6, E::TwoParents { .. })));
    let circle = robot(&["a", "b"], &[fixed("i", "a", "b"), fixed("j", "b", "a")]);
    assert!(matches!(tree(&circle).1, E::Cycle { .. }));
    assert!(matches!(tree(&robot(&["a", "b"], &[])), (3, E::SeveralRoots { .. })));
    assert!(matches!(tree(&pair("", "").replace("0 0 1", "0 0 0")), (4, E::NoAxis { .. })));
    assert!(matches!(tree(&pair("", "").replace("\"-1\"", "\"2\"")), (4, E::BadLimits { .. })));
    assert!(matches!(tree(&pair("", "<mimic joint=\"x\"/>")), (4, E::UnknownLeader { .. })));
    assert!(matches!(tree(&pair("", "<mimic joint=\"j\"/>")), (4, E::MimicCycle { .. })));
    let plane = pair("", "<mimic joint=\"j\"/>").replace("revolute", "planar");
    assert!(matches!(tree(&plane), (4, E::MimicNotScalar { .. })));
    let huge = "<robot><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>\n";
    let hinge = |name: &str, ends: [&str; 2], mimic: &str| {
        let limit = "<limit lower=\"0\" upper=\"1\"/>";
        let ends = format!("<parent link=\"{}\"/><child link=\"{}\"/>", ends[0], ends[1]);
        format!("<joint name=\"{name}\" type=\"prismatic\">{ends}{limit}{mimic}</joint>\n")
    };
    let first = hinge("i", ["a", "b"], "<mimic joint=\"k\" multiplier=\"1e200\"/>");
    let second = hinge("k", ["b", "c"], "<mimic joint=\"l\" multiplier=\"1e200\"/>");
    let third = hinge("l", ["c", "d"], "");
    let text = format!("{huge}<link name=\"d\"/>{first}{second}{third}</robot>");
    assert!(matches!(tree(&text).1, E::MimicNotFinite { .. }));
}

#[test]
fn elements_that_are_wrong_are_named() {
    let says = |text: &str, line: u64, expected: &str| {
        let (found, _, message) = refusal(text);
        assert!(found == line && message.contains(expected), "{line}: {expected}, found {message}");
    };
    says("<robot><link/></robot>", 1, "expected the attribute 'name' of <link>, found none");
    says("<robot><link name=\"\"/></robot>", 1, "expected the attribute 'name' of <link>, found an empty one");
    says(&pair("", "").replace("<parent link=\"a\"/>", ""), 4, "expected <parent> in <joint>, found none");
    says(&pair("", "").replace("\"revolute\"", "\"hinge\""), 4, "expected one of fixed, revolute");
    says(&pair("", "").replace("\"-1\"", "\"one\""), 7, "expected a finite number as 'lower' of <limit>, found 'one'");
    says(&pair("", "").replace("\"-1\"", "\"nan\""), 7, "found 'nan'");
    says(&pair("", "").replace("0 0 1", "0 1"), 6, "expected 3 finite numbers as 'xyz' of <axis>, found '0 1'");
    says(&pair("", "<limit/>"), 8, "expected one <limit> at most in <joint>");
    says(&pair("", "").replace("<limit lower=\"-1\" upper=\"1\"/>", ""), 4, "expected <limit> in <joint>, found none");
    says(&pair("", "<origin rpy=\"0 0 0\" quat_xyzw=\"0 0 0 1\"/>"), 8, "either 'rpy' or 'quat_xyzw'");
    assert!(matches!(refusal(&pair("", "<origin quat_xyzw=\"0 0 0 2\"/>")), (8, Problem::NotRigid(_), _)));
    assert!(matches!(refusal(&pair("", "<origin xyz=\"1e200 0 0\"/>")), (8, Problem::NotRigid(_), _)));
    let part = |geometry: &str| pair(&format!("\n<collision>\n<geometry>{geometry}</geometry></collision>"), "");
    says(&part(""), 4, "expected a shape in <geometry>, found none");
    says(&part("<torus/>"), 4, "expected one of <box>, <cylinder>, <sphere>, <capsule> and <mesh>, found <torus>");
    says(&part("<sphere radius=\"1\"/>\n<sphere radius=\"1\"/>"), 5, "expected one shape in <geometry>");
    says(&part("<box/>"), 4, "expected the attribute 'size' of <box>");
    says(&part("<cylinder radius=\"1\"/>"), 4, "expected the attribute 'length' of <cylinder>");
    assert!(matches!(refusal(&part("<sphere radius=\"-1\"/>")), (4, Problem::BadShape(_), _)));
    says(&part("<mesh/>"), 4, "expected the attribute 'filename' of <mesh>");
    says(&part("<mesh filename=\"t.obj\"\n scale=\"1 0 1\"/>"), 5, "expected a scale without a zero, found '1 0 1'");
    assert!(matches!(refusal(&part("<mesh filename=\"http://x/y.stl\"/>")), (4, Problem::Unsupported { .. }, _)));
    assert!(matches!(
        refusal(&part("<mesh filename=\"package://nowhere/y.stl\"/>")),
        (4, Problem::NoPackage { .. }, _)
    ));
    let (line, problem, message) = refusal(&part("<mesh filename=\"none.stl\"/>"));
    assert!(line == 4 && message.contains("none.stl: there is no such file"), "{message}");
    assert!(matches!(problem, Problem::Referred(error) if matches!(error.problem, Problem::Missing)));
    let dae = Workshop::new();
    dae.write("m.dae", "<COLLADA/>");
    let error = dae.robot(&part("<mesh filename=\"m.dae\"/>")).unwrap_err().to_string();
    assert!(error.contains("robot.urdf:4: ") && error.contains("m.dae: the format is not recognised"), "{error}");
}

#[test]
fn disabled_pairs_come_from_an_srdf() {
    let workshop = Workshop::new();
    let urdf = workshop.write("arm.urdf", &robot_arm().unwrap().urdf);
    let srdf = |text: &str| workshop.write("arm.srdf", &format!("<robot name=\"arm\">\n{text}\n</robot>"));
    let path = srdf("<disable_collisions link1=\"hand\" link2=\"rail\" reason=\"Never\"/>");
    let options = RobotOptions { srdf: Some(path.clone()), ..RobotOptions::default() };
    let robot = read_urdf(&urdf, &options).unwrap();
    let tree = &robot.articulation;
    let [hand, rail, wrist] = ["hand", "rail", "wrist"].map(|name| tree.link(name).unwrap());
    assert_eq!((robot.disabled.len(), robot.disabled.contains(rail, hand)), (1, true));
    assert!(robot.allowed_pairs(Adjacency::Joined).contains(rail, hand));
    assert!(!robot.allowed_pairs(Adjacency::Joined).contains(wrist, hand));
    let defaults = "<disable_default_collisions link=\"hand\"/>\n<enable_collisions link1=\"hand\" link2=\"rail\"/>";
    let pairs = read_srdf(srdf(defaults), tree).unwrap();
    let disabled = &pairs.disabled;
    assert_eq!((disabled.len(), disabled.contains(hand, rail), disabled.contains(hand, wrist)), (9, false, true));
    // Enabled neighbours are looked at, unless they are disabled, too.
    let base = tree.link("base").unwrap();
    let enable = "<enable_collisions link1=\"base\" link2=\"rail\"/>";
    srdf(enable);
    let robot = read_urdf(&urdf, &options).unwrap();
    for adjacency in [Adjacency::Joined, Adjacency::Welded] {
        assert!(AllowedPairs::adjacent(tree, adjacency).contains(base, rail));
        assert!(!robot.allowed_pairs(adjacency).contains(base, rail));
    }
    srdf(&format!("{enable}<disable_collisions link1=\"rail\" link2=\"base\"/>"));
    assert!(read_urdf(&urdf, &options).unwrap().allowed_pairs(Adjacency::None).contains(base, rail));
    let unknown = read_srdf(srdf("<disable_collisions\nlink1=\"hnad\" link2=\"rail\"/>"), tree).unwrap_err();
    assert!(unknown.to_string().ends_with("arm.srdf:3: there is no link called 'hnad'; did you mean 'hand'?"));
    assert!(matches!(unknown.problem, Problem::UnknownName { .. }));
    let lacking = read_srdf(srdf("<disable_collisions link1=\"hand\"/>"), tree).unwrap_err();
    assert!(lacking.to_string().contains("expected the attribute 'link2'"));
    assert!(matches!(read_srdf(Path::new("/none.srdf"), tree).unwrap_err().problem, Problem::Missing));
    let through = read_urdf(&urdf, &RobotOptions { srdf: Some("/none.srdf".into()), ..RobotOptions::default() });
    assert_eq!(through.unwrap_err().file, "/none.srdf");
}

#[test]
fn changed_files_are_answered() {
    const MARKS: &[u8] = b"0123456789-.e \n<>/\"=&#;";
    let workshop = Workshop::new();
    workshop.write("t.obj", TETRAHEDRON);
    let arm = robot_arm().unwrap().urdf;
    let parts = "<collision><origin rpy=\"0 1 0\"/><geometry><mesh filename=\"t.obj\" scale=\"1 1 -1\"/></geometry></collision>";
    let small = pair(parts, "<mimic joint=\"j\" offset=\"1\"/>")
        .replace("<mimic joint=\"j\" offset=\"1\"/>", "<origin xyz=\"1 0 0\"/>");
    let mut random = SplitMix64::new(9);
    let (mut read, mut refused) = (0, 0);
    for round in 0..6_000 {
        let mut bytes = if round % 3 == 0 { arm.clone() } else { small.clone() }.into_bytes();
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
        let path = workshop.0.path().join("changed.urdf");
        match read_urdf_bytes(&path, &bytes, &RobotOptions::default()) {
            Ok(robot) => {
                let values = robot.articulation.rest();
                let mut poses = vec![Pose::IDENTITY; robot.links.len()];
                let _ = robot.articulation.poses(&values, &mut poses);
                read += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("changed.urdf"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(read > 500 && refused > 1_000, "{read} read, {refused} refused");
}

#[test]
fn deep_and_wide_files_are_answered() {
    let workshop = Workshop::new();
    let deep = "<robot>".repeat(200_000) + &"</robot>".repeat(200_000);
    let _ = workshop.robot(&deep);
    let count = 20_000;
    let links: String = (0..=count).map(|i| format!("<link name=\"l{i}\"/>")).collect();
    let joint = |i: usize| {
        let mimic = if i > 0 { format!("<mimic joint=\"j{}\"/>", i - 1) } else { String::new() };
        let ends = format!("<parent link=\"l{i}\"/><child link=\"l{}\"/>", i + 1);
        format!("<joint name=\"j{i}\" type=\"continuous\">{ends}{mimic}</joint>")
    };
    let joints: String = (0..count).map(joint).collect();
    let robot = workshop.robot(&format!("<robot>{links}{joints}</robot>")).unwrap();
    assert_eq!(robot.articulation.dof(), 1);
}

/// Links that never move against each other are a set where they are many, and say the same as all their pairs.
#[test]
fn large_rigid_groups_are_sets() {
    let count = 90;
    let links: String = (0..count)
        .map(|k| {
            format!("<link name=\"l{k}\"><collision><geometry><sphere radius=\"1\"/></geometry></collision></link>")
        })
        .collect();
    let joints: String = (1..count)
        .map(|k| {
            let motion = if k == 80 { "continuous" } else { "fixed" };
            format!(
                "<joint name=\"j{k}\" type=\"{motion}\"><parent link=\"l{}\"/><child link=\"l{k}\"/></joint>",
                k - 1
            )
        })
        .collect();
    let workshop = Workshop::new();
    let urdf = workshop.write("chain.urdf", &format!("<robot name=\"r\">{links}{joints}</robot>"));
    let srdf = "<robot name=\"r\"><enable_collisions link1=\"l3\" link2=\"l60\"/><disable_collisions link1=\"l1\" link2=\"l85\"/></robot>";
    let srdf = workshop.write("chain.srdf", srdf);
    for srdf in [None, Some(srdf)] {
        let robot = read_urdf(&urdf, &RobotOptions { srdf, ..RobotOptions::default() }).unwrap();
        for adjacency in [Adjacency::Joined, Adjacency::Welded, Adjacency::None] {
            let all = robot.allowed_pairs(adjacency);
            let (mut pairs, sets) = robot.allowed_pairs_and_sets(adjacency, 64);
            assert_eq!(sets.len(), usize::from(adjacency != Adjacency::None));
            for set in &sets {
                for (i, a) in set.iter().enumerate() {
                    set[i + 1..].iter().for_each(|b| assert!(pairs.allow(*a, *b), "listed and in the set"));
                }
            }
            assert!(pairs == all, "{adjacency:?}");
        }
    }
}

/// A chain of links, fixed to each other but for one joint.
fn chain(count: usize, moving: usize) -> String {
    let shape = "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
    let links: String = (0..count).map(|k| format!("<link name=\"l{k}\">{shape}</link>")).collect();
    let joint = |k: usize| {
        let motion = if k == moving { "continuous" } else { "fixed" };
        let ends = format!("<parent link=\"l{}\"/><child link=\"l{k}\"/>", k - 1);
        format!("<joint name=\"j{k}\" type=\"{motion}\">{ends}</joint>")
    };
    format!("<robot name=\"r\">{links}{}</robot>", (1..count).map(joint).collect::<String>())
}

/// Short lines that stand for millions of pairs: links enabled in a rigid group, groups at the ends of a joint, robots by their names.
#[test]
fn pairs_without_end_are_refused() {
    let workshop = Workshop::new();
    let count = 3_000;
    let enabled = |lines: usize| {
        let line = |k: usize| format!("<enable_collisions link1=\"l{k}\" link2=\"l{}\"/>", k + 1);
        format!("<robot name=\"r\">{}</robot>", (0..lines).map(line).collect::<String>())
    };
    let rigid = workshop.write("rigid.urdf", &chain(count, 0));
    let halves = workshop.write("halves.urdf", &chain(count, count / 2));
    workshop.write("half.urdf", &chain(count / 2, 0));
    workshop.write("few.srdf", &enabled(2));
    let many = workshop.write("many.srdf", &enabled(720));
    let scene = |text: &str| read_scene(workshop.write("s.toml", text)).map(|scene| scene.ignored.len());
    let refused = |text: &str, place: &str| {
        let error = scene(text).unwrap_err().to_string();
        assert!(error.contains(place) && error.contains("more than 2097152 pairs"), "{error}");
    };
    assert_eq!(
        scene("[[robots]]\nname = \"r\"\nurdf = \"rigid.urdf\"\nsrdf = \"few.srdf\"").unwrap(),
        2 * count - 3 - 2,
        "those of two links, less those enabled"
    );
    refused("[[robots]]\nname = \"r\"\nurdf = \"rigid.urdf\"\nsrdf = \"many.srdf\"", ":1: robots[0]");
    refused("[[robots]]\nname = \"r\"\nurdf = \"halves.urdf\"\nneighbours = \"welded\"", ":1: robots[0]");
    assert_eq!(scene("[[robots]]\nname = \"r\"\nurdf = \"halves.urdf\"").unwrap(), 1);
    let two = "robots = [{name = \"a\", urdf = \"half.urdf\"}, {name = \"b\", urdf = \"half.urdf\"}]\n";
    refused(&format!("{two}ignore = [[\"a\", \"b\"]]"), ":2: ignore[0]");
    assert_eq!(scene(&format!("{two}ignore = [[\"a\", \"b/l0\"]]")).unwrap(), count / 2);

    let add = |urdf: &PathBuf, srdf: Option<PathBuf>, neighbours: Adjacency| {
        let robot = read_urdf(urdf, &RobotOptions { srdf, ..RobotOptions::default() }).unwrap();
        let values = robot.articulation.rest();
        SceneFile::empty().add_robot("r", robot, values, neighbours)
    };
    assert!(matches!(add(&rigid, Some(many.clone()), Adjacency::Joined), Err(Problem::Unsupported { .. })));
    assert!(add(&rigid, Some(many), Adjacency::None).is_ok());
    assert!(matches!(add(&halves, None, Adjacency::Welded), Err(Problem::Unsupported { .. })));
}
