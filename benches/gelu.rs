//! All operations beside the scalar baseline, an in-place multiplication (what memory allows) and
//! the rational yardstick (what the fastest implementation there is costs).
//!
//! Every pass is in place and on fresh data: a refill, which is not timed, precedes each, since
//! GELU of GELU of … soon is subnormal. Buffers below 32 KiB are timed several at a time, so that
//! the clock's own time doesn't show. Sizes in bytes are those of `f32`; other types have as many elements. After criterion's report, a table gives the fastest pass of
//! each benchmark in ns per element and as a ratio to the yardstick of the same instruction set on
//! the same data and size.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use gelu::{Accuracy, Form, Gelu, Isa};
use gelu_kernels::yardstick;

/// Name, values and sizes in bytes of a set of buffers to work on.
struct Data {
    name: &'static str,
    values: Vec<f32>,
    sizes: Vec<usize>,
}

/// The fastest pass of every benchmark: group, name, yardstick's name, seconds per element.
type Fastest = RefCell<Vec<(String, String, String, f64)>>;

const KIB: usize = 1 << 10;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300))
        .nresamples(1000)
        .configure_from_args();
    let fastest = Fastest::default();
    for data in data() {
        for &bytes in &data.sizes {
            let mut group = Group { criterion: &mut criterion, data: &data, bytes, fastest: &fastest };
            let factor = std::hint::black_box(1.000_1);
            group.pass("multiply", "", |x: &mut [f32]| x.iter_mut().for_each(|x| *x *= factor));
            for &form in Form::ALL {
                group.pass(&format!("value/{form}/scalar"), "", |x: &mut [f32]| {
                    gelu::scalar::forward_inplace(form, x);
                });
                if bytes == 32 * KIB {
                    group.pass(&format!("derivative/{form}/scalar"), "", |x: &mut [f32]| {
                        gelu::scalar::derivative_inplace(form, x);
                    });
                }
            }
            for isa in Isa::available() {
                let yard = format!("yardstick/{isa}");
                group.pass(&yard, &yard, |x: &mut [f32]| yardstick::rational(isa, x));
                for &form in Form::ALL {
                    for &accuracy in Accuracy::ALL {
                        let gelu =
                            Gelu::new(form).accuracy(accuracy).serial().isa(isa).expect("it is available");
                        let name = |operation: &str| format!("{operation}/{form}/{accuracy}/{isa}");
                        group.pass(&name("value"), &yard, |x: &mut [f32]| gelu.forward_inplace(x));
                        if bytes == 32 * KIB || bytes == 64 << 20 {
                            let typed = |element: &str| format!("{}/{element}", name("value"));
                            group.pass(&typed("f64"), &yard, |x: &mut [f64]| gelu.forward_inplace(x));
                            group.pass(&typed("f16"), &yard, |x: &mut [half::f16]| gelu.forward_inplace(x));
                            group.pass(&typed("bf16"), &yard, |x: &mut [half::bf16]| gelu.forward_inplace(x));
                        }
                        if bytes == 32 * KIB {
                            let mut other = vec![0.5; bytes / size_of::<f32>()];
                            group
                                .pass(&name("derivative"), &yard, |x: &mut [f32]| gelu.derivative_inplace(x));
                            group.pass(&name("backward"), &yard, |x: &mut [f32]| {
                                gelu.backward_inplace(&other, x);
                            });
                            group.pass(&name("both"), &yard, |x: &mut [f32]| {
                                gelu.forward_with_derivative(x, &mut other);
                            });
                            group.pass(&name("second-derivative"), &yard, |x: &mut [f32]| {
                                gelu.second_derivative_inplace(x);
                            });
                        }
                    }
                }
            }
        }
    }
    one_element(&mut criterion);
    criterion.final_summary();
    table(&fastest.borrow());
}

/// Real activations and normal values in all sizes, and what might be slow in one.
fn data() -> Vec<Data> {
    let sizes: Vec<usize> = (0..8).map(|power| (4 * KIB) << (2 * power)).collect();
    let all_sizes = |name, values| Data { name, values, sizes: [&sizes[..], &[32 * KIB]].concat() };
    let in_cache = |name, values| Data { name, values, sizes: vec![32 * KIB] };
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/minilm_layer3_preact_f32.npy");
    let sample =
        npyz::NpyFile::new(std::fs::File::open(file).expect("the sample is there")).expect("an npy file");
    let uniform = || (0..8192).map(|i| f64::from(i) / 8192.0);
    let on = |low: f64, high: f64| uniform().map(|u| (low + (high - low) * u) as f32).collect::<Vec<f32>>();
    vec![
        all_sizes("sample", sample.into_vec().expect("f32 values")),
        // The inverse of the distribution function, in a scrambled order, gives normal values.
        all_sizes("normal", (0..8192).map(|i| normal(f64::from(i * 4001 % 8192) + 0.5) as f32).collect()),
        in_cache("near zero", on(-0.5, 0.5)),
        in_cache("tail", on(-13.0, -6.0)),
        in_cache("tiny", (0..8192).map(|i| f32::from_bits(0x2000_0000 + i * 12_345)).collect()),
        in_cache("subnormal results", on(-14.3, -13.2)),
        in_cache("subnormal", (0..8192).map(|i| f32::from_bits((i * 1021) | (i << 31))).collect()),
        in_cache(
            "NaN and infinities",
            (0..8192).map(|i| [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][i % 3]).collect(),
        ),
        in_cache("huge", on(-3e38, 3e38)),
    ]
}

