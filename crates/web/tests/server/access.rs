//! Access control, headers and the files of the page.

use std::net::{IpAddr, Ipv4Addr};

use futures_util::StreamExt;
use serde_json::Value;
use skirmish_api::catalogue;
use skirmish_api::messages::CATALOGUE;
use skirmish_games::GameId;
use skirmish_web::ServerOptions;
use tokio_tungstenite::tungstenite::Error;

use crate::client::{Running, Tab, open};

fn status(head: &str) -> &str {
    head.split(' ').nth(1).unwrap()
}

/// The status with which a socket was refused.
async fn refused(server: &Running, path: &str, headers: &[(&'static str, &str)]) -> u16 {
    match open(server, path, headers).await {
        Err(Error::Http(response)) => response.status().as_u16(),
        other => panic!("{path} {headers:?} led to {:?}", other.map(drop)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_comes_with_strict_headers() {
    let server = Running::small().await;
    let (head, body) = server.fetch(&format!("GET / HTTP/1.1\r\nHost: {}", server.host())).await;
    assert_eq!(status(&head), "200");
    assert!(String::from_utf8(body).unwrap().to_lowercase().starts_with("<!doctype html>"));
    for line in [
        "content-type: text/html; charset=utf-8",
        "cache-control: no-cache",
        "content-security-policy: default-src 'self'; img-src 'self' data:; object-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(head.contains(&format!("\r\n{line}")), "{line} is missing in {head}");
    }
    assert!(!head.contains("unsafe"), "{head}");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_the_page_names_is_there_named_after_its_contents_and_packed() {
    let server = Running::small().await;
    let host = server.host().to_owned();
    let (_, body) = server.fetch(&format!("GET / HTTP/1.1\r\nHost: {host}")).await;
    let page = String::from_utf8(body).unwrap();
    let named = page.split(['"', '\'']).filter(|part| part.contains("assets/"));
    for path in named.map(|path| path.trim_start_matches('.')) {
        let (head, plain) = server.fetch(&format!("GET {path} HTTP/1.1\r\nHost: {host}")).await;
        assert_eq!(status(&head), "200", "{path}");
        assert!(head.contains("immutable") && head.contains("nosniff"), "{head}");
        let packed = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip, br");
        let (head, packed) = server.fetch(&packed).await;
        assert!(head.contains("content-encoding: gzip") && packed.len() < plain.len(), "{path}: {head}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_catalogue_comes_packed_and_is_not_sent_again() {
    let server = Running::small().await;
    let get = |more: &str| format!("GET /{CATALOGUE} HTTP/1.1\r\nHost: {}{more}", server.host());
    assert_eq!(server.catalogue().await, serde_json::to_value(catalogue()).unwrap());
    let (head, plain) = server.fetch(&get("")).await;
    for line in ["content-type: application/json", "cache-control: no-cache", "x-content-type-options: nosniff"] {
        assert!(head.contains(&format!("\r\n{line}")), "{line} is missing in {head}");
    }
    let (head, packed) = server.fetch(&get("\r\nAccept-Encoding: gzip")).await;
    assert!(head.contains("content-encoding: gzip") && packed.len() * 5 < plain.len(), "{} bytes", packed.len());
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let (head, again) = server.fetch(&get(&format!("\r\nIf-None-Match: {tag}"))).await;
    assert_eq!((status(&head), again.len()), ("304", 0));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_puzzles_of_each_game_are_a_file() {
    let server = Running::small().await;
    for game in GameId::all() {
        let get = format!("GET /puzzles/{}.txt HTTP/1.1\r\nHost: {}", game.info().id, server.host());
        let (head, text) = server.fetch(&get).await;
        assert!(head.contains("\r\ncontent-type: text/plain; charset=utf-8"), "{head}");
        assert_eq!(String::from_utf8(text).unwrap(), skirmish_puzzles::stored(game));
    }
    let none = format!("GET /puzzles/none.txt HTTP/1.1\r\nHost: {}", server.host());
    assert_eq!(status(&server.fetch(&none).await.0), "404");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_message_is_short_and_names_the_limits_and_the_version_of_the_catalogue() {
    let server = Running::small().await;
    let mut socket = open(&server, "/socket", &[]).await.unwrap();
    let first = socket.next().await.unwrap().unwrap().into_text().unwrap();
    assert!(first.len() <= 20_000, "{} bytes", first.len());
    let first: Value = serde_json::from_str(&first).unwrap();
    assert_eq!(first["version"], catalogue().version);
    let limits = &first["limits"];
    assert!(limits["minTimeMs"].as_u64() < limits["maxTimeMs"].as_u64() && limits["level"] == 10, "{limits}");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_the_page_can_be_fetched() {
    let server = Running::small().await;
    let host = server.host().to_owned();
    for path in
        ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "//etc/passwd", "/Cargo.toml", "/assets/"]
    {
        let (head, _) = server.fetch(&format!("GET {path} HTTP/1.1\r\nHost: {host}")).await;
        assert_eq!(status(&head), "404", "{path}");
    }
    let (head, _) = server.fetch(&format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0")).await;
    assert_eq!(status(&head), "405");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_hosts_and_other_pages_stay_outside() {
    let server = Running::small().await;
    let port = server.host().split(':').nth(1).unwrap().to_owned();
    for host in [format!("evil.example:{port}"), "127.0.0.1".to_owned(), "127.0.0.1:1".to_owned()] {
        let (head, _) = server.fetch(&format!("GET / HTTP/1.1\r\nHost: {host}")).await;
        assert_eq!(status(&head), "403", "{host}");
        assert!(head.contains("nosniff"));
        assert_eq!(refused(&server, "/socket", &[("host", &host)]).await, 403);
    }
    let name = format!("localhost:{port}");
    let (head, _) = server.fetch(&format!("GET / HTTP/1.1\r\nHost: {name}")).await;
    assert_eq!(status(&head), "200");
    for origin in ["", "null", "http://evil.example", "http://localhost:1", &format!("https://127.0.0.1:{port}")] {
        assert_eq!(refused(&server, "/socket", &[("origin", origin)]).await, 403, "{origin:?}");
    }
    // Another name of the same server is the same page.
    let socket = open(&server, "/socket", &[("host", &name), ("origin", &format!("http://{name}"))]).await.unwrap();
    Tab::on(socket).await.close().await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_classroom_needs_the_token_for_everything() {
    let options =
        ServerOptions { listen: Some(IpAddr::V4(Ipv4Addr::UNSPECIFIED)), searches: 1, ..ServerOptions::default() };
    let server = Running::start(options).await;
    let (host, url) = (server.host().to_owned(), server.url.clone());
    let token = url.split("?token=").nth(1).unwrap();
    let port = host.split(':').nth(1).unwrap();
    let fetch =
        async |path: &str, more: &str| server.fetch(&format!("GET {path} HTTP/1.1\r\nHost: {host}{more}")).await;
    let wrong = format!("/?token={}", "0".repeat(32));
    for path in ["/", "/?token=", wrong.as_str(), "/favicon.svg", &format!("/{CATALOGUE}")] {
        let (head, body) = fetch(path, "").await;
        assert_eq!(status(&head), "403", "{path}");
        assert!(!String::from_utf8(body).unwrap().contains(token));
        assert!(!head.contains("set-cookie"));
    }
    assert_eq!(refused(&server, "/socket", &[]).await, 403);
    let (head, _) = fetch(&format!("/?token={token}"), "").await;
    assert_eq!(status(&head), "200");
    let cookie = format!("skirmish-{port}={token}");
    assert!(head.contains(&format!("set-cookie: {cookie}; path=/; httponly; samesite=strict")), "{head}");
    let (head, _) = fetch("/", &format!("\r\nCookie: {cookie}")).await;
    assert_eq!(status(&head), "200");
    let (head, _) = fetch("/", &format!("\r\nCookie: {cookie}0")).await;
    assert_eq!(status(&head), "403");
    // The token does not replace the check of the origin.
    assert_eq!(refused(&server, "/socket", &[("cookie", &cookie), ("origin", "http://evil.example")]).await, 403);
    let socket = open(&server, "/socket", &[("cookie", &cookie)]).await.unwrap();
    Tab::on(socket).await.close().await;
    server.end().await;
}
