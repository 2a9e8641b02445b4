use super::*;
use crate::exp2;
use crate::coefficients::*;
use crate::vector::horner;
#[derive(Clone, Copy)]
pub(super) struct Tanh;
impl Formula for Tanh {
    #[inline(always)]
    fn fast<V: Single>(x: V) -> V {
        let a = x.splat(10.84375).min(x.abs());
        let m = x.splat(-0.0).max(x);
        let s = a * a;
        let e = a.mul_add(a, x.splat(0.0) - s);
        let (k1, k1l, k3, k3l) = (
            x.splat(f32::from_bits(0x40135800)),
            x.splat(f32::from_bits(0xb81eede8)),
            x.splat(f32::from_bits(0x3dd2d3e8)),
            x.splat(f32::from_bits(0xb10a8d57)),
        );
        let g = s.mul_add(k3, k1);
        let gl = e.mul_add(k3, s.mul_add(k3l, k1l)) + s.mul_add(k3, k1 - g);
        let big = x.splat(12582912.0 + 32.0);
        let z = a.neg_mul_add(g, big);
        let k = z - big;
        let f = a.mul_add(gl, a.mul_add(g, k));
        let p = exp2::scale_by(horner(f, &S), z);
        let d = p.mul_add(x.splat(f32::from_bits((127 - 32) << 23)), x.splat(1.0));
        (a * p / d).neg_mul_add(x.splat(f32::from_bits((127 - 32) << 23)), m)
    }
    #[inline(always)]
    fn precise<V: Vector<Scalar = f64>>(x: V) -> V {
        let a = x.splat(11.0).min(x.abs());
        let m = x.splat(-0.0).max(x);
        let e = exp2::exp2_f64(a.mul_add((a * a).mul_add(x.splat(TANH_F64[1]), x.splat(TANH_F64[0])), x.splat(EXP2_F64_OFFSET)));
        m - a / (e + x.splat(1.0))
    }
}
