//! The 16-bit formats: `bf16`, the upper half of an `f32`, and `f16`, IEEE half precision.
//!
//! Both are exact in `f32`, in whose lanes they are computed. In between they stand in the upper halves of
//! the lanes, where the sign is in its place.

use crate::vector::{Single, Vector};

/// A 16-bit format. Methods must be `#[inline(always)]`.
pub(crate) trait Half: Copy {
    /// Reads all lanes.
    ///
    /// # Safety
    /// The processor has the instructions of `V`, and `source` is valid for reading `LANES` numbers.
    unsafe fn load<V: Single>(source: *const u16) -> V;

    /// Reads `count` numbers into the first lanes; the others are zero.
    ///
    /// # Safety
    /// As for [`load`](Half::load), with `count < LANES` numbers to read, maybe none.
    unsafe fn load_first<V: Single>(source: *const u16, count: usize) -> V;

    /// Rounds to nearest and writes all lanes. The number in between two neighbours goes to the even one, or
    /// upwards if `UP`.
    ///
    /// # Safety
    /// `target` is valid for writing `LANES` numbers.
    unsafe fn store<V: Single, const UP: bool>(lanes: V, target: *mut u16);

    /// Rounds likewise, writes the first `count` lanes and touches nothing beyond them.
    ///
    /// # Safety
    /// `target` is valid for writing `count < LANES` numbers, maybe none.
    unsafe fn store_first<V: Single, const UP: bool>(lanes: V, target: *mut u16, count: usize);

    /// `f64` lanes as `f32`, so that [`store`](Half::store) rounds to the number next to what they are.
    fn narrow<V: Single>(halves: [V::Double; 2]) -> V;
}

/// The upper half of an `f32`.
#[derive(Clone, Copy)]
pub(crate) struct Bf16;

/// IEEE half precision.
#[derive(Clone, Copy)]
pub(crate) struct F16;

/// Rounds to `bf16`, in the upper halves of the lanes: what is below them is carried or is ignored.
///
/// g(x) of a subnormal x is ½·x + c·x² with a c > 0. The last term counts where x is odd and the result half an
/// integer in units of the smallest subnormal: it lies just above, and vanishes beside it in `f32`. So
/// the value goes up from such a tie, for either sign; all other ties are a number's own.
///
/// A NaN from arithmetic on `bf16` has no bits in the lower half, so that none is carried into its exponent.
#[inline(always)]
fn round_bf16<V: Single, const UP: bool>(y: V) -> V {
    let bit = y.splat(f32::from_bits(1));
    if UP {
        y.add_bits(y.splat(f32::from_bits(0x8000))).sub_bits(y.shift_right(31))
    } else {
        y.add_bits(y.splat(f32::from_bits(0x7fff))).add_bits(y.shift_right(16).and(bit))
    }
}

impl Half for Bf16 {
    #[inline(always)]
    unsafe fn load<V: Single>(source: *const u16) -> V {
        // SAFETY: the caller vouches for it.
        unsafe { V::load_upper(source) }
    }
    #[inline(always)]
    unsafe fn load_first<V: Single>(source: *const u16, count: usize) -> V {
        // SAFETY: the caller vouches for it.
        unsafe { V::load_upper_first(source, count) }
    }
    #[inline(always)]
    unsafe fn store<V: Single, const UP: bool>(lanes: V, target: *mut u16) {
        // SAFETY: the caller vouches for it.
        unsafe { round_bf16::<V, UP>(lanes).store_upper(target) }
    }
    #[inline(always)]
    unsafe fn store_first<V: Single, const UP: bool>(lanes: V, target: *mut u16, count: usize) {
        // SAFETY: the caller vouches for it.
        unsafe { round_bf16::<V, UP>(lanes).store_upper_first(target, count) }
    }
    /// Rounding twice happens to be harmless for the functions of every input; products with a gradient it may put one off.
    #[inline(always)]
    fn narrow<V: Single>(halves: [V::Double; 2]) -> V {
        V::narrow(halves)
    }
}

impl Half for F16 {
    #[inline(always)]
    unsafe fn load<V: Single>(source: *const u16) -> V {
        // SAFETY: the caller vouches for it.
        unsafe { V::load_f16(source) }
    }
    #[inline(always)]
    unsafe fn load_first<V: Single>(source: *const u16, count: usize) -> V {
        // SAFETY: the caller vouches for it.
        unsafe { V::load_upper_first(source, count) }.decode_f16()
    }
    /// Always to even: `f32` has room for what decides.
    #[inline(always)]
    unsafe fn store<V: Single, const UP: bool>(lanes: V, target: *mut u16) {
        // SAFETY: the caller vouches for it.
        unsafe { lanes.store_f16(target) }
    }
    #[inline(always)]
    unsafe fn store_first<V: Single, const UP: bool>(lanes: V, target: *mut u16, count: usize) {
        // SAFETY: the caller vouches for it.
        unsafe { lanes.encode_f16().store_upper_first(target, count) }
    }
    #[inline(always)]
    fn narrow<V: Single>([low, high]: [V::Double; 2]) -> V {
        V::narrow([to_odd(low), to_odd(high)])
    }
}

