//! Things made by a shim, freed once.

use crate::convex::body::Hull;
use anyhow::Context;
use impinge::math::Pose;
use std::ffi::c_void;
use std::ptr::NonNull;

/// Something that a shim made, with the shim's way to free it.
pub struct Owned {
    raw: NonNull<c_void>,
    free: unsafe extern "C" fn(*mut c_void),
}

impl Owned {
    /// Takes what a shim made.
    ///
    /// # Safety
    /// `raw` is null or came from a function of the shim that `free` belongs to, and nothing else frees it.
    pub unsafe fn new(raw: *mut c_void, free: unsafe extern "C" fn(*mut c_void)) -> anyhow::Result<Self> {
        Ok(Self { raw: NonNull::new(raw).context("the engine made nothing of it")?, free })
    }

    /// The thing itself, which lives as long as this.
    pub fn raw(&self) -> *mut c_void {
        self.raw.as_ptr()
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: by the contract of `new` it came from the same shim and is freed once.
        unsafe { (self.free)(self.raw.as_ptr()) }
    }
}

/// Three coordinates a corner, in a row.
pub fn coordinates(hull: &Hull) -> Vec<f64> {
    hull.points.iter().flat_map(|p| p.to_array()).collect()
}

/// The rotation by columns, and the translation.
pub fn parts(pose: &Pose) -> ([f64; 9], [f64; 3]) {
    (pose.rotation().to_cols_array(), pose.translation().to_array())
}
