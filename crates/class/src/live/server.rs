//! The server of the live page: pages, their files, and events.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::stream;
use skirmish_web::{Asset, Bytes, Endpoint, HeaderMap, Response, Site, events, serve_site, until_interrupted};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Duration, timeout};

use super::pages::{PageName, files};
use super::station::{READING_INTERVAL, Station, StoreOpener};
use super::{LiveError, LiveOptions};

/// A server of the live page.
#[derive(Clone)]
pub struct LiveServerOptions {
    /// What it shows.
    pub live: LiveOptions,
    /// The port; by default that of `skirmish web`, or any free one if that is taken.
    pub port: Option<u16>,
    /// The address for other machines, which need the token. Without it only this machine is served.
    pub listen: Option<IpAddr>,
    /// Their token, of letters and digits; by default a new one.
    pub token: Option<String>,
}

/// Serves the page until Ctrl-C or a termination signal. Calls `ready` with the address, token included, when browsers can connect.
///
/// The store must be there at the beginning. Later it may come and go; the page says so.
pub fn serve(options: &LiveServerOptions, ready: impl FnOnce(&str)) -> Result<(), LiveError> {
    // A wrong address is an error for the user, not for the viewers.
    options.live.open()?.plan()?;
    let live = options.live.clone();
    let served = until_interrupted(async |end| {
        let endpoint = Endpoint::bind(options.port, options.listen, options.token.as_deref()).await?;
        let mut last = None;
        let open = Box::new(move |is_open: bool| {
            let location = (live.locate)()?;
            if is_open && last.as_ref() == Some(&location) {
                return Ok(None);
            }
            let store = location.open()?;
            last = Some(location);
            Ok(Some(store))
        });
        ready(&endpoint.url());
        run(endpoint, open, &options.live, READING_INTERVAL, end).await;
        Ok(())
    });
    served.map_err(|error: io::Error| LiveError(error.to_string()))
}

/// Serves a tournament until `end`.
async fn run(
    endpoint: Endpoint,
    open: StoreOpener,
    options: &LiveOptions,
    interval: Duration,
    end: impl Future<Output = ()>,
) {
    let station = Station::start(open, options, interval);
    serve_site(endpoint, Arc::new(LiveSite::new(station.clone())), end).await;
    station.end();
}

/// The most viewers at once.
const MAX_VIEWERS: usize = 400;

/// Pages that are made at the same time.
const MAX_RENDERINGS: usize = 2;

/// A viewer hears from the server at least this often.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The pages of a station.
struct LiveSite {
    station: Arc<Station>,
    /// The pages of one version.
    pages: Mutex<(u64, HashMap<PageName, Asset>)>,
    files: Mutex<HashMap<&'static str, Asset>>,
    viewers: Arc<Semaphore>,
    renderings: Semaphore,
}

impl LiveSite {
    fn new(station: Arc<Station>) -> LiveSite {
        LiveSite {
            station,
            pages: Mutex::default(),
            files: Mutex::default(),
            viewers: Arc::new(Semaphore::new(MAX_VIEWERS)),
            renderings: Semaphore::new(MAX_RENDERINGS),
        }
    }

    /// A stream of events; `None` if there are too many.
    fn events(&self) -> Option<Response> {
        let place = self.viewers.clone().try_acquire_owned().ok()?;
        let (whole, receiver) = self.station.subscribe();
        let station = self.station.clone();
        let start = (Some(whole), receiver, station, place);
        Some(events(stream::unfold(start, async |(first, mut receiver, station, place)| {
            if let Some(first) = first {
                return Some((first, (None, receiver, station, place)));
            }
            let event = match timeout(HEARTBEAT, receiver.recv()).await {
                Ok(Ok(event)) => event,
                // A comment, which browsers ignore; it shows whether they are still there.
                Err(_) => Bytes::from_static(b":\n\n"),
                Ok(Err(RecvError::Lagged(_))) => {
                    let (whole, again) = station.subscribe();
                    receiver = again;
                    whole
                }
                Ok(Err(RecvError::Closed)) => return None,
            };
            Some((event, (None, receiver, station, place)))
        })))
    }

    /// A page, made once for each version.
    async fn page(self: &Arc<Self>, name: PageName) -> Option<Asset> {
        let state = self.station.state();
        let known = |site: &LiveSite| {
            let mut pages = site.pages.lock().unwrap_or_else(PoisonError::into_inner);
            if pages.0 != state.version {
                *pages = (state.version, HashMap::new());
            }
            pages.1.get(&name).cloned()
        };
        if let Some(page) = known(self) {
            return Some(page);
        }
        let _turn = self.renderings.acquire().await.ok()?;
        // Whoever was here before may have made it.
        if let Some(page) = known(self) {
            return Some(page);
        }
        let version = state.version;
        let rendered = tokio::task::spawn_blocking(move || {
            if state.summary.is_none() {
                let is_index = name == PageName::Overview;
                return is_index.then(|| Asset::new("index.html", NOTHING_YET.as_bytes()));
            }
            state.page(name).map(|text| Asset::new(&name.file(), text.as_bytes()))
        });
        let page = rendered.await.ok()??;
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.0 == version {
            pages.1.insert(name, page.clone());
        }
        Some(page)
    }

    /// Scripts and styles, made once.
    fn file(&self, name: &str) -> Option<Asset> {
        let mut known = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_empty() {
            let summary = self.station.state().summary?;
            known.extend(files(&summary).into_iter().map(|(name, text)| (name, Asset::new(name, text.as_bytes()))));
        }
        known.get(name).cloned()
    }
}

impl Site for LiveSite {
    async fn answer(self: Arc<Self>, path: String, headers: HeaderMap) -> Option<Response> {
        let name = path.strip_prefix('/')?;
        if name == "events" {
            return self.events();
        }
        let asset = match PageName::parse(name) {
            Some(page) => self.page(page).await,
            None => self.file(name),
        };
        Some(asset?.answer(&headers))
    }
}

/// The page before there is a tournament.
const NOTHING_YET: &str = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"2\">\
    <title>No tournament yet</title>\n<main><h1>No tournament yet</h1><p>This page continues when it begins.</p></main></html>\n";

#[cfg(test)]
mod tests;
