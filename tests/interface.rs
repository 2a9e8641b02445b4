//! What the types promise apart from numbers.

use std::panic::catch_unwind;
#[cfg(all(feature = "std", not(target_family = "wasm")))]
use std::process::Command;

use gelu::{Accuracy, Element, Form, Gelu, Isa, UnknownName};

#[test]
fn names_in_text() {
    assert_eq!(Form::ALL.iter().map(Form::to_string).collect::<Vec<_>>(), ["exact", "tanh", "sigmoid"]);
    assert_eq!(
        Accuracy::ALL.iter().map(Accuracy::to_string).collect::<Vec<_>>(),
        ["fast", "precise", "relaxed"]
    );
    assert_eq!(Isa::ALL.iter().map(Isa::to_string).collect::<Vec<_>>(), ["portable", "avx2", "avx512"]);
    for &form in Form::ALL {
        assert_eq!(form.to_string().parse(), Ok(form));
    }
    for &accuracy in Accuracy::ALL {
        assert_eq!(accuracy.to_string().to_uppercase().parse(), Ok(accuracy));
    }
    for &isa in Isa::ALL {
        assert_eq!(isa.to_string().parse(), Ok(isa));
    }
    assert_eq!("none".parse(), Ok(Form::Exact));
    let error: UnknownName = "gelu".parse::<Form>().unwrap_err();
    assert_eq!(error.to_string(), "unknown form, expected one of exact, tanh, sigmoid");
    assert_eq!(format!("[{:>8}]", Form::Tanh), "[    tanh]");
}

#[test]
fn a_constant_and_its_defaults() {
    const GELU: Gelu = Gelu::new(Form::Tanh).accuracy(Accuracy::Precise).serial();
    assert_eq!(Gelu::new(Form::Tanh), Gelu::new(Form::Tanh).accuracy(Accuracy::default()));
    let mut x = [1.0_f32, -1.0];
    GELU.forward_inplace(&mut x);
    assert_eq!(x, [0.841_192, -0.158_808_01]);
}

#[test]
fn free_functions_are_the_fast_forms() {
    let x: Vec<f32> = (-500..500).map(|i| i as f32 * 0.02).collect();
    for (free, form) in
        [(gelu::gelu_inplace as fn(&mut [f32]), Form::Exact), (gelu::gelu_tanh_inplace, Form::Tanh)]
    {
        let (mut ours, mut theirs) = (x.clone(), x.clone());
        free(&mut ours);
        Gelu::new(form).forward_inplace(&mut theirs);
        assert_eq!(ours, theirs);
    }
}

#[test]
fn lengths_that_differ_are_named_and_nothing_is_written() {
    let gelu = Gelu::new(Form::Exact);
    let x = [1.0; 40];
    type Call = fn(Gelu, &[f32; 40], &mut [f32; 41]);
    let calls: [Call; 6] = [
        |gelu, x, y| gelu.forward(x, y),
        |gelu, x, y| gelu.backward(x, x, y),
        |gelu, x, y| gelu.backward(x, &[1.0; 41], &mut y[..40]),
        |gelu, x, y| gelu.backward_inplace(x, y),
        |_, x, y| gelu::gelu_tanh_backward_inplace(x, y),
        |gelu, x, y| gelu.forward_with_derivative(&mut x.clone(), y),
    ];
    for call in calls {
        let mut y = [7.0; 41];
        let panic = catch_unwind(std::panic::AssertUnwindSafe(|| call(gelu, &x, &mut y)));
        let message = *panic.expect_err("it panics").downcast::<String>().expect("with a message");
        assert!(message.contains("40") && message.contains("41"), "{message}");
        assert_eq!(y, [7.0; 41]);
    }
}

#[test]
fn empty_slices() {
    gelu::gelu_inplace(&mut []);
    Gelu::new(Form::Sigmoid).forward::<f32>(&[], &mut []);
    Gelu::new(Form::Sigmoid).backward::<f32>(&[], &[], &mut []);
    Gelu::new(Form::Sigmoid).forward_with_derivative::<f32>(&mut [], &mut []);
}

#[test]
fn instruction_sets_that_are_missing_are_an_error() {
    assert!(Isa::available().any(|isa| isa == Isa::Portable));
    for &isa in Isa::ALL {
        match Gelu::new(Form::Exact).isa(isa) {
            Ok(_) => assert!(isa.is_available()),
            Err(error) => {
                assert!(!isa.is_available());
                assert_eq!(error.isa(), isa);
                assert!(error.to_string().contains("available: portable"), "{error}");
            }
        }
    }
}

/// Not a test by itself: prints the choice for the test below, which runs it in other environments.
#[test]
fn prints_the_choice() {
    println!("chosen: {}", Isa::detect());
}

