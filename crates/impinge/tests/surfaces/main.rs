//! Surfaces that deform.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod deform;
mod deform_edits;
mod deform_upkeep;
mod impacts;
mod proximity;
mod sheets;
mod skipping;
