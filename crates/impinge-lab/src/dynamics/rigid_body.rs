//! A simple dynamics engine: one rigid body, a field of force, and an impulse at every contact.
//!
//! Lin, Manocha, Cohen and Gottschalk (1996, section 5): "At each time step, the contact polygons were found by the collision
//! detection algorithm, an impulse was applied to the object at each contact before advancing the clock." Nothing
//! more is meant by it: the body has mass 1 and the inertia of its bounding box, contacts are served one after
//! the other in the order of the query, and penetration ends by a small lifting speed. Only sums, products, quotients and
//! square roots: the same input gives the same bits everywhere.

use impinge::math::{DMat3, DQuat, DVec3, Pose, PoseError};
use impinge::mesh::Mesh;

/// How often all contacts of a step are served, at most: what pushes one end of a body up pushes the other down.
const PASSES: usize = 8;

/// Where the force on the body comes from; accelerations in lengths per square second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ForceField {
    /// A pull of constant strength towards the origin, weaker in proportion within a tenth of a length of it.
    Inward(f64),
    /// A pull down along z, and a spring along x towards the origin, so much for each unit of length.
    Down {
        /// Strength of the pull.
        pull: f64,
        /// Strength of the spring a unit of length.
        spring: f64,
    },
}

impl ForceField {
    /// The acceleration at a place.
    fn at(self, place: DVec3) -> DVec3 {
        /// Where the inward pull begins to weaken, so that it has no jump at the origin.
        const SOFT: f64 = 0.1;
        match self {
            Self::Inward(pull) => -place * (pull / place.length().max(SOFT)),
            Self::Down { pull, spring } => DVec3::new(-spring * place.x, 0.0, -pull),
        }
    }
}

/// How the world of the body works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionLaw {
    /// The force.
    pub field: ForceField,
    /// Length of a step in seconds.
    pub step: f64,
    /// Speed after a bounce over speed before it.
    pub restitution: f64,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// Speed at which a body that is in contact leaves it, at least, in lengths per second.
    pub lift: f64,
    /// Part of the speed that air takes away each second.
    pub drag: f64,
}

/// Where the body is touched by its surroundings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// A point of the contact, in the world.
    pub point: DVec3,
    /// The unit direction in which the surroundings push.
    pub normal: DVec3,
}

/// A rigid body of mass 1, its state in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidBody {
    /// Middle of the mesh's bounding box, in the frame of the mesh; the centre of mass.
    centre: DVec3,
    /// One over the principal moments of inertia about the axes of the mesh's frame.
    inverse_inertia: DVec3,
    /// Where the centre of mass is.
    pub place: DVec3,
    /// How the mesh is turned.
    pub turn: DQuat,
    /// Velocity of the centre of mass.
    pub velocity: DVec3,
    /// Angular velocity, radians per second.
    pub spin: DVec3,
}

impl RigidBody {
    /// A body at rest with the middle of the mesh's bounding box at a place.
    pub fn at_rest(mesh: &Mesh, place: DVec3, turn: DQuat) -> Self {
        let squares = mesh.bounds().size() * mesh.bounds().size();
        let inertia = DVec3::new(squares.y + squares.z, squares.z + squares.x, squares.x + squares.y) / 12.0;
        Self {
            centre: mesh.bounds().centre(),
            inverse_inertia: inertia.recip(),
            place,
            turn,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
        }
    }

    /// Carries the mesh into the world.
    ///
    /// # Errors
    /// The body has left the range of coordinates.
    pub fn world_from_mesh(&self) -> Result<Pose, PoseError> {
        let rotation = DMat3::from_quat(self.turn);
        Pose::try_new(rotation, self.place - rotation * self.centre)
    }

    /// The inverse of the tensor of inertia, in the world.
    pub fn inverse_inertia(&self) -> DMat3 {
        let rotation = DMat3::from_quat(self.turn);
        rotation * DMat3::from_diagonal(self.inverse_inertia) * rotation.transpose()
    }

    /// An impulse at every contact, then one step of time.
    pub fn advance(&mut self, touches: &[ContactPoint], law: &MotionLaw) {
        let inverse_inertia = self.inverse_inertia();
        for _ in 0..PASSES {
            let mut bounced = false;
            for contact_point in touches {
                bounced |= self.bounce(contact_point, &inverse_inertia, law);
            }
            if !bounced {
                break;
            }
        }
        self.drift(law);
    }

    /// One step of time.
    pub fn drift(&mut self, law: &MotionLaw) {
        let h = law.step;
        self.velocity = (self.velocity + h * law.field.at(self.place)) * (1.0 - h * law.drag);
        self.spin *= 1.0 - h * law.drag;
        self.place += h * self.velocity;
        let w = self.spin * (0.5 * h);
        self.turn = (self.turn + DQuat::from_xyzw(w.x, w.y, w.z, 0.0) * self.turn).normalize();
    }

