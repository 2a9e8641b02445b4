#![doc = include_str!("bounds.md")]

use core::fmt;

use crate::{Accuracy, Form};

/// The largest error of one function over all 2³² inputs.
///
/// Errors are in ulp: the distance of neighbouring `f32` values in the binade of the true value,
/// 2⁻¹⁴⁹ where the true value is subnormal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Bound {
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
    ($($form:ident $accuracy:ident $fused:ident: $ulp:literal at $bits:literal,)*) => {
        &[$(Bound {
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
    Exact Fast fused: 3.905 at 0xbb7f_8096,
    Exact Precise fused: 0.543 at 0xc031_24a3,
    Tanh Fast fused: 3.622 at 0xc0ff_d6fc,
    Tanh Precise fused: 0.531 at 0xc0d9_1972,
    Sigmoid Fast fused: 3.719 at 0xc001_e5ef,
    Sigmoid Precise fused: 0.531 at 0xc139_fbf2,
    Exact Fast unfused: 4.025 at 0xbe0c_5433,
    Exact Precise unfused: 0.543 at 0xc031_24a3,
    Tanh Fast unfused: 3.902 at 0xbfee_7576,
    Tanh Precise unfused: 0.531 at 0xc0d9_1972,
    Sigmoid Fast unfused: 4.076 at 0xc001_af30,
    Sigmoid Precise unfused: 0.531 at 0xc139_fbf2,
};

impl Bound {
    /// The bound of a form and an accuracy, with or without a fused multiply-add.
    pub fn of(form: Form, accuracy: Accuracy, fused: bool) -> &'static Self {
        BOUNDS
            .iter()
            .find(|bound| (bound.form, bound.accuracy, bound.fused) == (form, accuracy, fused))
            .expect("every form and accuracy has a bound")
    }
}

/// Shows all bounds as the table in Markdown that the documentation contains.
#[derive(Clone, Copy, Debug)]
pub struct Table;

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| form | accuracy | multiply-add | largest error (ulp) | attained at x = |")?;
        writeln!(f, "|---|---|---|---|---|")?;
        for bound in BOUNDS {
            let Bound { form, accuracy, ulp, at, .. } = bound;
            let fused = if bound.fused { "fused" } else { "not fused" };
            let bits = at.to_bits();
            writeln!(f, "| {form} | {accuracy} | {fused} | {ulp:.3} | {at:e} (`{bits:#010x}`) |")?;
        }
        Ok(())
    }
}
