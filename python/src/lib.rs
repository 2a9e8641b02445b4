//! `gelu._gelu`: what the package `gelu` does to the buffers of Python objects. The package has checked the
//! types and shapes of its arrays; what memory safety takes is checked here.

use std::fmt::Display;
use std::ptr::NonNull;

use gelu::{Element, Gelu, Isa};
use pyo3::buffer::{Element as Format, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

type Object<'a> = Bound<'a, PyAny>;
type Apply = fn(Python<'_>, Gelu, &str, &[Object<'_>], &Object<'_>) -> PyResult<()>;

/// The element types by name. Halves have the format of their bits for Python's buffers.
const ELEMENTS: &[(&str, Apply)] = &[
    ("float32", apply_to::<f32, f32>),
    ("float64", apply_to::<f64, f64>),
    ("float16", apply_to::<half::f16, u16>),
    ("bfloat16", apply_to::<half::bf16, u16>),
];

/// Applies an operation to buffers of a type: output ← operation(inputs).
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each is one of Python's")]
fn apply(
    py: Python<'_>,
    operation: &str,
    element: &str,
    inputs: Vec<Object<'_>>,
    output: &Object<'_>,
    form: &str,
    accuracy: &str,
    serial: bool,
) -> PyResult<()> {
    let Some((_, apply)) = ELEMENTS.iter().find(|(name, _)| *name == element) else {
        return Err(PyTypeError::new_err(format!("no arrays of {element}")));
    };
    let unknown = |what: &str, value: &str, known: &str| {
        value_error(format!("unknown {what} '{value}', expected one of {known}"))
    };
    let form = form.parse().map_err(|_| unknown("approximate", form, "none, tanh, sigmoid"))?;
    let accuracy = accuracy.parse().map_err(|_| unknown("accuracy", accuracy, "fast, precise, relaxed"))?;
    let gelu = Gelu::new(form).accuracy(accuracy);
    apply(py, if serial { gelu.serial() } else { gelu }, operation, &inputs, output)
}

fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// `apply` for elements of type `T`, which are an `F` for Python.
fn apply_to<T: Element, F: Format>(
    py: Python<'_>,
    gelu: Gelu,
    operation: &str,
    inputs: &[Object<'_>],
    output: &Object<'_>,
) -> PyResult<()> {
    let inputs = inputs.iter().map(PyBuffer::<F>::get).collect::<PyResult<Vec<_>>>()?;
    let output = PyBuffer::<F>::get(output)?;
    if output.readonly() {
        return Err(value_error("the output is read-only"));
    }
    let inputs = inputs.iter().map(Memory::new).collect::<PyResult<Vec<_>>>()?;
    let output = Memory::<T>::new(&output)?;
    if inputs.iter().any(|input| input.length != output.length) {
        return Err(value_error("the lengths differ"));
    }
    // Each operation in place has one input that may be the output.
    let (others, in_place) = match &inputs[..] {
        [others @ .., last] if last.start == output.start => (others, true),
        all => (all, false),
    };
    if others.iter().any(|input| input.overlaps(&output)) {
        return Err(value_error("the output overlaps an input"));
    }
    // SAFETY: the buffers are held until the end of this function, and the output is disjoint from all
    // inputs of which a slice is made. That no other thread writes to them meanwhile is up to the caller, as
    // it is wherever a package releases the lock.
    let (inputs, output) = unsafe { (others.iter().map(|input| input.slice()), output.slice_mut()) };
    let inputs: Vec<&[T]> = inputs.collect();
    py.detach(|| match (operation, &inputs[..], in_place) {
        ("forward", [], true) => gelu.forward_inplace(output),
        ("forward", [x], false) => gelu.forward(x, output),
        ("backward", [x], true) => gelu.backward_inplace(x, output),
        ("backward", [x, grad], false) => gelu.backward(x, grad, output),
        ("derivative" | "second_derivative", x, _) => {
            // These are computed in place only.
            x.iter().for_each(|x| output.copy_from_slice(x));
            if operation == "derivative" {
                gelu.derivative_inplace(output);
            } else {
                gelu.second_derivative_inplace(output);
            }
        }
        _ => unreachable!("the package asks for no {operation} with {} inputs", inputs.len()),
    });
    Ok(())
}

/// The elements of a buffer.
struct Memory<T> {
    start: NonNull<T>,
    length: usize,
}

impl<T> Memory<T> {
    fn new<F: Format>(buffer: &PyBuffer<F>) -> PyResult<Self> {
        const { assert!(size_of::<T>() == size_of::<F>() && align_of::<T>() == align_of::<F>()) }
        if !buffer.is_c_contiguous() {
            return Err(value_error("an array is not C-contiguous"));
        }
        let length = buffer.item_count();
        let start = if length == 0 { None } else { NonNull::new(buffer.buf_ptr().cast::<T>()) };
        let start = start.unwrap_or(NonNull::dangling());
        if !start.is_aligned() {
            return Err(value_error("an array is not aligned"));
        }
        Ok(Self { start, length })
    }

    fn overlaps(&self, other: &Self) -> bool {
        let (start, other_start) = (self.start.addr().get(), other.start.addr().get());
        let end = |start, length| start + length * size_of::<T>();
        start < end(other_start, other.length) && other_start < end(start, self.length)
    }

    /// # Safety
    /// The buffer is held, and nobody writes to it, while the slice is in use.
    unsafe fn slice<'a>(&self) -> &'a [T] {
        // SAFETY: it has so many elements, and every bit pattern is one.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.length) }
    }

    /// # Safety
    /// The buffer is held and writable, and nobody else touches it, while the slice is in use.
    unsafe fn slice_mut<'a>(&self) -> &'a mut [T] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.length) }
    }
}

/// The instruction set that is in use: the best of the processor, or what the environment variable GELU_ISA
/// names.
#[pyfunction]
fn isa() -> &'static str {
    Isa::detect().name()
}

#[pymodule]
fn _gelu(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ELEMENTS", ELEMENTS.iter().map(|(name, _)| *name).collect::<Vec<_>>())?;
    module
        .add("ACCURACIES", gelu::Accuracy::ALL.iter().map(|accuracy| accuracy.name()).collect::<Vec<_>>())?;
    module.add_function(wrap_pyfunction!(isa, module)?)?;
    module.add_function(wrap_pyfunction!(apply, module)?)
}
