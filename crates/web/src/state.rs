//! What all tabs share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use serde::Serialize;
use skirmish_api::messages::CATALOGUE;
use skirmish_api::{SearchJob, catalogue, hello};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::assets::Assets;
use crate::engine_pool::MemoryBudget;
use crate::guard::AccessPolicy;
use crate::limits::MAX_TABS;
use crate::scheduler::Scheduler;
use crate::server::ServerOptions;

/// What all tabs share.
pub struct ServerState {
    /// Who may come in.
    pub guard: AccessPolicy,
    /// Who may search.
    pub scheduler: Arc<Scheduler>,
    /// Who may search for a moment. However many think for seconds, a weak level does not wait for them.
    pub quick_scheduler: Arc<Scheduler>,
    /// The memory for all engines.
    pub memory: Arc<MemoryBudget>,
    /// The files of the page, the catalogue among them.
    pub assets: Assets,
    /// The first message on every connection, written once.
    pub hello: Utf8Bytes,
    /// Whether the server is about to end.
    pub closing: watch::Sender<bool>,
    /// How long a tab may take to read a message.
    pub timeout: Duration,
    tabs: AtomicUsize,
    next_seed: AtomicU64,
}

impl ServerState {
    /// A server with no tabs yet.
    pub fn new(guard: AccessPolicy, options: &ServerOptions) -> Arc<ServerState> {
        Arc::new(ServerState {
            guard,
            scheduler: Scheduler::new(options.searches),
            quick_scheduler: Scheduler::new(1),
            memory: MemoryBudget::new(options.memory),
            assets: Assets::built().with(CATALOGUE, &json(&catalogue())),
            hello: json(&hello()).into(),
            closing: watch::Sender::new(false),
            timeout: options.timeout,
            tabs: AtomicUsize::new(0),
            next_seed: AtomicU64::new(getrandom::u64().unwrap_or(1)),
        })
    }

    /// Lets one more tab in, unless there are too many.
    pub fn admit(self: &Arc<Self>) -> Option<Admission> {
        let taken = self.tabs.fetch_update(Relaxed, Relaxed, |tabs| (tabs < MAX_TABS).then_some(tabs + 1));
        taken.ok().map(|_| Admission(self.clone()))
    }

    /// How many tabs there are.
    pub fn tabs(&self) -> usize {
        self.tabs.load(Relaxed)
    }

    /// Those among whom a search waits for its turn.
    pub fn scheduler_for(&self, job: &SearchJob) -> Arc<Scheduler> {
        if job.header().engine_use.level().is_quick() { self.quick_scheduler.clone() } else { self.scheduler.clone() }
    }

    /// How many threads a new engine of a tab may use: all for somebody alone, one each for several.
    pub fn threads_for_a_tab(&self) -> usize {
        if self.tabs() <= 1 { self.scheduler.threads() } else { 1 }
    }

    /// A seed that was not used before.
    pub fn random_seed(&self) -> u64 {
        self.next_seed.fetch_add(0x9e37_79b9_7f4a_7c15, Relaxed)
    }
}

/// A message as JSON. All of them can be written.
fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// The right of a tab to be here; its place is free again when this is dropped.
pub struct Admission(Arc<ServerState>);

impl Drop for Admission {
    fn drop(&mut self) {
        self.0.tabs.fetch_sub(1, Relaxed);
    }
}
