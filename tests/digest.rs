//! Results are the same bits wherever they are computed: their digests are in `data/digests.txt`.
//!
//! After a change that is meant to change bits, `UPDATE_DIGESTS=1 cargo test --release --test digest` writes
//! that file anew, on a machine that has instruction sets with and without a fused multiply-add.

mod sweep;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use gelu::Isa;
use sweep::{Case, Format, Visitor, cases, each_element, inputs, others};

const DIGESTS: &str = include_str!("data/digests.txt");

fn hash<T: Format>(digest: u64, values: &[T]) -> u64 {
    let step = |digest: u64, value: &T| {
        (digest.rotate_left(5) ^ value.to_bits()).wrapping_mul(0x517c_c1b7_2722_0a95)
    };
    values.iter().fold(digest, step)
}

/// The digest of all results, computed in slices of every length from 1 to 67, which covers all tails and
/// alignments.
fn digest<T: Format>(case: &Case<T>, x: &[T], other: &[T]) -> u64 {
    let (mut x, mut other) = (x.to_vec(), other.to_vec());
    let (mut start, mut length) = (0, 1);
    while start < x.len() {
        let range = start..(start + length).min(x.len());
        (case.operation)(case.gelu, &mut x[range.clone()], &mut other[range]);
        (start, length) = (start + length, length % 67 + 1);
    }
    hash(hash(0, &x), &other)
}

/// The digests of every type on one instruction set, by name.
struct Digests {
    isa: Isa,
    found: BTreeMap<String, u64>,
}

impl Visitor for Digests {
    fn visit<T: Format>(&mut self) {
        let x = inputs::<T>();
        let other = others::<T>(x.len());
        for case in cases::<T>(self.isa) {
            let digest = digest(&case, &x, &other);
            self.found.insert(case.name, digest);
        }
    }
}

fn digests(isa: Isa) -> BTreeMap<String, u64> {
    let mut digests = Digests { isa, found: BTreeMap::new() };
    each_element(&mut digests);
    digests.found
}

fn committed() -> BTreeMap<String, u64> {
    let lines = DIGESTS.lines().filter(|line| !line.starts_with('#'));
    let pair = |line: &str| {
        let (name, digest) = line.rsplit_once(' ').expect("a name and a digest");
        (name.to_string(), u64::from_str_radix(digest, 16).expect("hexadecimal digits"))
    };
    lines.map(pair).collect()
}

#[test]
fn digests_are_those_in_the_file() {
    if std::env::var_os("UPDATE_DIGESTS").is_some() {
        return update();
    }
    let committed = committed();
    let mut different = Vec::new();
    for isa in Isa::available() {
        let found = digests(isa);
        let total = found.len();
        let fused = |name: &String| name.ends_with(if isa.is_fused() { " fused" } else { " unfused" });
        let expected = committed.keys().filter(|name| fused(name));
        assert!(expected.eq(found.keys()), "operations were added or removed: {UPDATE}");
        let differing: Vec<_> =
            found.into_iter().filter(|(name, digest)| committed[name] != *digest).collect();
        println!("{} of {total} digests equal on {}", total - differing.len(), label(isa));
        different.extend(differing.into_iter().map(|(name, digest)| format!("{isa}: {name} {digest:016x}")));
    }
    assert!(different.is_empty(), "other bits than in data/digests.txt:\n{}\n{UPDATE}", different.join("\n"));
}

const UPDATE: &str = "if that is meant, UPDATE_DIGESTS=1 cargo test --release --test digest";

fn update() {
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    for isa in Isa::available() {
        for (name, digest) in digests(isa) {
            let other = *all.entry(name.clone()).or_insert(digest);
            assert_eq!(other, digest, "{name} differs on {isa}");
        }
    }
    for fused in [true, false] {
        assert!(
            Isa::available().any(|isa| isa.is_fused() == fused),
            "no instruction set with fused = {fused}"
        );
    }
    let mut text =
        String::from("# operation, type, form, accuracy, multiply-add, digest; made by tests/digest.rs\n");
    for (name, digest) in all {
        writeln!(text, "{name} {digest:016x}").expect("memory");
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/digests.txt"), text).expect("written");
}

/// An instruction set as [`EXPECT_ISAS`](the_instruction_sets_are_the_expected_ones) has it.
fn label(isa: Isa) -> String {
    format!("{isa}-{}", if isa.is_fused() { "fused" } else { "unfused" })
}

/// Where a run is meant for certain instruction sets, the environment variable `EXPECT_ISAS` names all that
/// are to be available, narrowest first: "portable-unfused avx2-fused". The last is to be chosen.
#[test]
fn the_instruction_sets_are_the_expected_ones() {
    let Ok(expected) = std::env::var("EXPECT_ISAS") else {
        return;
    };
    let found: Vec<String> = Isa::available().map(label).collect();
    assert_eq!(found.join(" "), expected);
    assert_eq!(found.last(), Some(&label(Isa::detect())));
}

#[test]
fn the_inputs_have_every_binade_of_either_sign() {
    struct Check;
    impl Visitor for Check {
        fn visit<T: Format>(&mut self) {
            let bits: BTreeSet<u64> = inputs::<T>().into_iter().map(T::to_bits).collect();
            let binades: BTreeSet<u64> = bits.iter().map(|bits| bits >> T::FRACTION).collect();
            assert_eq!(binades.len() as u64, 2 * ((T::INFINITE >> T::FRACTION) + 1), "{}", T::NAME);
            let specials = [0, 1, T::INFINITE - 1, T::INFINITE];
            assert!(
                specials.iter().all(|&x| bits.contains(&x) && bits.contains(&(x | T::SIGN))),
                "{}",
                T::NAME
            );
        }
    }
    each_element(&mut Check);
}
