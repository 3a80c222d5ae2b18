//! Clashes that an engineer can act on: pairs of bodies judged by rules, with evidence, under names that last.
//!
//! - [`RuleBook`]: which rule speaks of which pair of an assembly, and which expected contacts are missing;
//! - [`Clash`]: one pair of bodies that violates a rule: its [`Kind`], how deep, how much, where, and how each of that was found;
//! - [`gather`]: the clashes of [`Finding`]s among the [`Member`]s of an assembly, with all evidence;
//! - [`ids`]: names of clashes that depend on the names of their two bodies alone;
//! - [`groups`]: clashes that share a body and a place;
//! - [`sights`]: a picture of each from where it is seen; [`Report`]: all of it as JUnit, BCF, GLB or HTML ([`OutputFormat`]);
//! - [`Baseline`]: an earlier report: what is new, what persists, what changed, what is resolved.

mod baseline;
mod clash;
mod coarse;
mod finding;
mod gather;
mod group;
mod id;
mod kind;
mod measure;
mod member;
mod nudge;
mod output;
mod overlap;
mod registration;
mod report;
mod rule_book;
mod shared;
mod sight;
mod sighting;
mod stand_in;
mod traits;

pub use baseline::{Baseline, BaselineError, BaselineProblem, EarlierClash};
pub use clash::{Change, Clash, Status};
pub use finding::Finding;
pub use gather::gather;
pub use group::{Group, groups};
pub use id::ids;
pub use kind::{Kind, kind_of};
pub use measure::Measure;
pub use member::Member;
pub use output::{BcfVersion, GlbOptions, OutputError, OutputFormat};
pub use registration::Registration;
pub use report::{Report, timestamp};
pub use rule_book::{Missing, RuleBook, Spoken};
pub use sight::{Sight, Viewpoint};
pub use sighting::sights;
pub use traits::{Form, Traits};
