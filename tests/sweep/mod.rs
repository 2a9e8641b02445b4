//! What the digests, the instruction counts and the fuzzer go through: the operations, the types of
//! elements, and a fixed set of inputs for each type.
//!
//! A new operation is a line in [`operations`], a new type a line in [`elements!`].
#![allow(dead_code, unreachable_pub, reason = "a module of several programs, each of which takes a part")]

use gelu::{Accuracy, Element, Form, Gelu, Isa};

/// Operates on two buffers of one length; some operations leave the second alone.
pub type Operation<T> = fn(Gelu, &mut [T], &mut [T]);

/// All operations, each with its name.
pub fn operations<T: Element>() -> Vec<(&'static str, Operation<T>)> {
    vec![
        ("forward", |gelu, x, _| gelu.forward_inplace(x)),
        ("derivative", |gelu, x, _| gelu.derivative_inplace(x)),
        ("second-derivative", |gelu, x, _| gelu.second_derivative_inplace(x)),
        ("backward", |gelu, x, grad| gelu.backward_inplace(x, grad)),
        ("forward-with-derivative", |gelu, x, d| gelu.forward_with_derivative(x, d)),
    ]
}

/// A type of elements as its bits.
pub trait Format: Element {
    const NAME: &'static str;
    /// How many bits the fraction has.
    const FRACTION: u32;
    const SIGN: u64;
    /// The bits of +∞.
    const INFINITE: u64;

    fn from_bits(bits: u64) -> Self;
    /// The bits; those of one NaN for all, as payload and sign are not specified.
    fn to_bits(self) -> u64;
    /// The nearest element, or one next to it.
    fn near(x: f64) -> Self;
}

macro_rules! elements {
    ($($name:literal: $type:ty as $bits:ty, $fraction:literal, $near:expr;)*) => {
        $(impl Format for $type {
            const NAME: &'static str = $name;
            const FRACTION: u32 = $fraction;
            const SIGN: u64 = 1 << (<$bits>::BITS - 1);
            const INFINITE: u64 = Self::SIGN - (1 << $fraction);

            fn from_bits(bits: u64) -> Self {
                Self::from_bits(<$bits>::try_from(bits).expect("bits of this type"))
            }
            fn to_bits(self) -> u64 {
                let bits = u64::from(self.to_bits());
                if bits & !Self::SIGN > Self::INFINITE { Self::SIGN - 1 } else { bits }
            }
            fn near(x: f64) -> Self {
                $near(x)
            }
        })*

        /// Visits every type of elements.
        pub fn each_element(visitor: &mut impl Visitor) {
            $(visitor.visit::<$type>();)*
        }
    };
}

elements! {
    "f32": f32 as u32, 23, |x| x as f32;
    "f64": f64 as u64, 52, |x| x;
    "f16": half::f16 as u16, 10, half::f16::from_f64;
    "bf16": half::bf16 as u16, 7, half::bf16::from_f64;
}

/// What is done with each type of elements.
pub trait Visitor {
    fn visit<T: Format>(&mut self);
}

/// One way to compute one operation.
pub struct Case<T> {
    pub name: String,
    pub gelu: Gelu,
    pub operation: Operation<T>,
}

/// Every operation, form and accuracy on one instruction set.
pub fn cases<T: Format>(isa: Isa) -> Vec<Case<T>> {
    let mut cases = Vec::new();
    for (name, operation) in operations::<T>() {
        for form in Form::ALL {
            for &accuracy in Accuracy::ALL {
                let gelu = Gelu::new(*form).accuracy(accuracy).isa(isa).expect("it is available");
                let fused = if isa.is_fused() { "fused" } else { "unfused" };
                let name = format!("{name} {} {form} {accuracy} {fused}", T::NAME);
                cases.push(Case { name, gelu, operation });
            }
        }
    }
    cases
}

/// Points next to which kernels change their ways or lose digits: the roots of the derivatives, and where
/// results become subnormal or vanish in the types there are.
const POINTS: [f64; 26] = [
    0.751_154_24,
    0.751_791_52,
    0.752_461_43,
    1.409_728_2,
    std::f64::consts::SQRT_2,
    1.418_504,
    4.15,
    5.0,
    5.5,
    8.3,
    10.0,
    10.4,
    10.77,
    13.2,
    13.6,
    14.2,
    14.36,
    14.54,
    15.0,
    37.5,
    38.5,
    22.0,
    51.0,
    61.0,
    63.5,
    435.0,
];

/// The inputs: special values, every binade, the neighbours of [`POINTS`], and a dense interval. About 20,000.
pub fn inputs<T: Format>() -> Vec<T> {
    let mut positive = Vec::new();
    // Zero and the subnormals, the infinity and the NaNs are a binade, too: each with its ends, and with
    // fractions that the golden ratio scatters.
    let fraction = (1_u64 << T::FRACTION) - 1;
    let binades = (T::INFINITE >> T::FRACTION) + 1;
    for binade in 0..binades {
        let low = binade << T::FRACTION;
        positive.extend([low, low + 1, low + fraction - 1, low + fraction]);
        let scattered = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - T::FRACTION);
        positive.extend((1..=(8192 / binades).max(4)).map(|i| low + scattered(i)));
    }
    for point in POINTS {
        let bits = T::near(point).to_bits();
        positive.extend(bits.saturating_sub(16)..=(bits + 16).min(T::INFINITE));
    }
    positive.extend((0..2048).map(|i| T::near(f64::from(i) / 128.0 + 1e-3).to_bits()));
    positive.into_iter().flat_map(|bits| [T::from_bits(bits), T::from_bits(bits | T::SIGN)]).collect()
}

/// A second operand for each input: both signs, some zeros, sizes from 2⁻⁶ to 2⁶.
pub fn others<T: Format>(count: usize) -> Vec<T> {
    let other = |i: u32| {
        let scattered = i.wrapping_mul(0x9e37_79b9);
        let size = f64::from(scattered >> 8) / f64::from(1 << 18);
        T::near(if scattered.is_multiple_of(61) { 0.0 } else { size - 32.0 })
    };
    (0..u32::try_from(count).expect("a small count")).map(other).collect()
}
