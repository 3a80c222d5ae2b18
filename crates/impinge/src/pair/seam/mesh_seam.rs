//! The seam of two meshes: the curves along which their surfaces pass through each other, and what follows from them.
//!
//! The corners of what two triangles share know exactly which features they lie on, so the pieces of a curve are joined by
//! name and not by place: no tolerance, and nothing lost between neighbours. Where no vertex lies on a face and no edge
//! on an edge, a seam cuts both surfaces cleanly: the edges of either body are then known piece by piece, and with
//! them the [volume](Seam::overlap_volume) that two solids share and whether one [passes](Seam::passage) right through the other.
//! Cost: the contacts, and for the latter two the faces of both bodies, once.

use super::coplanar_outline::{PieceUse, counts};
use super::edge_cuts::EdgeCuts;
use crate::compact_sort::sort_by_key;
use crate::cost::Cost;
use crate::feature::{FaceId, Feature, TriangleFeature, VertexId};
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::contacts::common_tips::TipContacts;
use crate::pair::contacts::face_contacts::visit_contacts_beyond_tips;
use crate::pair::pair_query_types::{Contact, Method};
use crate::pair::posed_pair::PosedPair;
use crate::triangle_pair::{Corner, Intersection};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Where the surfaces of two meshes meet.
#[derive(Debug)]
pub struct Seam<'a> {
    pub(super) posed: PosedPair<'a>,
    pub(super) points: Vec<SeamPoint>,
    pub(super) segments: Vec<SeamSegment>,
    pub(super) position: SeamPosition,
    /// How each body is cut by the other, found on first use; `None` where that contradicts itself.
    pub(super) cuts: [OnceLock<Option<EdgeCuts>>; 2],
}

/// How two meshes stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeamPosition {
    /// Only edges and faces meet, and each curve runs on from face to face.
    General,
    /// A vertex lies on a face, or edges on edges, faces in one plane; or a surface ends or branches where the other passes.
    Special,
}

/// A corner of a seam, in the frame of the posed pair and the order of its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SeamPoint {
    pub point: DVec3,
    /// The features it lies on, vertices by the lowest number at their place.
    pub features: [Feature; 2],
}

/// A piece of a seam, between two points, and the faces that share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeamSegment {
    pub ends: [u32; 2],
    pub faces: [FaceId; 2],
}

impl<'a> Seam<'a> {
    /// The seam of A and B.
    #[must_use]
    pub fn new(a: &'a Mesh, b: &'a Mesh, a_from_b: &Pose) -> Self {
        let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
        let (mut contacts, mut tips) = (Vec::new(), Vec::new());
        let at_tip = &mut |found: &TipContacts<'_>| {
            let meshes = posed.meshes();
            let features = [0, 1].map(|k| Feature::Vertex(meshes[k].topology().welded(found.vertices[k])));
            tips.extend((found.pairs > 0).then_some(SeamPoint { point: found.tip, features }));
        };
        let _ = visit_contacts_beyond_tips(&posed, &mut Cost::default(), at_tip, &mut |touching, cost| {
            contacts.extend(touching.contact(cost));
            ControlFlow::Continue(())
        });
        sort_by_key(&mut contacts, |contact| contact.faces);
        let (points, segments, cuts) = (Vec::new(), Vec::new(), Default::default());
        let mut seam = Self { posed, points, segments, position: SeamPosition::General, cuts };
        seam.join(&contacts, &tips);
        seam
    }

    /// Whether no vertex of either lies on the other's surface, no edges meet, no faces lie in one plane, and no surface ends on the
    /// seam: then the seam consists of closed curves. True of bodies whose surfaces share no point.
    #[must_use]
    pub fn is_general(&self) -> bool {
        self.position == SeamPosition::General
    }

    /// Names the corners of all contacts and the tips that fans share, and lists the pieces between corners once, but for those within flat regions.
    fn join(&mut self, contacts: &[Contact], tips: &[SeamPoint]) {
        let mut names: HashMap<[Feature; 2], u32> = HashMap::new();
        let mut uses: Vec<PieceUse> = Vec::new();
        for contact in contacts {
            let corners: Vec<u32> = contact
                .intersection
                .corners()
                .iter()
                .map(|corner| {
                    let features = self.features(contact.faces, corner);
                    *names.entry(features).or_insert_with(|| {
                        self.points.push(SeamPoint { point: corner.point, features });
                        self.points.len() as u32 - 1
                    })
                })
                .collect();
            let edges = match contact.intersection {
                Intersection::Point(_) => 0,
                Intersection::Segment(_) => 1,
                Intersection::Polygon(_) => corners.len(),
            };
            if edges != 1 {
                self.position = SeamPosition::Special;
            }
            for k in 0..edges {
                let ends = [corners[k], corners[(k + 1) % corners.len()]];
                uses.push(PieceUse { faces: contact.faces, ends, is_flat: edges > 1 });
            }
        }
        for tip in tips {
            names.entry(tip.features).or_insert_with(|| {
                self.points.push(*tip);
                self.points.len() as u32 - 1
            });
            self.position = SeamPosition::Special;
        }
        sort_by_key(&mut uses, PieceUse::piece);
        let bodies = self.posed.bodies();
        for same in uses.chunk_by(|p, q| p.piece() == q.piece()) {
            if same.len() > 1 {
                self.position = SeamPosition::Special;
            }
            if counts(same, &bodies) {
                self.segments.push(SeamSegment { ends: same[0].ends, faces: same[0].faces });
            }
        }
        self.settle();
    }

    /// Special, if a corner is not of an edge and a face, or has not two pieces.
    fn settle(&mut self) {
        let mut pieces = vec![0_u32; self.points.len()];
        self.segments.iter().flat_map(|segment| segment.ends).for_each(|end| pieces[end as usize] += 1);
        let is_plain = |point: &SeamPoint| {
            matches!(point.features, [Feature::Edge(..), Feature::Face(_)] | [Feature::Face(_), Feature::Edge(..)])
        };
        if pieces.iter().any(|count| *count != 2) || !self.points.iter().all(is_plain) {
            self.position = SeamPosition::Special;
        }
    }

    /// The features of a corner, in the words of the meshes.
    fn features(&self, faces: [FaceId; 2], corner: &Corner) -> [Feature; 2] {
        let bodies = self.posed.bodies();
        [0, 1].map(|k| name(bodies[k].mesh, faces[k], corner.features[k]))
    }
}

/// A feature of a face in the words of its mesh, vertices by the lowest number at their place.
fn name(mesh: &Mesh, face: FaceId, feature: TriangleFeature) -> Feature {
    feature.in_mesh(face, welded(mesh, face))
}

/// The corners of a face, each by the lowest number at its place.
pub(super) fn welded(mesh: &Mesh, face: FaceId) -> [u32; 3] {
    mesh.faces()[face.index()].map(|corner| mesh.topology().welded(VertexId(corner)).0)
}
