//! What is written past the caches is what is written through them, wherever the buffer starts and ends.

use gelu_kernels::{Accuracy, Element, Form, Isa, Plan, backward, forward};

fn same_results<T: Element + Default + Copy + PartialEq + core::fmt::Debug>(number: impl Fn(f32) -> T) {
    let x: Vec<T> = (0..300_i16).map(|i| number(f32::from(i) / 64.0 - 2.0)).collect();
    for isa in Isa::available() {
        for &accuracy in Accuracy::ALL {
            for start in 0..70 {
                for end in [start, start + 1, start + 31, 200, x.len()] {
                    let range = start..end;
                    let [through, past] = [false, true].map(|stream| {
                        let plan = Plan { isa, form: Form::Exact, accuracy, stream };
                        let (mut y, mut dx) = (vec![T::default(); x.len()], vec![T::default(); x.len()]);
                        forward(plan, &x[range.clone()], &mut y[range.clone()]);
                        backward(plan, &x[range.clone()], &y[range.clone()], &mut dx[range.clone()]);
                        [y, dx]
                    });
                    assert_eq!(through, past, "{isa} {accuracy} {range:?}");
                }
            }
        }
    }
}

#[test]
fn of_f32() {
    same_results(|x| x);
}

#[test]
fn of_f64() {
    same_results(f64::from);
}

#[cfg(feature = "half")]
#[test]
fn of_halves() {
    same_results(half::f16::from_f32);
    same_results(half::bf16::from_f32);
}
