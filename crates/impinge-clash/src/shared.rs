//! What triangles of two bodies share, in the world.

use crate::clash::Clash;
use crate::member::Member;
use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge::pair::Contact;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A collector of contacts.
pub struct Shared<'a> {
    member: &'a Member,
    faces: [BTreeSet<u32>; 2],
    bounds: Aabb,
    count: usize,
    /// The common point of the lowest pair of faces.
    first: Option<([u32; 2], DVec3)>,
    /// The pieces that pairs share, unordered.
    pub segments: Vec<[DVec3; 2]>,
}

/// Pieces of curves that are kept of a mesh that meets itself, at most: they are not joined to curves.
const MOST_PIECES: usize = 10_000;

impl<'a> Shared<'a> {
    pub fn new(member: &'a Member) -> Self {
        let (faces, segments) = (Default::default(), Vec::new());
        Self { member, faces, bounds: Aabb::EMPTY, count: 0, first: None, segments }
    }

    pub fn take(&mut self, contact: &Contact) -> ControlFlow<()> {
        let faces = contact.faces.map(|face| face.0);
        self.faces[0].insert(faces[0]);
        self.faces[1].insert(faces[1]);
        self.count += 1;
        let points: Vec<DVec3> =
            contact.intersection.points().map(|p| self.member.world_from_body.transform_point(*p)).collect();
        self.bounds = points.iter().fold(self.bounds, |bounds, p| bounds.including(*p));
        if let Some(point) = points.first()
            && self.first.is_none_or(|(first, _)| faces < first)
        {
            self.first = Some((faces, *point));
        }
        if let [p, q] = points[..]
            && self.segments.len() < MOST_PIECES
        {
            self.segments.push([p, q]);
        }
        ControlFlow::Continue(())
    }

    /// Tells a clash what was found.
    pub fn tell(self, clash: &mut Clash) {
        clash.contacts = Some(self.count);
        clash.faces = self.faces.map(|faces| faces.into_iter().collect());
        if let Some((_, point)) = self.first {
            clash.bounds = Some(self.bounds);
            clash.witness = clash.witness.or(Some([point, point]));
        }
    }
}
