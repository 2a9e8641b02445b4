//! Sentences embedded by all-MiniLM-L6-v2 with candle's GELU and with this project's: time, and what becomes of the
//! embeddings.
//!
//! `minilm MODEL_FOLDER SENTENCES`, with a sentence in each line. RAYON_NUM_THREADS sets the number of threads.

mod model;

use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;
use gelu::{Accuracy, Form, Gelu};
use gelu_candle::Operator;
use tokenizers::Tokenizer;

use model::{Batch, Model};

const BATCH: usize = 32;
const PASSES: usize = 3;

const FAST: Operator = Operator(Gelu::new(Form::Exact));
const PRECISE: Operator = Operator(Gelu::new(Form::Exact).accuracy(Accuracy::Precise));

type Activation = fn(Tensor) -> Result<Tensor>;
const ACTIVATIONS: [(&str, Activation); 4] = [
    ("candle, `gelu_erf`", |x| x.gelu_erf()),
    ("gelu, fast", |x| x.apply_op1(FAST)),
    ("gelu, fast, in place", |x| x.inplace_op1(&FAST).map(|()| x)),
    ("gelu, precise, in place", |x| x.inplace_op1(&PRECISE).map(|()| x)),
];

/// What one pass over all sentences took, with the time in GELU, and gave.
struct Pass {
    total: Duration,
    gelu: Duration,
    embeddings: Vec<Vec<f64>>,
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, folder, sentences] = &arguments[..] else { return Err("minilm MODEL_FOLDER SENTENCES".into()) };
    let folder = Path::new(folder);
    let sentences = std::fs::read_to_string(sentences)?;
    let batches = batches(&folder.join("tokenizer.json"), &sentences)?;

    let bytes = std::fs::read(folder.join("model.safetensors"))?;
    let model =
        |dtype| Model::new(&VarBuilder::from_buffered_safetensors(bytes.clone(), dtype, &Device::Cpu)?);
    let elements: usize = batches.iter().map(|batch| batch.tokens.elem_count() * 6 * 1536).sum();
    let truth = pass(&model(DType::F64)?, &batches, |x| x.gelu_erf())?.embeddings;

    let model = model(DType::F32)?;
    // All take turns, so that what else the machine does hits all of them.
    let mut passes: Vec<Vec<Pass>> = ACTIVATIONS.iter().map(|_| Vec::new()).collect();
    for _ in 0..PASSES {
        for ((_, activation), passes) in ACTIVATIONS.iter().zip(&mut passes) {
            passes.push(pass(&model, &batches, *activation)?);
        }
    }

    println!(
        "{} sentences in batches of {BATCH}, {} tokens with padding, {:.1} million elements through GELU, {} threads",
        truth.len(),
        batches.iter().map(|batch| batch.tokens.elem_count()).sum::<usize>(),
        elements as f64 / 1e6,
        candle_core::utils::get_num_threads(),
    );
    println!();
    println!(
        "| GELU | total (ms) | × | in GELU (ms) | share | ns per element | × | least cosine to candle's | largest difference from f64 |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let [first_total, first_gelu] = shortest(&passes[0]);
    let candles = &passes[0][0].embeddings;
    for ((name, _), passes) in ACTIVATIONS.iter().zip(&passes) {
        let [total, gelu] = shortest(passes);
        println!(
            "| {name} | {:.0} | {:.2} | {:.1} | {:.1} % | {:.2} | {:.1} | 1 − {:.1e} | {:.1e} |",
            total * 1e3,
            first_total / total,
            gelu * 1e3,
            gelu / total * 100.0,
            gelu / elements as f64 * 1e9,
            first_gelu / gelu,
            largest(&passes[0].embeddings, candles, |a, b| 1.0 - cosine(a, b)),
            largest(&passes[0].embeddings, &truth, largest_difference),
        );
    }
    Ok(())
}

/// The tokens, sentences of about one length together.
fn batches(
    tokenizer: &Path,
    sentences: &str,
) -> std::result::Result<Vec<Batch>, Box<dyn std::error::Error + Send + Sync>> {
    let mut tokenizer = Tokenizer::from_file(tokenizer)?;
    tokenizer.with_padding(None);
    let mut tokens: Vec<Vec<u32>> = sentences
        .lines()
        .map(|sentence| Ok(tokenizer.encode(sentence, true)?.get_ids().to_vec()))
        .collect::<tokenizers::Result<_>>()?;
    tokens.sort_by_key(Vec::len);
    let batch = |sentences: &[Vec<u32>]| {
        let longest = sentences.iter().map(Vec::len).max().unwrap_or(0);
        let padded = |value: fn(u32) -> u32| -> Result<Tensor> {
            let row = |s: &Vec<u32>| {
                let mut row: Vec<u32> = s.iter().map(|&token| value(token)).collect();
                row.resize(longest, 0);
                row
            };
            Tensor::from_vec(
                sentences.iter().flat_map(row).collect(),
                (sentences.len(), longest),
                &Device::Cpu,
            )
        };
        Ok(Batch { tokens: padded(|token| token)?, mask: padded(|_| 1)? })
    };
    tokens.chunks(BATCH).map(batch).collect()
}

/// Embeds all sentences.
fn pass(model: &Model, batches: &[Batch], activation: Activation) -> Result<Pass> {
    let gelu = Cell::new(Duration::ZERO);
    let timed = |x| {
        let start = Instant::now();
        let y = activation(x);
        gelu.set(gelu.get() + start.elapsed());
        y
    };
    let start = Instant::now();
    let embeddings =
        batches.iter().map(|batch| model.embed(batch, &timed)).collect::<Result<Vec<Tensor>>>()?;
    let total = start.elapsed();
    let embeddings = Tensor::cat(&embeddings, 0)?.to_vec2()?;
    Ok(Pass { total, gelu: gelu.get(), embeddings })
}

/// The shortest total time and the shortest in GELU, in seconds.
fn shortest(passes: &[Pass]) -> [f64; 2] {
    let shortest = |time: fn(&Pass) -> Duration| {
        passes.iter().map(|pass| time(pass).as_secs_f64()).fold(f64::INFINITY, f64::min)
    };
    [shortest(|pass| pass.total), shortest(|pass| pass.gelu)]
}

/// The largest of some distance between the embeddings of a sentence.
fn largest(a: &[Vec<f64>], b: &[Vec<f64>], distance: fn(&[f64], &[f64]) -> f64) -> f64 {
    a.iter().zip(b).map(|(a, b)| distance(a, b)).fold(0.0, f64::max)
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    product(a, b) / (product(a, a) * product(b, b)).sqrt()
}
