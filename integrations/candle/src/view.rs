//! Layouts of candle as rows at equal distances, or copied into one.

use std::borrow::Cow;

use candle_core::Layout;
use gelu::Rows;

/// The number of elements along an axis, and their distance.
pub(crate) type Axis = (usize, usize);

/// Rows that are shorter are copied: what a row takes besides its elements is as much as the copying of so many.
const SHORTEST_ROW: usize = 32;

/// The elements of a tensor in their order, as rows.
pub(crate) struct View<'a, T: Clone> {
    pub(crate) data: Cow<'a, [T]>,
    pub(crate) rows: usize,
    pub(crate) row: usize,
    pub(crate) stride: usize,
}

impl<'a, T: Copy> View<'a, T> {
    pub(crate) fn new(storage: &'a [T], layout: &Layout) -> Self {
        let elements = layout.shape().elem_count();
        if elements == 0 {
            return Self { data: Cow::Borrowed(&[]), rows: 1, row: 0, stride: 0 };
        }
        let data = &storage[layout.start_offset()..];
        let axes = joined(layout.dims().iter().copied().zip(layout.stride().iter().copied()));
        match rows_of(&axes) {
            Some((rows, row, stride)) => Self { data: Cow::Borrowed(data), rows, row, stride },
            None => {
                let mut copy = Vec::with_capacity(elements);
                gather(data, &axes, &mut copy);
                Self { data: Cow::Owned(copy), rows: 1, row: elements, stride: elements }
            }
        }
    }

    pub(crate) fn as_rows(&self) -> Rows<&[T]> {
        Rows::new(&self.data, self.rows, self.row, self.stride)
    }

    /// The same elements as rows of another length, if they are contiguous or have that length anyway.
    fn with_rows(self, row: usize) -> Self {
        if self.row == row {
            return self;
        }
        if self.rows == 1 {
            return Self { rows: self.row / row, row, stride: row, ..self };
        }
        let mut copy = Vec::with_capacity(self.rows * self.row);
        gather(&self.data, &[(self.rows, self.stride), (self.row, 1)], &mut copy);
        Self { data: Cow::Owned(copy), rows: self.rows * self.row / row, row, stride: row }
    }
}

/// Two tensors of one shape, with rows of one length.
pub(crate) fn matching<'a, T: Copy>(a: View<'a, T>, b: View<'a, T>) -> (View<'a, T>, View<'a, T>) {
    // Only what is contiguous is one row, the longest that there can be.
    let row = a.row.min(b.row);
    (a.with_rows(row), b.with_rows(row))
}

/// The axes of a layout in the order of memory.
pub(crate) fn memory_axes(layout: &Layout) -> Vec<Axis> {
    let mut axes: Vec<Axis> = layout.dims().iter().copied().zip(layout.stride().iter().copied()).collect();
    axes.sort_by_key(|&(_, stride)| std::cmp::Reverse(stride));
    joined(axes)
}

/// The same with as few axes as there can be, each joined to the next where that goes on at the same distance.
fn joined(axes: impl IntoIterator<Item = Axis>) -> Vec<Axis> {
    let mut result: Vec<Axis> = Vec::new();
    for (elements, stride) in axes.into_iter().filter(|&(elements, _)| elements != 1) {
        match result.last_mut() {
            Some(last) if last.1 == elements * stride => *last = (last.0 * elements, stride),
            _ => result.push((elements, stride)),
        }
    }
    result
}

/// Rows, elements of a row and distance of rows, if the axes are such.
pub(crate) fn rows_of(axes: &[Axis]) -> Option<(usize, usize, usize)> {
    match *axes {
        [] => Some((1, 1, 1)),
        [(row, 1)] => Some((1, row, row)),
        [(rows, stride), (row, 1)] if row >= SHORTEST_ROW && stride >= row => Some((rows, row, stride)),
        _ => None,
    }
}

/// Appends the elements of `data`, the last axis fastest, to `copy`.
pub(crate) fn gather<T: Copy>(data: &[T], axes: &[Axis], copy: &mut Vec<T>) {
    match *axes {
        [] => copy.push(data[0]),
        [(elements, 1)] => copy.extend_from_slice(&data[..elements]),
        [(elements, stride)] => copy.extend((0..elements).map(|i| data[i * stride])),
        [(elements, stride), ref inner @ ..] => {
            for i in 0..elements {
                gather(&data[i * stride..], inner, copy);
            }
        }
    }
}

/// Puts the elements of a copy that [`gather`] made back to their places.
pub(crate) fn scatter<'a, T: Copy + 'a>(
    copy: &mut impl Iterator<Item = &'a T>,
    data: &mut [T],
    axes: &[Axis],
) {
    match *axes {
        [] => copy.take(1).for_each(|&value| data[0] = value),
        [(elements, stride)] => {
            copy.take(elements).enumerate().for_each(|(i, &value)| data[i * stride] = value)
        }
        [(elements, stride), ref inner @ ..] => {
            for i in 0..elements {
                scatter(copy, &mut data[i * stride..], inner);
            }
        }
    }
}
