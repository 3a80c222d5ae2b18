//! Methods by name: `auto`, `brute`, `gi-collide`, `edge-face`, `medial-spheres`, or a hierarchy such as `obb:arity=4`.

use crate::edge_face::EdgeFaceMethod;
use crate::geometry_image::FaceImageMethod;
use crate::hierarchy::{HierarchyConfig, HierarchyConfigError};
use crate::medial_spheres::MedialSphereMethod;
use impinge::pair::Method;

/// Why a name stands for no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MethodError {
    /// There is no such method.
    #[error(
        "there is no method {found:?}; there are: auto, brute, aabb, obb, sphere, kdop, rss, gi-collide, edge-face, medial-spheres"
    )]
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
    Options(HierarchyConfigError),
}

/// The method of a name, the same that [`Method`] displays.
///
/// ```
/// let method = impinge_classics::method("obb:arity=4")?;
/// assert_eq!(method.to_string(), "obb:arity=4");
/// # Ok::<(), impinge_classics::MethodError>(())
/// ```
///
/// # Errors
/// There is no method of that name, or it does not have these options.
pub fn method(name: &str) -> Result<Method, MethodError> {
    match name {
        "auto" => Ok(Method::Auto),
        "brute" => Ok(Method::Brute),
        FaceImageMethod::NAME => Ok(Method::Custom(&FaceImageMethod)),
        EdgeFaceMethod::NAME => Ok(Method::Custom(&EdgeFaceMethod)),
        MedialSphereMethod::NAME => Ok(Method::Custom(&MedialSphereMethod)),
        _ if ["auto:", "brute:", "gi-collide:", "edge-face:", "medial-spheres:"]
            .iter()
            .any(|start| name.starts_with(start)) =>
        {
            let name = name.split(':').next().unwrap_or_default().to_owned();
            Err(MethodError::NoOptions { name })
        }
        _ => name.parse().map(HierarchyConfig::method).map_err(|error| match error {
            HierarchyConfigError::Volume { found } => MethodError::Name { found },
            options => MethodError::Options(options),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_read_by_name() {
        for name in [
            "auto",
            "brute",
            "aabb",
            "kdop:k=26",
            "rss:fit=hull,space=world",
            "gi-collide",
            "edge-face",
            "medial-spheres",
        ] {
            assert_eq!(method(name).unwrap().to_string(), name);
            assert_eq!(method(name), method(name));
        }
        assert_ne!(method("aabb"), method("obb"));
        let message = |name: &str| method(name).unwrap_err().to_string();
        assert!(
            message("guess")
                .contains("auto, brute, aabb, obb, sphere, kdop, rss, gi-collide, edge-face, medial-spheres")
        );
        assert!(message("").contains("there is no method"));
        assert!(message("auto:arity=4").contains("auto takes no options"));
        assert!(message("gi-collide:side=8").contains("gi-collide takes no options"));
        assert!(message("obb:arity").contains("arity=VALUE"));
        assert!(message("obb:arity=2,arity=4").contains("twice"));
        assert!(message("obb:arity=5").contains("2, 4, 8"));
    }
}
