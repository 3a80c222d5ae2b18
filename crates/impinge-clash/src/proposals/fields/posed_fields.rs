//! The fields of two meshes, asked at many poses.

use super::field_result::FieldResult;
use super::field_results::{FieldCost, NoFieldReason};
use super::field_settings::{FieldSettings, METHOD_NAME};
use crate::number_format;
use impinge::executor::Executor;
use impinge::field::{Field, collide};
use impinge::math::Pose;
use impinge::mesh::Mesh;

/// Two fields, or why there are none.
pub struct PosedFields<'a> {
    /// How they were sampled.
    pub settings: FieldSettings,
    fields: Result<[Field<'a>; 2], (&'static str, NoFieldReason)>,
}

impl<'a> PosedFields<'a> {
    /// Samples both meshes.
    #[must_use]
    pub fn sample(settings: FieldSettings, [a, b]: [&'a Mesh; 2], executor: &Executor) -> Self {
        let field = |letter, mesh: &'a Mesh| {
            Field::try_new(mesh, &settings.options(), executor).map_err(|error| (letter, NoFieldReason::Refused(error)))
        };
        Self { settings, fields: field("A", a).and_then(|of_a| Ok([of_a, field("B", b)?])) }
    }

    /// What they say at a pose; `None` if there are no fields.
    #[must_use]
    pub fn at_pose(&self, a_from_b: &Pose) -> Option<FieldResult> {
        let [a, b] = self.fields.as_ref().ok()?;
        Some(FieldResult::from_collision(collide(a, b, a_from_b), self.settings.points))
    }

    /// Which mesh has no field, and why.
    #[must_use]
    pub fn refused(&self) -> Option<String> {
        self.fields.as_ref().err().map(|(letter, why)| format!("{letter}: {why}"))
    }

    /// The cost of sampling.
    #[must_use]
    pub fn cost(&self) -> FieldCost {
        let fields = self.fields.iter().flatten();
        fields.fold(FieldCost::default(), |cost, f| FieldCost {
            fields: cost.fields + 1,
            bytes: cost.bytes + f.bytes(),
            ..cost
        })
    }

    /// A note on the answers at all poses.
    #[must_use]
    pub fn note(&self, results: &[Option<FieldResult>]) -> String {
        if let Some(why) = self.refused() {
            return format!("{METHOD_NAME} has no field of {why}; every answer is by the faces");
        }
        let count = |word: &str| results.iter().flatten().filter(|result| result.verdict_name() == word).count();
        let [apart, meeting, unsure] = ["apart", "meeting", "unsure"].map(count);
        format!(
            "{METHOD_NAME} of {} cells is sure of {} ({apart} apart, {meeting} meeting) and left {unsure} to the faces; every answer is exact",
            self.settings.cells,
            number_format::count(apart + meeting, "pose", "poses"),
        )
    }
}
