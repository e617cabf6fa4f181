//! A connection to PostgreSQL that is cut at the worst moment: the server has done what it was asked for, and the answer gets lost.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use skirmish_arena::store;

use crate::places::cluster;
use crate::samples::{HOUR, game, pairs, plan};

/// A proxy between a store and the server.
struct Proxy {
    port: u16,
    /// The answer to the next message in which these bytes are is lost, and with it the connection.
    cut: Arc<Mutex<Option<&'static [u8]>>>,
    cuts: Arc<AtomicUsize>,
}

impl Proxy {
    fn new(socket: PathBuf) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxy = Proxy { port: listener.local_addr().unwrap().port(), cut: Arc::default(), cuts: Arc::default() };
        let (cut, cuts) = (Arc::clone(&proxy.cut), Arc::clone(&proxy.cuts));
        // It ends with the process, like the server.
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let server = UnixStream::connect(&socket).unwrap();
                let (cut, cuts) = (Arc::clone(&cut), Arc::clone(&cuts));
                thread::spawn(move || pass_on(client, server, &cut, &cuts));
            }
        });
        proxy
    }
}

/// One request, one reply: the store waits for each reply.
fn pass_on(mut client: TcpStream, mut server: UnixStream, cut: &Mutex<Option<&[u8]>>, cuts: &AtomicUsize) {
    let mut answers = (server.try_clone().unwrap(), client.try_clone().unwrap());
    let lose_answer = Arc::new(Mutex::new(false));
    let loses = Arc::clone(&lose_answer);
    let back = thread::spawn(move || {
        let mut buffer = [0; 1 << 16];
        while let Ok(count @ 1..) = answers.0.read(&mut buffer) {
            if *loses.lock().unwrap() || answers.1.write_all(&buffer[..count]).is_err() {
                break;
            }
        }
        let _ = answers.1.shutdown(Shutdown::Both);
        let _ = answers.0.shutdown(Shutdown::Both);
    });
    let mut buffer = [0; 1 << 16];
    while let Ok(count @ 1..) = client.read(&mut buffer) {
        let said = &buffer[..count];
        let mut cut = cut.lock().unwrap();
        if cut.is_some_and(|cut| said.windows(cut.len()).any(|window| window == cut)) {
            *cut = None;
            cuts.fetch_add(1, Ordering::SeqCst);
            *lose_answer.lock().unwrap() = true;
        }
        if server.write_all(said).is_err() {
            break;
        }
    }
    let _ = server.shutdown(Shutdown::Both);
    back.join().unwrap();
}

#[test]
fn what_was_done_without_the_news_of_it_is_not_done_twice() {
    let Some(cluster) = cluster() else { return };
    let address = cluster.new_database();
    let proxy = Proxy::new(cluster.socket());
    let database = address.rsplit('/').next().unwrap();
    let mut store = store::open(&format!("postgres://skirmish@127.0.0.1:{}/{database}", proxy.port), "cup").unwrap();
    let cut = |at: &'static [u8]| *proxy.cut.lock().unwrap() = Some(at);
    store.create(&plan()).unwrap();

    cut(b"COMMIT");
    store.add_pairs(&pairs(0..3)).unwrap();
    assert_eq!(store.pairs(), Ok(pairs(0..3)));

    // The worker's name goes to the server with the claim itself.
    cut(b"somebody");
    assert_eq!(store.claim("somebody", HOUR).unwrap().unwrap().pair.number, 0);
    assert_eq!(store.claim("somebody", HOUR).unwrap().unwrap().pair.number, 1);

    cut(b"COMMIT");
    assert_eq!(store.save(&game(0, 0, 1)), Ok(true), "the game is ours, although it was there the second time");
    assert_eq!(store.save(&game(0, 0, 1)), Ok(false));
    assert_eq!(store.save(&game(0, 1, 1)), Ok(true));
    cut(b"FOR NO KEY UPDATE");
    assert_eq!(store.save(&game(0, 0, 2)), Ok(false), "another worker was first");
    assert_eq!(store.games(), Ok(vec![game(0, 0, 1), game(0, 1, 1)]));

    cut(b"somebody");
    store.release("somebody").unwrap();
    assert_eq!(store.claim("other", HOUR).unwrap().unwrap().pair.number, 1);
    assert_eq!(proxy.cuts.load(Ordering::SeqCst), 5);
}
