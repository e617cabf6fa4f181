//! Servers and clients for the tests. Every wait has a generous timeout.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use skirmish_api::messages::CATALOGUE;
use skirmish_web::{Load, Server, ServerOptions, ServerProbe};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The timeout of every wait, for busy machines.
pub const BOUND: Duration = Duration::from_secs(120);

/// A running server.
pub struct Running {
    pub url: String,
    pub probe: ServerProbe,
    end: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    /// A server on a free port.
    pub async fn start(options: ServerOptions) -> Running {
        // Port 0 is any free port.
        let server = Server::bind(&ServerOptions { port: Some(0), ..options }).await.unwrap();
        let (url, probe) = (server.url(), server.probe());
        let (end, ended) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = ended.await;
        }));
        Running { url, probe, end, task }
    }

    /// With one thread and little memory: enough for most tests.
    pub async fn small() -> Running {
        Running::start(ServerOptions { searches: 1, memory: 16, ..ServerOptions::default() }).await
    }

    /// The same with a tab.
    pub async fn with_tab() -> (Running, Tab) {
        let server = Running::small().await;
        let tab = Tab::open(&server).await;
        (server, tab)
    }

    /// `127.0.0.1:7878`.
    pub fn host(&self) -> &str {
        self.url.trim_start_matches("http://").split('/').next().unwrap()
    }

    /// Stops the server.
    pub async fn end(self) {
        self.end.send(()).unwrap();
        tokio::time::timeout(BOUND, self.task).await.unwrap().unwrap();
    }

    /// Waits for a load of the scheduler.
    pub async fn until(&self, what: &str, done: impl Fn(Load) -> bool) {
        self.until_probe(what, |probe| done(probe.load())).await;
    }

    /// Waits for a state of the server.
    pub async fn until_probe(&self, what: &str, done: impl Fn(&ServerProbe) -> bool) {
        let wait = async {
            while !done(&self.probe) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let result = tokio::time::timeout(BOUND, wait).await;
        result.unwrap_or_else(|_| panic!("never {what}: {:?}, {} tabs", self.probe.load(), self.probe.tabs()));
    }

    /// Fetches the catalogue.
    pub async fn catalogue(&self) -> Value {
        let (_, body) = self.fetch(&format!("GET /{CATALOGUE} HTTP/1.1\r\nHost: {}", self.host())).await;
        serde_json::from_slice(&body).unwrap()
    }

    /// The response to an HTTP request: head and body.
    pub async fn fetch(&self, head: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.host()).await.unwrap();
        stream.write_all(format!("{head}\r\nConnection: close\r\n\r\n").as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        tokio::time::timeout(BOUND, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
        let split = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        (String::from_utf8(bytes[..split].to_vec()).unwrap().to_lowercase(), bytes[split + 4..].to_vec())
    }
}

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Opens a WebSocket; these headers replace the defaults, empty ones remove them.
pub async fn open(
    server: &Running,
    path: &str,
    headers: &[(&'static str, &str)],
) -> Result<Socket, tungstenite::Error> {
    let mut request = format!("ws://{}{path}", server.host()).into_client_request()?;
    let origin = format!("http://{}", server.host());
    request.headers_mut().insert("origin", origin.parse().unwrap());
    for (name, value) in headers {
        match *value {
            "" => drop(request.headers_mut().remove(*name)),
            value => drop(request.headers_mut().insert(*name, value.parse().unwrap())),
        }
    }
    connect_async(request).await.map(|(socket, _)| socket)
}

/// A well-behaved tab.
pub struct Tab {
    pub socket: Socket,
    id: u32,
}

impl Tab {
    pub async fn open(server: &Running) -> Tab {
        Tab::on(open(server, "/socket", &[]).await.unwrap()).await
    }

    pub async fn on(socket: Socket) -> Tab {
        let mut tab = Tab { socket, id: 0 };
        assert_eq!(tab.receive().await["type"], "hello");
        tab
    }

    /// The next message.
    pub async fn receive(&mut self) -> Value {
        loop {
            let frame =
                tokio::time::timeout(BOUND, self.socket.next()).await.expect("timeout").expect("closed").unwrap();
            if let Frame::Text(text) = frame {
                return serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            }
        }
    }

    /// Sends a request and returns its id.
    pub async fn send(&mut self, mut request: Value) -> u32 {
        self.id += 1;
        request["id"] = json!(self.id);
        self.socket.send(Frame::text(request.to_string())).await.unwrap();
        self.id
    }

    /// The next message of this type.
    pub async fn receive_type(&mut self, kind: &str) -> Value {
        loop {
            let message = self.receive().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Sends a request and returns the last reply, which must have this type.
    pub async fn ask(&mut self, request: Value, kind: &str) -> Value {
        let id = self.send(request).await;
        let answer = self.last(id).await;
        assert_eq!(answer["type"], kind, "{answer}");
        answer
    }

    /// The last reply to a request.
    pub async fn last(&mut self, id: u32) -> Value {
        self.all(id).await.pop().unwrap()
    }

    /// All replies to a request.
    pub async fn all(&mut self, id: u32) -> Vec<Value> {
        let mut messages = Vec::new();
        loop {
            let message = self.receive().await;
            if message["id"] != id {
                continue;
            }
            let last = is_last(&message);
            messages.push(message);
            if last {
                return messages;
            }
        }
    }

    /// Closes the connection and waits for the close frame.
    pub async fn close(mut self) {
        self.socket.close(None).await.unwrap();
        while let Ok(Some(Ok(_))) = tokio::time::timeout(BOUND, self.socket.next()).await {}
    }
}

/// Whether a message is the last reply.
fn is_last(message: &Value) -> bool {
    match message["type"].as_str() {
        Some("thinking" | "waiting" | "reviewed" | "searchNodes" | "rung") => false,
        Some("analysis") => message["done"] == true,
        _ => true,
    }
}

/// All games, in these sizes of the offered range.
pub async fn games(server: &Running, sizes: impl Fn(u8, u8) -> Vec<u8>) -> Vec<String> {
    let catalogue = server.catalogue().await;
    let in_sizes = |game: &Value| {
        let (id, bound) = (text(&game["id"]), |name: &str| game["sizes"][name].as_u64().map(|size| size as u8));
        match (bound("least"), bound("most")) {
            (Some(least), Some(most)) => sizes(least, most).into_iter().map(|size| format!("{id}:{size}")).collect(),
            _ => vec![id.to_owned()],
        }
    };
    list(&catalogue["games"]).iter().flat_map(in_sizes).collect()
}

/// A game from its default start.
pub fn line(game: &str, actions: &[&str]) -> Value {
    json!({ "game": game, "actions": actions })
}

/// A text in a message.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}

/// A list in a message.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is not a list"))
}

/// The texts of a list of actions.
pub fn texts(actions: &Value) -> Vec<&str> {
    list(actions).iter().map(|action| text(&action["text"])).collect()
}
