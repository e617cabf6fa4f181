//! What of its time counts against a program: not that in which its threads could run and others had the cores.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::system::{CoreTimes, ThreadTimes};

/// How often to look at the threads of a program: those that end in between have no times any more.
const LOOK_INTERVAL: Duration = Duration::from_millis(50);

/// How soon after a look the next one is worth it when there is output.
const OUTPUT_INTERVAL: Duration = Duration::from_millis(10);

/// At most this much is given back for waiting, and this many times what the thread had of the processor. Nobody waits longer on
/// a machine that can be used at all, and every program hangs in the end.
const MAX_WAIT: Duration = Duration::from_secs(1);
const MAX_WAIT_RATIO: u32 = 19;

/// A program that starts gets back at most this much.
const MAX_START_WAIT: Duration = Duration::from_secs(60);

/// How a program spent the time until its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent {
    /// From the question to the answer.
    pub(crate) taken: Duration,
    /// What counts against it.
    pub(crate) counted: Duration,
    /// The processor time of all its threads, if known.
    pub(crate) processor: Option<Duration>,
}

impl From<Duration> for Spent {
    /// All time counts.
    fn from(taken: Duration) -> Spent {
        Spent { taken, counted: taken, processor: None }
    }
}

/// The times of a program's threads since it was asked.
pub(super) struct CoreClock {
    /// The last look.
    known: CoreTimes,
    /// What each thread has had since, those that have ended included.
    since: HashMap<String, ThreadTimes>,
    /// What was known at each look.
    looks: Vec<(Instant, Share)>,
}

/// What the threads of a program had of the cores.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    processor: Duration,
    /// How long it was kept waiting, at most.
    waited: Duration,
    /// How long its threads waited in all.
    all_waited: Duration,
    /// How many threads could run.
    threads: usize,
}

impl CoreClock {
    pub(super) fn new() -> CoreClock {
        CoreClock { known: CoreTimes::new(), since: HashMap::new(), looks: Vec::new() }
    }

    /// The program is asked now.
    pub(super) fn start(&mut self, times: CoreTimes) {
        *self = CoreClock { known: times, ..CoreClock::new() };
    }

    /// Whether it is time for a look.
    pub(super) fn is_due(&self, has_output: bool) -> bool {
        let interval = if has_output { OUTPUT_INTERVAL } else { LOOK_INTERVAL };
        self.looks.last().is_none_or(|(moment, _)| moment.elapsed() >= interval)
    }

    /// Adds a look at its threads.
    pub(super) fn look(&mut self, times: CoreTimes) {
        if times.is_empty() && self.known.is_empty() {
            return;
        }
        for (thread, now) in &times {
            // Another thread may have got the number of one that has ended.
            let before = self.known.get(thread).filter(|before| before.used <= now.used).copied().unwrap_or_default();
            let sum = self.since.entry(thread.clone()).or_default();
            sum.used += now.used.saturating_sub(before.used);
            sum.waited += now.waited.saturating_sub(before.waited);
            sum.yields |= now.yields;
        }
        self.known = times;
        self.looks.push((Instant::now(), Share::of(self.since.values())));
    }

    /// How long it has been kept waiting so far, in a time that began with its question.
    pub(super) fn excused(&self, taken: Duration) -> Duration {
        self.looks.last().map_or(Duration::ZERO, |(_, share)| taken - share.spent(taken).counted)
    }

    /// The same of a program that starts: how long its threads waited in all, since scripts start one program after another. It
    /// gains nothing by it, for its clock does not run yet.
    pub(super) fn excused_at_start(&self) -> Duration {
        self.looks.last().map_or(Duration::ZERO, |(_, share)| share.all_waited.min(MAX_START_WAIT))
    }

    /// How it spent the time until an answer.
    pub(super) fn spent(&self, taken: Duration, answered: Instant) -> Spent {
        let found = self.looks.iter().find(|(moment, _)| *moment >= answered).or(self.looks.last());
        found.map_or(taken.into(), |(_, share)| share.spent(taken))
    }
}