/// Rounded to the 24 bits of an `f32`, by setting the last one if any beyond was: so that what rounds the result
/// again, to fewer bits, does as if it saw the original.
#[inline(always)]
fn to_odd<D: Vector<Scalar = f64>>(x: D) -> D {
    const BEYOND: u64 = (1 << (f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS)) - 1;
    let beyond = x.splat(f64::from_bits(BEYOND));
    // Anything but 0 carries into the last bit.
    let carried = x.and(beyond).add_bits(beyond);
    x.or(carried).and(x.splat(f64::from_bits(!BEYOND)))
}

/// 2^exponent.
const fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

/// How much the exponents of `f32` and of `f16` differ in their biases, in place.
const REBIAS: u32 = (127 - 15) << 23;

/// `self` of [`Single::decode_f16`], for any instruction set.
#[inline(always)]
pub(crate) fn decode_f16<V: Single>(bits: V) -> V {
    let constant = |bits: u32| f32::from_bits(bits);
    let sign = bits.and(bits.splat(-0.0));
    let rebias = bits.splat(constant(REBIAS));
    // Exponent and fraction in place, as 2^-112 times the number (but for the next two).
    let a = bits.abs().shift_right(3).add_bits(rebias);
    // Subnormals came out as 2⁻¹⁵·(1 + fraction): with the next exponent, 2⁻¹⁴ is to be taken off.
    let least = bits.splat(power_of_two(-14));
    let subnormal = a.add_bits(bits.splat(constant(1 << 23))) - least;
    // Infinities and NaN have the largest exponent here, too.
    let special = rebias.where_less(bits.splat(power_of_two(16)).sub_bits(bits.splat(constant(1))), a);
    a.add_bits(special).add_bits(subnormal.sub_bits(a).where_less(a, least)).or(sign)
}

