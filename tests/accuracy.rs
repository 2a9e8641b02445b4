//! Every kernel that this machine can run, against correctly rounded values.
//!
//! The walk over all inputs is the example program `verify`; these are its inputs of interest.

use gelu::bounds::{Bound, Quantity};
use gelu::{Accuracy, Form, Gelu, Isa};
use gelu_reference::{Errors, truth};

/// One function as one kernel computes it.
struct Kernel {
    quantity: Quantity,
    form: Form,
    accuracy: Accuracy,
    isa: Isa,
    gelu: Gelu,
}

impl Kernel {
    /// All that can run here.
    fn all() -> Vec<Self> {
        let mut kernels = Vec::new();
        for &quantity in Quantity::ALL {
            for &form in Form::ALL {
                for &accuracy in Accuracy::ALL {
                    for isa in Isa::available() {
                        let gelu = Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available");
                        kernels.push(Self { quantity, form, accuracy, isa, gelu });
                    }
                }
            }
        }
        kernels
    }

    fn name(&self) -> String {
        format!("{} {} {} {}", self.quantity, self.form, self.accuracy, self.isa)
    }

    fn apply(&self, x: &[f32]) -> Vec<f32> {
        let mut y = x.to_vec();
        match self.quantity {
            Quantity::Value => self.gelu.forward_inplace(&mut y),
            Quantity::Derivative => self.gelu.derivative_inplace(&mut y),
            Quantity::SecondDerivative => self.gelu.second_derivative_inplace(&mut y),
        }
        y
    }

    fn check(&self, x: &[f32], y: &[f32], bound: f64) {
        let mut errors = Errors::new(self.quantity);
        for (&x, &y) in x.iter().zip(y) {
            let truth = truth(self.quantity, self.form, x);
            errors.add(x, y, truth, truth as f32);
        }
        let Errors { worst, at, insane, .. } = errors;
        let name = self.name();
        assert_eq!(insane, None, "{name}: wrong sign, NaN or limit");
        assert!(worst <= bound, "{name}: {worst} ulp at {at:e}, bound {bound}");
    }
}

fn check(x: &[f32]) {
    for kernel in Kernel::all() {
        kernel.check(x, &kernel.apply(x), kernel.gelu.bound(kernel.quantity).ulp);
    }
}

/// The rows of the table of correctly rounded values: x and what the three forms give.
fn table(quantity: Quantity) -> Vec<(f32, [f32; 3])> {
    let text = include_str!("data/gelu_f32.csv");
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
    let parse = |bits: &str| f32::from_bits(u32::from_str_radix(bits, 16).expect("hexadecimal bits"));
    lines.map(|row| (parse(row[0]), columns.map(|column| parse(row[column])))).collect()
}

#[test]
fn the_reference_agrees_with_correctly_rounded_values() {
    for &quantity in Quantity::ALL {
        let table = table(quantity);
        assert_eq!(table.len(), 12_000);
        for (x, values) in table {
            for (&form, correct) in Form::ALL.iter().zip(values) {
                let truth = truth(quantity, form, x);
                // Where a subnormal result is half way between two values but for x², both are as close.
                let tie = gelu_reference::error(correct, truth) == 0.5;
                let same = (truth as f32).to_bits() == correct.to_bits();
                // Only a value has to keep its sign when it is zero.
                let zero = quantity != Quantity::Value && truth as f32 == 0.0 && correct == 0.0;
                assert!(same || tie || zero, "{quantity} {form} of {x:e}: {truth:e}, not {correct:e}");
            }
        }
    }
}

#[test]
fn rows_of_the_table_are_within_the_bounds() {
    check(&table(Quantity::Value).into_iter().map(|(x, _)| x).collect::<Vec<_>>());
}

#[test]
fn neighbours_of_the_roots_are_within_the_bounds() {
    let roots =
        [0.751_791_5_f32, 0.752_461_43, 0.751_154_24, std::f32::consts::SQRT_2, 1.418_504, 1.409_728_2];
    let bits =
        roots.iter().flat_map(|root| (-2000..2000).map(|step| root.to_bits().wrapping_add_signed(step)));
    let positive = bits.map(f32::from_bits).collect::<Vec<_>>();
    check(&positive.iter().flat_map(|&x| [x, -x]).collect::<Vec<_>>());
}

