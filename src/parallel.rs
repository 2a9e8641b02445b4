//! How work is divided: into rows on the calling thread, and into tasks for the threads of a rayon pool.

/// Buffers of one shape, which are divided alike. The last of them is written to.
pub(crate) trait Buffers: Sized {
    /// One row of each.
    type Row;
    /// How many they are.
    const COUNT: usize;

    /// How many rows there are, and how many elements each has.
    fn shape(&self) -> (usize, usize);
    /// Whether nothing lies between the rows of any of them.
    fn is_contiguous(&self) -> bool;
    /// All elements as one row.
    fn joined(self) -> Self;
    /// The first `rows` rows, and the others.
    fn split_rows(self, rows: usize) -> (Self, Self);
    /// The first `elements` elements of the only row, and the others.
    fn split_row(self, elements: usize) -> (Self, Self);
    /// How many elements of the last buffer lie before the first multiple of `bytes` in memory.
    fn unaligned(&self, bytes: usize) -> usize;
    /// The bytes from one row to the next in the last buffer.
    fn stride_bytes(&self) -> usize;
    /// The next row of each, if there is one.
    fn next_row(&mut self) -> Option<Self::Row>;
}

/// Buffers beside others: `(first, rest)`.
impl<A: Buffers, B: Buffers> Buffers for (A, B) {
    type Row = (A::Row, B::Row);
    const COUNT: usize = A::COUNT + B::COUNT;

    #[inline]
    fn shape(&self) -> (usize, usize) {
        self.1.shape()
    }
    #[inline]
    fn is_contiguous(&self) -> bool {
        self.0.is_contiguous() && self.1.is_contiguous()
    }
    #[inline]
    fn joined(self) -> Self {
        (self.0.joined(), self.1.joined())
    }
    #[inline]
    fn split_rows(self, rows: usize) -> (Self, Self) {
        let ((a, rest_a), (b, rest_b)) = (self.0.split_rows(rows), self.1.split_rows(rows));
        ((a, b), (rest_a, rest_b))
    }
    #[inline]
    fn split_row(self, elements: usize) -> (Self, Self) {
        let ((a, rest_a), (b, rest_b)) = (self.0.split_row(elements), self.1.split_row(elements));
        ((a, b), (rest_a, rest_b))
    }
    #[inline]
    fn unaligned(&self, bytes: usize) -> usize {
        self.1.unaligned(bytes)
    }
    #[inline]
    fn stride_bytes(&self) -> usize {
        self.1.stride_bytes()
    }
    #[inline]
    fn next_row(&mut self) -> Option<Self::Row> {
        Some((self.0.next_row()?, self.1.next_row()?))
    }
}

/// Rows that are shorter, in bytes of all buffers, don't go past the caches: what they share with their
/// neighbours would be written by halves.
pub(crate) const STREAMED_ROW: usize = 8 << 10;

/// Does the work row by row on this thread.
#[inline]
pub(crate) fn serial<B: Buffers>(mut buffers: B, work: impl Fn(B::Row)) {
    while let Some(row) = buffers.next_row() {
        work(row);
    }
}

#[cfg(feature = "rayon")]
pub(crate) use tasks::{grain, parallel};

#[cfg(feature = "rayon")]
mod tasks {
    use core::num::NonZeroUsize;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use std::error::Error;
    use std::sync::{Mutex, OnceLock, PoisonError};

    use gelu_kernels::{Helper, with_helpers};

    use super::{Buffers, serial};
    use crate::{Accuracy, Element};

    /// The bytes of a cache line, or of the pair of lines that some processors fetch together.
    const LINE: usize = 128;

    /// The bytes of the smallest tasks of an [`Accuracy::Fast`] pass: half of a usual first-level cache, some
    /// 3 µs of work, beside which taking a task from the queue doesn't show.
    const GRAIN: usize = 16 << 10;

    /// The grains of the largest tasks: those of large buffers, which then are read in long runs.
    const MOST_GRAINS: usize = 16;

