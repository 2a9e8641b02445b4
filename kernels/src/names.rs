//! Enumerations whose variants have a name in text.

use core::fmt;

/// The error of `FromStr` for the enumerations of this crate: no variant has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    pub(crate) what: &'static str,
    pub(crate) known: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {}, expected one of", self.what)?;
        for (i, name) in self.known.iter().enumerate() {
            write!(f, "{} {name}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownName {}

/// Defines an enumeration with `ALL`, `name`, `Display` and `FromStr` from one list of variants,
/// each with its name in text and, in brackets, further names that are understood.
macro_rules! named_enum {
    ($(#[$attribute:meta])* $enum:ident, $what:literal {
        $($(#[$doc:meta])* $variant:ident = $name:literal $([$($alias:literal),*])?,)*
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $enum { $($(#[$doc])* $variant,)* }

        impl $enum {
            /// All variants, in the order of their definition.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in text, which `FromStr` understands in upper or lower case.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }

        impl core::fmt::Display for $enum {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl core::str::FromStr for $enum {
            type Err = $crate::UnknownName;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $(if text.eq_ignore_ascii_case($name) $($(|| text.eq_ignore_ascii_case($alias))*)? {
                    return Ok(Self::$variant);
                })*
                Err($crate::UnknownName { what: $what, known: &[$($name,)*] })
            }
        }
    };
}
pub(crate) use named_enum;