/// The quantile of the normal distribution at `rank` of 8192, by bisection.
fn normal(rank: f64) -> f64 {
    let (mut low, mut high) = (-10.0, 10.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let below = 0.5 * libm::erfc(-middle * std::f64::consts::FRAC_1_SQRT_2) < rank / 8192.0;
        *(if below { &mut low } else { &mut high }) = middle;
    }
    low
}

/// A type of elements.
trait FromF32: Copy {
    fn from_f32(x: f32) -> Self;
}

macro_rules! from_f32 {
    ($($type:ty: $from:expr),*) => {$(
        impl FromF32 for $type {
            fn from_f32(x: f32) -> Self {
                $from(x)
            }
        }
    )*};
}
from_f32!(f32: |x| x, f64: f64::from, half::f16: half::f16::from_f32, half::bf16: half::bf16::from_f32);

struct Group<'a> {
    criterion: &'a mut Criterion,
    data: &'a Data,
    bytes: usize,
    fastest: &'a Fastest,
}

impl Group<'_> {
    /// Benchmarks one operation in place, on as many elements of any type.
    fn pass<T: FromF32>(&mut self, name: &str, yardstick: &str, mut operation: impl FnMut(&mut [T])) {
        let length = self.bytes / size_of::<f32>();
        let at_a_time = (32 * KIB).div_ceil(self.bytes);
        let values = self.data.values.iter().map(|&x| T::from_f32(x)).collect::<Vec<T>>();
        let fresh: Vec<T> = values.into_iter().cycle().take(length * at_a_time).collect();
        let mut x = fresh.clone();
        let group_name = format!("{}, {} KiB", self.data.name, self.bytes / KIB);
        let mut group = self.criterion.benchmark_group(&group_name);
        group.throughput(Throughput::ElementsAndBytes { elements: length as u64, bytes: self.bytes as u64 });
        let mut least = Duration::MAX;
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|iterations| {
                let mut total = Duration::ZERO;
                for _ in 0..iterations {
                    x.copy_from_slice(&fresh);
                    let start = Instant::now();
                    for x in x.chunks_exact_mut(length) {
                        operation(std::hint::black_box(x));
                    }
                    let time = start.elapsed();
                    least = least.min(time);
                    total += time;
                }
                total / at_a_time as u32
            });
        });
        group.finish();
        if least < Duration::MAX {
            let per_element = least.as_secs_f64() / (length * at_a_time) as f64;
            self.fastest.borrow_mut().push((group_name, name.into(), yardstick.into(), per_element));
        }
    }
}

/// The least a call costs.
fn one_element(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one element");
    for isa in Isa::available() {
        let gelu = Gelu::new(Form::Exact).isa(isa).expect("it is available");
        group.bench_function(isa.name(), |bencher| {
            bencher.iter(|| {
                let mut x = std::hint::black_box([-0.75_f32]);
                gelu.forward_inplace(&mut x);
                x
            });
        });
    }
    group.bench_function("gelu_inplace", |bencher| {
        bencher.iter(|| {
            let mut x = std::hint::black_box([-0.75_f32]);
            gelu::gelu_inplace(&mut x);
            x
        });
    });
    group.finish();
}

fn table(fastest: &[(String, String, String, f64)]) {
    let time_of = |group: &str, name: &str| {
        fastest.iter().find(|(g, n, ..)| (g.as_str(), n.as_str()) == (group, name)).map(|entry| entry.3)
    };
    println!(
        "\n| data | benchmark | ns per element | × yardstick | × value | scalar baseline ÷ this |\n|---|---|---|---|---|---|"
    );
    for (group, name, yardstick, time) in fastest {
        let ratio = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.2}"));
        let mut parts = name.split('/');
        let (operation, form) = (parts.next().unwrap_or(name), parts.next().unwrap_or(""));
        let baseline = if operation == "value" { "value" } else { "derivative" };
        // Of f32, for the other types of elements.
        let value = name.replacen(operation, "value", 1).split('/').take(4).collect::<Vec<_>>().join("/");
        let of_the_value = time_of(group, &value).map(|value| time / value);
        let to_yardstick = ratio(time_of(group, yardstick).map(|yardstick| time / yardstick));
        let to_scalar =
            ratio(time_of(group, &format!("{baseline}/{form}/scalar")).map(|scalar| scalar / time));
        let to_value = if operation.contains("yardstick") { String::new() } else { ratio(of_the_value) };
        println!("| {group} | {name} | {:.3} | {to_yardstick} | {to_value} | {to_scalar} |", time * 1e9);
    }
}
