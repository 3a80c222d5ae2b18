//! `impinge gpu`: the graphics devices there are, and whether the one that would be taken works.

use crate::Outcome;
use crate::method_args::GpuArgs;

#[cfg(not(feature = "gpu"))]
pub fn run(_: &GpuArgs, _quiet: bool) -> anyhow::Result<Outcome> {
    anyhow::bail!("this command was built without graphics: build it with `--features gpu`")
}

#[cfg(feature = "gpu")]
mod trial;

/// Runs the command.
///
/// # Errors
/// There is no device, or it fails.
#[cfg(feature = "gpu")]
pub fn run(words: &GpuArgs, quiet: bool) -> anyhow::Result<Outcome> {
    use crate::format::TextFormat;
    use impinge_gpu::Gpu;
    use impinge_terminal::output::Output;
    let devices = impinge_gpu::list();
    let gpu = Gpu::open(&impinge_gpu::Choice::named_or_fastest(words.device.as_deref()))?;
    let trials = trial::run(&gpu)?;
    match words.format {
        TextFormat::Text if quiet => {}
        TextFormat::Text => Output::Stdout.write_text(&trial::text(&devices, gpu.description(), &trials))?,
        TextFormat::Json => Output::Stdout.write(&trial::json(&devices, gpu.description(), &trials)?)?,
    }
    Ok(Outcome::Nothing)
}
