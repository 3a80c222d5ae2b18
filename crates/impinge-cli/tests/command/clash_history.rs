//! `impinge check --baseline`: ids and comparisons that hold through whatever happens to files, and what changes when a clash does.

use crate::workshop::Workshop;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_io::Body;
use impinge_scenes::plant::{Naming, PlantOptions, Planted, PlantedKind, plant};
use impinge_scenes::{NamedPart, SplitMix64};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

const OPTIONS: PlantOptions =
    PlantOptions { seed: 7, bodies: 160, triangles: 30_000, clashes: 2, naming: Naming::Hostile };

/// A plant in a folder, checked once, and the clashes that were planted in it.
struct History {
    workshop: Workshop,
    parts: Vec<NamedPart>,
    planted: Vec<Planted>,
}

impl History {
    fn new() -> Self {
        let plant = plant(&OPTIONS).unwrap();
        let history = Self { workshop: Workshop::new(), parts: plant.parts, planted: plant.planted };
        history.write("plant.glb", &history.parts);
        let run = history.workshop.run(&["check", "plant.glb", "--clearance", "0.01", "-o", "first.json", "-q"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        history
    }

    fn write(&self, file: &str, parts: &[NamedPart]) {
        let body = |part: &NamedPart| Body::new(part.name.clone(), Arc::clone(&part.mesh), part.world_from_part);
        let bodies: Vec<Body> = parts.iter().map(body).collect();
        impinge_io::write_glb(self.workshop.path(file), &bodies).unwrap();
    }

    fn first(&self) -> Value {
        serde_json::from_str(&self.workshop.read("first.json")).unwrap()
    }

    /// The report of other parts, compared with the first.
    fn compared(&self, parts: &[NamedPart]) -> Value {
        self.write("again.glb", parts);
        self.workshop.json(&["check", "again.glb", "--clearance", "0.01", "--baseline", "first.json"]).1
    }

    /// The names of bodies that are in no clash.
    fn unrelated(&self) -> Vec<usize> {
        let related: BTreeSet<&String> = self.planted.iter().flat_map(|planted| &planted.names).collect();
        (0..self.parts.len()).filter(|i| !related.contains(&self.parts[*i].name)).collect()
    }

    /// The parts, one of them moved.
    fn moved(&self, name: &str, shift: DVec3) -> Vec<NamedPart> {
        let mut parts = self.parts.clone();
        let part = parts.iter_mut().find(|part| part.name == name).unwrap();
        part.world_from_part = Pose::from_translation(shift).unwrap().compose(&part.world_from_part).unwrap();
        parts
    }

    /// A planted clash of a kind.
    fn of_kind(&self, kind: PlantedKind) -> &Planted {
        self.planted.iter().find(|planted| planted.kind == kind).unwrap()
    }
}

/// Id, kind and change of every clash, by its id.
fn changes_by_id(report: &Value) -> BTreeMap<String, [String; 2]> {
    let text = |clash: &Value, key: &str| clash[key].as_str().unwrap_or_default().to_owned();
    let all = report["clashes"].as_array().unwrap().iter();
    all.map(|clash| (text(clash, "id"), [text(clash, "kind"), text(clash, "change")])).collect()
}

/// The clash between bodies of these names.
fn between<'a>(report: &'a Value, names: &[String; 2]) -> &'a Value {
    let is_it = |clash: &&Value| {
        let [a, b] = ["a", "b"].map(|key| clash[key].as_str().unwrap());
        [a, b] == [&names[0], &names[1]] || [b, a] == [&names[0], &names[1]]
    };
    report["clashes"].as_array().unwrap().iter().find(is_it).unwrap()
}

fn assert_all_persist(history: &History, report: &Value, what: &str) {
    let (first, again) = (changes_by_id(&history.first()), changes_by_id(report));
    assert_eq!(first.len(), history.planted.len());
    let ids = |changes: &BTreeMap<String, [String; 2]>| changes.keys().cloned().collect::<Vec<_>>();
    assert_eq!(ids(&first), ids(&again), "{what}");
    for (id, [kind, change]) in &again {
        assert_eq!((kind, change.as_str()), (&first[id][0], "persisting"), "{what}: {id}");
    }
}

/// A mesh with its triangles and corners in another order.
fn shuffled(mesh: &Mesh, random: &mut SplitMix64) -> Arc<Mesh> {
    let mut triangles: Vec<[DVec3; 3]> = mesh.face_ids().map(|face| mesh.triangle(face)).collect();
    random.shuffle(&mut triangles);
    for triangle in &mut triangles {
        triangle.rotate_left(random.below(3) as usize);
    }
    Arc::new(Mesh::from_triangles(&triangles).unwrap())
}

#[test]
fn clashes_persist_through_another_order_and_shuffled_triangles() {
    let history = History::new();
    let mut random = SplitMix64::new(1);
    let mut parts = history.parts.clone();
    random.shuffle(&mut parts);
    for part in &mut parts {
        part.mesh = shuffled(&part.mesh, &mut random);
    }
    assert_all_persist(&history, &history.compared(&parts), "another order");
}

