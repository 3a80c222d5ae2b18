//! Impulses between two bodies: the bounce of [`crate::dynamics::rigid_body`], which pushes both, and stops at what cannot be pushed.

use crate::dynamics::rigid_body::{ContactPoint, MotionLaw, RigidBody};
use impinge::math::{DMat3, DVec3};

/// How often all contacts of a step are served, at most: what frees one pair of bodies presses another.
const PASSES: usize = 8;

/// A body that can be pushed, or one that moves as it will.
#[derive(Clone, Copy, Debug)]
pub struct ImpulseBody {
    pub body: RigidBody,
    /// One over its mass; 0 for what cannot be pushed.
    pub inverse_mass: f64,
}

/// Where two bodies meet; the contact pushes the second body along its normal, and the first against it.
#[derive(Clone, Copy, Debug)]
pub struct Impact {
    pub members: [usize; 2],
    pub contact_point: ContactPoint,
}

impl ImpulseBody {
    fn inverse_inertia(&self) -> DMat3 {
        self.inverse_mass * self.body.inverse_inertia()
    }

    /// The velocity of the body at a point.
    fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.body.velocity + self.body.spin.cross(point - self.body.place)
    }

    fn push(&mut self, impulse: DVec3, point: DVec3, inverse_inertia: &DMat3) {
        self.body.velocity += self.inverse_mass * impulse;
        self.body.spin += *inverse_inertia * (point - self.body.place).cross(impulse);
    }
}

/// An impulse at every contact, in their order, until none is left or patience is.
pub fn serve(members: &mut [ImpulseBody], impacts: &[Impact], law: &MotionLaw) {
    let inertias: Vec<DMat3> = members.iter().map(ImpulseBody::inverse_inertia).collect();
    for _ in 0..PASSES {
        let mut struck = false;
        for impact in impacts {
            struck |= strike(members, &inertias, impact, law);
        }
        if !struck {
            break;
        }
    }
}

/// The impulse of one contact: along its normal if the bodies approach, and against sliding; gives whether there was one.
fn strike(members: &mut [ImpulseBody], inertias: &[DMat3], impact: &Impact, law: &MotionLaw) -> bool {
    let Impact { members: [i, j], contact_point: ContactPoint { point, normal } } = *impact;
    let [a, b] = [members[i], members[j]];
    // How much speed along a direction a unit impulse along it gives to the point, both bodies together.
    let yield_along = |d: DVec3| {
        let own = |member: &ImpulseBody, inverse_inertia: &DMat3| {
            let arm = point - member.body.place;
            member.inverse_mass + d.dot((*inverse_inertia * arm.cross(d)).cross(arm))
        };
        own(&a, &inertias[i]) + own(&b, &inertias[j])
    };
    let velocity = b.velocity_at(point) - a.velocity_at(point);
    let approach = -velocity.dot(normal);
    let along_normal = yield_along(normal);
    if approach <= -law.lift || along_normal <= 0.0 {
        return false;
    }
    let push = ((law.restitution * approach).max(law.lift) + approach) / along_normal;
    let sliding = velocity + approach * normal;
    let speed = sliding.length();
    let mut impulse = push * normal;
    if speed > 0.0 {
        let along = sliding / speed;
        impulse -= (law.friction * push).min(speed / yield_along(along)) * along;
    }
    members[i].push(-impulse, point, &inertias[i]);
    members[j].push(impulse, point, &inertias[j]);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::rigid_body::ForceField;
    use impinge::math::DQuat;
    use impinge_scenes::solid::cuboid;

    const LAW: MotionLaw = MotionLaw {
        field: ForceField::Down { pull: 0.0, spring: 0.0 },
        step: 0.001,
        restitution: 1.0,
        friction: 0.0,
        lift: 0.0,
        drag: 0.0,
    };

    fn cube_at(place: DVec3, velocity: DVec3, inverse_mass: f64) -> ImpulseBody {
        let mesh = cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
        let mut body = RigidBody::at_rest(&mesh, place, DQuat::IDENTITY);
        body.velocity = velocity;
        ImpulseBody { body, inverse_mass }
    }

    fn between(point: DVec3, normal: DVec3) -> Impact {
        Impact { members: [0, 1], contact_point: ContactPoint { point, normal } }
    }

    #[test]
    fn equal_bodies_swap_their_speeds() {
        let mut pair = [cube_at(DVec3::ZERO, DVec3::X, 1.0), cube_at(DVec3::X, -2.0 * DVec3::X, 1.0)];
        serve(&mut pair, &[between(0.5 * DVec3::X, DVec3::X)], &LAW);
        assert!((pair[0].body.velocity + 2.0 * DVec3::X).length() < 1e-12);
        assert!((pair[1].body.velocity - DVec3::X).length() < 1e-12);
    }

    #[test]
    fn momentum_and_energy_are_kept_off_centre_too() {
        let mut pair = [cube_at(DVec3::ZERO, DVec3::X, 1.0), cube_at(DVec3::X, -2.0 * DVec3::X, 1.0)];
        let energy = |pair: &[ImpulseBody; 2]| {
            // The cube's inertia is a sixth.
            pair.iter().map(|m| m.body.velocity.length_squared() + m.body.spin.length_squared() / 6.0).sum::<f64>()
        };
        let before = energy(&pair);
        serve(&mut pair, &[between(DVec3::new(0.5, 0.4, -0.2), DVec3::X)], &LAW);
        let momentum = pair[0].body.velocity + pair[1].body.velocity;
        assert!((momentum + DVec3::X).length() < 1e-12 && pair[0].body.spin.length() > 0.1);
        assert!((energy(&pair) - before).abs() < 1e-12, "{} and {before}", energy(&pair));
    }

    #[test]
    fn what_cannot_be_pushed_pushes_with_its_own_speed() {
        let mut pair = [cube_at(DVec3::ZERO, DVec3::Z, 0.0), cube_at(DVec3::Z, -DVec3::Z, 1.0)];
        serve(&mut pair, &[between(0.5 * DVec3::Z, DVec3::Z)], &LAW);
        assert_eq!((pair[0].body.velocity, pair[0].body.spin), (DVec3::Z, DVec3::ZERO));
        assert!((pair[1].body.velocity - 3.0 * DVec3::Z).length() < 1e-12);
        // Two such bodies pass each other by.
        let mut fixed = [cube_at(DVec3::ZERO, DVec3::Z, 0.0), cube_at(DVec3::Z, -DVec3::Z, 0.0)];
        serve(&mut fixed, &[between(0.5 * DVec3::Z, DVec3::Z)], &LAW);
        assert_eq!(fixed[1].body.velocity, -DVec3::Z);
    }
}
