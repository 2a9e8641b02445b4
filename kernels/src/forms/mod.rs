//! The forms of GELU: the list, and what each has to provide.

pub(crate) mod double;
mod exact;
mod exact_f64;
mod logistic;
mod logistic_f64;
#[cfg_attr(not(feature = "half"), allow(dead_code, reason = "for the 16-bit formats"))]
mod relaxed;
mod sigmoid;
mod sigmoid_f64;
mod tanh;
mod tanh_f64;

#[cfg(feature = "half")]
pub(crate) use relaxed::{ForBf16, ForF16};
pub(crate) use relaxed::{ForF32, Level, Relaxed};

use crate::names::named_enum;
use crate::vector::{Single, Vector};
pub(crate) use double::DoubleFormula;

/// One form of GELU and its derivatives, in the arithmetic of either accuracy: `fast` to 4 ulp in `f32`
/// lanes, `precise` to 0.6 ulp of `f32`, once it is rounded, in `f64` lanes that hold `f32` values.
///
/// What each attains over all inputs, and where, is in `bounds.rs`; how the coefficients are made, in
/// `coefficients/`. Implementations must be `#[inline(always)]`, and treat all lanes alike. The functions
/// in `f32` lanes, but for `fast`, may rely on a fused multiply-add.
pub(crate) trait Formula: Relaxed + DoubleFormula {
    /// g(x).
    fn fast<V: Single>(x: V) -> V;
    /// g(x).
    fn precise<D: Vector<Scalar = f64>>(x: D) -> D;
    /// g'(x).
    fn fast_derivative<V: Single>(x: V) -> V;
    /// g'(x).
    fn precise_derivative<D: Vector<Scalar = f64>>(x: D) -> D;
    /// g(x) and g'(x).
    fn fast_both<V: Single>(x: V) -> [V; 2];
    /// g(x) and g'(x).
    fn precise_both<D: Vector<Scalar = f64>>(x: D) -> [D; 2];
    /// g''(x), to 0.6 ulp: it is for both accuracies.
    fn second_derivative<D: Vector<Scalar = f64>>(x: D) -> D;
}

/// g'(x) from the factors of g'(−a): p·q for x < 0, 1 − p·q for x > 0, rounded once either way.
#[inline(always)]
fn finish_derivative<V: Vector>(x: V, p: V, q: V) -> V
where
    V::Scalar: From<f32>,
{
    let constant = |c: f32| V::Scalar::from(c);
    let base = x.by_sign(x.splat(constant(0.0)), x.splat(constant(1.0)));
    p.neg_mul_add(q.xor(x.and(x.splat(constant(-0.0)))), base)
}

/// What can be done with any formula: `Form::visit` calls it with that of the form.
pub(crate) trait Visitor {
    fn visit<F: Formula>(self);
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
                match self { $(Self::$variant => visitor.visit::<$formula>(),)* }
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
