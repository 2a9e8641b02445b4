//! Two vectors in lock-step.

use crate::vector::{Single, Vector};

/// Two vectors as one of twice the lanes. Each operation is done for the one, then for the other, so
/// that a processor finds independent work close by: a kernel is one long chain of dependent
/// operations, and its scheduler doesn't reach from one chain into the next.
///
/// On AVX2, all kernels but the shortest gain 5 to 10 % by it against one vector at a time, and as
/// much against two that merely follow each other.
#[derive(Clone, Copy)]
pub(crate) struct Pair<V>(V, V);

macro_rules! operator {
    ($($trait:ident $method:ident),*) => {$(
        impl<V: Vector> core::ops::$trait for Pair<V> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0), self.1.$method(other.1))
            }
        }
    )*};
}

operator!(Add add, Sub sub, Mul mul, Div div);

macro_rules! forward {
    ($($method:ident($($argument:ident),*)),*) => {$(
        #[inline(always)]
        fn $method(self, $($argument: Self),*) -> Self {
            Self(self.0.$method($($argument.0),*), self.1.$method($($argument.1),*))
        }
    )*};
}

impl<V: Vector> Vector for Pair<V> {
    type Scalar = V::Scalar;
    const LANES: usize = 2 * V::LANES;
    const FUSED: bool = V::FUSED;

    #[inline(always)]
    unsafe fn load(source: *const V::Scalar) -> Self {
        // SAFETY: the caller vouches for twice the lanes.
        unsafe { Self(V::load(source), V::load(source.add(V::LANES))) }
    }

    #[inline(always)]
    unsafe fn load_first(source: *const V::Scalar, count: usize) -> Self {
        // SAFETY: the caller vouches for `count` scalars, which the branches divide among the two.
        unsafe {
            if count < V::LANES {
                Self(V::load_first(source, count), V::load_first(source, 0))
            } else {
                Self(V::load(source), V::load_first(source.add(V::LANES), count - V::LANES))
            }
        }
    }

    #[inline(always)]
    unsafe fn store(self, target: *mut V::Scalar) {
        // SAFETY: the caller vouches for twice the lanes.
        unsafe {
            self.0.store(target);
            self.1.store(target.add(V::LANES));
        }
    }

    #[inline(always)]
    unsafe fn stream(self, target: *mut V::Scalar) {
        // SAFETY: as for `store`; the half of what is a multiple of two vectors' size.
        unsafe {
            self.0.stream(target);
            self.1.stream(target.add(V::LANES));
        }
    }

    #[inline(always)]
    unsafe fn fence() {
        // SAFETY: the caller vouches for the instructions.
        unsafe { V::fence() }
    }

    #[inline(always)]
    unsafe fn store_first(self, target: *mut V::Scalar, count: usize) {
        // SAFETY: as in `load_first`.
        unsafe {
            if count < V::LANES {
                self.0.store_first(target, count);
            } else {
                self.0.store(target);
                self.1.store_first(target.add(V::LANES), count - V::LANES);
            }
        }
    }

    #[inline(always)]
    fn splat(self, constant: V::Scalar) -> Self {
        Self(self.0.splat(constant), self.1.splat(constant))
    }

    #[inline(always)]
    fn shift_left(self, count: u32) -> Self {
        Self(self.0.shift_left(count), self.1.shift_left(count))
    }

    #[inline(always)]
    fn shift_right(self, count: u32) -> Self {
        Self(self.0.shift_right(count), self.1.shift_right(count))
    }

    forward!(
        mul_add(factor, addend),
        mul_sub(factor, subtrahend),
        neg_mul_add(factor, addend),
        min(other),
        max(other),
        where_less(value, limit),
        abs(),
        and(other),
        or(other),
        xor(other),
        by_sign(negative, positive),
        add_bits(other),
        sub_bits(other)
    );
}

impl<V: Single> Single for Pair<V> {
    type Double = Pair<V::Double>;

    #[inline(always)]
    fn widen(self) -> [Self::Double; 2] {
        let ([a, b], [c, d]) = (self.0.widen(), self.1.widen());
        [Pair(a, b), Pair(c, d)]
    }

    #[inline(always)]
    fn narrow([first, second]: [Self::Double; 2]) -> Self {
        Self(V::narrow([first.0, first.1]), V::narrow([second.0, second.1]))
    }

    #[inline(always)]
    fn to_integer(self) -> Self {
        Self(self.0.to_integer(), self.1.to_integer())
    }

    #[inline(always)]
    unsafe fn load_upper(source: *const u16) -> Self {
        // SAFETY: the caller vouches for twice the lanes.
        let [first, second] = unsafe { V::load_upper_pair(source) };
        Self(first, second)
    }

    #[inline(always)]
    unsafe fn load_upper_first(source: *const u16, count: usize) -> Self {
        // SAFETY: the caller vouches for `count` words, which the branches divide among the two.
        unsafe {
            if count < V::LANES {
                Self(V::load_upper_first(source, count), V::load_upper_first(source, 0))
            } else {
                Self(V::load_upper(source), V::load_upper_first(source.add(V::LANES), count - V::LANES))
            }
        }
    }

    #[inline(always)]
    unsafe fn store_upper(self, target: *mut u16) {
        // SAFETY: the caller vouches for twice the lanes.
        unsafe { V::store_upper_pair([self.0, self.1], target) }
    }

    #[inline(always)]
    unsafe fn store_upper_first(self, target: *mut u16, count: usize) {
        // SAFETY: as in `load_upper_first`.
        unsafe {
            if count < V::LANES {
                self.0.store_upper_first(target, count);
            } else {
                self.0.store_upper(target);
                self.1.store_upper_first(target.add(V::LANES), count - V::LANES);
            }
        }
    }

    #[inline(always)]
    fn decode_f16(self) -> Self {
        Self(self.0.decode_f16(), self.1.decode_f16())
    }

    #[inline(always)]
    fn encode_f16(self) -> Self {
        Self(self.0.encode_f16(), self.1.encode_f16())
    }

    #[inline(always)]
    unsafe fn load_f16(source: *const u16) -> Self {
        // SAFETY: the caller vouches for twice the lanes.
        unsafe { Self(V::load_f16(source), V::load_f16(source.add(V::LANES))) }
    }

    #[inline(always)]
    unsafe fn store_f16(self, target: *mut u16) {
        // SAFETY: the caller vouches for twice the lanes.
        unsafe {
            self.0.store_f16(target);
            self.1.store_f16(target.add(V::LANES));
        }
    }
}
