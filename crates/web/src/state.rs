//! The shared state of all tabs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use serde::Serialize;
use skirmish_api::messages::{CATALOGUE, RoomOffer};
use skirmish_api::{SearchJob, catalogue, hello};
use skirmish_games::GameId;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::assets::Assets;
use crate::engine_pool::MemoryBudget;
use crate::guard::AccessPolicy;
use crate::limits::MAX_TABS;
use crate::rooms::Rooms;
use crate::scheduler::Scheduler;
use crate::server::ServerOptions;

/// The shared state of all tabs.
pub struct ServerState {
    /// The access policy.
    pub guard: AccessPolicy,
    /// The scheduler of searches.
    pub scheduler: Arc<Scheduler>,
    /// The scheduler of weak levels, so that their short searches do not wait for long ones.
    pub quick_scheduler: Arc<Scheduler>,
    /// The memory for all engines.
    pub memory: Arc<MemoryBudget>,
    /// The files of the page, the catalogue among them.
    pub assets: Assets,
    /// The rooms, if this server offers them.
    pub rooms: Option<Arc<Rooms>>,
    /// The first message on every connection.
    pub hello: Utf8Bytes,
    /// Whether the server is closing.
    pub closing: watch::Sender<bool>,
    /// The timeout for sending a message to a tab.
    pub timeout: Duration,
    tabs: AtomicUsize,
    next_seed: AtomicU64,
}

/// Adds the puzzles of every game that has some, where the site has them, too.
fn with_puzzles(assets: Assets) -> Assets {
    let files = GameId::all().map(|game| (game.info().id, skirmish_puzzles::stored(game)));
    files
        .filter(|(_, text)| !text.is_empty())
        .fold(assets, |assets, (id, text)| assets.with(&format!("puzzles/{id}.txt"), text))
}

impl ServerState {
    /// The state of a server without tabs.
    ///
    /// `address` is that for other machines, with the token; such a server has rooms.
    pub fn new(guard: AccessPolicy, options: &ServerOptions, address: Option<String>) -> Arc<ServerState> {
        let random = getrandom::u64().unwrap_or(1);
        Arc::new(ServerState {
            guard,
            rooms: address.is_some().then(|| Rooms::new(random as u32)),
            scheduler: Scheduler::new(options.searches),
            quick_scheduler: Scheduler::new(1),
            memory: MemoryBudget::new(options.memory),
            assets: with_puzzles(Assets::built().with(CATALOGUE, &json(&catalogue()))),
            hello: json(&hello(address.map(|address| RoomOffer { address }))).into(),
            closing: watch::Sender::new(false),
            timeout: options.timeout,
            tabs: AtomicUsize::new(0),
            next_seed: AtomicU64::new(random),
        })
    }

    /// Admits a tab, unless there are too many.
    pub fn admit(self: &Arc<Self>) -> Option<Admission> {
        let taken = self.tabs.fetch_update(Relaxed, Relaxed, |tabs| (tabs < MAX_TABS).then_some(tabs + 1));
        taken.ok().map(|_| Admission(self.clone()))
    }

    /// The number of tabs.
    pub fn tabs(&self) -> usize {
        self.tabs.load(Relaxed)
    }

    /// The scheduler for a search.
    pub fn scheduler_for(&self, job: &SearchJob) -> Arc<Scheduler> {
        if job.header().engine_use.level().is_quick() { self.quick_scheduler.clone() } else { self.scheduler.clone() }
    }

    /// The number of threads of a new engine: all for a single tab, one for each of several.
    pub fn threads_for_a_tab(&self) -> usize {
        if self.tabs() <= 1 { self.scheduler.threads() } else { 1 }
    }

    /// A new random seed.
    pub fn random_seed(&self) -> u64 {
        self.next_seed.fetch_add(0x9e37_79b9_7f4a_7c15, Relaxed)
    }
}

/// A message as JSON.
fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// Counts an open tab until dropped.
pub struct Admission(Arc<ServerState>);

impl Drop for Admission {
    fn drop(&mut self) {
        self.0.tabs.fetch_sub(1, Relaxed);
    }
}
