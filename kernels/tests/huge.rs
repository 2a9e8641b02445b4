//! More than 2³² elements, in an address space that holds them and a memory that doesn't: all but the last
//! elements are the same page, mapped over and over.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

use gelu_kernels::{Accuracy, Form, Isa, Plan, forward_inplace};

#[test]
fn elements_beyond_the_32nd_bit() {
    const SHARED: usize = 1 << 34;
    const BLOCK: usize = 1 << 24;
    const OWN: usize = 1 << 16;
    // SAFETY: mappings within a reserved range; the slice spans all of it. Elements of the shared pages are
    // several elements of the slice; all are +0, and 0 is what is written to them.
    unsafe {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let start = libc::mmap(std::ptr::null_mut(), SHARED + OWN, access, flags, -1, 0);
        assert_ne!(start, libc::MAP_FAILED, "{}", std::io::Error::last_os_error());
        let file = libc::memfd_create(c"gelu".as_ptr(), 0);
        assert_eq!(libc::ftruncate(file, BLOCK as libc::off_t), 0);
        for block in 0..SHARED / BLOCK {
            let at = start.byte_add(block * BLOCK);
            let mapped = libc::mmap(at, BLOCK, access, libc::MAP_SHARED | libc::MAP_FIXED, file, 0);
            assert_eq!(mapped, at, "{}", std::io::Error::last_os_error());
        }
        let length = (SHARED + OWN) / size_of::<f32>();
        assert!(length > 1 << 32);
        let x = std::slice::from_raw_parts_mut(start.cast::<f32>(), length);
        x[1 << 32..].fill(1.0);
        let isa = Isa::available().next_back().expect("there is one");
        let plan = Plan { isa, form: Form::Sigmoid, accuracy: Accuracy::Fast, stream: false };
        forward_inplace(plan, x);
        assert!(x[1 << 32..].iter().all(|y| (0.84..0.85).contains(y)), "the last elements are done once");
        assert!(x[..1 << 20].iter().all(|&y| y == 0.0));
        libc::munmap(start, SHARED + OWN);
        libc::close(file);
    }
}
