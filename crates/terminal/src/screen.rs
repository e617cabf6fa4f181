//! Runs the application on the terminal: raw mode, drawing, input, and restoring the terminal in all cases.

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
use crate::system::{self, Signals};

/// How often signals are polled.
const SIGNAL_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Holds the terminal in raw mode. Restores it on drop, and before a panic message is written.
pub struct TerminalGuard(());

impl TerminalGuard {
    /// Enters raw mode and the alternate screen, and captures the mouse.
    pub fn new() -> io::Result<TerminalGuard> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                restore_terminal();
                usual(panic);
            }));
        });
        let guard = TerminalGuard(());
        take_terminal()?;
        Ok(guard)
    }
}

fn take_terminal() -> io::Result<()> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Relaxed);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Whether the terminal is taken. Leaving the alternate screen twice would misplace the cursor.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Restores the terminal, once. Errors are ignored: there is nowhere to report them.
fn restore_terminal() {
    if !IS_TAKEN.swap(false, Relaxed) {
        return;
    }
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Runs the application until the user quits or a signal arrives; the inner error is the signal's number.
pub fn run(context: ScreenContext, start: StartScreen) -> io::Result<Result<Exit, i32>> {
    let signals = Signals::register()?;
    let guard = TerminalGuard::new()?;
    let (sender, events) = channel();
    listen(sender.clone())?;
    let events_of_engine = sender.clone();
    // Sending fails only after the application has ended.
    let mut engine = EngineQueue::start(move |event| drop(events_of_engine.send(AppEvent::Engine(event))))?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    // Some alternate screens are not empty. `clear` would query the cursor position and block.
    let whole = terminal.size()?;
    terminal.resize(Rect::from(whole))?;
    let mut app = App::new(context, start, size()?);
    let ended = play(&mut app, &mut engine, &events, &mut terminal, &signals);
    save_changes(&mut app);
    drop(guard);
    ended
}

/// Saves game and preferences. Errors are not fatal.
fn save_changes(app: &mut App) {
    if let Some(preferences) = app.save_changes() {
        let _ = preferences.save(skirmish_play::save_text);
    }
}

/// Forwards terminal input from its own thread.
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

/// The event loop.
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
            Waited::Suspended => {
                restore_terminal();
                system::suspend();
                take_terminal()?;
                // Everything is drawn again, and the window may have another size.
                let whole = terminal.size()?;
                terminal.resize(Rect::from(whole))?;
            }
            Waited::Event(event) => app.handle(event, started.elapsed()),
        }
        // Handle queued events before drawing.
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
    /// The program is to be suspended.
    Suspended,
}

/// Waits for an event, a signal or the next tick.
fn wait(app: &mut App, events: &Receiver<AppEvent>, started: Instant, signals: &Signals) -> io::Result<Waited> {
    let due = app.due();
    loop {
        if let Some(signal) = signals.received() {
            return Ok(Waited::Signal(signal));
        }
        if signals.is_suspended() {
            return Ok(Waited::Suspended);
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

/// Draws the screen.
fn draw(app: &mut App, terminal: &mut Terminal<CrosstermBackend<Stdout>>) -> io::Result<()> {
    terminal.draw(|frame| {
        if let Some(caret) = app.draw(frame.buffer_mut()) {
            frame.set_cursor_position(caret);
        }
    })?;
    stdout().flush()
}
