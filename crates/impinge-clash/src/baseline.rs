//! An earlier report, and what has become of its clashes.

use crate::clash::{Change, Clash, Status};
use crate::kind::Kind;
use crate::registration::Registration;
use crate::traits::{TOLERANCE, Traits};
use impinge::math::DVec3;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The version of reports that can be compared with.
const SCHEMA: u64 = 1;

/// An earlier report.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    centres: BTreeMap<String, DVec3>,
    clashes: Vec<EarlierClash>,
}

/// A clash of an earlier report.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct EarlierClash {
    /// Its name.
    pub id: String,
    /// The first body.
    pub a: String,
    /// The second body.
    pub b: String,
    /// Its kind.
    pub kind: Kind,
    /// What people had made of it.
    pub status: Status,
    /// What is compared.
    pub traits: Option<Traits>,
    /// The middle of what was shared.
    pub centre: Option<[f64; 3]>,
    /// What was said.
    pub note: Option<String>,
    /// The rule that was violated.
    pub rule: Option<String>,
    /// How grave it was.
    pub severity: Option<String>,
}

/// Why a file is no earlier report.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct BaselineError {
    /// The file, as the caller named it.
    pub file: String,
    /// What is wrong with it.
    pub problem: BaselineProblem,
}

/// What is wrong with an earlier report.
#[derive(Debug, thiserror::Error)]
pub enum BaselineProblem {
    /// It cannot be read.
    #[error("the baseline cannot be read ({0}); check the name and its permissions")]
    Unreadable(std::io::Error),
    /// It is no JSON, or not of this kind.
    #[error("line {line}: expected a report of `impinge check --format json`, found {message}")]
    Foreign {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        message: String,
    },
    /// It is of another version.
    #[error("expected a report of schema {SCHEMA}, found schema {0}; write the baseline again with this version")]
    Schema(u64),
}

#[derive(Deserialize)]
struct Document {
    schema: u64,
    bodies: Vec<EarlierBody>,
    clashes: Vec<EarlierClash>,
}

#[derive(Deserialize)]
struct EarlierBody {
    name: String,
    centre: Option<[f64; 3]>,
}

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

    fn parse(bytes: &[u8]) -> Result<Self, BaselineProblem> {
        let foreign = |error: serde_json::Error| {
            let message = error.to_string();
            let told = message.rsplit_once(" at line ").map_or(message.as_str(), |(told, _)| told);
            BaselineProblem::Foreign { line: error.line(), message: told.to_owned() }
        };
        let document: Document = serde_json::from_slice(bytes).map_err(foreign)?;
        if document.schema != SCHEMA {
            return Err(BaselineProblem::Schema(document.schema));
        }
        let centred = |body: EarlierBody| Some((body.name, DVec3::from_array(body.centre?)));
        Ok(Self { centres: document.bodies.into_iter().filter_map(centred).collect(), clashes: document.clashes })
    }

    /// Compares clashes, which have names already, with the earlier ones: each is told what it is, takes over name and status, and those
    /// that are gone are added at the end. `centres` are those of the bodies now.
    pub fn compare(&self, clashes: &mut Vec<Clash>, centres: &[(&str, DVec3)]) {
        let matches = self.matches(clashes, centres);
        let mut taken: BTreeSet<&str> = BTreeSet::new();
        for (clash, earlier) in clashes.iter_mut().zip(&matches) {
            match earlier.map(|k| &self.clashes[k]) {
                Some(earlier) => {
                    taken.insert(&earlier.id);
                    take_over(clash, earlier);
                }
                None => clash.change = Some(Change::New),
            }
        }
        rename(clashes, &matches, &taken);
        let met: BTreeSet<usize> = matches.into_iter().flatten().collect();
        let gone = self.clashes.iter().enumerate().filter(|(k, _)| !met.contains(k)).map(|(_, earlier)| earlier);
        clashes.extend(gone.filter(|earlier| earlier.status != Status::Resolved).map(resolved));
    }

    /// For every clash the earlier one that it was.
    fn matches(&self, clashes: &[Clash], centres: &[(&str, DVec3)]) -> Vec<Option<usize>> {
        let mut matches = vec![None; clashes.len()];
        let mut open: BTreeSet<usize> = (0..self.clashes.len()).collect();
        let repeated = Repeated::of(self.centres.keys().map(String::as_str), centres.iter().map(|(name, _)| *name));
        let motion = self.motion(centres, &repeated);
        self.match_places(clashes, &repeated, &motion, (&mut matches, &mut open));
        let mut by_names: BTreeMap<[&str; 2], usize> = BTreeMap::new();
        for k in &open {
            let EarlierClash { a, b, .. } = &self.clashes[*k];
            by_names.insert(if a <= b { [a, b] } else { [b, a] }, *k);
        }
        for (clash, found) in clashes.iter().zip(&mut matches).filter(|(_, found)| found.is_none()) {
            let [a, b] = [clash.names[0].as_str(), clash.names[1].as_str()];
            *found = by_names.remove(&if a <= b { [a, b] } else { [b, a] });
        }
        matches
    }

    /// Matches clashes of bodies with repeated names, whose numbers may have shifted, by their places.
    fn match_places(
        &self,
        clashes: &[Clash],
        repeated: &Repeated<'_>,
        motion: &Registration,
        (matches, open): (&mut [Option<usize>], &mut BTreeSet<usize>),
    ) {
        let mut earlier: BTreeMap<[&str; 2], Vec<(usize, DVec3)>> = BTreeMap::new();
        for k in open.iter() {
            let EarlierClash { a, b, centre: Some(centre), .. } = &self.clashes[*k] else { continue };
            earlier.entry(bases(a, b)).or_default().push((*k, motion.carry(DVec3::from_array(*centre))));
        }
        for (clash, found) in clashes.iter().zip(matches) {
            let [a, b] = &clash.names;
            let (Some(centre), Some(traits)) = (clash.centre(), &clash.traits) else { continue };
            if !(repeated.has(a) || repeated.has(b)) {
                continue;
            }
            let Some(row) = earlier.get_mut(&bases(a, b)) else { continue };
            let nearest =
                row.iter().enumerate().min_by(|(_, p), (_, q)| p.1.distance(centre).total_cmp(&q.1.distance(centre)));
            let Some((at, (k, place))) = nearest.map(|(at, found)| (at, *found)) else { continue };
            if place.distance(centre) <= TOLERANCE * traits.size {
                *found = Some(k);
                open.remove(&k);
                row.swap_remove(at);
            }
        }
    }

    /// How the assembly has moved since.
    fn motion(&self, centres: &[(&str, DVec3)], repeated: &Repeated<'_>) -> Registration {
        let known = centres.iter().filter(|(name, _)| !repeated.has(name));
        let pairs: Vec<[DVec3; 2]> = known.filter_map(|(name, now)| Some([*self.centres.get(*name)?, *now])).collect();
        Registration::of(&pairs)
    }
}

