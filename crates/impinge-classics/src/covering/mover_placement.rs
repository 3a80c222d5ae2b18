//! Where a mover is: the ball around it in the frame of the body at rest, and how far its points may have moved since a pose.

use super::volume_lanes::{CentredBox, Patch, TriangleProbe, rounding_error};
use impinge::bound::Sphere;
use impinge::feature::{FaceId, VertexId};
use impinge::math::pose::ROTATION_TOLERANCE;
use impinge::math::predicates::Triangle;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;

/// By how much a pose may stretch or shrink lengths, relative: entries of RᵀR are off by `ROTATION_TOLERANCE`, its eigenvalues by three times that,
/// lengths by half of it.
const STRETCH: f64 = 2.0 * ROTATION_TOLERANCE;

/// What the motion between two poses may be computed too short by, relative.
const MOTION_ERROR: f64 = 1e-12;

/// A mover at a pose that is not inverted.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoverPlacement {
    pose: Pose,
    b_from_a: DMat3,
    /// The middle of the ball around the mover, in the frame of the body at rest.
    pub centre: DVec3,
    /// Its radius; all of the mover lies inside, rounding included.
    pub radius: f64,
    /// What a bound on a distance may be off by (a length).
    pub error: f64,
}

impl MoverPlacement {
    /// B with a ball around it, in its own frame, at a pose about A.
    pub fn new([a, b]: [&Mesh; 2], ball: &Sphere, a_from_b: &Pose) -> Self {
        let translation = a_from_b.translation();
        let largest = a.bounds().largest_coordinate()
            + translation.abs().max_element()
            + 3.0 * (b.bounds().largest_coordinate() + ball.radius);
        let error = rounding_error(largest);
        Self {
            pose: *a_from_b,
            b_from_a: a_from_b.rotation().inverse(),
            centre: a_from_b.rotation() * ball.centre + translation,
            radius: ball.radius * (1.0 + STRETCH) + error,
            error,
        }
    }

    /// A length that no point of the ball is farther from where it was at another pose, each on its straight way.
    pub fn moved_since(&self, before: &Self, ball: &Sphere) -> f64 {
        if self.pose == before.pose {
            return 0.0;
        }
        let turn = self.pose.rotation() - before.pose.rotation();
        let shift = self.pose.translation() - before.pose.translation();
        let columns = [turn.x_axis, turn.y_axis, turn.z_axis];
        let spread = columns.into_iter().map(DVec3::length_squared).sum::<f64>().sqrt();
        let rounding = spread * ball.centre.length() + shift.length();
        ((turn * ball.centre + shift).length() + spread * ball.radius) * (1.0 + MOTION_ERROR) + MOTION_ERROR * rounding
    }

    /// The corners of a face of B in the frame of A, rounded once.
    pub fn triangle(&self, b: &Mesh, face: FaceId) -> Triangle {
        b.triangle(face).map(|p| self.pose.transform_point(p))
    }

    /// A vertex of B in the frame of A, rounded once.
    pub fn vertex(&self, b: &Mesh, vertex: VertexId) -> DVec3 {
        self.pose.transform_point(b.vertex(vertex))
    }

    /// A triangle of A in the frame of B.
    pub fn triangle_in_b(&self, t: &Triangle) -> TriangleProbe {
        TriangleProbe::new(t.map(|p| self.b_from_a * (p - self.pose.translation())))
    }

    /// A patch of A in the frame of B.
    pub fn patch_in_b(&self, patch: &Patch) -> Patch {
        let (turn, shift) = (self.b_from_a, self.pose.translation());
        let half = turn.abs() * patch.bounds.half;
        let bounds = CentredBox { middle: turn * (patch.bounds.middle - shift), half };
        // What a point of B has along the normal in the frame of A, less what the translation adds.
        let along = patch.normal.dot(shift);
        let normal = self.pose.rotation().transpose() * patch.normal;
        Patch { bounds, normal, range: patch.range.map(|x| x - along) }
    }

    /// A box of A as a patch in the frame of B: its slab is one of the box's own.
    pub fn box_in_b(&self, bounds: &CentredBox) -> Patch {
        let range = [bounds.middle.x - bounds.half.x, bounds.middle.x + bounds.half.x];
        self.patch_in_b(&Patch { bounds: *bounds, normal: DVec3::X, range })
    }

    /// A length in the frame of A from a gap in that of B: no point of the mover is nearer, rounding included.
    pub fn length_in_a(&self, gap: f64) -> f64 {
        gap * (1.0 - STRETCH) - self.error
    }
}
