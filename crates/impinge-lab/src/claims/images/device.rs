//! The graphics device of experiments that make images, and measurements that several of them read.

use crate::cinder::missed_pairs::MissRate;
use crate::cinder::timing::Timing;
use crate::cullide::Crowd;
use impinge_gpu::cinder::Cinder;
use impinge_gpu::cullide::Cullide;
use impinge_gpu::{Choice, Gpu};
use std::rc::Rc;

/// A device, and what is kept from claim to claim.
pub struct ImageDevice {
    pub gpu: Gpu,
    pub cinder: Cinder,
    pub cullide: Cullide,
    pub misses: Option<Rc<Vec<MissRate>>>,
    pub timings: Option<Rc<Vec<Timing>>>,
    pub crowds: Vec<Crowd>,
}

impl ImageDevice {
    /// The fastest device there is; a driver for the CPU will do.
    ///
    /// # Errors
    /// There is none, or it fails.
    pub fn open() -> anyhow::Result<Self> {
        let gpu = Gpu::open(&Choice::Fastest)?;
        let (cinder, cullide) = (Cinder::new(&gpu)?, Cullide::new(&gpu));
        Ok(Self { gpu, cinder, cullide, misses: None, timings: None, crowds: Vec::new() })
    }

    /// What it is.
    pub fn name(&self) -> String {
        let device = self.gpu.description();
        format!("{} ({})", device.name, device.driver)
    }
}
