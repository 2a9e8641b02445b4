//! From a pointer and some numbers to a slice: everything about it that can be checked.

use std::ops::Range;
use std::ptr::NonNull;

use gelu::{Element, Rows};

use crate::Status;

/// So many rows of so many elements.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) row: usize,
}

/// Rows of elements in memory. The pointer is aligned, and dangling only where there are no elements.
pub(crate) struct Matrix<T> {
    start: *mut T,
    stride: usize,
    shape: Shape,
    /// The elements from the first to the last, those between rows included.
    extent: usize,
}

impl<T: Element> Matrix<T> {
    /// `n` elements.
    pub(crate) fn contiguous(start: *const T, n: usize) -> Result<Self, Status> {
        Self::new(start, n, Shape { rows: 1, row: n })
    }

    /// Rows of which each begins `stride` elements after the one before. Where there are no elements, the
    /// pointer doesn't matter.
    pub(crate) fn new(start: *const T, stride: usize, shape: Shape) -> Result<Self, Status> {
        let Shape { rows, row } = shape;
        if stride < row {
            return Err(Status::STRIDE);
        }
        if rows == 0 || row == 0 {
            return Ok(Self { start: NonNull::dangling().as_ptr(), stride, shape, extent: 0 });
        }
        let before = (rows - 1).checked_mul(stride).ok_or(Status::OVERFLOW)?;
        let extent = before.checked_add(row).ok_or(Status::OVERFLOW)?;
        if start.is_null() {
            return Err(Status::NULL);
        }
        if !start.is_aligned() {
            return Err(Status::MISALIGNED);
        }
        // No object is larger than `isize::MAX`, and none reaches beyond the last address.
        let bytes = extent.checked_mul(size_of::<T>()).filter(|bytes| isize::try_from(*bytes).is_ok());
        if bytes.and_then(|bytes| start.addr().checked_add(bytes)).is_none() {
            return Err(Status::OVERFLOW);
        }
        Ok(Self { start: start.cast_mut(), stride, shape, extent })
    }

    /// Whether every element lies where the same element of the other lies.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.start == other.start && (self.stride == other.stride || self.shape.rows <= 1)
    }

    /// An error if some of the others overlaps this one. What lies between rows counts.
    pub(crate) fn disjoint_from(&self, others: &[&Self]) -> Result<(), Status> {
        let own = self.addresses();
        let overlaps = others.iter().map(|other| other.addresses()).any(|other| {
            !own.is_empty() && !other.is_empty() && own.start < other.end && other.start < own.end
        });
        if overlaps { Err(Status::OVERLAP) } else { Ok(()) }
    }

    fn addresses(&self) -> Range<usize> {
        let start = self.start.addr();
        start..start + self.extent * size_of::<T>()
    }

    /// # Safety
    /// The elements are valid for reading, and nobody writes to them, while the view is in use.
    pub(crate) unsafe fn view<'a>(&self) -> Rows<&'a [T]> {
        // SAFETY: the caller vouches for it.
        Rows::new(unsafe { self.slice() }, self.shape.rows, self.shape.row, self.stride)
    }

    /// # Safety
    /// The elements are valid for reading and writing, and nobody else touches them, while the view is in use.
    pub(crate) unsafe fn view_mut<'a>(&self) -> Rows<&'a mut [T]> {
        // SAFETY: the caller vouches for it.
        Rows::new(unsafe { self.slice_mut() }, self.shape.rows, self.shape.row, self.stride)
    }

    /// All elements from the first to the last.
    ///
    /// # Safety
    /// As for `view`.
    pub(crate) unsafe fn slice<'a>(&self) -> &'a [T] {
        // SAFETY: `new` has checked the pointer and the length; the caller vouches for what is there.
        unsafe { std::slice::from_raw_parts(self.start, self.extent) }
    }

    /// All elements from the first to the last.
    ///
    /// # Safety
    /// As for `view_mut`.
    pub(crate) unsafe fn slice_mut<'a>(&self) -> &'a mut [T] {
        // SAFETY: as in `slice`.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.extent) }
    }
}
