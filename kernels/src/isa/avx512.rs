//! AVX-512F: 16 lanes of `f32`, 8 of `f64`.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::Job;
use crate::vector::{Single, Vector, operators};

/// Runs a job with this instruction set.
///
/// # Safety
/// The processor has AVX-512F.
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn run<J: Job>(job: J) {
    // SAFETY: the caller vouches for the instructions of `F32`.
    unsafe { job.run::<F32>() }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct F32(__m512);

operators!(F32: Add add _mm512_add_ps, Sub sub _mm512_sub_ps, Mul mul _mm512_mul_ps, Div div _mm512_div_ps);

// SAFETY of every block below that has no comment of its own: a value of the type is the proof
// that the instruction exists, and `load`'s caller vouches for it.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Vector for F32 {
    type Scalar = f32;
    const LANES: usize = 16;
    const FUSED: bool = true;

    #[inline(always)]
    unsafe fn load(source: *const f32) -> Self {
        Self(unsafe { _mm512_loadu_ps(source) })
    }
    #[inline(always)]
    unsafe fn load_first(source: *const f32, count: usize) -> Self {
        if count == 1 {
            // A masked load waits until a narrower store before it has left the store buffer, and
            // a single element often was just computed.
            return Self(unsafe { _mm512_zextps128_ps512(_mm_load_ss(source)) });
        }
        // SAFETY: lanes past `count` are not read.
        Self(unsafe { _mm512_maskz_loadu_ps((1 << count) - 1, source) })
    }
    #[inline(always)]
    unsafe fn store(self, target: *mut f32) {
        unsafe { _mm512_storeu_ps(target, self.0) }
    }
    #[inline(always)]
    unsafe fn store_first(self, target: *mut f32, count: usize) {
        if count == 1 {
            // For the same reason: so that a load after it need not wait.
            return unsafe { _mm_store_ss(target, _mm512_castps512_ps128(self.0)) };
        }
        // SAFETY: lanes past `count` are not written.
        unsafe { _mm512_mask_storeu_ps(target, (1 << count) - 1, self.0) }
    }
    #[inline(always)]
    fn splat(self, constant: f32) -> Self {
        Self(unsafe { _mm512_set1_ps(constant) })
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Self(unsafe { _mm512_fmadd_ps(self.0, factor.0, addend.0) })
    }
    #[inline(always)]
    fn mul_sub(self, factor: Self, subtrahend: Self) -> Self {
        Self(unsafe { _mm512_fmsub_ps(self.0, factor.0, subtrahend.0) })
    }
    #[inline(always)]
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self {
        Self(unsafe { _mm512_fnmadd_ps(self.0, factor.0, addend.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(unsafe { _mm512_min_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(unsafe { _mm512_max_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn where_less(self, value: Self, limit: Self) -> Self {
        Self(unsafe { _mm512_maskz_mov_ps(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(value.0, limit.0), self.0) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(unsafe { _mm512_abs_ps(self.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_ps(_mm512_and_si512(_mm512_castps_si512(self.0), _mm512_castps_si512(other.0))) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_ps(_mm512_or_si512(_mm512_castps_si512(self.0), _mm512_castps_si512(other.0))) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_ps(_mm512_xor_si512(_mm512_castps_si512(self.0), _mm512_castps_si512(other.0))) })
    }
    #[inline(always)]
    fn by_sign(self, negative: Self, positive: Self) -> Self {
        Self(unsafe {
            let signs = _mm512_test_epi32_mask(_mm512_castps_si512(self.0), _mm512_set1_epi32(i32::MIN));
            _mm512_mask_blend_ps(signs, positive.0, negative.0)
        })
    }
    #[inline(always)]
    fn sub_bits(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_ps(_mm512_sub_epi32(_mm512_castps_si512(self.0), _mm512_castps_si512(other.0))) })
    }
    #[inline(always)]
    fn shift_left(self, count: u32) -> Self {
        Self(unsafe { _mm512_castsi512_ps(_mm512_sll_epi32(_mm512_castps_si512(self.0), _mm_cvtsi32_si128(count as i32))) })
    }
    #[inline(always)]
    fn add_bits(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(self.0), _mm512_castps_si512(other.0))) })
    }
}

#[allow(clippy::undocumented_unsafe_blocks)]
impl Single for F32 {
    type Double = F64;

    #[inline(always)]
    fn widen(self) -> [F64; 2] {
        unsafe {
            let high = _mm512_extractf64x4_pd::<1>(_mm512_castps_pd(self.0));
            [
                F64(_mm512_cvtps_pd(_mm512_castps512_ps256(self.0))),
                F64(_mm512_cvtps_pd(_mm256_castpd_ps(high))),
            ]
        }
    }
    #[inline(always)]
    fn narrow([low, high]: [F64; 2]) -> Self {
        Self(unsafe {
            let low = _mm512_castpd256_pd512(_mm256_castps_pd(_mm512_cvtpd_ps(low.0)));
            let high = _mm256_castps_pd(_mm512_cvtpd_ps(high.0));
            _mm512_castpd_ps(_mm512_insertf64x4::<1>(low, high))
        })
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct F64(__m512d);

operators!(F64: Add add _mm512_add_pd, Sub sub _mm512_sub_pd, Mul mul _mm512_mul_pd, Div div _mm512_div_pd);

#[allow(clippy::undocumented_unsafe_blocks)]
impl Vector for F64 {
    type Scalar = f64;
    const LANES: usize = 8;
    const FUSED: bool = true;

    #[inline(always)]
    unsafe fn load(source: *const f64) -> Self {
        Self(unsafe { _mm512_loadu_pd(source) })
    }
    #[inline(always)]
    unsafe fn load_first(source: *const f64, count: usize) -> Self {
        if count == 1 {
            // A masked load waits until a narrower store before it has left the store buffer, and
            // a single element often was just computed.
            return Self(unsafe { _mm512_zextpd128_pd512(_mm_load_sd(source)) });
        }
        // SAFETY: lanes past `count` are not read.
        Self(unsafe { _mm512_maskz_loadu_pd((1 << count) - 1, source) })
    }
    #[inline(always)]
    unsafe fn store(self, target: *mut f64) {
        unsafe { _mm512_storeu_pd(target, self.0) }
    }
    #[inline(always)]
    unsafe fn store_first(self, target: *mut f64, count: usize) {
        if count == 1 {
            // For the same reason: so that a load after it need not wait.
            return unsafe { _mm_store_sd(target, _mm512_castpd512_pd128(self.0)) };
        }
        // SAFETY: lanes past `count` are not written.
        unsafe { _mm512_mask_storeu_pd(target, (1 << count) - 1, self.0) }
    }
    #[inline(always)]
    fn splat(self, constant: f64) -> Self {
        Self(unsafe { _mm512_set1_pd(constant) })
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Self(unsafe { _mm512_fmadd_pd(self.0, factor.0, addend.0) })
    }
    #[inline(always)]
    fn mul_sub(self, factor: Self, subtrahend: Self) -> Self {
        Self(unsafe { _mm512_fmsub_pd(self.0, factor.0, subtrahend.0) })
    }
    #[inline(always)]
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self {
        Self(unsafe { _mm512_fnmadd_pd(self.0, factor.0, addend.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(unsafe { _mm512_min_pd(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(unsafe { _mm512_max_pd(self.0, other.0) })
    }
    #[inline(always)]
    fn where_less(self, value: Self, limit: Self) -> Self {
        Self(unsafe { _mm512_maskz_mov_pd(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(value.0, limit.0), self.0) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(unsafe { _mm512_abs_pd(self.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_pd(_mm512_and_si512(_mm512_castpd_si512(self.0), _mm512_castpd_si512(other.0))) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_pd(_mm512_or_si512(_mm512_castpd_si512(self.0), _mm512_castpd_si512(other.0))) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_pd(_mm512_xor_si512(_mm512_castpd_si512(self.0), _mm512_castpd_si512(other.0))) })
    }
    #[inline(always)]
    fn by_sign(self, negative: Self, positive: Self) -> Self {
        Self(unsafe {
            let signs = _mm512_test_epi64_mask(_mm512_castpd_si512(self.0), _mm512_set1_epi64(i64::MIN));
            _mm512_mask_blend_pd(signs, positive.0, negative.0)
        })
    }
    #[inline(always)]
    fn sub_bits(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_pd(_mm512_sub_epi64(_mm512_castpd_si512(self.0), _mm512_castpd_si512(other.0))) })
    }
    #[inline(always)]
    fn shift_left(self, count: u32) -> Self {
        Self(unsafe { _mm512_castsi512_pd(_mm512_sll_epi64(_mm512_castpd_si512(self.0), _mm_cvtsi32_si128(count as i32))) })
    }
    #[inline(always)]
    fn add_bits(self, other: Self) -> Self {
        Self(unsafe { _mm512_castsi512_pd(_mm512_add_epi64(_mm512_castpd_si512(self.0), _mm512_castpd_si512(other.0))) })
    }
}
