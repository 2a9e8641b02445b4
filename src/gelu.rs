//! `Gelu`: what a call computes, and where.

use core::fmt;
use core::num::NonZeroUsize;

use gelu_kernels::{self as kernels, Plan, same_length};

use crate::bounds::{Bound, Quantity};
use crate::parallel::{self, Buffers};
use crate::rows::Rows;
use crate::{Accuracy, Element, Form, Isa};

/// One GELU: its form, its accuracy, and where it is computed.
///
/// A small value to copy around; it can be a constant.
///
/// ```
/// use gelu::{Accuracy, Form, Gelu};
///
/// const GELU: Gelu = Gelu::new(Form::Exact).accuracy(Accuracy::Precise);
/// let mut x = vec![-6.0_f32; 1000];
/// GELU.forward_inplace(&mut x);
/// assert_eq!(x[999], -5.9195258e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Gelu {
    form: Form,
    accuracy: Accuracy,
    serial: bool,
    /// `None`: what `grain` says of the element type and the accuracy.
    grain: Option<NonZeroUsize>,
    /// `None`: what `Isa::detect` says at the time of the call.
    isa: Option<Isa>,
}

impl Gelu {
    /// This form, [`Accuracy::Fast`], with the best instruction set.
    pub const fn new(form: Form) -> Self {
        Self { form, accuracy: Accuracy::Fast, serial: false, grain: None, isa: None }
    }

    /// The same with another accuracy.
    pub const fn accuracy(self, accuracy: Accuracy) -> Self {
        Self { accuracy, ..self }
    }

    /// The same, never leaving the calling thread: for callers that have threads of their own.
    pub const fn serial(self) -> Self {
        Self { serial: true, ..self }
    }

    /// The same with tasks of about so many elements for the threads of a pool, instead of
    /// [the default](crate#threads). What is shorter than two tasks stays on the calling thread.
    ///
    /// Without the `rayon` feature, or after [`serial`](Gelu::serial), it changes nothing.
    ///
    /// # Panics
    /// If `elements` is 0.
    #[track_caller]
    pub const fn grain(self, elements: usize) -> Self {
        let grain = NonZeroUsize::new(elements);
        assert!(grain.is_some(), "a grain has at least one element");
        Self { grain, ..self }
    }

    /// The same with this instruction set instead of [`Isa::detect`]'s.
    ///
    /// # Errors
    /// If the processor doesn't have it; the error lists those that it has.
    pub fn isa(self, isa: Isa) -> Result<Self, UnsupportedIsa> {
        if isa.is_available() { Ok(Self { isa: Some(isa), ..self }) } else { Err(UnsupportedIsa { isa }) }
    }

