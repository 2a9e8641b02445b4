//! Every kernel of `f32` and `f64` that this machine can run, against correctly rounded values.
//!
//! The walk over all inputs is the example program `verify`; these are its inputs of interest.

use std::marker::PhantomData;

use gelu::bounds::{Bound, ElementType, Quantity};
use gelu::{Accuracy, Form, Gelu, Isa};
use gelu_reference::{Errors, Number, Strata};

/// One function as one kernel computes it.
struct Kernel<T> {
    quantity: Quantity,
    form: Form,
    accuracy: Accuracy,
    isa: Isa,
    gelu: Gelu,
    element: PhantomData<T>,
}

impl<T: Number> Kernel<T> {
    /// All that can run here.
    fn all() -> Vec<Self> {
        let mut kernels = Vec::new();
        for &quantity in Quantity::ALL {
            for &form in Form::ALL {
                for &accuracy in Accuracy::ALL {
                    for isa in Isa::available() {
                        let gelu = Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available");
                        kernels.push(Self { quantity, form, accuracy, isa, gelu, element: PhantomData });
                    }
                }
            }
        }
        kernels
    }

    /// Those of one function of all forms.
    fn of(quantity: Quantity) -> impl Iterator<Item = Self> {
        Self::all().into_iter().filter(move |kernel| kernel.quantity == quantity)
    }

    fn name(&self) -> String {
        format!("{} {} {} {} {}", T::TYPE, self.quantity, self.form, self.accuracy, self.isa)
    }

    fn apply(&self, x: &[T]) -> Vec<T> {
        let mut y = x.to_vec();
        match self.quantity {
            Quantity::Value => self.gelu.forward_inplace(&mut y),
            Quantity::Derivative => self.gelu.derivative_inplace(&mut y),
            Quantity::SecondDerivative => self.gelu.second_derivative_inplace(&mut y),
        }
        y
    }

    fn errors(&self, x: &[T], y: &[T]) -> Errors<T> {
        let mut errors = Errors::new(self.quantity, self.form, self.accuracy);
        for (&x, &y) in x.iter().zip(y) {
            let truth = T::truth(self.quantity, self.form, x);
            errors.add(x, y, truth, T::from_f64(T::approximate(truth)));
        }
        errors
    }

    /// Results are sane and errors not above what is stated, or promised.
    fn check(&self, x: &[T], y: &[T], stated: fn(&Bound) -> f64) {
        let errors = self.errors(x, y);
        let name = self.name();
        assert!(errors.insane.is_none(), "{name}: wrong sign, NaN or limit at {:e}", errors.insane.unwrap());
        for (measure, worst, at) in errors.largest() {
            let bound = self.gelu.bounds::<T>(self.quantity).find(|bound| bound.measure == measure);
            let bound = stated(bound.unwrap_or_else(|| panic!("{name}: no bound, {measure}, at {at:e}")));
            assert!(worst <= bound, "{name}: {worst} {measure} at {at:e}, bound {bound}");
        }
    }
}

fn check<T: Number>(x: &[T]) {
    for kernel in Kernel::all() {
        kernel.check(x, &kernel.apply(x), |bound| bound.error);
    }
}

/// The rows of the table of correctly rounded values: x and what the three forms give.
fn table<T: Number>(quantity: Quantity) -> Vec<(T, [T; 3])> {
    let text = match T::TYPE {
        ElementType::F64 => include_str!("data/gelu_f64.csv"),
        _ => include_str!("data/gelu_f32.csv"),
    };
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    let suffix = match quantity {
        Quantity::Value => "y",
        Quantity::Derivative => "dy",
        Quantity::SecondDerivative => "d2y",
    };
    let columns = ["exact", "tanh", "sigmoid"].map(|form| {
        header.iter().position(|title| *title == format!("{form}_{suffix}")).expect("that column")
    });
    let parse = |bits: &str| T::from_bits(u64::from_str_radix(bits, 16).expect("hexadecimal bits"));
    lines.map(|row| (parse(row[0]), columns.map(|column| parse(row[column])))).collect()
}

/// `truth` has errors of its own, of so many ulp.
fn the_reference_agrees<T: Number>(rows: usize, own: f64) {
    for &quantity in Quantity::ALL {
        let table = table::<T>(quantity);
        assert_eq!(table.len(), rows);
        for (x, values) in table {
            for (&form, correct) in Form::ALL.iter().zip(values) {
                let truth = T::truth(quantity, form, x);
                let rounded = T::from_f64(T::approximate(truth));
                // Where a subnormal result is half way between two values but for little, rounding twice gives the
                // other one.
                let near = correct.ulps(truth) <= 0.5 + own
                    && correct.to_f64().is_sign_negative() == rounded.to_f64().is_sign_negative();
                // Only a value has to keep its sign when it is zero.
                let zero = quantity != Quantity::Value && rounded == correct && correct.to_f64() == 0.0;
                let same = rounded.to_bits() == correct.to_bits();
                assert!(same || near || zero, "{quantity} {form} of {x:e}: {rounded:e}, not {correct:e}");
            }
        }
    }
}

