//! Every one of the 65,536 numbers of both 16-bit formats, on every instruction set that this machine has, against
//! correctly rounded results.
#![cfg(feature = "half")]

use gelu::bounds::Quantity;
use gelu::misrounded::Misrounded;
use gelu::{Accuracy, Element, Form, Gelu, Isa};
use half::{bf16, f16};

/// A 16-bit format as its bits.
trait Half: Element {
    const NAME: &'static str;
    /// For each number, by its bits, the results in the order of the forms, and of the quantities for each.
    fn table() -> Vec<[u16; 9]>;
    fn bits(self) -> u16;
    fn number(bits: u16) -> Self;
}

macro_rules! half {
    ($($name:literal: $type:ty;)*) => {$(
        impl Half for $type {
            const NAME: &'static str = $name;
            fn table() -> Vec<[u16; 9]> {
                // In the program, as an emulated machine hasn't this one's files.
                let file = include_bytes!(concat!("data/gelu_", $name, ".npy"));
                assert_eq!(&file[..8], b"\x93NUMPY\x01\0");
                let header = usize::from(u16::from_le_bytes([file[8], file[9]]));
                let values = file[10 + header..].chunks_exact(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
                let values: Vec<u16> = values.collect();
                let rows = values.chunks_exact(9).map(|row| row.try_into().expect("nine columns"));
                rows.collect()
            }
            fn bits(self) -> u16 {
                self.to_bits()
            }
            fn number(bits: u16) -> Self {
                Self::from_bits(bits)
            }
        }
    )*};
}
half! {
    "f16": f16;
    "bf16": bf16;
}

/// A place in the order of all numbers: neighbours differ by 1, and both zeros are in one place.
fn place(bits: u16) -> i32 {
    let size = i32::from(bits & 0x7fff);
    if bits >> 15 == 1 { -size } else { size }
}

/// How many results are not the correctly rounded ones; panics for those that are further off than the numbers
/// next to these.
fn misrounded<T: Half>(table: &[[u16; 9]], column: usize, results: &[T], name: &str) -> usize {
    let is_value = column.is_multiple_of(3);
    let infinity = if T::NAME == "f16" { 0x7c00 } else { 0x7f80 };
    let mut count = 0;
    for (bits, (row, result)) in table.iter().zip(results).enumerate() {
        let (expected, result) = (row[column], result.bits());
        let is_nan = |bits: u16| place(bits).abs() > infinity;
        let name = || format!("{name} of {bits:#06x}: {result:#06x} instead of {expected:#06x}");
        if is_nan(expected) || is_nan(result) {
            assert!(is_nan(expected) && is_nan(result), "{}", name());
            continue;
        }
        // A value keeps its sign when it is zero.
        assert!(!is_value || expected >> 15 == result >> 15, "{}", name());
        let steps = (place(expected) - place(result)).abs();
        assert!(steps <= 1, "{}", name());
        assert!(steps == 0 || place(expected).abs() != infinity, "{}", name());
        count += usize::try_from(steps).expect("0 or 1");
    }
    count
}

/// What an operation gives for all numbers, in a slice of all, and by slices of all lengths that tails have.
fn all<T: Half>(operation: impl Fn(&mut [T])) -> Vec<T> {
    let mut results: Vec<T> = (0..=u16::MAX).map(T::number).collect();
    operation(&mut results);
    let mut start = 0;
    for length in (0..=67).cycle() {
        let end = (start + length).min(65536);
        let mut part: Vec<T> = (start..end).map(|bits| T::number(bits as u16)).collect();
        operation(&mut part);
        let same = part.iter().zip(&results[start..end]).all(|(a, b)| a.bits() == b.bits());
        assert!(same, "{start:#x} to {end:#x} depend on the position");
        start = end;
        if start == 65536 {
            break;
        }
    }
    results
}

fn check<T: Half>() {
    let table = T::table();
    assert_eq!(table.len(), 65536);
    let mut wrong = Vec::new();
    for isa in Isa::available() {
        for (f, &form) in Form::ALL.iter().enumerate() {
            for &accuracy in Accuracy::ALL {
                let gelu = Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available");
                let name = format!("{form} {accuracy} on {isa}: {}", T::NAME);
                let ones = vec![T::number(if T::NAME == "f16" { 0x3c00 } else { 0x3f80 }); 65536];
                let numbers: Vec<T> = (0..=u16::MAX).map(T::number).collect();
                let mut gradient = ones.clone();
                gelu.backward_inplace(&numbers, &mut gradient);
                let (mut both_value, mut both_derivative) = (numbers.clone(), ones);
                gelu.forward_with_derivative(&mut both_value, &mut both_derivative);
                let results = [
                    (Quantity::Value, vec![all::<T>(|x| gelu.forward_inplace(x))]),
                    (
                        Quantity::Derivative,
                        vec![all::<T>(|x| gelu.derivative_inplace(x)), gradient, both_derivative],
                    ),
                    (Quantity::SecondDerivative, vec![all::<T>(|x| gelu.second_derivative_inplace(x))]),
                ];
                // Shared work has its own way to some values, with counts of its own.
                let shared = misrounded(&table, 3 * f, &both_value, &format!("shared value {name}"));
                if shared > if accuracy == Accuracy::Precise { 0 } else { 7 } {
                    wrong.push(format!("shared value {name}: {shared}"));
                }
                for (q, (quantity, ways)) in results.into_iter().enumerate() {
                    let stated = Misrounded::of(T::NAME, quantity, form, accuracy, isa.is_fused());
                    for results in ways {
                        let count = misrounded(&table, 3 * f + q, &results, &format!("{quantity} {name}"));
                        if count != stated {
                            wrong.push(format!("{quantity} {name}: {count}, not {stated}"));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "misrounded otherwise than stated: {wrong:#?}");
}

#[test]
fn every_f16() {
    check::<f16>();
}

#[test]
fn every_bf16() {
    check::<bf16>();
}
