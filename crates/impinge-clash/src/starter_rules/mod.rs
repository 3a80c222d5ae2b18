//! Starter rules for an assembly: a commented file with groups, and suggestions from the contacts that exist now.
//!
//! - `meeting_pair`: [`find_meeting_pairs`], the pairs that meet now;
//! - `name_family`: [`NameFamilies`], bodies whose names differ only in numbers;
//! - `meeting_overlap`: [`find_meetings`], the same with fits and thin overlaps;
//! - `suggest_contact_rules`: rules to suggest for pairs that touch;
//! - `suggest_overlap_rules`: rules to suggest for fits and thin overlaps;
//! - `toml_text`, `shell_quote`: texts quoted for TOML and for shells;
//! - `starter_text`: [`StarterRules`], the text of the file.

mod meeting_overlap;
mod meeting_pair;
mod name_family;
mod shell_quote;
mod starter_text;
mod suggest_contact_rules;
mod suggest_overlap_rules;
mod toml_text;

pub use meeting_overlap::{MeetingOverlap, Meetings, OverlapForm, find_meetings};
pub use meeting_pair::{MeetingPair, find_meeting_pairs};
pub use name_family::NameFamilies;
pub use shell_quote::shell_quoted;
pub use starter_text::{StarterRules, StarterSource};
