//! AVX-512F: 16 lanes of `f32`, 8 of `f64`.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{Job, copy_few};
use crate::vector::{Single, Vector, intrinsics};

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

intrinsics! { F32: Add add = _mm512_add_ps; Sub sub = _mm512_sub_ps; Mul mul = _mm512_mul_ps; Div div = _mm512_div_ps; }

impl Vector for F32 {
    type Scalar = f32;
    const LANES: usize = 16;
    const FUSED: bool = true;

    #[inline(always)]
    unsafe fn load(source: *const f32) -> Self {
        // SAFETY: the caller vouches for the instructions and for `LANES` scalars.
        Self(unsafe { _mm512_loadu_ps(source) })
    }
    #[inline(always)]
    unsafe fn load_first(source: *const f32, count: usize) -> Self {
        // SAFETY: the caller vouches for the instructions and for `count` scalars; no others are read.
        Self(unsafe {
            if count == 1 {
                // A masked load waits until a narrower store before it has left the store buffer, and
                // a single element often was just computed.
                _mm512_zextps128_ps512(_mm_load_ss(source))
            } else {
                _mm512_maskz_loadu_ps((1 << count) - 1, source)
            }
        })
    }
    #[inline(always)]
    unsafe fn store(self, target: *mut f32) {
        // SAFETY: the caller vouches for `LANES` scalars.
        unsafe { _mm512_storeu_ps(target, self.0) }
    }
    #[inline(always)]
    unsafe fn stream(self, target: *mut f32) {
        // SAFETY: the caller vouches for `LANES` scalars and for the alignment.
        unsafe { _mm512_stream_ps(target, self.0) }
    }
    #[inline(always)]
    unsafe fn fence() {
        // SAFETY: every processor with this instruction set has it.
        unsafe { _mm_sfence() }
    }
    #[inline(always)]
    unsafe fn store_first(self, target: *mut f32, count: usize) {
        // SAFETY: the caller vouches for `count` scalars; no others are written.
        unsafe {
            if count == 1 {
                // For the same reason: so that a load after it need not wait.
                _mm_store_ss(target, _mm512_castps512_ps128(self.0));
            } else {
                _mm512_mask_storeu_ps(target, (1 << count) - 1, self.0);
            }
        }
    }
    #[inline(always)]
    fn splat(self, constant: f32) -> Self {
        // SAFETY: a value of this type is the proof that the instruction exists.
        Self(unsafe { _mm512_set1_ps(constant) })
    }
    #[inline(always)]
    fn shift_left(self, count: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe {
            let shifted = _mm512_sll_epi32(_mm512_castps_si512(self.0), _mm_cvtsi32_si128(count as i32));
            _mm512_castsi512_ps(shifted)
        })
    }
    #[inline(always)]
    fn shift_right(self, count: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe {
            let shifted = _mm512_srl_epi32(_mm512_castps_si512(self.0), _mm_cvtsi32_si128(count as i32));
            _mm512_castsi512_ps(shifted)
        })
    }

    intrinsics! {
        mul_add(self, factor, addend) = _mm512_fmadd_ps(self, factor, addend);
        mul_sub(self, factor, subtrahend) = _mm512_fmsub_ps(self, factor, subtrahend);
        neg_mul_add(self, factor, addend) = _mm512_fnmadd_ps(self, factor, addend);
        min(self, other) = _mm512_min_ps(self, other);
        max(self, other) = _mm512_max_ps(self, other);
        where_less(self, value, limit) = where_less_ps(self, value, limit);
        abs(self) = _mm512_abs_ps(self);
        and(self, other) = and_ps(self, other);
        or(self, other) = or_ps(self, other);
        xor(self, other) = xor_ps(self, other);
        by_sign(self, negative, positive) = by_sign_ps(self, negative, positive);
        add_bits(self, other) = add_bits_ps(self, other);
        sub_bits(self, other) = sub_bits_ps(self, other);
    }
}

impl Single for F32 {
    type Double = F64;

    #[inline(always)]
    fn widen(self) -> [F64; 2] {
        // SAFETY: a value of this type is the proof that the instructions exist.
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
        // SAFETY: as above.
        Self(unsafe {
            let low = _mm512_castpd256_pd512(_mm256_castps_pd(_mm512_cvtpd_ps(low.0)));
            let high = _mm256_castps_pd(_mm512_cvtpd_ps(high.0));
            _mm512_castpd_ps(_mm512_insertf64x4::<1>(low, high))
        })
    }

    intrinsics! { to_integer(self) = to_integer_ps(self); }

