//! Bodies of files in different units, carried to one.
//!
//! Every coordinate is converted with one rounding, or two between inches and metric units. Shapes and robots stay as they are: their unit is the one that others
//! are carried to.

use super::assembly_error::AssemblyError;
use super::body::AssemblyBody;
use super::body_healing::HealSetting;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::scene::Model;
use impinge_io::LengthUnit;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

/// The unit that all coordinates are carried to: that of the first body which is not a mesh, else of the first, of those whose unit is known.
pub fn common_unit(bodies: &[(usize, AssemblyBody)]) -> Option<LengthUnit> {
    let known = || bodies.iter().filter(|(_, body)| body.unit.is_some());
    let first = known().find(|(_, body)| body.mesh().is_none()).or_else(|| known().next());
    first.and_then(|(_, body)| body.unit)
}

/// Carries the bodies of other units to a unit; bodies without a unit are taken to be in it. A note for each file says so.
///
/// # Errors
/// A body of another unit is not a mesh, or leaves the exact range.
pub fn convert_bodies(
    files: &[PathBuf],
    bodies: &mut [(usize, AssemblyBody)],
    to: LengthUnit,
) -> Result<Vec<String>, AssemblyError> {
    // Instances of a mesh share what becomes of it; the mesh is kept, so that no other can take its address.
    let mut models: HashMap<(*const Mesh, LengthUnit), (Arc<Mesh>, Model)> = HashMap::new();
    let mut converted: BTreeMap<(usize, LengthUnit), usize> = BTreeMap::new();
    for (file, body) in bodies.iter_mut() {
        let from = body.unit.replace(to).unwrap_or(to);
        if from == to {
            continue;
        }
        let refused = |message: String| AssemblyError::Units {
            file: files.get(*file).map(|path| path.display().to_string()).unwrap_or_default(),
            message: format!("body {:?} cannot be converted from {from} to {to}: {message}", body.name),
        };
        let Some(mesh) = body.mesh().cloned() else {
            return Err(refused("only meshes are; state one unit for all shapes and robots".to_owned()));
        };
        let convert = |p: DVec3| DVec3::from_array(p.to_array().map(|x| from.convert(x, to)));
        let key = (Arc::as_ptr(&mesh), from);
        if let Entry::Vacant(model) = models.entry(key) {
            let vertices = mesh.vertices().iter().map(|p| convert(*p)).collect();
            let scaled = Mesh::try_new(vertices, mesh.faces().to_vec()).map_err(|error| refused(error.to_string()))?;
            model.insert((Arc::clone(&mesh), Model::from(Arc::new(scaled))));
        }
        let pose = body.world_from_body;
        if !pose.is_identity() {
            let placed = Pose::try_new(pose.rotation(), convert(pose.translation()));
            body.world_from_body = placed.map_err(|error| refused(error.to_string()))?;
        }
        if let Some(HealSetting::Within(length)) = &mut body.heal {
            *length = from.convert(*length, to);
        }
        if let Some((_, model)) = models.get(&key) {
            body.model = model.clone();
        }
        *converted.entry((*file, from)).or_default() += 1;
    }
    let note = |((file, from), count): ((usize, LengthUnit), usize)| {
        let noun = if count == 1 { "body" } else { "bodies" };
        let name = files.get(file).map(|path| path.display().to_string()).unwrap_or_default();
        format!("{name}: {count} {noun} converted from {from} to {to} (--unit takes all coordinates as they are)")
    };
    Ok(converted.into_iter().map(note).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid;

    fn cube(name: &str, unit: Option<LengthUnit>, x: f64) -> AssemblyBody {
        let mesh = Arc::new(solid::cuboid(DVec3::ZERO, DVec3::splat(1000.0)).unwrap());
        let pose = Pose::from_translation(DVec3::X * x).unwrap();
        AssemblyBody { unit, ..AssemblyBody::new(name, Model::from(mesh), pose) }
    }

    #[test]
    fn bodies_of_other_units_are_carried_to_one() {
        let files = ["a.glb", "b.toml"].map(PathBuf::from);
        let (metre, millimetre) = (LengthUnit::Metre, LengthUnit::Millimetre);
        let mut second = cube("q", Some(millimetre), 500.0);
        second.heal = Some(HealSetting::Within(10.0));
        let mut twin = second.clone();
        twin.world_from_body = Pose::IDENTITY;
        let mut bodies = vec![(0, cube("p", Some(metre), 0.0)), (1, second), (1, twin), (1, cube("r", None, 0.0))];
        assert_eq!(common_unit(&bodies), Some(metre));
        let notes = convert_bodies(&files, &mut bodies, metre).unwrap();
        assert_eq!(notes.len(), 1);
        assert!(notes[0].starts_with("b.toml: 2 bodies converted from mm to m"), "{notes:?}");
        assert!(bodies.iter().all(|(_, body)| body.unit == Some(metre)));
        // Boxes are grown by rounding.
        let is_about = |k: usize, min: f64, max: f64| {
            let bounds = bodies[k].1.bounds().unwrap();
            (bounds.min.x - min).abs() < 1e-9 * max && (bounds.max.x - max).abs() < 1e-9 * max
        };
        assert!(is_about(0, 0.0, 1000.0) && is_about(1, 0.5, 1.5) && is_about(3, 0.0, 1000.0));
        assert_eq!(bodies[1].1.heal, Some(HealSetting::Within(0.01)));
        assert!(Arc::ptr_eq(bodies[1].1.mesh().unwrap(), bodies[2].1.mesh().unwrap()), "instances share a mesh");
    }
}
