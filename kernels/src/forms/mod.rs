//! The forms of GELU: the list, and what each has to provide.

mod exact;
mod logistic;
mod sigmoid;
mod tanh;

use crate::names::named_enum;
use crate::vector::{Single, Vector};

/// One form of GELU in the arithmetic of either accuracy. Implementations must be
/// `#[inline(always)]`, and treat all lanes alike.
pub(crate) trait Formula: Copy {
    /// g(x) to 4 ulp, in `f32` lanes with a fused multiply-add.
    fn fast<V: Single>(x: V) -> V;

    /// g(x) to 0.6 ulp of `f32` once it is rounded, in `f64` lanes that hold `f32` values.
    fn precise<V: Vector<Scalar = f64>>(x: V) -> V;
}

/// What can be done with any formula: `Form::visit` calls it with that of the form.
pub(crate) trait Visitor {
    fn visit<F: Formula>(self, formula: F);
}

/// From one list of forms: the enumeration, and the formula of each.
macro_rules! forms {
    ($($(#[$doc:meta])* $variant:ident = $name:literal $([$alias:literal])?, $formula:path;)*) => {
        named_enum! {
            /// Which function of x is meant by GELU.
            Form, "form" { $($(#[$doc])* $variant = $name $([$alias])?,)* }
        }

        impl Form {
            pub(crate) fn visit(self, visitor: impl Visitor) {
                match self { $(Self::$variant => visitor.visit($formula),)* }
            }
        }
    };
}

forms! {
    /// x·Φ(x), with the normal distribution function Φ(x) = ½·erfc(−x/√2). In text: `exact`;
    /// PyTorch's `none` is understood.
    Exact = "exact" ["none"], exact::Exact;
    /// ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))). In text: `tanh`.
    Tanh = "tanh", tanh::Tanh;
    /// x/(1 + e^(−1.702·x)). In text: `sigmoid`.
    Sigmoid = "sigmoid", sigmoid::Sigmoid;
}
