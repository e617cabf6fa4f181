//! Who may search: so many threads at once, everybody else in the order of asking.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// The threads that may search at once, and the queue for them.
///
/// Admission is strictly first come, first served: a search that wants several threads is not overtaken by those that want
/// one.
pub struct Searchers {
    threads: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    busy: usize,
    begun: u64,
    next: u64,
    queue: VecDeque<Waiting>,
}

struct Waiting {
    number: u64,
    wants: usize,
    place: watch::Sender<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// So many come first.
    Ahead(usize),
    /// It is this one's turn, and the threads are taken for it.
    Admitted,
}

/// How busy the searchers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Business {
    /// Threads taken.
    pub busy: usize,
    /// Searches in the queue.
    pub waiting: usize,
    /// Searches that have begun since the server did.
    pub begun: u64,
}

impl Searchers {
    /// This many threads, at least one.
    pub fn new(threads: usize) -> Arc<Searchers> {
        Arc::new(Searchers { threads: threads.max(1), state: Mutex::default() })
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How busy they are.
    pub fn business(&self) -> Business {
        let state = self.lock();
        Business { busy: state.busy, waiting: state.queue.len(), begun: state.begun }
    }

    /// Takes a place in the queue, for this many threads (at most all).
    pub fn queue(self: &Arc<Self>, wants: usize) -> Ticket {
        let wants = wants.clamp(1, self.threads);
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        let (sender, place) = watch::channel(Place::Ahead(state.queue.len()));
        state.queue.push_back(Waiting { number, wants, place: sender });
        state.admit(self.threads);
        drop(state);
        Ticket { searchers: self.clone(), number, wants, place, open: true }
    }

    fn release(&self, threads: usize) {
        let mut state = self.lock();
        state.busy -= threads;
        state.admit(self.threads);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing is left half done in there by a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Lets in whoever is next and fits, and tells the others where they stand.
    fn admit(&mut self, threads: usize) {
        while let Some(first) = self.queue.front()
            && self.busy + first.wants <= threads
            && let Some(first) = self.queue.pop_front()
        {
            self.busy += first.wants;
            self.begun += 1;
            first.place.send_replace(Place::Admitted);
        }
        for (ahead, waiting) in self.queue.iter().enumerate() {
            waiting
                .place
                .send_if_modified(|place| std::mem::replace(place, Place::Ahead(ahead)) != Place::Ahead(ahead));
        }
    }
}

/// A place in the queue; dropping it leaves the queue.
pub struct Ticket {
    searchers: Arc<Searchers>,
    number: u64,
    wants: usize,
    place: watch::Receiver<Place>,
    /// Whether the place, or the threads, are still to be given back.
    open: bool,
}

impl Ticket {
    /// Waits for its turn. `tell` is called with the number of those ahead, first and when it changes, unless it is its turn at
    /// once. Given up in the middle, it leaves the queue.
    pub async fn turn(mut self, mut tell: impl FnMut(usize)) -> Slot {
        loop {
            let place = *self.place.borrow_and_update();
            match place {
                Place::Admitted => break,
                Place::Ahead(ahead) => tell(ahead),
            }
            // The sender lives in the queue until it admits this one.
            if self.place.changed().await.is_err() && *self.place.borrow() != Place::Admitted {
                break;
            }
        }
        self.open = false;
        Slot { searchers: self.searchers.clone(), threads: self.wants }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.open {
            return;
        }
        let mut state = self.searchers.lock();
        match state.queue.iter().position(|waiting| waiting.number == self.number) {
            Some(index) => drop(state.queue.remove(index)),
            // Admitted while nobody looked.
            None => state.busy -= self.wants,
        }
        state.admit(self.searchers.threads);
    }
}

/// Threads that may search until this is dropped.
pub struct Slot {
    searchers: Arc<Searchers>,
    threads: usize,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.searchers.release(self.threads);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes its turn, which must have come.
    async fn at_once(ticket: Ticket) -> Slot {
        ticket.turn(|ahead| panic!("{ahead} ahead")).await
    }

    #[tokio::test]
    async fn everybody_waits_in_the_order_of_asking() {
        let searchers = Searchers::new(1);
        let first = at_once(searchers.queue(1)).await;
        let tickets: Vec<Ticket> = (0..5).map(|_| searchers.queue(1)).collect();
        assert_eq!(searchers.business(), Business { busy: 1, waiting: 5, begun: 1 });
        drop(first);
        // Whoever asks last is let in last, in whatever order they look.
        let order: Arc<Mutex<Vec<usize>>> = Arc::default();
        let tasks: Vec<_> = tickets
            .into_iter()
            .enumerate()
            .rev()
            .map(|(index, ticket)| {
                let order = order.clone();
                tokio::spawn(async move {
                    let slot = ticket.turn(|_| {}).await;
                    order.lock().unwrap().push(index);
                    drop(slot);
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [0, 1, 2, 3, 4]);
        assert_eq!(searchers.business(), Business { busy: 0, waiting: 0, begun: 6 });
    }

    #[tokio::test]
    async fn many_threads_are_not_overtaken_by_few() {
        let searchers = Searchers::new(2);
        let one = at_once(searchers.queue(1)).await;
        let both = searchers.queue(9);
        let late = searchers.queue(1);
        assert_eq!(searchers.business().waiting, 2);
        drop(one);
        let both = at_once(both).await;
        assert_eq!(searchers.business(), Business { busy: 2, waiting: 1, begun: 2 });
        drop(both);
        drop(at_once(late).await);
        assert_eq!(searchers.business().busy, 0);
    }

    #[tokio::test]
    async fn whoever_gives_up_leaves_no_trace() {
        let searchers = Searchers::new(1);
        let first = at_once(searchers.queue(1)).await;
        let gone = searchers.queue(1);
        let next = searchers.queue(1);
        let mut told = Vec::new();
        {
            let mut waiting = std::pin::pin!(next.turn(|ahead| told.push(ahead)));
            assert!(poll(waiting.as_mut()).await.is_none());
            drop(gone);
            assert!(poll(waiting.as_mut()).await.is_none());
            drop(first);
            assert!(poll(waiting.as_mut()).await.is_some());
        }
        assert_eq!(told, [1, 0]);
        // Let in, but never looked.
        let admitted = searchers.queue(1);
        assert_eq!(searchers.business().busy, 1);
        drop(admitted);
        assert_eq!(searchers.business(), Business { busy: 0, waiting: 0, begun: 3 });
    }

    /// Looks once whether something is done.
    async fn poll<F: Future>(mut future: std::pin::Pin<&mut F>) -> Option<F::Output> {
        std::future::poll_fn(|context| {
            std::task::Poll::Ready(match future.as_mut().poll(context) {
                std::task::Poll::Ready(output) => Some(output),
                std::task::Poll::Pending => None,
            })
        })
        .await
    }
}
