//! Clashes that an engineer can act on: pairs of bodies judged by rules, with evidence, under names that last.
//!
//! - [`RuleBook`]: which rule speaks of which pair of an assembly, what the rules make of it ([`Verdict`]), and which expected
//!   contacts are missing;
//! - [`Clash`]: one pair of bodies that violates a rule: its [`Kind`], how deep, how much, where, and how each of that was found;
//! - [`gather`]: the clashes of [`Finding`]s among the [`Member`]s of an assembly, with all evidence;
//! - [`ids`]: names of clashes that depend on the names of their two bodies alone;
//! - [`groups`]: clashes that share a body and a place;
//! - [`sights`]: a picture of each from where it is seen; [`Report`]: all of it as JUnit, BCF, GLB or HTML ([`OutputFormat`]);
//! - [`Record`]: a clash as it is published in JSON;
//! - [`Baseline`]: an earlier report: what is new, what persists, what changed, what is resolved.

mod baseline;
mod clash;
mod coarse;
mod earlier;
mod finding;
mod former_bodies;
mod gather;
mod group;
mod id;
mod kind;
mod measure;
mod member;
mod missing;
mod namesakes;
mod nudge;
mod output;
mod overlap;
mod record;
mod registration;
mod report;
mod rule_book;
mod sameness;
mod seam_sum;
mod shared;
mod shells;
mod sight;
mod sighting;
mod stand_in;
mod traits;
mod verdict;

pub use baseline::Baseline;
pub use clash::{Change, Clash, Status};
pub use earlier::{BaselineError, BaselineProblem, EarlierClash};
pub use finding::Finding;
pub use gather::gather;
pub use group::{Group, groups};
pub use id::ids;
pub use kind::{Kind, kind_of};
pub use measure::Measure;
pub use member::Member;
pub use missing::{Missing, Nearest};
pub use output::{BcfVersion, GlbOptions, OutputError, OutputFormat};
pub use record::{Record, RecordCurve, RecordFaces};
pub use registration::Registration;
pub use report::{Report, timestamp};
pub use rule_book::{RuleBook, Spoken};
pub use sight::{Sight, Viewpoint};
pub use sighting::sights;
pub use traits::{Form, Traits};
pub use verdict::{Verdict, judge};
