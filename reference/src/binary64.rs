//! True values for `f64` inputs, in double-double arithmetic.

use core::ops::{Add, Div, Mul, Neg, Sub};

use gelu_kernels::Form;
use gelu_kernels::bounds::Quantity;

use crate::binary64_tables::*;

/// The value of a form, or of a derivative of it, for an `f64`.
///
/// Its relative error is at most about 2⁻⁷⁸, which is 2⁻²⁵ ulp of `f64`, roots of the derivatives included; binary128
/// agrees. As in
/// [`truth`](crate::truth), each formula is the one that doesn't cancel for the sign of x, and next to a root of
/// a derivative its Taylor series takes over. Arithmetic has some 2⁻¹⁰²; the formulas lose at most
/// 2⁷ of that away from the roots and 2¹¹ in the exponent, and the rational function in the exact form is good to 2⁻⁸⁰.
pub fn truth(quantity: Quantity, form: Form, x: f64) -> Truth {
    if x.is_nan() {
        return Truth { value: Double(x, 0.0), exponent: 0 };
    }
    let positive = x > 0.0;
    let a = x.abs().min(LARGE);
    match quantity {
        Quantity::Value => {
            // x·Φ, with the exponent of x apart, since x may be subnormal.
            if x < -LARGE {
                return Truth { value: -ONE, exponent: -4000 };
            }
            if x.is_infinite() || x == 0.0 {
                return Truth { value: Double(x, 0.0), exponent: 0 };
            }
            let (significand, exponent) = normalised(x);
            let mut factor = upper(form, a);
            if positive {
                factor = Truth { value: ONE - factor.number(), exponent: 0 };
            }
            Truth { value: Double(significand, 0.0) * factor.value, exponent: factor.exponent + exponent }
        }
        Quantity::Derivative if positive => Truth { value: ONE - derivative(form, a).number(), exponent: 0 },
        Quantity::Derivative => derivative(form, a),
        Quantity::SecondDerivative => second_derivative(form, a),
    }
}

/// Results for larger |x| are limits: everything is below 2⁻¹²⁰⁰ there.
const LARGE: f64 = 600.0;

/// A number value·2^exponent, beyond the range of `f64` if need be.
#[derive(Clone, Copy, Debug)]
pub struct Truth {
    value: Double,
    exponent: i32,
}

impl Truth {
    /// It as a number near 1 or smaller.
    fn number(self) -> Double {
        Double(scaled(self.value.0, self.exponent), scaled(self.value.1, self.exponent))
    }

    /// The `f64` next to it, but for a second rounding where that is subnormal.
    pub fn approximate(self) -> f64 {
        scaled(self.value.0, self.exponent)
    }

    /// How many ulp a finite result is from it: the distance of neighbouring `f64` values in the binade of the true
    /// value, that of the subnormals included.
    pub fn error(self, result: f64) -> f64 {
        let Double(high, low) = self.value;
        if high == 0.0 {
            return if result == 0.0 { 0.0 } else { f64::INFINITY };
        }
        let (significand, exponent) = normalised(high);
        // Just below a power of two is the binade below it.
        let below = i32::from(significand.abs() == 1.0 && high * low < 0.0);
        let binade = exponent + self.exponent - below;
        let unit = binade.max(-1022) - 52 - self.exponent;
        let difference = (scaled(result, -self.exponent) - high) - low;
        scaled(difference.abs(), -unit)
    }
}

/// Q(a), or s(a) = 1/(1 + eᵘ).
fn upper(form: Form, a: f64) -> Truth {
    if form == Form::Exact {
        let (factor, exponent) = gauss(a);
        return Truth { value: factor * mills(a), exponent };
    }
    let (e, exponent) = exp(-exponent(form, a)[0]);
    let divisor = ONE + scaled_double(e, exponent);
    Truth { value: e / divisor, exponent }
}

