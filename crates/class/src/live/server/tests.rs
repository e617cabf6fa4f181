//! Tests of the server: who is let in, what is sent to whom, and how often the store is read.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::{Clock, Competitor, Dialogue, EngineKind, Program};
use skirmish_arena::game::{Fault, FaultReport, FinishedGame, Pair, TimedMove};
use skirmish_arena::plan::{Format, OpeningSource, Plan};
use skirmish_arena::store::{ClaimedPair, GameInProgress, MemoryStore, Store, StoreError, WatchedTournament};
use skirmish_board::{Outcome, Side};
use skirmish_games::GameId;
use skirmish_play::new_game;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use super::super::names::Names;
use super::*;

/// What no viewer may see.
const SECRET: &str = "what the program said in private";

/// A name with markup.
const NAME: &str = "<script>alert(1)</script>/\"&'";

fn plan() -> Plan {
    let program = || Program { command: vec![SECRET.to_owned()], folder: Some(SECRET.into()) };
    let dialogue = Dialogue { first: Some(SECRET.to_owned()), ..Dialogue::default() };
    let clock = Clock { move_time: Some(Duration::from_secs(5)), ..Clock::default() };
    let mut ugi = Competitor::new(NAME, EngineKind::Ugi(program()), clock);
    ugi.options.insert("Secret".to_owned(), SECRET.to_owned());
    let console = EngineKind::Console(program(), Box::new(dialogue));
    let level = EngineKind::BuiltIn(BuiltIn::parse("level=1").unwrap());
    Plan {
        name: "Cup <b>1</b>".to_owned(),
        game: GameId::parse("refusal").unwrap(),
        engines: vec![ugi, Competitor::new("Bob", console, clock), Competitor::new("Level 1", level, clock)],
        format: Format::RoundRobin,
        rounds: 4,
        openings: OpeningSource::Random(2),
        seed: 1,
        sprt: None,
    }
}

/// A game of the first legal actions.
fn played(plies: usize) -> Vec<TimedMove> {
    let mut game = new_game(plan().game);
    let action = |_| {
        let action = game.legal_actions().into_iter().next()?;
        game.perform(&action);
        Some(TimedMove::new(action.text, 1000))
    };
    (0..plies).map_while(action).collect()
}

fn pair(number: u64) -> Pair {
    let engines = [[0, 1], [1, 2], [2, 0]][number as usize % 3];
    Pair { number, round: number as u32 / 3 + 1, engines, opening: new_game(plan().game).position() }
}

fn finished(pair: u64, leg: u8) -> FinishedGame {
    let ending = "North has no king.".to_owned();
    FinishedGame { pair, leg, actions: played(6), outcome: Outcome::Win(Side::South), ending, fault: None }
}

fn failed(pair: u64, leg: u8) -> FinishedGame {
    let said = || SECRET.to_owned();
    let fault = FaultReport { engine: 1, fault: Fault::Crash, detail: said(), stderr: said(), transcript: said() };
    // In the games that it is used for, Bob is South.
    FinishedGame { ending: said(), fault: Some(fault), outcome: Outcome::Win(Side::North), ..finished(pair, leg) }
}

fn running(pair: u64, leg: u8, plies: usize) -> GameInProgress {
    GameInProgress {
        pair,
        leg,
        actions: played(plies),
        left: [None; 2],
        thinking: Some(Duration::from_millis(700)),
        age: Duration::ZERO,
    }
}

/// A store that counts its readers' queries, and can be gone.
#[derive(Clone)]
struct WatchedStore {
    inner: MemoryStore,
    queries: Arc<AtomicUsize>,
    gone: Arc<AtomicBool>,
    /// The games that all queries have returned.
    returned: Arc<AtomicUsize>,
}

impl WatchedStore {
    fn new() -> WatchedStore {
        let mut store = WatchedStore {
            inner: MemoryStore::default(),
            queries: Arc::default(),
            gone: Arc::default(),
            returned: Arc::default(),
        };
        store.inner.create(&plan()).unwrap();
        store.inner.add_pairs(&(0..6).map(pair).collect::<Vec<_>>()).unwrap();
        for (pair, leg) in [(0, 0), (1, 0), (2, 0), (3, 0)] {
            store.inner.save(&finished(pair, leg)).unwrap();
        }
        store.inner.save(&failed(0, 1)).unwrap();
        store.inner.show("w", &[(1, 1)], &[running(1, 1, 3)]).unwrap();
        store
    }

    fn count(&self) -> Result<(), StoreError> {
        self.queries.fetch_add(1, SeqCst);
        if self.gone.load(SeqCst) { Err(StoreError(SECRET.to_owned())) } else { Ok(()) }
    }
}

