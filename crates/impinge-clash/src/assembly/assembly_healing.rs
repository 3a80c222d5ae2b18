//! Bodies healed before a check: cracks up to a length are closed.

use super::body::AssemblyBody;
use super::body_healing::{BodyHealing, HealSetting};
use super::load_assembly::Assembly;
use crate::number_format;
use impinge::executor::Executor;
use impinge::mesh::{HealOptions, HealReport, Mesh};
use impinge::scene::Model;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

impl Assembly {
    /// Heals the meshes of all bodies that are not closed, a mesh that several bodies share once. A mesh of which no edge can be closed stays as it is. Notes say which bodies were healed, and
    /// by how much at most. The setting of a body counts before this one.
    pub fn heal(&mut self, setting: HealSetting, executor: &Executor) {
        let length = |body: &AssemblyBody| {
            let mesh = body.mesh()?;
            Some((Arc::clone(mesh), body.heal.unwrap_or(setting).length_for(mesh, body.precision)))
        };
        let wanted: Vec<Option<(Arc<Mesh>, f64)>> = self.bodies.iter().map(length).collect();
        let key = |(mesh, within): &(Arc<Mesh>, f64)| (Arc::as_ptr(mesh), within.to_bits());
        let mut seen = HashSet::new();
        let meshes: Vec<&(Arc<Mesh>, f64)> =
            wanted.iter().flatten().filter(|wanted| wanted.1 > 0.0 && seen.insert(key(wanted))).collect();
        let healed = executor.map(meshes.len(), |i| heal_mesh(&meshes[i].0, meshes[i].1));
        let healed: HashMap<_, _> = meshes.iter().map(|wanted| key(wanted)).zip(healed).collect();
        let mut given_up = Vec::new();
        for (body, wanted) in self.bodies.iter_mut().zip(&wanted) {
            match wanted.as_ref().and_then(|wanted| healed.get(&key(wanted))) {
                Some(MeshHealing::Healed(model, healing)) => {
                    (body.model, body.healing) = (model.clone(), Some(*healing));
                }
                Some(MeshHealing::EffortSpent) => given_up.push(body.name.as_str()),
                Some(MeshHealing::Unchanged) | None => {}
            }
        }
        let note = given_up_note(&given_up);
        self.notes.extend(healing_note(self).into_iter().chain(note));
    }
}

/// What became of a mesh.
enum MeshHealing {
    /// No edge of it was closed.
    Unchanged,
    Healed(Model, BodyHealing),
    /// It takes too many steps, and stays as it is.
    EffortSpent,
}

/// A healed mesh, if an edge of it was closed.
fn heal_mesh(mesh: &Mesh, within: f64) -> MeshHealing {
    if within <= 0.0 || mesh.is_closed() {
        return MeshHealing::Unchanged;
    }
    let healed = mesh.heal(&HealOptions { within });
    let HealReport { largest_move, edges_closed, edges_left, effort_spent, .. } = healed.report;
    if edges_closed > 0 {
        let healing = BodyHealing { within, largest_move, edges_closed, edges_left };
        return MeshHealing::Healed(Model::from(Arc::new(healed.mesh)), healing);
    }
    if effort_spent { MeshHealing::EffortSpent } else { MeshHealing::Unchanged }
}

/// One sentence about all bodies that take too many steps.
fn given_up_note(names: &[&str]) -> Option<String> {
    let names = (!names.is_empty()).then(|| number_format::first_names(names))?;
    Some(format!(
        "cracks are not healed in {names}: it takes too many steps, as nearly all faces lie near each other. Is the file damaged? (--heal off takes bodies as they are)"
    ))
}