impl Share {
    /// The thread that had most of the processor tells how long the program was kept waiting: others may wait for it, and a
    /// program could have threads for nothing but that.
    fn of<'a>(threads: impl Iterator<Item = &'a ThreadTimes>) -> Share {
        let busy: Vec<&ThreadTimes> = threads.filter(|times| !(times.used + times.waited).is_zero()).collect();
        let main = busy.iter().max_by_key(|times| times.used).filter(|times| !times.yields);
        let waited = main.map_or(Duration::ZERO, |times| times.waited.min(times.used * MAX_WAIT_RATIO + MAX_WAIT));
        let all_waited = busy.iter().map(|times| times.waited).sum();
        Share { processor: busy.iter().map(|times| times.used).sum(), waited, all_waited, threads: busy.len() }
    }

    /// A program whose threads compete with each other has used its cores: at least its processor time counts, divided by the
    /// cores that its threads can use.
    fn spent(&self, taken: Duration) -> Spent {
        let cores = std::thread::available_parallelism().map_or(1, usize::from).min(self.threads).max(1);
        let least = self.processor / u32::try_from(cores).unwrap_or(u32::MAX);
        let counted = taken.saturating_sub(self.waited).max(least).min(taken);
        Spent { taken, counted, processor: Some(self.processor) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Milliseconds that threads had and waited.
    fn times(threads: &[[u64; 2]]) -> CoreTimes {
        let times = |&[used, waited]: &[u64; 2]| ThreadTimes {
            used: Duration::from_millis(used),
            waited: Duration::from_millis(waited),
            yields: false,
        };
        threads.iter().enumerate().map(|(number, ms)| (number.to_string(), times(ms))).collect()
    }

    /// What counts of so many milliseconds, and the processor time.
    fn counted(taken: u64, looks: &[CoreTimes]) -> (u64, Option<u64>) {
        let mut clock = CoreClock::new();
        clock.start(looks[0].clone());
        looks[1..].iter().for_each(|look| clock.look(look.clone()));
        let taken = Duration::from_millis(taken);
        let spent = clock.spent(taken, Instant::now());
        assert_eq!(spent.taken - spent.counted, clock.excused(taken));
        (spent.counted.as_millis() as u64, spent.processor.map(|time| time.as_millis() as u64))
    }

    #[test]
    fn waiting_for_a_core_does_not_count() {
        let one = |before, after| [times(&[before]), times(&[after])];
        assert_eq!(counted(1000, &one([5, 7], [1005, 7])), (1000, Some(1000)));
        assert_eq!(counted(15_800, &one([0, 0], [4100, 11_700])), (4100, Some(4100)));
        assert_eq!(counted(247, &one([0, 0], [5, 240])), (7, Some(5)));
        // A child process that is kept waiting, while its parent waits for it.
        assert_eq!(counted(1000, &[times(&[[10, 0]]), times(&[[12, 1], [400, 590]])]), (410, Some(402)));
        // Where nothing is known, all time counts.
        assert_eq!(counted(1000, &[times(&[]), times(&[])]), (1000, None));
    }

    #[test]
    fn a_program_gets_no_time_back_for_what_it_does_itself() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from).min(100) as u64;
        let idle = times(&[[0, 0]]);
        // It sleeps.
        assert_eq!(counted(1000, &[times(&[[5, 7]]), times(&[[5, 7]])]), (1000, Some(0)));
        // Hundred threads compete: it has had the cores all the time, even if only one of them is left in the end.
        let many = times(&[[1000 * cores / 100, 990]; 100]);
        assert!(counted(1000, &[idle.clone(), many.clone()]).0 >= 900);
        let last = times(&[[1000 * cores / 100 + 1, 990]]);
        assert!(counted(1000, &[idle.clone(), many, last]).0 >= 900);
        // It computes, and other threads only wait.
        let mut beside = vec![[10, 900]; 99];
        beside.push([990, 0]);
        assert_eq!(counted(1000, &[idle.clone(), times(&beside)]).0, 1000);
        // Its only busy thread lets all others go first.
        let mut polite = times(&[[10, 900]]);
        polite.values_mut().for_each(|times| times.yields = true);
        assert_eq!(counted(1000, &[idle.clone(), polite]).0, 1000);
    }

    #[test]
    fn every_program_hangs_in_the_end() {
        // A thread that never gets a core, and one that gets a thousandth.
        assert_eq!(counted(100_000, &[times(&[[0, 0]]), times(&[[0, 100_000]])]).0, 99_000);
        assert_eq!(counted(100_000, &[times(&[[0, 0]]), times(&[[100, 99_900]])]).0, 97_100);
    }

    #[test]
    fn a_start_by_several_programs_is_excused_whole() {
        let mut clock = CoreClock::new();
        clock.start(times(&[[0, 0]]));
        assert_eq!(clock.excused_at_start(), Duration::ZERO);
        // One after another, each waits for a core.
        clock.look(times(&[[20, 2000], [10, 3000]]));
        clock.look(times(&[[20, 2000]]));
        assert_eq!(clock.excused_at_start(), Duration::from_secs(5));
        clock.look(times(&[[20, 100_000]]));
        assert_eq!(clock.excused_at_start(), MAX_START_WAIT);
    }

    #[test]
    fn what_happens_after_the_answer_does_not_matter() {
        let mut clock = CoreClock::new();
        clock.start(times(&[[0, 0]]));
        clock.look(times(&[[6000, 0]]));
        let answered = clock.looks[0].0;
        clock.look(times(&[[6100, 1900]]));
        let taken = Duration::from_secs(6);
        assert_eq!(clock.spent(taken, answered).counted, taken);
    }
}
