//! What the images of a check show.

use super::image_proposal::{EdgesInside, EdgesRecord, ImageOverlap, ImageProposal};
use super::image_settings::ImageSettings;
use super::undrawn_reason::UndrawnReason;
use crate::number_format;
use crate::proposals::check_method::ImageMethod;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::Relation;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A mesh at its place in the world; `None` for a shape.
pub type DrawnBody = Option<(Arc<Mesh>, Pose)>;

/// What the images of a check show, and their cost.
#[derive(Clone, Debug)]
pub struct ImageResults {
    /// How and where they were made.
    pub source: ImageSource,
    /// The settings.
    pub settings: ImageSettings,
    /// What [`Self::apart`] is about.
    pub gap: f64,
    /// Whether the pose of a body was no rotation to the last place, and images are of the rotation next to it, as those of a scene are.
    pub turned: bool,
    /// Pairs of drawn bodies whose boxes are no farther apart than the gap, by index, the lower first.
    pub near: BTreeSet<(usize, usize)>,
    /// Of these, pairs that images prove to have a gap that is larger, and not to be one inside the other.
    pub apart: BTreeSet<(usize, usize)>,
    /// The relations that images prove, of the lower index to the higher.
    pub relations: BTreeMap<(usize, usize), Relation>,
    /// Pairs that they show to meet, or do not rule out, by index, the lower first.
    pub shown: BTreeSet<(usize, usize)>,
    /// The volumes that pairs share, and where bodies overlap themselves, by layered depth images; empty by other methods.
    pub overlaps: BTreeMap<(usize, usize), ImageOverlap>,
    /// Edges of a body that CInDeR shows inside another, by index; empty by other methods.
    pub edges: BTreeMap<(usize, usize), EdgesInside>,
    /// For every face of a body, whether images leave it to be tested against other faces of that body; empty where they were not asked.
    pub faces: BTreeMap<usize, Arc<Vec<bool>>>,
    /// Bodies that could not be drawn, and why; all of them where no images could be made.
    pub not_drawn: BTreeMap<usize, UndrawnReason>,
    /// Bodies smaller than a pixel, which images may miss.
    pub too_small: Vec<usize>,
    /// The cost.
    pub cost: ImageCost,
}

/// How images were made, and by what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ImageSource {
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

/// The cost of images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ImageCost {
    /// Passes over bodies or pixels.
    pub passes: u64,
    /// Pixels of all images.
    pub pixels: u64,
    /// Bytes that came back from the device.
    pub read_back_bytes: u64,
    /// How long the device worked, where it has a clock.
    pub gpu_milliseconds: Option<f64>,
}

impl From<impinge_gpu::Cost> for ImageCost {
    fn from(cost: impinge_gpu::Cost) -> Self {
        Self {
            passes: cost.passes.into(),
            pixels: cost.pixels,
            read_back_bytes: cost.read_back_bytes,
            gpu_milliseconds: cost.gpu_time.map(|time| time.as_secs_f64() * 1e3),
        }
    }
}

impl ImageCost {
    /// Adds the cost of another query. The sum has a time only if every query with passes has one.
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

    /// The cost as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let time = self.gpu_milliseconds.map_or_else(String::new, |time| format!(", {time:.3} ms of the device"));
        format!(
            "{}, {}, {} read back{time}",
            number_format::count(self.passes as usize, "pass", "passes"),
            number_format::count(self.pixels as usize, "pixel", "pixels"),
            number_format::count(self.read_back_bytes as usize, "byte", "bytes"),
        )
    }
}

impl ImageResults {
    /// Notes for the reader of a report; `names` are those of the bodies, and `tested` is how many pairs the exact engine tested.
    #[must_use]
    pub fn notes(&self, names: &[&str], tested: usize) -> Vec<String> {
        let ImageSource { method, device, refused, .. } = &self.source;
        let device = number_format::name(device);
        if let (Some(why), 0) = (refused, self.cost.pixels) {
            let none =
                format!("{method} on {device} made no images ({why}); every answer is the exact engine's all the same");
            return std::iter::once(none).chain(self.left_notes(names)).collect();
        }
        let pairs = number_format::count(self.shown.len(), "pair", "pairs");
        let verb = if self.shown.len() == 1 { "is" } else { "are" };
        let cost = self.cost.to_text();
        let mut notes = vec![format!(
            "{pairs} {verb} proposed by {method} on {device} ({cost}); every answer is proved by the exact engine{}",
            if self.settings.is_certain() { " or by images" } else { ", since these images rule out nothing" }
        )];
        notes.extend(self.savings_note(tested));
        notes.extend(self.self_note());
        if let Some(ImageOverlap { pixels: [columns, rows], .. }) = self.overlaps.values().next() {
            notes.push(format!(
                "overlap is the volume inside of both, by layered depth images of {columns} x {rows} pixels along three axes: an estimate, and bounds that it surely lies between"
            ));
        }
        if let Some(why) = refused {
            notes.push(format!("not all images could be made, and what is in none is not ruled out ({why})"));
        }
        notes.extend(self.left_notes(names));
        let small = "smaller than a pixel beside the larger bodies in its images, which may miss them";
        notes.extend(bodies_note(&self.too_small, names, small));
        notes
    }

