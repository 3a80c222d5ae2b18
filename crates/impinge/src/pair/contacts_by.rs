//! All contacts by a method of one's choice.

use super::contacts::meetings;
use super::setting::Setting;
use super::{Contact, Method};
use crate::bvh::Order;
use crate::collect::Collect;
use crate::cost::Cost;
use crate::math::Pose;
use crate::mesh::Mesh;
use std::ops::ControlFlow;

/// As [`super::contacts`], by any method: the same contacts, in an order of the method's own.
pub fn contacts_by(method: Method, a: &Mesh, b: &Mesh, a_from_b: &Pose, collector: &mut impl Collect<Contact>) -> Cost {
    let setting = Setting::new(a, b, a_from_b, method);
    let mut cost = Cost::default();
    let _ = meetings(&setting, Order::Stored, &mut cost, |meeting, cost| match meeting.contact(cost) {
        Some(contact) => collector.take(setting.contact_as_asked(contact)),
        None => ControlFlow::Continue(()),
    });
    cost
}
