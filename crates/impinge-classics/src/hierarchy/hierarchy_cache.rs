//! The hierarchies of one body: built on first use, one for each way to build them.

use super::any_tree::Hierarchy;
use super::config::TreeBuild;
use impinge::math::DVec3;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A place for one hierarchy, made by whoever asks first.
type CacheSlot = Arc<OnceLock<Arc<Hierarchy>>>;

/// The hierarchies of one body.
#[derive(Debug, Default)]
pub struct HierarchyCache(Mutex<Vec<(TreeBuild, CacheSlot)>>);

impl HierarchyCache {
    /// The hierarchy built this way over the body's triangles; others may be asked for while it is built.
    pub fn get(&self, build: &TreeBuild, triangles: impl FnOnce() -> Vec<[DVec3; 3]>) -> Arc<Hierarchy> {
        let slot = {
            let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, slot)) = cache.iter().find(|(by, _)| by == build) {
                Arc::clone(slot)
            } else {
                let slot = CacheSlot::default();
                cache.push((*build, Arc::clone(&slot)));
                slot
            }
        };
        Arc::clone(slot.get_or_init(|| Arc::new(Hierarchy::build(&triangles(), build))))
    }
}

/// A copy shares what has been asked for so far.
impl Clone for HierarchyCache {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::VolumeKind;
    use super::*;

    #[test]
    fn each_way_to_build_is_built_once() {
        let (cache, mut built) = (HierarchyCache::default(), 0);
        let mut get = |build: &TreeBuild| {
            cache.get(build, || {
                built += 1;
                vec![[DVec3::X, DVec3::Y, DVec3::Z]]
            })
        };
        let first = get(&TreeBuild::for_volume(VolumeKind::Obb));
        assert!(Arc::ptr_eq(&first, &get(&TreeBuild::for_volume(VolumeKind::Obb))));
        assert!(!Arc::ptr_eq(&first, &get(&TreeBuild::for_volume(VolumeKind::Rss))));
        assert_eq!(built, 2);
        let copy = cache.clone().get(&TreeBuild::for_volume(VolumeKind::Obb), Vec::new);
        assert!(Arc::ptr_eq(&first, &copy));
    }
}