    /// How many tasks a thread should find, so that all end at about the same time.
    const TASKS_PER_THREAD: usize = 8;

    /// The grains below which nothing is divided: some 30 to 50 µs of work. To wake a thread that sleeps takes
    /// 5 to 60 µs where this was measured, in virtual machines: on one, two threads were 1.3 times as fast as one at
    /// 256 KiB, on another 0.8 times, and 1.1 times at 1 MiB.
    const FEWEST_GRAINS: usize = 16;

    /// The elements of a grain: fewer where an element takes longer.
    fn default_grain<T: Element>(accuracy: Accuracy) -> usize {
        let cost = match accuracy {
            Accuracy::Precise => 2,
            _ => 1,
        };
        GRAIN / size_of::<T>() / cost
    }

    /// The elements of a task, where it pays to divide so many elements at all.
    pub(crate) fn grain<T: Element>(
        chosen: Option<NonZeroUsize>,
        accuracy: Accuracy,
        elements: usize,
    ) -> Option<usize> {
        let line = LINE / size_of::<T>();
        if let Some(grain) = chosen {
            return grain.get().checked_next_multiple_of(line).filter(|grain| elements / 2 >= *grain);
        }
        let grain = default_grain::<T>(accuracy);
        if elements / FEWEST_GRAINS < grain {
            return None;
        }
        let even = elements / (threads() * TASKS_PER_THREAD);
        Some(even.clamp(grain, grain * MOST_GRAINS).next_multiple_of(line))
    }

    /// Divides buffers into tasks of about `grain` elements: some rows, or a part of one. Each begins at a
    /// cache line of the last buffer, as far as the stride allows it.
    struct Tasks<B> {
        /// A row that is being divided.
        row: Option<B>,
        rows: Option<B>,
        grain: usize,
    }

    impl<B: Buffers> Iterator for Tasks<B> {
        type Item = B;

        fn next(&mut self) -> Option<B> {
            if let Some(row) = self.row.take() {
                let (_, elements) = row.shape();
                // The last two parts share what is left.
                if elements < 2 * self.grain {
                    return Some(row);
                }
                // A grain is a multiple of a line, so that only the first part differs.
                let offset = row.unaligned(LINE);
                let (part, rest) = row.split_row(self.grain + if offset < self.grain { offset } else { 0 });
                self.row = Some(rest);
                return Some(part);
            }
            let rows = self.rows.take()?;
            let (count, elements) = rows.shape();
            if count == 0 {
                return None;
            }
            if elements >= 2 * self.grain {
                let (row, rest) = rows.split_rows(1);
                (self.row, self.rows) = (Some(row.joined()), Some(rest));
                return self.next();
            }
            // The next rows are to begin where these do within a line, if that doesn't take many more.
            let period = LINE >> (rows.stride_bytes() | LINE).trailing_zeros();
            let fewest = self.grain.div_ceil(elements);
            let aligned = fewest.next_multiple_of(period);
            let together = if aligned <= 2 * fewest { aligned } else { fewest }.min(count);
            let (part, rest) = rows.split_rows(together);
            self.rows = Some(rest);
            Some(part)
        }
    }

    /// Does the work in tasks of about `grain` elements, on this thread and the others of the rayon pool that
    /// it is called in.
    ///
    /// Whoever is free takes the next task, so that it doesn't matter when another thread joins in, or whether one
    /// does: where all are busy, this one does everything and waits for none.
    pub(crate) fn parallel<B: Buffers + Send>(buffers: B, grain: usize, work: impl Fn(B::Row) + Sync) {
        let (rows, elements) = buffers.shape();
        let helpers = threads().min((rows * elements) / grain).saturating_sub(1);
        if helpers == 0 {
            return serial(buffers, work);
        }
        let tasks = Mutex::new(Tasks { row: None, rows: Some(buffers), grain });
        let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let call = |helper: Helper| {
            if let Some(waiting) = Waiting::new() {
                rayon::spawn(move || {
                    drop(waiting);
                    helper.help();
                });
            }
        };
        with_helpers(helpers, call, &|| {
            while let Some(task) = next() {
                serial(task, &work);
            }
        });
    }

