//! Connections before they become sockets: how many there may be, and how long one may dawdle.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;

use crate::limits::MOST_CONNECTIONS;

/// Serves all who come until the server closes. Sockets are no longer counted here once they are open.
pub async fn listen(listener: TcpListener, router: Router, closing: watch::Receiver<bool>, patience: Duration) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut end = closing.clone();
    loop {
        // Whoever is one too many waits with the system until a place is free.
        let next = async { (places.clone().acquire_owned().await, listener.accept().await) };
        let (place, accepted) = tokio::select! {
            () = closed(&mut end) => return,
            next = next => next,
        };
        match accepted {
            Ok((stream, _)) => {
                let connection = connect(stream, router.clone(), closing.clone(), patience);
                tokio::spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
            // The machine is short of something; trying again at once would only make it worse.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Serves one connection; a request that takes too long to arrive ends it.
async fn connect(stream: TcpStream, router: Router, mut closing: watch::Receiver<bool>, patience: Duration) {
    // Answers are short and somebody waits for each.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
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
