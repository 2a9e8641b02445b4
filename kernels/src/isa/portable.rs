//! The compile-time tier, through `wide`: SSE2, NEON, wasm's simd128, or plain arrays, whatever
//! the target's baseline has.

use wide::bytemuck::cast;
use wide::{f32x4, f64x2, u32x4, u64x2};

use super::Job;
use crate::vector::{Single, Vector};

/// Runs a job with the instructions of the target's baseline.
///
/// # Safety
/// None is needed; the signature is that of the other instruction sets.
// Not inlined, as the others aren't either: a name of its own for whoever looks at the machine code.
#[inline(never)]
pub(super) unsafe fn run<J: Job>(job: J) {
    // SAFETY: what the compiler may use everywhere, `F32` may use.
    unsafe { job.run::<F32>() }
}

/// Whether `wide` fuses `mul_add` on this target (read off its sources; a test holds it to it).
const FUSED: bool = cfg!(any(
    all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "fma"),
    all(target_arch = "aarch64", target_feature = "neon"),
));

/// The vector over one of `wide`'s types: primitive operations are the same for both formats.
macro_rules! vector {
    ($name:ident, $wide:ident, $bits:ident, $scalar:ident, $lanes:literal: $($index:literal)*) => {
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(super) struct $name($wide);

        vector!(@operator $name Add add);
        vector!(@operator $name Sub sub);
        vector!(@operator $name Mul mul);
        vector!(@operator $name Div div);

        impl Vector for $name {
            type Scalar = $scalar;
            const LANES: usize = $lanes;
            const FUSED: bool = FUSED;

            #[inline(always)]
            unsafe fn load(source: *const $scalar) -> Self {
                // SAFETY: an array is aligned like its scalar, and the caller vouches for the rest.
                Self($wide::from(unsafe { source.cast::<[$scalar; $lanes]>().read() }))
            }
            #[inline(always)]
            unsafe fn load_first(source: *const $scalar, count: usize) -> Self {
                // Lane by lane and not through a buffer, which would have to be read back at a
                // width that no store forwards to.
                // SAFETY: the caller vouches for `count` scalars.
                Self($wide::new([$(if $index < count { unsafe { source.add($index).read() } } else { 0.0 }),*]))
            }
            #[inline(always)]
            unsafe fn store(self, target: *mut $scalar) {
                // SAFETY: as in `load`.
                unsafe { target.cast::<[$scalar; $lanes]>().write(self.0.to_array()) }
            }
            #[inline(always)]
            unsafe fn store_first(self, target: *mut $scalar, count: usize) {
                let lanes = self.0.to_array();
                $(if $index < count {
                    // SAFETY: as in `load_first`.
                    unsafe { target.add($index).write(lanes[$index]) }
                })*
            }
            #[inline(always)]
            fn splat(self, constant: $scalar) -> Self {
                Self($wide::splat(constant))
            }
            #[inline(always)]
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                Self(self.0.mul_add(factor.0, addend.0))
            }
            #[inline(always)]
            fn mul_sub(self, factor: Self, subtrahend: Self) -> Self {
                Self(self.0.mul_sub(factor.0, subtrahend.0))
            }
            #[inline(always)]
            fn neg_mul_add(self, factor: Self, addend: Self) -> Self {
                Self(self.0.mul_neg_add(factor.0, addend.0))
            }
            // `wide` leaves it open what its own min and max do with NaN and zeros. On SSE2 its fast
            // ones are the instructions that are meant here, and the tests hold them to it.
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Self(if cfg!(target_feature = "sse2") {
                    self.0.fast_min(other.0)
                } else {
                    self.0.simd_lt(other.0).select(self.0, other.0)
                })
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                Self(if cfg!(target_feature = "sse2") {
                    self.0.fast_max(other.0)
                } else {
                    self.0.simd_gt(other.0).select(self.0, other.0)
                })
            }
            #[inline(always)]
            fn where_less(self, value: Self, limit: Self) -> Self {
                Self(self.0 & value.0.simd_lt(limit.0))
            }
            #[inline(always)]
            fn abs(self) -> Self {
                Self(self.0.abs())
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
            #[inline(always)]
            fn by_sign(self, negative: Self, positive: Self) -> Self {
                Self(self.0.is_sign_negative().select(negative.0, positive.0))
            }
            #[inline(always)]
            fn sub_bits(self, other: Self) -> Self {
                Self(cast(cast::<$wide, $bits>(self.0) - cast::<$wide, $bits>(other.0)))
            }
            #[inline(always)]
            fn shift_left(self, count: u32) -> Self {
                Self(cast(cast::<$wide, $bits>(self.0) << count))
            }
            #[inline(always)]
            fn shift_right(self, count: u32) -> Self {
                Self(cast(cast::<$wide, $bits>(self.0) >> count))
            }
            #[inline(always)]
            fn add_bits(self, other: Self) -> Self {
                Self(cast(cast::<$wide, $bits>(self.0) + cast::<$wide, $bits>(other.0)))
            }
        }
    };
    (@operator $name:ident $trait:ident $method:ident) => {
        impl core::ops::$trait for $name {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(core::ops::$trait::$method(self.0, other.0))
            }
        }
    };
}

