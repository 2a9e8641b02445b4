//! The kernels of the [`gelu`](https://docs.rs/gelu) crate: all its mathematics and all its
//! `unsafe` code. Use that crate; this one's interface follows its needs.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

pub mod bounds;
mod cache;
#[allow(clippy::approx_constant, reason = "fitted values are near constants, not meant to be them")]
mod coefficients;
mod exp2;
mod format;
mod forms;
mod half;
#[cfg(feature = "std")]
mod helpers;
mod isa;
mod names;
mod operations;
mod pair;
#[allow(clippy::approx_constant, reason = "fitted values are near constants, not meant to be them")]
mod relaxed_coefficients;
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
