//! The peers of the benchmark as engines of the conformance suite: booleans, contacts and distances of surfaces.

use crate::peer::Peer;
use crate::query::{Answer as PeerAnswer, Query};
use crate::workload::{Form, Standing, Workload};
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge_laws::{Answer, Engine, LoadedPair, NoAnswer};
use std::rc::Rc;
use std::sync::Arc;

/// A peer of the benchmark.
pub struct PeerEngine(pub Rc<dyn Peer>);

struct PeerPair {
    peer: Rc<dyn Peer>,
    a: Arc<Mesh>,
    b: Arc<Mesh>,
}

impl Engine for PeerEngine {
    fn name(&self) -> String {
        format!("{} {}", self.0.name(), self.0.version())
    }

    fn load(&self, a: &Mesh, b: &Mesh) -> Answer<Box<dyn LoadedPair>> {
        Ok(Box::new(PeerPair { peer: self.0.clone(), a: Arc::new(a.clone()), b: Arc::new(b.clone()) }))
    }
}

impl PeerPair {
    fn ask(&self, query: Query, a_from_b: &Pose) -> Answer<PeerAnswer> {
        let workload = Workload {
            name: "law".to_owned(),
            a: self.a.clone(),
            b: self.b.clone(),
            poses: vec![*a_from_b],
            queries: vec![query],
            form: Form::Any,
            standing: Standing::Counted,
        };
        if self.peer.refusal(query, &workload).is_some() {
            return Err(NoAnswer::Unsupported);
        }
        let loaded = self.peer.load(&workload).map_err(|error| NoAnswer::Refused(error.to_string()))?;
        let _ = loaded.pair.prepare(0);
        match loaded.pair.ask(query, 0) {
            PeerAnswer::Failed => Err(NoAnswer::Refused("no answer".to_owned())),
            answer => Ok(answer),
        }
    }
}

fn other_query() -> NoAnswer {
    NoAnswer::Refused("an answer to another query".to_owned())
}

impl LoadedPair for PeerPair {
    fn surfaces_meet(&self, a_from_b: &Pose) -> Answer<bool> {
        match self.ask(Query::Boolean, a_from_b)? {
            PeerAnswer::Boolean(is_meeting) => Ok(is_meeting),
            _ => Err(other_query()),
        }
    }

    fn distance(&self, a_from_b: &Pose) -> Answer<f64> {
        match self.ask(Query::Distance, a_from_b)? {
            // FCL reports overlaps by a distance below zero.
            PeerAnswer::Distance(length) => Ok(if length < 0.0 { 0.0 } else { length }),
            _ => Err(other_query()),
        }
    }

    fn contact_count(&self, a_from_b: &Pose) -> Answer<usize> {
        match self.ask(Query::Contacts, a_from_b)? {
            PeerAnswer::Contacts(count) => Ok(count),
            _ => Err(other_query()),
        }
    }
}
