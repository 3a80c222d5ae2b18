//! TOML as a tree of values, each with its line.

use super::datum::{Datum, Value};
use crate::error::{Fault, FilePlace};
use crate::text::LineStarts;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(crate) fn parse(text: &str) -> Result<Datum, Fault> {
    let lines = LineStarts::new(text);
    let table = DeTable::parse(text).map_err(|error| {
        let place = error.span().map_or(FilePlace::Whole, |span| FilePlace::Line(lines.at(span.start)));
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        Fault::unexpected(place, "a TOML document", message)
    })?;
    Ok(Datum { line: None, value: entries(table.get_ref(), &lines) })
}

fn entries(table: &DeTable<'_>, lines: &LineStarts) -> Value {
    let mut entries: Vec<(usize, String, Datum)> = table
        .iter()
        .map(|(key, value)| (key.span().start, key.get_ref().to_string(), datum(value, key.span().start, lines)))
        .collect();
    entries.sort_by_key(|(at, ..)| *at);
    Value::Table(entries.into_iter().map(|(_, key, datum)| (key, datum)).collect())
}

/// A value, which begins where it does, or where its key does.
fn datum(spanned: &Spanned<DeValue<'_>>, key: usize, lines: &LineStarts) -> Datum {
    let value = match spanned.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(integer) => match i128::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(integer) => Value::Number(integer as f64),
            Err(_) => Value::Other("an integer out of range"),
        },
        DeValue::Float(float) => match float.as_str().parse() {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Other("a number out of range"),
        },
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(items) => Value::List(items.iter().map(|item| datum(item, item.span().start, lines)).collect()),
        DeValue::Table(table) => entries(table, lines),
    };
    Datum { line: Some(lines.at(spanned.span().start.max(key))), value }
}
