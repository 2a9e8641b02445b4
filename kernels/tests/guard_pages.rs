//! Nothing outside a slice is touched: slices that begin and end at pages without access.
#![cfg(unix)]

use std::marker::PhantomData;

use gelu_kernels::{
    Accuracy, Element, Form, Isa, Plan, backward, derivative_inplace, forward, forward_inplace,
    forward_with_derivative, second_derivative_inplace,
};

/// Pages with access.
const PAGES: usize = 1;

/// Elements between two pages without access.
struct Guarded<T> {
    start: *mut u8,
    page: usize,
    elements: PhantomData<T>,
}

impl<T: Element> Guarded<T> {
    fn new() -> Self {
        // SAFETY: an anonymous mapping of a size that is a multiple of the page's, then protected
        // within its limits.
        unsafe {
            let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).expect("a page size");
            let length = (PAGES + 2) * page;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let start = libc::mmap(std::ptr::null_mut(), length, libc::PROT_NONE, flags, -1, 0);
            assert_ne!(start, libc::MAP_FAILED);
            let start = start.cast::<u8>();
            let access = libc::PROT_READ | libc::PROT_WRITE;
            assert_eq!(libc::mprotect(start.add(page).cast(), PAGES * page, access), 0);
            Self { start, page, elements: PhantomData }
        }
    }

    /// All elements between the guards.
    fn elements(&mut self) -> &mut [T] {
        let length = PAGES * self.page / size_of::<T>();
        // SAFETY: mapped for reading and writing, zero at first, which is a number of every type of elements,
        // and borrowed with `self`.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(self.page).cast(), length) }
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        // SAFETY: the mapping that `new` made.
        unsafe { libc::munmap(self.start.cast(), (PAGES + 2) * self.page) };
    }
}

/// With two different numbers other than 0 to fill the slices with, which no operation leaves as they are.
fn slices_between_guard_pages<T: Element + Copy + PartialEq>(half: T, quarter: T) {
    let (mut x, mut y, mut z) = (Guarded::<T>::new(), Guarded::<T>::new(), Guarded::<T>::new());
    let (x, y, z) = (x.elements(), y.elements(), z.elements());
    for isa in Isa::available() {
        for &form in Form::ALL {
            for &accuracy in Accuracy::ALL {
                for stream in [false, true] {
                    let plan = Plan { isa, form, accuracy, stream };
                    for length in 0..=67 {
                        let last = x.len() - length;
                        for start in [0, last] {
                            x.fill(half);
                            y.fill(quarter);
                            forward(plan, &x[start..start + length], &mut y[last - start..][..length]);
                            forward_inplace(plan, &mut x[start..start + length]);
                            for function in [derivative_inplace, second_derivative_inplace] {
                                function(plan, &mut x[start..start + length]);
                            }
                            let z = &mut z[start..start + length];
                            forward_with_derivative(plan, &mut x[start..start + length], z);
                            backward(plan, &x[start..start + length], z, &mut y[last - start..][..length]);
                            let touched = |values: &[T], untouched: T| {
                                values.iter().filter(|&&value| value != untouched).count()
                            };
                            assert_eq!((touched(x, half), touched(y, quarter)), (length, length), "{plan:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn slices_of_f32() {
    slices_between_guard_pages(0.5_f32, 0.25);
}

#[test]
fn slices_of_f64() {
    slices_between_guard_pages(0.5_f64, 0.25);
}

#[cfg(feature = "half")]
#[test]
fn slices_of_halves() {
    slices_between_guard_pages(half::f16::from_f32_const(0.5), half::f16::from_f32_const(0.25));
    slices_between_guard_pages(half::bf16::from_f32_const(0.5), half::bf16::from_f32_const(0.25));
}
