//! Large buffers, by size and number of threads, beside what memory allows: an in-place multiplication that is
//! divided the same way, and a copy.
//!
//! Each number of threads is a pool of its own, in which the calls are made. As in the other benchmark, an
//! untimed refill precedes each pass; the table at the end has the median pass of each benchmark.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use gelu::{Accuracy, Element, Form, Gelu, Isa};
use gelu_kernels::Plan;
use half::{bf16, f16};
use rayon::prelude::*;

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;
const SIZES: [usize; 10] =
    [4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB, 16 * MIB, 64 * MIB, 256 * MIB, 1024 * MIB];

/// Size in bytes, threads, name and seconds per element of each benchmark.
type Medians = RefCell<Vec<(usize, usize, String, f64)>>;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
        .nresamples(1000)
        .configure_from_args();
    let medians = Medians::default();
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    for bytes in SIZES {
        for threads in if all > 1 { vec![1, all] } else { vec![1] } {
            let mut group = Group { criterion: &mut criterion, bytes, threads, medians: &medians };
            let factor = std::hint::black_box(1.000_1);
            let multiply = |x: &mut [f32]| x.iter_mut().for_each(|x| *x *= factor);
            let part = (bytes / size_of::<f32>() / (8 * threads)).clamp(4096, 65536);
            let divide = threads > 1 && bytes >= 256 * KIB;
            group.pass("multiply", move |x, _| {
                if divide { x.par_chunks_mut(part).for_each(multiply) } else { multiply(x) }
            });
            group.pass("copy", move |x, y| {
                if divide {
                    x.par_chunks_mut(part).zip(y.par_chunks(part)).for_each(|(x, y)| x.copy_from_slice(y));
                } else {
                    x.copy_from_slice(y);
                }
            });
            for (form, accuracy) in [
                (Form::Exact, Accuracy::Fast),
                (Form::Tanh, Accuracy::Fast),
                (Form::Exact, Accuracy::Precise),
            ] {
                let gelu = Gelu::new(form).accuracy(accuracy);
                group.pass(&format!("{form}/{accuracy}"), move |x, _| gelu.forward_inplace(x));
                if bytes <= 16 * KIB && threads > 1 {
                    let gelu = gelu.serial();
                    group.pass(&format!("{form}/{accuracy}/serial"), move |x, _| gelu.forward_inplace(x));
                }
            }
            let gelu = Gelu::new(Form::Exact);
            group.pass("exact/fast/out of place", move |x, y| gelu.forward(y, x));
            group.pass_of("bf16 exact/fast", bf16::from_f32, move |x, _| gelu.forward_inplace(x));
            group.pass_of("f16 exact/fast", f16::from_f32, move |x, _| gelu.forward_inplace(x));
            group.past_and_through_the_caches("", |x| x, part, divide);
            group.past_and_through_the_caches("bf16 ", bf16::from_f32, part, divide);
            // Many buffers at once: each call finds the other threads busy.
            if threads > 1 && (256 * KIB..=16 * MIB).contains(&bytes) {
                for gelu in [gelu, gelu.serial()] {
                    let name = if gelu == gelu.serial() { "serial" } else { "divided" };
                    group.pass(&format!("exact/fast, 16 buffers at once, {name}"), move |x, _| {
                        x.par_chunks_mut(bytes / size_of::<f32>() / 16).for_each(|x| gelu.forward_inplace(x));
                    });
                }
            }
        }
    }
    criterion.final_summary();
    table(&medians.borrow());
}

struct Group<'a> {
    criterion: &'a mut Criterion,
    bytes: usize,
    threads: usize,
    medians: &'a Medians,
}

impl Group<'_> {
    /// Benchmarks one operation that overwrites its first buffer.
    fn pass(&mut self, name: &str, operation: impl Fn(&mut [f32], &[f32]) + Send + Sync) {
        self.pass_of(name, |x| x, operation);
    }

    /// Out of place, with stores of both kinds.
    fn past_and_through_the_caches<T: Element>(
        &mut self,
        element: &str,
        convert: impl Fn(f32) -> T + Copy,
        part: usize,
        divide: bool,
    ) {
        for stream in [false, true] {
            let plan = Plan { isa: Isa::detect(), form: Form::Exact, accuracy: Accuracy::Fast, stream };
            let name = if stream { "past the caches" } else { "through the caches" };
            self.pass_of(&format!("{element}exact/fast/out of place, {name}"), convert, move |x, y| {
                let forward = |(x, y): (&mut [T], &[T])| gelu_kernels::forward(plan, y, x);
                if divide {
                    x.par_chunks_mut(part).zip(y.par_chunks(part)).for_each(forward);
                } else {
                    forward((x, y));
                }
            });
        }
    }

    /// The same in another type, with as many elements as there would be of `f32`.
    fn pass_of<T: Element>(
        &mut self,
        name: &str,
        convert: impl Fn(f32) -> T,
        operation: impl Fn(&mut [T], &[T]) + Send + Sync,
    ) {
        let (bytes, threads) = (self.bytes, self.threads);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let mut group = self.criterion.benchmark_group(format!("{} KiB, {threads} threads", bytes / KIB));
        group.throughput(Throughput::Bytes(bytes as u64));
        let mut times = Vec::new();
        group.bench_function(name, |bencher| {
            // Normal values, about; allocated here, so that what isn't chosen takes no memory.
            let fresh: Vec<T> = (0..bytes / size_of::<f32>())
                .map(|i| convert((i.wrapping_mul(2_654_435_769) >> 8 & 0xffff) as f32 / 8192.0 - 4.0))
                .collect();
            let mut x = fresh.clone();
            bencher.iter_custom(|iterations| {
                pool.install(|| {
                    let mut total = Duration::ZERO;
                    for _ in 0..iterations {
                        x.copy_from_slice(&fresh);
                        let start = Instant::now();
                        operation(std::hint::black_box(&mut x), &fresh);
                        let time = start.elapsed();
                        times.push(time);
                        total += time;
                    }
                    total
                })
            });
        });
        group.finish();
        if !times.is_empty() {
            times.sort();
            let per_element = times[times.len() / 2].as_secs_f64() / (bytes / size_of::<f32>()) as f64;
            self.medians.borrow_mut().push((bytes, threads, name.into(), per_element));
        }
    }
}

fn table(medians: &[(usize, usize, String, f64)]) {
    let of = |bytes: usize, threads: usize, name: &str| {
        medians.iter().find(|m| (m.0, m.1, m.2.as_str()) == (bytes, threads, name)).map(|m| m.3)
    };
    let ratio = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.2}"));
    println!("\n| size | threads | benchmark | ns per element | × multiply | speed of one thread × |");
    println!("|---|---|---|---|---|---|");
    for &(bytes, threads, ref name, time) in medians {
        let size = if bytes < MIB { format!("{} KiB", bytes / KIB) } else { format!("{} MiB", bytes / MIB) };
        let to_multiply = ratio(of(bytes, threads, "multiply").map(|multiply| time / multiply));
        let to_one = ratio(of(bytes, 1, name).filter(|_| threads > 1).map(|one| one / time));
        println!("| {size} | {threads} | {name} | {:.3} | {to_multiply} | {to_one} |", time * 1e9);
    }
}
