//! All contacts of two bodies, under a budget.

use super::budget::{Budget, Meter};
use crate::bvh::{Open, Order, Slot};
use crate::collect::Collect;
use crate::cost::Cost;
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::contacts::face_contacts::resume_contacts;
use crate::pair::pair_report::{Contact, Method};
use crate::pair::posed_pair::PosedPair;
use std::ops::ControlFlow;

/// [`crate::pair::contacts`] as a query that can be left and taken up again: the same contacts in the same order.
#[derive(Clone, Debug)]
pub struct ContactsQuery<'a> {
    posed: PosedPair<'a>,
    open: Open,
    found: usize,
    stopped: bool,
    cost: Cost,
}

/// How far a search for contacts has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactsOutcome {
    /// All have been handed over.
    All,
    /// The collector wanted no more; the search is over.
    Stopped,
    /// There may be more.
    NotProved {
        /// Pairs of boxes that still have to be looked at, as far as they are known.
        waiting: usize,
    },
}

/// What a search for contacts has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactsReport {
    /// How far it has come.
    pub outcome: ContactsOutcome,
    /// Contacts handed over since the query was made.
    pub found: usize,
    /// What it took, since the query was made.
    pub cost: Cost,
}

impl<'a> ContactsQuery<'a> {
    /// A query about A and B that has not begun.
    #[must_use]
    pub fn new(a: &'a Mesh, b: &'a Mesh, a_from_b: &Pose) -> Self {
        let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
        Self { posed, open: vec![[Slot::ROOT; 2]], found: 0, stopped: false, cost: Cost::default() }
    }

    /// Goes on until all contacts are found or the budget is spent.
    pub fn advance(&mut self, budget: &Budget, collector: &mut impl Collect<Contact>) -> ContactsReport {
        let Self { posed, open, found, stopped, cost } = self;
        let flow =
            resume_contacts(posed, Order::Stored, open, &mut Meter::start(budget), cost, &mut |touching, cost| {
                let Some(contact) = touching.contact(cost) else { return ControlFlow::Continue(()) };
                *found += 1;
                collector.take(posed.contact_as_asked(contact))
            });
        if flow.is_break() {
            *stopped = true;
            open.clear();
        }
        let outcome = match open.len() {
            _ if *stopped => ContactsOutcome::Stopped,
            0 => ContactsOutcome::All,
            waiting => ContactsOutcome::NotProved { waiting },
        };
        ContactsReport { outcome, found: *found, cost: *cost }
    }
}
