#![doc = include_str!("misrounded.md")]

use core::fmt;

use crate::bounds::Quantity;
use crate::{Accuracy, Form};

/// How many results of one function are the number next to the correctly rounded one, with
/// [`Accuracy::Fast`]; [`Accuracy::Relaxed`] is the same in these formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misrounded {
    /// `f16` or `bf16`.
    pub format: &'static str,
    /// Which function of the form.
    pub quantity: Quantity,
    /// The form.
    pub form: Form,
    /// How many, on instruction sets with a fused multiply-add.
    pub fused: usize,
    /// How many, on those without.
    pub unfused: usize,
}

macro_rules! misrounded {
    ($($format:ident $quantity:ident $form:ident: $fused:literal $unfused:literal,)*) => {
        &[$(Misrounded {
            format: stringify!($format),
            quantity: Quantity::$quantity,
            form: Form::$form,
            fused: $fused,
            unfused: $unfused,
        }),*]
    };
}

/// The counts of all functions, as the tests find them.
pub const MISROUNDED: &[Misrounded] = misrounded! {
    f16 Value Exact: 7 7,
    f16 Value Tanh: 5 5,
    f16 Value Sigmoid: 5 7,
    f16 Derivative Exact: 11 13,
    f16 Derivative Tanh: 5 4,
    f16 Derivative Sigmoid: 2 4,
    f16 SecondDerivative Exact: 2 4,
    f16 SecondDerivative Tanh: 6 2,
    f16 SecondDerivative Sigmoid: 0 2,
    bf16 Value Exact: 0 0,
    bf16 Value Tanh: 0 0,
    bf16 Value Sigmoid: 0 0,
    bf16 Derivative Exact: 0 0,
    bf16 Derivative Tanh: 0 0,
    bf16 Derivative Sigmoid: 0 0,
    bf16 SecondDerivative Exact: 0 0,
    bf16 SecondDerivative Tanh: 0 0,
    bf16 SecondDerivative Sigmoid: 0 0,
};

impl Misrounded {
    /// How many results of a function are not correctly rounded, with or without a fused multiply-add; `format` is
    /// `f16` or `bf16`.
    pub fn of(format: &str, quantity: Quantity, form: Form, accuracy: Accuracy, fused: bool) -> usize {
        let row =
            MISROUNDED.iter().find(|row| (row.format, row.quantity, row.form) == (format, quantity, form));
        match (row, accuracy) {
            (_, Accuracy::Precise) | (None, _) => 0,
            (Some(row), _) => {
                if fused {
                    row.fused
                } else {
                    row.unfused
                }
            }
        }
    }
}

/// Shows all counts as the table in Markdown that the documentation contains.
#[derive(Clone, Copy, Debug)]
pub struct Table;

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| format | function | form | misrounded of 65,536, fused | not fused |")?;
        writeln!(f, "|---|---|---|---|---|")?;
        for Misrounded { format, quantity, form, fused, unfused } in MISROUNDED {
            writeln!(f, "| {format} | {quantity} | {form} | {fused} | {unfused} |")?;
        }
        Ok(())
    }
}
