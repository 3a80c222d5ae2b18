//! `impinge depth`: how deep two files are in each other, by every measure there is, each with its bounds.

mod answer;
pub mod args;
mod thickness;

use crate::Outcome;
use crate::common_args::load_pair_in;
use crate::format::TextFormat;
use args::Depth;
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::field::{DeepestPoint, Field, FieldError, FieldOptions, Storage, deepest_point};
use impinge::math::{DVec3, Pose};
use impinge::pair::{self, DepthOptions, Relation, Request, SeparationOutcome, ThicknessOptions};
use impinge_clash::MergedMesh;
use impinge_clash::json::AnswerSource;
use impinge_io::LengthUnit;
use thickness::{KnownThickness, OverlapThickness};

/// Everything that is known of how deep two bodies are in each other.
struct Depths {
    wholes: [MergedMesh; 2],
    relation: Relation,
    depth: pair::Depth,
    thickness: OverlapThickness,
    cells: u32,
    /// Or the letter of a body that has no field, and why.
    deepest_point: Result<DeepestPoint, (&'static str, FieldError)>,
    /// Directions as they were given, and how far B is pushed along them.
    along: Vec<(DVec3, SeparationOutcome)>,
}

impl Depths {
    /// The unit of the files, where one of them states it.
    fn unit(&self) -> Option<LengthUnit> {
        self.wholes[0].unit.or(self.wholes[1].unit)
    }

    /// Whether they are in each other by more than is allowed.
    fn is_found(&self) -> bool {
        self.is_deep() && !self.thickness.as_ref().is_ok_and(KnownThickness::is_allowed)
    }

    /// Whether bodies have a common inside, or faces that pass through each other.
    fn is_deep(&self) -> bool {
        !matches!(self.relation, Relation::Disjoint | Relation::Touching)
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn run(words: &Depth, quiet: bool) -> anyhow::Result<Outcome> {
    let (a, b) = (words.named.operand(&words.a), words.named.operand(&words.b));
    let (output, format) = words.output.open(&[&a.path, &b.path])?;
    let executor = words.jobs.start()?;
    let files = [a.path.as_path(), &b.path];
    let wholes = load_pair_in([&a, &b], words.unit, quiet)?;
    let unit = wholes[0].unit.or(wholes[1].unit);
    let tolerance = words.tolerance.map(|length| length.in_unit(unit)).transpose()?;
    let depths = measured(wholes, words, tolerance, &executor);
    match format {
        TextFormat::Text if quiet && output.is_stdout() => {}
        TextFormat::Text => output.write_text(&answer::text(&depths))?,
        TextFormat::Json => output.write(&answer::json(&depths, AnswerSource::read(depths.unit(), &files))?)?,
    }
    Ok(Outcome::found(depths.is_found()))
}

fn measured(wholes: [MergedMesh; 2], words: &Depth, tolerance: Option<f64>, executor: &Executor) -> Depths {
    let meshes = [&wholes[0], &wholes[1]].map(|whole| &*whole.mesh);
    meshes.iter().for_each(|mesh| mesh.prepare(executor));
    let ([a, b], pose) = (meshes, Pose::IDENTITY);
    // No more points than steps.
    let steps = words.effort.map(|effort| u32::try_from(effort).unwrap_or(u32::MAX));
    let points = steps.map_or(words.points, |steps| words.points.min(steps));
    let options =
        DepthOptions { points, directions: words.directions, effort: words.effort, ..DepthOptions::default() };
    let parts = steps.unwrap_or(ThicknessOptions::default().effort);
    // The deepest point of a surface is asked of the field of the other body along that surface alone.
    let face_boxes =
        meshes.map(|mesh| mesh.face_ids().map(|face| Aabb::of_points(&mesh.triangle(face))).collect::<Vec<_>>());
    let field = |k: usize| {
        let options = FieldOptions { cells: words.cells, storage: Storage::Dense, ..FieldOptions::default() };
        Field::near(meshes[k], &face_boxes[1 - k], &options, executor).map_err(|error| (["A", "B"][k], error))
    };
    let deepest = field(0).and_then(|of_a| Ok(deepest_point(&of_a, &field(1)?, &pose)));
    // Directions are independent of each other.
    let along = executor.map(words.along.len(), |k| {
        let direction = words.along[k];
        (direction, pair::separation_along(a, b, &pose, direction, f64::INFINITY))
    });
    let depth = pair::depth(a, b, &pose, &options);
    Depths {
        relation: pair::relate(a, b, &pose, &Request::default()).relation,
        thickness: thickness::measure(
            [a, b],
            &depth,
            &ThicknessOptions { tolerance, effort: parts, ..ThicknessOptions::default() },
        ),
        depth,
        cells: words.cells,
        deepest_point: deepest,
        along,
        wholes,
    }
}
