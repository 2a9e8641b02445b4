//! GELU of published crates beside this project's, on the same buffers: time and error.
//!
//! `peers ACTIVATIONS.npy`. RAYON_NUM_THREADS sets the number of threads; if it isn't 1, only those that use
//! threads are timed.

use std::hint::black_box;
use std::time::{Duration, Instant};

use candle_core::{Device, Tensor};
use gelu::{Accuracy, Form, Gelu};
use gelu_kernels::bounds::Quantity;
use gelu_reference::{error, truth};
use rten_simd::SimdUnaryOp;
use tract_linalg::routines::Func;

type Error = Box<dyn std::error::Error>;

/// An implementation: its name, its form, whether it uses threads, and how it is called.
struct Peer {
    name: &'static str,
    form: Form,
    threads: bool,
    call: Call,
}

#[derive(Clone, Copy)]
enum Call {
    /// y ← g(x).
    OutOfPlace(fn(&[f32], &mut [f32])),
    /// x ← g(x); x is copied first, which counts.
    InPlace(fn(&mut [f32])),
    /// A new tensor.
    New(fn(&Tensor) -> candle_core::Result<Tensor>),
}

const EXACT: Gelu = Gelu::new(Form::Exact);
const TANH: Gelu = Gelu::new(Form::Tanh);

const PEERS: &[Peer] = &[
    peer("**gelu, fast**", Form::Exact, true, Call::OutOfPlace(|x, y| EXACT.forward(x, y))),
    peer(
        "**gelu, precise**",
        Form::Exact,
        true,
        Call::OutOfPlace(|x, y| EXACT.accuracy(Accuracy::Precise).forward(x, y)),
    ),
    peer("rten-vecmath, `Gelu`", Form::Exact, false, Call::InPlace(|x| rten_vecmath::Gelu {}.map_mut(x))),
    peer("tract-linalg, `Func::Erf` between multiplications", Form::Exact, false, Call::InPlace(tract_erf)),
    peer("candle, `gelu_erf`", Form::Exact, true, Call::New(Tensor::gelu_erf)),
    peer(
        "scalar, `libm`",
        Form::Exact,
        false,
        Call::InPlace(|x| gelu::scalar::forward_inplace(Form::Exact, x)),
    ),
    peer("**gelu, fast**", Form::Tanh, true, Call::OutOfPlace(|x, y| TANH.forward(x, y))),
    peer(
        "**gelu, precise**",
        Form::Tanh,
        true,
        Call::OutOfPlace(|x, y| TANH.accuracy(Accuracy::Precise).forward(x, y)),
    ),
    peer(
        "rten-vecmath, `ApproxGelu`",
        Form::Tanh,
        false,
        Call::InPlace(|x| rten_vecmath::ApproxGelu {}.map_mut(x)),
    ),
    peer("tract-linalg, `Func::Gelu`", Form::Tanh, false, Call::InPlace(tract_gelu)),
    peer("candle, `gelu`", Form::Tanh, true, Call::New(Tensor::gelu)),
    peer(
        "scalar, `libm`",
        Form::Tanh,
        false,
        Call::InPlace(|x| gelu::scalar::forward_inplace(Form::Tanh, x)),
    ),
];

const fn peer(name: &'static str, form: Form, threads: bool, call: Call) -> Peer {
    Peer { name, form, threads, call }
}

/// As tract computes the exact form: its erf, and the other operations of the graph around it.
fn tract_erf(x: &mut [f32]) {
    // In pieces that stay in the cache, which is to its favour.
    let mut erf = [0.0; 1024];
    let kernel = &tract().0;
    for x in x.chunks_mut(erf.len()) {
        let erf = &mut erf[..x.len()];
        erf.iter_mut().zip(&*x).for_each(|(erf, x)| *erf = x * std::f32::consts::FRAC_1_SQRT_2);
        kernel.run(erf).expect("any length will do");
        x.iter_mut().zip(&*erf).for_each(|(x, erf)| *x = *x * 0.5 * (erf + 1.0));
    }
}

fn tract_gelu(x: &mut [f32]) {
    tract().1.run(x).expect("any length will do");
}

type Kernel = Box<dyn tract_linalg::element_wise::ElementWise<f32>>;

/// tract's kernels of erf and of the tanh form.
fn tract() -> &'static (Kernel, Kernel) {
    static KERNELS: std::sync::OnceLock<(Kernel, Kernel)> = std::sync::OnceLock::new();
    let kernel = |function: Func| function.ew_f32().expect("it has one for every processor");
    KERNELS.get_or_init(|| (kernel(Func::Erf), kernel(Func::Gelu)))
}

impl Call {
    fn values(self, x: &[f32]) -> Result<Vec<f32>, Error> {
        let mut y = x.to_vec();
        match self {
            Call::OutOfPlace(call) => call(x, &mut y),
            Call::InPlace(call) => call(&mut y),
            Call::New(call) => y = call(&Tensor::new(x, &Device::Cpu)?)?.to_vec1()?,
        }
        Ok(y)
    }

