//! Compares clashes with those of an earlier report.

use super::baseline_bodies::BaselineBodies;
use super::baseline_file::{BaselineBody, BaselineClash, BaselineDocument, BaselineError, BaselineProblem};
use super::clash_difference::{BodyHistory, difference, in_order_of};
use super::moved_bodies::{MovedBodies, SINGLE};
use super::registration::Registration;
use crate::assembly::body::AssemblyBody;
use crate::assembly::body_names::unique_source_ids;
use crate::assembly::body_signature::BodySignature;
use crate::clashes::clash::{Clash, ClashChange, ClashStatus};
use crate::clashes::clash_id;
use crate::clashes::clash_kind::ClashKind;
use crate::rules::rules_file::Severity;
use impinge::math::DVec3;
use impinge_io::LengthUnit;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// An earlier report.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// The names of bodies by the identifiers that other programs gave them; an identifier that two bodies have is in none.
    source_ids: BTreeMap<String, Option<String>>,
    centres: BTreeMap<String, DVec3>,
    signatures: BTreeMap<String, BodySignature>,
    clashes: Vec<BaselineClash>,
    /// The unit of its lengths, where it states one.
    pub unit: Option<LengthUnit>,
}

/// What identifies a clash: whether it is a missing contact, and the names of both sides.
type Key<'a> = (bool, [&'a str; 2]);

