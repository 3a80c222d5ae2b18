//! Bodies like the scans that the literature measures on: bones with flesh, joined smoothly, under a skin of bumps, meshed
//! on a grid. The real ones may not be copied, and these need no file.

use super::isosurface::isosurface;
use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge::mesh::{Mesh, MeshError};

/// A body of limbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Creature {
    /// Smooth and compact, with two long ears, as the bunny.
    Hare,
    /// Upright, with arms, fingers, legs, a tail and a knobbly hide, as the armadillo.
    Beast,
    /// Long and wound, with legs, horns and a ridge of spikes, as the dragon.
    Serpent,
}

/// A cone with round ends.
struct Bone {
    ends: [DVec3; 2],
    radii: [f64; 2],
}

impl Bone {
    /// Roughly the distance to its flesh, negative inside.
    fn field(&self, p: DVec3) -> f64 {
        let [a, b] = self.ends;
        let (along, from_a) = (b - a, p - a);
        let t = (from_a.dot(along) / along.length_squared()).clamp(0.0, 1.0);
        (from_a - t * along).length() - (self.radii[0] + t * (self.radii[1] - self.radii[0]))
    }
}

/// A bone from numbers: an end, its radius, the other end, its radius.
const fn bone([x, y, z, r, u, v, w, s]: [f64; 8]) -> Bone {
    Bone { ends: [DVec3::new(x, y, z), DVec3::new(u, v, w)], radii: [r, s] }
}

/// A bone and its mirror image beside the plane y = 0.
fn both(numbers: [f64; 8]) -> [Bone; 2] {
    let [x, y, z, r, u, v, w, s] = numbers;
    [bone(numbers), bone([x, -y, z, r, u, -v, w, s])]
}

/// Bones, the width over which they flow into each other, the height and the waves of the skin, and the grid's step.
struct Anatomy {
    bones: Vec<Bone>,
    blend: f64,
    bumps: f64,
    waves: f64,
    step: f64,
}

impl Anatomy {
    /// Negative inside the body.
    fn field(&self, p: DVec3) -> f64 {
        let flesh = self.bones.iter().map(|bone| bone.field(p)).reduce(|d, e| {
            let h = (self.blend - (d - e).abs()).max(0.0);
            d.min(e) - h * h / (4.0 * self.blend)
        });
        let skin = |w: f64| (w * p.x + 1.3).sin() * (w * p.y + 0.7).sin() * (w * p.z + 2.1).sin();
        flesh.unwrap_or(f64::INFINITY) + self.bumps * (skin(self.waves) + 0.5 * skin(2.3 * self.waves))
    }

    /// A box with room around all bones.
    fn bounds(&self) -> Aabb {
        let ends = self.bones.iter().flat_map(|bone| bone.ends.into_iter().zip(bone.radii));
        let reach = self.blend + 2.0 * self.bumps + 2.0 * self.step;
        ends.fold(Aabb::EMPTY, |all, (p, r)| all.including(p - DVec3::splat(r + reach)).including(p + r + reach))
    }
}

impl Creature {
    /// All creatures.
    pub const ALL: [Self; 3] = [Self::Hare, Self::Beast, Self::Serpent];

    /// The name in workloads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Hare => "hare",
            Self::Beast => "beast",
            Self::Serpent => "serpent",
        }
    }

    /// The closed mesh of its skin, of 50,000 to 100,000 triangles.
    ///
    /// # Errors
    /// None.
    pub fn mesh(self) -> Result<Mesh, MeshError> {
        let anatomy = match self {
            Self::Hare => hare(),
            Self::Beast => beast(),
            Self::Serpent => serpent(),
        };
        isosurface(&anatomy.bounds(), anatomy.step, |p| anatomy.field(p)).mesh()
    }
}

fn hare() -> Anatomy {
    let mut bones = vec![
        bone([-0.35, 0.0, 0.0, 0.36, 0.25, 0.0, 0.05, 0.28]),
        bone([0.25, 0.0, 0.1, 0.2, 0.45, 0.0, 0.42, 0.15]),
        bone([0.45, 0.0, 0.45, 0.19, 0.62, 0.0, 0.4, 0.1]),
        bone([-0.72, 0.0, 0.02, 0.1, -0.78, 0.0, 0.05, 0.08]),
    ];
    bones.extend(both([0.36, 0.08, 0.58, 0.06, 0.12, 0.16, 0.98, 0.04]));
    bones.extend(both([-0.3, 0.24, -0.15, 0.18, -0.05, 0.28, -0.36, 0.08]));
    bones.extend(both([0.3, 0.13, -0.1, 0.1, 0.42, 0.14, -0.36, 0.06]));
    Anatomy { bones, blend: 0.12, bumps: 0.006, waves: 22.0, step: 0.0223 }
}

