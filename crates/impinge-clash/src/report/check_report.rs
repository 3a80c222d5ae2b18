//! The report of a check, as every writer takes it.

use super::body_summary::BodySummary;
use super::checked_pair::CheckedPair;
use super::input_file::InputFile;
use crate::assembly::body::AssemblyBody;
use crate::clashes::clash::Clash;
use crate::clashes::clash_group::ClashGroup;
use crate::clashes::clash_pattern::ClashPattern;
use crate::number_format::Dimension;
use crate::pictures::clash_view::ClashView;
use crate::proposals::ImageMethod;
use crate::proposals::fields::{FieldResult, FieldResults};
use crate::proposals::images::{ImageOverlap, ImageProposal, ImageResults};
use crate::rules::missing_contact::MissingContact;
use crate::rules::rules_file::Severity;
use crate::rules::unused_rule::UnusedRule;
use impinge::cost::Cost;
use impinge_io::LengthUnit;

/// The report of a check.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was checked, in a few words.
    pub title: String,
    /// When, as [`crate::timestamp`] writes it; empty where no writer needs it. The same report gives the same bytes.
    pub made: String,
    /// The unit of all lengths, where it is known.
    pub unit: Option<LengthUnit>,
    /// The files that were checked.
    pub inputs: Vec<InputFile>,
    /// The file that has this report as JSON, where one is written: commands on the HTML page name it.
    pub json_file: Option<String>,
    /// In space, or in the plane.
    pub dimension: Dimension,
    /// The bodies of the assembly, for models and pictures; none of a check in the plane.
    pub assembly: Vec<AssemblyBody>,
    /// What is said about the bodies, in the order of the input.
    pub bodies: Vec<BodySummary>,
    /// The pairs listed, sorted by body; a body with itself comes before its pairs with others.
    pub pairs: Vec<CheckedPair>,
    /// The clashes, where they were collected.
    pub clashes: Option<ClashList>,
    /// The expected contacts that were not found.
    pub missing: Vec<MissingContact>,
    /// The names of all rules and expectations, also of those that nothing violates.
    pub rules: Vec<String>,
    /// Of these, the ones that apply to no pair of bodies.
    pub unused_rules: Vec<UnusedRule>,
    /// How many pairs there are, listed or not.
    pub pair_count: usize,
    /// How many of these are of a body with itself.
    pub self_count: usize,
    /// How many were not checked, because they are left out or make no sense.
    pub skipped: usize,
    /// How many pairs of two bodies the exact engine tested: those whose boxes are near enough, and that no other method proved to be apart before.
    pub tested: usize,
    /// Work counters.
    pub cost: Cost,
    /// What images showed, where a method drew some.
    pub images: Option<ImageResults>,
    /// What signed distance fields found, where bodies were sampled.
    pub fields: Option<FieldResults>,
}

/// Clashes, their groups, their patterns and their pictures.
#[derive(Clone, Debug, Default)]
pub struct ClashList {
    /// One for every violation, every missing contact, and every one of the baseline that is resolved.
    pub clashes: Vec<Clash>,
    /// Clashes that share a body and a place.
    pub groups: Vec<ClashGroup>,
    /// Clashes between the same two parts, the worst first.
    pub patterns: Vec<ClashPattern>,
    /// Whether they were compared with a baseline.
    pub is_compared: bool,
    /// The view and the picture of each clash, by index; empty where none were drawn.
    pub views: Vec<Option<ClashView>>,
}

impl Report {
    /// The clashes; none where they were not collected.
    #[must_use]
    pub fn clash_slice(&self) -> &[Clash] {
        self.clashes.as_ref().map_or(&[], |list| &list.clashes)
    }

    /// The groups of clashes.
    #[must_use]
    pub fn groups(&self) -> &[ClashGroup] {
        self.clashes.as_ref().map_or(&[], |list| &list.groups)
    }

    /// The patterns of clashes.
    #[must_use]
    pub fn patterns(&self) -> &[ClashPattern] {
        self.clashes.as_ref().map_or(&[], |list| &list.patterns)
    }

    /// The clashes with their views.
    pub fn viewed_clashes(&self) -> impl Iterator<Item = (&Clash, Option<&ClashView>)> {
        let views = self.clashes.as_ref().map_or(&[][..], |list| &list.views);
        self.clash_slice().iter().enumerate().map(|(k, clash)| (clash, views.get(k).and_then(Option::as_ref)))
    }

    /// How many clashes have pictures, where some were left out.
    #[must_use]
    pub fn picture_note(&self) -> Option<String> {
        let views = || self.viewed_clashes().filter_map(|(_, view)| view);
        let (drawn, all) = (views().filter(|view| view.is_drawn()).count(), views().count());
        let note = || format!("pictures of {drawn} of {all} clashes, the worst; --max-pictures all draws the rest");
        (0 < drawn && drawn < all).then(note)
    }

    /// The size of the smaller of some bodies, which the digits of places on them follow; 0 if none is known.
    #[must_use]
    pub fn smaller_size(&self, bodies: impl IntoIterator<Item = usize>) -> f64 {
        let sizes = bodies.into_iter().filter_map(|i| Some(self.bodies.get(i)?.size)).filter(|size| *size > 0.0);
        sizes.reduce(f64::min).unwrap_or(0.0)
    }

    /// What images say about a pair of two bodies, where there are some.
    #[must_use]
    pub fn proposal(&self, pair: &CheckedPair) -> Option<ImageProposal> {
        let images = self.images.as_ref().filter(|_| pair.a != pair.b)?;
        Some(images.proposal(pair.a, pair.b))
    }

    /// Whether images measure the volumes that pairs share.
    #[must_use]
    pub fn has_overlaps(&self) -> bool {
        self.images.as_ref().is_some_and(|images| images.source.method == ImageMethod::Ldi.name())
    }

    /// The volume that a pair shares, by images.
    #[must_use]
    pub fn overlap(&self, pair: &CheckedPair) -> Option<&ImageOverlap> {
        self.images.as_ref()?.overlap(pair.a, pair.b)
    }

    /// What fields found about a pair.
    #[must_use]
    pub fn field_result(&self, pair: &CheckedPair) -> Option<&FieldResult> {
        self.fields.as_ref()?.pair(pair.a, pair.b)
    }

    /// Whether the check fails.
    #[must_use]
    pub fn found(&self) -> bool {
        match &self.clashes {
            Some(list) => list.clashes.iter().any(Clash::fails),
            None => {
                let is_severe = |missing: &MissingContact| missing.severity > Severity::Info;
                self.pairs.iter().any(|pair| pair.found) || self.missing.iter().any(is_severe)
            }
        }
    }
}
