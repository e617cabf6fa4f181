//! The whole full-screen program as a value: events go in, it changes, and it can be drawn. It knows no terminal.

use std::time::Duration;

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use skirmish_games::GameId;
use skirmish_play::Record;

use crate::canvas::{Canvas, Press};
use crate::context::ScreenContext;
use crate::game_screen::GameScreen;
use crate::help;
use crate::lesson::LessonScreen;
use crate::menu::MenuScreen;
use crate::pager::Pager;
use crate::saved_games::KeptScreen;
use crate::setup::SetupScreen;
use skirmish_session::Preferences;
use skirmish_session::engine::{EngineEvent, EngineRequest};
use skirmish_session::players::Players;

/// The smallest screen on which everything fits.
pub const SMALLEST: (u16, u16) = (60, 20);

/// How wide rules are beside a game, and how wide the game must still be.
const BESIDE: u16 = 62;

/// Something that happens.
#[derive(Debug)]
pub enum AppEvent {
    /// At the terminal: a key, the mouse, a paste, another size.
    Input(Input),
    /// The engine says something.
    Engine(EngineEvent),
    /// Time has passed.
    Tick,
    /// Nothing more will come from the terminal.
    Closed,
}

/// How the program goes on after its screen is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Not at all; with this sentence for the person, if there is one.
    Done(Option<&'static str>),
    /// In the browser.
    Web,
}

/// Where a screen leads.
pub(crate) enum Transition {
    Stay,
    /// To the screen before.
    Back,
    /// Out of the program.
    Leave,
    /// To the browser.
    Web,
    Menu,
    Kept,
    Help,
    Rules(GameId),
    Setup(GameId),
    Lesson(GameId),
    Table(Box<GameScreen>),
}

enum Screen {
    Menu(MenuScreen),
    Setup(Box<SetupScreen>),
    Table(Box<GameScreen>),
    Kept(KeptScreen),
    Pager(Pager),
    Lesson(Box<LessonScreen>),
}

/// How the program begins.
pub enum Beginning {
    /// With the menu.
    Menu,
    /// With the questions before a game.
    Setup(GameId),
    /// With a new game between these players.
    Game(Box<Record>, Players),
    /// With a recorded game, in its place if it is kept.
    Recorded(Box<Record>, Option<skirmish_play::SaveSlot>),
    /// With a lesson: of a game or somebody's own, at a step, counted from 0.
    Lesson(Box<skirmish_lessons::Lesson>, usize, bool),
}

/// The program.
pub struct App {
    world: ScreenContext,
    /// The screen on top is the last one.
    screens: Vec<Screen>,
    exit: Option<Exit>,
    size: (u16, u16),
    /// What could be clicked when it was drawn last.
    places: Vec<(Rect, Press)>,
}

impl App {
    /// The program at its beginning, on a screen of this size.
    pub fn new(mut world: ScreenContext, beginning: Beginning, size: (u16, u16)) -> App {
        let screen = match beginning {
            Beginning::Menu => Screen::Menu(MenuScreen::new(&world)),
            Beginning::Setup(game) => Screen::Setup(Box::new(SetupScreen::new(game, &world))),
            Beginning::Game(record, players) => {
                let options = world.preferences.clone();
                Screen::Table(Box::new(GameScreen::new(*record, players, options, None, &mut world)))
            }
            Beginning::Recorded(record, place) => {
                Screen::Table(Box::new(GameScreen::resumed(*record, place, &mut world)))
            }
            Beginning::Lesson(lesson, step, kept) => Screen::Lesson(Box::new(LessonScreen::new(*lesson, step, kept))),
        };
        App { world, screens: vec![screen], exit: None, size, places: Vec::new() }
    }

    /// Takes an event that happened at a time since the beginning.
    pub fn handle(&mut self, event: AppEvent, now: Duration) {
        self.world.now = now;
        let go = match event {
            AppEvent::Input(Input::Resize(width, height)) => {
                self.size = (width, height);
                Transition::Stay
            }
            AppEvent::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            AppEvent::Input(Input::Mouse(mouse)) => self.mouse(mouse),
            AppEvent::Input(Input::Paste(text)) => self.paste(&text),
            AppEvent::Input(_) => Transition::Stay,
            AppEvent::Engine(event) => {
                if let (Some(table), world) = self.table() {
                    table.hear(event, world);
                }
                Transition::Stay
            }
            AppEvent::Closed => Transition::Leave,
            AppEvent::Tick => {
                if let (Some(table), world) = self.table() {
                    table.tick(world);
                }
                Transition::Stay
            }
        };
        self.go(go);
    }

