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
mod undrawn;
pub mod words;

#[cfg(not(feature = "gpu"))]
pub use absent::Drawing;
pub use approach::{Approach, ImageMethod, exact};
#[cfg(feature = "gpu")]
pub use drawing::{Drawing, choice};
pub use proposal::{Overlap, Proposal};
pub use seen::Seen;
pub use undrawn::Undrawn;

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
    /// Bodies that could not be drawn, and why; all of them where no images could be made.
    pub not_drawn: BTreeMap<usize, Undrawn>,
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
    /// Adds what another query took. One that has passes and no time leaves the sum without one: a part of it would be too little.
    pub fn add(&mut self, other: &Self) {
        self.gpu_milliseconds = match (self.passes, other.passes) {
            (_, 0) => self.gpu_milliseconds,
            (0, _) => other.gpu_milliseconds,
            _ => self.gpu_milliseconds.zip(other.gpu_milliseconds).map(|(a, b)| a + b),
        };
        self.passes += other.passes;
        self.pixels += other.pixels;
        self.read_back_bytes += other.read_back_bytes;
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
        let device = place::name(device);
        if let (Some(why), 0) = (refused, self.toll.pixels) {
            let none =
                format!("{method} on {device} made no images ({why}); every answer is the exact engine's all the same");
            return std::iter::once(none).chain(self.left_notes(names)).collect();
        }
        let pairs = place::count(self.shown.len(), "pair", "pairs");
        let verb = if self.shown.len() == 1 { "is" } else { "are" };
        let toll = self.toll.words();
        let mut notes = vec![format!(
            "{pairs} {verb} proposed by {method} on {device} ({toll}); every answer is proved by the exact engine"
        )];
        if let Some(Overlap { pixels: [columns, rows], .. }) = self.overlaps.values().next() {
            notes.push(format!(
                "overlap is the volume inside of both, by layered depth images of {columns} x {rows} pixels along three axes: an estimate, and bounds that it surely lies between"
            ));
        }
        if let Some(why) = refused {
            notes.push(format!("not all images could be made, and what is in none is not ruled out ({why})"));
        }
        notes.extend(self.left_notes(names));
        let small = "smaller than a pixel beside the larger bodies in its images, which may miss them";
        notes.extend(told(&self.too_small, names, small));
        notes
    }

    /// Which bodies are in no image, by what keeps them out; that there are no images at all is told elsewhere.
    fn left_notes(&self, names: &[&str]) -> Vec<String> {
        let reasons = [Undrawn::NoMesh, Undrawn::Open, Undrawn::Inward, Undrawn::Folded];
        let note = |reason: Undrawn| {
            let left: Vec<usize> = self.not_drawn.iter().filter(|(_, why)| **why == reason).map(|(i, _)| *i).collect();
            told(&left, names, &format!("{}, and so left to the exact engine alone", reason.words()))
        };
        reasons.into_iter().filter_map(note).collect()
    }
}

/// What some bodies are, with their names; nothing if there are none.
fn told(places: &[usize], names: &[&str], what: &str) -> Option<String> {
    let named: Vec<&str> = places.iter().filter_map(|i| names.get(*i).copied()).collect();
    let count = place::count(named.len(), "body", "bodies");
    let verb = if named.len() == 1 { "is" } else { "are" };
    (!named.is_empty()).then(|| format!("{count} {verb} {what}: {}", place::first_names(&named)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toll(passes: u64, time: Option<f64>) -> Toll {
        Toll { passes, gpu_milliseconds: time, ..Toll::default() }
    }

    #[test]
    fn a_time_is_of_all_passes_or_there_is_none() {
        let sum = |tolls: &[Toll]| {
            let mut sum = Toll::default();
            tolls.iter().for_each(|toll| sum.add(toll));
            sum
        };
        assert_eq!(sum(&[toll(2, Some(3.0)), toll(0, None), toll(1, Some(4.0))]), toll(3, Some(7.0)));
        assert_eq!(sum(&[toll(2, Some(3.0)), toll(1, None)]), toll(3, None));
        assert_eq!(sum(&[toll(2, None), toll(1, Some(3.0))]), toll(3, None));
    }

    /// Every body that is in no image is named with its own reason, images or none.
    #[test]
    fn reasons_are_those_of_each_body() {
        let (device, driver) = ("card".to_owned(), String::new());
        let mut sight = Sight {
            origin: Origin { method: "cullide", device, driver, refused: Some("no memory".to_owned()) },
            shown: BTreeSet::new(),
            overlaps: BTreeMap::new(),
            not_drawn: BTreeMap::from([(0, Undrawn::NoMesh), (1, Undrawn::Refused), (2, Undrawn::NoMesh)]),
            too_small: Vec::new(),
            toll: Toll::default(),
        };
        let names = ["ball", "block", "cone"];
        let notes = sight.notes(&names);
        assert!(notes.len() == 2 && notes[0].contains("made no images (no memory)"), "{notes:?}");
        assert_eq!(notes[1], "2 bodies are without a mesh, and so left to the exact engine alone: ball, cone");
        sight.toll.pixels = 9;
        assert!(!sight.notes(&names)[0].contains("made no images"));
        sight.not_drawn = BTreeMap::from([(0, Undrawn::Open), (1, Undrawn::Inward)]);
        let notes = sight.notes(&names).join("; ");
        for part in
            ["1 body is not closed, and so", ": ball;", "1 body is not surely turned outward, and so", ": block"]
        {
            assert!(notes.contains(part), "{part}: {notes}");
        }
    }
}
