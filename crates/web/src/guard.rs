//! Access control.
//!
//! Every page in a browser on this machine can reach a loopback server. So requests must name this server (`Host`, against DNS
//! rebinding), and sockets must be opened by our own page (`Origin`). A server for a classroom is reachable from other machines,
//! too: there, every request needs a token.

use hyper::header::{COOKIE, HOST, HeaderValue, ORIGIN};
use hyper::{HeaderMap, Uri};
use subtle::ConstantTimeEq;

/// How a server checks requests.
pub enum AccessPolicy {
    /// On loopback, with this port.
    Loopback(u16),
    /// For other machines, with this port and a token.
    Token(u16, String),
}

/// How a request was admitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Without a cookie to set.
    Plain,
    /// With the token in its URL: set this cookie.
    Remember(HeaderValue),
}

/// Why a request was denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// It names another server.
    Host,
    /// It comes from another page.
    Origin,
    /// It has no token, or a wrong one.
    Token,
}

impl Denied {
    /// The body of the response.
    pub fn sentence(self) -> &'static str {
        match self {
            Denied::Host => "This server answers only to its own name.",
            Denied::Origin => "This socket is for the page of this server.",
            Denied::Token => "This server asks for a token: open the address that it printed when it was started.",
        }
    }
}

impl AccessPolicy {
    /// A policy for other machines: with this token, or a new one of 128 bits.
    pub fn with_token(port: u16, given: Option<&str>) -> Result<AccessPolicy, getrandom::Error> {
        if let Some(token) = given {
            return Ok(AccessPolicy::Token(port, token.to_owned()));
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(AccessPolicy::Token(port, bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The token, if there is one.
    pub fn token(&self) -> Option<&str> {
        match self {
            AccessPolicy::Loopback(_) => None,
            AccessPolicy::Token(_, token) => Some(token),
        }
    }

    /// Checks a request.
    pub fn admit(&self, uri: &Uri, headers: &HeaderMap) -> Result<Pass, Denied> {
        match self {
            AccessPolicy::Loopback(port) => {
                let known = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
                let host = host(headers).ok_or(Denied::Host)?;
                known.iter().any(|known| known.eq_ignore_ascii_case(host)).then_some(Pass::Plain).ok_or(Denied::Host)
            }
            AccessPolicy::Token(port, token) => {
                host(headers).ok_or(Denied::Host)?;
                let name = cookie_name(*port);
                if cookies(headers).any(|(found, value)| found == name && same(value, token)) {
                    return Ok(Pass::Plain);
                }
                let given = uri.query().into_iter().flat_map(|query| query.split('&'));
                if given.filter_map(|pair| pair.strip_prefix("token=")).any(|value| same(value, token)) {
                    let cookie = format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict");
                    return HeaderValue::from_str(&cookie).map(Pass::Remember).map_err(|_| Denied::Token);
                }
                Err(Denied::Token)
            }
        }
    }

    /// Checks that our own page opened the socket.
    pub fn admit_socket(&self, headers: &HeaderMap) -> Result<(), Denied> {
        let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok()).ok_or(Denied::Origin)?;
        let page = origin.strip_prefix("http://").zip(host(headers));
        page.is_some_and(|(page, host)| page.eq_ignore_ascii_case(host)).then_some(()).ok_or(Denied::Origin)
    }
}

/// The `Host` of a request, if there is exactly one.
fn host(headers: &HeaderMap) -> Option<&str> {
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok(),
        _ => None,
    }
}

/// All ports of a host share cookies, so the name has the port.
fn cookie_name(port: u16) -> String {
    format!("skirmish-{port}")
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='))
}

/// Compares in constant time.
fn same(given: &str, token: &str) -> bool {
    given.as_bytes().ct_eq(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderName;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    fn uri(text: &'static str) -> Uri {
        Uri::from_static(text)
    }

    #[test]
    fn loopback_answers_to_its_own_names_only() {
        let guard = AccessPolicy::Loopback(7878);
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST:7878", "[::1]:7878"] {
            assert_eq!(guard.admit(&uri("/"), &headers(&[(HOST, host)])), Ok(Pass::Plain), "{host}");
        }
        for host in
            ["evil.example:7878", "127.0.0.1", "127.0.0.1:7879", "localhost.evil.example:7878", "", "0.0.0.0:7878"]
        {
            assert_eq!(guard.admit(&uri("/"), &headers(&[(HOST, host)])), Err(Denied::Host), "{host}");
        }
        assert_eq!(guard.admit(&uri("/"), &HeaderMap::new()), Err(Denied::Host));
        let mut two = headers(&[(HOST, "127.0.0.1:7878")]);
        two.append(HOST, HeaderValue::from_static("evil.example:7878"));
        assert_eq!(guard.admit(&uri("/"), &two), Err(Denied::Host));
    }

    #[test]
    fn a_socket_comes_from_our_own_page() {
        let guard = AccessPolicy::Loopback(7878);
        let open = |origin| guard.admit_socket(&headers(&[(HOST, "localhost:7878"), (ORIGIN, origin)]));
        assert_eq!(open("http://localhost:7878"), Ok(()));
        for origin in
            ["http://127.0.0.1:7878", "https://localhost:7878", "http://evil.example", "null", "", "localhost:7878"]
        {
            assert_eq!(open(origin), Err(Denied::Origin), "{origin}");
        }
        assert_eq!(guard.admit_socket(&headers(&[(HOST, "localhost:7878")])), Err(Denied::Origin));
    }

    #[test]
    fn a_classroom_asks_for_the_token_once() {
        let guard = AccessPolicy::Token(80, "5ec2e7".to_owned());
        let host = headers(&[(HOST, "teacher:80")]);
        for wrong in ["/", "/?token=", "/?token=5ec2e", "/?token=5ec2e70", "/?x=5ec2e7", "/?xtoken=5ec2e7"] {
            assert_eq!(guard.admit(&uri(wrong), &host), Err(Denied::Token), "{wrong}");
        }
        let Ok(Pass::Remember(cookie)) = guard.admit(&uri("/?a=b&token=5ec2e7"), &host) else { panic!("not let in") };
        assert_eq!(cookie, "skirmish-80=5ec2e7; Path=/; HttpOnly; SameSite=Strict");
        let with = |cookie| guard.admit(&uri("/"), &headers(&[(HOST, "teacher:80"), (COOKIE, cookie)]));
        assert_eq!(with("other=1; skirmish-80=5ec2e7"), Ok(Pass::Plain));
        assert_eq!(with("skirmish-81=5ec2e7"), Err(Denied::Token));
        assert_eq!(with("skirmish-80=5ec2e8"), Err(Denied::Token));
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let token = || AccessPolicy::with_token(1, None).unwrap().token().unwrap().to_owned();
        assert_eq!(token().len(), 32);
        assert_ne!(token(), token());
    }
}
