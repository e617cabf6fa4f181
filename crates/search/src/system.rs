//! Large memory pages for the transposition table.

use std::sync::atomic::AtomicU64;

/// Asks the system for large pages: without them, two threads that fill a new table of 256 MB spend a third of their time on
/// page faults. A refusal does no harm.
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) fn prefer_large_pages(words: &[AtomicU64]) {
    const PAGE: usize = 4096;
    let range = words.as_ptr_range();
    let start = range.start.addr().next_multiple_of(PAGE);
    let length = range.end.addr().saturating_sub(start) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: the pages lie within an allocation that is alive during the call, and this advice changes only how they are
        // backed, not what they hold.
        let _ = unsafe {
            rustix::mm::madvise(
                range.start.with_addr(start).cast_mut().cast(),
                length,
                rustix::mm::Advice::LinuxHugepage,
            )
        };
    }
}

/// Elsewhere the system chooses its pages, or only privileged programs may; Miri has none.
#[cfg(any(not(target_os = "linux"), miri))]
pub(crate) fn prefer_large_pages(_: &[AtomicU64]) {}
