//! The server: an address, what it answers to requests, and its end.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State as Shared;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use tokio::net::TcpListener;

use crate::assets::Assets;
use crate::connection;
use crate::guard::{Guard, Pass, Shut};
use crate::limits::{MOST_BYTES, PATIENCE};
use crate::listener::listen;
use crate::searchers::Business;
use crate::state::State;

/// The port if nobody names one.
pub const PORT: u16 = 7878;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port; without it [`PORT`], or any that is free if that is taken.
    pub port: Option<u16>,
    /// The address to be reached at from other machines, for those who have the token. Without it only this machine is served.
    pub listen: Option<IpAddr>,
    /// How many threads search at once.
    pub searches: usize,
    /// Megabytes for the tables of all engines together.
    pub memory: usize,
    /// How long a tab may take to read a message before it is given up.
    pub patience: Duration,
}

/// This machine only, all its cores, half a gigabyte.
impl Default for Options {
    fn default() -> Options {
        let searches = std::thread::available_parallelism().map_or(1, usize::from);
        Options { port: None, listen: None, searches, memory: 512, patience: PATIENCE }
    }
}

/// A server that has its address and is about to serve.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<State>,
}

/// A view of a server at work, for tests and for the curious.
#[derive(Clone)]
pub struct Watch(Arc<State>);

impl Watch {
    /// How busy the searchers are.
    pub fn business(&self) -> Business {
        self.0.searchers.business()
    }

    /// How many tabs there are.
    pub fn tabs(&self) -> usize {
        self.0.tabs()
    }

    /// Megabytes for engines that no engine has.
    pub fn memory_left(&self) -> usize {
        self.0.memory.left()
    }
}

impl Server {
    /// Takes an address.
    pub async fn bind(options: &Options) -> io::Result<Server> {
        let address = options.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let bind = async |port| {
            let place = SocketAddr::new(address, port);
            TcpListener::bind(place).await.map_err(|error| io::Error::new(error.kind(), format!("{place}: {error}")))
        };
        let listener = match options.port {
            Some(port) => bind(port).await?,
            None => match bind(PORT).await {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => bind(0).await?,
                other => other?,
            },
        };
        let address = listener.local_addr()?;
        let guard = match options.listen {
            None => Guard::Loopback(address.port()),
            Some(_) => Guard::with_token(address.port()).map_err(io::Error::other)?,
        };
        Ok(Server { listener, address, state: State::new(guard, options) })
    }

    /// What to type into a browser, the token included.
    ///
    /// A server that listens at all addresses cannot know by which name others reach its machine, and names its own.
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            ip if ip.is_unspecified() => SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), self.address.port()),
            _ => self.address,
        };
        match self.state.guard.token() {
            None => format!("http://{host}/"),
            Some(token) => format!("http://{host}/?token={token}"),
        }
    }

    /// A view of it at work.
    pub fn watch(&self) -> Watch {
        Watch(self.state.clone())
    }

    /// Serves until `end`, then says goodbye to all tabs and ends their searches.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) {
        let state = self.state.clone();
        let assets = Arc::new(Assets::built());
        let router = Router::new()
            .route("/socket", any(socket))
            .fallback(move |request: Request<Body>| async move { page(&assets, &request) })
            .layer(from_fn_with_state(state.clone(), guard))
            .with_state(state.clone());
        let listening = listen(self.listener, router, state.closing.subscribe(), state.patience);
        let ending = async {
            end.await;
            state.closing.send_replace(true);
        };
        tokio::join!(listening, ending);
        // Tabs go by themselves, and their searches end within a moment.
        for _ in 0..200 {
            if state.tabs() == 0 && state.searchers.business().busy == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Lets in who may come in, and has every answer say what a browser may do with it.
async fn guard(Shared(state): Shared<Arc<State>>, request: Request<Body>, next: Next) -> Response {
    let mut response = match state.guard.admit(request.uri(), request.headers()) {
        Ok(Pass::Plain) => next.run(request).await,
        Ok(Pass::Remember(cookie)) => {
            let mut response = next.run(request).await;
            response.headers_mut().insert(SET_COOKIE, cookie);
            response
        }
        Err(shut) => refused(shut),
    };
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Our own scripts and styles, our own socket, and nothing else; nobody may frame the page or learn its address.
const SECURITY: [(HeaderName, &str); 6] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

fn refused(shut: Shut) -> Response {
    plain(StatusCode::FORBIDDEN, shut.sentence())
}

fn plain(status: StatusCode, sentence: &'static str) -> Response {
    (status, [(CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{sentence}\n")).into_response()
}

fn page(assets: &Assets, request: &Request<Body>) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "There is nothing to change here.");
    }
    let found = assets.get(request.uri().path(), request.headers());
    found.unwrap_or_else(|| plain(StatusCode::NOT_FOUND, "There is no such page."))
}

/// Opens the socket of a tab.
async fn socket(Shared(state): Shared<Arc<State>>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if let Err(shut) = state.guard.admit_socket(&headers) {
        return refused(shut);
    }
    let Some(seat) = state.seat() else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "There are too many tabs: please close some.");
    };
    upgrade
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        .max_write_buffer_size(4 * MOST_BYTES)
        .on_upgrade(move |socket| connection::serve(state, seat, socket))
}

/// Serves until Ctrl-C, or until the system asks the program to end. `ready` is called with the address when browsers can connect.
pub fn serve(options: &Options, ready: impl FnOnce(&Server)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let server = Server::bind(options).await?;
        let end = interrupted()?;
        ready(&server);
        server.run(end).await;
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

/// The moment when somebody wants the program to end. Nobody's wish is missed after the call.
#[cfg(unix)]
fn interrupted() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// The moment when somebody wants the program to end.
#[cfg(not(unix))]
fn interrupted() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