/// g'(−a).
fn derivative(form: Form, a: f64) -> Truth {
    let root = match form {
        Form::Exact => &EXACT_DERIVATIVE,
        Form::Tanh => &TANH_DERIVATIVE,
        Form::Sigmoid => &SIGMOID_DERIVATIVE,
    };
    if let Some(value) = root.near(a) {
        return Truth { value, exponent: 0 };
    }
    if form == Form::Exact {
        let (factor, exponent) = gauss(a);
        return Truth { value: factor * (mills(a) - pair(KAPPA) * a), exponent };
    }
    let [u, slope, _] = exponent(form, a);
    let (e, exponent) = exp(-u);
    let divisor = ONE + scaled_double(e, exponent);
    Truth { value: e * (divisor - slope * a) / (divisor * divisor), exponent }
}

/// g''(a).
fn second_derivative(form: Form, a: f64) -> Truth {
    let root = match form {
        Form::Exact => &EXACT_SECOND_DERIVATIVE,
        Form::Tanh => &TANH_SECOND_DERIVATIVE,
        Form::Sigmoid => &SIGMOID_SECOND_DERIVATIVE,
    };
    if let Some(value) = root.near(a) {
        return Truth { value, exponent: 0 };
    }
    if form == Form::Exact {
        let (factor, exponent) = gauss(a);
        return Truth { value: factor * pair(KAPPA) * (Double(2.0, 0.0) - product(a, a)), exponent };
    }
    let [u, slope, bend] = exponent(form, a);
    let (e, exponent) = exp(-u);
    let small = scaled_double(e, exponent);
    let divisor = ONE + small;
    let first = (slope * 2.0 + bend * a) * divisor;
    let second = slope * slope * a * (ONE - small);
    Truth { value: e * (first - second) / (divisor * divisor * divisor), exponent }
}

/// u, u' and u'' of a form x/(1 + e⁻ᵘ).
fn exponent(form: Form, a: f64) -> [Double; 3] {
    if form == Form::Sigmoid {
        return [pair(SIGMOID_LINEAR) * a, pair(SIGMOID_LINEAR), Double(0.0, 0.0)];
    }
    let cubic = pair(TANH_CUBIC);
    let square = product(a, a);
    let linear = pair(TANH_LINEAR);
    [(linear + cubic * square) * a, linear + cubic * square * 3.0, cubic * 6.0 * a]
}

/// e^(−a²/2), as `exp`.
fn gauss(a: f64) -> (Double, i32) {
    exp(product(a, -0.5 * a))
}

/// e^(a²/2)·Q(a) for a where e^(−a²/2) counts.
fn mills(a: f64) -> Double {
    let a = a.min(38.9);
    let p = horner(&NUMERATOR, Double(a, 0.0)) / horner(&DENOMINATOR, Double(a, 0.0));
    pair(KAPPA) * (ONE + p) / sum(a, 0.75)
}

/// eʸ as a number next to 1 and an exponent of 2.
fn exp(y: Double) -> (Double, i32) {
    let (high, low) = LN_2;
    let n = (y.0 / high).round();
    // The first product is exact.
    let rest = (y - Double(n * high, 0.0)) - pair(low) * n;
    // e^(r/32) − 1 by its series, and five times (1 + s)² − 1.
    let part = rest * 0.03125;
    let mut s = horner(&EXP, part) * part;
    for _ in 0..5 {
        s = s * (s + Double(2.0, 0.0));
    }
    (ONE + s, n as i32)
}

/// A root of a function of a = −x, in three parts, and the function's Taylor coefficients there.
pub(crate) struct Root {
    pub(crate) at: [f64; 3],
    pub(crate) taylor: [(f64, f64); 18],
}

impl Root {
    /// The function next to the root.
    fn near(&self, a: f64) -> Option<Double> {
        let [high, middle, low] = self.at;
        let distance = sum(a, -high) - sum(middle, low);
        (distance.0.abs() < 0.03125).then(|| horner(&self.taylor, distance) * distance)
    }
}

fn horner(coefficients: &[(f64, f64)], x: Double) -> Double {
    coefficients.iter().rev().fold(Double(0.0, 0.0), |sum, &c| sum * x + pair(c))
}

