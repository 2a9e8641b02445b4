use super::*;
use crate::exp2;
use crate::coefficients::*;
use crate::vector::horner;
#[derive(Clone, Copy)]
pub(super) struct Sigmoid;
impl Formula for Sigmoid {
    #[inline(always)]
    fn fast<V: Single>(x: V) -> V {
        let a = x.splat(64.0).min(x.abs());
        let m = x.splat(-0.0).max(x);
        let c = x.splat(2.455467);
        let big = x.splat(12582912.0 + 32.0);
        let z = a.neg_mul_add(c, big);
        let k = z - big;
        let f = a.mul_add(x.splat(-2.6109499007276327e-08), a.mul_add(c, k));
        let p = exp2::scale_by(horner(f, &S), z);
        let d = p.mul_add(x.splat(f32::from_bits((127 - 32) << 23)), x.splat(1.0));
        (a * p / d).neg_mul_add(x.splat(f32::from_bits((127 - 32) << 23)), m)
    }
    #[inline(always)]
    fn precise<V: Vector<Scalar = f64>>(x: V) -> V {
        let a = x.splat(66.0).min(x.abs());
        let m = x.splat(-0.0).max(x);
        let e = exp2::exp2_f64(a.mul_add(x.splat(SIGMOID_F64), x.splat(EXP2_F64_OFFSET)));
        m - a / (e + x.splat(1.0))
    }
}
