//! The kernels of the [`gelu`](https://docs.rs/gelu) crate: all its mathematics and all its
//! `unsafe` code. Use that crate; this one's interface follows its needs.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

pub mod bounds;
#[allow(clippy::approx_constant, reason = "fitted values are near constants, not meant to be them")]
mod coefficients;
mod exp2;
mod forms;
mod forward;
mod isa;
mod names;
mod pair;

mod slice;
mod vector;

pub use forms::Form;
pub use forward::{Accuracy, forward, forward_inplace};
pub use isa::Isa;
pub use names::UnknownName;
#[cfg(feature = "yardstick")]
pub mod yardstick;
