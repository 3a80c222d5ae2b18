//! A value of a document that knows its path, so that errors can name it.

use super::datum::{Datum, Value};
use crate::error::{Fault, FilePlace, Problem};
use crate::length_unit::{Length, LengthUnit};
use crate::suggestion;
use impinge::math::DVec3;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    datum: &'a Datum,
    path: String,
}

impl<'a> Item<'a> {
    pub fn root(datum: &'a Datum) -> Self {
        Self { datum, path: String::new() }
    }

    pub fn place(&self) -> FilePlace {
        let path = if self.path.is_empty() { "the document".to_owned() } else { self.path.clone() };
        FilePlace::Key { line: self.datum.line, path }
    }

    pub fn fault(&self, problem: Problem) -> Fault {
        Fault::new(self.place(), problem)
    }

    /// A length that is not negative: a number, or a text such as `2mm`, in the unit of the coordinates.
    pub fn length(&self, coordinates: Option<LengthUnit>) -> Result<f64, Fault> {
        let read = match &self.datum.value {
            Value::Number(number) if number.is_finite() && *number >= 0.0 => return Ok(*number),
            Value::Number(number) if number.is_finite() => {
                return Err(self.unexpected("a length that is not negative"));
            }
            Value::Text(text) => text.parse::<Length>().and_then(|length| length.in_unit(coordinates)),
            _ => return Err(self.unexpected("a finite number, or a length such as \"2mm\"")),
        };
        read.map_err(|error| self.fault(Problem::BadLength(error)))
    }

    /// A unit of length.
    pub fn unit(&self) -> Result<LengthUnit, Fault> {
        self.text()?.parse().map_err(|error| self.fault(Problem::BadLength(error)))
    }

    /// Something else was expected here.
    pub fn unexpected(&self, expected: &str) -> Fault {
        Fault::unexpected(self.place(), expected, self.datum.value.words())
    }

    fn step(&self, key: &str, datum: &'a Datum) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Self { datum, path }
    }

    /// All keys and values of a table.
    pub fn entries(&self) -> Result<impl Iterator<Item = (&'a str, Self)>, Fault> {
        let Value::Table(entries) = &self.datum.value else { return Err(self.unexpected("a table")) };
        let table = self.clone();
        Ok(entries.iter().map(move |(key, datum)| (key.as_str(), table.step(key, datum))))
    }

    /// Refuses anything but a table with none but these keys.
    pub fn only(&self, known: &[&str]) -> Result<(), Fault> {
        for (key, item) in self.entries()? {
            if !known.contains(&key) {
                let suggestion = suggestion::meant(key, known.iter().copied());
                let problem = Problem::UnknownKey { key: key.into(), suggestion, known: known.join(", ").into() };
                let table = if self.path.is_empty() { "the document".to_owned() } else { self.path.clone() };
                return Err(Fault::new(FilePlace::Key { line: item.datum.line, path: table }, problem));
            }
        }
        Ok(())
    }

    /// The value of a key, if there is one.
    pub fn get(&self, name: &str) -> Option<Self> {
        let Value::Table(entries) = &self.datum.value else { return None };
        entries.iter().find(|(key, _)| key == name).map(|(key, datum)| self.step(key, datum))
    }

    /// The value of a key that has to be there.
    pub fn need(&self, name: &str) -> Result<Self, Fault> {
        self.get(name).ok_or_else(|| Fault::unexpected(self.place(), format!("the key '{name}'"), "none"))
    }

    /// The items of a list.
    pub fn items(&self) -> Result<Vec<Self>, Fault> {
        let Value::List(items) = &self.datum.value else { return Err(self.unexpected("a list")) };
        let item = |(i, datum)| Self { datum, path: format!("{}[{i}]", self.path) };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// The items of the list of a key; none where it is left out.
    pub fn list(&self, name: &str) -> Result<Vec<Self>, Fault> {
        self.get(name).map_or(Ok(Vec::new()), |list| list.items())
    }

    /// A text that is not empty.
    pub fn text(&self) -> Result<&'a str, Fault> {
        match &self.datum.value {
            Value::Text(text) if !text.is_empty() => Ok(text),
            _ => Err(self.unexpected("a text that is not empty")),
        }
    }

    pub fn flag(&self) -> Result<bool, Fault> {
        match self.datum.value {
            Value::Flag(flag) => Ok(flag),
            _ => Err(self.unexpected("true or false")),
        }
    }

    pub fn number(&self) -> Result<f64, Fault> {
        match self.datum.value {
            Value::Number(number) if number.is_finite() => Ok(number),
            _ => Err(self.unexpected("a finite number")),
        }
    }

    /// A list of `N` finite numbers.
    pub fn numbers<const N: usize>(&self) -> Result<[f64; N], Fault> {
        let expected = format!("a list of {N} numbers");
        let items = self.items().map_err(|_| self.unexpected(&expected))?;
        let mut numbers = [0.0; N];
        if items.len() != N {
            return Err(self.unexpected(&expected));
        }
        for (number, item) in numbers.iter_mut().zip(items) {
            *number = item.number()?;
        }
        Ok(numbers)
    }

    pub fn vector(&self) -> Result<DVec3, Fault> {
        self.numbers().map(DVec3::from_array)
    }
}
