//! What a clash is documented with: its contacts, its seam, depth, thickness and volume. All of it grows as its input does.

use super::{FAMILIES, MOST, all_work, byte_count, families, report, sizes};
use impinge::collect::All;
use impinge::feature::FaceId;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact, ContactGroup, DepthOptions, Method, Seam, ThicknessOptions, TipGroup};
use std::collections::BTreeSet;

/// Faces of the smallest bodies of a family and of the finest.
fn few_and_many() -> [u32; 2] {
    let [few, _, many] = sizes();
    [few, many]
}

/// Contacts at tips are those that are not handed over one by one, and all faces there are named.
#[test]
fn groups_of_contacts_make_up_all_contacts() {
    let mut at_tips = 0;
    for (name, family, _) in FAMILIES {
        for order in [[0, 1], [1, 0]] {
            let meshes = family(66);
            let [a, b] = order.map(|k| &meshes[k]);
            let (mut groups, mut all) = (All(Vec::new()), All(Vec::new()));
            pair::grouped_contacts(a, b, &Pose::IDENTITY, &mut groups);
            pair::contacts_by(Method::Brute, a, b, &Pose::IDENTITY, &mut all);
            let mut tips: Vec<TipGroup> = Vec::new();
            let mut singles: Vec<Contact> = Vec::new();
            for group in groups.0 {
                match group {
                    ContactGroup::Pair(contact) => singles.push(contact),
                    ContactGroup::AtTip(tip) => tips.push(tip),
                }
            }
            let count = singles.len() + tips.iter().map(|tip| tip.contact_count).sum::<usize>();
            assert_eq!(count, all.0.len(), "{name}");
            let apart: BTreeSet<[FaceId; 2]> = singles.iter().map(|contact| contact.faces).collect();
            for contact in all.0.iter().filter(|contact| !apart.contains(&contact.faces)) {
                let holds = |tip: &&TipGroup| (0..2).all(|k| tip.faces[k].contains(&contact.faces[k]));
                let tip = tips.iter().find(holds).unwrap();
                assert!(contact.intersection.points().eq([&tip.point]), "{name}: {contact:?}");
                at_tips += 1;
            }
        }
    }
    assert!(at_tips > 10_000, "{at_tips}");
}

/// The length of all curves, how many there are, and whether the seam is general.
fn seam_facts([a, b]: &[Mesh; 2], pose: &Pose) -> (f64, usize, bool) {
    let seam = Seam::new(a, b, pose);
    let curves = seam.curves();
    (curves.iter().map(pair::SeamCurve::length).sum(), curves.len(), seam.is_general())
}

/// Memory and allocations of the seam, from n to 4n faces. Fans tip to tip have as many contacts as the product of their faces, and one point for a seam.
#[test]
fn seams_and_contacts_take_memory_by_what_they_hold() {
    let posed = families::POSED.map(|(name, family, pose, _)| (name, family, pose()));
    let all = FAMILIES.map(|(name, family, _)| (name, family, Pose::IDENTITY)).into_iter().chain(posed);
    for (name, family, pose) in all.filter(|(name, ..)| !name.starts_with("faces around one edge")) {
        let runs = few_and_many().map(|n| {
            let meshes = family(n);
            let [a, b] = &meshes;
            let mut held = 0;
            let (_, memory) = byte_count::counted(|| {
                pair::grouped_contacts(a, b, &pose, &mut |group: ContactGroup| {
                    held += usize::from(matches!(group, ContactGroup::Pair(_)));
                    std::ops::ControlFlow::Continue(())
                });
                seam_facts(&meshes, &pose)
            });
            let size = (a.faces().len() + b.faces().len() + held) as f64;
            (size, memory.peak_bytes.max(10_000) as f64, memory.allocations.max(300) as f64)
        });
        let [few, many] = runs;
        let size = (many.0 / few.0).ln();
        let exponents = [(many.1 / few.1).ln() / size, (many.2 / few.2).ln() / size];
        println!("seam and contacts of {name}: bytes, allocations {exponents:.2?}");
        assert!(exponents.iter().all(|e| *e <= MOST), "{name}: bytes, allocations: {exponents:.2?}");
    }
}

/// A common tip is a special position even where it is all that is shared, and no curve.
#[test]
fn a_common_tip_is_special_and_no_curve() {
    let [tips, copies] = [&FAMILIES[0], &FAMILIES[2]].map(|(_, family, _)| family(66));
    assert_eq!(seam_facts(&tips, &Pose::IDENTITY), (0.0, 0, false));
    let (length, curves, is_general) = seam_facts(&copies, &Pose::IDENTITY);
    assert!(length > 6.0 && curves > 0 && !is_general, "{length} {curves}");
    assert!(report(&tips[0], &tips[1], &Pose::IDENTITY, Method::Auto).contact_count == 66 * 66);
}

/// Bodies that nearly coincide: thickness, depth and volume, from n to 4n faces. Efforts are those of a check, and so is the number of steps of a depth.
#[test]
fn measures_of_nearly_coincident_bodies_grow_with_the_input() {
    let names = ["concentric bodies at 1.001", "a body and its copy, turned by 1e-9"];
    let found = families::POSED.iter().filter(|(name, ..)| names.contains(name));
    assert_eq!(found.clone().count(), names.len());
    for (name, family, pose, _) in found {
        let runs = few_and_many().map(|n| {
            let ([a, b], pose) = (&family(n), &pose());
            let (thickness, of_thickness) =
                byte_count::counted(|| pair::thickness(a, b, pose, &ThicknessOptions::default()));
            let (depth, of_depth) = byte_count::counted(|| pair::depth(a, b, pose, &DepthOptions::default()));
            let (_, of_volume) = byte_count::counted(|| Seam::new(a, b, pose).overlap_volume());
            assert!(thickness.bounds.lower > 1.7 && depth.length.lower > 1.7, "{name}: {thickness:?} {depth:?}");
            let memory = [of_thickness, of_depth, of_volume].map(|memory| memory.peak_bytes.max(10_000) as f64);
            ((a.faces().len() as f64).ln(), all_work(&thickness.cost) as f64, memory)
        });
        let [few, many] = runs;
        let exponent = |few: f64, many: f64, sizes: [f64; 2]| (many / few).ln() / (sizes[1] - sizes[0]);
        let sizes = [few.0, many.0];
        let work = exponent(few.1, many.1, sizes);
        let bytes = [0, 1, 2].map(|k| exponent(few.2[k], many.2[k], sizes));
        println!("thickness, depth and volume of {name}: work {work:.2}, bytes {bytes:.2?}");
        assert!(work <= MOST && bytes.iter().all(|e| *e <= MOST), "{name}: work {work:.2}, bytes {bytes:.2?}");
    }
}
