//! Spur gears with involute flanks.

use super::extrusion;
use crate::SceneError;
use crate::error::require;
use crate::polygon::{Polygon, circle};
use impinge::math::DVec2;
use impinge::mesh::Mesh;
use std::f64::consts::PI;

/// The pressure angle of all gears: 20°.
const PRESSURE_ANGLE: f64 = PI / 9.0;

/// Points along each flank, root and tip included.
const FLANK_POINTS: u32 = 6;

/// A spur gear about the z axis, from z = 0 to its width, with a round bore.
///
/// Two gears of one module mesh at the sum of their pitch radii, if the second stands at [`Gear::mating_phase`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// How many teeth, at least 8.
    pub teeth: u32,
    /// Pitch diameter over the number of teeth (a length).
    pub module: f64,
    /// Extent along the axis.
    pub width: f64,
    /// Radius of the bore.
    pub bore: f64,
    /// Sides of the bore.
    pub bore_segments: u32,
    /// Play along the pitch circle between two such gears (a length).
    pub backlash: f64,
    /// Angle of the middle of the first tooth, in radians; the bore is not turned by it.
    pub phase: f64,
}

impl Default for Gear {
    /// 20 teeth of module 2.
    fn default() -> Self {
        Self { teeth: 20, module: 2.0, width: 16.0, bore: 8.0, bore_segments: 48, backlash: 0.25, phase: 0.0 }
    }
}

impl Gear {
    /// The phase at which a gear on the +x side meshes with one whose phase is zero: a gap at angle π.
    #[must_use]
    pub fn mating_phase(teeth: u32) -> f64 {
        PI - PI / f64::from(teeth)
    }

    /// Radius of the pitch circle.
    #[must_use]
    pub fn pitch_radius(&self) -> f64 {
        self.module * f64::from(self.teeth) / 2.0
    }

    /// Radii of the bottom of the gaps and of the tips of the teeth.
    #[must_use]
    pub fn root_and_tip(&self) -> (f64, f64) {
        (self.pitch_radius() - 1.25 * self.module, self.pitch_radius() + self.module)
    }

    /// The outline of the teeth with the bore as its hole.
    #[must_use]
    pub fn polygon(&self) -> Polygon {
        let (root, tip) = self.root_and_tip();
        let flank: Vec<(f64, f64)> = (0..FLANK_POINTS)
            .map(|k| root + (tip - root) * f64::from(k) / f64::from(FLANK_POINTS - 1))
            .map(|radius| (radius, self.half_angle(radius)))
            .collect();
        let mut outline = Vec::with_capacity((2 * FLANK_POINTS * self.teeth) as usize);
        for k in 0..self.teeth {
            let middle = self.phase + 2.0 * PI * f64::from(k) / f64::from(self.teeth);
            let point = |radius: f64, angle: f64| radius * DVec2::from_angle(angle);
            outline.extend(flank.iter().map(|&(radius, half)| point(radius, middle - half)));
            outline.extend(flank.iter().rev().map(|&(radius, half)| point(radius, middle + half)));
        }
        Polygon::new(outline).with_hole(circle(DVec2::ZERO, self.bore, self.bore_segments))
    }

    /// Half the angle that a tooth takes up at a radius: involute above the base circle, radial below it.
    fn half_angle(&self, radius: f64) -> f64 {
        let pitch = self.pitch_radius();
        let base = pitch * PRESSURE_ANGLE.cos();
        let involute = |angle: f64| angle.tan() - angle;
        let at_pitch = PI / (2.0 * f64::from(self.teeth)) - self.backlash / (4.0 * pitch);
        at_pitch + involute(PRESSURE_ANGLE) - involute((base / radius.max(base)).acos())
    }

    /// The gear as a solid.
    ///
    /// # Errors
    /// Fewer than 8 teeth, teeth of no thickness, a bore as wide as the gaps are deep, or lengths that are not positive.
    pub fn solid(&self) -> Result<Mesh, SceneError> {
        let (root, tip) = self.root_and_tip();
        require(self.teeth >= 8, "a gear needs at least 8 teeth")?;
        require(self.half_angle(tip) > 0.0, "the teeth of the gear are pointed: less backlash or more teeth")?;
        require(0.0 < self.bore && self.bore < root, "the bore of a gear lies inside its root circle")?;
        extrusion(&self.polygon(), 0.0, self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least distance between the corners of one outline and the sides of the other, and whether sides cross.
    fn gap(a: &[DVec2], b: &[DVec2]) -> (f64, bool) {
        let sides = |p: &[DVec2]| (0..p.len()).map(|i| [p[i], p[(i + 1) % p.len()]]).collect::<Vec<_>>();
        let (mut least, mut cross) = (f64::INFINITY, false);
        for [p, q] in sides(a) {
            for [r, s] in sides(b) {
                for (x, [u, v]) in [(p, [r, s]), (q, [r, s]), (r, [p, q]), (s, [p, q])] {
                    let t = ((x - u).dot(v - u) / (v - u).length_squared()).clamp(0.0, 1.0);
                    least = least.min(x.distance(u + t * (v - u)));
                }
                let side = |u: DVec2, v: DVec2, x: DVec2| (v - u).perp_dot(x - u);
                cross |= side(p, q, r) * side(p, q, s) < 0.0 && side(r, s, p) * side(r, s, q) < 0.0;
            }
        }
        (least, cross)
    }

    #[test]
    fn gears_are_solids() {
        for teeth in [8, 20, 31] {
            let gear = Gear { teeth, bore: 3.0, ..Gear::default() };
            let mesh = gear.solid().unwrap();
            assert!(mesh.is_closed());
            assert_eq!(mesh.defects(), []);
            let (root, tip) = gear.root_and_tip();
            let area = mesh.mass_properties().volume / gear.width + PI * gear.bore * gear.bore;
            assert!(PI * root * root * 0.95 < area && area < PI * tip * tip);
        }
        assert!(Gear { teeth: 7, ..Gear::default() }.solid().is_err());
        assert!(Gear { bore: 18.0, ..Gear::default() }.solid().is_err());
        assert!(Gear { backlash: 50.0, ..Gear::default() }.solid().is_err());
    }

    #[test]
    fn mating_gears_keep_their_play() {
        let a = Gear::default();
        let b = Gear { teeth: 30, phase: Gear::mating_phase(30), ..Gear::default() };
        let at = |distance: f64| {
            let moved: Vec<DVec2> = b.polygon().outline.iter().map(|p| *p + DVec2::new(distance, 0.0)).collect();
            gap(&a.polygon().outline, &moved)
        };
        let right = a.pitch_radius() + b.pitch_radius();
        let (play, cross) = at(right);
        assert!(!cross && play > 0.05, "{play}");
        assert!(at(right - 1.0).1, "a millimetre too near, the flanks cross");
    }
}
