//! The size of the processor's caches.

/// The bytes of the largest cache that the processor names, `usize::MAX` where it names none: x86
/// processors do, by `cpuid`.
#[inline]
pub fn last_level_cache() -> usize {
    #[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
    {
        static BYTES: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
        *BYTES.get_or_init(x86::largest)
    }
    #[cfg(not(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64"))))]
    usize::MAX
}

#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
mod x86 {
    #[cfg(target_arch = "x86")]
    use core::arch::x86::{__cpuid, __cpuid_count};
    #[cfg(target_arch = "x86_64")]
    use core::arch::x86_64::{__cpuid, __cpuid_count};

    /// Intel's leaf of deterministic cache parameters, and AMD's of the same layout.
    const LEAVES: [u32; 2] = [4, 0x8000_001d];

    /// No processor with vectors has less; some virtual ones say so.
    const LEAST: usize = 256 << 10;

    pub(super) fn largest() -> usize {
        LEAVES.into_iter().flat_map(sizes).max().filter(|&bytes| bytes >= LEAST).unwrap_or(usize::MAX)
    }

    /// The caches of one leaf.
    #[allow(unused_unsafe, reason = "newer compilers know that it is safe")]
    fn sizes(leaf: u32) -> impl Iterator<Item = usize> {
        // SAFETY: every processor that this crate's compilation target is for has `cpuid`: those without are
        // older than its floating-point instructions.
        let known = unsafe { __cpuid(leaf & 0x8000_0000) }.eax >= leaf;
        (0..if known { 16 } else { 0 })
            // SAFETY: as above.
            .map(move |index| unsafe { __cpuid_count(leaf, index) })
            .take_while(|cache| cache.eax & 0x1f != 0)
            .map(|cache| {
                let field = |shift: u32, bits: u32| (cache.ebx >> shift & ((1 << bits) - 1)) as usize + 1;
                let (line, partitions, ways) = (field(0, 12), field(12, 10), field(22, 10));
                (line * partitions * ways).saturating_mul((cache.ecx as usize).saturating_add(1))
            })
    }
}
