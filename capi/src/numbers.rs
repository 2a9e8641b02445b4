//! The numbers that C code passes and gets. Each list is the only place of its numbers, which never change;
//! the header is made of the lists.

use std::ffi::CStr;

use gelu::Accuracy;

/// A constant of the header: its name, its value, and what it is.
#[cfg(test)]
pub(crate) type Constant = (&'static str, u32, &'static str);

/// Which form is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Form(pub u32);

const FORMS: &[(u32, gelu::Form)] =
    &[(0, gelu::Form::Exact), (1, gelu::Form::Tanh), (2, gelu::Form::Sigmoid)];

impl Form {
    pub(crate) fn decode(self) -> Result<gelu::Form, Status> {
        find(FORMS, self.0).ok_or(Status::FORM)
    }
}

/// An accuracy, and what else a call is to observe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Flags(pub u32);

/// The lowest byte is an accuracy, exactly one in every value; the other bits are for flags.
const ACCURACIES: &[(u32, Accuracy)] = &[(0, Accuracy::Fast), (1, Accuracy::Precise), (2, Accuracy::Relaxed)];
const SERIAL: u32 = 0x100;

impl Flags {
    pub(crate) fn accuracy(self) -> Result<Accuracy, Status> {
        find(ACCURACIES, self.0 & !SERIAL).ok_or(Status::FLAGS)
    }

    pub(crate) fn is_serial(self) -> bool {
        self.0 & SERIAL != 0
    }
}

fn find<T: Copy>(list: &[(u32, T)], number: u32) -> Option<T> {
    list.iter().find(|(known, _)| *known == number).map(|(_, value)| *value)
}

/// How a call went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Status(pub u32);

/// From one list: the constants, their messages, and what the header says of them.
macro_rules! statuses {
    ($($name:ident = $value:literal, $message:literal;)*) => {
        impl Status {
            $(#[doc = $message] pub const $name: Self = Self($value);)*

            /// What happened, in English.
            pub(crate) fn message(self) -> &'static CStr {
                match self {
                    $(Self::$name => const { c_str(concat!($message, "\0")) },)*
                    _ => c"unknown status",
                }
            }
        }

        #[cfg(test)]
        pub(crate) const STATUSES: &[Constant] = &[$((stringify!($name), $value, $message),)*];
    };
}

/// A text that ends in a zero.
pub(crate) const fn c_str(text: &str) -> &CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a zero at the end and nowhere else"),
    }
}

statuses! {
    OK = 0, "no error";
    NULL = 1, "a pointer is NULL, but there are elements";
    MISALIGNED = 2, "a pointer is not a multiple of the element's alignment";
    OVERFLOW = 3, "the size is more than there are addresses";
    OVERLAP = 4, "an output overlaps another buffer, other than where that is allowed";
    STRIDE = 5, "a stride is less than the length of a row";
    FORM = 6, "unknown form";
    FLAGS = 7, "unknown accuracy or flag";
    INTERNAL = 8, "internal error: please report it";
}

/// The forms and flags for the header, with the names that they have in Rust.
#[cfg(test)]
pub(crate) mod constants {
    use super::*;

    fn named(name: &str) -> &'static str {
        name.to_uppercase().leak()
    }

    pub(crate) fn forms() -> Vec<Constant> {
        FORMS.iter().map(|(value, form)| (named(form.name()), *value, formula(*form))).collect()
    }

    fn formula(form: gelu::Form) -> &'static str {
        match form {
            gelu::Form::Exact => "x*Phi(x) = x/2*erfc(-x/sqrt(2))",
            gelu::Form::Tanh => "x/2*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x^3)))",
            gelu::Form::Sigmoid => "x/(1 + exp(-1.702*x))",
        }
    }

    pub(crate) fn accuracies() -> Vec<Constant> {
        ACCURACIES
            .iter()
            .map(|(value, accuracy)| (named(accuracy.name()), *value, promise(*accuracy)))
            .collect()
    }

    fn promise(accuracy: Accuracy) -> &'static str {
        match accuracy {
            Accuracy::Fast => "4 ulp of float, 2 of double; a few 16-bit results are next to the right one",
            Accuracy::Precise => "0.6 ulp of float, 1 of double; 16-bit results are correctly rounded",
            Accuracy::Relaxed => "a relative error of 2^-12 of float; of other types as FAST",
            // The enumeration may grow: the header's test fails until the new one has its words here.
            other => panic!("no words for what {other} promises"),
        }
    }

    pub(crate) const SERIAL: Constant = ("SERIAL", super::SERIAL, "stay on the calling thread");

    #[test]
    fn every_form_and_accuracy_has_a_number_of_its_own() {
        fn check<T: Copy + PartialEq + std::fmt::Debug>(list: &[(u32, T)], all: &[T]) {
            for value in all {
                assert_eq!(list.iter().filter(|(_, listed)| listed == value).count(), 1, "{value:?}");
            }
            for (number, value) in list {
                assert_eq!(find(list, *number), Some(*value), "{number} twice");
            }
        }
        check(FORMS, gelu::Form::ALL);
        check(ACCURACIES, Accuracy::ALL);
        assert!(ACCURACIES.iter().all(|(number, _)| *number < 0x100));
    }
}
