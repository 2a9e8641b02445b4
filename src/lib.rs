//! GELU on CPUs, forward and backward: right for every input, vectorised, the same bits on every machine
//! with a fused multiply-add.
//!
//! ```
//! let mut x = [-6.0_f32, -0.5, 0.0, 1.0, f32::NEG_INFINITY];
//! gelu::gelu_inplace(&mut x); // about [-5.919526e-9, -0.15426877, 0.0, 0.8413448, -0.0]
//! assert!((x[0] / -5.919526e-9 - 1.0).abs() < 3e-7);
//! ```
//!
//! [`Gelu`] chooses the [`Form`], the [`Accuracy`], and where the work is done:
//!
//! ```
//! use gelu::{Accuracy, Form, Gelu};
//!
//! const GELU: Gelu = Gelu::new(Form::Tanh).accuracy(Accuracy::Precise).serial();
//!
//! let x = [-3.0_f32, 0.25, 7.0];
//! let mut y = [0.0; 3];
//! GELU.forward(&x, &mut y);
//! ```
//!
//! # What is computed
//!
//! | form | y |
//! |---|---|
//! | [`Form::Exact`] | x·Φ(x) = ½·x·erfc(−x/√2) |
//! | [`Form::Tanh`] | ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))) |
//! | [`Form::Sigmoid`] | x/(1 + e^(−1.702·x)) |
//!
//! with the constants as real numbers. Exact and tanh are from Hendrycks and Gimpel, *Gaussian Error
//! Linear Units*, <https://arxiv.org/abs/1606.08415>, which also gives the sigmoid form.
//!
//! # Types
//!
//! Buffers are of `f32`, `f64`, or, with the feature `half`, `half::f16` or `half::bf16`. The 16-bit formats are
//! computed in `f32` lanes, in `f64` lanes for [`Accuracy::Precise`], and rounded to nearest; buffers of their bits need no
//! copy:
//!
#![cfg_attr(feature = "half", doc = "```")]
#![cfg_attr(not(feature = "half"), doc = "```ignore")]
//! use half::bf16;
//! use half::slice::HalfBitsSliceExt;
//!
//! let mut bits: Vec<u16> = vec![0x3f80; 1000]; // 1.0
//! gelu::Gelu::new(gelu::Form::Exact).forward_inplace(bits.reinterpret_cast_mut::<bf16>());
//! assert_eq!(bits[999], bf16::from_f32(0.8413447).to_bits());
//! ```
//!
//! | accuracy | `f32` | `f64` | `f16`, `bf16` |
//! |---|---|---|---|
//! | [`Accuracy::Fast`] | 4 ulp | 2 ulp | [some results](misrounded) are the number next to the right one |
//! | [`Accuracy::Precise`] | 0.6 ulp | 1 ulp | correctly rounded |
//! | [`Accuracy::Relaxed`] | 2⁻¹² | as `Fast` | as `Fast` |
//!
//! These are promises for values; what is attained, also by the derivatives, is in [`bounds`] and [`misrounded`].
//!
//! # Backward
//!
//! GELU can't be inverted: a backward pass needs the x that went into the forward pass. Keep a copy of it
//! before a pass in place, or let [`Gelu::forward_with_derivative`] keep g'(x).
//!
//! # Every input
//!
//! The bounds of [`bounds`] hold for every input of `f32`, in the negative tail and down to subnormal results; those of
//! `f64`, of whose inputs only a sample can be tried, are the largest errors found. Further:
//!
//! - −∞ gives the value −0, and +∞ gives +∞;
//! - NaN gives a quiet NaN, whose sign and payload are not specified;
//! - the value has the sign of x, also where it is zero: a negative x never gives +0;
//! - the derivative is 1 at +∞ and a zero at −∞, the second derivative is a zero at both;
//! - no intermediate overflow reaches a result. Floating-point exception flags are not meaningful
//!   afterwards, and exceptions must be masked, as they are unless a program unmasks them.
//!
//! Floating-point operations must round to nearest even and keep subnormals, which is how every
//! thread starts; where a caller has switched on flush-to-zero, results that are subnormal are lost.
//!
//! # The same bits
//!
//! What an operation gives for an x depends on that x alone: not on the position in the slice, nor on the slice's
//! length and alignment, nor on threads, nor on whether the work is done in place. It is the same on every [`Isa`] with a fused
//! multiply-add, which [`Isa::is_fused`] tells. Those without have bits and bounds of their own. The value of
//! [`Gelu::forward_with_derivative`] may differ from that of [`Gelu::forward`] within the promise of the accuracy.
//!
//! # Threads
//!
//! With the `rayon` feature, a call on a large buffer is divided over the threads of the rayon pool that it is
//! made in: that of `ThreadPool::install`, else the global one. That is done from 256 KiB of `f32` on (65536
//! elements, a fraction of a usual second-level cache and some 30 to 50 µs of work; half of that with
//! [`Accuracy::Precise`]): where the threads of the pool sleep, as long as it takes to wake one. What is smaller stays on
//! the calling thread. A task takes at least 16 KiB of each
//! buffer, half of a usual first-level cache, and at most 256 KiB, an eighth of a thread's share between
//! (half of that with [`Accuracy::Precise`]; the last task of a row up to twice as much). It begins at a cache
//! line of the buffer that is written to, the first excepted, and where it consists of several rows of a
//! [view](Rows), as far as their stride allows. [`Gelu::grain`] sets the elements of a task instead, and
//! [`Gelu::serial`] never leaves the calling thread.
//!
//! The calling thread works, too, and waits for no other but to end the task that it is at: where all others are
//! busy, as in a parallel loop, it does everything. Nothing depends on how the work was divided but time. In a
//! pool of one thread, or where the global pool can't be built, nothing is divided, nor in a process that was
//! forked after it was used.
//!
//! Out of place, if all buffers together are larger than the last-level cache, rows of more than 8 KiB (of all
//! buffers) go past the caches where the processor tells the size of these (x86 with [`Isa::Avx2`] or
//! [`Isa::Avx512`], and `std`).
//!
//! # Speed
//!
//! Nothing allocates but the one look at the environment, the pool's threads, and a call that is divided, and time does not depend on the data, with one
//! exception. Many processors, Intel's among them, leave operations with subnormal operands or results to
//! microcode. There a vector takes ten to eighty times as long with [`Accuracy::Fast`] if something is
//! subnormal in one of its lanes: x, the result or an intermediate value where the result is about to
//! vanish (|x| from 13.1 to 14.6 in the exact form, from 10.0 to 11.2 in the tanh form, from 53 to 68 in
//! the sigmoid form, and some short intervals beyond), or, but for the sigmoid form, the rounding error of
//! x² (nonzero |x| below about 10⁻¹⁴). [`Accuracy::Precise`] computes in `f64` and has no such exception on
//! the processors that were measured. Figures are in the README.
//!
//! # Features
//!
//! - `std` (default): chooses the instruction set at run time, and reads the environment variable
//!   `GELU_ISA` once, which sets that choice (see [`Isa::detect`]). Without it the crate is `no_std`
//!   and uses what the compilation target guarantees.
//! - `half` (default): the element types `half::f16` and `half::bf16`.
//! - `rayon` (default): divides large buffers over all cores; without it, every call is serial.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod gelu;
#[cfg_attr(not(feature = "rayon"), allow(dead_code, reason = "tasks are made by it"))]
mod parallel;
#[cfg_attr(not(feature = "rayon"), allow(dead_code, reason = "tasks are made by it"))]
mod rows;
pub mod scalar;