#[cfg(all(feature = "std", not(target_family = "wasm")))]
#[test]
fn an_environment_variable_sets_the_choice() {
    let choice = |value: Option<&str>| {
        // The variable `EMULATOR` says what this test runs under, for its child to run under it, too.
        let emulator = std::env::var("EMULATOR").unwrap_or_default();
        let program = std::env::current_exe().expect("a test has a file").display().to_string();
        let words: Vec<&str> = emulator.split_whitespace().chain([&*program]).collect();
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .args(["--exact", "prints_the_choice", "--nocapture"])
            .env_remove("GELU_ISA");
        let output = command.envs(value.map(|value| ("GELU_ISA", value))).output().expect("it runs");
        assert!(output.status.success());
        let stdout = String::from_utf8(output.stdout).expect("text");
        let chosen = stdout.lines().find_map(|line| line.split_once("chosen: ")).expect("the choice");
        (chosen.1.parse::<Isa>().expect("a name"), String::from_utf8(output.stderr).expect("text"))
    };
    let best = Isa::available().next_back().expect("there is one");
    for unset in [None, Some("")] {
        let (chosen, message) = choice(unset);
        assert_eq!((chosen, message.contains("GELU_ISA")), (best, false));
    }
    for isa in Isa::available() {
        let (chosen, message) = choice(Some(isa.name()));
        assert_eq!((chosen, message.contains("GELU_ISA")), (isa, false));
    }
    let missing = Isa::ALL.iter().filter(|isa| !isa.is_available()).map(|isa| isa.name());
    for name in missing.chain(["sse9"]) {
        let (chosen, message) = choice(Some(name));
        assert_eq!(chosen, best);
        let available = Isa::available().all(|isa| message.contains(isa.name()));
        assert!(message.contains(&format!("GELU_ISA={name}:")) && available, "{message}");
    }
}

#[test]
fn the_baseline_is_the_textbook_formula() {
    let mut x = [0.5, -6.0, f32::NEG_INFINITY];
    gelu::scalar::forward_inplace(Form::Exact, &mut x);
    assert!(x[2].is_nan() && x[1] == 0.0, "what the crate exists to mend: {x:?}");
    approx::assert_ulps_eq!(x[0], 0.345_731_23, max_ulps = 2);
    approx::assert_ulps_eq!(gelu::scalar::gelu_tanh(0.5), 0.345_714, max_ulps = 2);
    approx::assert_ulps_eq!(gelu::scalar::gelu_sigmoid(0.5), 0.350_388_44, max_ulps = 2);
    for &form in Form::ALL {
        let mut d = [-0.5, 0.25, 2.0];
        let mut exact = d;
        gelu::scalar::derivative_inplace(form, &mut d);
        Gelu::new(form).derivative_inplace(&mut exact);
        for (d, exact) in d.into_iter().zip(exact) {
            approx::assert_abs_diff_eq!(d, exact, epsilon = 2e-7);
        }
    }
}

/// Far in the tail, where g' rounds to 0, backward makes nothing of any finite gradient.
fn no_gradient_comes_from_far_in_the_tail<T: Element + Copy + Into<f64>>(x: [T; 3], largest: T) {
    for isa in Isa::available() {
        for &form in Form::ALL {
            for &accuracy in Accuracy::ALL {
                let gelu = Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available");
                let mut grad = [largest; 3];
                gelu.backward_inplace(&x, &mut grad);
                assert_eq!(grad.map(Into::into), [0.0; 3], "{gelu:?}");
            }
        }
    }
}

#[test]
fn no_gradient_comes_from_minus_infinity() {
    no_gradient_comes_from_far_in_the_tail([f32::NEG_INFINITY, f32::MIN, -200.0], f32::MAX);
    no_gradient_comes_from_far_in_the_tail([f64::NEG_INFINITY, f64::MIN, -1000.0], f64::MAX);
    #[cfg(feature = "half")]
    {
        use half::{bf16, f16};
        let (x, largest) = ([f16::NEG_INFINITY, f16::MIN, f16::from_f32(-200.0)], f16::MAX);
        no_gradient_comes_from_far_in_the_tail(x, largest);
        let (x, largest) = ([bf16::NEG_INFINITY, bf16::MIN, bf16::from_f32(-200.0)], bf16::MAX);
        no_gradient_comes_from_far_in_the_tail(x, largest);
    }
}

/// With `Precise`, `f32` multiplies a gradient by g' before that is rounded.
#[test]
fn a_large_gradient_gets_through_the_tail() {
    for isa in Isa::available() {
        // g'(x) in 40 digits, rounded: all are less than half of the smallest number of the type.
        for (form, x, derivative) in
            [(Form::Exact, -15.0_f32, -8.259_354_662_77e-49), (Form::Sigmoid, -64.0, -5.324_818_443_32e-46)]
        {
            let gelu = Gelu::new(form).accuracy(Accuracy::Precise).isa(isa).expect("it is available");
            let mut grad = [1e30_f32];
            gelu.backward_inplace(&[x], &mut grad);
            let truth = derivative * 1e30_f64;
            assert!(
                (f64::from(grad[0]) / truth - 1.0).abs() < 1e-6,
                "{gelu:?}: {} instead of {truth}",
                grad[0]
            );
        }
    }
}

/// Far from 0 the value is x, which takes several operations to say beside the derivative: for each exponent, all last
/// bits of the significand, after many first ones.
#[test]
fn far_from_zero_the_value_is_x() {
    let x: Vec<f32> = (0..4096)
        .flat_map(|i: u32| [i, 0x7f_ffff - i, i * 2047, (i * 2047) ^ 1, 0x40_0000 + i, 0x3f_ffff - i])
        .flat_map(|fraction| {
            (130..=254).map(move |exponent: u32| f32::from_bits((exponent << 23) | fraction))
        })
        .collect();
    for isa in Isa::available() {
        for &form in Form::ALL {
            for &accuracy in Accuracy::ALL {
                let gelu = Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available");
                let far = if form == Form::Sigmoid { 16.0 } else { 8.0 };
                let x: Vec<f32> = x.iter().copied().filter(|&x| x >= far).collect();
                let (mut value, mut derivative) = (x.clone(), x.clone());
                gelu.forward_with_derivative(&mut value, &mut derivative);
                let wrong = (0..x.len()).find(|&i| (value[i], derivative[i]) != (x[i], 1.0));
                assert_eq!(wrong.map(|i| (x[i], value[i], derivative[i])), None, "{form} {accuracy} {isa}");
            }
        }
    }
}
