//! True values of the forms of GELU, and how far results are from them: for the tests, the
//! verifier and the examples of `gelu`.

use gelu_kernels::Form;

/// The value of a form for an `f32`, in binary64.
///
/// Its relative error is at most about 2⁻⁴³, which is 2⁻¹⁹ ulp of `f32`: each formula is the one
/// that doesn't cancel for the sign of x, and what is left is the rounding of the argument of erfc
/// or exp, times the condition of these functions, which is at most 210 until the result is zero
/// even in the subnormals of `f32`.
pub fn value(form: Form, x: f32) -> f64 {
    let x = f64::from(x);
    // The result is x to far below an ulp, and its square might overflow; NaN and +∞ go here too.
    if x > 100.0 || x.is_nan() {
        return x;
    }
    // A result below 2⁻⁵⁰⁰, or the limit −0.
    if x < -250.0 {
        return -0.0;
    }
    // x/2 + (slope at zero)·x² + O(x⁴); it spares the time of erfc and exp for most inputs.
    if x.abs() < 1e-9 {
        let slope = if form == Form::Sigmoid { 1.702 / 4.0 } else { FRAC_1_SQRT_2_PI };
        return x * (0.5 + slope * x);
    }
    match form {
        Form::Exact => 0.5 * x * libm::erfc(-x * core::f64::consts::FRAC_1_SQRT_2),
        Form::Tanh => logistic(x, 4.0 * FRAC_1_SQRT_2_PI * (x + 0.044715 * x * x * x)),
        Form::Sigmoid => logistic(x, 1.702 * x),
    }
}

/// 1/√(2π).
const FRAC_1_SQRT_2_PI: f64 = 0.398_942_280_401_432_7;

/// x/(1 + e⁻ᵘ) for u with the sign of x.
fn logistic(x: f64, u: f64) -> f64 {
    let e = libm::exp(-u.abs());
    if x > 0.0 { x / (1.0 + e) } else { x * e / (1.0 + e) }
}

/// The distance of neighbouring `f32` values in the binade of a true value, the subnormals'
/// distance of 2⁻¹⁴⁹ included.
pub fn ulp(truth: f64) -> f64 {
    let exponent = (truth.to_bits() >> 52 & 0x7ff) as i64 - 1023;
    let unit = exponent.clamp(-126, 127) - 23;
    f64::from_bits(((unit + 1023) as u64) << 52)
}

/// How many ulp a finite result is from the true value.
pub fn error(result: f32, truth: f64) -> f64 {
    (f64::from(result) - truth).abs() / ulp(truth)
}

/// Whether a result is what must come of x apart from its accuracy: a quiet NaN for NaN, the sign
/// of x even for zeros, the limits at ±∞, and nothing but finite values for finite ones.
pub fn is_sane(x: f32, result: f32) -> bool {
    if x.is_nan() {
        const QUIET: u32 = 1 << (f32::MANTISSA_DIGITS - 2);
        return result.is_nan() && result.to_bits() & QUIET != 0;
    }
    let magnitude = if x == f32::NEG_INFINITY { result == 0.0 } else { result.is_finite() == x.is_finite() };
    magnitude && result.is_sign_negative() == x.is_sign_negative()
}

/// The worst and the spread of many errors.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    /// The largest error in ulp of a result that isn't the true value correctly rounded, 0 if there
    /// is none.
    pub worst: f64,
    /// The first input, in the order of [`Errors::add`] and [`Errors::merge`], that attains it.
    pub at: f32,
    /// How many results are the true value correctly rounded.
    pub correctly_rounded: u64,
    /// How many others have an error in each class: up to the limit, above the one before.
    pub histogram: [u64; Self::LIMITS.len() + 1],
    /// An input whose result [isn't sane](is_sane).
    pub insane: Option<f32>,
}

impl Errors {
    /// The upper limits of the classes, in ulp; a last class has what is above.
    pub const LIMITS: [f64; 8] = [0.51, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 4.0];

    /// Notes the result for x beside the true value and that value rounded to `f32`.
    #[inline]
    pub fn add(&mut self, x: f32, result: f32, truth: f64, rounded: f32) {
        if result.to_bits() == rounded.to_bits() && !x.is_nan() {
            self.correctly_rounded += 1;
        } else {
            self.add_rare(x, result, truth);
        }
    }

    #[cold]
    fn add_rare(&mut self, x: f32, result: f32, truth: f64) {
        if !is_sane(x, result) {
            self.insane = Some(x);
        } else if x.is_finite() {
            let error = error(result, truth);
            self.histogram[Self::LIMITS.iter().filter(|&&limit| error > limit).count()] += 1;
            if error > self.worst {
                (self.worst, self.at) = (error, x);
            }
        }
    }

    /// Adds what others have noted.
    pub fn merge(mut self, other: Self) -> Self {
        if other.worst > self.worst {
            (self.worst, self.at) = (other.worst, other.at);
        }
        self.correctly_rounded += other.correctly_rounded;
        for (sum, count) in self.histogram.iter_mut().zip(other.histogram) {
            *sum += count;
        }
        self.insane = self.insane.or(other.insane);
        self
    }
}
