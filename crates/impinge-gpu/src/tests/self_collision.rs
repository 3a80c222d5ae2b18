//! CULLIDE of one mesh and itself: device and CPU reference prune the same, and contacts are those of the exact engine.

use super::device;
use crate::cullide::{Cullide, faces_on_cpu};
use crate::{MeshId, Store};
use impinge::collect::All;
use impinge::pair::{Contact, self_contacts};
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::polycube::{Style, box_union};
use impinge_scenes::solid::{cone, icosphere};
use impinge_scenes::soup::random_soup;
use std::sync::Arc;

fn own_contacts(store: &Store, mesh: MeshId) -> Vec<Contact> {
    let mut all = All(Vec::new());
    self_contacts(&store.model(mesh).expect("there").mesh, &mut all);
    all.0.sort_unstable_by_key(|contact| contact.faces);
    all.0
}

#[test]
fn a_mesh_meets_itself_where_the_exact_engine_says() {
    let Some(gpu) = device::open() else { return };
    let (mut store, mut cullide) = (Store::new(&gpu), Cullide::new(&gpu));
    let boxes = [[[0; 3], [3, 3, 2]], [[1; 3], [4; 3]]];
    let shapes = [
        torus_knot(2, 3, 0.2, 120, 8).expect("knot"),
        torus_knot(2, 3, 0.9, 60, 8).expect("a knot too thick"),
        box_union(&boxes, &Style { levels: 2, ..Style::default() }).expect("boxes"),
        random_soup(7, 150, 0.5).expect("soup"),
        cone(1.0, 2.0, 70).expect("cone"),
        icosphere(1.0, 3).expect("sphere"),
    ];
    let (mut met, mut pruned) = (0, 0);
    for shape in shapes {
        let mesh = store.add(&Arc::new(shape)).expect("room");
        let finding = cullide.within(&gpu, &mut store, mesh, [64; 2]).expect("a device");
        let expected = faces_on_cpu(&store, mesh, [64; 2]).expect("there");
        assert_eq!((&finding.faces, &finding.rounds), (&expected.0, &expected.1));
        assert_eq!(finding.contacts, own_contacts(&store, mesh));
        met += finding.contacts.len();
        pruned += finding.faces.iter().filter(|kept| !**kept).count();
    }
    assert!(met > 100 && pruned > 500, "{met} {pruned}");
}
