//! Answers by images, against the exact engine.

#[path = "../bodies/mod.rs"]
mod bodies;
mod certain;
#[path = "../device/mod.rs"]
mod device;
mod ldi;
mod without_a_device;
