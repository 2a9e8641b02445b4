use super::*;
use crate::exp2;
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
        let p = horner(f, &exp2::S).scale_by(z);
        let d = p.mul_add(x.splat(f32::from_bits((127 - 32) << 23)), x.splat(1.0));
        (a * p / d).neg_mul_add(x.splat(f32::from_bits((127 - 32) << 23)), m)
    }
    #[inline(always)]
    fn precise<V: Vector<Scalar = f64>>(x: V) -> V {
        let a = x.splat(64.0).min(x.abs());
        let m = x.splat(-0.0).max(x);
        let w = a * x.splat(2.4554669595930156);
        let big = x.splat(6755399441055744.0);
        let z = big - w;
        let k = z - big;
        let f = x.splat(0.0) - (w + k);
        let e = horner(f, &exp2::D).scale_by(z);
        m - a * e / (e + x.splat(1.0))
    }
}
