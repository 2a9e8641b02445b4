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
        /// 2⁻¹⁴⁹, of what goes beyond 2⁻¹² of the true value, where that is subnormal. In text: `subnormal`.
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
            Self::Subnormal => "· 2⁻¹⁴⁹ beyond 2⁻¹² relative where subnormal",
        }
    }
}

/// The largest error of one function that the example program `verify` found: over all inputs of `f32`, over a
/// sample of `f64`.
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
    Value Tanh Fast fused: 3.578 at 0xc0b1_eeec,
    Value Tanh Precise fused: 0.553 at 0xc11a_2b30,
    Value Sigmoid Fast fused: 3.494 at 0xc133_329a,
    Value Sigmoid Precise fused: 0.553 at 0xc0a0_deea,
    Value Exact Fast unfused: 3.903 at 0xbe0d_05f9,
    Value Exact Precise unfused: 0.543 at 0xc031_24a3,
    Value Tanh Fast unfused: 3.827 at 0xc0a0_35b8,
    Value Tanh Precise unfused: 0.553 at 0xc11a_2b30,
    Value Sigmoid Fast unfused: 3.768 at 0xc11f_506e,
    Value Sigmoid Precise unfused: 0.553 at 0xc0a0_deea,
    Derivative Exact Fast fused: 3.791 at 0xbf53_8993,
    Derivative Exact Precise fused: 0.576 at 0xc115_63b3,
    Derivative Tanh Fast fused: 3.866 at 0xc038_dc4b,
    Derivative Tanh Precise fused: 0.558 at 0xbf06_392f,
    Derivative Sigmoid Fast fused: 3.474 at 0xc123_2b05,
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
    [F32 Relative]
    Value Exact Relaxed fused: 0.813 at 0xc0fc_58e2,
    Value Tanh Relaxed fused: 0.461 at 0xc121_5b26,
    Value Sigmoid Relaxed fused: 0.441 at 0xc252_fb21,
    Value Exact Relaxed unfused: 0.817 at 0xc0fc_5a0e,
    Value Tanh Relaxed unfused: 0.466 at 0xc121_5d02,
    Value Sigmoid Relaxed unfused: 0.454 at 0xc255_172c,
    Derivative Exact Relaxed fused: 0.496 at 0xc155_165e,
    Derivative Tanh Relaxed fused: 0.463 at 0xc122_4e7d,
    Derivative Sigmoid Relaxed fused: 0.440 at 0xc253_773f,
    Derivative Exact Relaxed unfused: 0.477 at 0xc155_574a,
    Derivative Tanh Relaxed unfused: 0.468 at 0xc122_2a38,
    Derivative Sigmoid Relaxed unfused: 0.454 at 0xc256_3ebb,
    SecondDerivative Exact Relaxed fused: 0.455 at 0x4155_0573,
    SecondDerivative Tanh Relaxed fused: 0.605 at 0x3f93_d41a,
    SecondDerivative Sigmoid Relaxed fused: 0.643 at 0xbf92_d019,
    SecondDerivative Exact Relaxed unfused: 0.447 at 0x4155_056d,
    SecondDerivative Tanh Relaxed unfused: 0.606 at 0x3f93_e36b,
    SecondDerivative Sigmoid Relaxed unfused: 0.643 at 0xbf92_d3ac,
    [F32 NearRoot]
    Derivative Exact Relaxed fused: 0.450 at 0xbf76_8112,
    Derivative Tanh Relaxed fused: 0.621 at 0xbf23_3a08,
    Derivative Sigmoid Relaxed fused: 0.643 at 0xbf1b_f20c,
    Derivative Exact Relaxed unfused: 0.450 at 0xbf76_c744,
    Derivative Tanh Relaxed unfused: 0.621 at 0xbf23_02a7,
    Derivative Sigmoid Relaxed unfused: 0.643 at 0xbf1b_9b7b,
    SecondDerivative Exact Relaxed fused: 0.510 at 0xbf9f_6946,
    SecondDerivative Tanh Relaxed fused: 1.157 at 0x3f95_91d4,
    SecondDerivative Sigmoid Relaxed fused: 0.908 at 0xbf94_72fc,
    SecondDerivative Exact Relaxed unfused: 0.510 at 0xbf9f_552b,
    SecondDerivative Tanh Relaxed unfused: 1.159 at 0x3f95_91aa,
    SecondDerivative Sigmoid Relaxed unfused: 0.909 at 0x3f94_7214,
    [F32 Subnormal]
    Value Exact Relaxed fused: 6.336 at 0xc156_5069,
    Value Tanh Relaxed fused: 0.500 at 0xc12b_59d3,
    Value Sigmoid Relaxed fused: 0.500 at 0xc27b_80cb,
    Value Exact Relaxed unfused: 6.695 at 0xc156_4db7,
    Value Tanh Relaxed unfused: 0.500 at 0x0000_0001,
    Value Sigmoid Relaxed unfused: 0.500 at 0xc27b_80cb,
    Derivative Exact Relaxed fused: 0.500 at 0xc167_71a1,
    Derivative Tanh Relaxed fused: 0.500 at 0xc12e_5009,
    Derivative Sigmoid Relaxed fused: 0.500 at 0xc27f_5948,
    Derivative Exact Relaxed unfused: 0.500 at 0xc168_a95d,
    Derivative Tanh Relaxed unfused: 0.500 at 0xc12e_5009,
    Derivative Sigmoid Relaxed unfused: 0.500 at 0xc27f_5955,
    SecondDerivative Exact Relaxed fused: 0.500 at 0xc16b_9c73,
    SecondDerivative Tanh Relaxed fused: 0.500 at 0xc130_454d,
    SecondDerivative Sigmoid Relaxed fused: 0.500 at 0x4280_4b4c,
    SecondDerivative Exact Relaxed unfused: 0.500 at 0xc16b_9c72,
    SecondDerivative Tanh Relaxed unfused: 0.500 at 0xc130_454d,
    SecondDerivative Sigmoid Relaxed unfused: 0.500 at 0x4280_4b4c,
    [F64 Ulp]
    Value Exact Fast fused: 1.343 at 0xbff6_a0b7_26b2_7439,
    Value Exact Precise fused: 0.834 at 0xc042_d0a4_e9ca_88ae,
    Value Tanh Fast fused: 1.337 at 0xc006_0b91_a582_788c,
    Value Tanh Precise fused: 0.862 at 0xc035_2d68_3a0f_8e07,
    Value Sigmoid Fast fused: 1.351 at 0xc076_907c_24f2_ab2b,
    Value Sigmoid Precise fused: 0.822 at 0xc07a_40e2_b718_f227,
    Value Exact Fast unfused: 1.546 at 0xbff6_a2f4_2985_d04a,
    Value Exact Precise unfused: 0.834 at 0xc042_d0a4_e9ca_88ae,
    Value Tanh Fast unfused: 1.507 at 0xc006_0aad_afab_7ca0,
    Value Tanh Precise unfused: 0.858 at 0xc035_2d59_024b_8661,
    Value Sigmoid Fast unfused: 1.443 at 0xc034_f60d_b11a_1692,
    Value Sigmoid Precise unfused: 0.822 at 0xc07a_40e2_b718_f227,
    Derivative Exact Fast fused: 0.899 at 0xc00c_e9e3_0fb6_4392,
    Derivative Exact Precise fused: 0.899 at 0xc00c_e9e3_0fb6_4392,
    Derivative Tanh Fast fused: 0.865 at 0xc035_39a1_9245_d63a,
    Derivative Tanh Precise fused: 0.865 at 0xc035_39a1_9245_d63a,
    Derivative Sigmoid Fast fused: 0.813 at 0x3fbe_d88d_bdd3_ab74,
    Derivative Sigmoid Precise fused: 0.813 at 0x3fbe_d88d_bdd3_ab74,
    Derivative Exact Fast unfused: 0.891 at 0xc00c_ee8d_594c_c2f9,
    Derivative Exact Precise unfused: 0.891 at 0xc00c_ee8d_594c_c2f9,
    Derivative Tanh Fast unfused: 0.865 at 0xc035_39a1_9245_d63a,
    Derivative Tanh Precise unfused: 0.865 at 0xc035_39a1_9245_d63a,
    Derivative Sigmoid Fast unfused: 0.813 at 0x3fbe_d88d_bdd3_ab74,
    Derivative Sigmoid Precise unfused: 0.813 at 0x3fbe_d88d_bdd3_ab74,
    SecondDerivative Exact Fast fused: 0.846 at 0xc042_e821_447e_e385,
    SecondDerivative Exact Precise fused: 0.846 at 0xc042_e821_447e_e385,
    SecondDerivative Tanh Fast fused: 2.310 at 0x4029_2968_8315_c3cb,
    SecondDerivative Tanh Precise fused: 2.310 at 0x4029_2968_8315_c3cb,
    SecondDerivative Sigmoid Fast fused: 1.204 at 0xbff3_a9a0_4f1b_0adf,
    SecondDerivative Sigmoid Precise fused: 1.204 at 0xbff3_a9a0_4f1b_0adf,
    SecondDerivative Exact Fast unfused: 0.846 at 0xc042_e821_447e_e385,
    SecondDerivative Exact Precise unfused: 0.846 at 0xc042_e821_447e_e385,
    SecondDerivative Tanh Fast unfused: 3.143 at 0xc02a_4287_58c2_9df5,
    SecondDerivative Tanh Precise unfused: 3.143 at 0xc02a_4287_58c2_9df5,
    SecondDerivative Sigmoid Fast unfused: 1.259 at 0x3ff3_a5e6_d64e_ea6f,
    SecondDerivative Sigmoid Precise unfused: 1.259 at 0x3ff3_a5e6_d64e_ea6f,
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
                (Quantity::SecondDerivative, _) => 5.0,
                (_, Accuracy::Precise) => 1.0,
                _ => 2.0,
            },
            (Measure::Ulp, _) => match self.accuracy {
                Accuracy::Precise => 0.6,
                _ => 4.0,
            },
            (Measure::Relative, _) => 1.0,
            (Measure::NearRoot, _) => 2.0,
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
                let has = |fused| BOUNDS.contains(&Bound { accuracy, fused, ..*bound });
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