    #[inline(always)]
    unsafe fn load_upper(source: *const u16) -> Self {
        // SAFETY: the caller vouches for the instructions and for `LANES` words.
        Self(unsafe { upper_ps(_mm256_loadu_si256(source.cast())) })
    }
    #[inline(always)]
    unsafe fn load_upper_first(source: *const u16, count: usize) -> Self {
        // SAFETY: the caller vouches for the instructions and for `count` words.
        Self(unsafe { upper_ps(load_words(source, count)) })
    }
    #[inline(always)]
    unsafe fn store_upper(self, target: *mut u16) {
        // SAFETY: the caller vouches for `LANES` words.
        unsafe { _mm256_storeu_si256(target.cast(), words_of_ps(self.0)) }
    }
    #[inline(always)]
    unsafe fn store_upper_first(self, target: *mut u16, count: usize) {
        // SAFETY: the caller vouches for `count` words; no others are written.
        unsafe {
            let words = _mm512_srli_epi32::<16>(_mm512_castps_si512(self.0));
            _mm512_mask_cvtepi32_storeu_epi16(target.cast(), (1 << count) - 1, words);
        }
    }

    intrinsics! {
        decode_f16(self) = decode_f16_ps(self);
        encode_f16(self) = encode_f16_ps(self);
    }

    #[inline(always)]
    unsafe fn load_f16(source: *const u16) -> Self {
        // SAFETY: the caller vouches for the instructions and for `LANES` words.
        Self(unsafe { _mm512_cvtph_ps(_mm256_loadu_si256(source.cast())) })
    }
    #[inline(always)]
    unsafe fn store_f16(self, target: *mut u16) {
        // SAFETY: the caller vouches for `LANES` words.
        unsafe { _mm256_storeu_si256(target.cast(), _mm512_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(self.0)) }
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct F64(__m512d);

intrinsics! { F64: Add add = _mm512_add_pd; Sub sub = _mm512_sub_pd; Mul mul = _mm512_mul_pd; Div div = _mm512_div_pd; }

impl Vector for F64 {
    type Scalar = f64;
    const LANES: usize = 8;
    const FUSED: bool = true;

    #[inline(always)]
    unsafe fn load(source: *const f64) -> Self {
        // SAFETY: the caller vouches for the instructions and for `LANES` scalars.
        Self(unsafe { _mm512_loadu_pd(source) })
    }
    #[inline(always)]
    unsafe fn load_first(source: *const f64, count: usize) -> Self {
        // SAFETY: the caller vouches for the instructions and for `count` scalars; no others are read.
        Self(unsafe {
            if count == 1 {
                // A masked load waits until a narrower store before it has left the store buffer, and
                // a single element often was just computed.
                _mm512_zextpd128_pd512(_mm_load_sd(source))
            } else {
                _mm512_maskz_loadu_pd((1 << count) - 1, source)
            }
        })
    }
    #[inline(always)]
    unsafe fn store(self, target: *mut f64) {
        // SAFETY: the caller vouches for `LANES` scalars.
        unsafe { _mm512_storeu_pd(target, self.0) }
    }
    #[inline(always)]
    unsafe fn stream(self, target: *mut f64) {
        // SAFETY: the caller vouches for `LANES` scalars and for the alignment.
        unsafe { _mm512_stream_pd(target, self.0) }
    }
    #[inline(always)]
    unsafe fn fence() {
        // SAFETY: every processor with this instruction set has it.
        unsafe { _mm_sfence() }
    }
    #[inline(always)]
    unsafe fn store_first(self, target: *mut f64, count: usize) {
        // SAFETY: the caller vouches for `count` scalars; no others are written.
        unsafe {
            if count == 1 {
                // For the same reason: so that a load after it need not wait.
                _mm_store_sd(target, _mm512_castpd512_pd128(self.0));
            } else {
                _mm512_mask_storeu_pd(target, (1 << count) - 1, self.0);
            }
        }
    }
    #[inline(always)]
    fn splat(self, constant: f64) -> Self {
        // SAFETY: a value of this type is the proof that the instruction exists.
        Self(unsafe { _mm512_set1_pd(constant) })
    }
    #[inline(always)]
    fn shift_left(self, count: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe {
            let shifted = _mm512_sll_epi64(_mm512_castpd_si512(self.0), _mm_cvtsi32_si128(count as i32));
            _mm512_castsi512_pd(shifted)
        })
    }
    #[inline(always)]
    fn shift_right(self, count: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe {
            let shifted = _mm512_srl_epi64(_mm512_castpd_si512(self.0), _mm_cvtsi32_si128(count as i32));
            _mm512_castsi512_pd(shifted)
        })
    }

