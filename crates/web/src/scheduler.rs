//! Grants search threads, first come, first served.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// A number of search threads and the queues for them.
///
/// There are two queues, for moves and for analyses, each strictly first come, first served: searches that want one thread do
/// not overtake one that wants several. If both queues are in use they are served in turns, so a move waits for one analysis at
/// most and no analysis starves. Weak levels, whose searches are short, have a scheduler of their own.
pub struct Scheduler {
    threads: usize,
    state: Mutex<SchedulerState>,
}

/// The queue of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move or hint: short.
    Move,
    /// An analysis or review: long, can pause.
    Analysis,
}

#[derive(Default)]
struct SchedulerState {
    busy: usize,
    begun: u64,
    next: u64,
    /// By [`Purpose`].
    queues: [VecDeque<Waiting>; 2],
    /// The queue that was served last.
    last: usize,
}

struct Waiting {
    number: u64,
    wants: usize,
    place: watch::Sender<QueuePosition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QueuePosition {
    /// The number of searches ahead.
    Ahead(usize),
    /// The threads are granted.
    Admitted,
}

/// How busy a scheduler is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Threads in use.
    pub busy: usize,
    /// Moves in the queue.
    pub moves_waiting: usize,
    /// Analyses and reviews in the queue.
    pub analyses_waiting: usize,
    /// Searches started so far; a resumed one counts again.
    pub begun: u64,
}

impl Scheduler {
    /// A scheduler of this many threads, at least one.
    pub fn new(threads: usize) -> Arc<Scheduler> {
        Arc::new(Scheduler { threads: threads.max(1), state: Mutex::default() })
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The current load.
    pub fn load(&self) -> Load {
        let state = self.lock();
        let [moves_waiting, analyses_waiting] = [0, 1].map(|queue: usize| state.queues[queue].len());
        Load { busy: state.busy, moves_waiting, analyses_waiting, begun: state.begun }
    }

    /// Queues a search that wants this many threads (at most all).
    pub fn queue(self: &Arc<Self>, purpose: Purpose, wants: usize) -> Ticket {
        let wants = wants.clamp(1, self.threads);
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        let (sender, place) = watch::channel(QueuePosition::Ahead(usize::MAX));
        state.queues[purpose as usize].push_back(Waiting { number, wants, place: sender });
        state.admit(self.threads);
        drop(state);
        Ticket { scheduler: self.clone(), number, purpose, wants, place, open: true }
    }

    fn release(&self, threads: usize) {
        let mut state = self.lock();
        state.busy -= threads;
        state.admit(self.threads);
    }

    fn lock(&self) -> MutexGuard<'_, SchedulerState> {
        // A panic leaves no inconsistent state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SchedulerState {
    /// Admits the next searches that fit, and updates the positions of the others.
    fn admit(&mut self, threads: usize) {
        loop {
            let other = 1 - self.last;
            let queue = if self.queues[other].is_empty() { self.last } else { other };
            let fits = self.queues[queue].front().is_some_and(|first| self.busy + first.wants <= threads);
            if !fits {
                break;
            }
            let Some(first) = self.queues[queue].pop_front() else { break };
            self.busy += first.wants;
            self.begun += 1;
            self.last = queue;
            first.place.send_replace(QueuePosition::Admitted);
        }
        for (index, queue) in self.queues.iter().enumerate() {
            // Searches of the other queue that are served in between.
            let other = self.queues[1 - index].len();
            for (before, waiting) in queue.iter().enumerate() {
                let between = if self.last == index { before + 1 } else { before };
                let place = QueuePosition::Ahead(before + between.min(other));
                waiting.place.send_if_modified(|known| std::mem::replace(known, place) != place);
            }
        }
    }
}

/// A place in the queue; dropping it leaves the queue.
pub struct Ticket {
    scheduler: Arc<Scheduler>,
    number: u64,
    purpose: Purpose,
    wants: usize,
    place: watch::Receiver<QueuePosition>,
    /// Whether the place, or the threads, are still to be given back.
    open: bool,
}

impl Ticket {
    /// Waits for its turn. Calls `report` with the number of searches ahead, at first and when it changes, unless admitted at
    /// once. Dropping the future leaves the queue.
    pub async fn turn(mut self, mut report: impl FnMut(usize)) -> Slot {
        loop {
            let place = *self.place.borrow_and_update();
            match place {
                QueuePosition::Admitted => break,
                QueuePosition::Ahead(ahead) => report(ahead),
            }
            // The queue owns the sender until this one is admitted.
            if self.place.changed().await.is_err() && *self.place.borrow() != QueuePosition::Admitted {
                break;
            }
        }
        self.open = false;
        Slot { scheduler: self.scheduler.clone(), threads: self.wants }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.open {
            return;
        }
        let mut state = self.scheduler.lock();
        let queue = &mut state.queues[self.purpose as usize];
        match queue.iter().position(|waiting| waiting.number == self.number) {
            Some(index) => drop(queue.remove(index)),
            // Admitted already.
            None => state.busy -= self.wants,
        }
        state.admit(self.scheduler.threads);
    }
}

/// Granted threads, released on drop.
pub struct Slot {
    scheduler: Arc<Scheduler>,
    threads: usize,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.scheduler.release(self.threads);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slot of a ticket that is admitted at once.
    async fn at_once(ticket: Ticket) -> Slot {
        ticket.turn(|ahead| panic!("{ahead} ahead")).await
    }