    /// How much work of the exact engine images saved on pairs, where they can save some.
    fn savings_note(&self, tested: usize) -> Option<String> {
        let near = number_format::count(self.near.len(), "pair", "pairs");
        let within = if self.gap > 0.0 { "near each other" } else { "with overlapping boxes" };
        self.settings.is_certain().then(|| {
            format!(
                "of {near} of drawn bodies {within} images prove {} apart; the exact engine tested {tested}",
                self.apart.len()
            )
        })
    }

    /// How much work of the exact engine images saved on single bodies.
    fn self_note(&self) -> Option<String> {
        let [faces, left] = self.own_faces();
        let bodies = number_format::count(self.faces.len(), "body", "bodies");
        (!self.faces.is_empty()).then(|| {
            format!(
                "of {faces} faces of {bodies} images prove {} to meet none but neighbours of the same body",
                faces - left
            )
        })
    }

    /// How many faces the bodies have that were asked about alone, and how many of these images leave.
    #[must_use]
    pub fn own_faces(&self) -> [usize; 2] {
        let faces = self.faces.values().map(|faces| faces.len()).sum();
        [faces, self.faces.values().map(|faces| faces.iter().filter(|left| **left).count()).sum()]
    }

    /// Which bodies are in no image, by reason.
    fn left_notes(&self, names: &[&str]) -> Vec<String> {
        let reasons = [UndrawnReason::NoMesh, UndrawnReason::Open, UndrawnReason::Inward, UndrawnReason::Folded];
        let note = |reason: UndrawnReason| {
            let left: Vec<usize> = self.not_drawn.iter().filter(|(_, why)| **why == reason).map(|(i, _)| *i).collect();
            bodies_note(&left, names, &format!("{}, and so left to the exact engine alone", reason.description()))
        };
        reasons.into_iter().filter_map(note).collect()
    }
}

impl ImageResults {
    /// What images say about two bodies, by index.
    #[must_use]
    pub fn proposal(&self, a: usize, b: usize) -> ImageProposal {
        if [a, b].iter().any(|body| self.not_drawn.contains_key(body)) {
            ImageProposal::NotDrawn
        } else if self.shown.contains(&(a.min(b), a.max(b))) {
            ImageProposal::Proposed
        } else {
            ImageProposal::NotProposed
        }
    }

    /// The same as text, given the true relation.
    #[must_use]
    pub fn proposal_text(&self, a: usize, b: usize, relation: Relation) -> &'static str {
        let (shows, meets) = (self.source.method == ImageMethod::Cinder.name(), relation != Relation::Disjoint);
        let is_sure = self.overlap(a, b).is_some_and(|overlap| overlap.lower > 0.0);
        match self.proposal(a, b) {
            ImageProposal::NotDrawn => "not drawn",
            ImageProposal::Proposed if is_sure || (shows && meets) => "shows it",
            ImageProposal::Proposed if shows => "wrongly shows it",
            ImageProposal::Proposed => "cannot rule it out",
            ImageProposal::NotProposed if !shows => "rules it out",
            ImageProposal::NotProposed if meets => "misses it",
            ImageProposal::NotProposed => "shows none",
        }
    }

    /// The relation that images prove, of the body of the lower index to the other; bodies whose boxes are apart are disjoint.
    #[must_use]
    pub fn relation(&self, a: usize, b: usize) -> Option<Relation> {
        let pair = (a.min(b), a.max(b));
        if !self.settings.is_certain() || self.proposal(a, b) == ImageProposal::NotDrawn {
            return None;
        }
        let far = || (!self.near.contains(&pair)).then_some(Relation::Disjoint);
        self.relations.get(&pair).copied().or_else(far)
    }

    /// The edges of two bodies that are seen inside the other, in JSON; `names` are those of the bodies.
    #[must_use]
    pub fn edge_records<'a>(&self, [a, b]: [usize; 2], names: impl Fn(usize) -> &'a str) -> Vec<EdgesRecord<'a>> {
        let seen = |(p, q): (usize, usize)| {
            Some(self.edges.get(&(p, q))?.to_record([names(p), names(q)], self.settings.points))
        };
        [(a, b), (b, a)].into_iter().filter_map(seen).collect()
    }

    /// The volume that two bodies share, by images.
    #[must_use]
    pub fn overlap(&self, a: usize, b: usize) -> Option<&ImageOverlap> {
        self.overlaps.get(&(a.min(b), a.max(b)))
    }
}

