//! Starting and stopping `skirmish web`. The server is tested in `crates/web`.
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::support::{program, run, state};

/// The program serving the page.
pub struct Serving {
    child: Child,
    output: BufReader<ChildStdout>,
    pub url: String,
}

impl Serving {
    /// Starts it and waits for the address.
    pub fn start(command: Command) -> Serving {
        Serving::start_with(command, b"")
    }

    /// Starts it with this input and waits for the address.
    fn start_with(mut command: Command, input: &[u8]) -> Serving {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("http://") {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "it ended: {:?}", child.wait());
        }
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
        Serving { child, output, url }
    }

    pub fn host(&self) -> &str {
        self.url.trim_start_matches("http://").split('/').next().unwrap()
    }

    /// The page at a path.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Sends a signal; the program must exit successfully and say goodbye.
    pub fn end(mut self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success() && rest.ends_with("Goodbye.\n"), "{rest}");
    }
}

/// Kills the program if a test fails.
impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_the_page_until_it_is_told_to_end() {
    for signal in ["-INT", "-TERM"] {
        let serving = Serving::start(program(["web", "--no-open"]));
        assert!(serving.url.starts_with("http://127.0.0.1:") && serving.url.ends_with('/'), "{}", serving.url);
        let page = serving.get("/");
        assert!(page.starts_with("HTTP/1.1 200") && page.to_lowercase().contains("<!doctype html>"), "{page}");
        serving.end(signal);
    }
}

#[test]
fn without_a_port_another_is_taken_where_the_usual_one_is_not_free() {
    let (one, two) = (Serving::start(program(["web", "--no-open"])), Serving::start(program(["web", "--no-open"])));
    assert_ne!(one.host(), two.host());
    assert!(two.get("/").starts_with("HTTP/1.1 200"));
    one.end("-INT");
    two.end("-INT");
}

#[test]
fn a_port_that_is_taken_is_an_error_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let complaint = run(["web", "--no-open", "--port", &port]).complaint();
    assert!(complaint.contains(&port), "{complaint}");
}

#[test]
fn bad_addresses_and_numbers_are_explained() {
    for (arguments, words) in [
        (&["--port", "0"][..], "--port: \"0\" is not a port"),
        (&["--port", "99999"], "(see skirmish web --help)"),
        (&["--listen", "nowhere"], "--listen: \"nowhere\" is not an address"),
        (&["--listen", "127.0.0.1:8000", "--port", "8000"], "both name a port"),
        (&["--searches", "0"], "--searches"),
        (&["--hash", "lots"], "--hash"),
    ] {
        let complaint = run(["web", "--no-open"].iter().chain(arguments)).complaint();
        assert!(complaint.contains(words), "{complaint}");
    }
}

#[test]
fn a_classroom_is_told_the_token() {
    let serving = Serving::start(program(["web", "--no-open", "--listen", "127.0.0.1"]));
    let token = serving.url.split("/?token=").nth(1).unwrap().to_owned();
    assert_eq!(token.len(), 32);
    assert!(serving.get("/").starts_with("HTTP/1.1 403"));
    assert!(serving.get(&format!("/?token={token}")).starts_with("HTTP/1.1 200"));
    serving.end("-INT");
}

#[test]
fn the_menu_leads_to_the_page_and_a_missing_browser_does_no_harm() {
    // With an empty PATH, no browser is found.
    let mut command = program([""; 0]);
    command.env("PATH", state()).env_remove("BROWSER");
    let serving = Serving::start_with(command, b"web\n");
    assert!(serving.get("/").starts_with("HTTP/1.1 200"));
    serving.end("-INT");
}

/// Anyone can read the command lines of all programs.
#[cfg(target_os = "linux")]
#[test]
fn the_token_is_not_on_the_command_line_of_the_browser() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::time::{Duration, Instant};

    // A browser that writes down what it was asked to open.
    let folder = tempfile::tempdir().unwrap();
    let (browser, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    fs::write(&browser, "#!/bin/sh\necho \"$@\" > \"$OPENED.new\" && mv \"$OPENED.new\" \"$OPENED\"\n").unwrap();
    fs::set_permissions(&browser, PermissionsExt::from_mode(0o755)).unwrap();
    let open = |arguments: &[&str]| {
        let _ = fs::remove_file(&opened);
        let path = format!("{}:/usr/bin:/bin", folder.path().display());
        let mut command = program(arguments);
        command.env("PATH", path).env("OPENED", &opened).env("TMPDIR", folder.path()).env_remove("BROWSER");
        let serving = Serving::start(command);
        let begun = Instant::now();
        loop {
            match fs::read_to_string(&opened) {
                Ok(words) => return (serving, words.trim_end().to_owned()),
                Err(error) => assert!(begun.elapsed() < Duration::from_secs(120), "{error}"),
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let (serving, words) = open(&["web", "--listen", "127.0.0.1:0"]);
    let token = serving.url.split("/?token=").nth(1).unwrap().to_owned();
    assert!(!words.contains(&token), "{words}");
    // It leads to the page, and only this user can read it.
    let page = Path::new(&words).to_owned();
    assert!(fs::read_to_string(&page).unwrap().contains(&format!("content=\"0; url={}\"", serving.url)));
    assert_eq!(fs::metadata(&page).unwrap().permissions().mode() & 0o777, 0o600);
    serving.end("-INT");
    assert!(!page.exists(), "the file ends with the server");
    // Without a token there is nothing to hide.
    let (serving, words) = open(&["web"]);
    assert_eq!(words, serving.url);
    serving.end("-INT");
}