    /// The game that is being played, wherever it stands, and the world.
    fn table(&mut self) -> (Option<&mut GameScreen>, &mut ScreenContext) {
        let table = self.screens.iter_mut().rev().find_map(|screen| match screen {
            Screen::Table(table) => Some(&mut **table),
            _ => None,
        });
        (table, &mut self.world)
    }

    fn key(&mut self, key: KeyEvent) -> Transition {
        if self.is_too_small() {
            // Nothing can be seen, so nothing is done but leaving.
            let leaves = matches!(key.code, KeyCode::Esc | KeyCode::F(10) | KeyCode::Char('c' | 'd' | 'q'));
            return if leaves { Transition::Leave } else { Transition::Stay };
        }
        let world = &mut self.world;
        let Some(screen) = self.screens.last_mut() else { return Transition::Leave };
        if matches!(key.code, KeyCode::F(1) | KeyCode::Char('?')) && !matches!(screen, Screen::Pager(_)) {
            return Transition::Help;
        }
        match screen {
            Screen::Menu(screen) => screen.key(key, world),
            Screen::Setup(screen) => screen.key(key, world),
            Screen::Table(screen) => screen.key(key, world),
            Screen::Kept(screen) => screen.key(key, world),
            Screen::Pager(screen) => screen.key(key),
            Screen::Lesson(screen) => screen.key(key, world),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Transition {
        let at = Position::new(mouse.column, mouse.row);
        let under = self.places.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, press)| press.clone());
        let world = &mut self.world;
        let Some(screen) = self.screens.last_mut() else { return Transition::Leave };
        match (mouse.kind, under) {
            (MouseEventKind::Down(MouseButton::Left), Some(Press::Key(code))) => return self.key(code.into()),
            (MouseEventKind::Down(MouseButton::Left), Some(press)) => {
                return match screen {
                    Screen::Menu(screen) => screen.press(press, world),
                    Screen::Setup(screen) => screen.press(press, world),
                    Screen::Table(screen) => screen.press(press, world),
                    Screen::Kept(screen) => screen.press(press, world),
                    Screen::Pager(screen) => screen.press(press),
                    Screen::Lesson(screen) => screen.press(press, world),
                };
            }
            (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(press)) => match screen {
                Screen::Table(screen) => screen.hover(&press),
                Screen::Lesson(screen) => screen.hover(&press),
                _ => {}
            },
            (MouseEventKind::ScrollUp | MouseEventKind::ScrollDown, _) => {
                let up = mouse.kind == MouseEventKind::ScrollUp;
                match screen {
                    Screen::Table(screen) => screen.wheel(up),
                    Screen::Pager(screen) => screen.wheel(up),
                    Screen::Kept(screen) => screen.wheel(up),
                    Screen::Menu(_) | Screen::Setup(_) | Screen::Lesson(_) => {}
                }
            }
            _ => {}
        }
        Transition::Stay
    }

    fn paste(&mut self, text: &str) -> Transition {
        match self.screens.last_mut() {
            Some(Screen::Table(table)) => table.paste(text, &mut self.world),
            _ => Transition::Stay,
        }
    }

