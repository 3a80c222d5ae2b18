//! Stars of two meshes whose tips lie at one place.
//!
//! Every face of one star shares at least the tip with every face of the other. Which pairs share more is found among the arcs that the
//! faces are, seen from the tip; all others need no test. So two fans of n faces, tip to tip, take n log n steps, not n².

use crate::bvh::Slot;
use crate::feature::{FaceId, VertexId};
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::mesh::star_arcs::StarArcs;
use crate::mesh::vertex_stars::{NO_STAR, VertexStars};
use crate::pair::posed_pair::{PosedMesh, PosedPair};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Large stars of two bodies with common tips.
pub(crate) struct CommonTips<'a> {
    stars: [&'a VertexStars; 2],
    /// For every star of each body a number of the place of its tip, or [`NO_STAR`] where the other body has no tip.
    places: [Vec<u32>; 2],
}

/// The pairs of faces of two stars that share the tip and nothing else.
pub(crate) struct TipContacts<'a> {
    /// The tip, in the frame of the query.
    pub tip: DVec3,
    /// The vertex of each body at the tip.
    pub vertices: [VertexId; 2],
    /// All faces of both stars.
    pub faces: [&'a [FaceId]; 2],
    /// How many pairs share the tip alone for certain.
    pub pairs: usize,
}

impl<'a> CommonTips<'a> {
    /// The common tips of two bodies; `None` if there are none.
    pub fn of(posed: &'a PosedPair<'a>) -> Option<Self> {
        let [first, second] = posed.meshes();
        let stars = [first.large_stars()?, second.large_stars()?];
        let bodies = posed.bodies();
        let tips = |k: usize| (0..stars[k].len() as u32).map(move |star| stars[k].tip(star));
        // -0 is 0.
        let place = |k: usize, tip| (bodies[k].vertex(tip) + 0.0).to_array().map(f64::to_bits);
        let mut numbers: HashMap<[u64; 3], u32> = HashMap::new();
        let mut places = [vec![NO_STAR; stars[0].len()], vec![NO_STAR; stars[1].len()]];
        for (star, tip) in tips(0).enumerate() {
            let next = numbers.len() as u32;
            places[0][star] = *numbers.entry(place(0, tip)).or_insert(next);
        }
        let mut is_common = vec![false; numbers.len()];
        for (star, tip) in tips(1).enumerate() {
            if let Some(number) = numbers.get(&place(1, tip)) {
                places[1][star] = *number;
                is_common[*number as usize] = true;
            }
        }
        places[0].iter_mut().filter(|number| !is_common[**number as usize]).for_each(|number| *number = NO_STAR);
        is_common.contains(&true).then_some(Self { stars, places })
    }

    /// Whether two stars have the same tip.
    #[inline]
    fn are_at_one_place(&self, stars: [u32; 2]) -> bool {
        if stars[0] == NO_STAR || stars[1] == NO_STAR {
            return false;
        }
        let place = self.places[0][stars[0] as usize];
        place != NO_STAR && place == self.places[1][stars[1] as usize]
    }

    /// Whether all faces below two slots belong to stars with the same tip.
    #[inline]
    pub fn settle(&self, slots: [Slot; 2]) -> bool {
        self.are_at_one_place([0, 1].map(|k| self.stars[k].of_slot(slots[k])))
    }

    /// Whether two faces belong to stars with the same tip.
    #[inline]
    pub fn hold(&self, faces: [FaceId; 2]) -> bool {
        self.are_at_one_place([0, 1].map(|k| self.stars[k].of_face(faces[k])))
    }

    /// All pairs of stars with the same tip.
    pub fn pairs(&self) -> Vec<[u32; 2]> {
        let mut of_place: HashMap<u32, Vec<u32>> = HashMap::new();
        for (star, place) in (0..).zip(&self.places[0]).filter(|(_, place)| **place != NO_STAR) {
            of_place.entry(*place).or_default().push(star);
        }
        let partners = |place: &u32| of_place.get(place).into_iter().flatten();
        (0..).zip(&self.places[1]).flat_map(|(star, place)| partners(place).map(move |other| [*other, star])).collect()
    }

    /// Two stars with the same tip, ready to be compared face by face.
    pub fn compare(&self, bodies: &[PosedMesh<'_>; 2], stars: [u32; 2]) -> TipComparison<'_> {
        let faces = [0, 1].map(|k| self.stars[k].faces(stars[k]));
        let vertices = [0, 1].map(|k| self.stars[k].tip(stars[k]));
        let tip = bodies[0].vertex(vertices[0]);
        let [first, second]: [Vec<Triangle>; 2] =
            [0, 1].map(|k| faces[k].iter().map(|face| bodies[k].triangle(*face)).collect());
        TipComparison { tip, vertices, faces, first, arcs: StarArcs::new(tip, &second) }
    }
}

/// Two stars with the same tip. Pairs of their faces that may share more are as many as the product of both where all have an edge in common, so they are found
/// face by face and never held all together.
pub(crate) struct TipComparison<'a> {
    tip: DVec3,
    vertices: [VertexId; 2],
    faces: [&'a [FaceId]; 2],
    first: Vec<Triangle>,
    arcs: StarArcs,
}

impl<'a> TipComparison<'a> {
    /// The pairs that share the tip alone.
    pub fn at_tip(&self) -> TipContacts<'a> {
        let mut beyond = 0;
        self.first.iter().for_each(|face| self.arcs.visit_beyond(face, &mut |_| beyond += 1));
        let pairs = self.faces[0].len() * self.faces[1].len() - beyond;
        TipContacts { tip: self.tip, vertices: self.vertices, faces: self.faces, pairs }
    }

    /// Visits the pairs that may share more, in ascending order.
    pub fn visit_beyond(&self, mut visit: impl FnMut([FaceId; 2]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut others = Vec::new();
        for (face, triangle) in self.faces[0].iter().zip(&self.first) {
            others.clear();
            self.arcs.visit_beyond(triangle, &mut |j| others.push(self.faces[1][j]));
            others.sort_unstable();
            others.iter().try_for_each(|other| visit([*face, *other]))?;
        }
        ControlFlow::Continue(())
    }
}
