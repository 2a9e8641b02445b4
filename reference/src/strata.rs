//! Inputs for functions of too many to try them all.

use gelu_kernels::Form;
use gelu_kernels::bounds::Quantity;

/// A stratified sample of the finite `f64` values, the same whenever it is drawn: each stratum is divided into
/// as many parts as it has samples, and each part gives one at random.
///
/// Of 16 samples, 8 are in the interval where the function is neither a constant nor x, evenly by their
/// distance from 0; 4 have |x| from 2⁻³⁰ to 2¹⁰, evenly by their logarithm; 2 are next to a root of the derivatives,
/// evenly by the logarithm of the distance; 2 are any finite bits.
#[derive(Clone, Copy, Debug)]
pub struct Strata {
    /// Where results vanish.
    end: f64,
    root: Option<f64>,
    /// How many groups of 16.
    groups: u64,
}

impl Strata {
    /// How many samples belong together.
    pub const GROUP: u64 = 16;

    /// Some samples for a function; their number is rounded up to a multiple of 16.
    pub fn new(quantity: Quantity, form: Form, samples: u64) -> Self {
        let end = match form {
            Form::Exact => 39.0,
            Form::Tanh => 22.0,
            Form::Sigmoid => 445.0,
        };
        let root = crate::root(quantity, form).map(|root| root.at[0]);
        Self { end, root, groups: samples.div_ceil(Self::GROUP) }
    }

    /// How many groups of samples there are.
    pub const fn groups(&self) -> u64 {
        self.groups
    }

    /// A group of samples.
    pub fn group(&self, group: u64) -> [f64; Self::GROUP as usize] {
        core::array::from_fn(|i| {
            let index = group * Self::GROUP + i as u64;
            let (random, sign) = (scrambled(2 * index), scrambled(2 * index + 1) >> 63 == 1);
            // Which of how many parts of the stratum, and where in it.
            let within = |first: u64, count: u64| {
                let part = group * count + (i as u64 - first);
                (part as f64 + fraction(random)) / (self.groups * count) as f64
            };
            let signed = |a: f64| if sign { -a } else { a };
            match i as u64 {
                0..8 => (2.0 * within(0, 8) - 1.0) * self.end,
                8..12 => signed((within(8, 4) * 40.0 - 30.0).exp2()),
                12..14 => {
                    let distance = (within(12, 2) * 52.0 - 54.0).exp2();
                    let a = self.root.unwrap_or(0.0) + if random & 1 == 0 { distance } else { -distance };
                    signed(a)
                }
                _ => {
                    let exponent = within(14, 2) * 2047.0;
                    let bits = (exponent as u64) << 52 | scrambled(random) >> 12;
                    signed(f64::from_bits(bits))
                }
            }
        })
    }
}

/// A number in [0, 1) of 53 bits.
fn fraction(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// SplitMix64, by Steele, Lea and Flood (2014): the number of an index.
fn scrambled(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_where_they_are_meant_to_be() {
        for &form in Form::ALL {
            let strata = Strata::new(Quantity::Derivative, form, 16_000);
            let samples: Vec<f64> = (0..strata.groups()).flat_map(|group| strata.group(group)).collect();
            assert_eq!(samples.len(), 16_000);
            assert!(samples.iter().all(|x| x.is_finite()));
            // A thousandth of the interval has its share, and every 64 binades, too.
            let parts = |index: fn(f64, f64) -> f64| {
                let indices = samples.iter().map(|&x| index(x, strata.end));
                indices
                    .filter(|i| (0.0..1000.0).contains(i))
                    .map(|i| i as u64)
                    .collect::<std::collections::BTreeSet<_>>()
            };
            assert_eq!(parts(|x, end| (x / end + 1.0) * 500.0).len(), 1000, "{form}");
            assert_eq!(parts(|x, _| ((x.to_bits() >> 52 & 0x7ff) / 64) as f64).len(), 32, "{form}");
            let root = strata.root.expect("of the derivative");
            let near = samples.iter().filter(|&&x| (x.abs() - root).abs() < 1e-8).count();
            assert!(near > 500, "{form}: {near}");
        }
    }
}
