//! A gearbox with every kind of relation in it: what should touch touches exactly, and some parts are wrong on purpose.
//!
//! Lengths are millimetres; shafts run along z. Every coordinate is a multiple of 2^-11 and survives a file of single
//! precision, and all poses but two are shifts and quarter turns, so that contact is exact. [`findings`] lists every pair
//! that is not disjoint.

mod expected_findings;
mod part_list;

pub use expected_findings::{Finding, findings};

use crate::{NamedPart, SceneError};

/// The parts of the gearbox.
///
/// # Errors
/// None but those of a broken generator.
pub fn gearbox() -> Result<Vec<NamedPart>, SceneError> {
    part_list::parts()
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::bound::Aabb;
    use impinge::pair::Relation;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn parts_are_named_solids() {
        let parts = gearbox().unwrap();
        assert!((25..=40).contains(&parts.len()), "{}", parts.len());
        let names: BTreeSet<&str> = parts.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names.len(), parts.len());
        for part in &parts {
            assert!(part.mesh.is_closed(), "{}", part.name);
            assert_eq!(part.mesh.defects(), [], "{}", part.name);
            assert!(part.mesh.mass_properties().volume > 0.0, "{}", part.name);
            for x in part.mesh.vertices().iter().flat_map(|p| p.to_array()) {
                assert!((x * 2048.0).fract() == 0.0 && f64::from(x as f32) == x, "{} {x}", part.name);
            }
        }
    }

    #[test]
    fn findings_name_parts_and_hold_every_relation() {
        let boxes: BTreeMap<String, Aabb> = gearbox()
            .unwrap()
            .iter()
            .map(|part| {
                let posed: Vec<_> =
                    part.mesh.vertices().iter().map(|p| part.world_from_part.transform_point(*p)).collect();
                (part.name.clone(), Aabb::of_points(&posed))
            })
            .collect();
        let findings = findings();
        let mut seen = BTreeSet::from([Relation::Disjoint]);
        for Finding { a, b, relation } in &findings {
            assert!(boxes[a].overlaps(&boxes[b]), "{a} and {b}");
            seen.insert(*relation);
            if matches!(relation, Relation::AInsideB | Relation::BInsideA) {
                seen.insert(relation.flip());
            }
        }
        assert_eq!(seen.len(), 6, "{seen:?}");
        let pairs: BTreeSet<[&String; 2]> = findings.iter().map(|f| [(&f.a).min(&f.b), (&f.a).max(&f.b)]).collect();
        assert_eq!(pairs.len(), findings.len());
        assert!(findings.len() < boxes.len() * (boxes.len() - 1) / 4, "most pairs are disjoint");
    }
}
