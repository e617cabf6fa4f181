//! HTTP responses: their headers, short texts, and streams of events.

use std::convert::Infallible;

use futures_util::{Stream, StreamExt};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Bytes, Frame};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, StatusCode, Uri};

use crate::guard::{AccessPolicy, Denied, Pass};

/// An HTTP response.
pub type Response = hyper::Response<ResponseBody>;

/// The body of a response.
pub type ResponseBody = UnsyncBoxBody<Bytes, Infallible>;

/// A body with these bytes.
pub fn body(bytes: impl Into<Bytes>) -> ResponseBody {
    Full::new(bytes.into()).boxed_unsync()
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

/// Checks access, answers if it is granted, and adds the security headers.
pub async fn guarded(
    guard: &AccessPolicy,
    (uri, headers): (&Uri, &HeaderMap),
    answer: impl Future<Output = Response>,
) -> Response {
    let pass = guard.admit(uri, headers);
    let mut response = match &pass {
        Err(denied) => refused(*denied),
        Ok(_) => answer.await,
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

/// The response to a request without access.
pub fn refused(denied: Denied) -> Response {
    plain(StatusCode::FORBIDDEN, denied.sentence())
}

/// A sentence.
pub fn plain(status: StatusCode, sentence: &'static str) -> Response {
    let mut response = Response::new(body(format!("{sentence}\n")));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    *response.status_mut() = status;
    response
}

/// A stream of server-sent events, each ready to be sent. It ends with the stream, or when the reader goes.
pub fn events(events: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let mut response = Response::new(StreamBody::new(events.map(|event| Ok(Frame::data(event)))).boxed_unsync());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response
}
