//! Work that threads may help with, if they come in time.
//!
//! What a scope of a thread pool does and this doesn't: wait for threads that haven't begun. Those may be busy with
//! something else for long, or with something that waits for the caller.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What threads can help with, as long as it isn't closed.
struct Offer {
    state: Mutex<State>,
    /// Nobody is helping any more.
    finished: Condvar,
}

struct State {
    /// `None` once it is closed.
    work: Option<&'static (dyn Fn() + Sync)>,
    /// How many threads are helping.
    active: usize,
}

impl Offer {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The permission to help. Dropping it is fine, too.
pub struct Helper(Arc<Offer>);

impl Helper {
    /// Helps, unless it is too late.
    pub fn help(self) {
        let work = {
            let mut state = self.0.lock();
            let Some(work) = state.work else { return };
            state.active += 1;
            work
        };
        let _active = Active(&self.0);
        work();
    }
}

/// One thread that is helping.
struct Active<'a>(&'a Offer);

impl Drop for Active<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.active -= 1;
        if state.active == 0 {
            self.0.finished.notify_one();
        }
    }
}

/// Closes an offer at the end, whether the work returns or panics.
struct Closing(Arc<Offer>);

impl Drop for Closing {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.work = None;
        while state.active > 0 {
            state = self.0.finished.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Does the work on this thread, and at the same time on those where a [`Helper`] that `hand_out` gets comes to
/// [help](Helper::help); returns when all that began have ended.
pub fn with_helpers(count: usize, hand_out: impl Fn(Helper), work: &(dyn Fn() + Sync)) {
    // SAFETY: only the lifetime changes. The reference is copied under the lock, together with an increment of
    // `active`, while `work` is there; before this function ends, returning or unwinding, `Closing` takes
    // it away and waits until `active` is 0.
    let work = unsafe { core::mem::transmute::<&(dyn Fn() + Sync), &'static (dyn Fn() + Sync)>(work) };
    let state = Mutex::new(State { work: Some(work), active: 0 });
    let closing = Closing(Arc::new(Offer { state, finished: Condvar::new() }));
    for _ in 0..count {
        hand_out(Helper(Arc::clone(&closing.0)));
    }
    work();
}