#[test]
fn the_reference_agrees_with_correctly_rounded_values() {
    the_reference_agrees::<f32>(12_000, 0.0);
    the_reference_agrees::<f64>(4_000, 1.0 / f64::from(1 << 25));
}

fn rows_of_the_table<T: Number>() -> Vec<T> {
    table(Quantity::Value).into_iter().map(|(x, _)| x).collect()
}

#[test]
fn rows_of_the_table_are_within_the_bounds() {
    check(&rows_of_the_table::<f32>());
    check(&rows_of_the_table::<f64>());
}

/// The numbers at most `steps` away from some, of both signs.
fn neighbours<T: Number>(points: &[f64], steps: i64) -> Vec<T> {
    let sign = T::from_f64(-0.0).to_bits();
    let bits = points.iter().flat_map(|&point| {
        (-steps..=steps).map(move |step| T::from_f64(point).to_bits().wrapping_add_signed(step) & (sign - 1))
    });
    bits.flat_map(|bits| [bits, bits | sign]).map(T::from_bits).collect()
}

const ROOTS: [f64; 6] = [
    0.751_791_524_693_564_5,
    0.752_461_422_071_016_3,
    0.751_154_255_441_289,
    std::f64::consts::SQRT_2,
    1.418_504_008_790_828_3,
    1.409_728_131_912_730_6,
];

#[test]
fn neighbours_of_the_roots_are_within_the_bounds() {
    check::<f32>(&neighbours(&ROOTS, 2000));
    check::<f64>(&neighbours(&ROOTS, 200));
    // Further away, too, each time by half as much.
    let near = ROOTS
        .iter()
        .flat_map(|root| (4..50).flat_map(move |i| [root + 0.5_f64.powi(i), root - 0.5_f64.powi(i)]));
    check::<f64>(&neighbours(&near.collect::<Vec<_>>(), 1));
}

fn shared<T: Number>(x: &[T]) {
    for kernel in Kernel::of(Quantity::Value) {
        let (mut y, mut d) = (x.to_vec(), x.to_vec());
        kernel.gelu.forward_with_derivative(&mut y, &mut d);
        // The exact form has its own way to the value here; the example `verify` walks all inputs of it.
        kernel.check(x, &y, Bound::promise);
        let derivative = Kernel { quantity: Quantity::Derivative, ..kernel };
        derivative.check(x, &d, |bound| bound.error);
    }
}

/// A step prime to 2³² that hits every exponent about 2,500 times, with scattered significands.
fn all_over() -> Vec<f32> {
    (0..1 << 20).map(|i: u32| f32::from_bits(i.wrapping_mul((4099 << 12) | 1))).collect()
}

/// A small sample.
fn sample(quantity: Quantity, form: Form) -> Vec<f64> {
    let strata = Strata::new(quantity, form, 50_000);
    (0..strata.groups()).flat_map(|group| strata.group(group)).collect()
}

#[test]
fn the_shared_computation_is_within_the_bounds() {
    shared(&all_over());
    for &form in Form::ALL {
        shared(&sample(Quantity::Derivative, form));
    }
}

#[test]
fn inputs_all_over_are_within_the_bounds() {
    check(&all_over());
    for kernel in Kernel::<f64>::all() {
        let x = sample(kernel.quantity, kernel.form);
        kernel.check(&x, &kernel.apply(&x), |bound| bound.error);
    }
}

/// `step` is a power of two with which the sum of truncation and rounding stays below `error`.
fn finite_differences<T: Number>(step: f64, error: fn(Accuracy) -> f64) {
    let x: Vec<T> = (-2000..2000).map(|i| T::from_f64(f64::from(i) / 256.0)).collect();
    for kernel in Kernel::of(Quantity::Derivative) {
        for (&x, d) in x.iter().zip(kernel.apply(&x)) {
            // x ± step are numbers of the type themselves.
            let value = |x: f64| T::approximate(T::truth(Quantity::Value, kernel.form, T::from_f64(x)));
            let (x, d) = (x.to_f64(), d.to_f64());
            let difference = (value(x + step) - value(x - step)) / (2.0 * step);
            let limit = error(kernel.accuracy);
            assert!((d - difference).abs() < limit, "{} at {x}: {d}, {difference}", kernel.name());
        }
    }
}

