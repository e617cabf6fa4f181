//! Serving read-only pages of another crate, with the same access policy, limits and headers as the page of the games.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::{HeaderMap, Method, Request, StatusCode};
use tokio::sync::watch;

use crate::endpoint::Endpoint;
use crate::guard::AccessPolicy;
use crate::limits::SEND_TIMEOUT;
use crate::listener::{ListenerLimits, listen};
use crate::response::{Response, guarded, plain};
use crate::system::interrupted;

/// Read-only pages.
pub trait Site: Send + Sync + 'static {
    /// The response to a request for a path; `None` if there is no such page.
    fn answer(self: Arc<Self>, path: String, headers: HeaderMap) -> impl Future<Output = Option<Response>> + Send;
}

/// The most connections to a site at once, open streams of events included.
const MAX_SITE_CONNECTIONS: usize = 512;

/// Serves a site until `end`.
pub async fn serve_site(endpoint: Endpoint, site: Arc<impl Site>, end: impl Future<Output = ()>) {
    let closing = watch::Sender::new(false);
    let limits = ListenerLimits { connections: MAX_SITE_CONNECTIONS, timeout: SEND_TIMEOUT };
    let guard = Arc::new(endpoint.guard);
    let answer = move |request| answer(guard.clone(), site.clone(), request);
    let listening = listen(endpoint.listener, &closing, limits, answer);
    let ending = async {
        end.await;
        closing.send_replace(true);
    };
    tokio::join!(listening, ending);
}

async fn answer(guard: Arc<AccessPolicy>, site: Arc<impl Site>, request: Request<Incoming>) -> Response {
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let path = uri.path().to_owned();
    let page = async {
        if !is_read {
            return plain(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed.");
        }
        let found = site.answer(path, headers.clone()).await;
        found.unwrap_or_else(|| plain(StatusCode::NOT_FOUND, "Page not found."))
    };
    guarded(&guard, (&uri, &headers), page).await
}

/// Runs a server until Ctrl-C or a termination signal: `serve` gets a future that completes then.
pub fn until_interrupted<T>(serve: impl AsyncFnOnce(Interruption) -> io::Result<T>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let end: Interruption = Box::pin(interrupted()?);
        serve(end).await
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

/// Completes at Ctrl-C or a termination signal.
pub type Interruption = Pin<Box<dyn Future<Output = ()> + Send>>;