    /// A helper that has been called and hasn't come yet.
    ///
    /// Where all threads of a pool are busy for long, those of many calls wait in its queue, too late for theirs.
    struct Waiting;

    static WAITING: AtomicUsize = AtomicUsize::new(0);

    impl Waiting {
        /// More than any pool has threads, and little memory.
        const MOST: usize = 4096;

        fn new() -> Option<Self> {
            let waiting = Self;
            (WAITING.fetch_add(1, Ordering::Relaxed) < Self::MOST).then_some(waiting)
        }
    }

    impl Drop for Waiting {
        fn drop(&mut self) {
            WAITING.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// The threads of the pool that this is called in, 1 if there is none and none can be built.
    fn threads() -> usize {
        static GLOBAL_POOL: OnceLock<bool> = OnceLock::new();
        // Where there are no threads at all, rayon has a pool of one, unless a program tries to build its own.
        let usable = cfg!(target_family = "wasm")
            || rayon::current_thread_index().is_some()
            || *GLOBAL_POOL.get_or_init(|| match rayon::ThreadPoolBuilder::new().build_global() {
                Ok(()) => true,
                // Its source is what the operating system said, for want of memory say. Using the pool would panic.
                Err(error) if error.source().is_some() => false,
                // There is one, unless somebody else tried in vain: then the first use panics.
                Err(_) => std::panic::catch_unwind(rayon::current_num_threads).is_ok(),
            });
        if usable && !is_forked() { rayon::current_num_threads() } else { 1 }
    }

    /// Whether this process is a copy of one that has asked before: the threads of its pool were not copied, but
    /// what they had locked was.
    fn is_forked() -> bool {
        #[cfg(unix)]
        {
            static ASKED: OnceLock<u32> = OnceLock::new();
            let process = std::process::id();
            *ASKED.get_or_init(|| process) != process
        }
        #[cfg(not(unix))]
        false
    }

    #[cfg(test)]
    mod tests {
        use proptest::prelude::*;

        use super::*;
        use crate::Rows;

        proptest! {
            /// Every element is in one task of a fair size, and within a row a task begins at a line.
            #[test]
            fn tasks_begin_at_lines(
                offset in 0_usize..64,
                (rows, row, gap) in prop_oneof![
                    (1_usize..4, 1_usize..20_000, 0_usize..100),
                    (1_usize..300, 1_usize..100, 0_usize..100),
                ],
                lines in 1_usize..40,
            ) {
                let (stride, grain) = (row + gap, lines * LINE / size_of::<f32>());
                let mut data = std::vec![0.0_f32; offset + rows * stride];
                let data = &mut data[offset..];
                let place = |i: usize| (data.as_ptr().addr() + i * size_of::<f32>()) % LINE;
                let places: std::vec::Vec<usize> = (0..data.len()).map(place).collect();
                let mut count = 0.0;
                let tasks = Tasks { row: None, rows: Some(Rows::new(&mut *data, rows, row, stride)), grain };
                for task in tasks {
                    count += 1.0;
                    let (rows, row) = task.shape();
                    prop_assert!(rows * row < 6 * grain);
                    serial(task, |row| row.iter_mut().for_each(|x| *x += count));
                }
                let mut before = 0.0;
                for (i, &task) in data.iter().enumerate() {
                    if i % stride >= row {
                        prop_assert_eq!(task, 0.0);
                        continue;
                    }
                    if task != before {
                        prop_assert_eq!(task, before + 1.0);
                        if i % stride > 0 {
                            prop_assert_eq!(places[i], 0);
                        }
                        before = task;
                    }
                }
                prop_assert_eq!(before, count);
            }
        }
    }
}
