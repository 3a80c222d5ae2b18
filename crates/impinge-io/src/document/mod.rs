//! Documents that people write, TOML or JSON: a tree of values that know their line and their path.

mod datum;
mod item;
mod json;
mod toml;

pub(crate) use datum::parse;
pub(crate) use item::Item;
