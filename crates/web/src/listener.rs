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

use crate::limits::MAX_HTTP_REQUEST_BYTES;
use crate::response::Response;
use crate::write_deadline::WriteDeadline;

/// Limits of all connections.
#[derive(Clone, Copy)]
pub struct ListenerLimits {
    /// The most at once. Open WebSockets do not count.
    pub connections: usize,
    /// How long a request may take to arrive, and how long a reader may be behind.
    pub timeout: Duration,
}

/// Accepts connections until the server closes.
pub async fn listen<A, F>(listener: TcpListener, closing: &watch::Sender<bool>, limits: ListenerLimits, answer: A)
where
    A: Fn(Request<Incoming>) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Response> + Send + 'static,
{
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut end = closing.subscribe();
    loop {
        // Further connections wait in the backlog of the system.
        let next = async { (places.clone().acquire_owned().await, listener.accept().await) };
        let (place, accepted) = tokio::select! {
            () = closed(&mut end) => return,
            next = next => next,
        };
        match accepted {
            Ok((stream, _)) => {
                let (answer, closing) = (answer.clone(), closing.subscribe());
                tokio::spawn(async move {
                    connect(stream, closing, limits.timeout, answer).await;
                    drop(place);
                });
            }
            // The system is out of some resource; do not retry at once.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Serves one connection; closes it if a request takes too long to arrive, or a response to be taken.
async fn connect<A, F>(stream: TcpStream, mut closing: watch::Receiver<bool>, timeout: Duration, answer: A)
where
    A: Fn(Request<Incoming>) -> F + Send + Sync,
    F: Future<Output = Response> + Send + 'static,
{
    // Replies are short and interactive.
    let _ = stream.set_nodelay(true);
    let stream = WriteDeadline::new(stream, timeout);
    let answer = |request: Request<Incoming>| {
        let answer = answer(request);
        async move { Ok::<_, Infallible>(answer.await) }
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeout)
        .max_buf_size(MAX_HTTP_REQUEST_BYTES)
        .serve_connection(TokioIo::new(stream), service_fn(answer))
        .with_upgrades();
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
