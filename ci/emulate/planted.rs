//! Faults on purpose, to see that what should catch them does: `planted heap | stack | uninitialised | avx2`.
#![allow(clippy::undocumented_unsafe_blocks, reason = "there is nothing to be said for them")]

use std::hint::black_box;

/// Eight values from `x` on, with whatever instructions a compiler takes for it.
#[inline(never)]
unsafe fn eight(x: *const f32) -> f32 {
    unsafe { x.cast::<[f32; 8]>().read_unaligned() }.iter().sum()
}

/// An instruction that the processor may lack, without a question.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2() -> f32 {
    use std::arch::x86_64::{_mm256_cvtss_f32, _mm256_fmadd_ps, _mm256_set1_ps};
    let x = _mm256_set1_ps(black_box(1.5));
    _mm256_cvtss_f32(_mm256_fmadd_ps(x, x, x))
}

fn main() {
    let heap = black_box(vec![1.0_f32; 13]);
    let stack = black_box([1.0_f32; 9]);
    let fault = std::env::args().nth(1).expect("which fault");
    let sum = match &*fault {
        "none" => unsafe { eight(heap.as_ptr().add(5)) + eight(stack.as_ptr().add(1)) },
        "heap" => unsafe { eight(heap.as_ptr().add(8)) },
        "stack" => unsafe { eight(black_box(&stack).as_ptr().add(4)) },
        "uninitialised" => unsafe { eight(black_box(Vec::with_capacity(8)).as_ptr()) },
        #[cfg(target_arch = "x86_64")]
        "avx2" => unsafe { avx2() },
        _ => panic!("no such fault"),
    };
    println!("{}", if sum > 1.0 { "large" } else { "small" });
}
