//! Edits of a surface: checked first, then done, then the tree is patched, or sorted if too little of it is left in order.

use super::edit_plan::EditPlan;
use super::surface_edit::{EditError, EditReport, SurfaceEdit};
use crate::bound::Aabb;
use crate::deform::deformable::Deformable;
use crate::deform::tree::upkeep_policy::{SortReason, UpkeepAction};
use crate::executor::Executor;
use crate::feature::{FaceId, VertexId};
use crate::math::DVec3;
use std::sync::OnceLock;

impl Deformable {
    /// Cuts, welds, adds or removes faces, and says what became of numbers and how the tree was kept up.
    ///
    /// A surface may lose all its faces, and get others later. The faces are looked through once; of the tree only what changed is drawn.
    ///
    /// # Errors
    /// Numbers of which there is no vertex, face or edge, positions that are not finite or outside the exact range: then nothing has changed.
    pub fn edit(&mut self, edit: &SurfaceEdit<'_>, executor: &Executor) -> Result<EditReport, EditError> {
        let (faces, vertices) = (self.faces.len(), self.tree.points.len());
        let mut change = EditPlan::new(edit, &self.faces, vertices)?;
        change.positions.extend(change.split_from.iter().filter_map(|vertex| self.position(*vertex)));
        let candidates = self.corners_let_go(&change);
        let renamed = change.renamed(faces);
        self.bounds = self.bounds.joined(Aabb::of_points(&change.positions));
        self.tree.add_points(&change.positions);
        self.set_corners(&change.corners);
        self.remove(&change.removed, &renamed);
        let first = self.faces.len() as u32;
        self.faces.extend(&change.added);
        (self.owners, self.patches) = (OnceLock::new(), OnceLock::new());
        let choice = self.patch(&change.added, faces == 0, executor);
        let has_twice = |[a, b, c]: [u32; 3]| a == b || b == c || c == a;
        let collapsed = change.corners.iter().filter(|(_, corners)| has_twice(*corners));
        Ok(EditReport {
            vertices: vertices as u32..self.tree.points.len() as u32,
            faces: first..self.faces.len() as u32,
            changed: change.corners.iter().map(|(face, _)| FaceId(*face)).collect(),
            collapsed: collapsed.map(|(face, _)| FaceId(*face)).collect(),
            loose: self.loose(candidates),
            upkeep: self.record_upkeep(choice),
            split_from: change.split_from,
            renamed,
        })
    }

    fn set_corners(&mut self, changed: &[(u32, [u32; 3])]) {
        if !changed.is_empty() {
            changed.iter().for_each(|(face, corners)| self.faces[*face as usize] = *corners);
            self.tree.set_corners(changed);
        }
    }

    fn remove(&mut self, removed: &[u32], renamed: &[[FaceId; 2]]) {
        if !removed.is_empty() {
            renamed.iter().for_each(|[before, now]| self.faces[now.index()] = self.faces[before.index()]);
            self.faces.truncate(self.faces.len() - removed.len());
            self.tree.remove(removed, renamed.iter().map(|pair| pair.map(|face| face.0)));
        }
    }

    /// Adds faces to the tree, or sorts it.
    fn patch(&mut self, added: &[[u32; 3]], was_empty: bool, executor: &Executor) -> UpkeepAction {
        let frame = self.fitting_frame();
        let why = if was_empty && !added.is_empty() {
            SortReason::First
        } else if self.tree.frame.is_stale(&frame) {
            SortReason::Moved
        } else {
            if !added.is_empty() {
                self.tree.append(added);
            }
            if !self.tree.is_patchy() {
                return UpkeepAction::Patched;
            }
            SortReason::Edited
        };
        let positions: Vec<DVec3> = (0..self.tree.points.len()).filter_map(|vertex| self.tree.vertex(vertex)).collect();
        self.sort(&positions, frame, executor);
        UpkeepAction::Sorted { why }
    }

    /// The corners that faces are about to let go of, sorted.
    fn corners_let_go(&self, change: &EditPlan) -> Vec<u32> {
        let changed = change.corners.iter().map(|(face, _)| *face).chain(change.removed.iter().copied());
        let mut corners: Vec<u32> = changed.flat_map(|face| self.faces[face as usize]).collect();
        corners.sort_unstable();
        corners.dedup();
        corners
    }

    /// Those of some vertices that no face names.
    fn loose(&self, candidates: Vec<u32>) -> Vec<VertexId> {
        if candidates.is_empty() {
            return Vec::new();
        }
        let mut is_named = vec![false; self.tree.points.len()];
        self.faces.as_flattened().iter().for_each(|corner| is_named[*corner as usize] = true);
        candidates.into_iter().filter(|vertex| !is_named[*vertex as usize]).map(VertexId).collect()
    }
}
