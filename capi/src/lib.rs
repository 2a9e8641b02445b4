//! The C interface of the crate `gelu`: what `include/gelu.h` declares. The script `install` makes the
//! libraries.
//!
//! A pointer becomes a slice only after everything that can be checked has been, and no panic crosses the
//! boundary.

mod exports;
#[cfg(test)]
mod header;
mod memory;
mod numbers;

use std::panic::{AssertUnwindSafe, catch_unwind};

use gelu::{Element, Gelu};
use memory::{Matrix, Shape};

pub use exports::*;
pub use numbers::{Flags, Form, Status};

/// Calls a function and makes a status of its result, or of its panic.
fn guard(function: impl FnOnce() -> Result<(), Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(function)) {
        Ok(Ok(())) => Status::OK,
        Ok(Err(status)) => status,
        Err(_) => Status::INTERNAL,
    }
}

/// What a call computes.
fn gelu(form: Form, flags: Flags) -> Result<Gelu, Status> {
    let gelu = Gelu::new(form.decode()?).accuracy(flags.accuracy()?);
    Ok(if flags.is_serial() { gelu.serial() } else { gelu })
}

// What the header says of each function below is in `exports.rs`. The safety of all of them: pointers are
// valid for as many elements as the other arguments say, inputs for reading and outputs for writing; during
// the call, nobody else writes to the inputs or touches the outputs.

/// # Safety
/// As above.
unsafe fn forward<T: Element>(
    x: *const T,
    y: *mut T,
    n: usize,
    form: Form,
    flags: Flags,
) -> Result<(), Status> {
    // SAFETY: n elements are a row of as many.
    unsafe { forward_rows(x, n, y, n, 1, n, form, flags) }
}

/// # Safety
/// As above.
#[allow(clippy::too_many_arguments, reason = "it is C")]
unsafe fn forward_rows<T: Element>(
    x: *const T,
    x_stride: usize,
    y: *mut T,
    y_stride: usize,
    rows: usize,
    row: usize,
    form: Form,
    flags: Flags,
) -> Result<(), Status> {
    let gelu = gelu(form, flags)?;
    let shape = Shape { rows, row };
    let (x, y) = (Matrix::new(x, x_stride, shape)?, Matrix::new(y, y_stride, shape)?);
    // SAFETY: the caller vouches for what can't be checked.
    unsafe {
        if x.is_same(&y) {
            gelu.forward_rows_inplace(y.view_mut());
        } else {
            y.disjoint_from(&[&x])?;
            gelu.forward_rows(x.view(), y.view_mut());
        }
    }
    Ok(())
}

/// # Safety
/// As above.
unsafe fn backward<T: Element>(
    x: *const T,
    dy: *const T,
    dx: *mut T,
    n: usize,
    form: Form,
    flags: Flags,
) -> Result<(), Status> {
    // SAFETY: n elements are a row of as many.
    unsafe { backward_rows(x, n, dy, n, dx, n, 1, n, form, flags) }
}

/// # Safety
/// As above.
#[allow(clippy::too_many_arguments, reason = "it is C")]
unsafe fn backward_rows<T: Element>(
    x: *const T,
    x_stride: usize,
    dy: *const T,
    dy_stride: usize,
    dx: *mut T,
    dx_stride: usize,
    rows: usize,
    row: usize,
    form: Form,
    flags: Flags,
) -> Result<(), Status> {
    let gelu = gelu(form, flags)?;
    let shape = Shape { rows, row };
    let x = Matrix::new(x, x_stride, shape)?;
    let (dy, dx) = (Matrix::new(dy, dy_stride, shape)?, Matrix::new(dx, dx_stride, shape)?);
    // SAFETY: the caller vouches for what can't be checked.
    unsafe {
        if dy.is_same(&dx) {
            dx.disjoint_from(&[&x])?;
            gelu.backward_rows_inplace(x.view(), dx.view_mut());
        } else {
            dx.disjoint_from(&[&x, &dy])?;
            gelu.backward_rows(x.view(), dy.view(), dx.view_mut());
        }
    }
    Ok(())
}

/// # Safety
/// As above.
unsafe fn derivative<T: Element>(
    x: *const T,
    d: *mut T,
    n: usize,
    form: Form,
    flags: Flags,
) -> Result<(), Status> {
    let gelu = gelu(form, flags)?;
    // SAFETY: the caller vouches for it.
    unsafe { gelu.derivative_inplace(copied(x, d, n)?) };
    Ok(())
}

/// # Safety
/// As above.
unsafe fn second_derivative<T: Element>(
    x: *const T,
    d: *mut T,
    n: usize,
    form: Form,
    flags: Flags,
) -> Result<(), Status> {
    let gelu = gelu(form, flags)?;
    // SAFETY: the caller vouches for it.
    unsafe { gelu.second_derivative_inplace(copied(x, d, n)?) };
    Ok(())
}

/// # Safety
/// As above.
unsafe fn forward_with_derivative<T: Element>(
    x: *const T,
    y: *mut T,
    d: *mut T,
    n: usize,
    form: Form,
    flags: Flags,
) -> Result<(), Status> {
    let gelu = gelu(form, flags)?;
    let (input, output) = (Matrix::contiguous(x, n)?, Matrix::contiguous(y, n)?);
    let derivative = Matrix::contiguous(d, n)?;
    derivative.disjoint_from(&[&input, &output])?;
    // SAFETY: the caller vouches for what can't be checked.
    unsafe { gelu.forward_with_derivative(copied(x, y, n)?, derivative.slice_mut()) };
    Ok(())
}

/// The output, with the input in it: what is computed in place only.
///
/// # Safety
/// As above, for as long as the slice is in use.
unsafe fn copied<'a, T: Element>(input: *const T, output: *mut T, n: usize) -> Result<&'a mut [T], Status> {
    let (input, output) = (Matrix::contiguous(input, n)?, Matrix::contiguous(output, n)?);
    if input.is_same(&output) {
        // SAFETY: the caller vouches for what can't be checked.
        return Ok(unsafe { output.slice_mut() });
    }
    output.disjoint_from(&[&input])?;
    // SAFETY: as above.
    let (input, output) = unsafe { (input.slice(), output.slice_mut()) };
    output.copy_from_slice(input);
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(guard(|| panic!("as if")), Status::INTERNAL);
        assert_eq!(guard(|| Ok(())), Status::OK);
    }
}