#[test]
fn gradients_are_those_of_finite_differences() {
    // The step leaves 2e-9 of truncation and 1e-12 of rounding; the rest is half an ulp or four of f32 near 1, or 2⁻¹².
    finite_differences::<f32>(1.0 / 16384.0, |accuracy| match accuracy {
        Accuracy::Relaxed => 1.2 / 4096.0,
        _ => 5.0 * f64::from(f32::EPSILON),
    });
    // A third derivative of at most 1 leaves 2⁻³⁶/6 of truncation, values of up to 8 round by 2⁻⁵⁰/2⁻¹⁸ at most.
    finite_differences::<f64>(1.0 / 262_144.0, |_| 3e-10);
}

fn specials<T: Number>() -> Vec<T> {
    let sign = T::from_f64(-0.0).to_bits();
    let infinity = T::from_f64(f64::INFINITY).to_bits();
    let binade = T::from_f64(2.0).to_bits() - T::from_f64(1.0).to_bits();
    // Zero, the smallest normal number, 1, and infinity, below which is the largest number, above NaNs.
    let bits = [0, binade, T::from_f64(1.0).to_bits(), infinity]
        .into_iter()
        .flat_map(|special| (-64..=64).map(move |step| special.wrapping_add_signed(step) & (sign - 1)));
    bits.flat_map(|bits| [bits, bits | sign]).map(T::from_bits).collect()
}

#[test]
fn special_values_and_their_neighbours_are_within_the_bounds() {
    check(&specials::<f32>());
    check(&specials::<f64>());
}

#[test]
fn subnormal_results_are_within_the_bounds() {
    // Where values and derivatives become subnormal and vanish, of the three forms.
    let interval =
        |low: f64, high: f64| (0..20_000).map(move |i| low + (high - low) * f64::from(i) / 20_000.0);
    let f32s = interval(12.9, 14.7).chain(interval(9.7, 11.0)).chain(interval(50.0, 66.0));
    check(&f32s.flat_map(|x| [x as f32, -x as f32]).collect::<Vec<_>>());
    let f64s = interval(37.2, 38.9).chain(interval(20.9, 21.9)).chain(interval(410.0, 442.0));
    check(&f64s.flat_map(|x| [x, -x]).collect::<Vec<_>>());
}

fn worst_inputs<T: Number>() {
    let mut wrong = Vec::new();
    for kernel in Kernel::<T>::all() {
        let mut count = 0;
        for bound in kernel.gelu.bounds::<T>(kernel.quantity) {
            let at = [T::from_f64(bound.at)];
            let errors = kernel.errors(&at, &kernel.apply(&at));
            let (error, _) = errors.worst[bound.measure as usize];
            let attained = error <= bound.error && error > bound.error - 0.001;
            if !attained {
                let (name, measure) = (kernel.name(), bound.measure);
                wrong.push(format!("{name}: {error} {measure} at {:e}, not {}", bound.at, bound.error));
            }
            count += 1;
        }
        assert!(count > 0, "{}: no bound", kernel.name());
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_worst_input_of_every_bound_attains_it() {
    worst_inputs::<f32>();
    worst_inputs::<f64>();
}

fn limits_of<T: Number>() {
    let number = T::from_f64;
    let infinity = number(f64::INFINITY).to_bits();
    let sign = number(-0.0).to_bits();
    for Kernel { gelu, .. } in Kernel::<T>::of(Quantity::Value) {
        // Quiet and not.
        for bits in [infinity | T::QUIET, infinity | 1, infinity | (T::QUIET - 1)] {
            for nan in [bits, bits | sign] {
                let mut y = [T::from_bits(nan), number(1.0)];
                gelu.forward_inplace(&mut y);
                assert!(y[0].to_f64().is_nan() && y[0].to_bits() & T::QUIET != 0, "{gelu:?}");
                assert!(!y[1].to_f64().is_nan(), "a NaN must not spread to its neighbours");
            }
        }
        // The largest number, and the smallest one.
        let (largest, smallest) = (infinity - 1, 1);
        let x = [infinity | sign, infinity, sign, 0, largest | sign, largest, smallest | sign, smallest];
        let mut y = x.map(T::from_bits);
        gelu.forward_inplace(&mut y);
        let y = y.map(T::to_bits);
        assert_eq!(y[..6], [sign, infinity, sign, 0, sign, largest], "{gelu:?}");
        // Half of the smallest subnormal lies between it and zero, so either will do.
        assert!([sign, sign | smallest].contains(&y[6]) && [0, smallest].contains(&y[7]), "{gelu:?}");
    }
}

#[test]
fn limits() {
    limits_of::<f32>();
    limits_of::<f64>();
}
