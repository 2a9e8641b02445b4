//! The kernels of the [`gelu`](https://docs.rs/gelu) crate: all its mathematics and all its
//! `unsafe` code. Use that crate; this one's interface follows its needs.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

pub mod bounds;
mod cache;
#[allow(clippy::approx_constant, reason = "fitted values are near constants, not meant to be them")]
mod coefficients;
#[allow(clippy::approx_constant, reason = "fitted values are near constants, not meant to be them")]
mod coefficients_f64;
#[allow(clippy::approx_constant, reason = "fitted values are near constants, not meant to be them")]
#[cfg_attr(not(feature = "half"), allow(dead_code, reason = "for the 16-bit formats"))]
mod coefficients_relaxed;
mod compensated;
mod exp2;
mod exp_f64;
mod format;
mod forms;
#[cfg_attr(not(feature = "half"), allow(dead_code, reason = "for its formats"))]
mod half;
#[cfg(feature = "std")]
mod helpers;
mod isa;
pub mod misrounded;
mod names;
mod operations;
mod pair;
mod slice;
mod vector;

pub use cache::last_level_cache;
pub use forms::Form;
#[cfg(feature = "std")]
pub use helpers::{Helper, with_helpers};
pub use isa::Isa;
pub use names::UnknownName;
pub use operations::{
    Accuracy, Element, Plan, backward, backward_inplace, derivative_inplace, forward, forward_inplace,
    forward_with_derivative, same_length, second_derivative_inplace,
};
#[cfg(feature = "yardstick")]
pub mod yardstick;
