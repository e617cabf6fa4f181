//! The terminal itself: taken over, drawn on, listened to, and given back as it was, whatever happens.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::cursor::Show;
use crossterm::event::{self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size};
use ratatui_core::layout::Rect;
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;
use skirmish_session::engine::EngineEvent;

use crate::app::{App, AppEvent, Exit, StartScreen};
use crate::context::ScreenContext;
use crate::engine::EngineQueue;
use crate::system::Signals;

/// Signals are looked for so often.
const SIGNAL_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The terminal taken over. It is given back when this is dropped, and before anything is written about a panic.
pub struct TerminalGuard(());

impl TerminalGuard {
    /// Takes the terminal over: keys come one by one, the mouse is received, and what stood there is kept for later.
    pub fn new() -> io::Result<TerminalGuard> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                restore_terminal();
                usual(panic);
            }));
        });
        enable_raw_mode()?;
        IS_TAKEN.store(true, Relaxed);
        let guard = TerminalGuard(());
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(guard)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Whether the terminal is taken over: leaving the other screen twice would put the cursor where it was the first time.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back as it was, if it was not. There is nobody to tell if that fails.
fn restore_terminal() {
    if !IS_TAKEN.swap(false, Relaxed) {
        return;
    }
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Plays on the whole terminal until the person leaves, or a signal ends it: then with its number.
pub fn run(context: ScreenContext, start: StartScreen) -> io::Result<Result<Exit, i32>> {
    let signals = Signals::register()?;
    let guard = TerminalGuard::new()?;
    let (sender, events) = channel();
    listen(sender.clone())?;
    let events_of_engine = sender.clone();
    // Nobody listens any more when the program is over.
    let mut engine = EngineQueue::start(move |event| drop(events_of_engine.send(AppEvent::Engine(event))))?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    // Not every terminal's other screen is empty. (To clear it, the crate would ask where the cursor is, and wait for an answer.)
    let whole = terminal.size()?;
    terminal.resize(Rect::from(whole))?;
    let mut app = App::new(context, start, size()?);
    let ended = play(&mut app, &mut engine, &events, &mut terminal, &signals);
    save_changes(&mut app);
    drop(guard);
    ended
}

/// Keeps what is to be kept. What cannot be remembered is no reason to stop.
fn save_changes(app: &mut App) {
    if let Some(preferences) = app.save_changes() {
        let _ = preferences.save(skirmish_play::save_text);
    }
}

/// Passes on what happens at the terminal, from a thread of its own.
fn listen(sender: Sender<AppEvent>) -> io::Result<()> {
    thread::Builder::new().name("terminal".to_owned()).spawn(move || {
        while let Ok(input) = event::read() {
            if sender.send(AppEvent::Input(input)).is_err() {
                return;
            }
        }
        let _ = sender.send(AppEvent::Closed);
    })?;
    Ok(())
}

/// Takes events until the program is over.
fn play(
    app: &mut App,
    engine: &mut EngineQueue,
    events: &Receiver<AppEvent>,
    terminal: &mut Terminal<CrosstermBackend<Stdout>>,
    signals: &Signals,
) -> io::Result<Result<Exit, i32>> {
    let started = Instant::now();
    let mut lost = false;
    loop {
        for request in app.take_requests() {
            engine.ask(request);
        }
        if let Some(exit) = app.exit() {
            return Ok(Ok(exit.clone()));
        }
        draw(app, terminal)?;
        save_changes(app);
        let event = wait(app, events, started, signals)?;
        match event {
            Waited::Signal(signal) => return Ok(Err(signal)),
            Waited::Event(event) => app.handle(event, started.elapsed()),
        }
        // What came together is shown together.
        while let Ok(event) = events.try_recv() {
            app.handle(event, started.elapsed());
        }
        app.handle(AppEvent::Tick, started.elapsed());
        if !engine.is_working() && !std::mem::replace(&mut lost, true) {
            app.handle(AppEvent::Engine(EngineEvent::Lost), started.elapsed());
        }
    }
}

enum Waited {
    Event(AppEvent),
    Signal(i32),
}

/// Waits for something to happen, or for the time when there is something to do.
fn wait(app: &mut App, events: &Receiver<AppEvent>, started: Instant, signals: &Signals) -> io::Result<Waited> {
    let due = app.due();
    loop {
        if let Some(signal) = signals.received() {
            return Ok(Waited::Signal(signal));
        }
        let left = due.map(|due| due.saturating_sub(started.elapsed()));
        if left == Some(Duration::ZERO) {
            return Ok(Waited::Event(AppEvent::Tick));
        }
        match events.recv_timeout(left.unwrap_or(SIGNAL_POLL_INTERVAL).min(SIGNAL_POLL_INTERVAL)) {
            Ok(event) => return Ok(Waited::Event(event)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("the terminal was closed")),
        }
    }
}

/// Draws what has changed.
fn draw(app: &mut App, terminal: &mut Terminal<CrosstermBackend<Stdout>>) -> io::Result<()> {
    terminal.draw(|frame| {
        if let Some(caret) = app.draw(frame.buffer_mut()) {
            frame.set_cursor_position(caret);
        }
    })?;
    stdout().flush()
}