#[test]
fn clashes_persist_when_the_assembly_moves() {
    let history = History::new();
    let mut random = SplitMix64::new(2);
    let motion = Pose::from_quaternion(random.rotation(), 40.0 * random.direction()).unwrap();
    let mut parts = history.parts.clone();
    for part in &mut parts {
        part.world_from_part = motion.compose(&part.world_from_part).unwrap();
    }
    let (first, again) = (changes_by_id(&history.first()), changes_by_id(&history.compared(&parts)));
    assert_eq!(first.len(), again.len());
    for (id, [kind, change]) in again {
        let [earlier, _] = &first[&id];
        // What touched may be a hair apart or a hair in after rounding, and is the same clash.
        assert_eq!(change, "persisting", "{id}: {earlier}, now {kind}");
        assert!(kind == *earlier || earlier == "touch", "{id}: {earlier}, now {kind}");
    }
}

#[test]
fn clashes_persist_whatever_happens_to_other_bodies() {
    let history = History::new();
    let unrelated = history.unrelated();
    assert!(unrelated.len() >= 100);
    let mut renamed = history.parts.clone();
    for i in &unrelated[..50] {
        renamed[*i].name = format!("renamed {i}");
    }
    assert_all_persist(&history, &history.compared(&renamed), "renamed");
    let gone: BTreeSet<usize> = unrelated[..50].iter().copied().collect();
    let kept = history.parts.iter().enumerate().filter(|(i, _)| !gone.contains(i)).map(|(_, part)| part.clone());
    assert_all_persist(&history, &history.compared(&kept.collect::<Vec<_>>()), "removed");
    let mut added = history.parts.clone();
    for (k, i) in unrelated[..50].iter().enumerate() {
        let mut part = history.parts[*i].clone();
        part.name = format!("added {k}");
        part.world_from_part =
            Pose::from_translation(DVec3::Z * 500.0).unwrap().compose(&part.world_from_part).unwrap();
        added.insert(k * 2, part);
    }
    assert_all_persist(&history, &history.compared(&added), "added");
}

#[test]
fn files_in_another_order_make_no_difference() {
    let workshop = Workshop::new();
    let plant = plant(&PlantOptions { bodies: 60, triangles: 5_000, clashes: 1, ..OPTIONS }).unwrap();
    let mut files: Vec<String> = Vec::new();
    for (i, part) in plant.parts.iter().enumerate() {
        let body = Body::new(part.name.clone(), Arc::clone(&part.mesh), part.world_from_part);
        files.push(format!("part {i}.glb"));
        impinge_io::write_glb(workshop.path(&files[i]), &[body]).unwrap();
    }
    let check = |files: &[String], more: &[&str]| {
        let words: Vec<&str> = files.iter().map(String::as_str).collect();
        workshop.run(&[&["check", "--clearance", "0.01", "-q"], &words[..], more].concat())
    };
    assert_eq!(check(&files, &["-o", "first.json"]).code, Some(1));
    SplitMix64::new(5).shuffle(&mut files);
    check(&files, &["-o", "second.json", "--baseline", "first.json"]);
    let second: Value = serde_json::from_str(&workshop.read("second.json")).unwrap();
    let changes = changes_by_id(&second);
    assert!(changes.len() == 6 && changes.values().all(|[_, change]| change == "persisting"), "{changes:?}");
}

#[test]
fn a_moved_clash_is_changed_and_one_that_is_gone_is_resolved() {
    let history = History::new();
    let planted = history.of_kind(PlantedKind::Pierce);
    let id = between(&history.first(), &planted.names)["id"].clone();
    let rod = &planted.names[1];
    let report = history.compared(&history.moved(rod, DVec3::new(0.0, 0.0, 0.05)));
    let clash = between(&report, &planted.names);
    assert_eq!((&clash["id"], &clash["change"], &clash["status"]), (&id, &"changed".into(), &"active".into()));
    let others = changes_by_id(&report).into_iter().filter(|(other, _)| *other != id).collect::<Vec<_>>();
    assert!(others.len() == history.planted.len() - 1 && others.iter().all(|(_, [_, change])| change == "persisting"));
    let report = history.compared(&history.moved(rod, DVec3::Z * 300.0));
    let clash = between(&report, &planted.names);
    assert_eq!((&clash["id"], &clash["change"], &clash["status"]), (&id, &"resolved".into(), &"resolved".into()));
    assert_eq!(clash["found"], false);
}

#[test]
fn what_is_approved_is_not_found_until_it_changes() {
    let history = History::new();
    let workshop = &history.workshop;
    let approved = workshop.run(&["approve", "first.json", "--all", "--comment", "agreed"]);
    assert_eq!(approved.code, Some(0), "{approved:?}");
    let words = ["check", "plant.glb", "--clearance", "0.01", "--baseline", "first.json"];
    let run = workshop.run(&words);
    assert!(run.code == Some(0) && run.stdout.contains("12 approved"), "{run:?}");
    let (_, report) = workshop.json(&words);
    assert!(report["clashes"].as_array().unwrap().iter().all(|clash| clash["comment"] == "agreed"));
    let planted = history.of_kind(PlantedKind::Encroach);
    let report = history.compared(&history.moved(&planted.names[1], DVec3::new(0.0, 0.0, 0.001)));
    let clash = between(&report, &planted.names);
    assert_eq!((&clash["status"], &clash["found"]), (&"active".into(), &true.into()), "{clash}");
    assert_eq!(report["clashes"].as_array().unwrap().iter().filter(|clash| clash["found"] == true).count(), 1);
    // The same file can be read as the baseline and be written again.
    let again = workshop.run(&[&words[..], &["-o", "first.json"]].concat());
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(Path::new(&workshop.path("first.json")).exists());
}