impl Store for WatchedStore {
    fn create(&mut self, _: &Plan) -> Result<(), StoreError> {
        panic!("the page only reads")
    }
    fn amend(&mut self, _: &Plan, _: &[usize]) -> Result<u64, StoreError> {
        panic!("the page only reads")
    }
    fn plan(&mut self) -> Result<Option<Plan>, StoreError> {
        self.count()?;
        self.inner.plan()
    }
    fn add_pairs(&mut self, _: &[Pair]) -> Result<(), StoreError> {
        panic!("the page only reads")
    }
    fn claim(&mut self, _: &str, _: Duration) -> Result<Option<ClaimedPair>, StoreError> {
        panic!("the page only reads")
    }
    fn heartbeat(&mut self, _: &str, _: Duration) -> Result<(), StoreError> {
        panic!("the page only reads")
    }
    fn release(&mut self, _: &str) -> Result<(), StoreError> {
        panic!("the page only reads")
    }
    fn save(&mut self, _: &FinishedGame) -> Result<bool, StoreError> {
        panic!("the page only reads")
    }
    fn playing(&mut self) -> Result<Option<u64>, StoreError> {
        self.count()?;
        self.inner.playing()
    }
    fn show(&mut self, _: &str, _: &[(u64, u8)], _: &[GameInProgress]) -> Result<(), StoreError> {
        panic!("the page only reads")
    }
    fn watch(&mut self, from: u64) -> Result<Option<WatchedTournament>, StoreError> {
        self.count()?;
        let watched = self.inner.watch(from)?;
        self.returned.fetch_add(watched.as_ref().map_or(0, |watched| watched.games.len()), SeqCst);
        Ok(watched)
    }
    fn pairs(&mut self) -> Result<Vec<Pair>, StoreError> {
        self.count()?;
        self.inner.pairs()
    }
    fn games(&mut self) -> Result<Vec<FinishedGame>, StoreError> {
        self.count()?;
        self.inner.games()
    }
}

/// A running server.
struct RunningServer {
    port: u16,
    token: Option<String>,
    store: WatchedStore,
    station: Arc<Station>,
    end: oneshot::Sender<()>,
    server: tokio::task::JoinHandle<()>,
}

/// The interval of the tests' readings.
const INTERVAL: Duration = Duration::from_millis(100);

impl RunningServer {
    async fn start(names: Names, token: Option<&str>) -> RunningServer {
        RunningServer::of(WatchedStore::new(), names, token).await
    }

    async fn of(store: WatchedStore, names: Names, token: Option<&str>) -> RunningServer {
        let opened = store.clone();
        let open = Box::new(move |is_open: bool| {
            let store = (!is_open).then(|| Box::new(opened.clone()) as Box<dyn Store>);
            Ok(store)
        });
        let listen = token.map(|_| IpAddr::from([127, 0, 0, 1]));
        // A free port: the default one may be taken by a real server.
        let probe = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = probe.local_addr().unwrap().port();
        drop(probe);
        let endpoint = Endpoint::bind(Some(port), listen, token).await.unwrap();
        let options = LiveOptions { names, secret: 5, ..LiveOptions::new("", "") };
        let station = Station::start(open, &options, INTERVAL);
        let site = Arc::new(LiveSite::new(station.clone()));
        let (end, ended) = oneshot::channel::<()>();
        let server = tokio::spawn(serve_site(endpoint, site, async {
            let _ = ended.await;
        }));
        while station.state().summary.is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        RunningServer { port, token: token.map(str::to_owned), store, station, end, server }
    }

    /// Sends a request; the connection with its response.
    async fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    /// The response to a request for a path, head and body.
    async fn get(&self, path: &str) -> String {
        let cookie = self.token.as_ref().map(|token| format!("Cookie: skirmish-{}={token}\r\n", self.port));
        let host = format!("Host: 127.0.0.1:{}\r\n{}", self.port, cookie.unwrap_or_default());
        self.answer(&format!("GET {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n")).await
    }

