//! Instruction sets: the list, what the processor has, and how a job gets to its instructions.

use crate::names::named_enum;
use crate::vector::Single;

/// A piece of work that can be done with any vector type.
pub(crate) trait Job {
    /// Does it with vectors of type `V`. Implementations must be `#[inline(always)]`.
    ///
    /// # Safety
    /// The processor has the instructions of `V`.
    unsafe fn run<V: Single>(self);
}

/// Copies fewer than 16 words. A call, to `memcpy`, would take all constants out of the registers of the loop
/// that it stands in.
///
/// # Safety
/// `source` is valid for reading `count` words, `target` for writing them, and they don't overlap.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
unsafe fn copy_few(source: *const u16, target: *mut u16, count: usize) {
    macro_rules! copy {
        ($bit:literal $type:ty) => {
            if count & $bit != 0 {
                let at = count & !(2 * $bit - 1);
                // SAFETY: the bits of `count` from this one on are as many words, which lie within those that the
                // caller vouches for.
                unsafe {
                    let words = source.add(at).cast::<$type>().read_unaligned();
                    target.add(at).cast::<$type>().write_unaligned(words);
                }
            }
        };
    }
    copy!(8 u128);
    copy!(4 u64);
    copy!(2 u32);
    copy!(1 u16);
}

/// Whether the processor has an x86 feature: asked at run time with `std`, else only what the
/// compiler was told to assume.
#[allow(unused_macros, reason = "for the x86 entries of the list")]
macro_rules! processor_has {
    ($feature:tt) => {{
        #[cfg(feature = "std")]
        let has = std::arch::is_x86_feature_detected!($feature);
        #[cfg(not(feature = "std"))]
        let has = cfg!(target_feature = $feature);
        has
    }};
}

/// From one list of instruction sets, narrowest first: the modules, the enumeration, which of them
/// the processor has, and the way into their code.
macro_rules! instruction_sets {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $module:ident where $target:meta, [$($feature:tt)*];)*) => {
        $(#[cfg($target)] mod $module;)*

        named_enum! {
            /// A set of vector instructions, from the narrowest to the widest.
            ///
            /// Every target knows every name, so that a name means the same in a configuration on
            /// every machine; [`available`](Isa::available) lists those that can run on this one.
            #[non_exhaustive]
            #[derive(PartialOrd, Ord)]
            Isa, "instruction set" { $($(#[$doc])* $variant = $name,)* }
        }

        impl Isa {
            /// Whether this processor can run it. Without the `std` feature: whether the
            /// compilation target guarantees it.
            #[inline]
            pub fn is_available(self) -> bool {
                match self {
                    $(#[cfg($target)] Self::$variant => true $(&& processor_has!($feature))*,)*
                    #[allow(unreachable_patterns, reason = "where the target has them all")]
                    _ => false,
                }
            }

            /// Whether its multiply-add rounds once. All that do give the same bits.
            pub const fn is_fused(self) -> bool {
                match self {
                    $(#[cfg($target)] Self::$variant => <$module::F32 as crate::vector::Vector>::FUSED,)*
                    #[allow(unreachable_patterns, reason = "where the target has them all")]
                    _ => true,
                }
            }

            /// Runs a job with these instructions.
            ///
            /// # Panics
            /// If the processor doesn't have them.
            #[inline]
            pub(crate) fn run<J: Job>(self, job: J) {
                match self {
                    // SAFETY: the guard has just asked for it.
                    $(#[cfg($target)] Self::$variant if true $(&& processor_has!($feature))* => unsafe { $module::run(job) },)*
                    _ => panic!("the instruction set {self} is not available on this processor"),
                }
            }
        }
    };
}

instruction_sets! {
    /// What the compilation target guarantees: SSE2 on x86-64, NEON on AArch64, simd128 on wasm
    /// where it is enabled, else plain scalar code. In text: `portable`.
    Portable = "portable", portable where all(), [];
    /// x86 with AVX2, FMA and F16C, 8 lanes of `f32`. In text: `avx2`.
    Avx2 = "avx2", avx2 where any(target_arch = "x86", target_arch = "x86_64"), ["avx2" "fma" "f16c"];
    /// x86 with AVX-512F, 16 lanes of `f32`. In text: `avx512`.
    Avx512 = "avx512", avx512 where any(target_arch = "x86", target_arch = "x86_64"), ["avx512f"];
}

impl Isa {
    /// Those that this processor can run, narrowest first.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> + Clone {
        Self::ALL.iter().copied().filter(|isa| isa.is_available())
    }

    /// The widest that this processor can run.
    fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Portable)
    }

    /// The one that is used when none is asked for: the widest available, or the one that the
    /// environment variable `GELU_ISA` names.
    ///
    /// The variable is read once, at the first call; empty, it counts as unset. If it names none that is available, a message
    /// on standard error says so and lists those that are. Without the `std` feature there is no
    /// environment.
    #[inline]
    pub fn detect() -> Self {
        #[cfg(feature = "std")]
        {
            static DETECTED: std::sync::OnceLock<Isa> = std::sync::OnceLock::new();
            *DETECTED.get_or_init(Self::from_environment)
        }
        #[cfg(not(feature = "std"))]
        Self::best()
    }

    #[cfg(feature = "std")]
    fn from_environment() -> Self {
        use std::string::{String, ToString};
        let Some(value) = std::env::var_os("GELU_ISA").filter(|value| !value.is_empty()) else {
            return Self::best();
        };
        let named = value.to_str().and_then(|name| name.parse::<Self>().ok());
        named.filter(|isa| isa.is_available()).unwrap_or_else(|| {
            let names = Self::available().map(|isa| isa.to_string());
            let names = names.collect::<std::vec::Vec<String>>().join(", ");
            // A process whose standard error can't be written to goes on without the message.
            let _ = std::io::Write::write_fmt(
                &mut std::io::stderr(),
                std::format_args!(
                    "GELU_ISA={}: not an available instruction set ({names}), using {}\n",
                    value.display(),
                    Self::best()
                ),
            );
            Self::best()
        })
    }
}
