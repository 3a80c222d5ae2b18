//! XML in memory: elements around elements, and texts in them.

use crate::output::OutputError;
use crate::output::escaped_text::literal;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::io;

/// A document under way; the first error is kept and returned at the end.
pub struct Xml {
    writer: Writer<Vec<u8>>,
    outcome: io::Result<()>,
}

impl Xml {
    pub fn new() -> Self {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
        let outcome = writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        Self { writer, outcome }
    }

    /// An element with attributes, and what `inner` writes in it.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)], inner: impl FnOnce(&mut Self)) {
        let mut start = BytesStart::new(name);
        attributes.iter().for_each(|attribute| start.push_attribute(*attribute));
        self.put(Event::Start(start));
        inner(self);
        self.put(Event::End(BytesEnd::new(name)));
    }

    /// An element with attributes and nothing in it, not even a line end, which the schemas forbid.
    pub fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let mut start = BytesStart::new(name);
        attributes.iter().for_each(|attribute| start.push_attribute(*attribute));
        self.put(Event::Empty(start));
    }

    /// An element that holds a text of ours.
    pub fn text(&mut self, name: &str, text: &str) {
        let written = self.writer.create_element(name).write_text_content(BytesText::new(text)).map(drop);
        self.keep(written);
    }

    /// An element that holds a user's words; none if they are blank, which the schemas forbid.
    pub fn words(&mut self, name: &str, words: &str) {
        if !words.trim().is_empty() {
            self.text(name, &literal(words));
        }
    }

    /// The bytes.
    ///
    /// # Errors
    /// None in practice: they go to memory.
    pub fn finish(self) -> Result<Vec<u8>, OutputError> {
        self.outcome.map_err(OutputError::encoding)?;
        Ok(self.writer.into_inner())
    }

    fn put(&mut self, event: Event<'_>) {
        let written = self.writer.write_event(event);
        self.keep(written);
    }

    fn keep(&mut self, written: io::Result<()>) {
        if self.outcome.is_ok() {
            self.outcome = written;
        }
    }
}
