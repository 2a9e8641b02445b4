//! Applies GELU to the float32 array of a NumPy file.

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use gelu::bounds::Quantity;
use gelu::{Accuracy, Form, Gelu, Isa};
use gelu_reference::{Errors, truth};
use indicatif::{ProgressBar, ProgressStyle};
use npyz::{NpyFile, Order, WriterBuilder};
use rayon::prelude::*;

/// Apply GELU in place to the float32 array of a NumPy file, and say how long it took and how
/// exact it is.
#[derive(Parser)]
pub(crate) struct Arguments {
    /// A .npy file of float32 in C order [default: real activations that come with the project]
    input: Option<PathBuf>,
    /// Where to write the result; may be INPUT [default: nowhere]
    output: Option<PathBuf>,
    /// exact, tanh or sigmoid
    #[arg(long, default_value_t = Form::Exact)]
    form: Form,
    /// fast, precise or relaxed
    #[arg(long, default_value_t)]
    accuracy: Accuracy,
    /// portable, avx2 or avx512 [default: the best there is]
    #[arg(long)]
    isa: Option<Isa>,
    /// How many threads may take part [default: as many as the processor has]
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok((report, within_bound)) => {
            // Nobody may be reading any more; the work is done all the same.
            let _ = std::io::stdout().write_all(report.as_bytes());
            if within_bound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Does it and returns what is to be printed and whether all errors are within the bound, or says what is
/// wrong with the input.
pub(crate) fn run(arguments: &Arguments) -> Result<(String, bool), Box<dyn Error + Send + Sync>> {
    let threads = arguments.threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| run_here(arguments))
}

/// Does it with the threads of the pool that it is called in.
fn run_here(arguments: &Arguments) -> Result<(String, bool), Box<dyn Error + Send + Sync>> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/minilm_layer3_preact_f32.npy");
    let input = arguments.input.as_ref().unwrap_or(&sample);
    let isa = arguments.isa.unwrap_or_else(Isa::detect);
    let gelu = Gelu::new(arguments.form).accuracy(arguments.accuracy).isa(isa)?;
    let progress = progress(input);
    let (shape, x) = read(input, &progress).map_err(|error| format!("{}: {error}", input.display()))?;

    progress.set_message("gelu");
    let (y, gelu_time) = fastest(&x, |x| gelu.forward_inplace(x));
    progress.set_message("scalar baseline");
    let (_, scalar_time) = fastest(&x, |x| gelu::scalar::forward_inplace(arguments.form, x));
    progress.set_message("multiply");
    let factor = std::hint::black_box(1.000_1);
    let multiply = |x: &mut [f32]| x.iter_mut().for_each(|x| *x *= factor);
    let (_, memory_time) = fastest(&x, |x| x.par_chunks_mut(PART).for_each(multiply));
    if let Some(output) = &arguments.output {
        progress.set_message("writing");
        write(output, &shape, &y).map_err(|error| format!("{}: {error}", output.display()))?;
    }

    progress.set_message("comparing");
    let errors = (x.par_chunks(PART).zip(y.par_chunks(PART)))
        .map(|(x, y)| {
            let mut errors = Errors::new(Quantity::Value, arguments.form, arguments.accuracy);
            for (&x, &y) in x.iter().zip(y) {
                let truth = truth(Quantity::Value, arguments.form, x);
                errors.add(x, y, truth, truth as f32);
            }
            progress.inc(size_of_val(x) as u64);
            errors
        })
        .reduce(|| Errors::new(Quantity::Value, arguments.form, arguments.accuracy), Errors::merge);
    progress.finish_and_clear();
    let line = |name: &str, time: Duration| {
        let seconds = time.as_secs_f64();
        let (ns, rate) = (seconds * 1e9 / x.len() as f64, (size_of_val(&*x) as f64) / seconds / 1e9);
        let relative = seconds / gelu_time.as_secs_f64();
        format!(
            "{name:22} {:11.1} µs {ns:8.3} ns/element {rate:8.2} GB/s {relative:7.2} × our time\n",
            seconds * 1e6
        )
    };
    let (file, threads) = (input.display(), rayon::current_num_threads());
    let mut report = format!("{file}: float32 {shape:?}, instruction set {isa}, threads {threads}\n");
    if !x.is_empty() {
        report += &line(&format!("gelu, {}, {}", arguments.form, arguments.accuracy), gelu_time);
        report += &line("scalar baseline, one thread", scalar_time);
        report += &line("multiply (memory pass)", memory_time);
    }
    let mut within_bound = errors.insane.is_none();
    if let Some(x) = errors.insane {
        report += &format!("WRONG sign, NaN or limit at x = {x:e}\n");
    }
    for bound in gelu.bounds::<f32>(Quantity::Value) {
        let (worst, at) = errors.worst[bound.measure as usize];
        within_bound &= worst <= bound.error;
        if worst > 0.0 {
            let (unit, stated) = (bound.measure.unit(), bound.error);
            report +=
                &format!("largest error {worst:.3} {unit} at x = {at:e}; stated bound {stated} {unit}\n");
        }
    }
    if errors.largest().next().is_none() {
        report += "every result is correctly rounded\n";
    }
    if let Some(output) = &arguments.output {
        report += &format!("wrote {}\n", output.display());
    }
    Ok((report, within_bound))
}

