//! Accepts HTTP connections, with limits of number and time.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;

use crate::limits::{MAX_CONNECTIONS, MAX_HTTP_REQUEST_BYTES};
use crate::server::answer;
use crate::state::ServerState;

/// Accepts connections until the server closes. Open WebSockets do not count towards the limit.
pub async fn listen(listener: TcpListener, state: &Arc<ServerState>) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut end = state.closing.subscribe();
    loop {
        // Further connections wait in the backlog of the system.
        let next = async { (places.clone().acquire_owned().await, listener.accept().await) };
        let (place, accepted) = tokio::select! {
            () = closed(&mut end) => return,
            next = next => next,
        };
        match accepted {
            Ok((stream, _)) => {
                let state = state.clone();
                tokio::spawn(async move {
                    connect(stream, &state).await;
                    drop(place);
                });
            }
            // The system is out of some resource; do not retry at once.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Serves one connection; closes it if a request takes too long to arrive.
async fn connect(stream: TcpStream, state: &Arc<ServerState>) {
    // Replies are short and interactive.
    let _ = stream.set_nodelay(true);
    let answer = async |request: Request<Incoming>| Ok::<_, Infallible>(answer(state, request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(state.timeout)
        .max_buf_size(MAX_HTTP_REQUEST_BYTES)
        .serve_connection(TokioIo::new(stream), service_fn(answer))
        .with_upgrades();
    let mut closing = state.closing.subscribe();
    tokio::select! {
        () = closed(&mut closing) => {}
        // Errors concern only the client.
        _ = connection => {}
    }
}

/// Completes when the server is closing.
pub async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}