/// x as a number in [1, 2) and an exponent of 2, for what is neither 0 nor infinite.
fn normalised(x: f64) -> (f64, i32) {
    let (x, shift) = if x.abs() < f64::MIN_POSITIVE { (x * 2f64.powi(64), 64) } else { (x, 0) };
    let biased = (x.to_bits() >> 52 & 0x7ff) as i32;
    (f64::from_bits(x.to_bits() & !(0x7ff << 52) | 1023 << 52), biased - 1023 - shift)
}

/// x·2^exponent, rounded once but where it is subnormal.
fn scaled(mut x: f64, mut exponent: i32) -> f64 {
    exponent = exponent.clamp(-4000, 4000);
    while exponent != 0 {
        let step = exponent.clamp(-1000, 1000);
        x *= f64::from_bits(((1023 + step) as u64) << 52);
        exponent -= step;
    }
    x
}

fn scaled_double(x: Double, exponent: i32) -> Double {
    Double(scaled(x.0, exponent), scaled(x.1, exponent))
}

/// The unevaluated sum of two `f64`, the second at most half an ulp of the first.
///
/// The algorithms are Dekker's and Knuth's; a fused multiply-add serves where it isn't a call. Sums have a small error
/// relative to the larger term, not to the sum, if that cancels.
#[derive(Clone, Copy, Debug)]
struct Double(f64, f64);

const ONE: Double = Double(1.0, 0.0);

fn pair((high, low): (f64, f64)) -> Double {
    Double(high, low)
}

/// a + b.
fn sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let part = high - a;
    Double(high, (a - (high - part)) + (b - part))
}

/// a + b where |a| ≥ |b|.
fn fast_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    Double(high, b - (high - a))
}

/// a·b.
fn product(a: f64, b: f64) -> Double {
    if cfg!(target_feature = "fma") {
        return Double(a * b, a.mul_add(b, -(a * b)));
    }
    let halves = |x: f64| {
        let scaled = x * 134_217_729.0; // 2²⁷ + 1
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let high = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    let low = a_low * b_low - (((high - a_high * b_high) - a_low * b_high) - a_high * b_low);
    Double(high, low)
}

impl Add for Double {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let Self(high, low) = sum(self.0, other.0);
        fast_sum(high, low + (self.1 + other.1))
    }
}

impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

