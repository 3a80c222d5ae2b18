//! Surfaces in several frames.

use crate::workload::Creature;
use anyhow::{Context, ensure};
use impinge::math::DVec3;
use std::path::Path;

/// The amplitudes of the folds of a body, in its largest side: what a simulation does from one frame to the next.
const FOLDS: [f64; 2] = [0.1, 0.1005];

/// A surface of fixed faces in some frames.
#[derive(Clone, Debug)]
pub struct Sequence {
    pub name: &'static str,
    pub faces: Vec<[u32; 3]>,
    /// The vertices at every frame; at least one.
    pub frames: Vec<Vec<DVec3>>,
}

impl Sequence {
    /// The cloth of a corpus, `cloth/cloth_ball92.ply` and the frame after it: 92,230 triangles, crumpled.
    ///
    /// # Errors
    /// A file is missing or unreadable, or the frames are not of one surface.
    pub fn cloth(corpus: &Path) -> anyhow::Result<Self> {
        let read = |frame: u32| {
            let path = corpus.join(format!("cloth/cloth_ball{frame}.ply"));
            let mut bodies = impinge_io::read(&path)?;
            ensure!(bodies.len() == 1, "{}: {} bodies, expected one", path.display(), bodies.len());
            bodies.pop().map(|body| body.mesh).context("no body")
        };
        let (first, second) = (read(92)?, read(93)?);
        ensure!(first.faces() == second.faces(), "the frames of the cloth have different faces");
        let frames = [&first, &second].map(|mesh| mesh.vertices().to_vec()).into();
        Ok(Self { name: "cloth", faces: first.faces().to_vec(), frames })
    }

    /// A beast in folds: a closed body of 100,000 triangles, waves through all of it.
    ///
    /// # Errors
    /// None in practice.
    pub fn beast() -> anyhow::Result<Self> {
        let mesh = Creature::Beast.mesh()?;
        let bounds = impinge::bound::Aabb::of_points(mesh.vertices());
        let size = (bounds.max - bounds.min).max_element();
        let folded = |amplitude: f64| {
            let fold = |p: &DVec3| {
                let q = (*p - bounds.centre()) / size;
                let wave = |u: f64, v: f64| (12.0 * u + 3.0 * v).sin();
                *p + amplitude * size * DVec3::new(wave(q.y, q.z), wave(q.z, q.x), wave(q.x, q.y))
            };
            mesh.vertices().iter().map(fold).collect()
        };
        Ok(Self { name: "beast", faces: mesh.faces().to_vec(), frames: FOLDS.map(folded).into() })
    }
}
