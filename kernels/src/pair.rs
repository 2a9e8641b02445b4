//! Two vectors in lock-step.

use crate::vector::Vector;

/// Two vectors as one of twice the lanes, whose operations alternate between the two: the processor
/// finds independent work within a shorter stretch of the program.
#[derive(Clone, Copy)]
pub(crate) struct Pair<V>(pub(crate) V, pub(crate) V);

macro_rules! binary {
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
binary!(Add add, Sub sub, Mul mul, Div div);

impl<V: Vector> Vector for Pair<V> {
    type Scalar = V::Scalar;
    const LANES: usize = 2 * V::LANES;
    const FUSED: bool = V::FUSED;

    #[inline(always)]
    unsafe fn load(source: *const V::Scalar) -> Self {
        unsafe { Self(V::load(source), V::load(source.add(V::LANES))) }
    }
    #[inline(always)]
    unsafe fn load_first(_source: *const V::Scalar, _count: usize) -> Self { unimplemented!() }
    #[inline(always)]
    unsafe fn store(self, target: *mut V::Scalar) {
        unsafe { self.0.store(target); self.1.store(target.add(V::LANES)) }
    }
    #[inline(always)]
    unsafe fn store_first(self, _target: *mut V::Scalar, _count: usize) { unimplemented!() }
    #[inline(always)]
    fn splat(self, constant: V::Scalar) -> Self {
        let c = self.0.splat(constant);
        Self(c, c)
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self { Self(self.0.mul_add(factor.0, addend.0), self.1.mul_add(factor.1, addend.1)) }
    #[inline(always)]
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self { Self(self.0.neg_mul_add(factor.0, addend.0), self.1.neg_mul_add(factor.1, addend.1)) }
    #[inline(always)]
    fn min(self, other: Self) -> Self { Self(self.0.min(other.0), self.1.min(other.1)) }
    #[inline(always)]
    fn max(self, other: Self) -> Self { Self(self.0.max(other.0), self.1.max(other.1)) }
    #[inline(always)]
    fn abs(self) -> Self { Self(self.0.abs(), self.1.abs()) }
    #[inline(always)]
    fn and(self, other: Self) -> Self { Self(self.0.and(other.0), self.1.and(other.1)) }
    #[inline(always)]
    fn or(self, other: Self) -> Self { Self(self.0.or(other.0), self.1.or(other.1)) }
    #[inline(always)]
    fn shift_left(self, count: u32) -> Self { Self(self.0.shift_left(count), self.1.shift_left(count)) }
    #[inline(always)]
    fn add_bits(self, other: Self) -> Self { Self(self.0.add_bits(other.0), self.1.add_bits(other.1)) }
}
impl<V: crate::vector::Single> crate::vector::Single for Pair<V> {
    type Double = Pair<V::Double>;
    #[inline(always)] fn widen(self) -> [Self::Double; 2] { let [a,b] = self.0.widen(); let [c,d] = self.1.widen(); [Pair(a,b), Pair(c,d)] }
    #[inline(always)] fn narrow(h: [Self::Double; 2]) -> Self { Self(V::narrow([h[0].0,h[0].1]), V::narrow([h[1].0,h[1].1])) }
}