    /// Polls all tickets, the last first, and returns the order in which they were admitted.
    async fn order(tickets: Vec<Ticket>, first: Slot) -> Vec<usize> {
        let order: Arc<Mutex<Vec<usize>>> = Arc::default();
        let task = |(index, ticket): (usize, Ticket)| {
            let order = order.clone();
            tokio::spawn(async move {
                let slot = ticket.turn(|_| {}).await;
                order.lock().unwrap().push(index);
                drop(slot);
            })
        };
        let tasks: Vec<_> = tickets.into_iter().enumerate().rev().map(task).collect();
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        std::mem::take(&mut *order.lock().unwrap())
    }

    fn load(busy: usize, moves_waiting: usize, analyses_waiting: usize, begun: u64) -> Load {
        Load { busy, moves_waiting, analyses_waiting, begun }
    }

    #[tokio::test]
    async fn everybody_waits_in_the_order_of_asking() {
        let scheduler = Scheduler::new(1);
        let first = at_once(scheduler.queue(Purpose::Move, 1)).await;
        let tickets: Vec<Ticket> = (0..5).map(|_| scheduler.queue(Purpose::Move, 1)).collect();
        assert_eq!(scheduler.load(), load(1, 5, 0, 1));
        assert_eq!(order(tickets, first).await, [0, 1, 2, 3, 4]);
        assert_eq!(scheduler.load(), load(0, 0, 0, 6));
    }

    #[tokio::test]
    async fn moves_and_studies_are_served_in_turns() {
        let scheduler = Scheduler::new(1);
        let first = at_once(scheduler.queue(Purpose::Analysis, 1)).await;
        let purposes = [Purpose::Analysis, Purpose::Analysis, Purpose::Analysis, Purpose::Move, Purpose::Move];
        let tickets: Vec<Ticket> = purposes.into_iter().map(|purpose| scheduler.queue(purpose, 1)).collect();
        assert_eq!(scheduler.load(), load(1, 2, 3, 1));
        assert_eq!(order(tickets, first).await, [3, 0, 4, 1, 2]);
    }

    #[tokio::test]
    async fn many_threads_are_not_overtaken_by_few() {
        let scheduler = Scheduler::new(2);
        let one = at_once(scheduler.queue(Purpose::Move, 1)).await;
        let both = scheduler.queue(Purpose::Move, 9);
        let late = scheduler.queue(Purpose::Move, 1);
        assert_eq!(scheduler.load(), load(1, 2, 0, 1));
        drop(one);
        let both = at_once(both).await;
        assert_eq!(scheduler.load(), load(2, 1, 0, 2));
        drop(both);
        drop(at_once(late).await);
        assert_eq!(scheduler.load().busy, 0);
    }

    #[tokio::test]
    async fn whoever_gives_up_leaves_no_trace() {
        let scheduler = Scheduler::new(1);
        let first = at_once(scheduler.queue(Purpose::Move, 1)).await;
        let gone = scheduler.queue(Purpose::Move, 1);
        let next = scheduler.queue(Purpose::Move, 1);
        let mut reported = Vec::new();
        {
            let mut waiting = std::pin::pin!(next.turn(|ahead| reported.push(ahead)));
            assert!(poll(waiting.as_mut()).await.is_none());
            drop(gone);
            assert!(poll(waiting.as_mut()).await.is_none());
            drop(first);
            assert!(poll(waiting.as_mut()).await.is_some());
        }
        assert_eq!(reported, [1, 0]);
        // Admitted, but never polled.
        let admitted = scheduler.queue(Purpose::Move, 1);
        assert_eq!(scheduler.load().busy, 1);
        drop(admitted);
        assert_eq!(scheduler.load(), load(0, 0, 0, 3));
    }

    /// Polls a future once.
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
