//! Signs that files, or bodies of one file, are in different units.

use super::body::AssemblyBody;
use super::unit_conversion::common_unit;
use crate::number_format;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How many times larger bodies of one file are than those of another if their units are likely to differ: half the way from equal sizes
/// to a thousand times, on a logarithmic scale, and then as much again for parts of different sizes.
const SUSPICIOUS: f64 = 300.0;

/// How many times larger one body of a file is than another if their units may differ.
const THOUSANDFOLD: f64 = 1000.0;

/// Bodies of one unit have all sizes; if none is between two sizes of this ratio, they may be of two units.
const GAP_OF_SIZES: f64 = 30.0;

/// A note on files that state no unit where others do. Bodies are given with the index of their file.
pub fn silent_note(files: &[PathBuf], bodies: &[(usize, AssemblyBody)]) -> Option<String> {
    let unit = common_unit(bodies)?;
    let silent: BTreeSet<usize> =
        bodies.iter().filter(|(_, body)| body.unit.is_none()).map(|(file, _)| *file).collect();
    let names: Vec<String> =
        silent.iter().filter_map(|file| files.get(*file)).map(|f| f.display().to_string()).collect();
    let first = names.first()?;
    let more = if names.len() > 1 { format!(" and {} more", names.len() - 1) } else { String::new() };
    Some(format!("{first}{more}: no unit stated, taken as {unit} like the other files (--unit sets one for all)"))
}

/// Notes where sizes are so different that units may be, too: of files, and of bodies within a file.
pub fn size_notes(files: &[PathBuf], bodies: &[(usize, AssemblyBody)]) -> Vec<String> {
    let within = (0..files.len()).filter_map(|file| suspicion_within(file, bodies));
    suspicion(files, bodies).into_iter().chain(within).collect()
}

/// A note where one body of a file is a thousand times larger than another, and there is a wide gap in between.
fn suspicion_within(file: usize, bodies: &[(usize, AssemblyBody)]) -> Option<String> {
    let own = bodies.iter().filter(|(of, _)| *of == file);
    let sizes = own.filter_map(|(_, body)| Some((body.bounds()?.size().length(), body.name.as_str())));
    let mut sizes: Vec<(f64, &str)> = sizes.filter(|(size, _)| *size > 0.0).collect();
    sizes.sort_by(|p, q| p.0.total_cmp(&q.0));
    let ([smallest, ..], [.., largest]) = (&sizes[..], &sizes[..]) else { return None };
    let has_gap = sizes.windows(2).any(|pair| pair[1].0 >= GAP_OF_SIZES * pair[0].0);
    (largest.0 >= THOUSANDFOLD * smallest.0 && has_gap).then(|| {
        let [large, small] = [largest, smallest].map(|(_, name)| number_format::name(name));
        let times = (largest.0 / smallest.0).round();
        format!("{large} is about {times} times larger than {small}: are these bodies in one unit?")
    })
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
    use impinge_io::LengthUnit;
    use impinge_scenes::solid;
    use std::sync::Arc;

    fn cube(size: f64, unit: Option<LengthUnit>) -> AssemblyBody {
        let mesh = solid::cuboid(DVec3::ZERO, DVec3::splat(size)).unwrap();
        AssemblyBody { unit, ..AssemblyBody::new("cube", Model::from(Arc::new(mesh)), Pose::IDENTITY) }
    }

    #[test]
    fn silent_files_and_a_thousandfold_are_noted() {
        let files = ["a.glb", "b.stl"].map(PathBuf::from);
        let metre = Some(LengthUnit::Metre);
        let note = silent_note(&files, &[(0, cube(1.0, metre)), (1, cube(2.0, None))]).unwrap();
        assert!(note.starts_with("b.stl: no unit stated, taken as m"), "{note}");
        assert_eq!(silent_note(&files, &[(0, cube(1.0, None)), (1, cube(2.0, None))]), None);
        assert_eq!(
            size_notes(&files, &[(0, cube(1.0, metre)), (1, cube(1000.0, metre))]),
            ["the bodies of b.stl are about 1000 times larger than those of a.glb: are these files in one unit?"]
        );
        assert!(size_notes(&files, &[(0, cube(1.0, None)), (1, cube(50.0, None))]).is_empty());
    }

    #[test]
    fn a_thousandfold_within_a_file_is_noted_unless_there_is_every_size() {
        let files = [PathBuf::from("a.obj")];
        let sized = |sizes: &[f64]| {
            let body = |size: &f64| (0, AssemblyBody { name: format!("cube {size}"), ..cube(*size, None) });
            size_notes(&files, &sizes.iter().map(body).collect::<Vec<_>>())
        };
        assert_eq!(
            sized(&[2.0, 5000.0, 3.0]),
            ["cube 5000 is about 2500 times larger than cube 2: are these bodies in one unit?"]
        );
        assert!(sized(&[2.0, 1000.0, 3.0]).is_empty());
        assert!(sized(&[1.0, 20.0, 400.0, 8000.0]).is_empty());
    }
}