/// Elements that one thread takes at a time.
const PART: usize = 1 << 16;

/// Files from here on, in bytes, get a bar.
const LARGE: u64 = 256 << 20;

/// What is read of a file and then compared, in bytes: shown where it takes long.
fn progress(input: &Path) -> ProgressBar {
    let length = std::fs::metadata(input).map_or(0, |file| file.len());
    if length < LARGE {
        return ProgressBar::hidden();
    }
    let template = "{wide_bar} {bytes} of {total_bytes} read and compared, {elapsed}, {msg}";
    let style = ProgressStyle::with_template(template).expect("a valid template");
    ProgressBar::new(2 * length).with_style(style).with_message("reading")
}

/// The shape and the values of a file.
fn read(path: &Path, progress: &ProgressBar) -> Result<(Vec<u64>, Vec<f32>), Box<dyn Error + Send + Sync>> {
    let mut reader = BufReader::new(progress.wrap_read(File::open(path)?));
    let npy = NpyFile::new(&mut reader)?;
    let dtype = npy.dtype().descr();
    if !matches!(dtype.trim_matches('\''), "<f4" | ">f4") {
        return Err(format!("the elements are {dtype}, but float32 ('<f4') is needed").into());
    }
    if npy.order() != Order::C && npy.shape().len() > 1 {
        return Err("the array is in Fortran order, but C order is needed".into());
    }
    let shape = npy.shape().to_vec();
    let element = size_of::<f32>() as u64;
    let bytes = shape.iter().try_fold(element, |bytes, &dimension| bytes.checked_mul(dimension));
    let bytes = if shape.contains(&0) { Some(0) } else { bytes };
    if bytes
        .is_none_or(|bytes| std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() < bytes))
    {
        return Err(format!("the file is shorter than its shape {shape:?} says").into());
    }
    let truncated = |error| format!("can't read all of the shape {shape:?}: {error}");
    let values = if bytes == Some(0) { Vec::new() } else { npy.into_vec().map_err(truncated)? };
    if reader.read(&mut [0])? > 0 {
        return Err(format!("there is more in the file than its shape {shape:?} says").into());
    }
    Ok((shape, values))
}

/// Writes beside the target first, so that what is there is lost only to a whole result. A link is
/// followed, and what is not a regular file is written to as it is.
fn write(path: &Path, shape: &[u64], values: &[f32]) -> Result<(), Box<dyn Error + Send + Sync>> {
    let path = path.canonicalize().unwrap_or_else(|_| path.into());
    let there = std::fs::metadata(&path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return write_to(&mut BufWriter::new(File::create(&path)?), shape, values);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err("no such folder".into());
    }
    let mut file = BufWriter::new(tempfile::NamedTempFile::new_in(folder)?);
    write_to(&mut file, shape, values)?;
    let file = file.into_inner()?;
    // A temporary file is for its owner only. A new file gets the permissions that any would get.
    let permissions = match there {
        Some(there) => there.permissions(),
        None => File::create(&path)?.metadata()?.permissions(),
    };
    file.as_file().set_permissions(permissions)?;
    file.persist(&path)?;
    Ok(())
}

fn write_to(
    target: &mut impl Write,
    shape: &[u64],
    values: &[f32],
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut npy = npyz::WriteOptions::new().default_dtype().shape(shape).writer(&mut *target).begin_nd()?;
    npy.extend(values.iter().copied())?;
    npy.finish()?;
    Ok(target.flush()?)
}

/// The result of an operation in place, and the least time of some passes, each on fresh data.
fn fastest(x: &[f32], operation: impl Fn(&mut [f32])) -> (Vec<f32>, Duration) {
    const ENOUGH: Duration = Duration::from_millis(200);
    let mut y = x.to_vec();
    let (mut least, mut total) = (Duration::MAX, Duration::ZERO);
    while total < ENOUGH {
        y.copy_from_slice(x);
        let start = Instant::now();
        operation(std::hint::black_box(&mut y));
        let time = start.elapsed();
        least = least.min(time);
        total += time.max(ENOUGH / 1000);
    }
    (y, least)
}
