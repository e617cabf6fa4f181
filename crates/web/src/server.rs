//! The HTTP server: binding, responses, shutdown.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use skirmish_api::limits::MAX_MESSAGE_BYTES;
use tokio::net::TcpListener;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::connection;
use crate::guard::{AccessPolicy, Denied, Pass};
use crate::limits::SEND_TIMEOUT;
use crate::listener::listen;
use crate::scheduler::Load;
use crate::state::ServerState;
use crate::system::interrupted;

/// An HTTP response.
pub type Response = hyper::Response<Full<Bytes>>;

/// The default port.
pub const PORT: u16 = 7878;

/// Options of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The port; by default [`PORT`], or any free one if that is taken.
    pub port: Option<u16>,
    /// The address for other machines, which need the token. Without it only this machine is served.
    pub listen: Option<IpAddr>,
    /// The number of search threads.
    pub searches: usize,
    /// Megabytes for the transposition tables of all engines.
    pub memory: usize,
    /// The timeout for sending a message to a tab.
    pub timeout: Duration,
}

/// This machine only, all its cores, half a gigabyte.
impl Default for ServerOptions {
    fn default() -> ServerOptions {
        let searches = std::thread::available_parallelism().map_or(1, usize::from);
        ServerOptions { port: None, listen: None, searches, memory: 512, timeout: SEND_TIMEOUT }
    }
}

/// A bound server.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<ServerState>,
}

/// The state of a running server, for tests.
#[derive(Clone)]
pub struct ServerProbe(Arc<ServerState>);

impl ServerProbe {
    /// The load of the scheduler.
    pub fn load(&self) -> Load {
        self.0.scheduler.load()
    }

    /// The number of tabs.
    pub fn tabs(&self) -> usize {
        self.0.tabs()
    }

    /// Free megabytes for engines.
    pub fn memory_left(&self) -> usize {
        self.0.memory.left()
    }
}

impl Server {
    /// Binds an address. Fails if the port is taken.
    pub async fn bind(options: &ServerOptions) -> io::Result<Server> {
        let address = options.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let bind = async |port| {
            let target = SocketAddr::new(address, port);
            TcpListener::bind(target).await.map_err(|error| io::Error::new(error.kind(), format!("{target}: {error}")))
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
            None => AccessPolicy::Loopback(address.port()),
            Some(_) => AccessPolicy::with_token(address.port()).map_err(io::Error::other)?,
        };
        Ok(Server { listener, address, state: ServerState::new(guard, options) })
    }

    /// The URL to open, with the token.
    ///
    /// A server that listens on all addresses does not know its name on the network and returns the loopback address.
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

    /// A probe of its state.
    pub fn probe(&self) -> ServerProbe {
        ServerProbe(self.state.clone())
    }

    /// Serves until `end`, then closes all tabs and their searches.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) {
        let state = self.state.clone();
        let listening = listen(self.listener, &state);
        let ending = async {
            end.await;
            state.closing.send_replace(true);
        };
        tokio::join!(listening, ending);
        // Tabs close by themselves; wait up to two seconds.
        for _ in 0..200 {
            if state.tabs() == 0 && state.scheduler.load().busy == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Responds to a request: checks access and adds the security headers.
pub fn answer(state: &Arc<ServerState>, request: Request<Incoming>) -> Response {
    let pass = state.guard.admit(request.uri(), request.headers());
    let mut response = match (&pass, request.uri().path()) {
        (Err(denied), _) => refused(*denied),
        (Ok(_), "/socket") => socket(state, request),
        (Ok(_), _) => page(state, &request),
    };
    let headers = response.headers_mut();
    if let Ok(Pass::Remember(cookie)) = pass {
        headers.insert(SET_COOKIE, cookie);
    }
    for (name, value) in SECURITY {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Allow our own scripts, styles and socket only; no framing, no referrer.
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

fn refused(denied: Denied) -> Response {
    plain(StatusCode::FORBIDDEN, denied.sentence())
}

fn plain(status: StatusCode, sentence: &'static str) -> Response {
    let mut response = Response::new(format!("{sentence}\n").into());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    *response.status_mut() = status;
    response
}

/// Sends a file of the page.
fn page(state: &ServerState, request: &Request<Incoming>) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed.");
    }
    let found = state.assets.get(request.uri().path(), request.headers());
    found.unwrap_or_else(|| plain(StatusCode::NOT_FOUND, "Page not found."))
}

/// Opens the socket of a tab.
fn socket(state: &Arc<ServerState>, request: Request<Incoming>) -> Response {
    if let Err(denied) = state.guard.admit_socket(request.headers()) {
        return refused(denied);
    }
    let Ok(response) = create_response_with_body(&request, Full::default) else {
        return plain(StatusCode::BAD_REQUEST, "Expected a WebSocket request.");
    };
    let Some(admission) = state.admit() else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "Too many tabs are open: please close some.");
    };
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES))
        .max_write_buffer_size(4 * MAX_MESSAGE_BYTES);
    let state = state.clone();
    tokio::spawn(async move {
        if let Ok(stream) = hyper::upgrade::on(request).await {
            let socket = WebSocketStream::from_raw_socket(TokioIo::new(stream), Role::Server, Some(config)).await;
            connection::serve(state, admission, socket).await;
        }
    });
    response
}

/// Serves until Ctrl-C or a termination signal. Calls `ready` when browsers can connect.
pub fn serve(options: &ServerOptions, ready: impl FnOnce(&Server)) -> io::Result<()> {
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
