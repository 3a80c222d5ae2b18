//! Two meshes by their convex hulls first (Lin, Manocha, Cohen and Gottschalk 1996, section 3): while the hulls are apart, the walk over their closest features
//! answers in constant expected time and no tree is touched. A scene does the same for all of its pairs: see `impinge::scene::HullUse`.

use impinge::convex::FeaturePair;
use impinge::hull::HullError;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::HullGains;
use impinge::pair::intersects;
use impinge::pair::model_hull::{HullVerdict, ModelHull};
use std::borrow::Borrow;

/// Two meshes that are asked about by their hulls first; the closest features of the last query start the next.
///
/// ```
/// # use impinge::{math::{DVec3, Pose}, mesh::Mesh};
/// # use impinge_classics::HullStage;
/// # let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(DVec3::from_array);
/// # let mesh = Mesh::try_new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
/// let mut pair = HullStage::try_new(&mesh, &mesh)?;
/// assert!(!pair.intersects(&Pose::from_translation(DVec3::new(2.0, 0.0, 0.0))?));
/// assert_eq!(pair.gains().apart, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HullStage<M> {
    meshes: [M; 2],
    hulls: [ModelHull; 2],
    warm: FeaturePair,
    gains: HullGains,
}

impl<M: Borrow<Mesh>> HullStage<M> {
    /// Two meshes, whose hulls are made now.
    ///
    /// # Errors
    /// As [`ModelHull::new`].
    pub fn try_new(a: M, b: M) -> Result<Self, HullError> {
        let hulls = [ModelHull::new(a.borrow())?, ModelHull::new(b.borrow())?];
        Ok(Self { meshes: [a, b], hulls, warm: FeaturePair::default(), gains: HullGains::default() })
    }

    /// The hulls of A and B.
    #[must_use]
    pub fn hulls(&self) -> &[ModelHull; 2] {
        &self.hulls
    }

    /// How often the hulls settled a query, since the beginning.
    #[must_use]
    pub fn gains(&self) -> HullGains {
        self.gains
    }

    /// What the hulls alone tell; nothing is counted.
    pub fn classify(&mut self, a_from_b: &Pose) -> HullVerdict {
        let [a, b] = &self.hulls;
        a.meet(b, a_from_b, &mut self.warm).0
    }

    /// As [`impinge::pair::intersects`].
    pub fn intersects(&mut self, a_from_b: &Pose) -> bool {
        let [a, b] = &self.hulls;
        let (verdict, steps) = a.meet(b, a_from_b, &mut self.warm);
        self.gains.queries += 1;
        self.gains.steps += u64::from(steps);
        let colours = match verdict {
            HullVerdict::Apart { .. } => {
                self.gains.apart += 1;
                return false;
            }
            _ if self.hulls.iter().all(ModelHull::is_model) => {
                self.gains.filled += 1;
                return true;
            }
            HullVerdict::RedRed => 0,
            HullVerdict::RedGreen => 1,
            HullVerdict::GreenGreen => 2,
        };
        let met = intersects(self.meshes[0].borrow(), self.meshes[1].borrow(), a_from_b);
        self.gains.to_trees[colours] += 1;
        self.gains.met[colours] += u64::from(met);
        met
    }
}