pub use gelu::{Gelu, UnsupportedIsa};
pub use gelu_kernels::{Accuracy, Element, Form, Isa, UnknownName, bounds, misrounded};
pub use rows::{InvalidRows, Rows, Slice};

/// x·Φ(x) for every element, in place: the exact form, [`Accuracy::Fast`].
///
/// Its bound stands in [`bounds`]; special values are those of the [crate](crate#every-input).
/// GELU can't be inverted: whoever needs x again, for the gradient say, must keep a copy.
///
/// The same as `Gelu::new(Form::Exact).forward_inplace(x)`.
#[inline]
pub fn gelu_inplace(x: &mut [f32]) {
    Gelu::new(Form::Exact).forward_inplace(x);
}

/// ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))) for every element, in place: the tanh form,
/// [`Accuracy::Fast`].
///
/// Its bound stands in [`bounds`]; special values are those of the [crate](crate#every-input).
/// GELU can't be inverted: whoever needs x again, for the gradient say, must keep a copy.
///
/// The same as `Gelu::new(Form::Tanh).forward_inplace(x)`.
#[inline]
pub fn gelu_tanh_inplace(x: &mut [f32]) {
    Gelu::new(Form::Tanh).forward_inplace(x);
}

/// grad ← g'(x)·grad for every element, with g'(x) = Φ(x) + x·φ(x): the gradient of the exact form,
/// [`Accuracy::Fast`].
///
/// `x` is what went into the forward pass, not what came out of it: a pass in place must keep a copy, or
/// the derivative of [`Gelu::forward_with_derivative`].
///
/// The same as `Gelu::new(Form::Exact).backward_inplace(x, grad)`.
///
/// # Panics
/// If `x` and `grad` differ in length, before anything is written.
#[inline]
#[track_caller]
pub fn gelu_backward_inplace(x: &[f32], grad: &mut [f32]) {
    Gelu::new(Form::Exact).backward_inplace(x, grad);
}

/// grad ← g'(x)·grad for every element, with g the tanh form, [`Accuracy::Fast`].
///
/// `x` is what went into the forward pass, not what came out of it: a pass in place must keep a copy, or
/// the derivative of [`Gelu::forward_with_derivative`].
///
/// The same as `Gelu::new(Form::Tanh).backward_inplace(x, grad)`.
///
/// # Panics
/// If `x` and `grad` differ in length, before anything is written.
#[inline]
#[track_caller]
pub fn gelu_tanh_backward_inplace(x: &[f32], grad: &mut [f32]) {
    Gelu::new(Form::Tanh).backward_inplace(x, grad);
}

/// Compiles what the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
