//! The known name that looks most like an unknown one.

/// The name nearest to `wanted` by edits of one letter, if it is near enough to be what was meant.
pub(crate) fn nearest<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Option<Box<str>> {
    /// Names longer than this, in characters, are not compared: the time is the product of both lengths.
    const LONGEST: usize = 100;
    let wanted: Vec<char> = wanted.to_lowercase().chars().take(LONGEST + 1).collect();
    if wanted.len() > LONGEST {
        return None;
    }
    // A third of the letters may be wrong, and two neighbours swapped count as two.
    let allowed = (wanted.len() / 3).max(2).min(wanted.len().saturating_sub(1));
    let near = known.filter(|name| name.chars().nth(LONGEST).is_none());
    let best = near.map(|name| (edits(&wanted, name), name)).min()?;
    (best.0 <= allowed).then(|| best.1.into())
}

/// Words of other formats for what is called otherwise here.
const SYNONYMS: [(&str, &str); 21] = [
    ("body", "bodies"),
    ("objects", "bodies"),
    ("robot", "robots"),
    ("box", "cuboid"),
    ("cube", "cuboid"),
    ("ball", "sphere"),
    ("plane", "half_space"),
    ("hull", "polytope"),
    ("convex", "polytope"),
    ("height", "length"),
    ("half_height", "length"),
    ("half_length", "length"),
    ("extents", "size"),
    ("dimensions", "size"),
    ("half_extents", "size"),
    ("half_size", "size"),
    ("vertices", "points"),
    ("position", "translation"),
    ("xyz", "translation"),
    ("angle", "degrees"),
    ("file", "mesh"),
];

/// The key or the kind that was meant: by another format's word for it, or else the nearest.
pub(crate) fn meant<'a>(wanted: &str, known: impl Iterator<Item = &'a str> + Clone) -> Option<Box<str>> {
    let wanted = wanted.to_lowercase();
    let synonym = SYNONYMS.iter().find(|(word, ours)| *word == wanted && known.clone().any(|k| k == *ours));
    synonym.map_or_else(|| nearest(&wanted, known), |(_, ours)| Some((*ours).into()))
}

/// How many letters must be changed, added or dropped to make one word from the other (Levenshtein 1966).
fn edits(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant_is_found_and_nothing_else() {
        let known = ["translation", "rotation", "quaternion", "axis"];
        let near = |wanted: &str| nearest(wanted, known.into_iter());
        assert_eq!(near("tranlsation").as_deref(), Some("translation"));
        assert_eq!(near("Rotation").as_deref(), Some("rotation"));
        assert_eq!(near("axes").as_deref(), Some("axis"));
        assert_eq!((near("scale"), near(""), near("q")), (None, None, None));
        assert_eq!(near(&"x".repeat(1_000)), None);
        assert_eq!(edits(&['a', 'b', 'c'], "xabd"), 2);
    }

    #[test]
    fn words_of_other_formats_are_known() {
        let meant = |wanted: &str, known: &[&'static str]| meant(wanted, known.iter().copied());
        assert_eq!(meant("Box", &["sphere", "cuboid"]).as_deref(), Some("cuboid"));
        assert_eq!(meant("half_extents", &["kind", "size"]).as_deref(), Some("size"));
        assert_eq!(meant("half_extents", &["kind", "radius"]), None);
        assert_eq!(meant("raduis", &["kind", "radius"]).as_deref(), Some("radius"));
    }
}