    /// How far a result can be from the true value, and where, with the instruction set that a call
    /// would use: one bound for each measure that applies. None for the 16-bit formats, whose results
    /// [`misrounded`](crate::misrounded) counts.
    ///
    /// ```
    /// use gelu::{Form, Gelu, bounds::Quantity};
    ///
    /// let bound = Gelu::new(Form::Exact).bounds::<f32>(Quantity::Value).next().expect("one in ulp");
    /// assert!(bound.error <= 4.0);
    /// ```
    pub fn bounds<T: Element>(&self, quantity: Quantity) -> impl Iterator<Item = &'static Bound> {
        Bound::of(T::TYPE, quantity, self.form, self.accuracy, self.chosen_isa().is_fused())
    }

    /// x ← g(x) for every element of `x`, with g this form of GELU.
    ///
    /// Errors are within [`bounds`](Gelu::bounds); special values are those of the
    /// [crate](crate#every-input). An empty slice is fine.
    ///
    /// GELU can't be inverted: whoever needs x again, for the gradient say, must keep a copy. Large buffers are divided
    /// over [threads](crate#threads), here and in all other methods.
    #[inline]
    pub fn forward_inplace<T: Element>(&self, x: &mut [T]) {
        self.forward_rows_inplace(Rows::whole(x));
    }

    /// y ← g(x) for every element of `x`, with g this form of GELU.
    ///
    /// Errors are within [`bounds`](Gelu::bounds); special values are those of the
    /// [crate](crate#every-input). Empty slices are fine.
    ///
    /// # Panics
    /// If `x` and `y` differ in length, before anything is written.
    #[inline]
    #[track_caller]
    pub fn forward<T: Element>(&self, x: &[T], y: &mut [T]) {
        same_length(x.len(), &[("y", y.len())]);
        self.forward_rows(Rows::whole(x), Rows::whole(y));
    }

    /// grad ← g'(x)·grad for every element: the gradient passes backward through y = g(x).
    ///
    /// `x` is what went into the forward pass, not what came out of it.
    ///
    /// The error is that of g'(x), within [`bounds`](Gelu::bounds), times grad, and that of rounding the product, half an
    /// ulp. With [`Accuracy::Precise`], `f32` and the 16-bit formats multiply before they round (`bf16` by way of
    /// `f32`), else g'(x) is rounded before. Where g'(x) is subnormal, that is half of the smallest subnormal number, times
    /// grad: where g'(x) rounds to 0, so may the product with any finite grad. Where grad is 1, the result is that of
    /// [`derivative_inplace`](Gelu::derivative_inplace).
    ///
    /// # Panics
    /// If `x` and `grad` differ in length, before anything is written.
    #[inline]
    #[track_caller]
    pub fn backward_inplace<T: Element>(&self, x: &[T], grad: &mut [T]) {
        same_length(x.len(), &[("grad", grad.len())]);
        self.backward_rows_inplace(Rows::whole(x), Rows::whole(grad));
    }

    /// dx ← g'(x)·dy for every element: [`backward_inplace`](Gelu::backward_inplace) out of place.
    ///
    /// # Panics
    /// If `x`, `dy` and `dx` are not of one length, before anything is written.
    #[inline]
    #[track_caller]
    pub fn backward<T: Element>(&self, x: &[T], dy: &[T], dx: &mut [T]) {
        same_length(x.len(), &[("dy", dy.len()), ("dx", dx.len())]);
        self.backward_rows(Rows::whole(x), Rows::whole(dy), Rows::whole(dx));
    }

    /// x ← g'(x) for every element of `x`.
    ///
    /// Errors are within [`bounds`](Gelu::bounds), next to the root of g' at x ≈ −0.75, too. −∞ gives a
    /// zero, +∞ gives 1, NaN gives NaN; every finite x gives a finite value.
    #[inline]
    pub fn derivative_inplace<T: Element>(&self, x: &mut [T]) {
        self.run::<T, _>(Rows::whole(x), IN_PLACE, kernels::derivative_inplace);
    }

    /// x ← g''(x) for every element of `x`, for a second backward pass.
    ///
    /// Errors are within [`bounds`](Gelu::bounds), next to the roots of g'' at x ≈ ±1.41, too. ±∞ gives a
    /// zero, NaN gives NaN; every finite x gives a finite value. `Fast` and `Precise` are the same for
    /// `f32` and `f64`.
    #[inline]
    pub fn second_derivative_inplace<T: Element>(&self, x: &mut [T]) {
        self.run::<T, _>(Rows::whole(x), IN_PLACE, kernels::second_derivative_inplace);
    }

    /// d ← g'(x), then x ← g(x), for every element, sharing the work.
    ///
    /// GELU can't be inverted; this keeps what a backward pass needs of an x that is overwritten:
    /// grad ← d·grad. d is what [`derivative_inplace`](Gelu::derivative_inplace) gives. The value is what
    /// [`forward_inplace`](Gelu::forward_inplace) gives, but in some cases, where it may differ within the same promise:
    /// the exact form with [`Accuracy::Precise`], `f64`, and, in the tanh and the sigmoid form, [`Accuracy::Fast`] and
    /// [`Accuracy::Relaxed`].
    ///
    /// # Panics
    /// If `x` and `d` differ in length, before anything is written.
    #[inline]
    #[track_caller]
    pub fn forward_with_derivative<T: Element>(&self, x: &mut [T], d: &mut [T]) {
        same_length(x.len(), &[("d", d.len())]);
        self.run::<T, _>((Rows::whole(x), Rows::whole(d)), IN_PLACE, |plan, (x, d)| {
            kernels::forward_with_derivative(plan, x, d);
        });
    }

    /// [`forward_inplace`](Gelu::forward_inplace) for every row of a view.
    #[inline]
    pub fn forward_rows_inplace<T: Element>(&self, x: Rows<&mut [T]>) {
        self.run::<T, _>(x, IN_PLACE, kernels::forward_inplace);
    }

    /// [`forward`](Gelu::forward) for every row of a view; the strides may differ.
    ///
    /// # Panics
    /// If `x` and `y` don't have as many rows of as many elements, before anything is written.
    #[inline]
    #[track_caller]
    pub fn forward_rows<T: Element>(&self, x: Rows<&[T]>, y: Rows<&mut [T]>) {
        same_shape(x.shape(), &[("y", y.shape())]);
        self.run::<T, _>((x, y), OUT_OF_PLACE, |plan, (x, y)| kernels::forward(plan, x, y));
    }

    /// [`backward_inplace`](Gelu::backward_inplace) for every row of a view; the strides may differ.
    ///
    /// # Panics
    /// If `x` and `grad` don't have as many rows of as many elements, before anything is written.
    #[inline]
    #[track_caller]
    pub fn backward_rows_inplace<T: Element>(&self, x: Rows<&[T]>, grad: Rows<&mut [T]>) {
        same_shape(x.shape(), &[("grad", grad.shape())]);
        self.run::<T, _>((x, grad), IN_PLACE, |plan, (x, grad)| kernels::backward_inplace(plan, x, grad));
    }

    /// [`backward`](Gelu::backward) for every row of a view; the strides may differ.
    ///
    /// # Panics
    /// If `x`, `dy` and `dx` don't have as many rows of as many elements, before anything is written.
    #[inline]
    #[track_caller]
    pub fn backward_rows<T: Element>(&self, x: Rows<&[T]>, dy: Rows<&[T]>, dx: Rows<&mut [T]>) {
        same_shape(x.shape(), &[("dy", dy.shape()), ("dx", dx.shape())]);
        self.run::<T, _>((x, (dy, dx)), OUT_OF_PLACE, |plan, (x, (dy, dx))| {
            kernels::backward(plan, x, dy, dx);
        });
    }

    /// Does the work to every row, divided over threads where that pays.
    #[inline]
    fn run<T: Element, B: Buffers + Send>(
        &self,
        buffers: B,
        out_of_place: bool,
        work: impl Fn(Plan, B::Row) + Sync,
    ) {
        if buffers.shape().1 == 0 {
            return;
        }
        let buffers = if buffers.is_contiguous() { buffers.joined() } else { buffers };
        let (rows, row) = buffers.shape();
        let (elements, bytes) =
            (rows * row, |elements: usize| elements.saturating_mul(B::COUNT * size_of::<T>()));
        let plan = Plan {
            isa: self.chosen_isa(),
            form: self.form,
            accuracy: self.accuracy,
            stream: out_of_place
                && bytes(row) > parallel::STREAMED_ROW
                && bytes(elements) > kernels::last_level_cache(),
        };
        let work = |row| work(plan, row);
        #[cfg(feature = "rayon")]
        if !self.serial
            && let Some(grain) = parallel::grain::<T>(self.grain, self.accuracy, elements)
        {
            return parallel::parallel(buffers, grain, work);
        }
        parallel::serial(buffers, work);
    }

    #[inline]
    fn chosen_isa(&self) -> Isa {
        self.isa.unwrap_or_else(Isa::detect)
    }
}

const IN_PLACE: bool = false;
const OUT_OF_PLACE: bool = true;

/// Panics unless all shapes, rows and elements in each, are that of `x`.
#[track_caller]
fn same_shape(x: (usize, usize), others: &[(&str, (usize, usize))]) {
    for &(name, shape) in others {
        let ((x_rows, x_row), (rows, row)) = (x, shape);
        assert!(x == shape, "x has {x_rows} rows of {x_row} elements, but {name} has {rows} of {row}");
    }
}

/// The error of [`Gelu::isa`]: the processor doesn't have that instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedIsa {
    isa: Isa,
}

impl UnsupportedIsa {
    /// The instruction set that was asked for.
    pub const fn isa(&self) -> Isa {
        self.isa
    }
}

impl fmt::Display for UnsupportedIsa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the instruction set {} is not available here; available:", self.isa)?;
        Isa::available().try_for_each(|isa| write!(f, " {isa}"))
    }
}

impl core::error::Error for UnsupportedIsa {}