fn beast() -> Anatomy {
    let mut bones = vec![
        bone([0.0, 0.0, 0.0, 0.26, 0.0, 0.0, 0.45, 0.24]),
        bone([0.02, 0.0, 0.55, 0.12, 0.08, 0.0, 0.75, 0.15]),
        bone([0.1, 0.0, 0.74, 0.12, 0.34, 0.0, 0.68, 0.04]),
        bone([-0.15, 0.0, -0.1, 0.14, -0.5, 0.0, -0.35, 0.07]),
        bone([-0.5, 0.0, -0.35, 0.07, -0.72, 0.12, -0.3, 0.035]),
    ];
    bones.extend(both([0.0, 0.09, 0.82, 0.04, -0.1, 0.22, 1.02, 0.03]));
    bones.extend(both([0.0, 0.22, 0.42, 0.1, 0.12, 0.52, 0.45, 0.075]));
    bones.extend(both([0.12, 0.52, 0.45, 0.075, 0.4, 0.55, 0.62, 0.06]));
    bones.extend(both([0.02, 0.14, -0.12, 0.15, 0.16, 0.26, -0.42, 0.1]));
    bones.extend(both([0.16, 0.26, -0.42, 0.1, 0.02, 0.28, -0.74, 0.07]));
    bones.extend(both([0.02, 0.28, -0.76, 0.07, 0.26, 0.32, -0.8, 0.05]));
    for k in -1..=1 {
        let spread = 0.07 * f64::from(k);
        bones.extend(both([0.4, 0.55, 0.62, 0.03, 0.58, 0.55 + spread, 0.68, 0.028]));
        bones.extend(both([0.22, 0.31, -0.8, 0.03, 0.36, 0.33 + spread, -0.82, 0.028]));
    }
    Anatomy { bones, blend: 0.05, bumps: 0.009, waves: 34.0, step: 0.0204 }
}

fn serpent() -> Anatomy {
    let spine = |t: f64| {
        let (turn, rise) = (7.0 * t, 0.25 * (9.0 * t).cos());
        DVec3::new(1.6 * t - 0.8, 0.3 * turn.sin(), rise)
    };
    let thickness = |t: f64| 0.05 + 0.11 * (std::f64::consts::PI * t.powf(0.7)).sin();
    let joints = 28;
    let at = |k: i32| f64::from(k) / f64::from(joints);
    let mut bones = Vec::new();
    for k in 0..joints {
        let (s, t) = (at(k), at(k + 1));
        bones.push(Bone { ends: [spine(s), spine(t)], radii: [thickness(s), thickness(t)] });
        let root = spine(s) + DVec3::Z * thickness(s) * 0.8;
        bones.push(Bone { ends: [root, root + DVec3::new(-0.03, 0.0, 0.09)], radii: [0.04, 0.018] });
    }
    for (t, side) in [(0.35, 1.0), (0.4, -1.0), (0.65, 1.0), (0.7, -1.0)] {
        let hip = spine(t);
        let knee = hip + DVec3::new(0.06, side * 0.22, -0.12);
        let foot = knee + DVec3::new(-0.04, side * 0.05, -0.22);
        bones.push(Bone { ends: [hip, knee], radii: [0.08, 0.05] });
        bones.push(Bone { ends: [knee, foot], radii: [0.05, 0.03] });
        bones.push(Bone { ends: [foot, foot + DVec3::new(0.12, side * 0.02, -0.02)], radii: [0.03, 0.022] });
    }
    let head = spine(1.0);
    bones.push(Bone { ends: [head, head + DVec3::new(0.2, 0.02, -0.03)], radii: [0.11, 0.05] });
    for side in [1.0, -1.0] {
        let root = head + DVec3::new(-0.02, side * 0.06, 0.08);
        bones.push(Bone { ends: [root, root + DVec3::new(-0.15, side * 0.06, 0.12)], radii: [0.035, 0.02] });
    }
    Anatomy { bones, blend: 0.03, bumps: 0.006, waves: 40.0, step: 0.0222 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creatures_are_closed_and_have_the_size_of_the_scans() {
        for creature in Creature::ALL {
            let mesh = creature.mesh().unwrap();
            let triangles = mesh.faces().len();
            assert!((50_000..=100_000).contains(&triangles), "{creature:?}: {triangles}");
            assert!(mesh.is_closed() && mesh.defects().is_empty(), "{creature:?}");
            assert_eq!(mesh.topology().component_count(), 1, "{creature:?}");
        }
    }
}
