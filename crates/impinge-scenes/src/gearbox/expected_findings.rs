//! What a check of the gearbox must find.

use impinge::pair::Relation::{self, AInsideB, Coincident, Crossing, Touching};

/// Two parts by name, and how they relate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The part A.
    pub a: String,
    /// The part B.
    pub b: String,
    /// The relation of A to B.
    pub relation: Relation,
}

/// What touches: a part, and the parts it touches.
const CONTACTS: &[(&str, &[&str])] = &[
    ("housing", &["front cover", "rear cover", "base rail", "float chamber", "lifting post"]),
    ("front cover", &["input bearing, front", "output bearing, front", "oil seal", "end cap", "base rail"]),
    ("rear cover", &["input bearing, rear", "output bearing, rear", "base rail"]),
    (
        "input shaft",
        &[
            "input bearing, front",
            "input bearing, rear",
            "oil seal",
            "pinion, 20 teeth",
            "second pinion, 24 teeth",
            "input spacer",
            "input spacer, rear",
        ],
    ),
    (
        "output shaft",
        &[
            "output bearing, front",
            "output bearing, rear",
            "end cap",
            "wheel, 30 teeth",
            "second wheel, 27 teeth (one too many)",
            "output spacer",
            "output spacer, rear",
            "output spacer, rear (imported twice, meshed anew)",
        ],
    ),
    ("input spacer", &["pinion, 20 teeth", "second pinion, 24 teeth"]),
    ("input spacer, rear", &["second pinion, 24 teeth", "input bearing, rear"]),
    ("output spacer", &["wheel, 30 teeth", "second wheel, 27 teeth (one too many)"]),
    ("output spacer, rear", &["second wheel, 27 teeth (one too many)", "output bearing, rear"]),
    (
        "output spacer, rear (imported twice, meshed anew)",
        &["second wheel, 27 teeth (one too many)", "output bearing, rear"],
    ),
    ("oil seal", &["input bearing, front"]),
    ("end cap", &["output bearing, front"]),
];

/// What is wrong.
const CLASHES: &[(&str, &str, Relation)] = &[
    ("housing", "drain plug (hole not drilled)", Crossing),
    ("input shaft", "pinion key (no keyways cut)", Crossing),
    ("pinion, 20 teeth", "pinion key (no keyways cut)", Crossing),
    ("pinion, 20 teeth", "idler gear (2 mm too wide)", Crossing),
    ("second pinion, 24 teeth", "second wheel, 27 teeth (one too many)", Crossing),
    ("wheel key (sunk into the output shaft)", "output shaft", AInsideB),
    ("dowel (flush in the rear cover, no hole)", "rear cover", AInsideB),
    ("output spacer, rear", "output spacer, rear (imported twice, meshed anew)", Coincident),
];

/// Every pair of parts of the gearbox that is not disjoint.
#[must_use]
pub fn findings() -> Vec<Finding> {
    let finding = |a: &str, b: &str, relation| Finding { a: a.to_owned(), b: b.to_owned(), relation };
    let contacts = CONTACTS.iter().flat_map(|(a, others)| others.iter().map(move |b| finding(a, b, Touching)));
    let mut findings: Vec<Finding> = contacts.collect();
    for (i, end) in (1..=4).flat_map(|i| ["front", "rear"].map(|end| (i, end))) {
        let bolt = format!("{end} bolt {i}");
        findings.push(finding(&bolt, &format!("{end} cover"), Touching));
        findings.push(finding(&bolt, "housing", Touching));
    }
    findings.extend(CLASHES.iter().map(|&(a, b, relation)| finding(a, b, relation)));
    findings
}
