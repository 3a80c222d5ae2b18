//! Hierarchies by name: `VOLUME` or `VOLUME:KEY=VALUE,…`, e.g. `obb:arity=4,split=median,fit=hull`.

use super::bounding_volume::OrientedFit;
use super::config::{
    Arity, Descent, HierarchyConfig, LeafTest, SplitAxis, SplitPlace, TreeBuild, VolumeKind, WalkOrder, WalkSpace,
};
use std::fmt;
use std::str::FromStr;

/// Why a name stands for no hierarchy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HierarchyConfigError {
    /// There is no such volume.
    #[error("there is no hierarchy of {found:?}; there are: {}", names(VOLUMES))]
    Volume {
        /// What was asked for.
        found: String,
    },
    /// There is no such option.
    #[error("{found:?} is no option of a hierarchy; options are: {KEYS}")]
    Option {
        /// What was asked for.
        found: String,
    },
    /// An option is not of the form KEY=VALUE.
    #[error("{found:?} has no value; options are written {found}=VALUE, e.g. arity=4")]
    NoValue {
        /// What was asked for.
        found: String,
    },
    /// An option is there twice.
    #[error("{key} is set twice")]
    Twice {
        /// The option.
        key: String,
    },
    /// An option has no such value.
    #[error("{key}={found} is not known; values of {key} are: {expected}")]
    Value {
        /// The option.
        key: String,
        /// What was asked for.
        found: String,
        /// What there is.
        expected: String,
    },
    /// An option that the volume does not have.
    #[error("{key}={found} means nothing to {volume}: {reason}")]
    Useless {
        /// The option.
        key: String,
        /// What was asked for.
        found: String,
        /// The volume.
        volume: String,
        /// Why.
        reason: &'static str,
    },
}

/// The names of values, the first of several being the one that is shown.
type Names<T> = &'static [(&'static str, T)];

const VOLUMES: Names<VolumeKind> = &[
    ("aabb", VolumeKind::Aabb),
    ("obb", VolumeKind::Obb),
    ("sphere", VolumeKind::Sphere),
    ("kdop", VolumeKind::Kdop18),
    ("rss", VolumeKind::Rss),
];
const PLANES: Names<VolumeKind> = &[("14", VolumeKind::Kdop14), ("18", VolumeKind::Kdop18), ("26", VolumeKind::Kdop26)];
const FITS: Names<OrientedFit> =
    &[("vertices", OrientedFit::Vertices), ("hull", OrientedFit::Hull), ("area", OrientedFit::Area)];
const ARITIES: Names<Arity> = &[("2", Arity::Two), ("4", Arity::Four), ("8", Arity::Eight)];
const AXES: Names<SplitAxis> = &[
    ("coordinate", SplitAxis::Coordinate),
    ("longest", SplitAxis::Longest),
    ("own", SplitAxis::Own),
    ("covariance", SplitAxis::Covariance),
];
const SPLITS: Names<SplitPlace> = &[
    ("mean", SplitPlace::Mean),
    ("median", SplitPlace::Median),
    ("middle", SplitPlace::Middle),
    ("projection", SplitPlace::Projection),
    ("centroids", SplitPlace::Centroids),
    ("random", SplitPlace::Random),
];
const DESCENTS: Names<Descent> =
    &[("larger", Descent::Larger), ("both", Descent::Both), ("alternate", Descent::Alternate)];
const ORDERS: Names<WalkOrder> = &[("depth", WalkOrder::Depth), ("breadth", WalkOrder::Breadth)];
const LEAF_RULES: Names<LeafTest> = &[("triangles", LeafTest::Triangles), ("volume", LeafTest::Volume)];
const SPACES: Names<WalkSpace> = &[("model", WalkSpace::Model), ("world", WalkSpace::World)];
const KEYS: &str = "arity, axis, split, leaf, fit, k, descend, order, leaves, space";

fn names<T>(of: Names<T>) -> String {
    of.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// The value of a name.
fn value<T: Copy>(of: Names<T>, key: &str, found: &str) -> Result<T, HierarchyConfigError> {
    let known = of.iter().find(|(name, _)| *name == found).map(|(_, value)| *value);
    known.ok_or_else(|| HierarchyConfigError::Value {
        key: key.to_owned(),
        found: found.to_owned(),
        expected: names(of),
    })
}

/// The name of a value.
fn name<T: PartialEq>(of: Names<T>, value: &T) -> &'static str {
    of.iter().find(|(_, known)| known == value).map_or("", |(name, _)| name)
}

impl VolumeKind {
    /// The name of its kind: `aabb`, `obb`, `sphere`, `kdop`, `rss`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kdop14 | Self::Kdop26 => "kdop",
            other => name(VOLUMES, &other),
        }
    }
}

impl FromStr for HierarchyConfig {
    type Err = HierarchyConfigError;

    fn from_str(words: &str) -> Result<Self, HierarchyConfigError> {
        let (volume, options) = words.split_once(':').unwrap_or((words, ""));
        let known = VOLUMES.iter().find(|(name, _)| *name == volume);
        let (_, volume) = known.ok_or_else(|| HierarchyConfigError::Volume { found: volume.to_owned() })?;
        let mut config = Self::for_volume(*volume);
        let mut seen = Vec::new();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let no_value = || HierarchyConfigError::NoValue { found: option.to_owned() };
            let (key, found) = option.split_once('=').ok_or_else(no_value)?;
            if seen.contains(&key) {
                return Err(HierarchyConfigError::Twice { key: key.to_owned() });
            }
            seen.push(key);
            config.set(key, found)?.ok_or_else(|| HierarchyConfigError::Option { found: option.to_owned() })?;
        }
        Ok(config)
    }
}

