//! Healing: cracks narrower than a length are closed, and nothing moves by more than that length.
//!
//! Exporters round coordinates, tessellate face by face and leave slivers out. Vertices and edges on the two sides of such a crack are a little apart. Open
//! vertices near each other are welded to one of them, open edges are split at open vertices near them, small holes are filled; narrow cracks first. What is closed is not
//! touched. A step that would fold a face over, or make faces meet that did not, is not taken and is counted. `docs/notes/healing.md` has the argument.
//!
//! | file | content |
//! |---|---|
//! | `heal_report` | options and report |
//! | `proximity` | lengths rounded up, the certain sign of a turn |
//! | `clusters` | vertices welded into one, and where all that lies in them came from |
//! | `region` | the faces beside open edges, and which of their edges are open |
//! | `refusals` | steps that are not taken |
//! | `vertex_welds` | welding open vertices |
//! | `edge_splits` | splitting open edges at vertices beside them |
//! | `attempt` | one pass from the narrowest cracks to the widest, without the steps that were refused |
//! | `healed_face` | a face of the result, and where it came from |
//! | `new_contacts` | faces that meet and did not before |
//! | `orientation` | parts with one turn, outward |
//! | `holes` | small loops of open edges, filled |
//! | `heal` | all of it, again until no step is to be refused |

mod attempt;
mod clusters;
mod edge_splits;
mod heal;
mod heal_report;
mod healed_face;
mod holes;
mod new_contacts;
mod orientation;
mod proximity;
mod refusals;
mod region;
mod vertex_welds;

pub use heal::Healed;
pub use heal_report::{HealOptions, HealReport};
