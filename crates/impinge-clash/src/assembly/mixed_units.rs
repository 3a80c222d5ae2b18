//! The unit of an assembly, and signs that its files are in different units.

use super::body::AssemblyBody;
use impinge_io::LengthUnit;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Ends the notes that a unit for all files answers.
pub const REMEDY: &str = "(--unit sets one for all)";

/// How many times larger bodies of one file are than those of another if their units are likely to differ: half the way from equal sizes
/// to a thousand times, on a logarithmic scale, and then as much again for parts of different sizes.
const SUSPICIOUS: f64 = 300.0;

/// The unit that the files of bodies state, and notes for people. Bodies are given with the index of their file.
pub fn find_unit(files: &[PathBuf], bodies: &[(usize, AssemblyBody)]) -> (Option<LengthUnit>, Vec<String>) {
    let known: BTreeSet<LengthUnit> = bodies.iter().filter_map(|(_, body)| body.unit).collect();
    let mut notes = Vec::new();
    let mut known_units = known.iter();
    let unit = match (known_units.next(), known_units.next()) {
        (Some(unit), None) => Some(*unit),
        _ => None,
    };
    if known.len() > 1 {
        let units: Vec<&str> = known.iter().map(|unit| unit.symbol()).collect();
        notes.push(format!(
            "files state different units ({}); coordinates are compared as they are {REMEDY}",
            units.join(", ")
        ));
    }
    if let Some(unit) = unit {
        let silent: BTreeSet<usize> =
            bodies.iter().filter(|(_, body)| body.unit.is_none()).map(|(file, _)| *file).collect();
        let names: Vec<String> =
            silent.iter().filter_map(|file| files.get(*file)).map(|f| f.display().to_string()).collect();
        if let Some(first) = names.first() {
            let more = if names.len() > 1 { format!(" and {} more", names.len() - 1) } else { String::new() };
            notes.push(format!("{first}{more}: no unit stated, taken as {unit} like the other files {REMEDY}"));
        }
    }
    notes.extend(suspicion(files, bodies));
    (unit, notes)
}

/// A note where the bodies of one file are hundreds of times larger than those of another.
fn suspicion(files: &[PathBuf], bodies: &[(usize, AssemblyBody)]) -> Option<String> {
    let median = |file: usize| {
        let own = bodies.iter().filter(|(of, _)| *of == file).filter_map(|(_, body)| body.bounds());
        let mut sizes: Vec<f64> = own.map(|bounds| bounds.size().length()).filter(|size| *size > 0.0).collect();
        sizes.sort_by(f64::total_cmp);
        Some((*sizes.get(sizes.len() / 2)?, file))
    };
    let by_size = |p: &(f64, usize), q: &(f64, usize)| p.0.total_cmp(&q.0);
    let medians: Vec<(f64, usize)> = (0..files.len()).filter_map(median).collect();
    let smallest = medians.iter().copied().min_by(by_size)?;
    let largest = medians.iter().copied().max_by(by_size)?;
    (largest.0 > SUSPICIOUS * smallest.0).then(|| {
        let [large, small] = [largest, smallest].map(|(_, file)| files[file].display().to_string());
        let times = (largest.0 / smallest.0).round();
        format!(
            "the bodies of {large} are about {times} times larger than those of {small}: are these files in one unit?"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::{DVec3, Pose};
    use impinge::scene::Model;
    use impinge_scenes::solid;
    use std::sync::Arc;

    fn cube(size: f64, unit: Option<LengthUnit>) -> AssemblyBody {
        let mesh = solid::cuboid(DVec3::ZERO, DVec3::splat(size)).unwrap();
        AssemblyBody { unit, ..AssemblyBody::new("cube", Model::from(Arc::new(mesh)), Pose::IDENTITY) }
    }

    #[test]
    fn a_unit_that_one_file_states_holds_for_all_and_a_thousandfold_is_noted() {
        let files = ["a.glb", "b.stl"].map(PathBuf::from);
        let metre = Some(LengthUnit::Metre);
        let (unit, notes) = find_unit(&files, &[(0, cube(1.0, metre)), (1, cube(2.0, None))]);
        assert_eq!((unit, notes.len()), (metre, 1));
        assert!(notes[0].starts_with("b.stl: no unit stated, taken as m"), "{notes:?}");
        let (_, notes) = find_unit(&files, &[(0, cube(1.0, metre)), (1, cube(1000.0, metre))]);
        assert_eq!(
            notes,
            ["the bodies of b.stl are about 1000 times larger than those of a.glb: are these files in one unit?"]
        );
        assert_eq!(find_unit(&files, &[(0, cube(1.0, None)), (1, cube(50.0, None))]), (None, Vec::new()));
        let (unit, notes) = find_unit(&files, &[(0, cube(1.0, metre)), (1, cube(1.0, Some(LengthUnit::Inch)))]);
        assert!(unit.is_none() && notes[0].contains("different units (in, m)"), "{notes:?}");
    }
}
