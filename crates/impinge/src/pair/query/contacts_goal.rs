//! All contacts of two bodies, under a budget.

use super::budget::{Budget, Meter};
use super::resumable_query::{QueryGoal, QueryReport, sealed};
use crate::bvh::{Open, Order, Slot};
use crate::collect::Collect;
use crate::cost::Cost;
use crate::pair::contacts::face_contacts::{TouchingFaces, resume_contacts};
use crate::pair::pair_query_types::Contact;
use crate::pair::posed_pair::PosedPair;
use std::ops::ControlFlow;

/// Hands every contact to a collector: the same contacts in the same order as [`crate::pair::contacts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContactsGoal<C> {
    /// Takes the contacts.
    pub collector: C,
}

/// How a search for contacts ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactsAnswer {
    /// All contacts have been handed over.
    All,
    /// The collector wanted no more.
    Stopped,
}

/// Pairs of boxes to be examined, and whether the collector stopped the search.
#[derive(Clone, Debug)]
pub struct ContactsState {
    open: Open,
    is_stopped: bool,
}

impl<C> sealed::Sealed for ContactsGoal<C> {}

impl<C: Collect<Contact>> QueryGoal for ContactsGoal<C> {
    type Answer = ContactsAnswer;
    type State = ContactsState;

    fn start(&self, _: &PosedPair<'_>, _: &mut Cost) -> ContactsState {
        ContactsState { open: vec![[Slot::ROOT; 2]], is_stopped: false }
    }

    fn advance(
        &mut self,
        ContactsState { open, is_stopped }: &mut ContactsState,
        posed: &PosedPair<'_>,
        budget: &Budget,
        cost: &mut Cost,
    ) -> QueryReport<ContactsAnswer> {
        let mut visit = |touching: &TouchingFaces<'_>, cost: &mut Cost| match touching.contact(cost) {
            Some(contact) => self.collector.take(posed.contact_as_asked(contact)),
            None => ControlFlow::Continue(()),
        };
        let flow = resume_contacts(posed, Order::Stored, open, &mut Meter::start(budget), cost, &mut visit);
        if flow.is_break() {
            *is_stopped = true;
            open.clear();
        }
        let answer = match open.len() {
            _ if *is_stopped => Some(ContactsAnswer::Stopped),
            0 => Some(ContactsAnswer::All),
            _ => None,
        };
        QueryReport::unmeasured(answer, open.len(), *cost)
    }
}
