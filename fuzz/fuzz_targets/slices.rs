//! Every operation on slices of any length and offset within a buffer: results are those of single elements,
//! and nothing outside the slices is touched; slices of different lengths panic, and nothing is written. Rows are what
//! their slices are, and what lies between them stays.
#![no_main]

#[path = "../../tests/sweep/mod.rs"]
mod sweep;

use std::panic::{AssertUnwindSafe, catch_unwind};

use arbitrary::{Result, Unstructured};
use gelu::{Gelu, Isa, Rows};
use libfuzzer_sys::fuzz_target;
use sweep::{Case, Format, Visitor, cases, each_element};

/// Some elements in a buffer, which begin `offset` after its beginning.
struct Placed<T> {
    buffer: Vec<T>,
    offset: usize,
    length: usize,
}

/// What is around the elements.
const AROUND: f64 = 7.0;

impl<T: Format> Placed<T> {
    /// With as much room around as lets an access beyond the end fall into it or, where the buffer ends with
    /// the elements, out of it, which AddressSanitizer notices.
    fn arbitrary(u: &mut Unstructured, length: usize) -> Result<Self> {
        let (offset, after) = (u.int_in_range(0..=40)?, u.int_in_range(0..=2)? * 20);
        let mut buffer = vec![T::near(AROUND); offset + length + after];
        for element in &mut buffer[offset..offset + length] {
            // Bits of this type: as many of the low ones as it has.
            *element = T::from_bits(u.arbitrary::<u64>()? & (T::SIGN | (T::SIGN - 1)));
        }
        Ok(Self { buffer, offset, length })
    }

    fn elements(&mut self) -> &mut [T] {
        &mut self.buffer[self.offset..self.offset + self.length]
    }

    fn bits(&self) -> Vec<u64> {
        self.buffer.iter().map(|x| x.to_bits()).collect()
    }
}

impl<T: Clone> Clone for Placed<T> {
    fn clone(&self) -> Self {
        // Not with the room of a vector that has grown.
        Self { buffer: self.buffer.to_vec(), ..*self }
    }
}

struct Fuzz<'a, 'b> {
    u: &'a mut Unstructured<'b>,
    result: Result<()>,
}

impl Visitor for Fuzz<'_, '_> {
    fn visit<T: Format>(&mut self) {
        if self.result.is_ok() {
            self.result = one::<T>(self.u);
        }
    }
}

fn one<T: Format>(u: &mut Unstructured) -> Result<()> {
    let isas: Vec<Isa> = Isa::available().collect();
    let Case { name, gelu, operation } = {
        let mut cases = cases::<T>(*u.choose(&isas)?);
        cases.swap_remove(u.choose_index(cases.len())?)
    };
    let length = u.int_in_range(0..=200)?;
    let (x, other) = (Placed::<T>::arbitrary(u, length)?, Placed::<T>::arbitrary(u, length)?);

    let (mut all_x, mut all_other) = (x.clone(), other.clone());
    operation(gelu, all_x.elements(), all_other.elements());
    let (mut single_x, mut single_other) = (x.clone(), other.clone());
    for (x, other) in single_x.elements().iter_mut().zip(single_other.elements()) {
        operation(gelu, std::slice::from_mut(x), std::slice::from_mut(other));
    }
    assert_eq!(all_x.bits(), single_x.bits(), "{name}");
    assert_eq!(all_other.bits(), single_other.bits(), "{name}");

    // Out of place.
    let (mut source, mut y, mut in_place) = (x.clone(), other.clone(), x.clone());
    gelu.forward(source.elements(), y.elements());
    gelu.forward_inplace(in_place.elements());
    assert_eq!(source.bits(), x.bits());
    let bits = |values: &[T]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(y.elements()), bits(in_place.elements()));

    rows(u, gelu, &x, &other)?;
    let second = u.int_in_range(0..=length)?;
    if second != length {
        different_lengths(gelu, source, y, second);
    }
    Ok(())
}

/// Views of any shape: with an error where the elements are too few or the rows overlap, else as row by row.
fn rows<T: Format>(u: &mut Unstructured, gelu: Gelu, x: &Placed<T>, other: &Placed<T>) -> Result<()> {
    let (rows, row, stride) = (u.int_in_range(0..=9)?, u.int_in_range(0..=70)?, u.int_in_range(0..=90)?);
    let fits = rows == 0 || row == 0 || (rows - 1) * stride + row <= x.length;
    let (mut x, mut all, mut single) = (x.clone(), other.clone(), other.clone());
    let x = &*x.elements();
    let Ok(view) = Rows::try_new(x, rows, row, stride) else {
        assert!(stride < row || !fits);
        assert!(Rows::try_new(all.elements(), rows, row, stride).is_err());
        return Ok(());
    };
    assert!(stride >= row && fits);
    let backward = u.arbitrary()?;
    let into = Rows::new(all.elements(), rows, row, stride);
    if backward {
        gelu.backward_rows_inplace(view, into);
    } else {
        gelu.forward_rows(view, into);
    }
    let elements = single.elements();
    for start in (0..if row == 0 { 0 } else { rows }).map(|i| i * stride) {
        let range = start..start + row;
        if backward {
            gelu.backward_inplace(&x[range.clone()], &mut elements[range]);
        } else {
            gelu.forward(&x[range.clone()], &mut elements[range]);
        }
    }
    assert_eq!(all.bits(), single.bits());
    Ok(())
}

fn different_lengths<T: Format>(gelu: Gelu, mut x: Placed<T>, mut y: Placed<T>, length: usize) {
    let before = (x.bits(), y.bits());
    let calls: [fn(Gelu, &mut [T], &mut [T]); 3] = [
        |gelu, x, y| gelu.forward(x, y),
        |gelu, x, y| gelu.backward_inplace(x, y),
        |gelu, x, y| gelu.forward_with_derivative(x, y),
    ];
    for call in calls {
        let call = || call(gelu, x.elements(), &mut y.elements()[..length]);
        assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
    }
    assert_eq!((x.bits(), y.bits()), before);
}

fuzz_target!(|data: &[u8]| {
    // libfuzzer takes any panic for a crash; those that are caught here are none.
    static QUIET: std::sync::Once = std::sync::Once::new();
    QUIET.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let message = panic.payload().downcast_ref::<String>();
            if !message.is_some_and(|message| message.starts_with("x has ")) {
                hook(panic);
            }
        }));
    });
    let mut fuzz = Fuzz { u: &mut Unstructured::new(data), result: Ok(()) };
    each_element(&mut fuzz);
});