    /// The impulse of one contact: along its normal if the body approaches, and against sliding.
    ///
    /// Gives whether there was one.
    fn bounce(&mut self, contact_point: &ContactPoint, inverse_inertia: &DMat3, law: &MotionLaw) -> bool {
        let arm = contact_point.point - self.place;
        // How much speed along a direction a unit impulse along it gives to the point.
        let yield_along = |d: DVec3| 1.0 + d.dot((*inverse_inertia * arm.cross(d)).cross(arm));
        let velocity = self.velocity + self.spin.cross(arm);
        let approach = -velocity.dot(contact_point.normal);
        let wanted = (law.restitution * approach).max(law.lift);
        if approach <= -law.lift {
            return false;
        }
        let push = (wanted + approach) / yield_along(contact_point.normal);
        let sliding = velocity + approach * contact_point.normal;
        let speed = sliding.length();
        let mut impulse = push * contact_point.normal;
        if speed > 0.0 {
            let along = sliding / speed;
            impulse -= (law.friction * push).min(speed / yield_along(along)) * along;
        }
        self.velocity += impulse;
        self.spin += *inverse_inertia * arm.cross(impulse);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid::cuboid;

    const LAW: MotionLaw = MotionLaw {
        field: ForceField::Down { pull: 10.0, spring: 0.0 },
        step: 0.001,
        restitution: 0.5,
        friction: 0.0,
        lift: 0.0,
        drag: 0.0,
    };

    fn cube() -> RigidBody {
        let mesh = cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
        RigidBody::at_rest(&mesh, DVec3::new(0.0, 0.0, 5.0), DQuat::IDENTITY)
    }

    #[test]
    fn what_falls_falls_as_galileo_says() {
        let mut body = cube();
        for _ in 0..500 {
            body.advance(&[], &LAW);
        }
        assert!((body.velocity.z + 5.0).abs() < 1e-9);
        assert!((body.place.z - (5.0 - 1.25)).abs() < 0.01, "{}", body.place.z);
        let pose = body.world_from_mesh().unwrap();
        assert!((pose.transform_point(DVec3::splat(0.5)) - body.place).length() < 1e-12);
    }

    #[test]
    fn a_bounce_through_the_centre_gives_back_its_part_of_the_speed() {
        let mut body = cube();
        body.velocity = DVec3::new(1.0, 0.0, -4.0);
        let below = ContactPoint { point: body.place - 0.5 * DVec3::Z, normal: DVec3::Z };
        let still = MotionLaw { field: ForceField::Down { pull: 0.0, spring: 0.0 }, ..LAW };
        body.advance(&[below], &still);
        assert!((body.velocity - DVec3::new(1.0, 0.0, 2.0)).length() < 1e-12);
        assert_eq!(body.spin, DVec3::ZERO);
        // It leaves now: no further impulse.
        let leaving = body.velocity;
        body.advance(&[below], &still);
        assert_eq!(body.velocity, leaving);
    }

    #[test]
    fn a_bounce_off_centre_turns_and_takes_no_energy_without_loss() {
        let mut body = cube();
        body.velocity = DVec3::new(0.0, 0.0, -4.0);
        let lossless = MotionLaw { field: ForceField::Down { pull: 0.0, spring: 0.0 }, restitution: 1.0, ..LAW };
        let corner = ContactPoint { point: body.place + DVec3::new(0.5, 0.0, -0.5), normal: DVec3::Z };
        body.advance(&[corner], &lossless);
        assert!(body.spin.y.abs() > 1.0, "{}", body.spin);
        // A cube of side 1 has the moment 1/6 about any axis.
        let energy = 0.5 * body.velocity.length_squared() + 0.5 / 6.0 * body.spin.length_squared();
        assert!((energy - 8.0).abs() < 1e-9, "{energy}");
    }

    #[test]
    fn friction_stops_sliding_but_never_turns_it_round() {
        let mut body = cube();
        body.velocity = DVec3::new(3.0, 0.0, -1.0);
        let rough = MotionLaw { friction: 100.0, field: ForceField::Down { pull: 0.0, spring: 0.0 }, ..LAW };
        let below = ContactPoint { point: body.place - 0.5 * DVec3::Z, normal: DVec3::Z };
        body.advance(&[below], &rough);
        let at_contact = body.velocity + body.spin.cross(below.point - cube().place);
        assert!(at_contact.x.abs() < 1e-9, "{at_contact}");
    }
}