/// Names that several bodies have, but for a number behind a point.
struct Repeated<'a>(BTreeSet<&'a str>);

impl<'a> Repeated<'a> {
    fn of(earlier: impl Iterator<Item = &'a str>, now: impl Iterator<Item = &'a str>) -> Self {
        let mut repeated = BTreeSet::new();
        for names in [earlier.collect::<Vec<_>>(), now.collect()] {
            let mut seen = BTreeSet::new();
            repeated.extend(names.into_iter().map(base).filter(|name| !seen.insert(*name)));
        }
        Self(repeated)
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(base(name))
    }
}

/// A name without the number that tells it from others.
fn base(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((base, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => base,
        _ => name,
    }
}

fn bases<'a>(a: &'a str, b: &'a str) -> [&'a str; 2] {
    let (a, b) = (base(a), base(b));
    if a <= b { [a, b] } else { [b, a] }
}

/// Tells a clash what it was.
fn take_over(clash: &mut Clash, earlier: &EarlierClash) {
    clash.id.clone_from(&earlier.id);
    let same = match (&clash.traits, &earlier.traits) {
        (Some(p), Some(q)) => p.agree(q),
        (p, q) => p.is_none() == q.is_none(),
    };
    let is_same = same && clash.kind == earlier.kind && earlier.status != Status::Resolved;
    clash.change = Some(if earlier.status == Status::Resolved {
        Change::New
    } else if is_same {
        Change::Persisting
    } else {
        Change::Changed
    });
    clash.status = match (earlier.status, is_same) {
        (Status::Approved, true) => Status::Approved,
        (Status::Resolved, _) => Status::New,
        _ => Status::Active,
    };
    if earlier.status == Status::Approved && !is_same {
        clash.note = Some("was approved, and has changed since".to_owned());
    } else if clash.note.is_none() {
        clash.note.clone_from(&earlier.note);
    }
}

/// Gives clashes without an earlier one another name where theirs was taken over by another.
fn rename(clashes: &mut [Clash], matches: &[Option<usize>], taken: &BTreeSet<&str>) {
    let mut taken: BTreeSet<String> = taken.iter().map(|id| (*id).to_owned()).collect();
    for (clash, _) in clashes.iter_mut().zip(matches).filter(|(_, earlier)| earlier.is_none()) {
        let own = clash.id.clone();
        let mut number = 1;
        while !taken.insert(clash.id.clone()) {
            number += 1;
            clash.id = format!("{own}-{number}");
        }
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
        note: earlier.note.clone(),
        ..Clash::blank(names, [None; 2], earlier.kind)
    }
}
