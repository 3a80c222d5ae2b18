//! The sample queries, by kind.

use anyhow::{Context, ensure};
use impinge::ccd::{self, Path};
use impinge::cost::Cost;
use impinge_io::{CcdQuery, read_ccd_queries};
use std::fs;
use std::path::{Path as FilePath, PathBuf};

/// What the four points of a query are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryKind {
    VertexFace,
    EdgeEdge,
}

impl QueryKind {
    pub const ALL: [Self; 2] = [Self::VertexFace, Self::EdgeEdge];

    /// The name of its folders, and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::VertexFace => "vertex-face",
            Self::EdgeEdge => "edge-edge",
        }
    }

    /// Whether the points of a query meet.
    pub fn meets(self, [a, b, c, d]: &[Path; 4], cost: &mut Cost) -> bool {
        match self {
            Self::VertexFace => ccd::vertex_face(a, &[*b, *c, *d], cost),
            Self::EdgeEdge => ccd::edge_edge(&[*a, *b], &[*c, *d], cost),
        }
    }

    /// How many spans of contact a query has.
    pub fn spans(self, [a, b, c, d]: &[Path; 4], cost: &mut Cost) -> usize {
        match self {
            Self::VertexFace => ccd::vertex_face_contacts(a, &[*b, *c, *d], cost).spans.len(),
            Self::EdgeEdge => ccd::edge_edge_contacts(&[*a, *b], &[*c, *d], cost).spans.len(),
        }
    }
}

/// All queries of a kind in a corpus, in the order of the names of their files.
///
/// # Errors
/// There are no queries, a file is refused, or a query lacks its true answer.
pub fn samples(corpus: &FilePath, kind: QueryKind) -> anyhow::Result<Vec<CcdQuery>> {
    let folder = corpus.join("ccd-sample-queries");
    let mut queries = Vec::new();
    for scene in sorted(&folder)?.into_iter().map(|scene| scene.join(kind.name())).filter(|folder| folder.is_dir()) {
        for file in sorted(&scene)? {
            queries.extend(read_ccd_queries(&file)?);
        }
    }
    ensure!(!queries.is_empty(), "{}: there are no queries of the kind {}", folder.display(), kind.name());
    ensure!(queries.iter().all(|query| query.truth.is_some()), "{}: a query has no truth", folder.display());
    Ok(queries)
}

fn sorted(folder: &FilePath) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    Ok(paths)
}
