//! The Panda arm: links from the corpus, joints by the published Denavit-Hartenberg parameters.

use anyhow::Context;
use impinge::articulation::{Adjacency, AllowedPairs, Articulation, Joint, JointLimits, JointMotion, LinkId};
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use std::path::Path;
use std::sync::Arc;

/// The arm without its fingers.
pub struct Arm {
    /// Links and joints.
    pub articulation: Articulation,
    /// The mesh of every link.
    pub meshes: Vec<Arc<Mesh>>,
    /// Neighbours.
    pub allowed: AllowedPairs,
}

/// A joint and the link that it carries: where it is in its parent, quarter turns about x, limits, files.
struct DenavitHartenbergRow {
    link: &'static str,
    at: [f64; 3],
    quarters: i8,
    limits: [f64; 2],
    files: &'static [&'static str],
}

const WIDE: [f64; 2] = [-2.8973, 2.8973];

#[rustfmt::skip]
const ROWS: [DenavitHartenbergRow; 7] = [
    DenavitHartenbergRow { link: "link1", at: [0.0, 0.0, 0.333], quarters: 0, limits: WIDE, files: &["link1.stl"] },
    DenavitHartenbergRow { link: "link2", at: [0.0; 3], quarters: -1, limits: [-1.7628, 1.7628], files: &["link2.stl"] },
    DenavitHartenbergRow { link: "link3", at: [0.0, -0.316, 0.0], quarters: 1, limits: WIDE, files: &["link3.stl"] },
    DenavitHartenbergRow { link: "link4", at: [0.0825, 0.0, 0.0], quarters: 1, limits: [-3.0718, -0.0698], files: &["link4.stl"] },
    DenavitHartenbergRow { link: "link5", at: [-0.0825, 0.384, 0.0], quarters: -1, limits: WIDE, files: &["link5_collision_0.obj", "link5_collision_1.obj", "link5_collision_2.obj"] },
    DenavitHartenbergRow { link: "link6", at: [0.0; 3], quarters: 1, limits: [-0.0175, 3.7525], files: &["link6.stl"] },
    DenavitHartenbergRow { link: "link7", at: [0.088, 0.0, 0.0], quarters: 1, limits: WIDE, files: &["link7.stl"] },
];

impl Arm {
    /// The arm of a corpus.
    ///
    /// # Errors
    /// A mesh is missing or refused.
    pub fn load(corpus: &Path) -> anyhow::Result<Self> {
        let folder = corpus.join("panda");
        let mut links = vec!["link0".to_owned()];
        let mut meshes = vec![merged(&folder, &["link0.stl"])?];
        let mut joints = Vec::new();
        for row in &ROWS {
            let quarter = f64::from(row.quarters);
            let turn = DMat3::from_cols(
                DVec3::X,
                DVec3::new(0.0, 1.0 - quarter.abs(), quarter),
                DVec3::new(0.0, -quarter, 1.0 - quarter.abs()),
            );
            let motion = JointMotion::Revolute {
                axis: DVec3::Z,
                limits: JointLimits { lower: row.limits[0], upper: row.limits[1] },
            };
            let parent = links.last().cloned().unwrap_or_default();
            let place = Pose::try_new(turn, DVec3::from_array(row.at))?;
            joints.push(Joint::new(&format!("to_{}", row.link), &parent, row.link, motion).at(place));
            links.push(row.link.to_owned());
            meshes.push(merged(&folder, row.files)?);
        }
        let eighth = DMat3::from_rotation_z(-std::f64::consts::FRAC_PI_4);
        let place = Pose::try_new(eighth, DVec3::new(0.0, 0.0, 0.107))?;
        joints.push(Joint::new("to_hand", "link7", "hand", JointMotion::Fixed).at(place));
        links.push("hand".to_owned());
        meshes.push(merged(&folder, &["hand.stl"])?);
        let articulation = Articulation::try_new(links, joints)?;
        let allowed = AllowedPairs::adjacent(&articulation, Adjacency::default());
        Ok(Self { articulation, meshes, allowed })
    }

    /// The pairs of links that are looked at.
    #[must_use]
    pub fn pairs(&self) -> Vec<[LinkId; 2]> {
        let links: Vec<LinkId> = (0..self.meshes.len() as u32).map(LinkId).collect();
        self.allowed.checked_pairs(&links)
    }
}

/// All bodies of some files as one mesh.
fn merged(folder: &Path, files: &[&str]) -> anyhow::Result<Arc<Mesh>> {
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for file in files {
        for body in impinge_io::read(folder.join(file))? {
            let first = vertices.len() as u32;
            vertices.extend_from_slice(body.mesh.vertices());
            faces.extend(body.mesh.faces().iter().map(|f| f.map(|i| first + i)));
        }
    }
    Ok(Arc::new(Mesh::try_new(vertices, faces).with_context(|| format!("{}/{}", folder.display(), files.join(", ")))?))
}
