//! The textbook formulas, one value at a time, on `libm`: the baseline to compare with.
//!
//! These are what engines compute today. They lose the negative tail (0 below about −5.5, NaN at
//! −∞), and take 10 to 30 ns an element. Use them to see what the rest of the crate is worth.

use crate::Form;

/// ½·x·(1 + erf(x/√2)).
pub fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + libm::erff(x * core::f32::consts::FRAC_1_SQRT_2))
}

/// ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))).
pub fn gelu_tanh(x: f32) -> f32 {
    const SQRT_2_OVER_PI: f32 = core::f32::consts::FRAC_2_SQRT_PI * core::f32::consts::FRAC_1_SQRT_2;
    0.5 * x * (1.0 + libm::tanhf(SQRT_2_OVER_PI * (x + 0.044715 * x * x * x)))
}

/// x/(1 + e^(−1.702·x)).
pub fn gelu_sigmoid(x: f32) -> f32 {
    x / (1.0 + libm::expf(-1.702 * x))
}

/// One of the three, for every element in place.
pub fn forward_inplace(form: Form, x: &mut [f32]) {
    let value = match form {
        Form::Exact => gelu,
        Form::Tanh => gelu_tanh,
        Form::Sigmoid => gelu_sigmoid,
    };
    for x in x {
        *x = value(*x);
    }
}
