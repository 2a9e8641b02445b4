//! Compares results with true values, `f32` at all 2³² inputs with binary64, `f64` at a stratified sample with
//! double-double arithmetic: the largest errors, where they are attained, and how errors are spread, for forms,
//! accuracies and instruction sets.
//!
//! Exits with 1 if an error is above the bound that the documentation states.

use std::process::ExitCode;

use clap::Parser;
use gelu::bounds::{ElementType, Quantity};
use gelu::{Accuracy, Form, Gelu, Isa};
use gelu_reference::{Errors, Number, Strata};
use indicatif::{ParallelProgressIterator, ProgressStyle};
use rayon::prelude::*;

/// Verify the error bounds over every f32 or a sample of f64; exits with 1 if one is exceeded.
#[derive(Parser)]
struct Arguments {
    /// The type of elements: f32 or f64
    #[arg(long = "type", default_value = "f32")]
    element: ElementType,
    /// Only this function: value, derivative or second-derivative [default: all]
    #[arg(long)]
    quantity: Option<Quantity>,
    /// Only this form [default: all]
    #[arg(long)]
    form: Option<Form>,
    /// Only this accuracy [default: all]
    #[arg(long)]
    accuracy: Option<Accuracy>,
    /// Verify what forward_with_derivative gives, against what its accuracy promises
    #[arg(long)]
    shared: bool,
    /// Only this instruction set, may be given more than once [default: all that the processor has]
    #[arg(long)]
    isa: Vec<Isa>,
    /// Only each so many-th bit pattern of f32
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..1 << 16))]
    every: u32,
    /// Inputs of f64 for each function
    #[arg(long, default_value_t = 100_000_000)]
    samples: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let isas = if arguments.isa.is_empty() { Isa::available().collect() } else { arguments.isa.clone() };
    if let Some(isa) = isas.iter().find(|isa| !isa.is_available()) {
        let error = Gelu::new(Form::Exact).isa(*isa).expect_err("it is not available");
        eprintln!("{error}");
        return ExitCode::from(2);
    }
    let mut passed = true;
    for quantity in chosen(arguments.quantity, Quantity::ALL) {
        for form in chosen(arguments.form, Form::ALL) {
            let work = Work { quantity, form, shared: arguments.shared };
            let mut kernels = Vec::new();
            for accuracy in chosen(arguments.accuracy, Accuracy::ALL) {
                // Only f32 has an arithmetic of its own for it.
                if accuracy == Accuracy::Relaxed && arguments.element != ElementType::F32 {
                    continue;
                }
                for &isa in &isas {
                    let gelu = Gelu::new(form).accuracy(accuracy).serial().isa(isa).expect("it is available");
                    kernels.push(Kernel { accuracy, isa, gelu });
                }
            }
            passed &= match arguments.element {
                ElementType::F32 => {
                    let every = arguments.every;
                    work.verify(&kernels, (1 << 32) / PART / u64::from(every), |part| {
                        (part * PART..(part + 1) * PART).map(|i| f32::from_bits(i as u32 * every)).collect()
                    })
                }
                ElementType::F64 => {
                    let strata = Strata::new(quantity, form, arguments.samples);
                    let groups = PART / Strata::GROUP;
                    work.verify(&kernels, strata.groups().div_ceil(groups), |part| {
                        let range = part * groups..((part + 1) * groups).min(strata.groups());
                        range.flat_map(|group| strata.group(group)).collect::<Vec<f64>>()
                    })
                }
                other => {
                    eprintln!("{other} has few enough inputs for the tests to try them all");
                    return ExitCode::from(2);
                }
            };
        }
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How many inputs one task takes.
const PART: u64 = 1 << 15;

fn chosen<T: Copy>(one: Option<T>, all: &[T]) -> Vec<T> {
    one.map_or_else(|| all.to_vec(), |one| vec![one])
}

/// What is verified.
struct Work {
    quantity: Quantity,
    form: Form,
    shared: bool,
}

/// One way to compute it.
struct Kernel {
    accuracy: Accuracy,
    isa: Isa,
    gelu: Gelu,
}

impl Work {
    /// Compares kernels over inputs that come in parts, prints what was found, and says whether all are within
    /// their bounds.
    fn verify<T: Number>(
        &self,
        kernels: &[Kernel],
        parts: u64,
        inputs: impl Fn(u64) -> Vec<T> + Sync,
    ) -> bool {
        let style =
            ProgressStyle::with_template("{prefix} {wide_bar} {percent} % {eta}").expect("a valid template");
        let Self { quantity, form, .. } = *self;
        let bar = indicatif::ProgressBar::new(parts)
            .with_style(style)
            .with_prefix(format!("{} {quantity} {form}", T::TYPE));
        let errors = (0..parts)
            .into_par_iter()
            .progress_with(bar)
            .map(|part| self.compare(kernels, &inputs(part)))
            .reduce_with(|a, b| a.into_iter().zip(b).map(|(a, b)| a.merge(b)).collect())
            .expect("there are inputs");
        kernels
            .iter()
            .zip(errors)
            .fold(true, |passed, (kernel, errors)| self.report(kernel, &errors) && passed)
    }

    /// The errors of each kernel.
    fn compare<T: Number>(&self, kernels: &[Kernel], x: &[T]) -> Vec<Errors<T>> {
        let truth: Vec<(T::Truth, T)> = x
            .iter()
            .map(|&x| T::truth(self.quantity, self.form, x))
            .map(|truth| (truth, T::from_f64(T::approximate(truth))))
            .collect();
        let (mut y, mut other) = (x.to_vec(), x.to_vec());
        let measure = |&Kernel { accuracy, gelu, .. }: &Kernel| {
            let mut errors = Errors::new(self.quantity, self.form, accuracy);
            y.copy_from_slice(x);
            other.copy_from_slice(x);
            match self.quantity {
                Quantity::Value if self.shared => gelu.forward_with_derivative(&mut y, &mut other),
                Quantity::Derivative if self.shared => gelu.forward_with_derivative(&mut other, &mut y),
                Quantity::Value => gelu.forward_inplace(&mut y),
                Quantity::Derivative => gelu.derivative_inplace(&mut y),
                Quantity::SecondDerivative => gelu.second_derivative_inplace(&mut y),
            }
            for ((&x, &y), &(truth, rounded)) in x.iter().zip(&y).zip(&truth) {
                errors.add(x, y, truth, rounded);
            }
            errors
        };
        kernels.iter().map(measure).collect()
    }

    /// Prints what was found and says whether it is within the bounds.
    fn report<T: Number>(&self, &Kernel { accuracy, isa, gelu }: &Kernel, errors: &Errors<T>) -> bool {
        let Self { quantity, form, shared } = self;
        println!("{} {quantity} {form} {accuracy} {isa}", T::TYPE);
        let mut passed = true;
        for (measure, error, at) in errors.largest() {
            let bound = gelu.bounds::<T>(*quantity).find(|bound| bound.measure == measure);
            let stated = bound.map(|bound| if *shared { bound.promise() } else { bound.error });
            print!("    {measure}: at most {error:.6}, at {at:e} ({:#x}); ", at.to_bits());
            match stated {
                Some(stated) if error <= stated => println!("stated: {stated}"),
                Some(stated) => println!("ABOVE what is stated: {stated}"),
                None => println!("NOT stated"),
            }
            passed &= stated.is_some_and(|stated| error <= stated);
        }
        let total = errors.correctly_rounded + errors.histogram.iter().sum::<u64>();
        let limits = errors.limits().map(|limit| format!("≤ {limit} {}", errors.main_measure()));
        let classes = ["correctly rounded".into()].into_iter().chain(limits).chain(["above".into()]);
        for (class, &count) in classes.zip([errors.correctly_rounded].iter().chain(&errors.histogram)) {
            if count > 0 {
                println!("    {class:19} {count:10} inputs {:10.6} %", 100.0 * count as f64 / total as f64);
            }
        }
        if let Some(x) = errors.insane {
            println!("    WRONG sign, NaN or limit at {x:e} ({:#x})", x.to_bits());
        }
        passed && errors.insane.is_none()
    }
}
