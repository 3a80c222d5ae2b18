//! The plot of a run: contacts, box tests, triangle tests and time over its steps.

use crate::rapid::experiment::{QueryCost, Step};
use impinge_picture::number_format::grouped;
use impinge_picture::step_plot::{Panel, Scale, Series, under_each_other};

/// Colours of contacts, of the engine and of the paper's method; colour-blind safe.
const CONTACTS: &str = "#555555";
const IMPINGE: &str = "#0072b2";
const OBB_TREE: &str = "#e69f00";

/// The plot of a run.
pub fn over_steps(name: &str, steps: &[Step]) -> String {
    let series =
        |name, colour, value: &dyn Fn(&Step) -> f64| Series { name, values: steps.iter().map(value).collect(), colour };
    let panel = |title, value: fn(&QueryCost) -> f64| Panel {
        title,
        series: vec![
            series("OBBTree", OBB_TREE, &|step| value(&step.classic)),
            series("Impinge", IMPINGE, &|step| value(&step.here)),
        ],
        scale: Scale::Logarithmic,
    };
    let contacts = steps.iter().map(|step| step.contacts).sum::<usize>();
    let panels = [
        Panel {
            title: "contacts",
            series: vec![series("", CONTACTS, &|step| step.contacts as f64)],
            scale: Scale::Linear,
        },
        panel("box tests", |effort| effort.cost.box_tests as f64),
        panel("triangle tests", |effort| effort.cost.triangle_tests as f64),
        panel("microseconds of the query", |effort| effort.time.as_secs_f64() * 1e6),
    ];
    let title = format!("{name}: {} steps, {} contacts", grouped(steps.len() as u64), grouped(contacts as u64));
    under_each_other(&title, &panels)
}
