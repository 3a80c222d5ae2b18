//! Hierarchies of one body, made on first use and kept, one for each way to build them.

use super::{Build, Hierarchy};
use crate::math::DVec3;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A place for one hierarchy, made by whoever asks first.
type Place = Arc<OnceLock<Arc<Hierarchy>>>;

/// The hierarchies of one body.
#[derive(Debug, Default)]
pub struct Hierarchies(Mutex<Vec<(Build, Place)>>);

impl Hierarchies {
    /// The hierarchy built this way over the body's triangles; others may be asked for while it is built.
    pub fn get(&self, build: &Build, triangles: impl FnOnce() -> Vec<[DVec3; 3]>) -> Arc<Hierarchy> {
        let place = {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, place)) = kept.iter().find(|(by, _)| by == build) {
                Arc::clone(place)
            } else {
                let place = Place::default();
                kept.push((*build, Arc::clone(&place)));
                place
            }
        };
        Arc::clone(place.get_or_init(|| Arc::new(Hierarchy::build(&triangles(), build))))
    }
}

/// A copy shares what has been asked for so far.
impl Clone for Hierarchies {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Volume;
    use super::*;

    #[test]
    fn each_way_to_build_is_built_once() {
        let (kept, mut built) = (Hierarchies::default(), 0);
        let mut get = |build: &Build| {
            kept.get(build, || {
                built += 1;
                vec![[DVec3::X, DVec3::Y, DVec3::Z]]
            })
        };
        let first = get(&Build::of(Volume::Obb));
        assert!(Arc::ptr_eq(&first, &get(&Build::of(Volume::Obb))));
        assert!(!Arc::ptr_eq(&first, &get(&Build::of(Volume::Rss))));
        assert_eq!(built, 2);
        let copy = kept.clone().get(&Build::of(Volume::Obb), Vec::new);
        assert!(Arc::ptr_eq(&first, &copy));
    }
}
