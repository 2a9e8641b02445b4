//! The textbook formulas, one value at a time, on `libm`: the baseline to compare with.
//!
//! These are what engines compute today. They lose the negative tail (0 below about −5.5, NaN at
//! −∞), and take 10 to 30 ns an element. Use them to see what the rest of the crate is worth. For one accurate
//! value, `gelu_inplace(core::slice::from_mut(&mut x))` takes some 20 ns.

use core::f32::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use crate::Form;

const SQRT_2_OVER_PI: f32 = FRAC_2_SQRT_PI * FRAC_1_SQRT_2;

/// ½·x·(1 + erf(x/√2)).
pub fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + libm::erff(x * FRAC_1_SQRT_2))
}

/// ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))).
pub fn gelu_tanh(x: f32) -> f32 {
    0.5 * x * (1.0 + libm::tanhf(SQRT_2_OVER_PI * (x + 0.044715 * x * x * x)))
}

/// x/(1 + e^(−1.702·x)).
pub fn gelu_sigmoid(x: f32) -> f32 {
    x / (1.0 + libm::expf(-1.702 * x))
}

/// g' of the exact form: Φ(x) + x·φ(x).
pub fn gelu_derivative(x: f32) -> f32 {
    0.5 * (1.0 + libm::erff(x * FRAC_1_SQRT_2)) + 0.5 * SQRT_2_OVER_PI * x * libm::expf(-0.5 * x * x)
}

/// g' of the tanh form: ½·(1 + t) + ½·x·(1 − t²)·√(2/π)·(1 + 3·0.044715·x²), with the t of the value.
pub fn gelu_tanh_derivative(x: f32) -> f32 {
    let t = libm::tanhf(SQRT_2_OVER_PI * (x + 0.044715 * x * x * x));
    0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * SQRT_2_OVER_PI * (1.0 + 3.0 * 0.044715 * x * x)
}

/// g' of the sigmoid form: s + 1.702·x·s·(1 − s) with s = 1/(1 + e^(−1.702·x)).
pub fn gelu_sigmoid_derivative(x: f32) -> f32 {
    let s = 1.0 / (1.0 + libm::expf(-1.702 * x));
    s + 1.702 * x * s * (1.0 - s)
}

/// The derivative of one of the three, for every element in place.
pub fn derivative_inplace(form: Form, x: &mut [f32]) {
    let derivative = match form {
        Form::Exact => gelu_derivative,
        Form::Tanh => gelu_tanh_derivative,
        Form::Sigmoid => gelu_sigmoid_derivative,
    };
    for x in x {
        *x = derivative(*x);
    }
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
