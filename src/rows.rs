//! Two-dimensional views: rows of equal length at equal distances in a slice.

use core::fmt;

use crate::parallel::Buffers;

/// Rows of equal length at equal distances in a slice, `&[T]` or `&mut [T]`: what engines hand over for a
/// matrix with padding, or for some columns of a wider one.
///
/// The elements of a row are contiguous. What lies between two rows is neither read nor written.
///
/// ```
/// use gelu::{Form, Gelu, Rows};
///
/// // Three rows of 5 elements, 8 apart: 2 · 8 + 5 elements are enough.
/// let mut x = vec![1.0_f32; 21];
/// Gelu::new(Form::Exact).forward_rows_inplace(Rows::new(&mut x[..], 3, 5, 8));
/// assert!((x[4] - 0.841345).abs() < 1e-6); // the last of the first row
/// assert_eq!((x[5], x[8]), (1.0, x[4])); // a number between the rows, and the first of the second row
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<S> {
    data: S,
    rows: usize,
    row: usize,
    stride: usize,
}

impl<S: Slice> Rows<S> {
    /// `rows` rows of `row` elements, the first at the start of `data`, each `stride` elements after the one
    /// before.
    ///
    /// # Panics
    /// If `stride` is below `row` or `data` too short for the last row.
    #[track_caller]
    pub fn new(data: S, rows: usize, row: usize, stride: usize) -> Self {
        match Self::try_new(data, rows, row, stride) {
            Ok(view) => view,
            Err(error) => panic!("{error}"),
        }
    }

    /// The same as [`new`](Rows::new), with an error where that panics.
    ///
    /// # Errors
    /// If `stride` is below `row` or `data` too short for the last row.
    pub fn try_new(data: S, rows: usize, row: usize, stride: usize) -> Result<Self, InvalidRows> {
        let length = data.len();
        let needed = match rows.checked_sub(1) {
            Some(before) if row > 0 => before.checked_mul(stride).and_then(|start| start.checked_add(row)),
            _ => Some(0),
        };
        if stride < row || needed.is_none_or(|needed| needed > length) {
            return Err(InvalidRows { rows, row, stride, length });
        }
        Ok(Self { data, rows, row, stride })
    }

    /// A whole slice as one row.
    #[inline]
    pub(crate) fn whole(data: S) -> Self {
        let length = data.len();
        Self { data, rows: 1, row: length, stride: length }
    }
}

impl<S: Slice> Buffers for Rows<S> {
    type Row = S;
    const COUNT: usize = 1;

    #[inline]
    fn shape(&self) -> (usize, usize) {
        (self.rows, self.row)
    }
    #[inline]
    fn is_contiguous(&self) -> bool {
        self.stride == self.row || self.rows <= 1
    }
    #[inline]
    fn joined(self) -> Self {
        let elements = self.rows * self.row;
        Self { data: self.data.split_at(elements).0, rows: 1, row: elements, stride: elements }
    }
    #[inline]
    fn split_rows(self, rows: usize) -> (Self, Self) {
        let end = rows.saturating_mul(self.stride).min(self.data.len());
        let (first, rest) = self.data.split_at(end);
        (Self { data: first, rows, ..self }, Self { data: rest, rows: self.rows - rows, ..self })
    }
    #[inline]
    fn split_row(self, elements: usize) -> (Self, Self) {
        let (first, rest) = self.data.split_at(elements);
        let view = |data, row| Self { data, rows: 1, row, stride: row };
        (view(first, elements), view(rest, self.row - elements))
    }
    #[inline]
    fn unaligned(&self, bytes: usize) -> usize {
        self.data.align_offset(bytes)
    }
    #[inline]
    fn stride_bytes(&self) -> usize {
        self.stride.saturating_mul(size_of::<S::Element>())
    }
    #[inline]
    fn next_row(&mut self) -> Option<S> {
        self.rows = self.rows.checked_sub(1)?;
        let (row, stride) = (self.row, self.stride);
        let (head, rest) = core::mem::take(&mut self.data).split_at(row);
        // After the last row there may be less than a stride.
        let gap = (stride - row).min(rest.len());
        self.data = rest.split_at(gap).1;
        Some(head)
    }
}

/// A slice that [`Rows`] can divide: `&[T]` and `&mut [T]`.
#[expect(private_bounds, reason = "it is sealed")]
pub trait Slice: Divide {}

/// What dividing takes.
pub(crate) trait Divide: Default {
    type Element;
    fn len(&self) -> usize;
    fn align_offset(&self, bytes: usize) -> usize;
    fn split_at(self, middle: usize) -> (Self, Self);
}

macro_rules! slice {
    ($($slice:ty: $split_at:ident),*) => {$(
        impl<T> Slice for $slice {}

        impl<T> Divide for $slice {
            type Element = T;
            #[inline]
            fn len(&self) -> usize {
                (**self).len()
            }
            #[inline]
            fn align_offset(&self, bytes: usize) -> usize {
                self.as_ptr().align_offset(bytes)
            }
            #[inline]
            fn split_at(self, middle: usize) -> (Self, Self) {
                self.$split_at(middle)
            }
        }
    )*};
}
slice!(&[T]: split_at, &mut [T]: split_at_mut);

/// The error of [`Rows::try_new`]: no such rows lie in the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidRows {
    rows: usize,
    row: usize,
    stride: usize,
    length: usize,
}

impl fmt::Display for InvalidRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, row, stride, length } = self;
        if stride < row {
            write!(f, "rows of {row} elements overlap with a stride of {stride}")
        } else {
            write!(f, "{rows} rows of {row} elements, {stride} apart, don't fit into {length} elements")
        }
    }
}

impl core::error::Error for InvalidRows {}
