//! Boxes that move: cubes in the unit cube with about 3.8 overlaps each, and harder sets with as many.

use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge_scenes::SplitMix64;

/// How boxes are made and how they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxSet {
    /// Equal cubes anywhere, a tenth of a side a step at most on every axis, reflected at the walls.
    Uniform,
    /// Sides over a factor of 1000, evenly on a logarithmic scale.
    Sizes,
    /// In twenty small balls of boxes.
    Clusters,
    /// Ten boxes with a side of 0.3 among the others.
    Giants,
    /// Every box anywhere at every step.
    Incoherent,
}

impl BoxSet {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Sizes => "sizes",
            Self::Clusters => "clusters",
            Self::Giants => "giants",
            Self::Incoherent => "incoherent",
        }
    }
}

/// Clusters, and the edge of each in the unit cube.
const CLUSTERS: u64 = 20;
const CLUSTER: f64 = 0.05;
/// The ratio of the largest side to the smallest.
const RATIO: f64 = 1000.0;
/// Giants, and their side.
const GIANTS: usize = 10;
const GIANT: f64 = 0.3;

/// Uniform in the unit cube.
fn vector(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(random.u(), random.u(), random.u())
}

/// Moving boxes.
#[derive(Clone, Debug)]
pub struct MovingBoxes {
    kind: BoxSet,
    random: SplitMix64,
    centres: Vec<DVec3>,
    velocities: Vec<DVec3>,
    halves: Vec<f64>,
}

impl MovingBoxes {
    /// The given number of boxes at their first places.
    #[must_use]
    pub fn new(kind: BoxSet, count: usize) -> Self {
        let random = SplitMix64::new(1000 + count as u64);
        let mut world = Self { kind, random, centres: Vec::new(), velocities: Vec::new(), halves: Vec::new() };
        let side = 0.5 * (4.0 / count as f64).cbrt();
        for index in 0..count {
            let (centre, side) = world.place(index, side);
            let velocity =
                (vector(&mut world.random) * 2.0 - 1.0) * (0.1 * side.min(0.5 * (4.0 / count as f64).cbrt()));
            world.centres.push(centre);
            world.velocities.push(velocity);
            world.halves.push(side / 2.0);
        }
        world
    }

    /// The centre and side of a box, in terms of the side of uniform cubes.
    fn place(&mut self, index: usize, side: f64) -> (DVec3, f64) {
        let anywhere = vector(&mut self.random);
        match self.kind {
            BoxSet::Uniform | BoxSet::Incoherent => (anywhere, side),
            BoxSet::Giants => (anywhere, if index < GIANTS { GIANT } else { side }),
            BoxSet::Sizes => {
                // As many overlaps: with a = least · 1000^u, the mean of (a + b)³ is 2 E a³ + 6 E a² E a, for cubes 8 side³.
                let moment = |k: i32| (RATIO.powi(k) - 1.0) / (f64::from(k) * RATIO.ln());
                let cube = 2.0 * moment(3) + 6.0 * moment(2) * moment(1);
                let least = side * (8.0 / cube).cbrt();
                (anywhere, least * RATIO.powf(self.random.u()))
            }
            BoxSet::Clusters => {
                let corner = vector(&mut SplitMix64::new(index as u64 % CLUSTERS)) * (1.0 - CLUSTER);
                // A cluster holds a twentieth of the boxes in its own volume, at the density of all boxes in the whole.
                (corner + anywhere * CLUSTER, side * CLUSTER * (CLUSTERS as f64).cbrt())
            }
        }
    }

    /// Moves every box.
    pub fn step(&mut self) {
        if self.kind == BoxSet::Incoherent {
            let random = &mut self.random;
            self.centres.iter_mut().for_each(|centre| *centre = vector(random));
            return;
        }
        for (centre, velocity) in self.centres.iter_mut().zip(&mut self.velocities) {
            *centre += *velocity;
            for axis in 0..3 {
                let is_out = !(0.0..=1.0).contains(&centre[axis]);
                // The velocity is reflected once, not at every step until the box is inside again.
                if is_out && (centre[axis] > 1.0) == (velocity[axis] > 0.0) {
                    velocity[axis] = -velocity[axis];
                }
            }
        }
    }

    /// How many boxes there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.centres.len()
    }

    /// A box.
    #[must_use]
    #[inline]
    pub fn bounds(&self, index: usize) -> Aabb {
        let (centre, half) = (self.centres[index], DVec3::splat(self.halves[index]));
        Aabb { min: centre - half, max: centre + half }
    }
}
