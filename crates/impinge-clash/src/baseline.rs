//! What has become of the clashes of an earlier report.

use crate::clash::{Change, Clash, Status};
use crate::earlier::{BaselineError, BaselineProblem, Document, EarlierBody, EarlierClash};
use crate::former_bodies::FormerBodies;
use crate::kind::Kind;
use crate::sameness::is_same;
use impinge::math::DVec3;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// An earlier report.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    centres: BTreeMap<String, DVec3>,
    clashes: Vec<EarlierClash>,
}

/// Whether a contact is missing, and the names of both sides: what a clash is known by.
type Key<'a> = (bool, [&'a str; 2]);

impl Baseline {
    /// The report in a file.
    ///
    /// # Errors
    /// See [`BaselineProblem`].
    pub fn read(path: &Path) -> Result<Self, BaselineError> {
        let refused = |problem| BaselineError { file: path.display().to_string(), problem };
        let bytes = std::fs::read(path).map_err(|error| refused(BaselineProblem::Unreadable(error)))?;
        Self::parse(&bytes).map_err(refused)
    }

    /// The report in some bytes.
    ///
    /// # Errors
    /// See [`BaselineProblem`].
    pub fn parse(bytes: &[u8]) -> Result<Self, BaselineProblem> {
        let Document { bodies, clashes, .. } = Document::parse(bytes)?;
        let centred = |body: EarlierBody| Some((body.name, DVec3::from_array(body.centre?)));
        Ok(Self { centres: bodies.into_iter().filter_map(centred).collect(), clashes })
    }

    /// Compares clashes, which have names already, with the earlier ones: each is told what it is, takes over name, status and comment,
    /// and those that are gone are added at the end. `centres` are those of the bodies now.
    pub fn compare(&self, clashes: &mut Vec<Clash>, centres: &[(&str, DVec3)]) {
        let former = FormerBodies::new(&self.centres, centres);
        let matches = self.matches(clashes, &former);
        for (clash, earlier) in clashes.iter_mut().zip(&matches) {
            match earlier.map(|k| &self.clashes[k]) {
                Some(earlier) => take_over(clash, earlier, &former),
                None => clash.change = Some(Change::New),
            }
        }
        self.rename(clashes, &matches);
        let met: BTreeSet<usize> = matches.into_iter().flatten().collect();
        let gone = self.clashes.iter().enumerate().filter(|(k, _)| !met.contains(k)).map(|(_, earlier)| earlier);
        clashes.extend(gone.filter(|earlier| earlier.status != Status::Resolved).map(resolved));
    }

    /// For every clash the earlier one that it was: that of the same bodies, whatever they are called now; or else one of the same names
    /// that was gone already.
    fn matches(&self, clashes: &[Clash], former: &FormerBodies<'_>) -> Vec<Option<usize>> {
        let (mut there, mut gone): (BTreeMap<Key<'_>, usize>, BTreeMap<Key<'_>, usize>) = Default::default();
        for (k, EarlierClash { a, b, kind, status, .. }) in self.clashes.iter().enumerate() {
            let keys = if *status == Status::Resolved { &mut gone } else { &mut there };
            keys.insert(key(*kind, [a, b]), k);
        }
        let known = clashes.iter().map(|clash| former_key(clash, former));
        let mut matches: Vec<Option<usize>> = known.map(|key| there.remove(&key?)).collect();
        for (clash, found) in clashes.iter().zip(&mut matches).filter(|(_, found)| found.is_none()) {
            *found = gone.remove(&key(clash.kind, clash.names.each_ref().map(String::as_str)));
        }
        matches
    }

