//! Nothing outside a slice is touched: slices that begin and end at pages without access.
#![cfg(unix)]

use gelu_kernels::{
    Accuracy, Form, Isa, Plan, backward, derivative_inplace, forward, forward_inplace,
    forward_with_derivative, second_derivative_inplace,
};

/// Elements of `f32` between two pages without access.
struct Guarded {
    start: *mut u8,
    page: usize,
}

impl Guarded {
    const PAGES: usize = 1;

    fn new() -> Self {
        // SAFETY: an anonymous mapping of a size that is a multiple of the page's, then protected
        // within its limits.
        unsafe {
            let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).expect("a page size");
            let length = (Self::PAGES + 2) * page;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let start = libc::mmap(std::ptr::null_mut(), length, libc::PROT_NONE, flags, -1, 0);
            assert_ne!(start, libc::MAP_FAILED);
            let start = start.cast::<u8>();
            let access = libc::PROT_READ | libc::PROT_WRITE;
            assert_eq!(libc::mprotect(start.add(page).cast(), Self::PAGES * page, access), 0);
            Self { start, page }
        }
    }

    /// All elements between the guards.
    fn elements(&mut self) -> &mut [f32] {
        let length = Self::PAGES * self.page / size_of::<f32>();
        // SAFETY: mapped for reading and writing, zero at first, and borrowed with `self`.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(self.page).cast(), length) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the mapping that `new` made.
        unsafe { libc::munmap(self.start.cast(), (Self::PAGES + 2) * self.page) };
    }
}

#[test]
fn slices_between_guard_pages() {
    let (mut x, mut y, mut z) = (Guarded::new(), Guarded::new(), Guarded::new());
    let (x, y, z) = (x.elements(), y.elements(), z.elements());
    for isa in Isa::available() {
        for &form in Form::ALL {
            for &accuracy in Accuracy::ALL {
                for stream in [false, true] {
                    let plan = Plan { isa, form, accuracy, stream };
                    for length in 0..=67 {
                        let last = x.len() - length;
                        for start in [0, last] {
                            x.fill(0.5);
                            y.fill(0.25);
                            forward(plan, &x[start..start + length], &mut y[last - start..][..length]);
                            forward_inplace(plan, &mut x[start..start + length]);
                            for function in [derivative_inplace, second_derivative_inplace] {
                                function(plan, &mut x[start..start + length]);
                            }
                            let z = &mut z[start..start + length];
                            forward_with_derivative(plan, &mut x[start..start + length], z);
                            backward(plan, &x[start..start + length], z, &mut y[last - start..][..length]);
                            let touched = |values: &[f32], untouched: f32| {
                                values.iter().filter(|&&value| value != untouched).count()
                            };
                            assert_eq!((touched(x, 0.5), touched(y, 0.25)), (length, length), "{plan:?}");
                        }
                    }
                }
            }
        }
    }
}
