//! `impinge gpu`: which graphics devices there are, and what they can do.

use crate::Outcome;
use crate::output::Output;
use crate::words::{Gpu, TextFormat};
use anyhow::Context as _;
use impinge_gpu::{Description, GpuError, Kind};
use serde::Serialize;
use std::fmt::Write as _;

/// A device as the JSON has it.
#[derive(Serialize)]
struct Device<'a> {
    name: &'a str,
    kind: &'static str,
    backend: &'a str,
    driver: &'a str,
    largest_image: u32,
    largest_buffer: u64,
    timestamps: bool,
    can_render: bool,
}

/// Runs the command.
///
/// # Errors
/// There is no device, or the list could not be written.
pub fn run(words: &Gpu) -> anyhow::Result<Outcome> {
    let devices = impinge_gpu::list();
    if devices.is_empty() {
        return Err(GpuError::NoAdapter.into());
    }
    let text = match words.format {
        TextFormat::Text => devices.iter().map(described).collect::<Vec<_>>().concat(),
        TextFormat::Json => {
            let list: Vec<_> = devices.iter().map(device).collect();
            serde_json::to_string_pretty(&serde_json::json!({ "devices": list })).context("the list of devices")? + "\n"
        }
    };
    Output::Stdout.write_text(&text)?;
    Ok(Outcome::Nothing)
}

fn described(device: &Description) -> String {
    let yes = |is: bool| if is { "yes" } else { "no" };
    let mut text = format!("{}\n", device.name);
    let rows = [
        ("kind", kind(device.kind).to_owned()),
        ("driver", format!("{} ({})", device.driver, device.backend)),
        ("image", format!("up to {0} x {0} pixels", device.largest_image)),
        ("buffer", format!("up to {} bytes", device.largest_buffer)),
        ("draws", yes(device.can_render).to_owned()),
        ("clock", yes(device.timestamps).to_owned()),
    ];
    for (what, value) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {what:<8}{value}");
    }
    text
}

fn device(description: &Description) -> Device<'_> {
    Device {
        name: &description.name,
        kind: kind(description.kind),
        backend: &description.backend,
        driver: &description.driver,
        largest_image: description.largest_image,
        largest_buffer: description.largest_buffer,
        timestamps: description.timestamps,
        can_render: description.can_render,
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Card => "card",
        Kind::Integrated => "integrated",
        Kind::Virtual => "virtual",
        Kind::Cpu => "cpu",
        Kind::Unknown => "unknown",
    }
}
