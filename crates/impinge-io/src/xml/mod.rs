//! Elements of an XML document that know their line, so that errors can name it.

mod entity;
mod markup;

use crate::error::{Fault, FilePlace};
use crate::text::quoted;
use impinge::math::DVec3;
use roxmltree::{Document, Node, ParsingOptions};

/// An element and the document it stands in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'a> {
    node: Node<'a, 'a>,
    /// The namespace of the outermost element.
    namespace: Option<&'a str>,
}

/// The document in the bytes of a file.
pub(crate) fn parse(bytes: &[u8]) -> Result<Document<'_>, Fault> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(Fault::unexpected(FilePlace::Whole, "a text in UTF-8", "other bytes"));
    };
    entity::check(text)?;
    markup::check(text)?;
    // None is fetched.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        // The message ends with the position, which the place tells.
        let message = error.to_string();
        let reason = message.rsplit_once(" at ").map_or(message.as_str(), |(reason, _)| reason);
        Fault::unexpected(FilePlace::Line(u64::from(error.pos().row)), "well-formed XML", reason)
    })
}

impl<'a> Element<'a> {
    /// The outermost element, which must have this name.
    pub(crate) fn root(document: &'a Document<'a>, name: &str) -> Result<Self, Fault> {
        let node = document.root_element();
        let root = Self { node, namespace: node.tag_name().namespace() };
        if root.name() == name { Ok(root) } else { Err(root.unexpected(format!("the element <{name}>"))) }
    }

    pub(crate) fn name(&self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Whether the name is of another namespace than the outermost element, and so of another format.
    pub(crate) fn is_foreign(&self) -> bool {
        self.node.tag_name().namespace() != self.namespace
    }

    /// The byte that the element begins at.
    pub(crate) fn start(&self) -> usize {
        self.node.range().start
    }

    /// The line that the element begins on. Counted from the beginning of the file: for errors only.
    pub(crate) fn place(&self) -> FilePlace {
        FilePlace::Line(u64::from(self.node.document().text_pos_at(self.node.range().start).row))
    }

    /// Something else than this element was expected.
    pub(crate) fn unexpected(&self, expected: impl Into<String>) -> Fault {
        Fault::unexpected(self.place(), expected, format!("<{}>", self.name()))
    }

    /// All elements directly inside.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Self> + use<'a> {
        let namespace = self.namespace;
        self.node.children().filter(Node::is_element).map(move |node| Self { node, namespace })
    }

    /// The elements of this name directly inside, in the namespace of the file.
    pub(crate) fn children(&self, name: &'static str) -> impl Iterator<Item = Self> + use<'a> {
        self.elements().filter(move |e| e.name() == name && !e.is_foreign())
    }

    /// The element of this name directly inside, if there is one; two are refused.
    pub(crate) fn child(&self, name: &'static str) -> Result<Option<Self>, Fault> {
        let mut children = self.children(name);
        let first = children.next();
        match children.next() {
            Some(second) => Err(second.unexpected(format!("one <{name}> at most in <{}>", self.name()))),
            None => Ok(first),
        }
    }

    /// The element of this name directly inside, which has to be there.
    pub(crate) fn need_child(&self, name: &'static str) -> Result<Self, Fault> {
        let none = || Fault::unexpected(self.place(), format!("<{name}> in <{}>", self.name()), "none");
        self.child(name)?.ok_or_else(none)
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// The attribute of this name, which has to be there and not empty.
    pub(crate) fn need(&self, name: &str) -> Result<&'a str, Fault> {
        let expected = || format!("the attribute '{name}' of <{}>", self.name());
        match self.attribute(name) {
            None => Err(Fault::unexpected(self.place(), expected(), "none")),
            Some("") => Err(Fault::unexpected(self.attribute_place(name), expected(), "an empty one")),
            Some(value) => Ok(value),
        }
    }

    /// The line that an attribute stands on; that of the element where there is none.
    pub(crate) fn attribute_place(&self, name: &str) -> FilePlace {
        let Some(attribute) = self.node.attribute_node(name) else { return self.place() };
        FilePlace::Line(u64::from(self.node.document().text_pos_at(attribute.range().start).row))
    }

    /// The attribute of this name as `N` finite numbers between spaces, if there is one.
    pub(crate) fn numbers<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>, Fault> {
        let Some(text) = self.attribute(name) else { return Ok(None) };
        let mut numbers = [0.0; N];
        let mut words = text.split_ascii_whitespace();
        let read = numbers.iter_mut().all(|number| match words.next().map(str::parse) {
            Some(Ok(found)) if f64::is_finite(found) => {
                *number = found;
                true
            }
            _ => false,
        });
        if read && words.next().is_none() {
            return Ok(Some(numbers));
        }
        let many = if N == 1 { "a finite number".to_owned() } else { format!("{N} finite numbers") };
        let expected = format!("{many} as '{name}' of <{}>", self.name());
        Err(Fault::unexpected(self.attribute_place(name), expected, quoted(text.as_bytes())))
    }

    /// The attribute of this name as a finite number, if there is one.
    pub(crate) fn number(&self, name: &str) -> Result<Option<f64>, Fault> {
        Ok(self.numbers::<1>(name)?.map(|[number]| number))
    }

    /// The attribute of this name as a finite number, which has to be there.
    pub(crate) fn need_number(&self, name: &str) -> Result<f64, Fault> {
        let text = self.need(name)?;
        let unread = || Fault::unexpected(self.place(), "a finite number", quoted(text.as_bytes()));
        self.number(name)?.ok_or_else(unread)
    }

    /// The attribute of this name as a vector, if there is one.
    pub(crate) fn vector(&self, name: &str) -> Result<Option<DVec3>, Fault> {
        Ok(self.numbers(name)?.map(DVec3::from_array))
    }
}