    async fn answer(&self, request: &str) -> String {
        let mut answer = Vec::new();
        let _ = self.send(request).await.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A viewer's stream of events.
    async fn watch(&self) -> Viewer {
        let request = format!("GET /events HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port);
        Viewer { stream: self.send(&request).await, text: String::new() }
    }

    async fn end(self) {
        let _ = self.end.send(());
        self.server.await.unwrap();
        self.station.end();
    }
}

struct Viewer {
    stream: TcpStream,
    text: String,
}

impl Viewer {
    /// Reads until something was sent.
    async fn until(&mut self, wanted: &str) {
        let mut buffer = [0; 65536];
        while !self.text.contains(wanted) {
            let read = timeout(Duration::from_secs(60), self.stream.read(&mut buffer)).await;
            let read = read.unwrap_or_else(|_| panic!("no {wanted} in {}", self.text)).unwrap();
            assert!(read > 0, "the stream ended: {}", self.text);
            self.text += &String::from_utf8_lossy(&buffer[..read]);
        }
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

const PAGES: [&str; 6] = ["/", "/index.html", "/program-0.html", "/program-1.html", "/pair-0-1.html", "/pair-1-2.html"];

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_there_with_strict_headers_and_nothing_else_is() {
    let server = RunningServer::start(Names::Real, None).await;
    for path in PAGES.into_iter().chain(["/live.css", "/live.js", "/viewer.js"]) {
        let answer = server.get(path).await;
        assert_eq!(status(&answer), "200", "{path}");
        for line in ["content-security-policy: default-src 'self'", "x-content-type-options: nosniff"] {
            assert!(answer.contains(line), "{path}: {line}");
        }
        assert!(!answer.contains("unsafe"), "{path}");
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/",
        "/program-9.html",
        "/program-00.html",
        "/program-+1.html",
        "/program-.html",
        "/program-99999999999999999999.html",
        "/pair-1-1.html",
        "/pair-1-0.html",
        "/pair-0-9.html",
        "/pair-0.html",
        "/events/",
        "//",
        "/index",
        "/live",
    ] {
        assert_eq!(status(&server.get(path).await), "404", "{path}");
    }
    // An unchanged page is not sent again.
    let page = server.get("/program-0.html").await;
    let tag = page.split("etag: ").nth(1).unwrap().split("\r\n").next().unwrap();
    let again = format!(
        "GET /program-0.html HTTP/1.1\r\nHost: localhost:{}\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n",
        server.port
    );
    assert_eq!(status(&server.answer(&again).await), "304");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_requests_are_refused() {
    let server = RunningServer::start(Names::Real, None).await;
    let port = server.port;
    let ask = async |request: String| server.answer(&request).await;
    for host in ["evil.example", "127.0.0.1:1", ""] {
        let answer = ask(format!("GET /events HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).await;
        assert_eq!(status(&answer), "403", "{host}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let request =
            format!("{method} / HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        assert_eq!(status(&ask(request).await), "405", "{method}");
    }
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n", "a".repeat(1 << 20));
    let answer = ask(long).await;
    assert!(!answer.contains("200 OK"), "{answer}");
    let _ = ask("\0\u{1}garbage\r\n\r\n".to_owned()).await;
    // It is still there.
    assert_eq!(status(&server.get("/").await), "200");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_machines_need_the_token_for_pages_and_events() {
    let server = RunningServer::start(Names::Real, Some("0123456789abcdef")).await;
    let port = server.port;
    for path in PAGES.into_iter().chain(["/events", "/live.js", "/?token=0123456789abcdeX"]) {
        let request = format!("GET {path} HTTP/1.1\r\nHost: teacher:{port}\r\nConnection: close\r\n\r\n");
        assert_eq!(status(&server.answer(&request).await), "403", "{path}");
    }
    let first = format!("GET /?token=0123456789abcdef HTTP/1.1\r\nHost: teacher:{port}\r\nConnection: close\r\n\r\n");
    let first = server.answer(&first).await;
    assert_eq!(status(&first), "200");
    assert!(first.contains("set-cookie: ") && first.contains("HttpOnly"), "{first}");
    assert_eq!(status(&server.get("/pair-0-1.html").await), "200");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_private_is_sent_and_names_are_text() {
    let server = RunningServer::start(Names::Real, None).await;
    let mut viewer = server.watch().await;
    viewer.until("\"whole\":true").await;
    server.store.inner.clone().save(&failed(4, 0)).unwrap();
    viewer.until("Game 9: Bob crashed.").await;
    let mut sent = vec![viewer.text.clone()];
    for path in PAGES {
        let page = server.get(path).await;
        assert!(!page.contains("<script>alert") && !page.contains("<b>1</b>"), "{path}");
        sent.push(page);
    }
    assert!(sent.iter().any(|text| text.contains("&lt;script&gt;alert(1)&lt;/script&gt;/&quot;&amp;'")));
    assert!(sent.iter().all(|text| !text.contains(SECRET)));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pseudonyms_hide_names_everywhere() {
    for (names, bob) in [(Names::Pseudonyms, 0), (Names::First(1), 0)] {
        let server = RunningServer::start(names, None).await;
        let mut viewer = server.watch().await;
        viewer.until("\"whole\":true").await;
        server.store.inner.clone().save(&failed(4, 0)).unwrap();
        viewer.until("crashed.").await;
        let mut sent = viewer.text.clone();
        for path in PAGES {
            sent += &server.get(path).await;
        }
        // The first of the ranking is shown by name, if anybody is; Bob is not.
        assert_eq!(sent.matches("Bob").count(), bob, "{names:?}");
        assert_eq!(sent.contains("alert(1)"), names == Names::First(1), "{names:?}");
        assert!(sent.contains("Level 1"));
        server.end().await;
    }
}

/// However many watch: the store is read once per interval, and each viewer gets every move.
#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_viewers_cost_one_query_per_interval() {
    let server = RunningServer::start(Names::Real, None).await;
    let mut viewers = Vec::new();
    for _ in 0..100 {
        viewers.push(server.watch().await);
    }
    for viewer in &mut viewers {
        viewer.until("\"whole\":true").await;
    }
    assert_eq!(server.station.viewers(), 100);
    let (start, before) = (std::time::Instant::now(), server.store.queries.load(SeqCst));
    let mut store = server.store.inner.clone();
    for plies in 4..9 {
        store.show("w", &[(1, 1)], &[running(1, 1, plies)]).unwrap();
        for viewer in &mut viewers {
            viewer.until(&format!("\"plies\":{plies}")).await;
        }
        for path in PAGES {
            assert_eq!(status(&server.get(path).await), "200");
        }
    }
    let queries = server.store.queries.load(SeqCst) - before;
    let intervals = start.elapsed().as_secs_f64() / INTERVAL.as_secs_f64();
    assert!(queries as f64 <= intervals + 2.0, "{queries} queries in {intervals} intervals");
    drop(viewers);
    server.end().await;
}

/// A large tournament is read once, in one query; after that only what may be new.
#[tokio::test(flavor = "multi_thread")]
async fn twenty_thousand_games_open_with_one_query() {
    const PAIRS: u64 = 10_000;
    let mut store = WatchedStore { inner: MemoryStore::default(), ..WatchedStore::new() };
    store.inner.create(&plan()).unwrap();
    store.inner.add_pairs(&(0..=PAIRS).map(pair).collect::<Vec<_>>()).unwrap();
    let game = finished(0, 0);
    for pair in 0..PAIRS {
        for leg in 0..2 {
            store.inner.save(&FinishedGame { pair, leg, ..game.clone() }).unwrap();
        }
    }
    let server = RunningServer::of(store, Names::Real, None).await;
    assert!(server.get("/").await.contains("20000 of 20002 games"));
    let page = server.get("/pair-0-1.html").await;
    assert!(page.contains("The latest 100 of 6668 games."), "{page}");
    while server.store.queries.load(SeqCst) < 3 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(server.store.returned.load(SeqCst), 20_000, "each was read once");
    server.store.inner.clone().save(&finished(PAIRS, 0)).unwrap();
    let mut viewer = server.watch().await;
    viewer.until("Game 20001").await;
    // A pair with a game to come is read again, and nothing else.
    let (returned, queries) = (server.store.returned.load(SeqCst), server.store.queries.load(SeqCst));
    assert!((20_001..=20_000 + queries).contains(&returned), "{returned} games in {queries} queries");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_gone_is_said_to_be_and_found_again() {
    let server = RunningServer::start(Names::Real, None).await;
    let mut viewer = server.watch().await;
    viewer.until("\"gone\":null").await;
    server.store.gone.store(true, SeqCst);
    viewer.until("\"gone\":1").await;
    // What was known is still shown.
    assert!(server.get("/").await.contains("Level 1"));
    assert!(!viewer.text.contains(SECRET), "the reason is not the viewers'");
    viewer.text.clear();
    server.store.gone.store(false, SeqCst);
    viewer.until("\"gone\":null").await;
    server.store.inner.clone().save(&finished(4, 0)).unwrap();
    viewer.until("Game 9: ").await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_games_come_and_go() {
    let server = RunningServer::start(Names::Real, None).await;
    let mut viewer = server.watch().await;
    viewer.until("\"number\":4").await;
    assert!(viewer.text.contains("\"plies\":3") && viewer.text.contains("\"limit\":[5000,5000]"));
    let page = server.get("/").await;
    assert!(page.contains("data-game=\"4\""), "{page}");
    // What cannot be replayed is not shown: rows decide nothing, and may be wrong.
    let mut wrong = running(5, 0, 2);
    wrong.actions[0].text = SECRET.to_owned();
    let mut store = server.store.inner.clone();
    store.show("x", &[(5, 0), (99, 0)], &[wrong, running(99, 0, 1)]).unwrap();
    store.show("w", &[(4, 1)], &[running(4, 1, 1)]).unwrap();
    viewer.until("\"number\":10").await;
    viewer.until("\"over\":[4]").await;
    let page = server.get("/").await;
    assert!(page.contains("data-game=\"10\"") && !page.contains("data-game=\"4\""));
    assert!(!page.contains("data-game=\"11\"") && !page.contains("data-game=\"199\""));
    server.end().await;
}