impl Baseline {
    /// The report in a file.
    ///
    /// # Errors
    /// See [`BaselineProblem`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, BaselineError> {
        let path = path.as_ref();
        let refused = |problem| BaselineError { file: path.display().to_string(), problem };
        let bytes = std::fs::read(path).map_err(|error| refused(BaselineProblem::Unreadable(error)))?;
        Self::parse(&bytes).map_err(refused)
    }

    /// The report in some bytes.
    ///
    /// # Errors
    /// See [`BaselineProblem`].
    pub fn parse(bytes: &[u8]) -> Result<Self, BaselineProblem> {
        let BaselineDocument { bodies, clashes, unit, .. } = BaselineDocument::parse(bytes)?;
        let unit = unit.and_then(|unit| unit.parse().ok());
        let mut earlier = Self { clashes, unit, ..Self::default() };
        for BaselineBody { name, source_id, centre, extents } in bodies {
            if let Some(id) = source_id {
                earlier.source_ids.entry(id).and_modify(|known| *known = None).or_insert_with(|| Some(name.clone()));
            }
            let Some(centre) = centre else { continue };
            earlier.centres.insert(name.clone(), DVec3::from_array(centre));
            earlier.signatures.extend(extents.map(|extents| (name, BodySignature { centre, extents })));
        }
        Ok(earlier)
    }

    /// Whether it has a body of one of these names or identifiers, or one at the same place and of the same form.
    #[must_use]
    pub fn knows_any(&self, bodies: &[AssemblyBody]) -> bool {
        let has_name = |body: &AssemblyBody| {
            self.centres.contains_key(&body.name)
                || body.source_id.as_ref().is_some_and(|id| self.source_ids.contains_key(id))
        };
        let stands = |now: &BodySignature| self.signatures.values().any(|then| is_alike(then, now));
        bodies.iter().any(has_name) || bodies.iter().filter_map(AssemblyBody::signature).any(|now| stands(&now))
    }

    /// For bodies that have another name than in the earlier report, by their identifiers: the names now and then.
    fn renamed<'a>(&'a self, bodies: &'a [AssemblyBody]) -> Vec<[&'a str; 2]> {
        let pair = |(body, id): (&'a AssemblyBody, Option<&str>)| {
            Some([body.name.as_str(), self.source_ids.get(id?)?.as_deref()?])
        };
        let known = bodies.iter().zip(unique_source_ids(bodies)).filter_map(pair);
        known.filter(|[now, then]| now != then && self.centres.contains_key(*then)).collect()
    }

    /// Compares clashes, which have ids already, with the earlier ones. Each takes over id, status and comment, and is new, persisting or
    /// changed; those that are resolved are added at the end. A clash is unchanged if its bodies are arranged as they were.
    pub fn compare(&self, clashes: &mut Vec<Clash>, bodies: &[AssemblyBody]) {
        let centres: Vec<(&str, DVec3)> =
            bodies.iter().filter_map(|body| Some((body.name.as_str(), body.form()?.centre))).collect();
        let by_name: BTreeMap<&str, &AssemblyBody> = bodies.iter().map(|body| (body.name.as_str(), body)).collect();
        let holds = |then: &str, now: &str, motion: &Registration| {
            let now = by_name.get(now).and_then(|body| body.signature_after(&motion.inverse()));
            let both = self.signatures.get(then).zip(now);
            both.is_some_and(|(then, now)| is_alike(then, &now))
        };
        let former = BaselineBodies::new(&self.centres, &centres, &self.renamed(bodies), &holds);
        let moved = MovedBodies::new(&self.signatures, bodies, &former);
        self.compare_by(clashes, &BodyHistory { former: &former, moved: &moved });
    }

    fn compare_by(&self, clashes: &mut Vec<Clash>, history: &BodyHistory<'_>) {
        let matches = self.matches(clashes, history.former);
        for (clash, earlier) in clashes.iter_mut().zip(&matches) {
            match earlier.map(|k| &self.clashes[k]) {
                Some(earlier) => take_over(clash, earlier, history),
                None => clash.change = Some(ClashChange::New),
            }
        }
        self.renumber(clashes, &matches);
        let met: BTreeSet<usize> = matches.into_iter().flatten().collect();
        let gone = self.clashes.iter().enumerate().filter(|(k, _)| !met.contains(k)).map(|(_, earlier)| earlier);
        clashes.extend(gone.filter(|earlier| earlier.status != ClashStatus::Resolved).map(resolved));
    }

    /// For every clash the earlier one of the same bodies, whatever they are called now; or else one of the same names that was resolved
    /// already.
    fn matches(&self, clashes: &[Clash], former: &BaselineBodies<'_>) -> Vec<Option<usize>> {
        let (mut there, mut gone): (BTreeMap<Key<'_>, usize>, BTreeMap<Key<'_>, usize>) = Default::default();
        for (k, BaselineClash { a, b, kind, status, .. }) in self.clashes.iter().enumerate() {
            let keys = if *status == ClashStatus::Resolved { &mut gone } else { &mut there };
            keys.insert(key(*kind, [a, b]), k);
        }
        let known = clashes.iter().map(|clash| former_key(clash, former));
        let mut matches: Vec<Option<usize>> = known.map(|key| there.remove(&key?)).collect();
        for (clash, found) in clashes.iter().zip(&mut matches).filter(|(_, found)| found.is_none()) {
            *found = gone.remove(&key(clash.kind, clash.names.each_ref().map(String::as_str)));
        }
        matches
    }

    /// Gives new clashes another id where theirs is taken by an earlier one.
    fn renumber(&self, clashes: &mut [Clash], matches: &[Option<usize>]) {
        // Ids become file names, and some file systems ignore case.
        let mut taken: BTreeSet<String> = self.clashes.iter().map(|earlier| earlier.id.to_ascii_uppercase()).collect();
        for (clash, _) in clashes.iter_mut().zip(matches).filter(|(_, earlier)| earlier.is_none()) {
            let own = clash.id.clone();
            let mut number = 1;
            while !taken.insert(clash.id.to_ascii_uppercase()) {
                number += 1;
                clash.id = format!("{own}-{number}");
            }
        }
    }
}

/// Whether two bodies stand at one place and reach as far, up to single precision.
fn is_alike(then: &BodySignature, now: &BodySignature) -> bool {
    then.deviation(now) <= SINGLE * (then.largest() + now.largest())
}

fn key(kind: ClashKind, [a, b]: [&str; 2]) -> Key<'_> {
    match kind == ClashKind::Missing {
        true => (true, [a, b]),
        false => (false, if a <= b { [a, b] } else { [b, a] }),
    }
}

/// The earlier key of a clash; `None` if one of its bodies is new.
fn former_key<'a>(clash: &'a Clash, former: &BaselineBodies<'a>) -> Option<Key<'a>> {
    let [a, b] = clash.names.each_ref().map(String::as_str);
    // The second side of a missing contact is not a body.
    let second = if clash.kind == ClashKind::Missing { b } else { former.name_of(b)? };
    Some(key(clash.kind, [former.name_of(a)?, second]))
}

