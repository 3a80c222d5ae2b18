//! Methods that draw bodies: images propose pairs, the exact engine answers about every one of them all the same.
//!
//! So answers are those of any other method; what images add is which pairs they show, on which device, and what they took: they save no
//! work of the exact engine. Bodies that a method cannot draw (shapes, and surfaces that are not closed where it counts insides) are
//! left to the exact engine alone, and so is everything where the device has no room, refuses or is lost.

#[cfg(not(feature = "gpu"))]
mod absent;
mod approach;
#[cfg(feature = "gpu")]
mod drawing;
mod proposal;
mod seen;
pub mod words;

#[cfg(not(feature = "gpu"))]
pub use absent::Drawing;
pub use approach::{Approach, ImageMethod, exact};
#[cfg(feature = "gpu")]
pub use drawing::{Drawing, choice};
pub use proposal::{Overlap, Proposal};
pub use seen::Seen;

use crate::place;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A mesh at its place in the world; none for what is no mesh.
pub type Drawn = Option<(Arc<Mesh>, Pose)>;

/// What the images of a check show, and what they took.
#[derive(Clone, Debug)]
pub struct Sight {
    /// How and where they were made.
    pub origin: Origin,
    /// Pairs that they show to meet, or do not rule out, by the places of the bodies, the lower first.
    pub shown: BTreeSet<(usize, usize)>,
    /// The volumes that pairs share, of those that layered depth images were made of; none by other methods.
    pub overlaps: BTreeMap<(usize, usize), Overlap>,
    /// Bodies that could not be drawn; all of them where no images could be made.
    pub not_drawn: Vec<usize>,
    /// Bodies smaller than a pixel, which images may miss.
    pub too_small: Vec<usize>,
    /// What it took.
    pub toll: Toll,
}

/// How images were made, and by what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The method.
    pub method: &'static str,
    /// The device.
    pub device: String,
    /// The device's driver.
    pub driver: String,
    /// Why images could not be made, or not all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// What images took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Toll {
    /// Passes over bodies or pixels.
    pub passes: u64,
    /// Pixels of all images.
    pub pixels: u64,
    /// Bytes that came back from the device.
    pub read_back_bytes: u64,
    /// How long the device worked, where it has a clock.
    pub gpu_milliseconds: Option<f64>,
}

impl Toll {
    /// Adds what another query took.
    pub fn add(&mut self, other: &Self) {
        self.passes += other.passes;
        self.pixels += other.pixels;
        self.read_back_bytes += other.read_back_bytes;
        if let Some(time) = other.gpu_milliseconds {
            *self.gpu_milliseconds.get_or_insert_default() += time;
        }
    }

    /// One line for people.
    pub fn words(&self) -> String {
        let time = self.gpu_milliseconds.map_or_else(String::new, |time| format!(", {time:.3} ms of the device"));
        format!(
            "{}, {}, {} read back{time}",
            place::count(self.passes as usize, "pass", "passes"),
            place::count(self.pixels as usize, "pixel", "pixels"),
            place::count(self.read_back_bytes as usize, "byte", "bytes"),
        )
    }
}

impl Sight {
    /// What a reader should know of the images; `names` are those of the bodies.
    pub fn notes(&self, names: &[&str]) -> Vec<String> {
        let Origin { method, device, refused, .. } = &self.origin;
        if let (Some(why), 0) = (refused, self.toll.pixels) {
            let device = place::name(device);
            return vec![format!(
                "{method} on {device} made no images ({why}); every answer is the exact engine's all the same"
            )];
        }
        let pairs = place::count(self.shown.len(), "pair", "pairs");
        let verb = if self.shown.len() == 1 { "is" } else { "are" };
        let mut notes = vec![format!(
            "{pairs} {verb} proposed by {method} on {} ({}); every answer is proved by the exact engine",
            place::name(device),
            self.toll.words()
        )];
        if let Some(Overlap { pixels: [columns, rows], .. }) = self.overlaps.values().next() {
            notes.push(format!(
                "overlap is the volume inside of both, by layered depth images of {columns} x {rows} pixels along three axes: an estimate, and bounds that it surely lies between"
            ));
        }
        if let Some(why) = refused {
            notes.push(format!("not all images could be made, and what is in none is not ruled out ({why})"));
        }
        let left = "no closed surface turned outward, and so left to the exact engine alone";
        let small = "smaller than a pixel beside the larger bodies in its images, which may miss them";
        for (places, what) in [(&self.not_drawn, left), (&self.too_small, small)] {
            let named: Vec<&str> = places.iter().filter_map(|i| names.get(*i).copied()).collect();
            if !named.is_empty() {
                let count = place::count(named.len(), "body", "bodies");
                let verb = if named.len() == 1 { "is" } else { "are" };
                notes.push(format!("{count} {verb} {what}: {}", place::first_names(&named)));
            }
        }
        notes
    }
}
