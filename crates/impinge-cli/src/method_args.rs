//! Arguments about the method, and those of `impinge gpu`.

use crate::common_args::JobsArgs;
use crate::format::TextFormat;
use anyhow::bail;
use clap::Args;
use impinge::pair::Method;
use impinge_clash::fields::FieldSettings;
use impinge_clash::images::ImageDrawing;
use impinge_clash::{CheckMethod, exact_method};

/// The method of the engine; none changes an answer.
#[derive(Clone, Copy, Debug, Args)]
pub struct MethodArgs {
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// auto, brute, aabb, obb, sphere, kdop, rss, gi-collide, edge-face or medial-spheres: the same answers by all (see `impinge methods`)
    #[arg(long, value_name = "METHOD", default_value_t, value_parser = exact_method)]
    pub method: Method,
}

/// The method of a check; none changes an answer.
#[derive(Clone, Debug, Args)]
pub struct CheckMethodArgs {
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// auto, brute, aabb, obb, sphere, kdop, rss, gi-collide, edge-face, medial-spheres, cinder, cullide, ldi or sdf: the same answers (see `impinge methods`)
    #[arg(long, value_name = "METHOD", default_value_t)]
    pub method: CheckMethod,
    /// The device for methods that draw: the first whose name contains NAME (see `impinge gpu`)
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
}

impl CheckMethodArgs {
    /// The method that draws with its device, where one is asked for; the device is opened when something is drawn.
    ///
    /// # Errors
    /// A device is named that would not be used, or the command was built without graphics.
    pub fn drawing(&self) -> anyhow::Result<Option<ImageDrawing>> {
        match (self.method, &self.device) {
            (CheckMethod::Images(settings), device) => Ok(Some(ImageDrawing::new(settings, device.as_deref())?)),
            (CheckMethod::Exact(method), Some(_)) => {
                bail!("--device goes with a method that draws, not with --method {method}")
            }
            (CheckMethod::Fields(_), Some(_)) => bail!("--device goes with a method that draws, not with --method sdf"),
            (CheckMethod::Exact(_) | CheckMethod::Fields(_), None) => Ok(None),
        }
    }

    /// How fields are sampled, where they are asked for.
    pub fn fields(&self) -> Option<FieldSettings> {
        match self.method {
            CheckMethod::Fields(settings) => Some(settings),
            _ => None,
        }
    }
}

/// `impinge gpu`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every device that Vulkan finds, the fastest kind first. The one that would be taken, or that --device names, is then tried: two
boxes that interfere and two that do not are drawn and computed, and must be told apart; the time is that of a whole query,
the median of many.

Examples:
  impinge gpu
  impinge gpu --device llvmpipe --format json

Exit codes: 0 there is a device and it works, 2 there is none, it fails, or bad usage.")]
pub struct GpuArgs {
    /// Try the first device whose name contains NAME
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// How to print the list
    #[arg(long, value_enum, default_value_t)]
    pub format: TextFormat,
}