    /// Gives clashes without an earlier one another name where theirs is that of an earlier one.
    fn rename(&self, clashes: &mut [Clash], matches: &[Option<usize>]) {
        // Some file systems tell no small letter from a large one.
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

fn key(kind: Kind, [a, b]: [&str; 2]) -> Key<'_> {
    match kind == Kind::Missing {
        true => (true, [a, b]),
        false => (false, if a <= b { [a, b] } else { [b, a] }),
    }
}

/// What a clash was known by; `None` if one of its bodies was not there.
fn former_key<'a>(clash: &'a Clash, former: &FormerBodies<'a>) -> Option<Key<'a>> {
    let [a, b] = clash.names.each_ref().map(String::as_str);
    // The second side of a missing contact is no body.
    let second = if clash.kind == Kind::Missing { b } else { former.name_of(b)? };
    Some(key(clash.kind, [former.name_of(a)?, second]))
}

/// Tells a clash what it was.
fn take_over(clash: &mut Clash, earlier: &EarlierClash, former: &FormerBodies<'_>) {
    clash.id.clone_from(&earlier.id);
    clash.comment.clone_from(&earlier.comment);
    let is_same = is_same(clash, earlier, former);
    clash.change = Some(match (earlier.status, is_same) {
        (Status::Resolved, _) => Change::New,
        (_, true) => Change::Persisting,
        (_, false) => Change::Changed,
    });
    clash.status = match (earlier.status, is_same) {
        (Status::Approved, true) => Status::Approved,
        (Status::Resolved, _) => Status::New,
        _ => Status::Active,
    };
    if earlier.status == Status::Approved && !is_same {
        let told = "was approved, and has changed since";
        clash.note = Some(clash.note.take().map_or_else(|| told.to_owned(), |note| format!("{note}; {told}")));
    }
}

/// A clash that is gone.
fn resolved(earlier: &EarlierClash) -> Clash {
    let severity = impinge_io::Severity::ALL.into_iter().find(|s| earlier.severity.as_deref() == Some(s.name()));
    let names = [earlier.a.clone(), earlier.b.clone()];
    Clash {
        id: earlier.id.clone(),
        rule: earlier.rule.clone(),
        severity: severity.unwrap_or_default(),
        status: Status::Resolved,
        change: Some(Change::Resolved),
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

    fn clash(id: &str, names: [&str; 2], kind: Kind) -> Clash {
        Clash { id: id.to_owned(), ..Clash::blank(names.map(str::to_owned), [Some(0), Some(1)], kind) }
    }

    fn told(clashes: &[Clash]) -> Vec<(&str, &str, Option<&str>)> {
        let told = |clash: &Clash| clash.change.map_or("nothing", Change::name);
        clashes.iter().map(|clash| (clash.id.as_str(), told(clash), clash.comment.as_deref())).collect()
    }

    #[test]
    fn a_missing_contact_is_no_clash_with_a_body_of_that_name() {
        let rows = [earlier("A", ["bolt", "held"], "missing", "new"), earlier("B", ["held", "bolt"], "touch", "new")];
        let mut clashes = vec![clash("X", ["bolt", "held"], Kind::Touch), clash("Y", ["bolt", "held"], Kind::Missing)];
        baseline(&[], &rows).compare(&mut clashes, &[]);
        assert_eq!(told(&clashes), [("B", "persisting", Some("about B")), ("A", "persisting", Some("about A"))]);
    }

    #[test]
    fn a_name_that_was_given_is_not_given_again() {
        let rows = [
            earlier("A", ["p", "q"], "touch", "approved"),
            earlier("B", ["p", "r"], "touch", "new"),
            earlier("C", ["p", "s"], "touch", "resolved"),
        ];
        let mut clashes = vec![clash("B", ["p", "q"], Kind::Touch), clash("A", ["q", "r"], Kind::Touch)];
        baseline(&[], &rows).compare(&mut clashes, &[]);
        let expected = [("A", "persisting", Some("about A")), ("A-2", "new", None), ("B", "resolved", Some("about B"))];
        assert_eq!(told(&clashes), expected);
        assert_eq!(clashes[0].status, Status::Approved);
    }

    #[test]
    fn a_name_that_was_given_in_small_letters_is_not_given_again() {
        let rows = [earlier("ab-1", ["p", "q"], "touch", "new"), earlier("Ab-1-2", ["p", "r"], "touch", "resolved")];
        let mut clashes = vec![clash("AB-1", ["q", "r"], Kind::Touch)];
        baseline(&[], &rows).compare(&mut clashes, &[]);
        let expected = [("AB-1-3", "new", None), ("ab-1", "resolved", Some("about ab-1"))];
        assert_eq!(told(&clashes), expected);
    }

    #[test]
    fn a_remark_of_the_check_is_kept_where_an_approved_clash_changed() {
        let rows = [earlier("A", ["p", "q"], "touch", "approved")];
        let mut clashes = vec![clash("A", ["p", "q"], Kind::Pierce)];
        clashes[0].note = Some("a body is not closed".to_owned());
        baseline(&[], &rows).compare(&mut clashes, &[]);
        assert_eq!(clashes[0].note.as_deref(), Some("a body is not closed; was approved, and has changed since"));
        assert_eq!(clashes[0].status, Status::Active);
    }

    #[test]
    fn the_largest_numbers_are_taken() {
        let huge = [("p", [1e308, -1e308, 1e308]), ("q.1", [-1e308; 3]), ("q.2", [1e308; 3]), ("r", [0.0; 3])];
        let rows = [earlier("A", ["p", "r"], "touch", "new"), earlier("B", ["q.1", "q.2"], "touch", "new")];
        for scale in [1.0, 1e-308, -0.5, 0.0] {
            let centres: Vec<(&str, DVec3)> = huge.iter().map(|(name, p)| (*name, scale * DVec3::from(*p))).collect();
            let mut clashes = vec![clash("X", ["p", "r"], Kind::Touch), clash("Y", ["q.2", "q.1"], Kind::Touch)];
            baseline(&huge, &rows).compare(&mut clashes, &centres);
            assert_eq!((clashes[0].id.as_str(), clashes[0].change), ("A", Some(Change::Persisting)), "{scale}");
        }
    }
}
