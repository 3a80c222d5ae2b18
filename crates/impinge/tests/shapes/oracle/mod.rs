//! What the answers of the engine are held against: slow, exact, by other means.
#![allow(dead_code, reason = "each test uses a part")]

pub mod minkowski;
pub mod vector;
