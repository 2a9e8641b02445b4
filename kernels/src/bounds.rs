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

named_enum! {
    /// A type of elements.
    ElementType, "element type" {
        /// `f32`. In text: `f32`.
        F32 = "f32",
        /// `f64`. In text: `f64`.
        F64 = "f64",
        /// `half::f16`. In text: `f16`.
        F16 = "f16",
        /// `half::bf16`. In text: `bf16`.
        Bf16 = "bf16",
    }
}

named_enum! {
    /// What an error is measured in, and for which true values.
    ///
    /// An element type and an accuracy have a bound in ulp for all true values, or, `f32` with
    /// [`Accuracy::Relaxed`], one for each of the other three.
    #[non_exhaustive]
    Measure, "measure" {
        /// The distance of neighbouring numbers of the type in the binade of the true value; where that is
        /// subnormal, the distance of subnormal numbers. In text: `ulp`.
        Ulp = "ulp",
        /// 2⁻¹² of the true value, where that is normal, and for a derivative no root is [near](Measure::NEAR).
        /// In text: `relative`.
        Relative = "relative",
        /// 2⁻¹⁶, where a root of the derivative is [near](Measure::NEAR). In text: `near-root`.
        NearRoot = "near-root",
        /// 2⁻¹⁴⁹, where the true value is subnormal. In text: `subnormal`.
        Subnormal = "subnormal",
    }
}

impl Measure {
    /// How near a root of a derivative x has to be for an absolute error to be the measure.
    pub const NEAR: f64 = 0.25;

    /// What errors are given in, for people.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Ulp => "ulp",
            Self::Relative => "· 2⁻¹² relative",
            Self::NearRoot => "· 2⁻¹⁶ near a root",
            Self::Subnormal => "· 2⁻¹⁴⁹ where subnormal",
        }
    }
}

/// The largest error of one function, found over all inputs of `f32`, and over those of the example program
/// `verify` of `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Bound {
    /// The type of elements.
    pub element: ElementType,
    /// In what the error is measured.
    pub measure: Measure,
    /// Which function of the form.
    pub quantity: Quantity,
    /// The form.
    pub form: Form,
    /// The accuracy.
    pub accuracy: Accuracy,
    /// For instruction sets with a fused multiply-add, or for those without.
    pub fused: bool,
    /// The largest error, rounded up in the third decimal.
    pub error: f64,
    /// An input that attains it.
    pub at: f64,
}

macro_rules! bounds {
    ($([$element:ident $measure:ident]
        $($quantity:ident $form:ident $accuracy:ident $fused:ident: $error:literal at $bits:literal,)*)*) => {
        &[$($(Bound {
            element: ElementType::$element,
            measure: Measure::$measure,
            quantity: Quantity::$quantity,
            form: Form::$form,
            accuracy: Accuracy::$accuracy,
            fused: bounds!(@ $fused),
            error: $error,
            at: bounds!(@ $element $bits),
        }),*),*]
    };
    (@ fused) => { true };
    (@ unfused) => { false };
    (@ F32 $bits:literal) => { f32::from_bits($bits) as f64 };
    (@ F64 $bits:literal) => { f64::from_bits($bits) };
}

/// Every bound, as the example program `verify` measured it.
pub const BOUNDS: &[Bound] = bounds! {
    [F32 Ulp]
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
    /// The bounds of a function in one accuracy, with or without a fused multiply-add: one for each measure that
    /// applies.
    pub fn of(
        element: ElementType,
        quantity: Quantity,
        form: Form,
        accuracy: Accuracy,
        fused: bool,
    ) -> impl Iterator<Item = &'static Self> {
        // Only `f32` has an arithmetic of its own for it.
        let accuracy = match accuracy {
            Accuracy::Relaxed if element != ElementType::F32 => Accuracy::Fast,
            _ => accuracy,
        };
        let wanted = (element, quantity, form, accuracy, fused);
        BOUNDS.iter().filter(move |bound| {
            (bound.element, bound.quantity, bound.form, bound.accuracy, bound.fused) == wanted
        })
    }

    /// The error that its accuracy allows, of which it keeps a distance.
    pub const fn promise(&self) -> f64 {
        match (self.measure, self.element) {
            (Measure::Ulp, ElementType::F64) => match (self.quantity, self.accuracy) {
                // Where the argument of the exponential is large, its rounding errors are.
                (Quantity::SecondDerivative, _) => 4.0,
                (_, Accuracy::Precise) => 1.0,
                _ => 2.0,
            },
            (Measure::Ulp, _) => self.accuracy.promise(),
            (Measure::Relative | Measure::NearRoot, _) => 1.0,
            (Measure::Subnormal, _) => 16.0,
        }
    }

    /// Whether it is the same as another but for the accuracy and the multiply-add.
    fn is_like(&self, other: &Self) -> bool {
        Self { accuracy: self.accuracy, fused: self.fused, ..*other } == *self
    }
}

/// Shows all bounds as the table in Markdown that the documentation contains.
#[derive(Clone, Copy, Debug)]
pub struct Table;

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| type | function | form | accuracy | largest error | attained at x = |")?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        for (i, bound) in BOUNDS.iter().enumerate() {
            // Equal bounds share a row.
            if BOUNDS[..i].iter().any(|earlier| bound.is_like(earlier)) {
                continue;
            }
            let Bound { element, measure, quantity, form, error, at, .. } = bound;
            write!(f, "| {element} | {quantity} | {form} | ")?;
            let mut separator = "";
            for &accuracy in Accuracy::ALL {
                let has = |fused| BOUNDS.iter().any(|other| *other == Bound { accuracy, fused, ..*bound });
                let which = match (has(true), has(false)) {
                    (true, true) => "",
                    (true, false) => " (fused)",
                    (false, true) => " (not fused)",
                    (false, false) => continue,
                };
                write!(f, "{separator}{accuracy}{which}")?;
                separator = ", ";
            }
            write!(f, " | {error:.3} {} | {at:e} (`", measure.unit())?;
            match element {
                ElementType::F64 => write!(f, "{:#018x}", at.to_bits())?,
                _ => write!(f, "{:#010x}", (*at as f32).to_bits())?,
            }
            writeln!(f, "`) |")?;
        }
        Ok(())
    }
}
