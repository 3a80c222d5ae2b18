//! The fields of two meshes, asked at many poses.

use super::{FieldWay, NAME, NoField, Sounding, Toll};
use crate::place;
use impinge::executor::Executor;
use impinge::field::{Field, collide};
use impinge::math::Pose;
use impinge::mesh::Mesh;

/// Two fields, or why there are none.
pub struct PosedFields<'a> {
    /// How they were sampled.
    pub way: FieldWay,
    fields: Result<[Field<'a>; 2], (&'static str, NoField)>,
}

impl<'a> PosedFields<'a> {
    /// Samples both meshes.
    pub fn sample(way: FieldWay, [a, b]: [&'a Mesh; 2], executor: &Executor) -> Self {
        let field = |letter, mesh: &'a Mesh| {
            Field::try_new(mesh, &way.options(), executor).map_err(|error| (letter, NoField::Refused(error)))
        };
        Self { way, fields: field("A", a).and_then(|of_a| Ok([of_a, field("B", b)?])) }
    }

    /// What they tell at a pose; none if there are none.
    pub fn at(&self, a_from_b: &Pose) -> Option<Sounding> {
        let [a, b] = self.fields.as_ref().ok()?;
        Some(Sounding::of(collide(a, b, a_from_b), self.way.points))
    }

    /// Which mesh has no field, and why, if so.
    pub fn refused(&self) -> Option<String> {
        self.fields.as_ref().err().map(|(letter, why)| format!("{letter}: {why}"))
    }

    /// What sampling took.
    pub fn toll(&self) -> Toll {
        let fields = self.fields.iter().flatten();
        fields.fold(Toll::default(), |toll, f| Toll { fields: toll.fields + 1, bytes: toll.bytes + f.bytes(), ..toll })
    }

    /// What a reader should know of the answers at all poses.
    pub fn note(&self, soundings: &[Option<Sounding>]) -> String {
        if let Some(why) = self.refused() {
            return format!("{NAME} has no field of {why}; every answer is by the faces");
        }
        let count = |word: &str| soundings.iter().flatten().filter(|sounding| sounding.word() == word).count();
        let [apart, meeting, unsure] = ["apart", "meeting", "unsure"].map(count);
        format!(
            "{NAME} of {} cells is sure of {} ({apart} apart, {meeting} meeting) and left {unsure} to the faces; every answer is exact",
            self.way.cells,
            place::count(apart + meeting, "pose", "poses"),
        )
    }
}
