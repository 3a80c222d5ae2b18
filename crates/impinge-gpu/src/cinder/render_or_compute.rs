//! Drawing or computing: the faster, but never at the price of an answer.
//!
//! Drawing needs memory for images and counts single bodies by eight bits; where it fails, computing may answer. So [`Path::Auto`] asks
//! once more by computing, and what is answered does not depend on a stopwatch. Cost: a measurement once for each [`Cinder`].

use super::Cinder;
use super::report::{Ask, CinderOptions, Finding, Path};
use crate::device::Gpu;
use crate::draw_layout::Layout;
use crate::error::GpuError;
use crate::mesh_store::Store;
use std::time::{Duration, Instant};

impl Cinder {
    /// Looks at a layout, layer by layer.
    pub(super) fn look(
        &mut self,
        gpu: &Gpu,
        store: &Store,
        layout: &Layout,
        options: &CinderOptions,
    ) -> Result<Finding, GpuError> {
        let path = self.chosen(gpu, store, layout, options.path);
        let seen = self.look_by(gpu, store, layout, &CinderOptions { path, ..*options });
        match seen {
            Err(error) if options.path == Path::Auto && path != Path::Compute && error.is_about_bodies() => {
                self.look_by(gpu, store, layout, &CinderOptions { path: Path::Compute, ..*options })
            }
            seen => seen,
        }
    }

    /// The same by the path of the options.
    fn look_by(
        &mut self,
        gpu: &Gpu,
        store: &Store,
        layout: &Layout,
        options: &CinderOptions,
    ) -> Result<Finding, GpuError> {
        let mut parts = self.parts(gpu, store, layout, options.path)?;
        let mut finding = Finding::default();
        for layer in 0..options.layers.max(1) {
            let (found, signs) = parts.layer(layer, options.ask)?;
            finding.add(found);
            if !signs.seen || (options.ask == Ask::Any && finding.interferes) {
                break;
            }
        }
        Ok(finding)
    }

    /// The path to take: measured once where none is asked for. What fails is not taken; where both do, computing is, and tells why.
    pub(super) fn chosen(&mut self, gpu: &Gpu, store: &Store, layout: &Layout, wanted: Path) -> Path {
        if wanted != Path::Auto {
            return wanted;
        }
        if let Some(path) = self.faster {
            return path;
        }
        let computing = self.time(gpu, store, layout, Path::Compute);
        let drawing = if self.render.is_some() { self.time(gpu, store, layout, Path::Render) } else { None };
        let path = match (computing, drawing) {
            (Some(computing), Some(drawing)) if drawing < computing => Path::Render,
            (None, Some(_)) => Path::Render,
            (None, None) => return Path::Compute,
            (Some(_), _) => Path::Compute,
        };
        self.faster = Some(path);
        path
    }

    /// How long one layer takes; nothing if it fails.
    fn time(&mut self, gpu: &Gpu, store: &Store, layout: &Layout, path: Path) -> Option<Duration> {
        let mut best = Duration::MAX;
        // The first run compiles and allocates; of the others the fastest counts.
        for run in 0..4 {
            let start = Instant::now();
            self.parts(gpu, store, layout, path).and_then(|mut parts| parts.layer(0, Ask::Pairs)).ok()?;
            if run > 0 {
                best = best.min(start.elapsed());
            }
        }
        Some(best)
    }
}
