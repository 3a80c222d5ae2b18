//! Edits values of a report in JSON; every other byte stays as it is.

use super::baseline_file::BaselineClash;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use std::ops::Range;

/// A report and the edits to be made in it.
pub struct ReportEdit<'a> {
    text: &'a str,
    records: Vec<EditedClash<'a>>,
    edits: Vec<(Range<usize>, String)>,
}

/// A clash of the report.
pub struct EditedClash<'a> {
    /// What the report says about it.
    pub clash: BaselineClash,
    object: Object<'a>,
}

/// The keys of an object with their values as they are written, in the order of the text.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'a> ReportEdit<'a> {
    /// The report in a text.
    ///
    /// # Errors
    /// The text is no report.
    pub fn parse(text: &'a str) -> serde_json::Result<Self> {
        let document: Object<'a> = serde_json::from_str(text)?;
        let mut records = Vec::new();
        for clashes in document.values("clashes") {
            let written: Vec<&'a RawValue> = serde_json::from_str(clashes.get())?;
            for record in written {
                let (clash, object) = (serde_json::from_str(record.get())?, serde_json::from_str(record.get())?);
                records.push(EditedClash { clash, object });
            }
        }
        Ok(Self { text, records, edits: Vec::new() })
    }

    /// The clashes, in the order of the report.
    pub fn records(&self) -> &[EditedClash<'a>] {
        &self.records
    }

    /// Gives a key of a clash another value, if it has the key.
    pub fn replace(&mut self, record: usize, key: &str, value: &str) {
        let spans = self.records[record].object.values(key).map(|raw| span(self.text, raw));
        self.edits.extend(spans.map(|span| (span, value.to_owned())));
    }

    /// The same, and adds the key at the end of the clash if it is not there.
    pub fn put(&mut self, record: usize, key: &str, value: &str) {
        let object = &self.records[record].object;
        match object.0.last() {
            Some((_, last)) if object.values(key).next().is_none() => {
                let end = span(self.text, last).end;
                self.edits.push((end..end, format!(",\"{key}\":{value}")));
            }
            _ => self.replace(record, key, value),
        }
    }

    /// The text with all changes.
    pub fn finish(mut self) -> String {
        self.edits.sort_by_key(|(span, _)| span.start);
        let (mut changed, mut at) = (String::with_capacity(self.text.len()), 0);
        for (span, value) in &self.edits {
            changed.push_str(&self.text[at..span.start]);
            changed.push_str(value);
            at = span.end;
        }
        changed.push_str(&self.text[at..]);
        changed
    }
}

impl<'a> Object<'a> {
    /// The value of a key, or its values if the key is there several times.
    fn values(&self, key: &str) -> impl Iterator<Item = &'a RawValue> {
        self.0.iter().filter(move |(own, _)| own == key).map(|(_, raw)| *raw)
    }
}

/// Where a value stands in the text that it is borrowed from.
fn span(text: &str, raw: &RawValue) -> Range<usize> {
    let start = raw.get().as_ptr().addr() - text.as_ptr().addr();
    start..start + raw.get().len()
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Object(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report whose layout, numbers and escapes no writer would make again.
    const ODD: &str = "\n{ \"x\": 1e+05 , \"clashes\" :[ {\"id\":\"I\",\"a\":\"\\u0061\",\"b\":\"b\" , \"kind\":\"touch\",\
                       \"st\\u0061tus\" : \"new\" ,\"depth\":0.10000000000000000555 }\t,{\"status\":\"active\",\"id\":\"J\",\
                       \"a\":\"\",\"b\":\"{}\",\"kind\":\"pierce\",\"comment\":null}\n]  }  \n";

    #[test]
    fn nothing_changes_but_what_is_said() {
        let mut report = ReportEdit::parse(ODD).unwrap();
        assert_eq!(report.records()[1].clash.id, "J");
        assert_eq!(ReportEdit::parse(ODD).unwrap().finish(), ODD);
        report.put(1, "comment", "\"c\"");
        report.replace(0, "status", "\"approved\"");
        report.put(0, "comment", "7");
        report.replace(0, "found", "false");
        let expected = ODD
            .replace(" : \"new\"", " : \"approved\"")
            .replace("555 }", "555,\"comment\":7 }")
            .replace("\"comment\":null", "\"comment\":\"c\"");
        assert_eq!(report.finish(), expected);
    }

    #[test]
    fn what_is_no_report_is_refused() {
        for text in ["", "[]", "{\"clashes\":[[]]}", "{\"clashes\":[{}]}", "{\"clashes\":7}", "{\"clashes\":[}"] {
            assert!(ReportEdit::parse(text).is_err(), "{text}");
        }
    }
}