/// One sentence about all bodies that were healed.
fn healing_note(assembly: &Assembly) -> Option<String> {
    let healed: Vec<_> = assembly.bodies.iter().filter_map(|body| Some((body.name.as_str(), body.healing?))).collect();
    if healed.is_empty() {
        return None;
    }
    let names: Vec<&str> = healed.iter().map(|(name, _)| *name).collect();
    let most = healed.iter().map(|(_, healing)| healing.largest_move).fold(0.0, f64::max);
    let sum = |count: fn(&BodyHealing) -> usize| healed.iter().map(|(_, healing)| count(healing)).sum::<usize>();
    Some(format!(
        "cracks healed in {}: nothing moved by more than {}, {} closed, {} left open (--heal off takes bodies as they are)",
        number_format::first_names(&names),
        number_format::short(most),
        number_format::count(sum(|healing| healing.edges_closed), "edge", "edges"),
        sum(|healing| healing.edges_left),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::{DVec3, Pose};
    use impinge_io::Precision;

    /// A sphere whose faces bring their own corners, each rounded to single precision after a shift of its own.
    fn cracked_sphere() -> Arc<Mesh> {
        let sphere = Mesh::icosphere(1.0, 2).unwrap();
        let triangles: Vec<_> = sphere
            .face_ids()
            .enumerate()
            .map(|(k, face)| {
                let shift = DVec3::splat(7.0 + (k % 3) as f64 / 7.0);
                sphere.triangle(face).map(|p| ((p + shift).as_vec3().as_dvec3() - shift).as_vec3().as_dvec3())
            })
            .collect();
        Arc::new(Mesh::from_triangles(&triangles).unwrap())
    }

    #[test]
    fn instances_share_the_healed_mesh() {
        let cracked = cracked_sphere();
        let body = |name: &str, x: f64| {
            AssemblyBody::new(name, Model::from(Arc::clone(&cracked)), Pose::from_translation(DVec3::X * x).unwrap())
        };
        let bodies = || Assembly::from(vec![body("p", 0.0), body("q", 5.0)]);
        let closed = |assembly: &Assembly| assembly.bodies[0].mesh().is_some_and(|mesh| mesh.is_closed());
        let mut assembly = bodies();
        assembly.heal(HealSetting::Off, &Executor::serial());
        assert!(!closed(&assembly) && assembly.notes.is_empty() && assembly.bodies[0].healing.is_none());
        let mut assembly = bodies();
        assembly.heal(HealSetting::Within(1e-5), &Executor::serial());
        assert!(closed(&assembly));
        let [p, q] = [0, 1].map(|k| assembly.bodies[k].mesh().cloned().unwrap());
        assert!(Arc::ptr_eq(&p, &q) && assembly.bodies[1].healing == assembly.bodies[0].healing);
        let healing = assembly.bodies[0].healing.unwrap();
        assert!(healing.edges_left == 0 && healing.largest_move > 0.0 && healing.largest_move <= 1e-5, "{healing:?}");
        assert!(assembly.notes[0].starts_with("cracks healed in ") && assembly.notes[0].contains("0 left open"));
    }

    #[test]
    fn cracks_by_rounding_are_healed_by_themselves() {
        let mesh = cracked_sphere();
        let body = |precision| AssemblyBody {
            precision,
            ..AssemblyBody::new("p", Model::from(Arc::clone(&mesh)), Pose::IDENTITY)
        };
        let length = HealSetting::Auto.length_for(&mesh, Precision::Single);
        assert!((9e-7..4e-6).contains(&length), "{length}");
        let mut assembly = Assembly::from(vec![body(Precision::Single)]);
        assembly.heal(HealSetting::Auto, &Executor::serial());
        let healing = assembly.bodies[0].healing.unwrap();
        assert!(healing.edges_closed > 0 && healing.largest_move <= length, "{healing:?}");
        let mut assembly = Assembly::from(vec![body(Precision::Double)]);
        assembly.heal(HealSetting::Auto, &Executor::serial());
        assert!(assembly.bodies[0].healing.is_none());
    }

    /// Far from the origin, where it was not made, a body has the cracks of its size.
    #[test]
    fn a_carried_body_is_healed_by_its_size() {
        let mesh = cracked_sphere();
        let far = DVec3::new(1e4 / 3.0, 0.0, 0.0);
        let carried = Mesh::try_new(mesh.vertices().iter().map(|p| *p + far).collect(), mesh.faces().to_vec()).unwrap();
        assert_eq!(
            HealSetting::Auto.length_for(&carried, Precision::Single),
            HealSetting::Auto.length_for(&mesh, Precision::Single)
        );
    }
}
