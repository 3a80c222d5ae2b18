//! Methods by name: `auto`, `brute`, or a classic hierarchy such as `obb:arity=4`.

use super::pair_report::Method;
use crate::hierarchy::{Config, ConfigError};
use std::fmt;
use std::str::FromStr;

/// Why a name stands for no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MethodError {
    /// There is no such method.
    #[error("there is no method {found:?}; there are: auto, brute, aabb, obb, sphere, kdop, rss")]
    Name {
        /// What was asked for.
        found: String,
    },
    /// It takes no options.
    #[error("{name} takes no options; those of a hierarchy follow its name, as in obb:arity=4")]
    NoOptions {
        /// The method.
        name: String,
    },
    /// There is such a hierarchy, but not with these options.
    #[error(transparent)]
    Options(ConfigError),
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(words: &str) -> Result<Self, MethodError> {
        match words {
            "auto" => Ok(Self::Auto),
            "brute" => Ok(Self::Brute),
            _ if ["auto:", "brute:"].iter().any(|name| words.starts_with(name)) => {
                let name = words.split(':').next().unwrap_or_default().to_owned();
                Err(MethodError::NoOptions { name })
            }
            _ => words.parse::<Config>().map(Self::Hierarchy).map_err(|error| match error {
                ConfigError::Volume { found } => MethodError::Name { found },
                options => MethodError::Options(options),
            }),
        }
    }
}

/// The name that parses to the same.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Brute => f.write_str("brute"),
            Self::Hierarchy(config) => config.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_read_by_name() {
        for words in ["auto", "brute", "aabb", "kdop:k=26", "rss:fit=hull,space=world"] {
            let method: Method = words.parse().unwrap();
            assert_eq!(method.to_string(), words);
        }
        let message = |words: &str| words.parse::<Method>().unwrap_err().to_string();
        assert!(message("guess").contains("auto, brute, aabb, obb, sphere, kdop, rss"));
        assert!(message("").contains("there is no method"));
        assert!(message("auto:arity=4").contains("auto takes no options"));
        assert!(message("obb:arity").contains("arity=VALUE"));
        assert!(message("obb:arity=2,arity=4").contains("twice"));
        assert!(message("obb:arity=5").contains("2, 4, 8"));
    }
}
