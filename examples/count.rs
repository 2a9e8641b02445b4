//! One call of every kernel, for `ci/instructions`, which counts the instructions between two marks.

#[path = "../tests/sweep/mod.rs"]
mod sweep;

use gelu::Isa;
use sweep::{Format, Visitor, cases, each_element};

/// Whole vectors for every instruction set, of values for which no kernel takes a short cut.
const LENGTH: usize = 4096;

/// Where the counter stops and starts anew. Not inlined, so that it has a name; C's, so that it is this one.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn gelu_count_mark() {
    std::hint::black_box(());
}

struct Count(Isa);

impl Visitor for Count {
    fn visit<T: Format>(&mut self) {
        let values: Vec<T> = (0..LENGTH).map(|i| T::near(i as f64 / 512.0 - 4.0)).collect();
        for case in cases::<T>(self.0) {
            let (mut x, mut other) = (values.clone(), values.clone());
            gelu_count_mark();
            (case.operation)(case.gelu, &mut x, &mut other);
            gelu_count_mark();
            println!("{} {} {LENGTH}", case.name.rsplit_once(' ').expect("words").0, self.0);
        }
    }
}

fn main() {
    for isa in Isa::available() {
        each_element(&mut Count(isa));
    }
}
