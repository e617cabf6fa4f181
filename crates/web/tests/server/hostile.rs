//! Hostile clients: the server stays up and others keep playing.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use skirmish_api::messages::CATALOGUE;
use skirmish_web::ServerOptions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Mutex;
use tokio_tungstenite::tungstenite::{Error, Message as Frame};

use crate::client::{BOUND, Running, Socket, Tab, line, open};
use crate::games::play;

/// Serializes tests with many connections, because a process has a limited number.
pub static CROWD: Mutex<()> = Mutex::const_new(());

/// The close code of a connection; `None` if there is no close frame.
async fn ended(socket: &mut Socket) -> Option<u16> {
    loop {
        match tokio::time::timeout(BOUND, socket.next()).await.expect("still open") {
            Some(Ok(Frame::Close(frame))) => return frame.map(|frame| frame.code.into()),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return None,
        }
    }
}

/// Checks that the server still works.
async fn is_well(server: &Running) {
    let mut tab = Tab::open(server).await;
    tab.ask(json!({ "type": "show", "line": line("hiya", &[]) }), "position").await;
    tab.close().await;
}

/// Checks the reply to an invalid message.
fn assert_nonsense(answer: &Value) {
    assert!(answer["type"] == "error" && answer["id"].is_null(), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn giant_messages_end_the_connection_and_nothing_else() {
    let server = Running::small().await;
    let mut socket = open(&server, "/socket", &[]).await.unwrap();
    // The server may close the connection before all of it is sent.
    let _ = socket.send(Frame::text("x".repeat(300 * 1024))).await;
    assert!(matches!(ended(&mut socket).await, Some(1009) | None));
    // The same in fragments.
    let mut socket = open(&server, "/socket", &[]).await.unwrap();
    let piece = |first: bool| {
        use tokio_tungstenite::tungstenite::protocol::frame::{Frame as Raw, coding};
        let code = if first { coding::Data::Text } else { coding::Data::Continue };
        Frame::Frame(Raw::message("x".repeat(64 * 1024), coding::OpCode::Data(code), false))
    };
    for number in 0..8 {
        let _ = socket.send(piece(number == 0)).await;
    }
    assert!(matches!(ended(&mut socket).await, Some(1009) | None));
    // Just below the limit it is an invalid request.
    let mut tab = Tab::open(&server).await;
    tab.socket.send(Frame::text(" ".repeat(250 * 1024))).await.unwrap();
    assert_nonsense(&tab.receive().await);
    is_well(&server).await;
    server.until_probe("only the tab is left", |probe| probe.tabs() <= 1).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_messages_are_answered_and_binary_ones_end_the_connection() {
    let (server, mut tab) = Running::with_tab().await;
    let deep = "[".repeat(100_000);
    for text in
        ["", "{", "null", "[]", "\"show\"", "{\"type\":\"show\",\"id\":-1}", "{\"id\":1e99}", deep.as_str(), "\u{0}"]
    {
        tab.socket.send(Frame::text(text)).await.unwrap();
        assert_nonsense(&tab.receive().await);
    }
    tab.socket.send(Frame::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(ended(&mut tab.socket).await, Some(1003));
    // Neither WebSocket nor HTTP.
    let mut stream = TcpStream::connect(server.host()).await.unwrap();
    stream.write_all(&[0xff; 5000]).await.unwrap();
    let mut socket = open(&server, "/socket", &[]).await.unwrap();
    if let tokio_tungstenite::MaybeTlsStream::Plain(stream) = socket.get_mut() {
        stream.write_all(&[0xff; 5000]).await.unwrap();
    }
    assert_ne!(ended(&mut socket).await, Some(1000));
    is_well(&server).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_that_never_read_do_not_disturb_those_who_play() {
    let _crowd = CROWD.lock().await;
    let server = Running::start(ServerOptions { searches: 2, memory: 64, ..ServerOptions::default() }).await;
    let mut hogs = Vec::new();
    for number in 0..200 {
        let mut socket = open(&server, "/socket", &[]).await.unwrap();
        let request = json!({ "type": "analyze", "id": 1, "line": line("gastank", &[]), "lines": 3 });
        socket.send(Frame::text(request.to_string())).await.unwrap();
        for id in 2..12 {
            let show = json!({ "type": "show", "id": id, "line": line("gastank", &[]) });
            socket.send(Frame::text(show.to_string())).await.unwrap();
        }
        if number % 10 == 0 {
            socket.send(Frame::text("x".repeat(100_000))).await.unwrap();
        }
        hogs.push(socket);
    }
    assert_eq!(server.probe.tabs(), 200);
    let (mut one, mut two) = (Tab::open(&server).await, Tab::open(&server).await);
    let other = tokio::spawn(async move {
        play(&mut two, "oska", 1).await;
        two
    });
    play(&mut one, "oska", 2).await;
    let two = other.await.unwrap();
    drop(hogs);
    server.until_probe("only the players are left", |probe| probe.tabs() == 2).await;
    server.until("idle", |load| load.busy == 0 && load.analyses_waiting == 0).await;
    one.close().await;
    two.close().await;
    server.until_probe("all memory is back", |probe| probe.memory_left() == 64).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_never_reads_is_given_up() {
    let options =
        ServerOptions { searches: 1, memory: 16, timeout: Duration::from_millis(400), ..ServerOptions::default() };
    let server = Running::start(options).await;
    // One tab is silent during a search, one sends requests and never reads.
    let mut silent = open(&server, "/socket", &[]).await.unwrap();
    let request = json!({ "type": "analyze", "id": 1, "line": line("gastank", &[]), "lines": 3 });
    silent.send(Frame::text(request.to_string())).await.unwrap();
    server.until("searching", |load| load.busy == 1).await;
    let mut asking = open(&server, "/socket", &[]).await.unwrap();
    let flood = tokio::spawn(async move {
        let show = json!({ "type": "show", "id": 1, "line": line("gastank", &[]) }).to_string();
        while asking.feed(Frame::text(show.as_str())).await.is_ok() && asking.flush().await.is_ok() {}
    });
    server.until_probe("both are given up", |probe| probe.tabs() == 0).await;
    server.until("idle", |load| load.busy == 0).await;
    tokio::time::timeout(BOUND, flood).await.unwrap().unwrap();
    is_well(&server).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_room_for_so_many_tabs_and_then_for_none_until_one_goes() {
    let _crowd = CROWD.lock().await;
    let server = Running::small().await;
    let mut sockets = Vec::new();
    for _ in 0..256 {
        sockets.push(open(&server, "/socket", &[]).await.unwrap());
    }
    match open(&server, "/socket", &[]).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 503),
        other => panic!("{:?}", other.map(drop)),
    }
    sockets.pop();
    server.until_probe("one has gone", |probe| probe.tabs() == 255).await;
    is_well(&server).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_requests_is_slowed_down_and_answered_in_full() {
    let server = Running::small().await;
    let tab = Tab::open(&server).await;
    let (mut sink, mut stream) = tab.socket.split();
    let sending = tokio::spawn(async move {
        for id in 0..300 {
            let ping = json!({ "type": "ping", "id": id }).to_string();
            sink.send(Frame::text(ping)).await.unwrap();
        }
        sink
    });
    let mut answered = 0;
    while answered < 300 {
        if let Frame::Text(_) = tokio::time::timeout(BOUND, stream.next()).await.unwrap().unwrap().unwrap() {
            answered += 1;
        }
    }
    drop(sending.await.unwrap());
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_headers_are_refused() {
    let server = Running::small().await;
    let mut stream = TcpStream::connect(server.host()).await.unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n", server.host(), "x".repeat(400_000));
    // The server may close the connection before all of it is written.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    is_well(&server).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_ask_and_never_read_are_given_up() {
    let _crowd = CROWD.lock().await;
    let timeout = Duration::from_millis(400);
    let server = Running::start(ServerOptions { searches: 1, memory: 16, timeout, ..ServerOptions::default() }).await;
    let request = format!("GET /{CATALOGUE} HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()).repeat(40);
    // As many as are served at once. With small buffers, little is on the way.
    let mut streams = Vec::new();
    for _ in 0..256 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(server.host().parse().unwrap()).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        streams.push(stream);
    }
    tokio::time::timeout(BOUND, is_well(&server)).await.expect("they block all others");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tabs_share_the_memory_with_all_that_engines_need() {
    let _crowd = CROWD.lock().await;
    let server = Running::start(ServerOptions { searches: 1, memory: 64, ..ServerOptions::default() }).await;
    let mut tabs = Vec::new();
    for _ in 0..120 {
        let mut tab = Tab::open(&server).await;
        tab.ask(json!({ "type": "choose", "line": line("refusal", &[]), "level": 1, "timeMs": 10 }), "chosen").await;
        tabs.push(tab);
    }
    let engines = server.probe.engines();
    assert!((2..=64 / 3).contains(&engines), "{engines} engines of 3 MB in 64 MB");
    // The tab that waited longest has lost its engine, and gets another.
    let choose = json!({ "type": "choose", "line": line("refusal", &[]), "level": 1, "timeMs": 10 });
    assert!(tabs[0].ask(choose, "chosen").await["action"].is_object());
    drop(tabs);
    server.until_probe("all memory is back", |probe| probe.memory_left() == 64 && probe.engines() == 0).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_never_ask_are_given_up_and_do_not_delay_the_end() {
    let _crowd = CROWD.lock().await;
    let options =
        ServerOptions { searches: 1, memory: 16, timeout: Duration::from_millis(400), ..ServerOptions::default() };
    let server = Running::start(options).await;
    // More than the limit, half of them with an incomplete request.
    let mut streams = Vec::new();
    for number in 0..400 {
        let mut stream = TcpStream::connect(server.host()).await.unwrap();
        if number % 2 == 0 {
            stream.write_all(b"GET / HTTP/1.1\r\nHo").await.unwrap();
        }
        streams.push(stream);
    }
    is_well(&server).await;
    server.end().await;
    // Shutdown does not wait for them even with a longer timeout.
    let server = Running::small().await;
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.host()).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHo").await.unwrap();
        streams.push(stream);
    }
    is_well(&server).await;
    server.end().await;
}
