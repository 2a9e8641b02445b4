#![doc = include_str!("bounds.md")]

use core::fmt;

use crate::names::named_enum;
use crate::{Accuracy, Form};

named_enum! {
    /// Which function of x a bound is about.
    Quantity, "quantity" {
        /// g(x), one of the forms of GELU. In text: `value`.
        Value = "value",
        /// g'(x). In text: `derivative`.
        Derivative = "derivative",
        /// g''(x). In text: `second-derivative`.
        SecondDerivative = "second-derivative",
    }
}

/// The largest error of one function over all 2³² inputs.
///
/// Errors are in ulp: the distance of neighbouring `f32` values in the binade of the true value,
/// 2⁻¹⁴⁹ where the true value is subnormal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Bound {
    /// Which function of the form.
    pub quantity: Quantity,
    /// The form.
    pub form: Form,
    /// The accuracy.
    pub accuracy: Accuracy,
    /// For instruction sets with a fused multiply-add, or for those without.
    pub fused: bool,
    /// The largest error in ulp, rounded up in the third decimal.
    pub ulp: f64,
    /// An input that attains it.
    pub at: f32,
}

macro_rules! bounds {
    ($($quantity:ident $form:ident $accuracy:ident $fused:ident: $ulp:literal at $bits:literal,)*) => {
        &[$(Bound {
            quantity: Quantity::$quantity,
            form: Form::$form,
            accuracy: Accuracy::$accuracy,
            fused: bounds!(@ $fused),
            ulp: $ulp,
            at: f32::from_bits($bits),
        }),*]
    };
    (@ fused) => { true };
    (@ unfused) => { false };
}

/// Every bound, as the example program `verify` measured it over all inputs.
pub const BOUNDS: &[Bound] = bounds! {
    Value Exact Fast fused: 3.903 at 0xbe0d_05f9,
    Value Exact Precise fused: 0.543 at 0xc031_24a3,
    Value Tanh Fast fused: 3.520 at 0xc0b4_99e6,
    Value Tanh Precise fused: 0.553 at 0xc11a_2b30,
    Value Sigmoid Fast fused: 3.494 at 0xc133_329a,
    Value Sigmoid Precise fused: 0.553 at 0xc0a0_deea,
    Value Exact Fast unfused: 3.903 at 0xbe0d_05f9,
    Value Exact Precise unfused: 0.543 at 0xc031_24a3,
    Value Tanh Fast unfused: 3.827 at 0xc0a0_35b8,
    Value Tanh Precise unfused: 0.553 at 0xc11a_2b30,
    Value Sigmoid Fast unfused: 3.768 at 0xc11f_506e,
    Value Sigmoid Precise unfused: 0.553 at 0xc0a0_deea,
    Derivative Exact Fast fused: 3.625 at 0xbf54_0dcc,
    Derivative Exact Precise fused: 0.576 at 0xc115_63b3,
    Derivative Tanh Fast fused: 0.558 at 0xbf06_392f,
    Derivative Tanh Precise fused: 0.558 at 0xbf06_392f,
    Derivative Sigmoid Fast fused: 0.555 at 0xbf06_58c1,
    Derivative Sigmoid Precise fused: 0.555 at 0xbf06_58c1,
    Derivative Exact Fast unfused: 0.576 at 0xc115_63b3,
    Derivative Exact Precise unfused: 0.576 at 0xc115_63b3,
    Derivative Tanh Fast unfused: 0.558 at 0xbf06_392f,
    Derivative Tanh Precise unfused: 0.558 at 0xbf06_392f,
    Derivative Sigmoid Fast unfused: 0.555 at 0xbf06_58c1,
    Derivative Sigmoid Precise unfused: 0.555 at 0xbf06_58c1,
    SecondDerivative Exact Fast fused: 0.531 at 0x40df_a8ea,
    SecondDerivative Exact Precise fused: 0.531 at 0x40df_a8ea,
    SecondDerivative Tanh Fast fused: 0.574 at 0x3fb5_df6d,
    SecondDerivative Tanh Precise fused: 0.574 at 0x3fb5_df6d,
    SecondDerivative Sigmoid Fast fused: 0.584 at 0x3fa7_614e,
    SecondDerivative Sigmoid Precise fused: 0.584 at 0x3fa7_614e,
    SecondDerivative Exact Fast unfused: 0.531 at 0x40df_a8ea,
    SecondDerivative Exact Precise unfused: 0.531 at 0x40df_a8ea,
    SecondDerivative Tanh Fast unfused: 0.574 at 0x3fb5_df6d,
    SecondDerivative Tanh Precise unfused: 0.574 at 0x3fb5_df6d,
    SecondDerivative Sigmoid Fast unfused: 0.584 at 0x3fa7_614e,
    SecondDerivative Sigmoid Precise unfused: 0.584 at 0x3fa7_614e,
};

impl Bound {
    /// The bound of a function in one accuracy, with or without a fused multiply-add.
    pub fn of(quantity: Quantity, form: Form, accuracy: Accuracy, fused: bool) -> &'static Self {
        let wanted = (quantity, form, accuracy, fused);
        BOUNDS
            .iter()
            .find(|bound| (bound.quantity, bound.form, bound.accuracy, bound.fused) == wanted)
            .expect("every form and accuracy has a bound")
    }
}

/// Shows all bounds as the table in Markdown that the documentation contains.
#[derive(Clone, Copy, Debug)]
pub struct Table;

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| function | form | accuracy | multiply-add | largest error (ulp) | attained at x = |")?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        for bound in BOUNDS {
            let Bound { quantity, form, accuracy, ulp, at, .. } = bound;
            let fused = if bound.fused { "fused" } else { "not fused" };
            let bits = at.to_bits();
            writeln!(
                f,
                "| {quantity} | {form} | {accuracy} | {fused} | {ulp:.3} | {at:e} (`{bits:#010x}`) |"
            )?;
        }
        Ok(())
    }
}