/// A note on some bodies, with their names; `None` if there are none.
fn bodies_note(places: &[usize], names: &[&str], what: &str) -> Option<String> {
    let named: Vec<&str> = places.iter().filter_map(|i| names.get(*i).copied()).collect();
    let count = number_format::count(named.len(), "body", "bodies");
    let verb = if named.len() == 1 { "is" } else { "are" };
    (!named.is_empty()).then(|| format!("{count} {verb} {what}: {}", number_format::first_names(&named)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(passes: u64, time: Option<f64>) -> ImageCost {
        ImageCost { passes, gpu_milliseconds: time, ..ImageCost::default() }
    }

    #[test]
    fn a_time_is_of_all_passes_or_there_is_none() {
        let sum = |costs: &[ImageCost]| {
            let mut sum = ImageCost::default();
            costs.iter().for_each(|cost| sum.add(cost));
            sum
        };
        assert_eq!(sum(&[cost(2, Some(3.0)), cost(0, None), cost(1, Some(4.0))]), cost(3, Some(7.0)));
        assert_eq!(sum(&[cost(2, Some(3.0)), cost(1, None)]), cost(3, None));
        assert_eq!(sum(&[cost(2, None), cost(1, Some(3.0))]), cost(3, None));
    }

    /// Every body that is in no image is named with its own reason, images or none.
    #[test]
    fn reasons_are_those_of_each_body() {
        let (device, driver) = ("card".to_owned(), String::new());
        let mut results = ImageResults {
            source: ImageSource { method: "cullide", device, driver, refused: Some("no memory".to_owned()) },
            not_drawn: BTreeMap::from([
                (0, UndrawnReason::NoMesh),
                (1, UndrawnReason::Refused),
                (2, UndrawnReason::NoMesh),
            ]),
            ..ImageResults::nothing(ImageMethod::Cullide)
        };
        let names = ["ball", "block", "cone"];
        let notes = results.notes(&names, 0);
        assert!(notes.len() == 2 && notes[0].contains("made no images (no memory)"), "{notes:?}");
        assert_eq!(notes[1], "2 bodies are without a mesh, and so left to the exact engine alone: ball, cone");
        results.cost.pixels = 9;
        assert!(!results.notes(&names, 0)[0].contains("made no images"));
        results.not_drawn = BTreeMap::from([(0, UndrawnReason::Open), (1, UndrawnReason::Inward)]);
        let notes = results.notes(&names, 0).join("; ");
        for part in
            ["1 body is not closed, and so", ": ball;", "1 body is not surely turned outward, and so", ": block"]
        {
            assert!(notes.contains(part), "{part}: {notes}");
        }
    }

    impl ImageResults {
        fn nothing(method: ImageMethod) -> Self {
            let [device, driver] = [String::new(), String::new()];
            Self {
                source: ImageSource { method: method.name(), device, driver, refused: None },
                settings: ImageSettings::new(method),
                gap: 0.0,
                turned: false,
                near: BTreeSet::new(),
                apart: BTreeSet::new(),
                relations: BTreeMap::new(),
                shown: BTreeSet::new(),
                overlaps: BTreeMap::new(),
                edges: BTreeMap::new(),
                faces: BTreeMap::new(),
                not_drawn: BTreeMap::new(),
                too_small: Vec::new(),
                cost: ImageCost::default(),
            }
        }
    }

    fn results(method: &'static str) -> ImageResults {
        let volume = |lower, upper| ImageOverlap { lower, estimate: 0.5 * (lower + upper), upper, pixels: [64; 2] };
        let overlaps = BTreeMap::from([((0, 1), volume(0.5, 0.75)), ((0, 2), volume(0.0, 0.25))]);
        ImageResults {
            source: ImageSource { method, device: String::new(), driver: String::new(), refused: None },
            shown: BTreeSet::from([(0, 1), (0, 2)]),
            overlaps: if method == "ldi" { overlaps } else { BTreeMap::new() },
            not_drawn: BTreeMap::from([(3, UndrawnReason::Open)]),
            ..ImageResults::nothing(ImageMethod::Cinder)
        }
    }

    #[test]
    fn texts_say_no_more_than_the_method_can() {
        let words = |method| {
            let results = results(method);
            let ask = |a, b, relation| results.proposal_text(a, b, relation);
            [
                ask(1, 0, Relation::Crossing),
                ask(0, 2, Relation::Disjoint),
                ask(1, 2, Relation::Touching),
                ask(1, 2, Relation::Disjoint),
                ask(3, 1, Relation::Crossing),
            ]
        };
        assert_eq!(words("cinder"), ["shows it", "wrongly shows it", "misses it", "shows none", "not drawn"]);
        let others = ["cannot rule it out", "cannot rule it out", "rules it out", "rules it out", "not drawn"];
        assert_eq!(words("cullide"), others);
        // A volume that is surely there.
        assert_eq!(words("ldi"), [&["shows it"], &others[1..]].concat()[..]);
        let proposed = [(0, 1), (1, 2), (2, 3)].map(|(a, b)| results("ldi").proposal(a, b).to_bool());
        assert_eq!(proposed, [Some(true), Some(false), None]);
    }
}