/// Carries an earlier clash over.
fn take_over(clash: &mut Clash, earlier: &BaselineClash, history: &BodyHistory<'_>) {
    clash.id.clone_from(&earlier.id);
    clash.comment.clone_from(&earlier.comment);
    clash.pattern = earlier.pattern.clone().filter(|id| clash_id::is_possible(id));
    let difference = difference(clash, earlier, history);
    let is_same = difference.is_none();
    clash.change = Some(match (earlier.status, is_same) {
        (ClashStatus::Resolved, _) => ClashChange::New,
        (_, true) => ClashChange::Persisting,
        (_, false) => ClashChange::Changed,
    });
    clash.status = match (earlier.status, is_same) {
        (ClashStatus::Approved, true) => ClashStatus::Approved,
        (ClashStatus::Resolved, _) => ClashStatus::New,
        _ => ClashStatus::Active,
    };
    if clash.status == ClashStatus::Approved {
        // The approved signature is kept: many small steps add up to a large one.
        let approved = earlier.signature.map(|then| in_order_of(clash, then, history.former));
        clash.signature = approved.or(clash.signature);
    }
    if earlier.status == ClashStatus::Resolved {
        return;
    }
    let was =
        if earlier.status == ClashStatus::Approved { "was approved, and has changed since" } else { "has changed" };
    let change = difference.map(|difference| format!("{was}: {difference}"));
    // What has changed is of another kind for that reason.
    let judgement = if is_same { other_judgement(clash, earlier) } else { None };
    clash.note =
        [clash.note.take(), change, judgement].into_iter().flatten().reduce(|note, more| format!("{note}; {more}"));
}

/// What is said of an unchanged clash whose kind or severity is not that of the baseline.
fn other_judgement(clash: &Clash, earlier: &BaselineClash) -> Option<String> {
    let severity = earlier.severity.as_deref().and_then(Severity::from_name).filter(|then| *then != clash.severity);
    let kind = Some(earlier.kind).filter(|then| *then != clash.kind);
    let said = match (kind, severity) {
        (None, None) => return None,
        (Some(kind), None) => format!("its kind was {}", kind.name()),
        (None, Some(severity)) => format!("its severity was {}", severity.name()),
        (Some(kind), Some(severity)) => format!("its kind was {}, its severity {}", kind.name(), severity.name()),
    };
    Some(format!("in the baseline {said}"))
}

