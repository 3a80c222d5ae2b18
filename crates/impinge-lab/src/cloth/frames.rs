//! All frames of a film, and what stands in its way.

use crate::cloth::args::Scene;
use impinge::executor::Executor;
use impinge::feature::VertexId;
use impinge::mesh::Mesh;
use impinge_scenes::Surface;
use impinge_scenes::deforming_sequences::{CutSheet, Drape, Film, Fold, Size, Twist};

/// A film as it is measured.
pub struct FilmFrames {
    pub scene: Scene,
    pub frames: Vec<Frame>,
    pub obstacle: Option<Mesh>,
}

/// A surface at a moment.
pub struct Frame {
    pub surface: Surface,
    /// The edges that are cut since the frame before, by the vertices that they had there.
    pub cut: Vec<[VertexId; 2]>,
}

impl FilmFrames {
    /// All frames of a scene.
    ///
    /// # Errors
    /// A size out of range.
    pub fn new(scene: Scene, size: Size, seed: u64, executor: &Executor) -> anyhow::Result<Self> {
        let film: Box<dyn Film + Sync> = match scene {
            Scene::Drape => Box::new(Drape::new(size, seed)?),
            Scene::Twist => Box::new(Twist::new(size)?),
            Scene::Fold => Box::new(Fold::new(size)?),
            Scene::Cut => Box::new(CutSheet::new(size, seed)?),
        };
        let frames = executor.map(film.frames(), |k| {
            let cut = film.cut(k).iter().map(|edge| edge.map(VertexId)).collect();
            Frame { surface: film.frame(k), cut }
        });
        Ok(Self { scene, frames, obstacle: film.obstacle().cloned() })
    }

    /// How many triangles the surface has.
    pub fn triangles(&self) -> usize {
        self.frames.first().map_or(0, |frame| frame.surface.faces.len())
    }
}
