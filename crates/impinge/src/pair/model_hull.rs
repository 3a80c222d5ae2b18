//! Convex hulls of meshes, asked before their trees are (Lin, Manocha, Cohen and Gottschalk 1996, section 3): while the hulls are apart, and they
//! mostly are, the walk over their closest features settles a pair in constant expected time and no tree is touched.
//!
//! Hulls that meet are classified by the features at which the walk ended: red where the model covers the feature, green where the hull
//! made it. The paper takes red on red for a collision of the models. That holds at the moment of first contact, not
//! in deeper overlaps, so here it is a forecast, counted beside what turned out; only a model that is its hull is settled by it.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

use crate::convex::{FeaturePair, HullFeature, VoronoiCells, lin_canny};
use crate::hull::model_features::{Colour, Colours, colours};
use crate::hull::{Extent, HullError};
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::shape::Polytope;
use std::ops::AddAssign;

/// The convex hull of a mesh, ready for walks, with the colours of its features.
#[derive(Clone, Debug)]
pub struct ModelHull {
    cells: VoronoiCells,
    colours: Colours,
    is_model: bool,
}

impl ModelHull {
    /// The hull of all faces of a mesh.
    ///
    /// # Errors
    /// None for a mesh: it has faces, and its coordinates are in the exact range.
    pub fn new(mesh: &Mesh) -> Result<Self, HullError> {
        // Vertices without a face are no points of the mesh.
        let mut new = vec![u32::MAX; mesh.vertices().len()];
        let mut points: Vec<DVec3> = Vec::new();
        let mut number = |v: u32| {
            let place = &mut new[v as usize];
            if *place == u32::MAX {
                *place = points.len() as u32;
                points.push(mesh.vertices()[v as usize]);
            }
            *place
        };
        let faces: Vec<[u32; 3]> = mesh.faces().iter().map(|f| f.map(&mut number)).collect();
        let polytope = Polytope::try_new(&points)?;
        let colours = colours(polytope.surface(), &points, &faces);
        let is_red = |colour: &Colour| *colour == Colour::Red;
        // Triangles that cover the hull once and use v' of all vertices are 2 v' - 4, at least 2 v - 4 for the v of the hull. So with
        // this number of faces there is nothing else: no hollow, no wall, no second part.
        let is_all = mesh.faces().len() + 4 == 2 * polytope.vertices().len();
        let is_covered = colours.faces.iter().all(is_red);
        let is_model = polytope.extent() == Extent::Solid && mesh.is_closed() && is_all && is_covered;
        Ok(Self { cells: VoronoiCells::new(&polytope), colours, is_model })
    }

    /// The colour of a feature; vertices are always of the model.
    #[must_use]
    pub fn colour(&self, feature: HullFeature) -> Colour {
        let of = |all: &[Colour], i: u32| all.get(i as usize).copied().unwrap_or(Colour::Green);
        match feature {
            HullFeature::Vertex(_) => Colour::Red,
            HullFeature::Edge(edge) => of(&self.colours.half_edges, edge),
            HullFeature::Face(face) => of(&self.colours.faces, face),
        }
    }

    /// Whether the mesh is the boundary of its hull, with no vertex but the hull's: then what holds for the hull holds for it.
    #[must_use]
    pub fn is_model(&self) -> bool {
        self.is_model
    }

    /// The colours of all edges and faces.
    #[must_use]
    pub fn colours(&self) -> &Colours {
        &self.colours
    }

    /// What the hulls of two models prove, and the steps of the walk; the walk starts at the features of the last query.
    pub fn meet(&self, other: &Self, self_from_other: &Pose, warm: &mut FeaturePair) -> (HullVerdict, u32) {
        let found = lin_canny(&self.cells, &other.cells, self_from_other, warm);
        let verdict = if found.distance > 0.0 {
            HullVerdict::Apart { lower: found.lower }
        } else {
            match (self.colour(found.features[0]), other.colour(found.features[1])) {
                (Colour::Red, Colour::Red) => HullVerdict::RedRed,
                (Colour::Green, Colour::Green) => HullVerdict::GreenGreen,
                _ => HullVerdict::RedGreen,
            }
        };
        (verdict, found.steps)
    }

    /// The hull.
    #[must_use]
    pub fn polytope(&self) -> &Polytope {
        self.cells.polytope()
    }

    /// How many vertices, edges and faces the hull has.
    #[must_use]
    pub fn feature_count(&self) -> usize {
        self.cells.feature_count()
    }
}

/// What the hulls of two models prove.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HullVerdict {
    /// They are apart, and so are the models.
    Apart {
        /// A length that the models are at least apart.
        lower: f64,
    },
    /// They meet, both at features of the models.
    RedRed,
    /// They meet, one at a feature of its model.
    RedGreen,
    /// They meet where no model is.
    GreenGreen,
}

/// How often hulls settled a query, and how often colours forecast right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HullGains {
    /// Queries.
    pub queries: u64,
    /// Settled because the hulls are apart.
    pub apart: u64,
    /// Settled because the hulls meet and both models fill theirs.
    pub filled: u64,
    /// Went on to the trees as red-red, red-green, green-green.
    pub to_trees: [u64; 3],
    /// Of these, models that did meet.
    pub met: [u64; 3],
    /// Steps that all walks took.
    pub steps: u64,
}

impl AddAssign for HullGains {
    fn add_assign(&mut self, other: Self) {
        self.queries += other.queries;
        self.apart += other.apart;
        self.filled += other.filled;
        for k in 0..3 {
            self.to_trees[k] += other.to_trees[k];
            self.met[k] += other.met[k];
        }
        self.steps += other.steps;
    }
}