vector!(F32, f32x4, u32x4, f32, 4: 0 1 2 3);
vector!(F64, f64x2, u64x2, f64, 2: 0 1);

impl Single for F32 {
    type Double = F64;

    #[inline(always)]
    fn widen(self) -> [F64; 2] {
        let [a, b, c, d] = self.0.to_array().map(f64::from);
        [F64(f64x2::new([a, b])), F64(f64x2::new([c, d]))]
    }
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
    fn narrow([low, high]: [F64; 2]) -> Self {
        let ([a, b], [c, d]) = (low.0.to_array(), high.0.to_array());
        Self(f32x4::new([a, b, c, d].map(|lane| lane as f32)))
    }
    #[inline(always)]
    fn to_integer(self) -> Self {
        // Where there is an instruction for it; elsewhere `wide` rounds ties away from zero.
        let to_even = cfg!(any(
            target_feature = "sse2",
            target_feature = "simd128",
            all(target_arch = "aarch64", target_feature = "neon")
        ));
        let x = if to_even { self.0 } else { self.0.round_ties_even() };
        Self(cast(x.fast_round_int()))
    }
    #[inline(always)]
    unsafe fn load_upper(source: *const u16) -> Self {
        // SAFETY: the caller vouches for `LANES` words.
        let words = unsafe { source.cast::<[u16; Self::LANES]>().read() };
        Self(cast(words.map(|word| u32::from(word) << 16)))
    }
    #[inline(always)]
    unsafe fn load_upper_first(source: *const u16, count: usize) -> Self {
        let mut lanes = [0; Self::LANES];
        let mut i = 0;
        while i < count {
            // SAFETY: the caller vouches for `count` words.
            lanes[i] = u32::from(unsafe { source.add(i).read() }) << 16;
            i += 1;
        }
        Self(cast(lanes))
    }
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "16 bits are left")]
    unsafe fn store_upper(self, target: *mut u16) {
        let words = cast::<f32x4, [u32; Self::LANES]>(self.0).map(|lane| (lane >> 16) as u16);
        // SAFETY: the caller vouches for `LANES` words.
        unsafe { target.cast::<[u16; Self::LANES]>().write(words) }
    }
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "16 bits are left")]
    unsafe fn store_upper_first(self, target: *mut u16, count: usize) {
        let lanes = cast::<f32x4, [u32; Self::LANES]>(self.0);
        let mut i = 0;
        while i < count {
            // SAFETY: the caller vouches for `count` words.
            unsafe { target.add(i).write((lanes[i] >> 16) as u16) }
            i += 1;
        }
    }
}
