//! The server of the games: responses, sockets, shutdown.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use skirmish_api::limits::MAX_MESSAGE_BYTES;
use tokio::net::TcpListener;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::connection;
use crate::endpoint::Endpoint;
use crate::limits::{MAX_CONNECTIONS, SEND_TIMEOUT};
use crate::listener::{ListenerLimits, listen};
use crate::response::{Response, body, guarded, plain, refused};
use crate::scheduler::Load;
use crate::site::until_interrupted;
use crate::state::ServerState;

/// Options of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The port; by default [`PORT`](crate::PORT), or any free one if that is taken.
    pub port: Option<u16>,
    /// The address for other machines, which need the token. Without it only this machine is served.
    pub listen: Option<IpAddr>,
    /// Their token, of letters and digits; by default a new one for each server.
    pub token: Option<String>,
    /// The number of search threads.
    pub searches: usize,
    /// Megabytes for all engines, with their transposition tables.
    pub memory: usize,
    /// The timeout for sending a message to a tab.
    pub timeout: Duration,
}

/// This machine only, all its cores, half a gigabyte.
impl Default for ServerOptions {
    fn default() -> ServerOptions {
        let searches = std::thread::available_parallelism().map_or(1, usize::from);
        ServerOptions { port: None, listen: None, token: None, searches, memory: 512, timeout: SEND_TIMEOUT }
    }
}

/// A bound server.
pub struct Server {
    listener: TcpListener,
    url: String,
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

    /// The number of engines that rest between two searches.
    pub fn engines(&self) -> usize {
        self.0.memory.resting()
    }
}

impl Server {
    /// Binds an address. Fails if the port is taken.
    pub async fn bind(options: &ServerOptions) -> io::Result<Server> {
        let endpoint = Endpoint::bind(options.port, options.listen, options.token.as_deref()).await?;
        let shared = options.listen.is_some().then(|| endpoint.shared_url());
        let url = endpoint.url();
        Ok(Server { listener: endpoint.listener, url, state: ServerState::new(endpoint.guard, options, shared) })
    }

    /// The URL to open, with the token: see [`Endpoint::url`].
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// A probe of its state.
    pub fn probe(&self) -> ServerProbe {
        ServerProbe(self.state.clone())
    }

    /// Serves until `end`, then closes all tabs and their searches.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) {
        let state = self.state.clone();
        let limits = ListenerLimits { connections: MAX_CONNECTIONS, timeout: state.timeout };
        let answering = state.clone();
        let answer = move |request| answer(answering.clone(), request);
        let listening = listen(self.listener, &state.closing, limits, answer);
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

/// Responds to a request.
async fn answer(state: Arc<ServerState>, request: Request<Incoming>) -> Response {
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    let respond = async {
        match uri.path() {
            "/socket" => socket(&state, request),
            _ => page(&state, &request),
        }
    };
    guarded(&state.guard, (&uri, &headers), respond).await
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
    let Ok(response) = create_response_with_body(&request, || body("")) else {
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
    until_interrupted(async |end| {
        let server = Server::bind(options).await?;
        ready(&server);
        server.run(end).await;
        Ok(())
    })
}
