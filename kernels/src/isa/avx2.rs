//! AVX2 with FMA and F16C: 8 lanes of `f32`, 4 of `f64`.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{Job, copy_few};
use crate::vector::{Single, Vector, intrinsics};

/// Runs a job with this instruction set.
///
/// # Safety
/// The processor has AVX2, FMA and F16C.
#[target_feature(enable = "avx2,fma,f16c")]
pub(super) unsafe fn run<J: Job>(job: J) {
    // SAFETY: the caller vouches for the instructions of `F32`.
    unsafe { job.run::<F32>() }
}

/// Sliding window over it: the eight words from `8 − count` on have their sign bit set in the first
/// `count` of them.
static MASK: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];

/// Chooses the first `count` of eight words, as masked loads and stores want it.
#[inline]
#[target_feature(enable = "avx2")]
fn mask(count: usize) -> __m256i {
    let window = &MASK[8 - count..][..8];
    // SAFETY: eight words.
    unsafe { _mm256_loadu_si256(window.as_ptr().cast()) }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct F32(__m256);

intrinsics! { F32: Add add = _mm256_add_ps; Sub sub = _mm256_sub_ps; Mul mul = _mm256_mul_ps; Div div = _mm256_div_ps; }

impl Vector for F32 {
    type Scalar = f32;
    const LANES: usize = 8;
    const FUSED: bool = true;

    #[inline(always)]
    unsafe fn load(source: *const f32) -> Self {
        // SAFETY: the caller vouches for the instructions and for `LANES` scalars.
        Self(unsafe { _mm256_loadu_ps(source) })
    }
    #[inline(always)]
    unsafe fn load_first(source: *const f32, count: usize) -> Self {
        // SAFETY: the caller vouches for the instructions and for `count` scalars; no others are read.
        Self(unsafe {
            if count == 1 {
                // A masked load waits until a narrower store before it has left the store buffer, and
                // a single element often was just computed.
                _mm256_zextps128_ps256(_mm_load_ss(source))
            } else {
                _mm256_maskload_ps(source, mask(count))
            }
        })
    }
    #[inline(always)]
    unsafe fn store(self, target: *mut f32) {
        // SAFETY: the caller vouches for `LANES` scalars.
        unsafe { _mm256_storeu_ps(target, self.0) }
    }
    #[inline(always)]
    unsafe fn stream(self, target: *mut f32) {
        // SAFETY: the caller vouches for `LANES` scalars and for the alignment.
        unsafe { _mm256_stream_ps(target, self.0) }
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
                _mm_store_ss(target, _mm256_castps256_ps128(self.0));
            } else {
                _mm256_maskstore_ps(target, mask(count), self.0);
            }
        }
    }
    #[inline(always)]
    fn splat(self, constant: f32) -> Self {
        // SAFETY: a value of this type is the proof that the instruction exists.
        Self(unsafe { _mm256_set1_ps(constant) })
    }
    #[inline(always)]
    fn shift_left(self, count: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe {
            let shifted = _mm256_sll_epi32(_mm256_castps_si256(self.0), _mm_cvtsi32_si128(count as i32));
            _mm256_castsi256_ps(shifted)
        })
    }
    #[inline(always)]
    fn shift_right(self, count: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe {
            let shifted = _mm256_srl_epi32(_mm256_castps_si256(self.0), _mm_cvtsi32_si128(count as i32));
            _mm256_castsi256_ps(shifted)
        })
    }

    intrinsics! {
        mul_add(self, factor, addend) = _mm256_fmadd_ps(self, factor, addend);
        mul_sub(self, factor, subtrahend) = _mm256_fmsub_ps(self, factor, subtrahend);
        neg_mul_add(self, factor, addend) = _mm256_fnmadd_ps(self, factor, addend);
        min(self, other) = _mm256_min_ps(self, other);
        max(self, other) = _mm256_max_ps(self, other);
        where_less(self, value, limit) = where_less_ps(self, value, limit);
        abs(self) = abs_ps(self);
        and(self, other) = _mm256_and_ps(self, other);
        or(self, other) = _mm256_or_ps(self, other);
        xor(self, other) = _mm256_xor_ps(self, other);
        by_sign(self, negative, positive) = _mm256_blendv_ps(positive, negative, self);
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
            [
                F64(_mm256_cvtps_pd(_mm256_castps256_ps128(self.0))),
                F64(_mm256_cvtps_pd(_mm256_extractf128_ps::<1>(self.0))),
            ]
        }
    }
    #[inline(always)]
    fn narrow([low, high]: [F64; 2]) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_set_m128(_mm256_cvtpd_ps(high.0), _mm256_cvtpd_ps(low.0)) })
    }

    intrinsics! { to_integer(self) = to_integer_ps(self); }

    #[inline(always)]
    unsafe fn load_upper(source: *const u16) -> Self {
        // SAFETY: the caller vouches for the instructions and for `LANES` words.
        Self(unsafe { upper_ps(_mm_loadu_si128(source.cast())) })
    }
    #[inline(always)]
    unsafe fn load_upper_first(source: *const u16, count: usize) -> Self {
        // SAFETY: the caller vouches for the instructions and for `count` words.
        Self(unsafe { upper_ps(load_words(source, count)) })
    }
    #[inline(always)]
    unsafe fn store_upper(self, target: *mut u16) {
        // SAFETY: the caller vouches for `LANES` words.
        unsafe { _mm_storeu_si128(target.cast(), words_of_ps(self.0)) }
    }
    #[inline(always)]
    unsafe fn store_upper_first(self, target: *mut u16, count: usize) {
        // SAFETY: the caller vouches for `count` words.
        unsafe { store_words(words_of_ps(self.0), target, count) }
    }
    // Unpacking within halves of a register and packing likewise undo each other.
    #[inline(always)]
    unsafe fn load_upper_pair(source: *const u16) -> [Self; 2] {
        // SAFETY: the caller vouches for the instructions and for twice `LANES` words.
        unsafe {
            let words = _mm256_loadu_si256(source.cast());
            let zero = _mm256_setzero_si256();
            [
                Self(_mm256_castsi256_ps(_mm256_unpacklo_epi16(zero, words))),
                Self(_mm256_castsi256_ps(_mm256_unpackhi_epi16(zero, words))),
            ]
        }
    }
    #[inline(always)]
    unsafe fn store_upper_pair([first, second]: [Self; 2], target: *mut u16) {
        // SAFETY: the caller vouches for twice `LANES` words.
        unsafe {
            let first = _mm256_srli_epi32::<16>(_mm256_castps_si256(first.0));
            let second = _mm256_srli_epi32::<16>(_mm256_castps_si256(second.0));
            _mm256_storeu_si256(target.cast(), _mm256_packus_epi32(first, second));
        }
    }

    intrinsics! {
        decode_f16(self) = decode_f16_ps(self);
        encode_f16(self) = encode_f16_ps(self);
    }

    #[inline(always)]
    unsafe fn load_f16(source: *const u16) -> Self {
        // SAFETY: the caller vouches for the instructions and for `LANES` words.
        Self(unsafe { _mm256_cvtph_ps(_mm_loadu_si128(source.cast())) })
    }
    #[inline(always)]
    unsafe fn store_f16(self, target: *mut u16) {
        // SAFETY: the caller vouches for `LANES` words.
        unsafe { _mm_storeu_si128(target.cast(), _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(self.0)) }
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct F64(__m256d);

intrinsics! { F64: Add add = _mm256_add_pd; Sub sub = _mm256_sub_pd; Mul mul = _mm256_mul_pd; Div div = _mm256_div_pd; }

impl Vector for F64 {
    type Scalar = f64;
    const LANES: usize = 4;
    const FUSED: bool = true;

    #[inline(always)]
    unsafe fn load(source: *const f64) -> Self {
        // SAFETY: the caller vouches for the instructions and for `LANES` scalars.
        Self(unsafe { _mm256_loadu_pd(source) })
    }
    #[inline(always)]
    unsafe fn load_first(source: *const f64, count: usize) -> Self {
        // SAFETY: the caller vouches for the instructions and for `count` scalars; no others are read.
        Self(unsafe {
            if count == 1 {
                // A masked load waits until a narrower store before it has left the store buffer, and
                // a single element often was just computed.
                _mm256_zextpd128_pd256(_mm_load_sd(source))
            } else {
                _mm256_maskload_pd(source, mask(2 * count))
            }
        })
    }
    #[inline(always)]
    unsafe fn store(self, target: *mut f64) {
        // SAFETY: the caller vouches for `LANES` scalars.
        unsafe { _mm256_storeu_pd(target, self.0) }
    }
    #[inline(always)]
    unsafe fn stream(self, target: *mut f64) {
        // SAFETY: the caller vouches for `LANES` scalars and for the alignment.
        unsafe { _mm256_stream_pd(target, self.0) }
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
                _mm_store_sd(target, _mm256_castpd256_pd128(self.0));
            } else {
                _mm256_maskstore_pd(target, mask(2 * count), self.0);
            }
        }
    }
    #[inline(always)]
    fn splat(self, constant: f64) -> Self {
        // SAFETY: a value of this type is the proof that the instruction exists.
        Self(unsafe { _mm256_set1_pd(constant) })
    }
    #[inline(always)]
    fn shift_left(self, count: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe {
            let shifted = _mm256_sll_epi64(_mm256_castpd_si256(self.0), _mm_cvtsi32_si128(count as i32));
            _mm256_castsi256_pd(shifted)
        })
    }
    #[inline(always)]
    fn shift_right(self, count: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe {
            let shifted = _mm256_srl_epi64(_mm256_castpd_si256(self.0), _mm_cvtsi32_si128(count as i32));
            _mm256_castsi256_pd(shifted)
        })
    }

    intrinsics! {
        mul_add(self, factor, addend) = _mm256_fmadd_pd(self, factor, addend);
        mul_sub(self, factor, subtrahend) = _mm256_fmsub_pd(self, factor, subtrahend);
        neg_mul_add(self, factor, addend) = _mm256_fnmadd_pd(self, factor, addend);
        min(self, other) = _mm256_min_pd(self, other);
        max(self, other) = _mm256_max_pd(self, other);
        where_less(self, value, limit) = where_less_pd(self, value, limit);
        abs(self) = abs_pd(self);
        and(self, other) = _mm256_and_pd(self, other);
        or(self, other) = _mm256_or_pd(self, other);
        xor(self, other) = _mm256_xor_pd(self, other);
        by_sign(self, negative, positive) = _mm256_blendv_pd(positive, negative, self);
        add_bits(self, other) = add_bits_pd(self, other);
        sub_bits(self, other) = sub_bits_pd(self, other);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn where_less_ps(x: __m256, value: __m256, limit: __m256) -> __m256 {
    _mm256_and_ps(x, _mm256_cmp_ps::<_CMP_LT_OQ>(value, limit))
}
#[inline]
#[target_feature(enable = "avx2")]
fn abs_ps(x: __m256) -> __m256 {
    _mm256_andnot_ps(_mm256_set1_ps(-0.0), x)
}
#[inline]
#[target_feature(enable = "avx2")]
fn add_bits_ps(a: __m256, b: __m256) -> __m256 {
    _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)))
}
#[inline]
#[target_feature(enable = "avx2")]
fn sub_bits_ps(a: __m256, b: __m256) -> __m256 {
    _mm256_castsi256_ps(_mm256_sub_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn where_less_pd(x: __m256d, value: __m256d, limit: __m256d) -> __m256d {
    _mm256_and_pd(x, _mm256_cmp_pd::<_CMP_LT_OQ>(value, limit))
}
#[inline]
#[target_feature(enable = "avx2")]
fn abs_pd(x: __m256d) -> __m256d {
    _mm256_andnot_pd(_mm256_set1_pd(-0.0), x)
}
#[inline]
#[target_feature(enable = "avx2")]
fn add_bits_pd(a: __m256d, b: __m256d) -> __m256d {
    _mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(a), _mm256_castpd_si256(b)))
}
#[inline]
#[target_feature(enable = "avx2")]
fn sub_bits_pd(a: __m256d, b: __m256d) -> __m256d {
    _mm256_castsi256_pd(_mm256_sub_epi64(_mm256_castpd_si256(a), _mm256_castpd_si256(b)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn to_integer_ps(x: __m256) -> __m256 {
    _mm256_castsi256_ps(_mm256_cvtps_epi32(x))
}

/// Eight words, each in the upper half of a lane.
#[inline]
#[target_feature(enable = "avx2")]
fn upper_ps(words: __m128i) -> __m256 {
    _mm256_castsi256_ps(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(words)))
}
/// The upper half of each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn words_of_ps(x: __m256) -> __m128i {
    let words = _mm256_srli_epi32::<16>(_mm256_castps_si256(x));
    _mm_packus_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words))
}
#[inline]
#[target_feature(enable = "avx2,f16c")]
fn decode_f16_ps(x: __m256) -> __m256 {
    _mm256_cvtph_ps(words_of_ps(x))
}
#[inline]
#[target_feature(enable = "avx2,f16c")]
fn encode_f16_ps(x: __m256) -> __m256 {
    upper_ps(_mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(x))
}

/// Reads fewer than eight words; the others are zero.
///
/// # Safety
/// `source` is valid for reading `count < 8` words.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load_words(source: *const u16, count: usize) -> __m128i {
    let mut words = [0_u16; 8];
    // SAFETY: the caller vouches for `count` words.
    unsafe {
        copy_few(source, words.as_mut_ptr(), count);
        _mm_loadu_si128(words.as_ptr().cast())
    }
}
/// Writes the first few words.
///
/// # Safety
/// `target` is valid for writing `count < 8` words.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn store_words(words: __m128i, target: *mut u16, count: usize) {
    let mut buffer = [0_u16; 8];
    // SAFETY: the caller vouches for `count` words.
    unsafe {
        _mm_storeu_si128(buffer.as_mut_ptr().cast(), words);
        copy_few(buffer.as_ptr(), target, count);
    }
}
