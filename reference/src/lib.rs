//! True values of the forms of GELU, and how far results are from them: for the tests, the
//! verifier and the examples of `gelu`.

#[allow(clippy::approx_constant, reason = "a root happens to be √2")]
mod binary64_tables;
#[allow(clippy::approx_constant, reason = "a root happens to be √2")]
mod taylor;

pub mod binary64;

use gelu_kernels::Form;
use gelu_kernels::bounds::Quantity;

/// The value of a form, or of a derivative of it, for an `f32`, in binary64.
///
/// Its relative error is at most about 2⁻⁴², which is 2⁻¹⁸ ulp of `f32`: each formula is the one that
/// doesn't cancel for the sign of x, next to a root of a derivative its Taylor series about the root
/// takes over, and what is left is the rounding of the argument of erfc or exp, times the condition of
/// these functions, which is at most 210 until the result is zero even in the subnormals of `f32`.
pub fn truth(quantity: Quantity, form: Form, x: f32) -> f64 {
    let x = f64::from(x);
    if x.is_nan() {
        return x;
    }
    match quantity {
        Quantity::Value => value(form, x),
        Quantity::Derivative if x > 0.0 => 1.0 - derivative(form, x),
        Quantity::Derivative => derivative(form, -x),
        Quantity::SecondDerivative => second_derivative(form, x.abs()),
    }
}

/// g(x).
fn value(form: Form, x: f64) -> f64 {
    // The result is x to far below an ulp, and its square might overflow; +∞ goes here, too.
    if x > 100.0 {
        return x;
    }
    // A result below 2⁻⁵⁰⁰, or the limit −0.
    if x < -250.0 {
        return -0.0;
    }
    // x/2 + (slope at zero)·x² + O(x⁴); it spares the time of erfc and exp for most inputs.
    if x.abs() < 1e-9 {
        let slope = if form == Form::Sigmoid { SIGMOID_SLOPE / 4.0 } else { FRAC_1_SQRT_2_PI };
        return x * (0.5 + slope * x);
    }
    match form {
        Form::Exact => 0.5 * x * libm::erfc(-x * core::f64::consts::FRAC_1_SQRT_2),
        Form::Tanh | Form::Sigmoid => {
            let [u, ..] = exponent(form, x);
            let e = libm::exp(-u.abs());
            if x > 0.0 { x / (1.0 + e) } else { x * e / (1.0 + e) }
        }
    }
}

/// g'(−a) for a ≥ 0.
fn derivative(form: Form, a: f64) -> f64 {
    if a > 250.0 {
        return -0.0;
    }
    if a < 1e-9 {
        let slope = if form == Form::Sigmoid { SIGMOID_SLOPE / 2.0 } else { 2.0 * FRAC_1_SQRT_2_PI };
        return 0.5 - slope * a;
    }
    let root = match form {
        Form::Exact => &taylor::EXACT_DERIVATIVE,
        Form::Tanh => &taylor::TANH_DERIVATIVE,
        Form::Sigmoid => &taylor::SIGMOID_DERIVATIVE,
    };
    root.near(a).unwrap_or_else(|| match form {
        Form::Exact => 0.5 * libm::erfc(a * core::f64::consts::FRAC_1_SQRT_2) - a * density(a),
        Form::Tanh | Form::Sigmoid => {
            let [u, slope, _] = exponent(form, a);
            let e = libm::exp(-u);
            e * (1.0 + e - a * slope) / ((1.0 + e) * (1.0 + e))
        }
    })
}

/// g''(a) = g''(−a) for a ≥ 0.
fn second_derivative(form: Form, a: f64) -> f64 {
    if a > 250.0 {
        return -0.0;
    }
    let root = match form {
        Form::Exact => &taylor::EXACT_SECOND_DERIVATIVE,
        Form::Tanh => &taylor::TANH_SECOND_DERIVATIVE,
        Form::Sigmoid => &taylor::SIGMOID_SECOND_DERIVATIVE,
    };
    root.near(a).unwrap_or_else(|| match form {
        Form::Exact => density(a) * (2.0 - a * a),
        Form::Tanh | Form::Sigmoid => {
            let [u, slope, bend] = exponent(form, a);
            let e = libm::exp(-u);
            let d = 1.0 + e;
            e / (d * d * d) * ((2.0 * slope + a * bend) * d - a * slope * slope * (1.0 - e))
        }
    })
}

/// 1/√(2π).
const FRAC_1_SQRT_2_PI: f64 = 0.398_942_280_401_432_7;

const SIGMOID_SLOPE: f64 = 1.702;

/// φ(a).
fn density(a: f64) -> f64 {
    FRAC_1_SQRT_2_PI * libm::exp(-0.5 * a * a)
}

/// u, u' and u'' of a form x/(1 + e⁻ᵘ).
fn exponent(form: Form, x: f64) -> [f64; 3] {
    if form == Form::Sigmoid {
        return [SIGMOID_SLOPE * x, SIGMOID_SLOPE, 0.0];
    }
    let (linear, cubic) = (4.0 * FRAC_1_SQRT_2_PI, 4.0 * FRAC_1_SQRT_2_PI * 0.044715);
    [x * (linear + cubic * x * x), linear + 3.0 * cubic * x * x, 6.0 * cubic * x]
}

/// A root of a function of a = −x, in two parts, and the function's Taylor coefficients there.
struct Root {
    at: [f64; 2],
    taylor: [f64; 15],
}

impl Root {
    /// The function next to the root.
    fn near(&self, a: f64) -> Option<f64> {
        let distance = (a - self.at[0]) - self.at[1];
        let series = self.taylor.iter().rev().fold(0.0, |sum, c| (sum + c) * distance);
        (distance.abs() < 0.03).then_some(series)
    }
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

/// Whether a result is what must come of x apart from its accuracy: a quiet NaN for NaN, the limits at
/// ±∞, nothing but finite values for finite ones, and for the value the sign of x even for zeros.
pub fn is_sane(quantity: Quantity, x: f32, result: f32) -> bool {
    if x.is_nan() {
        const QUIET: u32 = 1 << (f32::MANTISSA_DIGITS - 2);
        return result.is_nan() && result.to_bits() & QUIET != 0;
    }
    let limits = match (quantity, x) {
        (Quantity::Value, f32::INFINITY) => result == f32::INFINITY,
        (Quantity::Derivative, f32::INFINITY) => result == 1.0,
        (_, f32::INFINITY | f32::NEG_INFINITY) => result == 0.0,
        _ => result.is_finite(),
    };
    limits && (quantity != Quantity::Value || result.is_sign_negative() == x.is_sign_negative())
}

/// The worst and the spread of many errors.
#[derive(Clone, Debug)]
pub struct Errors {
    /// Of which function.
    pub quantity: Quantity,
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

    /// No errors yet.
    pub fn new(quantity: Quantity) -> Self {
        Self {
            quantity,
            worst: 0.0,
            at: 0.0,
            correctly_rounded: 0,
            histogram: Default::default(),
            insane: None,
        }
    }

    /// Notes the result for x beside the true value and that value rounded to `f32`.
    #[inline]
    pub fn add(&mut self, x: f32, result: f32, truth: f64, rounded: f32) {
        // A zero's sign is not an error in size; `is_sane` sees to it where it matters.
        if result.to_bits() == rounded.to_bits() && !x.is_nan() {
            self.correctly_rounded += 1;
        } else {
            self.add_rare(x, result, truth);
        }
    }

    #[cold]
    fn add_rare(&mut self, x: f32, result: f32, truth: f64) {
        if !is_sane(self.quantity, x, result) {
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
