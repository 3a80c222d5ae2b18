//! Lengths and limits in a file of rules, converted to the unit of the coordinates.

use super::fit_limit::{FitLimit, FitTreatment};
use super::rule_keywords::{one_or_none, relation, severity};
use super::rules_file::Treatment;
use super::tolerance::Tolerance;
use super::touch::Touch;
use crate::assembly::HealSetting;
use impinge::pair::Relation;
use impinge_io::document::Item;
use impinge_io::{Fault, Length, LengthUnit, Problem};

/// How lengths are read.
pub(super) struct RuleLengths {
    /// The unit of the coordinates, where it is known.
    pub(super) coordinates: Option<LengthUnit>,
    /// The unit of plain numbers, where the file states one.
    pub(super) plain: Option<LengthUnit>,
}

impl RuleLengths {
    /// The limits of an item; keys that are left out are as by default.
    pub(super) fn treatment(&self, item: &Item<'_>, defaults: &Treatment) -> Result<Treatment, Fault> {
        let allow: Option<Vec<Relation>> = match item.get("allow") {
            None => None,
            Some(words) => Some(one_or_none(&words)?.iter().map(relation).collect::<Result<_, _>>()?),
        };
        Ok(Treatment {
            clearance: self.length(item, "clearance")?.or(defaults.clearance),
            touch: self.touch(item)?.unwrap_or(defaults.touch),
            tolerance: self.tolerance(item)?.unwrap_or(defaults.tolerance),
            fit: self.fit(item, defaults.fit)?,
            allows_nothing: allow.as_ref().map_or(defaults.allows_nothing, Vec::is_empty),
            allow: allow.unwrap_or_else(|| defaults.allow.clone()),
            severity: match item.get("severity") {
                None => defaults.severity,
                Some(word) => Some(severity(&word)?),
            },
        })
    }

    /// A length, or `auto`.
    fn tolerance(&self, item: &Item<'_>) -> Result<Option<Tolerance>, Fault> {
        if is_auto(item, "tolerance") {
            return Ok(Some(Tolerance::Auto));
        }
        Ok(self.length(item, "tolerance")?.map(Tolerance::Length))
    }

    /// A length, or `auto`.
    fn touch(&self, item: &Item<'_>) -> Result<Option<Touch>, Fault> {
        if is_auto(item, "touch") {
            return Ok(Some(Touch::Auto));
        }
        Ok(self.length(item, "touch")?.map(Touch::Length))
    }

    /// How fits are treated: a length, `auto` or `off`, and a severity.
    fn fit(&self, item: &Item<'_>, defaults: FitTreatment) -> Result<FitTreatment, Fault> {
        let limit = match item.get("fit").map(|value| value.text().unwrap_or_default().to_owned()) {
            Some(word) if word == Tolerance::AUTO => Some(FitLimit::Auto),
            Some(word) if word == FitLimit::OFF => Some(FitLimit::Off),
            _ => self.length(item, "fit")?.map(FitLimit::Length),
        };
        let own = item.get("fit_severity").map(|word| severity(&word)).transpose()?;
        Ok(FitTreatment { limit: limit.unwrap_or(defaults.limit), severity: own.unwrap_or(defaults.severity) })
    }

    /// A length, `auto` or `off`.
    pub(super) fn heal(&self, item: &Item<'_>) -> Result<Option<HealSetting>, Fault> {
        match item.get("heal").and_then(|value| value.text().ok()) {
            Some("auto") => Ok(Some(HealSetting::Auto)),
            Some("off") => Ok(Some(HealSetting::Off)),
            Some(word) if word.parse::<Length>().is_err() => {
                let heal = item.need("heal")?;
                Err(heal.unexpected("a length that is not negative, \"auto\" or \"off\""))
            }
            _ => Ok(self.length(item, "heal")?.map(HealSetting::Within)),
        }
    }

    fn length(&self, item: &Item<'_>, key: &str) -> Result<Option<f64>, Fault> {
        let Some(length) = item.get(key) else { return Ok(None) };
        let value = length.length(self.coordinates)?;
        let (Some(unit), Ok(_)) = (self.plain, length.number()) else { return Ok(Some(value)) };
        let converted = Length { value, unit: Some(unit) }.in_unit(self.coordinates);
        converted.map(Some).map_err(|error| length.fault(Problem::BadLength(error)))
    }
}

/// Whether the value of a key is the word `auto`.
fn is_auto(item: &Item<'_>, key: &str) -> bool {
    item.get(key).is_some_and(|value| value.text().is_ok_and(|text| text == Tolerance::AUTO))
}