/// `self` of [`Single::encode_f16`], for any instruction set.
#[inline(always)]
pub(crate) fn encode_f16<V: Single>(x: V) -> V {
    let sign = x.and(x.splat(-0.0));
    // 2^16 becomes infinity by itself.
    let a = x.splat(power_of_two(16)).min(x.abs());
    // A power of two whose last bit is worth as much as that of the result: the sum is rounded there.
    let exponent = x.splat(power_of_two(-14)).max(a).and(x.splat(f32::INFINITY));
    let shifter = exponent.add_bits(x.splat(f32::from_bits(13 << 23)));
    let fraction = (a + shifter).sub_bits(shifter);
    // The fraction has its leading bit, so that the exponent is one less; 2^-14 has 1.
    let result = exponent.sub_bits(x.splat(power_of_two(-14))).shift_right(13).add_bits(fraction);
    // A quiet NaN, where it is one.
    let nan = x.splat(f32::from_bits(0x7e00));
    let result = nan.xor(result.xor(nan).where_less(a, x.splat(f32::INFINITY)));
    result.shift_left(16).or(sign)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::{Bf16, F16, Half, decode_f16, encode_f16};
    use crate::isa::{Isa, Job};
    use crate::pair::Pair;
    use crate::vector::{Single, Vector};

    /// How to convert.
    #[derive(Clone, Copy)]
    enum Way {
        /// The instruction set's own.
        Own,
        /// For any instruction set.
        General,
    }

    struct Decode<'a>(Way, &'a [u16], &'a mut [f32]);

    impl Job for Decode<'_> {
        #[inline(always)]
        unsafe fn run<V: Single>(self) {
            let Self(way, from, to) = self;
            assert!(from.len().is_multiple_of(V::LANES));
            for (from, to) in from.chunks(V::LANES).zip(to.chunks_mut(V::LANES)) {
                // SAFETY: `LANES` elements on both sides.
                unsafe {
                    match way {
                        Way::Own => V::load_f16(from.as_ptr()),
                        Way::General => decode_f16(V::load_upper(from.as_ptr())),
                    }
                    .store(to.as_mut_ptr());
                }
            }
        }
    }

    struct Encode<'a>(Way, &'a [f32], &'a mut [u16]);

    impl Job for Encode<'_> {
        #[inline(always)]
        unsafe fn run<V: Single>(self) {
            let Self(way, from, to) = self;
            assert!(from.len().is_multiple_of(V::LANES));
            for (from, to) in from.chunks(V::LANES).zip(to.chunks_mut(V::LANES)) {
                // SAFETY: `LANES` elements on both sides.
                unsafe {
                    let lanes = V::load(from.as_ptr());
                    match way {
                        Way::Own => lanes.store_f16(to.as_mut_ptr()),
                        Way::General => encode_f16(lanes).store_upper(to.as_mut_ptr()),
                    }
                }
            }
        }
    }

    /// The definition.
    fn f16(bits: u16) -> f32 {
        let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f32::from(bits & 0x3ff) / 1024.0);
        let magnitude = match exponent {
            31 if fraction > 0.0 => f32::NAN,
            31 => f32::INFINITY,
            0 => fraction * super::power_of_two(-14),
            _ => (1.0 + fraction) * super::power_of_two(exponent - 15),
        };
        if bits >> 15 == 1 { -magnitude } else { magnitude }
    }

    #[test]
    fn f16_is_decoded_exactly() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        for isa in Isa::available() {
            for way in [Way::Own, Way::General] {
                let mut decoded = std::vec![0.0; all.len()];
                isa.run(Decode(way, &all, &mut decoded));
                for (&bits, &x) in all.iter().zip(&decoded) {
                    let truth = f16(bits);
                    assert!(
                        x.to_bits() == truth.to_bits() || x.is_nan() && truth.is_nan(),
                        "{bits:#x} on {isa}: {x}"
                    );
                }
            }
        }
    }

    #[test]
    fn f16_is_rounded_to_nearest_even() {
        // Every finite number, the middle between it and the next, and the neighbours of that.
        let (mut from, mut expected) = (Vec::new(), Vec::new());
        for bits in 0..0x7c00_u16 {
            let middle = if bits == 0x7bff { 65520.0 } else { 0.5 * (f16(bits) + f16(bits + 1)) };
            let even = bits + (bits & 1);
            let cases =
                [(f16(bits), bits), (middle.next_down(), bits), (middle, even), (middle.next_up(), bits + 1)];
            for (x, rounded) in cases {
                from.extend([x, -x]);
                expected.extend([rounded, rounded | 0x8000]);
            }
        }
        let special = [(f32::INFINITY, 0x7c00), (1e10, 0x7c00), (f32::MAX, 0x7c00), (f32::from_bits(1), 0)];
        for (x, rounded) in special {
            from.extend([x, -x]);
            expected.extend([rounded, rounded | 0x8000]);
        }
        while from.len() % 64 > 0 {
            from.push(f32::NAN);
            expected.push(0x7e00);
        }
        for isa in Isa::available() {
            for way in [Way::Own, Way::General] {
                let mut encoded = std::vec![0; from.len()];
                isa.run(Encode(way, &from, &mut encoded));
                for ((&x, &truth), &bits) in from.iter().zip(&expected).zip(&encoded) {
                    let same = if x.is_nan() { bits & 0x7e00 == 0x7e00 } else { bits == truth };
                    assert!(same, "{x:e} on {isa}: {bits:#x} instead of {truth:#x}");
                }
            }
        }
    }

    /// Reads and writes in two vectors at a time, and the rest as such.
    struct Copy<'a, T>(T, &'a [u16], &'a mut [u16]);

    impl<T: Half> Job for Copy<'_, T> {
        #[inline(always)]
        unsafe fn run<V: Single>(self) {
            let Self(_, from, to) = self;
            let lanes = Pair::<V>::LANES;
            for (from, to) in from.chunks(lanes).zip(to.chunks_mut(lanes)) {
                // SAFETY: the lengths of the chunks.
                unsafe {
                    if from.len() == lanes {
                        T::store::<Pair<V>, false>(T::load(from.as_ptr()), to.as_mut_ptr());
                    } else {
                        let x: Pair<V> = T::load_first(from.as_ptr(), from.len());
                        T::store_first::<_, false>(x, to.as_mut_ptr(), to.len());
                    }
                }
            }
        }
    }

    #[test]
    fn what_was_read_is_written() {
        // Any finite numbers, the order of which can be told.
        let numbers: Vec<u16> = (0..200).map(|i| 0x3c00 + 7 * i).collect();
        for isa in Isa::available() {
            for length in 0..numbers.len() {
                let (mut bf16, mut f16) = (std::vec![0; length + 1], std::vec![0; length + 1]);
                isa.run(Copy(Bf16, &numbers[..length], &mut bf16[..length]));
                isa.run(Copy(F16, &numbers[..length], &mut f16[..length]));
                for copy in [bf16, f16] {
                    assert_eq!(copy[..length], numbers[..length], "{isa}");
                    assert_eq!(copy[length], 0, "{isa}");
                }
            }
        }
    }
}
