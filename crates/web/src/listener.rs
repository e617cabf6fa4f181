//! Connections before they become sockets: how many there may be, and how long each may take.

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

/// Serves all who come until the server closes. Sockets are no longer counted here once they are open.
pub async fn listen(listener: TcpListener, state: &Arc<ServerState>) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut end = state.closing.subscribe();
    loop {
        // A connection too many waits in the system's queue until a place is free.
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
            // The machine is short of something; trying again at once would only make it worse.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Serves one connection; a request that takes too long to arrive ends it.
async fn connect(stream: TcpStream, state: &Arc<ServerState>) {
    // Answers are short and somebody waits for each.
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
        // Whatever went wrong is the client's affair.
        _ = connection => {}
    }
}

/// The moment when the server is about to end.
pub async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}
