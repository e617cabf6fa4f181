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

use crate::app::{App, AppEvent, Beginning, Exit};
use crate::context::ScreenContext;
use crate::engine::EngineQueue;
use crate::system::Signals;

/// Signals are looked for so often.
const PULSE: Duration = Duration::from_millis(100);

/// The terminal taken over. It is given back when this is dropped, and before anything is written about a panic.
pub struct TerminalGuard(());

impl TerminalGuard {
    /// Takes the terminal over: keys come one by one, the mouse is heard, and what stood there is kept for later.
    pub fn new() -> io::Result<TerminalGuard> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                give_back();
                usual(panic);
            }));
        });
        enable_raw_mode()?;
        TAKEN.store(true, Relaxed);
        let guard = TerminalGuard(());
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(guard)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether the terminal is taken over: leaving the other screen twice would put the cursor where it was the first time.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back as it was, if it was not. There is nobody to tell if that fails.
fn give_back() {
    if !TAKEN.swap(false, Relaxed) {
        return;
    }
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Plays on the whole terminal until the person leaves, or a signal ends it: then with its number.
pub fn run(world: ScreenContext, beginning: Beginning) -> io::Result<Result<Exit, i32>> {
    let signals = Signals::hear()?;
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
    let mut app = App::new(world, beginning, size()?);
    let ended = play(&mut app, &mut engine, &events, &mut terminal, &signals);
    settle(&mut app);
    drop(guard);
    ended
}

/// Keeps what is to be kept. What cannot be remembered is no reason to stop.
fn settle(app: &mut App) {
    if let Some(memory) = app.settle() {
        let _ = memory.save(skirmish_play::save_text);
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
        settle(app);
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
        if let Some(signal) = signals.heard() {
            return Ok(Waited::Signal(signal));
        }
        let left = due.map(|due| due.saturating_sub(started.elapsed()));
        if left == Some(Duration::ZERO) {
            return Ok(Waited::Event(AppEvent::Tick));
        }
        match events.recv_timeout(left.unwrap_or(PULSE).min(PULSE)) {
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