    /// The shortest time for all elements that some calls took.
    fn time(self, x: &[f32], y: &mut [f32], tensor: &Tensor) -> Result<Duration, Error> {
        const WHILE: Duration = Duration::from_millis(15);
        let (start, mut shortest) = (Instant::now(), Duration::MAX);
        while shortest == Duration::MAX || start.elapsed() < WHILE {
            let start = Instant::now();
            match self {
                Call::OutOfPlace(call) => call(black_box(x), black_box(&mut *y)),
                Call::InPlace(call) => {
                    y.copy_from_slice(black_box(x));
                    call(black_box(&mut *y));
                }
                Call::New(call) => drop(black_box(call(black_box(tensor))?)),
            }
            shortest = shortest.min(start.elapsed());
        }
        Ok(shortest)
    }
}

const KIB: usize = 1 << 10;
const SIZES: [(&str, usize); 3] = [("32 KiB", 32 * KIB), ("1 MiB", KIB * KIB), ("16 MiB", 16 * KIB * KIB)];
const ROUNDS: usize = 6;

fn main() -> Result<(), Error> {
    let file = std::env::args().nth(1).ok_or("peers ACTIVATIONS.npy")?;
    let activations: Vec<f32> = npyz::NpyFile::new(&std::fs::read(file)?[..])?.into_vec()?;
    let threads = rayon::current_num_threads();
    let peers: Vec<&Peer> = PEERS.iter().filter(|peer| threads == 1 || peer.threads).collect();

    let mut shortest = vec![[Duration::MAX; SIZES.len()]; peers.len()];
    for (size, (_, bytes)) in SIZES.iter().enumerate() {
        let x: Vec<f32> = activations.iter().copied().cycle().take(bytes / size_of::<f32>()).collect();
        let mut y = x.clone();
        let tensor = Tensor::new(&x[..], &Device::Cpu)?;
        // All take turns, so that what else the machine does hits all of them.
        for _ in 0..ROUNDS {
            for (peer, shortest) in peers.iter().zip(&mut shortest) {
                shortest[size] = shortest[size].min(peer.call.time(&x, &mut y, &tensor)?);
            }
        }
    }
    println!("{threads} thread(s), ns per element (× ours, fast):\n");
    println!("| form | implementation | {} |", SIZES.map(|(name, _)| name).join(" | "));
    println!("|---|---|{}", "---|".repeat(SIZES.len()));
    for (peer, times) in peers.iter().zip(&shortest) {
        let ours = peers.iter().position(|other| other.form == peer.form).expect("itself at least");
        print!("| {} | {} |", peer.form, peer.name);
        for (size, (_, bytes)) in SIZES.iter().enumerate() {
            let nanoseconds = times[size].as_secs_f64() * 1e9 / (bytes / size_of::<f32>()) as f64;
            let ratio = times[size].as_secs_f64() / shortest[ours][size].as_secs_f64();
            print!(" {nanoseconds:.3} ({ratio:.2}) |");
        }
        println!();
    }
    if threads == 1 { accuracy() } else { Ok(()) }
}

/// The largest errors over every 1021st `f32`, and the value at −∞.
fn accuracy() -> Result<(), Error> {
    const RANGES: [(&str, f32, f32); 4] = [
        ("x ≥ −1", -1.0, f32::INFINITY),
        ("−3 ≤ x < −1", -3.0, -1.0),
        ("−5 ≤ x < −3", -5.0, -3.0),
        ("x < −5", f32::NEG_INFINITY, -5.0),
    ];
    println!("\nLargest error in ulp:\n");
    println!("| form | implementation | {} | value at −∞ |", RANGES.map(|(name, ..)| name).join(" | "));
    println!("|---|---|{}---|", "---|".repeat(RANGES.len()));
    let x: Vec<f32> =
        (0..u32::MAX / 1021).map(|i| f32::from_bits(i * 1021)).filter(|x| x.is_finite()).collect();
    let truths = |form| -> Vec<f64> { x.iter().map(|&x| truth(Quantity::Value, form, x)).collect() };
    let (exact, tanh) = (truths(Form::Exact), truths(Form::Tanh));
    for peer in PEERS {
        let y = peer.call.values(&x)?;
        let mut largest = [0.0_f64; RANGES.len()];
        let truths = if peer.form == Form::Exact { &exact } else { &tanh };
        for ((&x, &y), &truth) in x.iter().zip(&y).zip(truths) {
            let range = RANGES.iter().position(|&(_, from, to)| from <= x && x < to).expect("every x");
            // An overflow that isn't one of the result, or NaN.
            let error = if y.is_finite() { error(y, truth) } else { f64::INFINITY };
            largest[range] = largest[range].max(error);
        }
        print!("| {} | {} |", peer.form, peer.name);
        for error in largest {
            match error {
                ..1e4 => print!(" {error:.2} |"),
                f64::INFINITY => print!(" not finite |"),
                _ => print!(" {error:.1e} |"),
            }
        }
        // Among others, as vectors are full then.
        println!(" {} |", peer.call.values(&[f32::NEG_INFINITY; 64])?[0]);
    }
    Ok(())
}
