//! The vector trait: all that the kernels ask of an instruction set.

use core::ops::{Add, Div, Mul, Sub};

use crate::half;

/// Lanes of one IEEE format, and the operations on them.
///
/// Every arithmetic operation is defined by IEEE 754 and rounds once, to nearest even, so that all
/// instruction sets agree bit for bit; only multiply-add depends on the instruction set, and
/// [`FUSED`](Vector::FUSED) says how.
///
/// A value of an implementing type exists only where its instructions do: the ways to obtain the first
/// are the `unsafe` [`load`](Vector::load) and [`load_first`](Vector::load_first), and everything else,
/// [`splat`](Vector::splat) included, starts from a value. That is what makes the other methods safe.
///
/// Methods must be `#[inline(always)]`: they are to disappear in the one function per ISA that
/// enables the instructions, and an intrinsic that is left in a function without them is a call.
pub(crate) trait Vector:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The type of one lane.
    type Scalar: Copy;
    /// How many lanes there are.
    const LANES: usize;
    /// Whether `mul_add` rounds once. Otherwise it is a multiplication, then an addition.
    const FUSED: bool;

    /// Reads `LANES` scalars.
    ///
    /// # Safety
    /// The processor has the instructions of this type, and `source` is valid for reading `LANES`
    /// scalars. It need not be aligned beyond a scalar.
    unsafe fn load(source: *const Self::Scalar) -> Self;

    /// Reads `count` scalars into the first lanes; the other lanes are zero.
    ///
    /// # Safety
    /// As for [`load`](Vector::load), with `count < LANES` scalars to read, maybe none.
    unsafe fn load_first(source: *const Self::Scalar, count: usize) -> Self;

    /// Writes all lanes.
    ///
    /// # Safety
    /// `target` is valid for writing `LANES` scalars.
    unsafe fn store(self, target: *mut Self::Scalar);

    /// Writes all lanes past the caches, where the instruction set can.
    ///
    /// # Safety
    /// As for [`store`](Vector::store); `target` is a multiple of the size of the vector.
    #[inline(always)]
    unsafe fn stream(self, target: *mut Self::Scalar) {
        // SAFETY: the caller vouches for it.
        unsafe { self.store(target) }
    }

    /// Orders what [`stream`](Vector::stream) wrote before everything that this thread writes later.
    ///
    /// # Safety
    /// The processor has the instructions of this type.
    #[inline(always)]
    unsafe fn fence() {}

    /// Writes the first `count` lanes and touches nothing beyond them.
    ///
    /// # Safety
    /// `target` is valid for writing `count < LANES` scalars, maybe none.
    unsafe fn store_first(self, target: *mut Self::Scalar, count: usize);

    /// The same constant in all lanes.
    fn splat(self, constant: Self::Scalar) -> Self;

    /// `self · factor + addend`, rounded once where [`FUSED`](Vector::FUSED).
    fn mul_add(self, factor: Self, addend: Self) -> Self;

    /// `self · factor − subtrahend`, rounded once where [`FUSED`](Vector::FUSED).
    fn mul_sub(self, factor: Self, subtrahend: Self) -> Self;

    /// `addend − self · factor`, rounded once where [`FUSED`](Vector::FUSED).
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self;

    /// Per lane `if self < other { self } else { other }`: `other` where either is NaN or both are
    /// zero.
    fn min(self, other: Self) -> Self;

    /// Per lane `if self > other { self } else { other }`: `other` where either is NaN or both are
    /// zero.
    fn max(self, other: Self) -> Self;

    /// `self` in the lanes where `value < limit`, +0 in the others and where either is NaN.
    fn where_less(self, value: Self, limit: Self) -> Self;

    /// The sign bit cleared.
    fn abs(self) -> Self;

    /// The bits that are set in both.
    fn and(self, other: Self) -> Self;

    /// The bits that are set in either.
    fn or(self, other: Self) -> Self;

    /// The bits that are set in one of the two.
    fn xor(self, other: Self) -> Self;

    /// `negative` in the lanes of `self` whose sign bit is set, else `positive`.
    fn by_sign(self, negative: Self, positive: Self) -> Self;

    /// The bits of each lane, as an integer, times 2^`count`. The count is to be a constant.
    fn shift_left(self, count: u32) -> Self;

    /// The bits of each lane, as an unsigned integer, divided by 2^`count` and rounded down. The count is
    /// to be a constant.
    fn shift_right(self, count: u32) -> Self;

    /// The sum of the bits of each lane, as integers.
    fn add_bits(self, other: Self) -> Self;

    /// The difference of the bits of each lane, as integers.
    fn sub_bits(self, other: Self) -> Self;
}

/// An `f32` vector and the `f64` vectors that hold the same lanes.
pub(crate) trait Single: Vector<Scalar = f32> {
    /// An `f64` vector with half the lanes.
    type Double: Vector<Scalar = f64>;

    /// The first and the second half of the lanes, exactly.
    fn widen(self) -> [Self::Double; 2];

    /// Both halves rounded to `f32`.
    fn narrow(halves: [Self::Double; 2]) -> Self;

