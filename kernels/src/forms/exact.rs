use super::*;
use crate::exp2;
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
const GD: [f64; 11] = [
    1.7683635892586012,
    -3.097516575806584,
    4.041765752904429,
    -3.743101756506345,
    2.0886920526418185,
    -0.1600964740870665,
    -0.6861564200112877,
    0.2908610162347954,
    0.24167977468363405,
    -0.13836439536356263,
    -0.09434308334613835,
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
        let p = horner(f, &exp2::S).scale_by(z);
        let g = horner(v - x.splat(0.3125), &G);
        let t = p * v * g;
        t.neg_mul_add(x.splat(f32::from_bits((127 - 29) << 23)), m)
    }
    #[inline(always)]
    fn precise<V: Vector<Scalar = f64>>(x: V) -> V {
        let a = x.splat(14.55).min(x.abs());
        let m = x.splat(-0.0).max(x);
        let v = a / (a + x.splat(4.0));
        let w = a * a * x.splat(0.72134752044448170368);
        let big = x.splat(6755399441055744.0);
        let z = big - w;
        let k = z - big;
        let f = x.splat(0.0) - (w + k);
        let e = horner(f, &exp2::D).scale_by(z);
        (v * horner(v - x.splat(0.40625), &GD)).neg_mul_add(e * x.splat(0.5), m)
    }
}
