use super::*;
use crate::exp2;
use crate::coefficients::*;
use crate::vector::horner;
#[derive(Clone, Copy)]
pub(super) struct Exact;
const G: [f32; 10] = [
    f32::from_bits(0x3f863ddb),
    f32::from_bits(0xbffd8057),
    f32::from_bits(0x40269075),
    f32::from_bits(0xc010e8b5),
    f32::from_bits(0x3f844389),
    f32::from_bits(0x3e081565),
    f32::from_bits(0xbed02343),
    f32::from_bits(0x3d428613),
    f32::from_bits(0x3e25b041),
    f32::from_bits(0xbd91821f),
];
impl Formula for Exact {
    #[inline(always)]
    fn fast<V: Single>(x: V) -> V {
        let a = x.splat(14.4).min(x.abs());
        let m = x.splat(-0.0).max(x);
        let v = a / (a + x.splat(4.0));
        let s = a * a;
        let e = a.mul_add(a, x.splat(0.0) - s);
        let c = x.splat(f32::from_bits(0x3f38aa3b));
        let big = x.splat(12582912.0 + 29.0);
        let z = s.neg_mul_add(c, big);
        let k = z - big;
        let f = e.mul_add(c, s.mul_add(c, k));
        let p = exp2::scale_by(horner(f, &S), z);
        let g = horner(v - x.splat(0.3125), &G);
        let t = p * v * g;
        t.neg_mul_add(x.splat(f32::from_bits((127 - 29) << 23)), m)
    }
    #[inline(always)]
    fn precise<V: Vector<Scalar = f64>>(x: V) -> V {
        let a = x.splat(14.5).min(x.abs());
        let m = x.splat(-0.0).max(x);
        let quadratic = horner(a, &EXACT_F64_QUADRATIC);
        let numerator = horner(a, &EXACT_F64_NUMERATOR);
        let mut d = a + x.splat(EXACT_F64_DENOMINATOR[4]);
        d = d.mul_add(a, x.splat(EXACT_F64_DENOMINATOR[3]));
        d = d.mul_add(a, x.splat(EXACT_F64_DENOMINATOR[2]));
        d = d.mul_add(a, x.splat(EXACT_F64_DENOMINATOR[1]));
        d = d.mul_add(a, x.splat(EXACT_F64_DENOMINATOR[0]));
        a.neg_mul_add(exp2::exp2_f64(quadratic + numerator / d), m)
    }
}
