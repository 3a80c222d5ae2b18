//! The list of devices, and a small task with a known answer for one of them.

use anyhow::{Context, ensure};
use impinge::math::{DMat3, DVec3, Pose};
use impinge_clash::json::SCHEMA;
use impinge_gpu::cinder::{Ask, Cinder, CinderOptions, Path};
use impinge_gpu::{Description, DeviceKind, Gpu, Instance, Store};
use impinge_scenes::solid::cuboid;
use impinge_terminal::fitted_table::{Cell, FittedTable};
use impinge_terminal::terminal_width::terminal_width;
use serde::Serialize;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

/// How often the task is done; the median is reported.
const ROUNDS: usize = 7;

/// The time of one way to make images.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Trial {
    /// By drawing or by computing.
    path: &'static str,
    /// A whole query, in the median.
    milliseconds: f64,
    /// What of it was work of the device, where it has a clock.
    gpu_milliseconds: Option<f64>,
}

/// Tells four boxes apart, in every way that the device has.
///
/// # Errors
/// The device refuses, or its answer is wrong.
pub fn run(gpu: &Gpu) -> anyhow::Result<Vec<Trial>> {
    let device = || format!("the graphics device {:?} failed its trial", gpu.description().name);
    let (mut cinder, mut store) = (Cinder::new(gpu).with_context(device)?, Store::new(gpu));
    let mesh = store.add(&Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5))?))?;
    // The last two stand on an edge, and have boxes that overlap while they keep clear of each other.
    let turned = DMat3::from_rotation_z(std::f64::consts::FRAC_PI_4);
    let places = [
        (DMat3::IDENTITY, [0.0, 0.0, 0.0]),
        (DMat3::IDENTITY, [0.7, 0.4, 0.12]),
        (turned, [4.0, 0.0, 0.0]),
        (turned, [5.1, 1.1, 0.33]),
    ];
    let mut instances = Vec::new();
    for (rotation, at) in places {
        instances.push(Instance { mesh, world_from_body: Pose::try_new(rotation, at.into())? });
    }
    let render = gpu.description().can_render.then_some((Path::Render, "draw"));
    let mut trials = Vec::new();
    for (path, name) in render.into_iter().chain([(Path::Compute, "compute")]) {
        let options = CinderOptions { path, ask: Ask::Pairs, ..CinderOptions::default() };
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let finding = cinder.query(gpu, &mut store, &instances, &options).with_context(device)?;
            let found = &finding.bodies;
            ensure!(*found == [0, 1], "{}: bodies 0 and 1 interfere, but it found {found:?}", device());
            let own = finding.cost.gpu_time.map(|time| time.as_secs_f64() * 1e3);
            times.push((start.elapsed().as_secs_f64() * 1e3, own));
        }
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (milliseconds, gpu_milliseconds) = times[ROUNDS / 2];
        trials.push(Trial { path: name, milliseconds, gpu_milliseconds });
    }
    Ok(trials)
}

/// A device for machines.
#[derive(Serialize)]
struct DeviceRow<'a> {
    name: &'a str,
    kind: &'static str,
    backend: &'a str,
    driver: &'a str,
    largest_image: u32,
    largest_buffer: u64,
    can_render: bool,
    timestamps: bool,
    taken: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    impinge: &'static str,
    devices: Vec<DeviceRow<'a>>,
    trials: &'a [Trial],
}

/// The devices; of several that are alike, the first is the one that is taken.
fn rows<'a>(devices: &'a [Description], taken: &Description) -> Vec<DeviceRow<'a>> {
    let first = devices.iter().position(|device| device == taken);
    devices.iter().enumerate().map(|(place, device)| row(device, first == Some(place))).collect()
}

fn row(device: &Description, taken: bool) -> DeviceRow<'_> {
    DeviceRow {
        name: &device.name,
        kind: kind(device.kind),
        backend: &device.backend,
        driver: &device.driver,
        largest_image: device.largest_image,
        largest_buffer: device.largest_buffer,
        can_render: device.can_render,
        timestamps: device.timestamps,
        taken,
    }
}

fn kind(kind: DeviceKind) -> &'static str {
    match kind {
        DeviceKind::Card => "card",
        DeviceKind::Integrated => "integrated",
        DeviceKind::Virtual => "virtual",
        DeviceKind::Cpu => "cpu",
        DeviceKind::Unknown => "unknown",
    }
}

/// The devices and what was tried, for machines; `docs/gpu.schema.json` describes it.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn json(devices: &[Description], taken: &Description, trials: &[Trial]) -> anyhow::Result<Vec<u8>> {
    let mut out = serde_json::to_vec_pretty(&Document {
        schema: SCHEMA,
        impinge: env!("CARGO_PKG_VERSION"),
        devices: rows(devices, taken),
        trials,
    })?;
    out.push(b'\n');
    Ok(out)
}

/// The devices and what was tried, for people.
pub fn text(devices: &[Description], taken: &Description, trials: &[Trial]) -> String {
    let mut table = FittedTable::new(["", "device", "kind", "backend", "driver", "image", "buffer", "draws", "clock"]);
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    for row in rows(devices, taken) {
        let right = |text: String| Cell::number(Some(text));
        table.add_row(vec![
            Cell::new(if row.taken { "*" } else { "" }),
            Cell::new(row.name),
            Cell::new(row.kind),
            Cell::new(row.backend),
            Cell::name(row.driver),
            right(row.largest_image.to_string()),
            right(format!("{} MiB", row.largest_buffer >> 20)),
            Cell::new(yes(row.can_render)),
            Cell::new(yes(row.timestamps)),
        ]);
    }
    let mut out = table.render(terminal_width()).join("\n");
    out.push('\n');
    let _ = writeln!(
        out,
        "\n* taken; image: pixels of the longest side; draws: by its rasteriser, else by compute shaders alone"
    );
    for trial in trials {
        let own = trial.gpu_milliseconds.map_or_else(String::new, |own| format!(", of which the device {own:.3} ms"));
        let _ =
            writeln!(out, "{:8}four boxes at 256 x 256 told apart in {:.3} ms{own}", trial.path, trial.milliseconds);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two cards of one make differ in nothing that is listed; only one of them is taken.
    #[test]
    fn one_of_two_equal_cards_is_taken() {
        let card = Description {
            name: "Card 7".to_owned(),
            kind: DeviceKind::Card,
            backend: "vulkan".to_owned(),
            driver: "driver 1.2".to_owned(),
            largest_image: 16384,
            largest_buffer: 1 << 30,
            timestamps: true,
            can_render: true,
        };
        let devices = [Description { name: "Card 6".to_owned(), ..card.clone() }, card.clone(), card.clone()];
        let list: serde_json::Value = serde_json::from_slice(&json(&devices, &card, &[]).unwrap()).unwrap();
        let taken: Vec<bool> = (0..3).map(|k| list["devices"][k]["taken"] == true).collect();
        assert_eq!(taken, [false, true, false]);
        let text = text(&devices, &card, &[]);
        assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("*  ")).count(), 1, "{text}");
    }
}