    /// Each lane rounded to an integer, ties to even, as the bits of a lane. Unspecified where there is no
    /// such `i32`.
    fn to_integer(self) -> Self;

    /// Reads `LANES` 16-bit words into the upper halves of the lanes, in the order in which
    /// [`store_upper`](Single::store_upper) writes; the lower halves are zero.
    ///
    /// # Safety
    /// The processor has the instructions of this type, and `source` is valid for reading `LANES` words.
    unsafe fn load_upper(source: *const u16) -> Self;

    /// Reads `count` words, likewise, one per lane from the first on; the other lanes are zero.
    ///
    /// # Safety
    /// As for [`load_upper`](Single::load_upper), with `count < LANES` words to read, maybe none.
    unsafe fn load_upper_first(source: *const u16, count: usize) -> Self;

    /// Writes the upper half of each lane.
    ///
    /// # Safety
    /// `target` is valid for writing `LANES` words.
    unsafe fn store_upper(self, target: *mut u16);

    /// Writes the upper halves of the first `count` lanes and touches nothing beyond them.
    ///
    /// # Safety
    /// `target` is valid for writing `count < LANES` words, maybe none.
    unsafe fn store_upper_first(self, target: *mut u16, count: usize);

    /// [`load_upper`](Single::load_upper) for two vectors. Which of them has which word is up to the
    /// instruction set, and [`store_upper_pair`](Single::store_upper_pair) undoes it.
    ///
    /// # Safety
    /// As for [`load_upper`](Single::load_upper), with twice the words.
    #[inline(always)]
    unsafe fn load_upper_pair(source: *const u16) -> [Self; 2] {
        // SAFETY: the caller vouches for it.
        unsafe { [Self::load_upper(source), Self::load_upper(source.add(Self::LANES))] }
    }

    /// [`store_upper`](Single::store_upper) for two vectors.
    ///
    /// # Safety
    /// As for [`store_upper`](Single::store_upper), with twice the words.
    #[inline(always)]
    unsafe fn store_upper_pair([first, second]: [Self; 2], target: *mut u16) {
        // SAFETY: the caller vouches for it.
        unsafe {
            first.store_upper(target);
            second.store_upper(target.add(Self::LANES));
        }
    }

    /// The IEEE half-precision numbers in the upper halves of the lanes, exactly.
    #[inline(always)]
    fn decode_f16(self) -> Self {
        half::decode_f16(self)
    }

    /// Rounded to IEEE half precision, ties to even, in the upper halves of the lanes.
    #[inline(always)]
    fn encode_f16(self) -> Self {
        half::encode_f16(self)
    }

    /// Reads `LANES` half-precision numbers.
    ///
    /// # Safety
    /// As for [`load_upper`](Single::load_upper).
    #[inline(always)]
    unsafe fn load_f16(source: *const u16) -> Self {
        // SAFETY: the caller vouches for it.
        unsafe { Self::load_upper(source) }.decode_f16()
    }

    /// Rounds to half precision and writes all lanes.
    ///
    /// # Safety
    /// As for [`store_upper`](Single::store_upper).
    #[inline(always)]
    unsafe fn store_f16(self, target: *mut u16) {
        // SAFETY: the caller vouches for it.
        unsafe { self.encode_f16().store_upper(target) }
    }
}

/// Implements operators and methods of a vector type that wraps a register, each as one intrinsic or one
/// function of registers, with the operands in the order in which that wants them.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! intrinsics {
    ($vector:ident: $($trait:ident $method:ident = $intrinsic:ident;)*) => {$(
        impl core::ops::$trait for $vector {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: a value of this type is the proof that the instruction exists.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    )*};
    ($($method:ident($self:ident $(, $argument:ident)*) = $intrinsic:ident($($operand:ident),*);)*) => {$(
        #[inline(always)]
        fn $method($self $(, $argument: Self)*) -> Self {
            // SAFETY: a value of this type is the proof that the instruction exists.
            Self(unsafe { $intrinsic($($operand.0),*) })
        }
    )*};
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) use intrinsics;

/// c₀ + x·(c₁ + x·(c₂ + …)) by Horner's rule.
#[inline(always)]
pub(crate) fn horner<V: Vector, const N: usize>(x: V, coefficients: &[V::Scalar; N]) -> V {
    continue_horner(x.splat(coefficients[N - 1]), x, coefficients, N - 1)
}

/// c₀ + x·(c₁ + … + x·(cₙ₋₁ + x)): a polynomial with leading coefficient 1, which is not stored.
#[inline(always)]
pub(crate) fn horner_monic<V: Vector, const N: usize>(x: V, coefficients: &[V::Scalar; N]) -> V {
    continue_horner(x + x.splat(coefficients[N - 1]), x, coefficients, N - 1)
}

/// The rest of Horner's rule once `sum` has the coefficients from `count` on.
#[inline(always)]
pub(crate) fn continue_horner<V: Vector>(
    mut sum: V,
    x: V,
    coefficients: &[V::Scalar],
    mut count: usize,
) -> V {
    // A loop and no iterator: a closure doesn't inherit the instructions of the function it is in.
    while count > 0 {
        count -= 1;
        sum = sum.mul_add(x, x.splat(coefficients[count]));
    }
    sum
}
