//! A value of a JSON document that knows its path, so that errors can name it.

use crate::error::{Fault, FilePlace};
use impinge::math::DVec3;
use serde_json::Value;
use std::rc::Rc;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Json<'a> {
    value: &'a Value,
    step: Option<Rc<Step<'a>>>,
}

/// One step from the root: into which value, by which key or index.
#[derive(Debug)]
struct Step<'a> {
    from: Json<'a>,
    by: Key<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Key<'a> {
    Name(&'a str),
    Index(usize),
}

impl<'a> Json<'a> {
    pub(crate) fn root(value: &'a Value) -> Self {
        Self { value, step: None }
    }

    fn at(&self, value: &'a Value, by: Key<'a>) -> Self {
        Self { value, step: Some(Rc::new(Step { from: self.clone(), by })) }
    }

    /// The member of this name, if there is one.
    pub(crate) fn get(&self, name: &'a str) -> Option<Self> {
        Some(self.at(self.value.get(name)?, Key::Name(name)))
    }

    /// The member of this name, which has to be there.
    pub(crate) fn need(&self, name: &'a str) -> Result<Self, Fault> {
        self.get(name).ok_or_else(|| Fault::unexpected(self.place(), format!("a member '{name}'"), "none"))
    }

    /// The number of items of a list; 0 for anything else.
    pub(crate) fn len(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    /// The items of a list.
    pub(crate) fn items(&self) -> Result<impl Iterator<Item = Self> + use<'a>, Fault> {
        let Some(items) = self.value.as_array() else { return Err(self.unexpected("a list")) };
        let list = self.clone();
        Ok(items.iter().enumerate().map(move |(i, value)| list.at(value, Key::Index(i))))
    }

    /// The members of an object; none of anything else.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&'a str, Self)> + use<'a> {
        let own = self.clone();
        let members = self.value.as_object().into_iter().flatten();
        members.map(move |(name, value)| (name.as_str(), own.at(value, Key::Name(name))))
    }

    /// This value as an index into the list `name` of the document, and the item there.
    pub(crate) fn referred(&self, root: &Self, name: &'a str) -> Result<(usize, Self), Fault> {
        let list = root.get(name);
        let count = list.as_ref().map_or(0, Self::len);
        let expected = || match count {
            0 => format!("no reference to '{name}', of which there are none"),
            _ => format!("an index of '{name}' between 0 and {}", count - 1),
        };
        let index = self.value.as_u64().and_then(|i| usize::try_from(i).ok()).filter(|i| *i < count);
        let found = index.and_then(|i| {
            let list = list.as_ref()?;
            Some((i, list.at(list.value.get(i)?, Key::Index(i))))
        });
        found.ok_or_else(|| self.unexpected(&expected()))
    }

    pub(crate) fn text(&self) -> Result<&'a str, Fault> {
        self.value.as_str().ok_or_else(|| self.unexpected("a text"))
    }

    pub(crate) fn size(&self) -> Result<usize, Fault> {
        let size = self.value.as_u64().and_then(|n| usize::try_from(n).ok());
        size.ok_or_else(|| self.unexpected("a whole number from 0"))
    }

    pub(crate) fn is_true(&self) -> Result<bool, Fault> {
        self.value.as_bool().ok_or_else(|| self.unexpected("true or false"))
    }

    /// The member of this name as a whole number, or what stands for it where it is left out.
    pub(crate) fn size_or(&self, name: &'a str, default: usize) -> Result<usize, Fault> {
        self.get(name).map_or(Ok(default), |json| json.size())
    }

    /// This value as a list of `N` finite numbers.
    pub(crate) fn numbers<const N: usize>(&self) -> Result<[f64; N], Fault> {
        let mut numbers = [0.0; N];
        if self.len() != N {
            return Err(self.unexpected(&format!("a list of {N} numbers")));
        }
        for (number, item) in numbers.iter_mut().zip(self.items()?) {
            *number = item.number()?;
        }
        Ok(numbers)
    }

    /// This value as a finite number.
    pub(crate) fn number(&self) -> Result<f64, Fault> {
        self.value.as_f64().filter(|x| x.is_finite()).ok_or_else(|| self.unexpected("a finite number"))
    }

    /// A text or a number as a text, such as can be a name.
    pub(crate) fn word(&self) -> Option<String> {
        match self.value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        self.value.is_null()
    }

    /// The member of this name as a vector, or what stands for it where it is left out.
    pub(crate) fn vector_or(&self, name: &'a str, default: DVec3) -> Result<DVec3, Fault> {
        self.get(name).map_or(Ok(default), |json| json.numbers().map(DVec3::from_array))
    }

    /// A fault of this value: something else was expected.
    pub(crate) fn unexpected(&self, expected: &str) -> Fault {
        /// Longest value that a message shows, in characters.
        const SHOWN: usize = 40;
        let found = match self.value {
            Value::Array(items) => format!("a list of {}", items.len()),
            Value::Object(_) => "an object".to_owned(),
            scalar => scalar.to_string(),
        };
        let shown: String = found.chars().take(SHOWN).collect();
        Fault::unexpected(self.place(), expected, shown)
    }

    /// Where the value stands, as in `accessors[3].bufferView`.
    pub(crate) fn place(&self) -> FilePlace {
        let mut steps = Vec::new();
        let mut json = self;
        while let Some(step) = &json.step {
            steps.push(step.by);
            json = &step.from;
        }
        let mut path = String::new();
        for by in steps.into_iter().rev() {
            match by {
                Key::Name(name) if path.is_empty() => path.push_str(name),
                Key::Name(name) => path.extend([".", name]),
                Key::Index(i) => path.push_str(&format!("[{i}]")),
            }
        }
        FilePlace::Json(if path.is_empty() { "the document".to_owned() } else { path })
    }
}