impl Sub for Double {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let Self(high, low) = product(self.0, other.0);
        fast_sum(high, low + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Mul<f64> for Double {
    type Output = Self;
    fn mul(self, other: f64) -> Self {
        self * Self(other, 0.0)
    }
}

impl Div for Double {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.0 / other.0;
        let rest = self - other * first;
        let second = rest.0 / other.0;
        let rest = rest - other * second;
        fast_sum(first, second) + Self(rest.0 / other.0, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits of x, and of g, g' and g'' in the order of `Form::ALL`, correctly rounded from 400 bits.
    const ROUNDED: &[[u64; 10]] = &[
        [
            0xc043_195e_b548_6550,
            0x8000_0000_0011_cabe,
            0x8000_0000_02a7_9edf,
            0x8000_0000_6556_7804,
            0x8000_0000_0000_0000,
            0x8000_0000_0000_0000,
            0x8000_0000_0000_0000,
            0xba66_0628_4f9a_4d8d,
            0xba72_7445_49d1_6a4c,
            0xba7e_eb19_4905_2a3d,
        ],
        [
            0xc042_cdf1_a838_5a1b,
            0x8014_c3e7_73eb_35fc,
            0x8068_67aa_7124_8e15,
            0x80bc_a98d_b6e0_0d54,
            0x8000_0000_0000_0000,
            0x8000_0000_0000_0000,
            0x8000_0000_0000_0000,
            0xba7d_8ef9_4b43_14ef,
            0xba88_c2e4_db1b_063c,
            0xba94_bcc9_9c12_5b5a,
        ],
        [
            0xc035_4d0a_f277_cacc,
            0xab64_bb68_bc0f_5cfe,
            0xabab_99bc_2c5f_578e,
            0xabf2_54ed_8145_e2bd,
            0x8000_0005_6bfb_64e3,
            0x8000_0217_0106_db4b,
            0x8000_ce06_cc2e_354c,
            0xbcf1_41ac_5e1a_35e5,
            0xbcfc_8f7c_98bc_4ba3,
            0xbd07_9d95_612c_d35b,
        ],
        [
            0xc023_fab6_4fde_3384,
            0xbb59_8889_2cb3_d4e3,
            0xbb8f_e0ab_2b7b_1210,
            0xbbc3_b314_66f0_fc4e,
            0xb849_f287_95b2_568a,
            0xb892_88d3_2185_b51a,
            0xb8da_42ef_129f_ae96,
            0xbe9b_afd3_3d87_0105,
            0xbea6_2cfb_3772_85d7,
            0xbeb1_b136_41f3_0383,
        ],
        [
            0xc014_0cb2_eee7_39a0,
            0xbeb6_9a35_7659_0339,
            0xbedc_3f4e_d54c_52ef,
            0xbf00_f088_0655_d5c5,
            0xbe8c_493c_90a9_a7e6,
            0xbeb7_f3ed_b7a2_b1d2,
            0xbee3_5140_bc69_7e58,
            0xbf50_31ca_6a31_614e,
            0xbf58_53a3_3987_9328,
            0xbf61_f1c2_f937_fe5a,
        ],
        [
            0xbff6_b37b_df7d_0ea2,
            0xbfbc_527c_8782_7205,
            0xbfc0_7fc9_87c4_f993,
            0xbf5f_2bd3_e06f_446c,
            0xbfbc_61a2_dadc_d977,
            0xbfc0_82d8_1df1_6f2a,
            0xbf20_eb6f_28be_be50,
            0xbfbd_cd33_95c3_e021,
            0xbfb9_8e5b_95c0_01a6,
            0xbf63_7e42_0247_6aa4,
        ],
        [
            0xbfe8_0ead_197f_00b4,
            0xbfc5_c19d_d4b1_a3fb,
            0xbc5d_c33e_c656_4406,
            0x3fdb_9d98_fa5a_3215,
            0xbfc5_c3e4_63df_1eae,
            0x3f32_e830_9405_f413,
            0x3fdb_942e_6567_e0e6,
            0xbfc4_f12d_1d50_9d1a,
            0xbf2e_f14c_8bac_4487,
            0x3fd7_b0ef_1cc8_72ca,
        ],
        [
            0xbfe8_140e_8baf_3dd0,
            0xbfc5_c19d_0ce5_26f6,
            0xbf32_9011_2f18_b117,
            0x3fdb_953d_8362_a168,
            0xbfc5_c3e5_3344_2f7b,
            0x3ed7_9cce_51ed_e562,
            0x3fdb_8bd7_57bf_b9b6,
            0xbfc4_f12b_24f2_27d3,
            0xbf3f_64bc_836d_08b9,
            0x3fd7_a7cb_f997_874f,
        ],
        [
            0xbfe8_093b_7a9c_f66d,
            0xbfc5_c19d_0803_5d24,
            0x3f32_cd96_8de7_2919,
            0x3fdb_a60d_5d36_4771,
            0xbfc5_c3e1_fbc1_f510,
            0x3f42_d7ae_a2a6_27aa,
            0x3fdb_9c9e_57aa_a117,
            0xbfc4_f12d_be98_2c6a,
            0x3ee5_31cc_5362_fe37,
            0x3fd7_ba2e_bfb5_d312,
        ],
        [
            0xbfd3_4529_6760_a848,
            0xbfbd_6b5e_af05_1a17,
            0x3fd1_1476_483a_b0be,
            0x3fe7_4b71_bba3_8c80,
            0xbfbd_6b89_46c0_8e1f,
            0x3fd1_14ff_374e_135a,
            0x3fe7_48f3_f40a_ab65,
            0xbfbc_e028_7cbe_15b8,
            0x3fd0_4aa4_41be_559c,
            0x3fe7_e137_a18e_0fa1,
        ],
        [
            0xbee4_863c_be53_0000,
            0xbed4_8632_3d74_cb89,
            0x3fdf_ffdf_3f73_4cef,
            0x3fe9_8845_33c9_b572,
            0xbed4_8632_3d74_cb89,
            0x3fdf_ffdf_3f73_4cef,
            0x3fe9_8845_33c9_a823,
            0xbed4_8631_8a75_181c,
            0x3fdf_ffdd_1149_c44a,
            0x3feb_3b64_5a0c_7235,
        ],
        [
            0x9602_6168_08f2_31d5,
            0x95f2_6168_08f2_31d5,
            0x3fe0_0000_0000_0000,
            0x3fe9_8845_33d4_3651,
            0x95f2_6168_08f2_31d5,
            0x3fe0_0000_0000_0000,
            0x3fe9_8845_33d4_3651,
            0x95f2_6168_08f2_31d5,
            0x3fe0_0000_0000_0000,
            0x3feb_3b64_5a1c_ac08,
        ],
        [
            0x8000_007a_f69f_635b,
            0x8000_003d_7b4f_b1ae,
            0x3fe0_0000_0000_0000,
            0x3fe9_8845_33d4_3651,
            0x8000_003d_7b4f_b1ae,
            0x3fe0_0000_0000_0000,
            0x3fe9_8845_33d4_3651,
            0x8000_003d_7b4f_b1ae,
            0x3fe0_0000_0000_0000,
            0x3feb_3b64_5a1c_ac08,
        ],
        [
            0x0000_05e0_4d9e_09f4,
            0x0000_02f0_26cf_04fa,
            0x3fe0_0000_0000_0000,
            0x3fe9_8845_33d4_3651,
            0x0000_02f0_26cf_04fa,
            0x3fe0_0000_0000_0000,
            0x3fe9_8845_33d4_3651,
            0x0000_02f0_26cf_04fa,
            0x3fe0_0000_0000_0000,
            0x3feb_3b64_5a1c_ac08,
        ],
        [
            0x3ba0_81f5_e61a_3f2b,
            0x3b90_81f5_e61a_3f2b,
            0x3fe0_0000_0000_0000,
            0x3fe9_8845_33d4_3651,
            0x3b90_81f5_e61a_3f2b,
            0x3fe0_0000_0000_0000,
            0x3fe9_8845_33d4_3651,
            0x3b90_81f5_e61a_3f2b,
            0x3fe0_0000_0000_0000,
            0x3feb_3b64_5a1c_ac08,
        ],
        [
            0x3fc9_7787_3346_9300,
            0x3fbd_7bb2_9a83_f8c0,
            0x3fe5_0373_31b3_ef95,
            0x3fe8_8956_9744_00e2,
            0x3fbd_7baa_2fcc_6937,
            0x3fe5_035e_559c_5af0,
            0x3fe8_8824_d1d0_ff91,
            0x3fbd_bcf4_46bd_917f,
            0x3fe5_50f8_560c_ee01,
            0x3fe9_b6e6_8eb7_a45d,
        ],
        [
            0x3fec_b66f_34cb_5480,
            0x3fe7_682a_8a22_249f,
            0x3ff0_df6f_0cbe_720e,
            0x3fd4_660a_966e_249a,
            0x3fe7_6736_5604_bdd9,
            0x3ff0_de01_4726_6fcb,
            0x3fd4_628f_84dc_8815,
            0x3fe7_970a_0387_4565,
            0x3ff0_ba1f_3495_478f,
            0x3fd0_4018_d760_0677,
        ],
        [
            0x3ff6_937b_b31e_6e67,
            0x3ff4_ca33_ebc4_8e6e,
            0x3ff2_0ffb_8cb4_2689,
            0x3f55_e285_6833_5058,
            0x3ff4_c940_d165_c9bf,
            0x3ff2_104e_e717_641a,
            0x3f69_5a53_683c_11c7,
            0x3ff4_b376_9bee_107f,
            0x3ff1_98f0_e353_4a59,
            0xbf36_2d06_80a0_9e3a,
        ],
        [
            0x4007_e095_2c94_0290,
            0x4007_d7e7_f4d9_eb26,
            0x3ff0_32e9_34ec_93ae,
            0xbfa0_6968_cd3f_8fde,
            0x4007_d8c2_fb58_8ac2,
            0x3ff0_317a_8ab7_c1cc,
            0xbfa0_d178_b64a_06bc,
            0x4007_bacb_3d9e_64f8,
            0x3ff0_6684_0df2_f7c0,
            0xbfa0_273f_cd57_0ef5,
        ],
        [
            0x4020_0d07_e3da_b240,
            0x4020_0d07_e3da_b23e,
            0x3ff0_0000_0000_0093,
            0xbd52_181e_d421_a0af,
            0x4020_0d07_e3da_b240,
            0x3ff0_0000_0000_0000,
            0xbc21_db04_18e9_2a1d,
            0x4020_0d06_a90a_8fd6,
            0x3ff0_000f_84ac_aa00,
            0xbef8_535d_12d9_714b,
        ],
        [
            0x4023_c8b9_2cfd_dd08,
            0x4023_c8b9_2cfd_dd08,
            0x3ff0_0000_0000_0000,
            0xbbd9_7b5d_2d6c_a608,
            0x4023_c8b9_2cfd_dd08,
            0x3ff0_0000_0000_0000,
            0xb90c_e03a_45c2_a0bf,
            0x4023_c8b9_1cce_2fc8,
            0x3ff0_0000_cf4d_2ddd,
            0xbeb4_a8c2_05d4_70d6,
        ],
        [
            0xc043_7d98_9bfb_45ff,
            0x8000_0000_0000_0000,
            0x8000_0000_0000_0000,
            0x8000_0000_0000_0000,
            0x8000_0000_0000_0000,
            0x8000_0000_0000_0000,
            0x8000_0000_0000_0000,
            0xba47_b68b_537b_b0e3,
            0xba53_e02b_0cd7_b4e7,
            0xba60_a7c4_9bfe_e098,
        ],
    ];

    #[test]
    fn agrees_with_rounded_values() {
        for row in ROUNDED {
            let x = f64::from_bits(row[0]);
            for (f, &form) in Form::ALL.iter().enumerate() {
                for (q, &quantity) in Quantity::ALL.iter().enumerate() {
                    let rounded = f64::from_bits(row[1 + 3 * f + q]);
                    let truth = truth(quantity, form, x);
                    // Half an ulp of the value, and what truth has of its own.
                    let error = truth.error(rounded);
                    assert!(error <= 0.5 + 1e-6, "{quantity} {form} at {x:e}: {error}");
                    assert!(truth.error(truth.approximate()) <= 0.5 + 1e-6, "{quantity} {form} at {x:e}");
                }
            }
        }
    }

    #[test]
    fn knows_the_limits() {
        for &form in Form::ALL {
            let at = |quantity, x: f64| truth(quantity, form, x).approximate();
            assert_eq!(at(Quantity::Value, f64::INFINITY), f64::INFINITY);
            assert_eq!(at(Quantity::Value, f64::NEG_INFINITY).to_bits(), (-0.0_f64).to_bits());
            assert_eq!(at(Quantity::Value, -0.0).to_bits(), (-0.0_f64).to_bits());
            assert_eq!(at(Quantity::Value, 0.0).to_bits(), 0);
            assert_eq!(at(Quantity::Value, f64::MAX), f64::MAX);
            assert_eq!(at(Quantity::Value, -f64::MAX), 0.0);
            assert_eq!(at(Quantity::Derivative, f64::INFINITY), 1.0);
            assert_eq!(at(Quantity::Derivative, f64::NEG_INFINITY), 0.0);
            assert_eq!(at(Quantity::Derivative, 0.0), 0.5);
            assert_eq!(at(Quantity::SecondDerivative, f64::INFINITY), 0.0);
            assert_eq!(at(Quantity::SecondDerivative, f64::NEG_INFINITY), 0.0);
            assert!(at(Quantity::Value, f64::NAN).is_nan());
        }
    }
}
