//! all-MiniLM-L6-v2, a BERT of six layers, with an activation of the caller's choice.

use candle_core::{D, DType, Result, Tensor};
use candle_nn::ops::{layer_norm, layer_norm_slow, softmax_last_dim};
use candle_nn::{Embedding, Linear, Module, VarBuilder};

// What its config.json says.
const LAYERS: usize = 6;
const HIDDEN: usize = 384;
const INTERMEDIATE: usize = 1536;
const HEADS: usize = 12;
const HEAD: usize = HIDDEN / HEADS;
const VOCABULARY: usize = 30522;
const POSITIONS: usize = 512;
const EPSILON: f32 = 1e-12;

pub struct Model {
    words: Embedding,
    positions: Tensor,
    kind: Tensor,
    norm: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    attention: Linear,
    attention_norm: Norm,
    intermediate: Linear,
    output: Linear,
    output_norm: Norm,
}

struct Norm {
    weight: Tensor,
    bias: Tensor,
}

/// The tokens of some sentences, padded to the longest, and 1 where they aren't padding.
pub struct Batch {
    pub tokens: Tensor,
    pub mask: Tensor,
}

impl Model {
    pub fn new(weights: &VarBuilder) -> Result<Self> {
        let embeddings = weights.pp("embeddings");
        Ok(Self {
            words: candle_nn::embedding(VOCABULARY, HIDDEN, embeddings.pp("word_embeddings"))?,
            positions: embeddings.get((POSITIONS, HIDDEN), "position_embeddings.weight")?,
            kind: embeddings.get((2, HIDDEN), "token_type_embeddings.weight")?.narrow(0, 0, 1)?,
            norm: Norm::new(&embeddings.pp("LayerNorm"))?,
            layers: (0..LAYERS)
                .map(|i| Layer::new(&weights.pp(format!("encoder.layer.{i}"))))
                .collect::<Result<_>>()?,
        })
    }

    /// One vector of length 1 for each sentence: the mean over its tokens.
    pub fn embed(&self, batch: &Batch, activation: &dyn Fn(Tensor) -> Result<Tensor>) -> Result<Tensor> {
        let mask = batch.mask.to_dtype(self.kind.dtype())?;
        let length = batch.tokens.dim(1)?;
        let x = self.words.forward(&batch.tokens)?;
        let x = x.broadcast_add(&(self.positions.narrow(0, 0, length)?.broadcast_add(&self.kind)?))?;
        let mut x = self.norm.forward(&x)?;
        // Nothing attends to padding.
        let bias = mask.affine(1e9, -1e9)?.unsqueeze(1)?.unsqueeze(1)?;
        for layer in &self.layers {
            x = layer.forward(&x, &bias, activation)?;
        }
        let sum = x.broadcast_mul(&mask.unsqueeze(2)?)?.sum(1)?;
        let mean = sum.broadcast_div(&mask.sum_keepdim(1)?)?;
        mean.broadcast_div(&mean.sqr()?.sum_keepdim(D::Minus1)?.sqrt()?)?.to_dtype(DType::F64)
    }
}

impl Layer {
    fn new(weights: &VarBuilder) -> Result<Self> {
        let linear = |inputs, outputs, name| candle_nn::linear(inputs, outputs, weights.pp(name));
        let norm = |name| Norm::new(&weights.pp(name));
        Ok(Self {
            query: linear(HIDDEN, HIDDEN, "attention.self.query")?,
            key: linear(HIDDEN, HIDDEN, "attention.self.key")?,
            value: linear(HIDDEN, HIDDEN, "attention.self.value")?,
            attention: linear(HIDDEN, HIDDEN, "attention.output.dense")?,
            attention_norm: norm("attention.output.LayerNorm")?,
            intermediate: linear(HIDDEN, INTERMEDIATE, "intermediate.dense")?,
            output: linear(INTERMEDIATE, HIDDEN, "output.dense")?,
            output_norm: norm("output.LayerNorm")?,
        })
    }

    fn forward(
        &self,
        x: &Tensor,
        bias: &Tensor,
        activation: &dyn Fn(Tensor) -> Result<Tensor>,
    ) -> Result<Tensor> {
        let (sentences, length, _) = x.dims3()?;
        let heads = |linear: &Linear| {
            linear.forward(x)?.reshape((sentences, length, HEADS, HEAD))?.transpose(1, 2)?.contiguous()
        };
        let scores = (heads(&self.query)?.matmul(&heads(&self.key)?.t()?)? / (HEAD as f64).sqrt())?;
        let weights = softmax_last_dim(&scores.broadcast_add(bias)?)?;
        let attended = weights.matmul(&heads(&self.value)?)?.transpose(1, 2)?;
        let attended = self.attention.forward(&attended.reshape((sentences, length, HIDDEN))?)?;
        let x = self.attention_norm.forward(&(attended + x)?)?;
        let y = self.output.forward(&activation(self.intermediate.forward(&x)?)?)?;
        self.output_norm.forward(&(y + x)?)
    }
}

impl Norm {
    fn new(weights: &VarBuilder) -> Result<Self> {
        Ok(Self { weight: weights.get(HIDDEN, "weight")?, bias: weights.get(HIDDEN, "bias")? })
    }

    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        // candle's fast one isn't for f64.
        let norm = if x.dtype() == DType::F64 { layer_norm_slow } else { layer_norm };
        norm(x, &self.weight, &self.bias, EPSILON)
    }
}
