//! True values of the forms of GELU, and how far results are from them: for the tests, the
//! verifier and the examples of `gelu`.

#[allow(clippy::approx_constant, reason = "a root happens to be √2")]
mod binary64_tables;
#[allow(clippy::approx_constant, reason = "a root happens to be √2")]
mod taylor;

pub mod binary64;
mod strata;

use gelu_kernels::bounds::{ElementType, Measure, Quantity};
use gelu_kernels::{Accuracy, Element, Form};

pub use strata::Strata;

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
    let near_root = root(Quantity::Derivative, form).and_then(|root| root.near(a));
    near_root.unwrap_or_else(|| match form {
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
    let near_root = root(Quantity::SecondDerivative, form).and_then(|root| root.near(a));
    near_root.unwrap_or_else(|| match form {
        Form::Exact => density(a) * (2.0 - a * a),
        Form::Tanh | Form::Sigmoid => {
            let [u, slope, bend] = exponent(form, a);
            let e = libm::exp(-u);
            let d = 1.0 + e;
            e / (d * d * d) * ((2.0 * slope + a * bend) * d - a * slope * slope * (1.0 - e))
        }
    })
}

/// The root of a derivative.
fn root(quantity: Quantity, form: Form) -> Option<&'static Root> {
    match (quantity, form) {
        (Quantity::Value, _) => None,
        (Quantity::Derivative, Form::Exact) => Some(&taylor::EXACT_DERIVATIVE),
        (Quantity::Derivative, Form::Tanh) => Some(&taylor::TANH_DERIVATIVE),
        (Quantity::Derivative, Form::Sigmoid) => Some(&taylor::SIGMOID_DERIVATIVE),
        (Quantity::SecondDerivative, Form::Exact) => Some(&taylor::EXACT_SECOND_DERIVATIVE),
        (Quantity::SecondDerivative, Form::Tanh) => Some(&taylor::TANH_SECOND_DERIVATIVE),
        (Quantity::SecondDerivative, Form::Sigmoid) => Some(&taylor::SIGMOID_SECOND_DERIVATIVE),
    }
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

/// A type of elements with true values to compare with.
pub trait Number: Element + Copy + PartialEq + core::fmt::LowerExp {
    /// A true value.
    type Truth: Copy + Send + Sync;
    /// What the significand of a quiet NaN has.
    const QUIET: u64;

    /// The value of a form, or of a derivative of it.
    fn truth(quantity: Quantity, form: Form, x: Self) -> Self::Truth;
    /// A true value in `f64`, that of an `f64` rounded.
    fn approximate(truth: Self::Truth) -> f64;
    /// How many ulp a finite result is from the true value.
    fn ulps(self, truth: Self::Truth) -> f64;

    /// The nearest number.
    fn from_f64(x: f64) -> Self;
    /// The number itself.
    fn to_f64(self) -> f64;
    /// The number with these bits.
    fn from_bits(bits: u64) -> Self;
    /// Its bits.
    fn to_bits(self) -> u64;
}

macro_rules! numbers {
    ($($number:ident as $bits:ident: $truth:ty, $function:path, $approximate:expr, $ulps:expr;)*) => {$(
        impl Number for $number {
            type Truth = $truth;
            const QUIET: u64 = 1 << ($number::MANTISSA_DIGITS - 2);

            #[inline]
            fn truth(quantity: Quantity, form: Form, x: Self) -> $truth {
                $function(quantity, form, x)
            }
            #[inline]
            fn approximate(truth: $truth) -> f64 {
                $approximate(truth)
            }
            #[inline]
            fn ulps(self, truth: $truth) -> f64 {
                $ulps(self, truth)
            }
            #[inline]
            fn from_f64(x: f64) -> Self {
                x as Self
            }
            #[inline]
            fn to_f64(self) -> f64 {
                self.into()
            }
            #[inline]
            fn from_bits(bits: u64) -> Self {
                Self::from_bits(bits as $bits)
            }
            #[inline]
            fn to_bits(self) -> u64 {
                self.to_bits().into()
            }
        }
    )*};
}

numbers! {
    f32 as u32: f64, truth, |truth| truth, error;
    f64 as u64: binary64::Truth, binary64::truth, binary64::Truth::approximate, |x, truth| {
        binary64::Truth::error(truth, x)
    };
}

/// Whether a result is what must come of x apart from its accuracy: a quiet NaN for NaN, the limits at
/// ±∞, nothing but finite values for finite ones, and for the value the sign of x even for zeros.
pub fn is_sane<T: Number>(quantity: Quantity, x: T, result: T) -> bool {
    let (x, y) = (x.to_f64(), result.to_f64());
    if x.is_nan() {
        return y.is_nan() && result.to_bits() & T::QUIET != 0;
    }
    let limits = match (quantity, x) {
        (Quantity::Value, f64::INFINITY) => y == f64::INFINITY,
        (Quantity::Derivative, f64::INFINITY) => y == 1.0,
        (_, f64::INFINITY | f64::NEG_INFINITY) => y == 0.0,
        _ => y.is_finite(),
    };
    limits && (quantity != Quantity::Value || y.is_sign_negative() == x.is_sign_negative())
}

/// In what the error of a result is measured.
#[inline]
fn measure<T: Number>(quantity: Quantity, form: Form, relaxed: bool, x: T, truth: f64) -> Measure {
    if !relaxed {
        Measure::Ulp
    } else if truth.abs() < f64::from(f32::MIN_POSITIVE) {
        Measure::Subnormal
    } else if root(quantity, form).is_some_and(|root| {
        let a = if quantity == Quantity::Derivative { -x.to_f64() } else { x.to_f64().abs() };
        (a - root.at[0]).abs() < Measure::NEAR
    }) {
        Measure::NearRoot
    } else {
        Measure::Relative
    }
}

/// Whether errors are relative.
fn is_relaxed(element: ElementType, accuracy: Accuracy) -> bool {
    element == ElementType::F32 && accuracy == Accuracy::Relaxed
}

/// How far a finite result is from the true value, and in what that is measured.
#[inline]
fn distance<T: Number>(
    quantity: Quantity,
    form: Form,
    relaxed: bool,
    x: T,
    result: T,
    truth: T::Truth,
) -> (Measure, f64) {
    let approximate = T::approximate(truth);
    let measure = measure(quantity, form, relaxed, x, approximate);
    let absolute = || (result.to_f64() - approximate).abs();
    let error = match measure {
        Measure::Relative => absolute() / approximate.abs() * 4096.0,
        Measure::NearRoot => absolute() * 65536.0,
        Measure::Subnormal => {
            let unit = f64::from(f32::from_bits(1));
            (absolute() - approximate.abs() / 4096.0).max(0.0) / unit
        }
        _ => result.ulps(truth),
    };
    (measure, error)
}

/// How many classes of errors have an upper limit.
const CLASSES: usize = 8;

/// The worst and the spread of many errors.
#[derive(Clone, Debug)]
pub struct Errors<T> {
    quantity: Quantity,
    form: Form,
    relaxed: bool,
    /// For each [`Measure`], the largest error of a result that isn't the true value correctly rounded, 0 if there
    /// is none, and the first input, in the order of [`Errors::add`] and [`Errors::merge`], that attains it.
    pub worst: [(f64, T); Measure::ALL.len()],
    /// How many results are the true value correctly rounded.
    pub correctly_rounded: u64,
    /// How many others have an error in each class of the main measure: up to the limit, above the one before.
    pub histogram: [u64; CLASSES + 1],
    /// An input whose result [isn't sane](is_sane).
    pub insane: Option<T>,
}

impl<T: Number> Errors<T> {
    /// No errors yet, of one function.
    pub fn new(quantity: Quantity, form: Form, accuracy: Accuracy) -> Self {
        Self {
            quantity,
            form,
            relaxed: is_relaxed(T::TYPE, accuracy),
            worst: [(0.0, T::from_f64(0.0)); _],
            correctly_rounded: 0,
            histogram: Default::default(),
            insane: None,
        }
    }

    /// The measure of most errors.
    pub fn main_measure(&self) -> Measure {
        if self.relaxed { Measure::Relative } else { Measure::Ulp }
    }

    /// The upper limits of the classes; a last class has what is above.
    pub fn limits(&self) -> [f64; CLASSES] {
        match self.main_measure() {
            Measure::Relative => [1.0 / 64.0, 1.0 / 16.0, 0.125, 0.25, 0.375, 0.5, 0.75, 1.0],
            _ => [0.51, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 4.0],
        }
    }

    /// Notes the result for x beside the true value and that value rounded to the type.
    #[inline]
    #[expect(clippy::eq_op, reason = "a NaN is not equal to itself")]
    pub fn add(&mut self, x: T, result: T, truth: T::Truth, rounded: T) {
        // A zero's sign is not an error in size; `is_sane` sees to it where it matters.
        if result.to_bits() == rounded.to_bits() && result == result {
            self.correctly_rounded += 1;
        } else {
            self.add_rare(x, result, truth);
        }
    }

    #[cold]
    fn add_rare(&mut self, x: T, result: T, truth: T::Truth) {
        if !is_sane(self.quantity, x, result) {
            self.insane = Some(x);
        } else if x.to_f64().is_finite() {
            let (measure, error) = distance(self.quantity, self.form, self.relaxed, x, result, truth);
            if measure == self.main_measure() {
                self.histogram[self.limits().iter().filter(|&&limit| error > limit).count()] += 1;
            }
            let worst = &mut self.worst[measure as usize];
            if error > worst.0 {
                *worst = (error, x);
            }
        }
    }

    /// Adds what others have noted.
    pub fn merge(mut self, other: Self) -> Self {
        for (worst, other) in self.worst.iter_mut().zip(other.worst) {
            if other.0 > worst.0 {
                *worst = other;
            }
        }
        self.correctly_rounded += other.correctly_rounded;
        for (sum, count) in self.histogram.iter_mut().zip(other.histogram) {
            *sum += count;
        }
        self.insane = self.insane.or(other.insane);
        self
    }

    /// The largest errors there are, each with its measure and input.
    pub fn largest(&self) -> impl Iterator<Item = (Measure, f64, T)> {
        let measured =
            Measure::ALL.iter().zip(self.worst).map(|(&measure, (error, at))| (measure, error, at));
        measured.filter(|&(_, error, _)| error > 0.0)
    }
}