/// A resolved clash.
fn resolved(earlier: &BaselineClash) -> Clash {
    let severity = earlier.severity.as_deref().and_then(Severity::from_name);
    let names = [earlier.a.clone(), earlier.b.clone()];
    Clash {
        id: earlier.id.clone(),
        rule: earlier.rule.clone(),
        severity: severity.unwrap_or_default(),
        status: ClashStatus::Resolved,
        change: Some(ClashChange::Resolved),
        comment: earlier.comment.clone(),
        ..Clash::blank(names, [None; 2], earlier.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn baseline(bodies: &[(&str, [f64; 3])], clashes: &[Value]) -> Baseline {
        let bodies: Vec<Value> = bodies.iter().map(|(name, p)| json!({ "name": name, "centre": p })).collect();
        Baseline::parse(json!({ "schema": 1, "bodies": bodies, "clashes": clashes }).to_string().as_bytes()).unwrap()
    }

    fn earlier(id: &str, [a, b]: [&str; 2], kind: &str, status: &str) -> Value {
        json!({ "id": id, "a": a, "b": b, "kind": kind, "status": status, "comment": format!("about {id}") })
    }

    fn clash(id: &str, names: [&str; 2], kind: ClashKind) -> Clash {
        Clash { id: id.to_owned(), ..Clash::blank(names.map(str::to_owned), [Some(0), Some(1)], kind) }
    }

    /// What persists says so where it is judged otherwise.
    #[test]
    fn another_kind_or_severity_of_what_persists_is_said() {
        let names = ["p", "q"];
        let mut then = earlier("A", names, "fit", "new");
        then["severity"] = json!("info");
        let then: BaselineClash = serde_json::from_value(then).unwrap();
        let now = clash("A", names, ClashKind::Protrude);
        assert_eq!(other_judgement(&now, &then).unwrap(), "in the baseline its kind was fit, its severity info");
        let now = Clash { severity: Severity::Info, ..now };
        assert_eq!(other_judgement(&now, &then).unwrap(), "in the baseline its kind was fit");
        assert_eq!(other_judgement(&Clash { kind: ClashKind::Fit, ..now }, &then), None);
    }

    fn compare(baseline: &Baseline, clashes: &mut Vec<Clash>, centres: &[(&str, DVec3)]) {
        let former = BaselineBodies::new(&baseline.centres, centres, &[], &|_, _, _| false);
        baseline.compare_by(clashes, &BodyHistory { former: &former, moved: &MovedBodies::default() });
    }

    fn summary(clashes: &[Clash]) -> Vec<(&str, &str, Option<&str>)> {
        let change = |clash: &Clash| clash.change.map_or("nothing", ClashChange::name);
        clashes.iter().map(|clash| (clash.id.as_str(), change(clash), clash.comment.as_deref())).collect()
    }

    #[test]
    fn a_missing_contact_is_no_clash_with_a_body_of_that_name() {
        let rows = [earlier("A", ["bolt", "held"], "missing", "new"), earlier("B", ["held", "bolt"], "touch", "new")];
        let mut clashes =
            vec![clash("X", ["bolt", "held"], ClashKind::Touch), clash("Y", ["bolt", "held"], ClashKind::Missing)];
        compare(&baseline(&[], &rows), &mut clashes, &[]);
        assert_eq!(summary(&clashes), [("B", "persisting", Some("about B")), ("A", "persisting", Some("about A"))]);
    }

    #[test]
    fn a_name_that_was_given_is_not_given_again() {
        let rows = [
            earlier("A", ["p", "q"], "touch", "approved"),
            earlier("B", ["p", "r"], "touch", "new"),
            earlier("C", ["p", "s"], "touch", "resolved"),
        ];
        let mut clashes = vec![clash("B", ["p", "q"], ClashKind::Touch), clash("A", ["q", "r"], ClashKind::Touch)];
        compare(&baseline(&[], &rows), &mut clashes, &[]);
        let expected = [("A", "persisting", Some("about A")), ("A-2", "new", None), ("B", "resolved", Some("about B"))];
        assert_eq!(summary(&clashes), expected);
        assert_eq!(clashes[0].status, ClashStatus::Approved);
    }

    #[test]
    fn a_name_that_was_given_in_small_letters_is_not_given_again() {
        let rows = [earlier("ab-1", ["p", "q"], "touch", "new"), earlier("Ab-1-2", ["p", "r"], "touch", "resolved")];
        let mut clashes = vec![clash("AB-1", ["q", "r"], ClashKind::Touch)];
        compare(&baseline(&[], &rows), &mut clashes, &[]);
        let expected = [("AB-1-3", "new", None), ("ab-1", "resolved", Some("about ab-1"))];
        assert_eq!(summary(&clashes), expected);
    }

    #[test]
    fn a_remark_of_the_check_is_kept_where_an_approved_clash_changed() {
        let rows = [earlier("A", ["p", "q"], "touch", "approved")];
        let mut clashes = vec![clash("A", ["p", "q"], ClashKind::Pierce)];
        clashes[0].note = Some("a body is not closed".to_owned());
        compare(&baseline(&[], &rows), &mut clashes, &[]);
        assert_eq!(
            clashes[0].note.as_deref(),
            Some("a body is not closed; was approved, and has changed since: it is of another kind")
        );
        assert_eq!(clashes[0].status, ClashStatus::Active);
    }

    #[test]
    fn the_largest_numbers_are_taken() {
        let huge = [("p", [1e308, -1e308, 1e308]), ("q.1", [-1e308; 3]), ("q.2", [1e308; 3]), ("r", [0.0; 3])];
        let rows = [earlier("A", ["p", "r"], "touch", "new"), earlier("B", ["q.1", "q.2"], "touch", "new")];
        for scale in [1.0, 1e-308, -0.5, 0.0] {
            let centres: Vec<(&str, DVec3)> = huge.iter().map(|(name, p)| (*name, scale * DVec3::from(*p))).collect();
            let mut clashes =
                vec![clash("X", ["p", "r"], ClashKind::Touch), clash("Y", ["q.2", "q.1"], ClashKind::Touch)];
            compare(&baseline(&huge, &rows), &mut clashes, &centres);
            assert_eq!((clashes[0].id.as_str(), clashes[0].change), ("A", Some(ClashChange::Persisting)), "{scale}");
        }
    }
}
