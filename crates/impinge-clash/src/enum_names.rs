//! One way to name, print and parse enums without fields.

/// Gives an enum the constant `ALL`, the functions `name` and `from_name`, and `Display`.
#[doc(hidden)]
#[macro_export]
macro_rules! enum_names {
    ($type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// All values, in their order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name in files, options and reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }

            /// The value of a name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

#[cfg(test)]
mod tests {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Colour {
        Red,
        Green,
    }

    crate::enum_names!(Colour { Red = "red", Green = "green" });

    #[test]
    fn names_are_read_back() {
        assert_eq!(Colour::ALL, [Colour::Red, Colour::Green]);
        assert!(Colour::ALL.iter().all(|colour| Colour::from_name(&colour.to_string()) == Some(*colour)));
        assert_eq!(Colour::from_name("blue"), None);
    }
}
