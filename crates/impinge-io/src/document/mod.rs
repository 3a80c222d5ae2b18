//! Documents that people write, TOML or JSON: a tree of values that know their line and their path.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

mod datum;
mod item;
mod json;
mod toml;

pub use datum::parse;
pub use item::Item;