#[test]
fn the_shared_computation_is_within_the_bounds() {
    let x = (0..1 << 20).map(|i: u32| f32::from_bits(i.wrapping_mul((4099 << 12) | 1))).collect::<Vec<_>>();
    for kernel in Kernel::all().into_iter().filter(|kernel| kernel.quantity == Quantity::Value) {
        let (mut y, mut d) = (x.clone(), vec![0.0; x.len()]);
        kernel.gelu.forward_with_derivative(&mut y, &mut d);
        // The exact form has its own way to the value here; the example `verify` walks all inputs of it.
        kernel.check(&x, &y, kernel.accuracy.promise());
        let derivative = Kernel { quantity: Quantity::Derivative, ..kernel };
        derivative.check(&x, &d, derivative.gelu.bound(Quantity::Derivative).ulp);
    }
}

#[test]
fn gradients_are_those_of_finite_differences() {
    // The step leaves 2e-9 of truncation and 1e-12 of rounding; the rest is half an ulp or four of f32 near 1.
    let step = 1.0 / 16384.0;
    let x: Vec<f32> = (-2000..2000).map(|i| i as f32 / 256.0).collect();
    for kernel in Kernel::all().into_iter().filter(|kernel| kernel.quantity == Quantity::Derivative) {
        for (&x, d) in x.iter().zip(kernel.apply(&x)) {
            // x ± step are f32 values themselves.
            let value = |x: f32| truth(Quantity::Value, kernel.form, x);
            let difference = (value(x + step) - value(x - step)) / (2.0 * f64::from(step));
            let error = (f64::from(d) - difference).abs();
            assert!(error < 5.0 * f64::from(f32::EPSILON), "{} at {x}: {d}, {difference}", kernel.name());
        }
    }
}

#[test]
fn inputs_over_all_bit_patterns_are_within_the_bounds() {
    // A step prime to 2³² that hits every exponent about 2,500 times, with scattered significands.
    check(&(0..1 << 20).map(|i: u32| f32::from_bits(i.wrapping_mul(4099 << 12 | 1))).collect::<Vec<_>>());
}

#[test]
fn special_values_and_their_neighbours_are_within_the_bounds() {
    let specials = [0.0, f32::MIN_POSITIVE, 1.0, f32::MAX, f32::INFINITY, f32::from_bits(1)];
    let bits = specials.iter().flat_map(|special| {
        (-64..=64).flat_map(move |step| {
            let positive = special.to_bits().wrapping_add_signed(step) & 0x7fff_ffff;
            [positive, positive | 0x8000_0000]
        })
    });
    check(&bits.map(f32::from_bits).collect::<Vec<_>>());
}

#[test]
fn the_worst_input_of_every_bound_attains_it() {
    for kernel in Kernel::all() {
        let Bound { ulp, at, .. } = *kernel.gelu.bound(kernel.quantity);
        let y = kernel.apply(&[at]);
        let error = gelu_reference::error(y[0], truth(kernel.quantity, kernel.form, at));
        assert!(error <= ulp && error > ulp - 0.001, "{}: {error} ulp at {at:e}, not {ulp}", kernel.name());
    }
}

#[test]
fn limits() {
    for Kernel { gelu, .. } in Kernel::all() {
        let quiet_or_not = [f32::NAN, -f32::NAN, f32::from_bits(0x7f80_0001), f32::from_bits(0xffbf_ffff)];
        for nan in quiet_or_not {
            let mut y = [nan, 1.0];
            gelu.forward_inplace(&mut y);
            assert!(y[0].is_nan() && y[0].to_bits() & 1 << 22 != 0, "{gelu:?}");
            assert!(!y[1].is_nan(), "a NaN must not spread to its neighbours");
        }
        let mut y = [f32::NEG_INFINITY, f32::INFINITY, -0.0, 0.0, f32::MIN, f32::MAX, -1e-45, 1e-45];
        gelu.forward_inplace(&mut y);
        let expected = [-0.0, f32::INFINITY, -0.0, 0.0, -0.0, f32::MAX];
        assert_eq!(
            y[..6].iter().map(|y| y.to_bits()).collect::<Vec<_>>(),
            expected.map(f32::to_bits),
            "{gelu:?}"
        );
        // Half of the smallest subnormal lies between it and zero, so either will do.
        assert!(
            y[6].is_sign_negative() && y[6] >= -1e-45 && y[7].is_sign_positive() && y[7] <= 1e-45,
            "{gelu:?}"
        );
    }
}
