//! Structures that methods build over a mesh, kept with it: one of each type, made on first use.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// A structure of any type.
type Structure = Arc<dyn Any + Send + Sync>;

/// The structures of one mesh. The engine does not know their types, so that other crates can keep theirs here.
#[derive(Debug, Default)]
pub(super) struct StructureCache(Mutex<Vec<Structure>>);

impl StructureCache {
    /// The structure of a type.
    pub fn get<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let mut structures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = structures.iter().find_map(|structure| Arc::clone(structure).downcast().ok()) {
            return found;
        }
        let made = Arc::new(T::default());
        structures.push(Arc::clone(&made) as Structure);
        made
    }
}

/// A copy shares the structures.
impl Clone for StructureCache {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_is_made_once_and_shared_with_copies() {
        let cache = StructureCache::default();
        let number = cache.get::<Mutex<u32>>();
        *number.lock().unwrap() = 7;
        assert!(Arc::ptr_eq(&number, &cache.get()));
        assert_eq!(*cache.get::<Mutex<i8>>().lock().unwrap(), 0);
        assert!(Arc::ptr_eq(&number, &cache.clone().get()));
    }
}