    fn go(&mut self, go: Transition) {
        match go {
            Transition::Stay => {}
            Transition::Back => {
                self.close();
                if self.screens.is_empty() {
                    self.exit = Some(Exit::Done(None));
                }
            }
            Transition::Leave => self.leave(),
            Transition::Web => self.exit = Some(Exit::Web),
            Transition::Menu => {
                while !self.screens.is_empty() {
                    self.close();
                }
                self.screens.push(Screen::Menu(MenuScreen::new(&self.world)));
            }
            Transition::Kept => {
                if let (Some(table), _) = self.table() {
                    table.keep();
                }
                self.screens.push(Screen::Kept(KeptScreen::new(&self.world)));
            }
            Transition::Help => self.screens.push(Screen::Pager(help::keys())),
            Transition::Rules(game) => self.screens.push(Screen::Pager(Pager::rules(game))),
            Transition::Setup(game) => {
                self.screens.push(Screen::Setup(Box::new(SetupScreen::new(game, &self.world))));
            }
            Transition::Lesson(game) => match LessonScreen::of(game, &self.world) {
                Some(lesson) => self.screens.push(Screen::Lesson(Box::new(lesson))),
                None => self.screens.push(Screen::Pager(Pager::rules(game))),
            },
            Transition::Table(table) => {
                // The game before and the questions that led here are over; the menu stays.
                while self.screens.last().is_some_and(|screen| !matches!(screen, Screen::Menu(_))) {
                    self.close();
                }
                self.screens.push(Screen::Table(table));
            }
        }
    }

    /// Closes the screen on top.
    fn close(&mut self) {
        if let Some(Screen::Table(mut table)) = self.screens.pop() {
            table.keep();
            table.close(&mut self.world);
        }
    }

    fn leave(&mut self) {
        if let (Some(table), _) = self.table() {
            table.keep();
        }
        let farewell = self.table().0.and_then(|table| table.farewell());
        self.exit = Some(Exit::Done(farewell));
    }

    /// Whether the program is over, and how it goes on.
    pub fn exit(&self) -> Option<&Exit> {
        self.exit.as_ref()
    }

    /// What the engine is asked since the last call.
    pub fn take_requests(&mut self) -> Vec<EngineRequest> {
        self.world.requests.take()
    }

    /// Does what can wait until something was drawn: keeps the game. Returns what is to be remembered if that has changed.
    pub fn settle(&mut self) -> Option<&Preferences> {
        if let (Some(table), _) = self.table() {
            table.keep();
        }
        self.world.news_for_memory()
    }

    /// When there will be something to do or to show without an event.
    pub fn due(&mut self) -> Option<Duration> {
        let now = self.world.now;
        self.table().0.and_then(|table| table.due(now))
    }

    /// The game as it stands, if one is being played.
    pub fn record(&self) -> Option<&Record> {
        self.screens.iter().rev().find_map(|screen| match screen {
            Screen::Table(table) => Some(table.record()),
            _ => None,
        })
    }

    fn is_too_small(&self) -> bool {
        self.size.0 < SMALLEST.0 || self.size.1 < SMALLEST.1
    }

    /// Draws the screen. Returns where the terminal's cursor belongs, if anything can be typed.
    pub fn draw(&mut self, buffer: &mut Buffer) -> Option<Position> {
        self.size = (buffer.area.width, buffer.area.height);
        let mut caret = None;
        self.places.clear();
        let App { world, screens, places, .. } = self;
        let area = buffer.area;
        let mut canvas = Canvas { buffer, area, theme: &world.theme, places, caret: &mut caret };
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let text = format!(
                "Skirmish needs {} columns and {} rows, and this terminal has {} and {}. Make it larger, press Esc to \
                 leave, or play with skirmish play --plain.",
                SMALLEST.0, SMALLEST.1, area.width, area.height
            );
            canvas.paragraph(area, &text, world.theme.text);
            return None;
        }
        let beside = area.width >= BESIDE + SMALLEST.0;
        match &mut screens[..] {
            [.., Screen::Table(table), Screen::Pager(pager)] if beside => {
                canvas.area = Rect { width: area.width - BESIDE, ..area };
                table.draw(&mut canvas, world);
                // The game is only looked at meanwhile.
                canvas.places.clear();
                *canvas.caret = None;
                canvas.area = Rect { x: area.right() - BESIDE, width: BESIDE, ..area };
                pager.draw(&mut canvas);
            }
            [.., Screen::Menu(screen)] => screen.draw(&mut canvas),
            [.., Screen::Setup(screen)] => screen.draw(&mut canvas),
            [.., Screen::Table(screen)] => screen.draw(&mut canvas, world),
            [.., Screen::Kept(screen)] => screen.draw(&mut canvas),
            [.., Screen::Pager(screen)] => screen.draw(&mut canvas),
            [.., Screen::Lesson(screen)] => screen.draw(&mut canvas),
            [] => {}
        }
        caret
    }
}
