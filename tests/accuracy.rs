//! Every kernel that this machine can run, against correctly rounded values.
//!
//! The walk over all inputs is the example program `verify`; these are its inputs of interest.

use gelu::bounds::Bound;
use gelu::{Accuracy, Form, Gelu, Isa};
use gelu_reference::{Errors, value};

/// All combinations that can run here.
fn kernels() -> impl Iterator<Item = (Form, Accuracy, Isa, Gelu)> {
    Form::ALL.iter().flat_map(|&form| {
        Accuracy::ALL.iter().flat_map(move |&accuracy| {
            Isa::available().map(move |isa| {
                let gelu = Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available");
                (form, accuracy, isa, gelu)
            })
        })
    })
}

fn check(x: &[f32]) {
    for (form, accuracy, isa, gelu) in kernels() {
        let mut y = vec![0.0; x.len()];
        gelu.forward(x, &mut y);
        let mut errors = Errors::default();
        for (&x, &y) in x.iter().zip(&y) {
            let truth = value(form, x);
            errors.add(x, y, truth, truth as f32);
        }
        let Errors { worst, at, insane, .. } = errors;
        let name = format!("{form} {accuracy} {isa}");
        assert_eq!(insane, None, "{name}: wrong sign, NaN or limit");
        assert!(worst <= gelu.bound().ulp, "{name}: {worst} ulp at {at:e}, bound {}", gelu.bound().ulp);
    }
}

/// The rows of the table of correctly rounded values: x and the values of the three forms.
fn table() -> Vec<(f32, [f32; 3])> {
    let text = include_str!("data/gelu_f32.csv");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    let column = |name: &str| header.iter().position(|&title| title == name).expect("that column");
    let columns = ["exact_y", "tanh_y", "sigmoid_y"].map(column);
    let parse = |bits: &str| f32::from_bits(u32::from_str_radix(bits, 16).expect("hexadecimal bits"));
    lines.map(|row| (parse(row[0]), columns.map(|column| parse(row[column])))).collect()
}

#[test]
fn the_reference_agrees_with_correctly_rounded_values() {
    let table = table();
    assert_eq!(table.len(), 12_000);
    for (x, values) in table {
        for (&form, correct) in Form::ALL.iter().zip(values) {
            let truth = value(form, x);
            // Where a subnormal result is half way between two values but for x², both are as close.
            let tie = gelu_reference::error(correct, truth) == 0.5;
            let same = (truth as f32).to_bits() == correct.to_bits();
            assert!(same || tie, "{form} of {x:e}: {truth:e}, not {correct:e}");
        }
    }
}

#[test]
fn rows_of_the_table_are_within_the_bounds() {
    check(&table().into_iter().map(|(x, _)| x).collect::<Vec<_>>());
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
    for (form, accuracy, isa, gelu) in kernels() {
        let Bound { ulp, at, .. } = *gelu.bound();
        let mut y = [at];
        gelu.forward_inplace(&mut y);
        let error = gelu_reference::error(y[0], value(form, at));
        assert!(
            error <= ulp && error > ulp - 0.001,
            "{form} {accuracy} {isa}: {error} ulp at {at:e}, not {ulp}"
        );
    }
}

#[test]
fn limits() {
    for (.., gelu) in kernels() {
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
