//! A result depends on its input alone.

use gelu::{Accuracy, Form, Gelu, Isa};
use proptest::prelude::*;

fn any_gelu() -> impl Strategy<Value = Gelu> {
    let isas: Vec<Isa> = Isa::available().collect();
    (prop::sample::select(Form::ALL), prop::sample::select(Accuracy::ALL), prop::sample::select(isas))
        .prop_map(|(form, accuracy, isa)| {
            Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available")
        })
}

/// Any bits, and values where the function is interesting.
fn any_input() -> impl Strategy<Value = f32> {
    prop_oneof![any::<u32>().prop_map(f32::from_bits), -16.0_f32..16.0]
}

/// What must be equal: the bits, but for the sign and payload of a NaN.
fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|y| if y.is_nan() { f32::NAN.to_bits() } else { y.to_bits() }).collect()
}

fn one_by_one(gelu: Gelu, x: &[f32]) -> Vec<f32> {
    let mut y = x.to_vec();
    for y in &mut y {
        gelu.forward_inplace(std::slice::from_mut(y));
    }
    y
}

proptest! {
    #[test]
    fn whatever_the_position_and_in_place_or_not(
        gelu in any_gelu(),
        x in prop::collection::vec(any_input(), 0..=300),
        offset in 0_usize..40,
        other_offset in 0_usize..40,
    ) {
        let expected = bits(&one_by_one(gelu, &x));
        let padded = |offset: usize| [vec![7.0; offset], x.clone(), vec![7.0; 40]].concat();

        let mut in_place = padded(offset);
        gelu.forward_inplace(&mut in_place[offset..offset + x.len()]);
        prop_assert_eq!(bits(&in_place[offset..offset + x.len()]), &expected[..]);
        prop_assert!(in_place[..offset].iter().chain(&in_place[offset + x.len()..]).all(|&pad| pad == 7.0));

        let (source, mut target) = (padded(offset), padded(other_offset));
        gelu.forward(&source[offset..offset + x.len()], &mut target[other_offset..other_offset + x.len()]);
        prop_assert_eq!(bits(&target[other_offset..other_offset + x.len()]), expected);
        prop_assert!(target[..other_offset].iter().chain(&target[other_offset + x.len()..]).all(|&pad| pad == 7.0));
        prop_assert_eq!(bits(&source), bits(&padded(offset)));
    }
}

proptest! {
    #[test]
    fn of_derivatives_whatever_the_position(
        gelu in any_gelu(),
        pairs in prop::collection::vec((any_input(), any_input()), 0..=300),
        offset in 0_usize..40,
    ) {
        let (x, dy): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
        let length = x.len();
        let padded = |values: &[f32], offset: usize| [&vec![7.0; offset][..], values, &[7.0; 40]].concat();
        let untouched = |values: &[f32], offset: usize| {
            values[..offset].iter().chain(&values[offset + length..]).all(|&pad| pad == 7.0)
        };

        // One element at a time.
        let mut d = x.clone();
        d.chunks_exact_mut(1).for_each(|d| gelu.derivative_inplace(d));
        let mut second = x.clone();
        second.chunks_exact_mut(1).for_each(|second| gelu.second_derivative_inplace(second));
        let mut dx = dy.clone();
        for (x, dx) in x.chunks_exact(1).zip(dx.chunks_exact_mut(1)) {
            gelu.backward_inplace(x, dx);
        }

        let mut all = padded(&x, offset);
        gelu.derivative_inplace(&mut all[offset..offset + length]);
        prop_assert_eq!(bits(&all[offset..offset + length]), bits(&d));
        prop_assert!(untouched(&all, offset));

        let mut all = padded(&x, offset);
        gelu.second_derivative_inplace(&mut all[offset..offset + length]);
        prop_assert_eq!(bits(&all[offset..offset + length]), bits(&second));

        let mut all = padded(&dy, offset);
        gelu.backward_inplace(&x, &mut all[offset..offset + length]);
        prop_assert_eq!(bits(&all[offset..offset + length]), bits(&dx));
        prop_assert!(untouched(&all, offset));

        let mut all = padded(&vec![0.0; length], offset);
        gelu.backward(&x, &dy, &mut all[offset..offset + length]);
        prop_assert_eq!(bits(&all[offset..offset + length]), bits(&dx));

        let (mut values, mut derivatives) = (x.clone(), padded(&x, offset));
        gelu.forward_with_derivative(&mut values, &mut derivatives[offset..offset + length]);
        prop_assert_eq!(bits(&derivatives[offset..offset + length]), bits(&d));
        prop_assert!(untouched(&derivatives, offset));
        // The values, too, are those of single elements.
        let mut one_by_one = x.clone();
        for value in one_by_one.chunks_exact_mut(1) {
            gelu.forward_with_derivative(value, &mut [0.0]);
        }
        prop_assert_eq!(bits(&values), bits(&one_by_one));

        // A gradient of 1 gives the derivative.
        let mut ones = vec![1.0; length];
        gelu.backward_inplace(&x, &mut ones);
        prop_assert_eq!(bits(&ones), bits(&d));
    }
}

#[test]
fn whatever_the_fused_instruction_set() {
    let x: Vec<f32> = (0..1 << 19).map(|i: u32| f32::from_bits(i.wrapping_mul((8219 << 13) | 1))).collect();
    for &form in Form::ALL {
        for &accuracy in Accuracy::ALL {
            let results: Vec<(Isa, Vec<u32>)> = Isa::available()
                .filter(|isa| isa.is_fused())
                .map(|isa| {
                    let gelu = Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available");
                    let (mut y, mut d, mut second, mut dx) = (x.clone(), x.clone(), x.clone(), x.clone());
                    gelu.forward_with_derivative(&mut y, &mut d);
                    gelu.second_derivative_inplace(&mut second);
                    gelu.backward_inplace(&x, &mut dx);
                    let mut value = x.clone();
                    gelu.forward_inplace(&mut value);
                    let y = [value, y, d, second, dx].concat();
                    (isa, bits(&y))
                })
                .collect();
            for pair in results.windows(2) {
                let differing = pair[0].1.iter().zip(&pair[1].1).position(|(a, b)| a != b);
                assert_eq!(
                    differing.map(|i| x[i]),
                    None,
                    "{form} {accuracy}: {} and {}",
                    pair[0].0,
                    pair[1].0
                );
            }
        }
    }
}
