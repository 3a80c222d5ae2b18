//! What healing is asked to do, and what it did.

/// How far healing may go.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HealOptions {
    /// The largest length by which anything may move, in the unit of the mesh. Cracks and holes up to this size are closed. Zero, a negative number and NaN move nothing: then only
    /// vertices at the same place become one, faces without area go where that opens nothing, and parts are oriented.
    pub within: f64,
}

/// What healing did to a mesh. Vertices at the same place count as one throughout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct HealReport {
    /// The longest way that a point of the surface moved. Upper bound, at most [`HealOptions::within`].
    pub largest_move: f64,
    /// Vertices that were moved onto another one.
    pub welded_vertices: usize,
    /// Vertices inserted into open edges beside them. These vertices do not move, the edges do.
    pub split_edges: usize,
    /// Open edges of the input of which nothing is open any more.
    pub edges_closed: usize,
    /// Open edges of the result: those with one face.
    pub edges_left: usize,
    /// Small holes that were filled with faces.
    pub holes_closed: usize,
    /// Faces without area that were dropped.
    pub faces_dropped: usize,
    /// Faces that were turned over.
    pub faces_flipped: usize,
    /// Steps that were not taken because they would have folded a face over, or would have made faces meet that did not, or because the vertices lie too densely for the length.
    pub steps_refused: usize,
    /// Whether four million steps and 4,000 for each face were not enough: the surface is left as it is, but for turns. Faces and open edges that mostly lie near each other, such as those of
    /// damaged files and with lengths as long as the faces, reach this limit.
    pub effort_spent: bool,
}

impl HealReport {
    /// Whether the surface is not what it was: something moved, was added, dropped or turned over.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.welded_vertices + self.split_edges + self.holes_closed + self.faces_dropped + self.faces_flipped > 0
    }
}