impl HierarchyConfig {
    /// Sets an option by name; `None` if there is none of that name.
    fn set(&mut self, key: &str, found: &str) -> Result<Option<()>, HierarchyConfigError> {
        let Self { build, walk } = self;
        let useless = |reason| {
            let volume = build.volume.name().to_owned();
            Err(HierarchyConfigError::Useless { key: key.to_owned(), found: found.to_owned(), volume, reason })
        };
        match key {
            "k" if build.volume.name() != "kdop" => return useless("only a kdop has planes to count"),
            "fit" if !matches!(build.volume, VolumeKind::Obb | VolumeKind::Rss) => {
                return useless("only obb and rss are oriented");
            }
            "axis" if found == "own" && build.volume == VolumeKind::Sphere => return useless("it has no axes"),
            "k" => build.volume = value(PLANES, key, found)?,
            "fit" => build.fit = value(FITS, key, found)?,
            "arity" => build.arity = value(ARITIES, key, found)?,
            "axis" => build.axis = value(AXES, key, found)?,
            "split" => build.split = value(SPLITS, key, found)?,
            "leaf" => build.leaf_size = leaf_size(key, found)?,
            "descend" => walk.descent = value(DESCENTS, key, found)?,
            "order" => walk.order = value(ORDERS, key, found)?,
            "leaves" => walk.leaves = value(LEAF_RULES, key, found)?,
            "space" => walk.space = value(SPACES, key, found)?,
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

fn leaf_size(key: &str, found: &str) -> Result<u8, HierarchyConfigError> {
    let expected = || "a number from 1 to 255".to_owned();
    let refused = || HierarchyConfigError::Value { key: key.to_owned(), found: found.to_owned(), expected: expected() };
    found.parse().ok().filter(|n| *n > 0).ok_or_else(refused)
}

/// The name that parses to the same: the volume, and every option that is not the usual one.
impl fmt::Display for HierarchyConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self { build, walk }, usual) = (self, Self::for_volume(self.build.volume));
        let TreeBuild { volume, fit, arity, axis, split, leaf_size } = build;
        let options = [
            ("k", name(PLANES, volume).to_owned(), !matches!(volume, VolumeKind::Kdop14 | VolumeKind::Kdop26)),
            ("arity", name(ARITIES, arity).to_owned(), *arity == usual.build.arity),
            ("axis", name(AXES, axis).to_owned(), *axis == usual.build.axis),
            ("split", name(SPLITS, split).to_owned(), *split == usual.build.split),
            ("leaf", leaf_size.to_string(), *leaf_size == usual.build.leaf_size),
            ("fit", name(FITS, fit).to_owned(), *fit == usual.build.fit),
            ("descend", name(DESCENTS, &walk.descent).to_owned(), walk.descent == usual.walk.descent),
            ("order", name(ORDERS, &walk.order).to_owned(), walk.order == usual.walk.order),
            ("leaves", name(LEAF_RULES, &walk.leaves).to_owned(), walk.leaves == usual.walk.leaves),
            ("space", name(SPACES, &walk.space).to_owned(), walk.space == usual.walk.space),
        ];
        f.write_str(volume.name())?;
        let unusual = options.iter().filter(|(_, _, is_usual)| !is_usual);
        for (i, (key, value, _)) in unusual.enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for words in [
            "aabb",
            "obb",
            "sphere",
            "kdop",
            "rss",
            "kdop:k=26,split=median",
            "aabb:split=random",
            "obb:arity=4,axis=longest,split=projection,leaf=7,fit=hull",
            "sphere:arity=8,axis=covariance,descend=both,order=breadth,leaves=volume,space=world",
        ] {
            let config: HierarchyConfig = words.parse().unwrap();
            assert_eq!(config.to_string(), words);
        }
        assert_eq!("kdop:k=18".parse(), Ok(HierarchyConfig::for_volume(VolumeKind::Kdop18)));
        let config: HierarchyConfig = "kdop:k=14".parse().unwrap();
        assert_eq!(config.to_string().parse(), Ok(config));
    }

    #[test]
    fn bad_names_are_told_what_there_is() {
        let message = |words: &str| words.parse::<HierarchyConfig>().unwrap_err().to_string();
        assert!(message("ball").contains("aabb, obb, sphere, kdop, rss"));
        assert!(message("obb:size=3").contains("arity, axis, split"));
        assert!(message("obb:arity").contains("arity=VALUE"));
        assert_eq!(message("obb:arity=3"), "arity=3 is not known; values of arity are: 2, 4, 8");
        for leaf in ["0", "256", "-1", "x"] {
            assert!(message(&format!("aabb:leaf={leaf}")).contains("1 to 255"));
        }
        assert!(message("sphere:axis=own").contains("it has no axes"));
        assert!(message("aabb:fit=hull").contains("only obb and rss"));
        assert!(message("obb:k=14").contains("only a kdop"));
    }
}
