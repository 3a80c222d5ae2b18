//! Collects the contacts of two bodies, in the world's frame.

use super::clash::Clash;
use super::curve_length::CurveLength;
use crate::assembly::body::AssemblyBody;
use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge::pair::{Contact, SeamCurve, TipGroup};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A collector of contacts.
pub struct ContactCollector<'a> {
    body: &'a AssemblyBody,
    faces: [BTreeSet<u32>; 2],
    bounds: Aabb,
    count: usize,
    /// The common point of the lowest pair of faces.
    first: Option<([u32; 2], DVec3)>,
    /// The pieces that the lowest pairs of faces share.
    pieces: BTreeMap<[u32; 2], [DVec3; 2]>,
    /// Over all pieces, also those that are not kept.
    pub seam: CurveLength,
}

/// Pieces of curves that are kept of a mesh that meets itself, at most: they are not joined to curves.
const MOST_PIECES: usize = 10_000;

impl<'a> ContactCollector<'a> {
    pub fn new(body: &'a AssemblyBody) -> Self {
        let (faces, pieces, seam) = Default::default();
        Self { body, faces, bounds: Aabb::EMPTY, count: 0, first: None, pieces, seam }
    }

    pub fn take(&mut self, contact: &Contact) -> ControlFlow<()> {
        let faces = contact.faces.map(|face| face.0);
        self.faces[0].insert(faces[0]);
        self.faces[1].insert(faces[1]);
        self.count += 1;
        let points: Vec<DVec3> =
            contact.intersection.points().map(|p| self.body.world_from_body.transform_point(*p)).collect();
        self.bounds = points.iter().fold(self.bounds, |bounds, p| bounds.including(*p));
        if let Some(point) = points.first()
            && self.first.is_none_or(|(first, _)| faces < first)
        {
            self.first = Some((faces, *point));
        }
        if let [p, q] = points[..] {
            self.seam.add([p, q]);
            self.pieces.insert(faces, [p, q]);
            if self.pieces.len() > MOST_PIECES {
                self.pieces.pop_last();
            }
        }
        ControlFlow::Continue(())
    }

    /// Takes all contacts at the common tip of two fans.
    pub fn take_tip(&mut self, tip: &TipGroup) -> ControlFlow<()> {
        let point = self.body.world_from_body.transform_point(tip.point);
        for (faces, of_fan) in self.faces.iter_mut().zip(&tip.faces) {
            faces.extend(of_fan.iter().map(|face| face.0));
        }
        self.count += tip.contact_count;
        self.bounds = self.bounds.including(point);
        if let [Some(first), Some(second)] = [0, 1].map(|k| tip.faces[k].iter().min())
            && let faces = [first.0, second.0]
            && self.first.is_none_or(|(first, _)| faces < first)
        {
            self.first = Some((faces, point));
        }
        ControlFlow::Continue(())
    }

    /// How many pairs share a point.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The pieces that are kept, one by one.
    pub fn curves(&self) -> Vec<SeamCurve> {
        self.pieces.values().map(|ends| SeamCurve { points: ends.to_vec(), is_closed: false }).collect()
    }

    /// Adds the contacts to a clash.
    pub fn add_to(self, clash: &mut Clash) {
        clash.contacts = Some(self.count);
        clash.faces = self.faces.map(|faces| faces.into_iter().collect());
        if let Some((_, point)) = self.first {
            clash.bounds = Some(self.bounds);
            clash.witness = clash.witness.or(Some([point, point]));
        }
    }
}
