//! AVX2 with FMA: 8 lanes of `f32`, 4 of `f64`.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::Job;
use crate::vector::{Single, Vector, operators};

/// Runs a job with this instruction set.
///
/// # Safety
/// The processor has AVX2 and FMA.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn run<J: Job>(job: J) {
    // SAFETY: the caller vouches for the instructions of `F32`.
    unsafe { job.run::<F32>() }
}

/// Sliding window over it: the eight words from `8 − count` have their sign bit set in the first
/// `count` of them, which is how masked loads and stores choose lanes.
static MASK: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct F32(__m256);

operators!(F32: Add add _mm256_add_ps, Sub sub _mm256_sub_ps, Mul mul _mm256_mul_ps, Div div _mm256_div_ps);

// SAFETY of every block below that has no comment of its own: a value of the type is the proof
// that the instruction exists, and `load`'s caller vouches for it.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Vector for F32 {
    type Scalar = f32;
    const LANES: usize = 8;
    const FUSED: bool = true;

    #[inline(always)]
    unsafe fn load(source: *const f32) -> Self {
        Self(unsafe { _mm256_loadu_ps(source) })
    }
    #[inline(always)]
    unsafe fn load_first(source: *const f32, count: usize) -> Self {
        if count == 1 {
            // A masked load waits until a narrower store before it has left the store buffer, and
            // a single element often was just computed.
            return Self(unsafe { _mm256_zextps128_ps256(_mm_load_ss(source)) });
        }
        // SAFETY: `count < 8`, so the window lies inside MASK; lanes past it are not read.
        unsafe {
            let mask = _mm256_loadu_si256(MASK.as_ptr().add(8 - count).cast());
            Self(_mm256_maskload_ps(source, mask))
        }
    }
    #[inline(always)]
    unsafe fn store(self, target: *mut f32) {
        unsafe { _mm256_storeu_ps(target, self.0) }
    }
    #[inline(always)]
    unsafe fn store_first(self, target: *mut f32, count: usize) {
        if count == 1 {
            // For the same reason: so that a load after it need not wait.
            return unsafe { _mm_store_ss(target, _mm256_castps256_ps128(self.0)) };
        }
        // SAFETY: as in `load_first`; lanes past `count` are not written.
        unsafe {
            let mask = _mm256_loadu_si256(MASK.as_ptr().add(8 - count).cast());
            _mm256_maskstore_ps(target, mask, self.0);
        }
    }
    #[inline(always)]
    fn splat(self, constant: f32) -> Self {
        Self(unsafe { _mm256_set1_ps(constant) })
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Self(unsafe { _mm256_fmadd_ps(self.0, factor.0, addend.0) })
    }
    #[inline(always)]
    fn mul_sub(self, factor: Self, subtrahend: Self) -> Self {
        Self(unsafe { _mm256_fmsub_ps(self.0, factor.0, subtrahend.0) })
    }
    #[inline(always)]
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self {
        Self(unsafe { _mm256_fnmadd_ps(self.0, factor.0, addend.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(unsafe { _mm256_min_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(unsafe { _mm256_max_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn where_less(self, value: Self, limit: Self) -> Self {
        Self(unsafe { _mm256_and_ps(self.0, _mm256_cmp_ps::<_CMP_LT_OQ>(value.0, limit.0)) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(unsafe { _mm256_and_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(unsafe { _mm256_or_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(unsafe { _mm256_xor_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn by_sign(self, negative: Self, positive: Self) -> Self {
        Self(unsafe { _mm256_blendv_ps(positive.0, negative.0, self.0) })
    }
    #[inline(always)]
    fn sub_bits(self, other: Self) -> Self {
        Self(unsafe { _mm256_castsi256_ps(_mm256_sub_epi32(_mm256_castps_si256(self.0), _mm256_castps_si256(other.0))) })
    }
    #[inline(always)]
    fn shift_left(self, count: u32) -> Self {
        Self(unsafe { _mm256_castsi256_ps(_mm256_sll_epi32(_mm256_castps_si256(self.0), _mm_cvtsi32_si128(count as i32))) })
    }
    #[inline(always)]
    fn add_bits(self, other: Self) -> Self {
        Self(unsafe { _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(self.0), _mm256_castps_si256(other.0))) })
    }
}

#[allow(clippy::undocumented_unsafe_blocks)]
impl Single for F32 {
    type Double = F64;

    #[inline(always)]
    fn widen(self) -> [F64; 2] {
        unsafe {
            [
                F64(_mm256_cvtps_pd(_mm256_castps256_ps128(self.0))),
                F64(_mm256_cvtps_pd(_mm256_extractf128_ps::<1>(self.0))),
            ]
        }
    }
    #[inline(always)]
    fn narrow([low, high]: [F64; 2]) -> Self {
        Self(unsafe { _mm256_set_m128(_mm256_cvtpd_ps(high.0), _mm256_cvtpd_ps(low.0)) })
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct F64(__m256d);

operators!(F64: Add add _mm256_add_pd, Sub sub _mm256_sub_pd, Mul mul _mm256_mul_pd, Div div _mm256_div_pd);

#[allow(clippy::undocumented_unsafe_blocks)]
impl Vector for F64 {
    type Scalar = f64;
    const LANES: usize = 4;
    const FUSED: bool = true;

    #[inline(always)]
    unsafe fn load(source: *const f64) -> Self {
        Self(unsafe { _mm256_loadu_pd(source) })
    }
    #[inline(always)]
    unsafe fn load_first(source: *const f64, count: usize) -> Self {
        if count == 1 {
            // A masked load waits until a narrower store before it has left the store buffer, and
            // a single element often was just computed.
            return Self(unsafe { _mm256_zextpd128_pd256(_mm_load_sd(source)) });
        }
        // SAFETY: `count < 4`, so the window lies inside MASK; lanes past it are not read.
        unsafe {
            let mask = _mm256_loadu_si256(MASK.as_ptr().add(8 - 2 * count).cast());
            Self(_mm256_maskload_pd(source, mask))
        }
    }
    #[inline(always)]
    unsafe fn store(self, target: *mut f64) {
        unsafe { _mm256_storeu_pd(target, self.0) }
    }
    #[inline(always)]
    unsafe fn store_first(self, target: *mut f64, count: usize) {
        if count == 1 {
            // For the same reason: so that a load after it need not wait.
            return unsafe { _mm_store_sd(target, _mm256_castpd256_pd128(self.0)) };
        }
        // SAFETY: as in `load_first`; lanes past `count` are not written.
        unsafe {
            let mask = _mm256_loadu_si256(MASK.as_ptr().add(8 - 2 * count).cast());
            _mm256_maskstore_pd(target, mask, self.0);
        }
    }
    #[inline(always)]
    fn splat(self, constant: f64) -> Self {
        Self(unsafe { _mm256_set1_pd(constant) })
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Self(unsafe { _mm256_fmadd_pd(self.0, factor.0, addend.0) })
    }
    #[inline(always)]
    fn mul_sub(self, factor: Self, subtrahend: Self) -> Self {
        Self(unsafe { _mm256_fmsub_pd(self.0, factor.0, subtrahend.0) })
    }
    #[inline(always)]
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self {
        Self(unsafe { _mm256_fnmadd_pd(self.0, factor.0, addend.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(unsafe { _mm256_min_pd(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(unsafe { _mm256_max_pd(self.0, other.0) })
    }
    #[inline(always)]
    fn where_less(self, value: Self, limit: Self) -> Self {
        Self(unsafe { _mm256_and_pd(self.0, _mm256_cmp_pd::<_CMP_LT_OQ>(value.0, limit.0)) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(unsafe { _mm256_and_pd(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(unsafe { _mm256_or_pd(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(unsafe { _mm256_xor_pd(self.0, other.0) })
    }
    #[inline(always)]
    fn by_sign(self, negative: Self, positive: Self) -> Self {
        Self(unsafe { _mm256_blendv_pd(positive.0, negative.0, self.0) })
    }
    #[inline(always)]
    fn sub_bits(self, other: Self) -> Self {
        Self(unsafe { _mm256_castsi256_pd(_mm256_sub_epi64(_mm256_castpd_si256(self.0), _mm256_castpd_si256(other.0))) })
    }
    #[inline(always)]
    fn shift_left(self, count: u32) -> Self {
        Self(unsafe { _mm256_castsi256_pd(_mm256_sll_epi64(_mm256_castpd_si256(self.0), _mm_cvtsi32_si128(count as i32))) })
    }
    #[inline(always)]
    fn add_bits(self, other: Self) -> Self {
        Self(unsafe { _mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(self.0), _mm256_castpd_si256(other.0))) })
    }
}
