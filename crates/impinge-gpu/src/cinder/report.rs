//! What can be asked of CInDeR, and what it answers.

use super::image::Pair;
use crate::camera::View;
use crate::cost::Cost;
use crate::draw_layout::{OwnSolid, Request};
use crate::image_view::Tile;
use impinge::math::DVec3;
use std::collections::{BTreeMap, BTreeSet};

/// How the images are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Path {
    /// By whatever was faster when it was measured, once for each [`super::Cinder`], at its first query.
    #[default]
    Auto,
    /// By drawing, as published.
    Render,
    /// By compute shaders.
    Compute,
}

/// What is wanted to be known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ask {
    /// Whether there is any interference.
    Any,
    /// Which bodies interfere, without reading images back.
    Bodies,
    /// Who is inside whom, by which edges, and where.
    #[default]
    Pairs,
}

/// How a query is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CinderOptions {
    /// Columns and rows of the image, in pixels.
    pub size: [u32; 2],
    /// From where.
    pub view: View,
    /// What becomes of a solid's own edges.
    pub own: OwnSolid,
    /// By drawing or computing.
    pub path: Path,
    /// What is wanted.
    pub ask: Ask,
    /// How many layers of edges are looked at, one behind the other: 1, or 0, is the paper's; more find what nearer edges hide.
    pub layers: u32,
}

impl CinderOptions {
    /// What a layout is made for.
    pub(super) fn request(&self) -> Request {
        Request { view: self.view, size: self.size, own: self.own, tile: Tile::WHOLE }
    }
}

impl Default for CinderOptions {
    /// The image of the paper's measurements, 256 by 256.
    fn default() -> Self {
        Self {
            size: [256, 256],
            view: View::default(),
            own: OwnSolid::default(),
            path: Path::default(),
            ask: Ask::default(),
            layers: 1,
        }
    }
}

/// What a query found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// Whether an edge was seen inside of another solid.
    pub interferes: bool,
    /// Bodies that penetrate or are penetrated, in ascending order; empty if only [`Ask::Any`] was asked.
    pub bodies: Vec<u32>,
    /// Who is inside whom, in ascending order; empty if less was asked. Where an edge is in several solids, the pixel names one of them.
    pub pairs: Vec<Pair>,
    /// Bodies that are smaller than a pixel in every view, so that images may miss them, in ascending order; of those whose box meets another.
    pub too_small: Vec<u32>,
    /// How the images were made; [`Path::Auto`] if there are none.
    pub path: Path,
    /// What it cost.
    pub cost: Cost,
}

impl Finding {
    /// Adds what another image shows.
    pub(super) fn add(&mut self, other: Self) {
        self.cost.add(&other.cost);
        self.path = other.path;
        self.interferes |= other.interferes;
        if self.bodies.is_empty() && self.pairs.is_empty() {
            (self.bodies, self.pairs) = (other.bodies, other.pairs);
            return;
        }
        self.bodies.extend(other.bodies);
        self.bodies.sort_unstable();
        self.bodies.dedup();
        let mut pairs: BTreeMap<_, _> =
            self.pairs.drain(..).map(|pair| ((pair.penetrating, pair.penetrated), pair)).collect();
        for pair in other.pairs {
            let new = || Pair {
                penetrating: pair.penetrating,
                penetrated: pair.penetrated,
                edges: Vec::new(),
                points: Vec::new(),
            };
            let known = pairs.entry((pair.penetrating, pair.penetrated)).or_insert_with(new);
            known.edges.extend(pair.edges);
            known.edges.sort_unstable();
            known.edges.dedup();
            // Several edges of one layer after the other may pass the same place.
            let bits = |point: &DVec3| point.to_array().map(f64::to_bits);
            let mut there: BTreeSet<_> = known.points.iter().map(bits).collect();
            known.points.extend(pair.points.into_iter().filter(|point| there.insert(bits(point))));
        }
        self.pairs = pairs.into_values().collect();
    }
}
