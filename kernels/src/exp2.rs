//! 2^w in both formats: a shifter splits w, a polynomial takes the fraction, the exponent field
//! the rest.

pub(crate) const S: [f32; 7] = [
    1.0,
    f32::from_bits(0xbf317218),
    f32::from_bits(0x3e75fdf0),
    f32::from_bits(0xbd6357b8),
    f32::from_bits(0x3c1d9522),
    f32::from_bits(0xbaaf879f),
    f32::from_bits(0x392214ac),
];
pub(crate) const D: [f64; 7] = [
    1.0,
    0.6931472062789883,
    0.2402265134669755,
    0.0555032772479958,
    0.009618003789215757,
    0.0013400296349006468,
    0.0001547632954227426,
];
