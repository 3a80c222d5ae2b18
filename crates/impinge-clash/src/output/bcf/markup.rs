//! The topic of a clash, and the words that topics use.

use super::xml::Xml;
use super::{AUTHOR, BcfVersion, guid};
use crate::clashes::clash::{Clash, ClashStatus};
use crate::clashes::clash_kind::ClashKind;
use crate::clashes::clash_section::ClashSection;
use crate::output::escaped_text::literal;
use crate::output::{OutputError, clash_text};
use crate::pictures::clash_view::ClashView;
use crate::report::Report;
use crate::rules::rules_file::Severity;
use std::collections::BTreeSet;

/// The type of all topics.
const TYPE: &str = "Clash";

/// All statuses that a topic may have.
const STATUSES: [ClashStatus; 4] =
    [ClashStatus::New, ClashStatus::Active, ClashStatus::Approved, ClashStatus::Resolved];

/// A clash on its way to a topic.
pub struct Topic<'a> {
    pub clash: &'a Clash,
    pub view: Option<&'a ClashView>,
    /// Its place in the report.
    pub index: usize,
    pub report: &'a Report,
}

impl Topic<'_> {
    /// The file `markup.bcf`.
    pub fn write(&self, version: BcfVersion) -> Result<Vec<u8>, OutputError> {
        let mut xml = Xml::new();
        let id = guid::from_name(&self.clash.id, "topic");
        let status = capital(self.clash.status.name());
        let attributes = [("Guid", id.as_str()), ("TopicType", TYPE), ("TopicStatus", &status)];
        xml.element("Markup", &[], |xml| match version {
            BcfVersion::V2_1 => {
                xml.element("Topic", &attributes, |xml| self.facts(xml, version));
                self.comment(xml);
                self.viewpoint(xml, "Viewpoints");
            }
            BcfVersion::V3_0 => xml.element("Topic", &attributes, |xml| {
                self.facts(xml, version);
                if self.remarks().is_some() {
                    xml.element("Comments", &[], |xml| self.comment(xml));
                }
                if self.view.is_some() {
                    xml.element("Viewpoints", &[], |xml| self.viewpoint(xml, "ViewPoint"));
                }
            }),
        });
        xml.finish()
    }

    fn facts(&self, xml: &mut Xml, version: BcfVersion) {
        xml.text("Title", &format!("{} {}", literal(&self.clash.id), clash_text::title(self.clash)));
        xml.text("Priority", &capital(self.clash.severity.name()));
        xml.text("Index", &self.index.to_string());
        let labels = labels(self.clash);
        match version {
            BcfVersion::V2_1 => labels.iter().for_each(|label| xml.words("Labels", label)),
            BcfVersion::V3_0 => {
                xml.element("Labels", &[], |xml| labels.iter().for_each(|label| xml.words("Label", label)));
            }
        }
        xml.text("CreationDate", &self.report.made);
        xml.text("CreationAuthor", AUTHOR);
        xml.text("Description", &clash_text::description(self.clash, self.report));
    }

    fn remarks(&self) -> Option<String> {
        self.clash.remarks().filter(|said| !said.trim().is_empty())
    }

    fn comment(&self, xml: &mut Xml) {
        let Some(remarks) = self.remarks() else { return };
        xml.element("Comment", &[("Guid", &guid::from_name(&self.clash.id, "comment"))], |xml| {
            xml.text("Date", &self.report.made);
            xml.text("Author", AUTHOR);
            xml.words("Comment", &remarks);
            if self.view.is_some() {
                xml.empty("Viewpoint", &[("Guid", &guid::from_name(&self.clash.id, "viewpoint"))]);
            }
        });
    }

    fn viewpoint(&self, xml: &mut Xml, name: &str) {
        let Some(view) = self.view else { return };
        xml.element(name, &[("Guid", &guid::from_name(&self.clash.id, "viewpoint"))], |xml| {
            xml.text("Viewpoint", "viewpoint.bcfv");
            if view.png.is_some() {
                xml.text("Snapshot", "snapshot.png");
            }
            xml.text("Index", "0");
        });
    }
}

/// What a topic is found by: kind, rule, how it compares with the baseline, and `fits` for fits and thin overlaps.
fn labels(clash: &Clash) -> Vec<&str> {
    let change = clash.change.map(|change| change.name());
    // A rule may be called like a kind; a label stands once.
    let mut labels: Vec<&str> = Vec::new();
    let section = (clash.section == ClashSection::Fits).then_some(clash.section.name());
    let rule = clash.rule.as_deref().filter(|rule| !rule.trim().is_empty());
    for label in [Some(clash.kind.name()), rule, change, section].into_iter().flatten() {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    labels
}

/// The file `extensions.xml`: every word that topics may use.
pub fn extensions(report: &Report) -> Result<Vec<u8>, OutputError> {
    let mut words: BTreeSet<&str> = ClashKind::ALL.iter().map(|kind| kind.name()).collect();
    words.extend(report.clash_slice().iter().flat_map(labels));
    let mut xml = Xml::new();
    xml.element("Extensions", &[], |xml| {
        xml.element("TopicTypes", &[], |xml| xml.text("TopicType", TYPE));
        xml.element("TopicStatuses", &[], |xml| {
            STATUSES.iter().for_each(|status| xml.text("TopicStatus", &capital(status.name())));
        });
        xml.element("Priorities", &[], |xml| {
            Severity::ALL.iter().for_each(|severity| xml.text("Priority", &capital(severity.name())));
        });
        xml.element("TopicLabels", &[], |xml| words.iter().for_each(|word| xml.words("TopicLabel", word)));
        xml.element("Users", &[], |xml| xml.text("User", AUTHOR));
    });
    xml.finish()
}

/// A word with a capital letter, as other programs write theirs.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
