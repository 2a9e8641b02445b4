//! Walks all 2³² inputs and compares with binary64: the largest error, where it is attained, and
//! how errors are spread, for forms, accuracies and instruction sets.
//!
//! Exits with 1 if an error is above the bound that the documentation states.

use std::process::ExitCode;

use clap::Parser;
use gelu::bounds::Quantity;
use gelu::{Accuracy, Form, Gelu, Isa};
use gelu_reference::{Errors, truth};
use indicatif::{ParallelProgressIterator, ProgressStyle};
use rayon::prelude::*;

/// Verify the error bounds over every f32; exits with 1 if one is exceeded.
#[derive(Parser)]
struct Arguments {
    /// Only this function: value, derivative or second-derivative [default: all]
    #[arg(long)]
    quantity: Option<Quantity>,
    /// Only this form [default: all]
    #[arg(long)]
    form: Option<Form>,
    /// Only this accuracy [default: all]
    #[arg(long)]
    accuracy: Option<Accuracy>,
    /// Verify what forward_with_derivative gives; its bounds are 4 and 0.6 ulp
    #[arg(long)]
    shared: bool,
    /// Only this instruction set, may be given more than once [default: all that the processor has]
    #[arg(long)]
    isa: Vec<Isa>,
}

/// Consecutive bit patterns that one task takes: 2³² in all.
const CHUNK: u32 = 1 << 15;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let isas = if arguments.isa.is_empty() { Isa::available().collect() } else { arguments.isa };
    let mut passed = true;
    for quantity in chosen(arguments.quantity, Quantity::ALL.iter().copied()) {
        for form in chosen(arguments.form, Form::ALL.iter().copied()) {
            let mut kernels = Vec::new();
            for accuracy in chosen(arguments.accuracy, Accuracy::ALL.iter().copied()) {
                for &isa in &isas {
                    match Gelu::new(form).accuracy(accuracy).serial().isa(isa) {
                        Ok(gelu) => kernels.push((accuracy, isa, gelu)),
                        Err(error) => {
                            eprintln!("{error}");
                            return ExitCode::from(2);
                        }
                    }
                }
            }
            let gelus: Vec<Gelu> = kernels.iter().map(|&(_, _, gelu)| gelu).collect();
            for ((accuracy, isa, gelu), errors) in
                kernels.iter().zip(walk(quantity, form, arguments.shared, &gelus))
            {
                let name = format!("{quantity} {form} {accuracy} {isa}");
                let stated = if arguments.shared { accuracy.promise() } else { gelu.bound(quantity).ulp };
                passed &= report(&name, stated, &errors);
            }
        }
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn chosen<T>(one: Option<T>, all: impl Iterator<Item = T>) -> Vec<T> {
    one.map_or_else(|| all.collect(), |one| vec![one])
}

/// The errors of some kernels of one form over all inputs.
fn walk(quantity: Quantity, form: Form, shared: bool, kernels: &[Gelu]) -> Vec<Errors> {
    let style =
        ProgressStyle::with_template("{prefix} {wide_bar} {percent} % {eta}").expect("a valid template");
    let bar = indicatif::ProgressBar::new(u64::from(u32::MAX / CHUNK) + 1)
        .with_style(style)
        .with_prefix(format!("{quantity} {form}"));
    (0..=u32::MAX / CHUNK)
        .into_par_iter()
        .progress_with(bar)
        .map(|chunk| {
            let first = chunk * CHUNK;
            let x: Vec<f32> = (first..=first + (CHUNK - 1)).map(f32::from_bits).collect();
            let truth: Vec<(f64, f32)> =
                x.iter().map(|&x| truth(quantity, form, x)).map(|y| (y, y as f32)).collect();
            let (mut y, mut other) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            let measure = |gelu: &Gelu| {
                let mut errors = Errors::new(quantity);
                y.copy_from_slice(&x);
                other.copy_from_slice(&x);
                match quantity {
                    Quantity::Value if shared => gelu.forward_with_derivative(&mut y, &mut other),
                    Quantity::Derivative if shared => gelu.forward_with_derivative(&mut other, &mut y),
                    Quantity::Value => gelu.forward_inplace(&mut y),
                    Quantity::Derivative => gelu.derivative_inplace(&mut y),
                    Quantity::SecondDerivative => gelu.second_derivative_inplace(&mut y),
                }
                for ((&x, &y), &(truth, rounded)) in x.iter().zip(&y).zip(&truth) {
                    errors.add(x, y, truth, rounded);
                }
                errors
            };
            kernels.iter().map(measure).collect::<Vec<Errors>>()
        })
        .reduce_with(|a, b| a.into_iter().zip(b).map(|(a, b)| a.merge(b)).collect())
        .expect("there are chunks")
}

/// Prints what was found and says whether it is within the bound.
fn report(name: &str, stated: f64, errors: &Errors) -> bool {
    let Errors { worst, at, correctly_rounded, histogram, insane, .. } = errors;
    println!("{name}: at most {worst:.4} ulp, at {at:e} ({:#010x}); stated: {stated}", at.to_bits());
    let total = correctly_rounded + histogram.iter().sum::<u64>();
    let limits = Errors::LIMITS.iter().map(|limit| format!("≤ {limit} ulp")).chain(["above".into()]);
    let classes = ["correctly rounded".into()].into_iter().chain(limits);
    for (class, &count) in classes.zip([correctly_rounded].into_iter().chain(histogram)) {
        if count > 0 {
            println!("    {class:17} {count:10} inputs {:10.6} %", 100.0 * count as f64 / total as f64);
        }
    }
    if let Some(x) = insane {
        println!("    WRONG sign, NaN or limit at {x:e} ({:#010x})", x.to_bits());
    }
    let within = *worst <= stated;
    if !within {
        println!("    ABOVE the stated bound");
    }
    within && insane.is_none()
}