    intrinsics! {
        mul_add(self, factor, addend) = _mm512_fmadd_pd(self, factor, addend);
        mul_sub(self, factor, subtrahend) = _mm512_fmsub_pd(self, factor, subtrahend);
        neg_mul_add(self, factor, addend) = _mm512_fnmadd_pd(self, factor, addend);
        min(self, other) = _mm512_min_pd(self, other);
        max(self, other) = _mm512_max_pd(self, other);
        where_less(self, value, limit) = where_less_pd(self, value, limit);
        abs(self) = _mm512_abs_pd(self);
        and(self, other) = and_pd(self, other);
        or(self, other) = or_pd(self, other);
        xor(self, other) = xor_pd(self, other);
        by_sign(self, negative, positive) = by_sign_pd(self, negative, positive);
        add_bits(self, other) = add_bits_pd(self, other);
        sub_bits(self, other) = sub_bits_pd(self, other);
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn where_less_ps(x: __m512, value: __m512, limit: __m512) -> __m512 {
    _mm512_maskz_mov_ps(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(value, limit), x)
}
#[inline]
#[target_feature(enable = "avx512f")]
fn by_sign_ps(x: __m512, negative: __m512, positive: __m512) -> __m512 {
    let signs = _mm512_test_epi32_mask(_mm512_castps_si512(x), _mm512_set1_epi32(i32::MIN));
    _mm512_mask_blend_ps(signs, positive, negative)
}
#[inline]
#[target_feature(enable = "avx512f")]
fn and_ps(a: __m512, b: __m512) -> __m512 {
    _mm512_castsi512_ps(_mm512_and_si512(_mm512_castps_si512(a), _mm512_castps_si512(b)))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn or_ps(a: __m512, b: __m512) -> __m512 {
    _mm512_castsi512_ps(_mm512_or_si512(_mm512_castps_si512(a), _mm512_castps_si512(b)))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn xor_ps(a: __m512, b: __m512) -> __m512 {
    _mm512_castsi512_ps(_mm512_xor_si512(_mm512_castps_si512(a), _mm512_castps_si512(b)))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn add_bits_ps(a: __m512, b: __m512) -> __m512 {
    _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b)))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn sub_bits_ps(a: __m512, b: __m512) -> __m512 {
    _mm512_castsi512_ps(_mm512_sub_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b)))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn where_less_pd(x: __m512d, value: __m512d, limit: __m512d) -> __m512d {
    _mm512_maskz_mov_pd(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(value, limit), x)
}
#[inline]
#[target_feature(enable = "avx512f")]
fn by_sign_pd(x: __m512d, negative: __m512d, positive: __m512d) -> __m512d {
    let signs = _mm512_test_epi64_mask(_mm512_castpd_si512(x), _mm512_set1_epi64(i64::MIN));
    _mm512_mask_blend_pd(signs, positive, negative)
}
#[inline]
#[target_feature(enable = "avx512f")]
fn and_pd(a: __m512d, b: __m512d) -> __m512d {
    _mm512_castsi512_pd(_mm512_and_si512(_mm512_castpd_si512(a), _mm512_castpd_si512(b)))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn or_pd(a: __m512d, b: __m512d) -> __m512d {
    _mm512_castsi512_pd(_mm512_or_si512(_mm512_castpd_si512(a), _mm512_castpd_si512(b)))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn xor_pd(a: __m512d, b: __m512d) -> __m512d {
    _mm512_castsi512_pd(_mm512_xor_si512(_mm512_castpd_si512(a), _mm512_castpd_si512(b)))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn add_bits_pd(a: __m512d, b: __m512d) -> __m512d {
    _mm512_castsi512_pd(_mm512_add_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b)))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn sub_bits_pd(a: __m512d, b: __m512d) -> __m512d {
    _mm512_castsi512_pd(_mm512_sub_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b)))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn to_integer_ps(x: __m512) -> __m512 {
    _mm512_castsi512_ps(_mm512_cvtps_epi32(x))
}

/// Sixteen words, each in the upper half of a lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn upper_ps(words: __m256i) -> __m512 {
    _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(words)))
}
/// The upper half of each lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn words_of_ps(x: __m512) -> __m256i {
    _mm512_cvtepi32_epi16(_mm512_srli_epi32::<16>(_mm512_castps_si512(x)))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn decode_f16_ps(x: __m512) -> __m512 {
    _mm512_cvtph_ps(words_of_ps(x))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn encode_f16_ps(x: __m512) -> __m512 {
    upper_ps(_mm512_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(x))
}

/// Reads fewer than sixteen words; the others are zero.
///
/// # Safety
/// `source` is valid for reading `count < 16` words.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn load_words(source: *const u16, count: usize) -> __m256i {
    let mut words = [0_u16; 16];
    // SAFETY: the caller vouches for `count` words.
    unsafe {
        copy_few(source, words.as_mut_ptr(), count);
        _mm256_loadu_si256(words.as_ptr().cast())
    }
}
