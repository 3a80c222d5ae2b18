//! The Panda arm of the corpus: its MuJoCo description written as URDF, read back, and its kinematics held to the published
//! Denavit-Hartenberg parameters.

use impinge::articulation::{Adjacency, Articulation};
use impinge::math::{DMat3, DVec3, Pose};
use impinge_io::{Model, ReadOptions, RobotOptions, read_urdf};
use impinge_scenes::SplitMix64;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A body of `panda.xml`: its name, how its element begins there, its origin as xyz and rpy, its joint, its meshes.
struct PandaBody {
    name: &'static str,
    element: &'static str,
    xyz: [f64; 3],
    rpy: [f64; 3],
    limits: Option<[f64; 2]>,
    meshes: &'static [&'static str],
}

const WIDE: Option<[f64; 2]> = Some([-2.8973, 2.8973]);

#[rustfmt::skip]
const PANDA_BODIES: [PandaBody; 8] = [
    PandaBody { name: "link1", element: r#"<body name="link1" pos="0 0 0.333">"#, xyz: [0.0, 0.0, 0.333], rpy: [0.0; 3], limits: WIDE, meshes: &["link1.stl"] },
    PandaBody { name: "link2", element: r#"<body name="link2" quat="1 -1 0 0">"#, xyz: [0.0; 3], rpy: [-FRAC_PI_2, 0.0, 0.0], limits: Some([-1.7628, 1.7628]), meshes: &["link2.stl"] },
    PandaBody { name: "link3", element: r#"<body name="link3" pos="0 -0.316 0" quat="1 1 0 0">"#, xyz: [0.0, -0.316, 0.0], rpy: [FRAC_PI_2, 0.0, 0.0], limits: WIDE, meshes: &["link3.stl"] },
    PandaBody { name: "link4", element: r#"<body name="link4" pos="0.0825 0 0" quat="1 1 0 0">"#, xyz: [0.0825, 0.0, 0.0], rpy: [FRAC_PI_2, 0.0, 0.0], limits: Some([-3.0718, -0.0698]), meshes: &["link4.stl"] },
    PandaBody { name: "link5", element: r#"<body name="link5" pos="-0.0825 0.384 0" quat="1 -1 0 0">"#, xyz: [-0.0825, 0.384, 0.0], rpy: [-FRAC_PI_2, 0.0, 0.0], limits: WIDE, meshes: &["link5_collision_0.obj", "link5_collision_1.obj", "link5_collision_2.obj"] },
    PandaBody { name: "link6", element: r#"<body name="link6" quat="1 1 0 0">"#, xyz: [0.0; 3], rpy: [FRAC_PI_2, 0.0, 0.0], limits: Some([-0.0175, 3.7525]), meshes: &["link6.stl"] },
    PandaBody { name: "link7", element: r#"<body name="link7" pos="0.088 0 0" quat="1 1 0 0">"#, xyz: [0.088, 0.0, 0.0], rpy: [FRAC_PI_2, 0.0, 0.0], limits: WIDE, meshes: &["link7.stl"] },
    PandaBody { name: "hand", element: r#"<body name="hand" pos="0 0 0.107" quat="0.9238795 0 0 -0.3826834">"#, xyz: [0.0, 0.0, 0.107], rpy: [0.0, 0.0, -FRAC_PI_4], limits: None, meshes: &["hand.stl"] },
];

/// Half the sizes and the middles of the pads of a finger.
const PADS: [([f64; 3], [f64; 3]); 5] = [
    ([0.0085, 0.004, 0.0085], [0.0, 0.0055, 0.0445]),
    ([0.003, 0.002, 0.003], [0.0055, 0.002, 0.05]),
    ([0.003, 0.002, 0.003], [-0.0055, 0.002, 0.05]),
    ([0.003, 0.002, 0.0035], [0.0055, 0.002, 0.0395]),
    ([0.003, 0.002, 0.0035], [-0.0055, 0.002, 0.0395]),
];

fn words(v: [f64; 3]) -> String {
    format!("{} {} {}", v[0], v[1], v[2])
}

/// The robot as URDF, with meshes by absolute path.
fn urdf(corpus: &Path) -> String {
    let mesh = |file: &&str| {
        let path = corpus.join(file);
        format!("<collision><geometry><mesh filename=\"file://{}\"/></geometry></collision>", path.display())
    };
    let mut text = format!("<robot name=\"panda\">\n<link name=\"link0\">{}</link>\n", mesh(&"link0.stl"));
    let mut parent = "link0";
    for (row, number) in PANDA_BODIES.iter().zip(1..) {
        let meshes: String = row.meshes.iter().map(mesh).collect();
        writeln!(text, "<link name=\"{}\">{meshes}</link>", row.name).unwrap();
        let ends = format!("<parent link=\"{parent}\"/><child link=\"{}\"/>", row.name);
        let origin = format!("<origin xyz=\"{}\" rpy=\"{}\"/>", words(row.xyz), words(row.rpy));
        let (kind, limit) = match row.limits {
            Some([lower, upper]) => ("revolute", format!("<limit lower=\"{lower}\" upper=\"{upper}\"/>")),
            None => ("fixed", String::new()),
        };
        writeln!(
            text,
            "<joint name=\"joint{number}\" type=\"{kind}\">{ends}{origin}<axis xyz=\"0 0 1\"/>{limit}</joint>"
        )
        .unwrap();
        parent = row.name;
    }
    let pad = |(half, middle): &([f64; 3], [f64; 3])| {
        let size = words(half.map(|x| 2.0 * x));
        format!(
            "<collision><origin xyz=\"{}\"/><geometry><box size=\"{size}\"/></geometry></collision>",
            words(*middle)
        )
    };
    let pads: String = PADS.iter().map(pad).collect();
    for (name, joint, yaw, mimic) in [
        ("left_finger", "finger_joint1", 0.0, ""),
        ("right_finger", "finger_joint2", PI, "<mimic joint=\"finger_joint1\"/>"),
    ] {
        let origin = format!("<origin xyz=\"0 0 0.0584\" rpy=\"0 0 {yaw}\"/>");
        writeln!(text, "<link name=\"{name}\">{pads}</link>").unwrap();
        writeln!(text, "<joint name=\"{joint}\" type=\"prismatic\"><parent link=\"hand\"/><child link=\"{name}\"/>{origin}<axis xyz=\"0 1 0\"/><limit lower=\"0\" upper=\"0.04\"/>{mimic}</joint>").unwrap();
    }
    text + "</robot>\n"
}

/// The flange by the published parameters (a, d, alpha of Craig's convention), with plain trigonometry.
fn flange(q: &[f64]) -> Pose {
    let a = [0.0, 0.0, 0.0, 0.0825, -0.0825, 0.0, 0.088, 0.0];
    let d = [0.333, 0.0, 0.316, 0.0, 0.384, 0.0, 0.0, 0.107];
    let alpha = [0.0, -FRAC_PI_2, FRAC_PI_2, FRAC_PI_2, -FRAC_PI_2, FRAC_PI_2, FRAC_PI_2, 0.0];
    let (mut rotation, mut translation) = (DMat3::IDENTITY, DVec3::ZERO);
    for i in 0..8 {
        let theta = if i < 7 { q[i] } else { 0.0 };
        let (turn, tilt) = (DMat3::from_rotation_z(theta), DMat3::from_rotation_x(alpha[i]));
        translation += rotation * (DVec3::X * a[i] + tilt * (DVec3::Z * d[i]));
        rotation = rotation * tilt * turn;
    }
    Pose::try_new(rotation, translation).unwrap()
}

fn poses(tree: &Articulation, values: &[f64]) -> Vec<Pose> {
    let mut poses = vec![Pose::IDENTITY; tree.link_names().len()];
    tree.poses(values, &mut poses).unwrap();
    poses
}

#[test]
fn the_arm_stands_where_its_parameters_say() {
    let Some(corpus) = std::env::var_os("IMPINGE_CORPUS") else {
        eprintln!("NOT TESTED: IMPINGE_CORPUS is not set, so the Panda arm was not read");
        return;
    };
    let corpus = PathBuf::from(corpus).join("panda").canonicalize().unwrap();
    let description = std::fs::read_to_string(corpus.join("panda.xml")).unwrap();
    for row in &PANDA_BODIES {
        assert!(description.contains(row.element), "{} is described otherwise now", row.name);
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("panda.urdf");
    std::fs::write(&path, urdf(&corpus)).unwrap();
    let files = ReadOptions { roots: vec![corpus], ..ReadOptions::default() };
    let options = RobotOptions { files, ..RobotOptions::default() };
    let robot = read_urdf(&path, &options).unwrap_or_else(|error| panic!("{error}"));
    let tree = &robot.articulation;
    assert_eq!((tree.dof(), robot.links.len(), robot.solid_links().len()), (8, 11, 11));
    let meshes = robot.links.iter().flat_map(|l| &l.collisions).filter(|part| matches!(part.model, Model::Mesh(_)));
    assert_eq!((meshes.count(), robot.links[5].collisions.len()), (11, 3));
    // All but ten joined pairs; the hand is fixed to the last link and so no neighbour of more.
    let checked = robot.allowed_pairs(Adjacency::Joined).checked_pairs(&robot.solid_links());
    assert_eq!(checked.len(), 55 - 10);

    let hand = tree.link("hand").unwrap().index();
    let up = poses(tree, &[0.0; 8])[hand].translation();
    assert!((up - DVec3::new(0.088, 0.0, 0.926)).length() < 1e-15, "{up}");
    let ready = [0.0, -FRAC_PI_4, 0.0, -3.0 * FRAC_PI_4, 0.0, FRAC_PI_2, FRAC_PI_4, 0.04];
    tree.check(&ready).unwrap();
    let at = poses(tree, &ready);
    // The pose that the maker's examples start from.
    assert!(
        (at[hand].translation() - DVec3::new(0.306_891, 0.0, 0.590_282)).length() < 1e-6,
        "{}",
        at[hand].translation()
    );
    let down = at[hand].rotation() * DVec3::Z;
    assert!((down + DVec3::Z).length() < 1e-15);
    let finger = |name: &str| at[tree.link(name).unwrap().index()].translation();
    let gap = finger("left_finger") - finger("right_finger");
    assert!((gap.length() - 0.08).abs() < 1e-15 && gap.z.abs() < 1e-15);

    let mut random = SplitMix64::new(21);
    let (mut values, mut worst) = (vec![0.0; 8], 0.0_f64);
    for _ in 0..2_000 {
        tree.sample(1.0, || random.u(), &mut values).unwrap();
        tree.check(&values).unwrap();
        let (read, published) = (poses(tree, &values)[hand], flange(&values));
        worst = worst.max((read.translation() - published.translation()).length());
        let unturned = read.rotation() * DMat3::from_rotation_z(FRAC_PI_4);
        assert!(unturned.abs_diff_eq(published.rotation(), 1e-14));
    }
    assert!(worst < 1e-14, "{worst:e}");
}
