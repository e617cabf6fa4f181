//! The full-screen application as a state machine: it handles events and draws to a buffer, without a terminal.

use std::time::Duration;

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use skirmish_games::GameId;
use skirmish_play::Record;

use crate::canvas::{Canvas, Press};
use crate::context::ScreenContext;
use crate::exercise::ExerciseScreen;
use crate::game_screen::GameScreen;
use crate::help;
use crate::menu::MenuScreen;
use crate::pager::Pager;
use crate::saved_games::SavedGamesScreen;
use crate::setup::SetupScreen;
use skirmish_session::engine::{EngineEvent, EngineRequest};
use skirmish_session::players::Players;
use skirmish_session::{ExerciseSession, Preferences};

/// The minimum terminal size: columns and rows.
pub const MIN_SIZE: (u16, u16) = (60, 20);

/// Columns of the rules when shown beside a game.
const RULES_COLUMNS: u16 = 62;

/// An input of the application.
#[derive(Debug)]
pub enum AppEvent {
    /// A key, a mouse event, a paste or a new size.
    Input(Input),
    /// An event of the engine.
    Engine(EngineEvent),
    /// Time has passed.
    Tick,
    /// The terminal is closed.
    Closed,
}

/// What to do after the application exits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Quit, after printing this message.
    Done(Option<&'static str>),
    /// Continue in the browser.
    Web,
}

/// What to show next.
pub(crate) enum Transition {
    Stay,
    /// The previous screen.
    Back,
    /// Quit.
    Leave,
    /// Continue in the browser.
    Web,
    Menu,
    SavedGames,
    Help,
    Rules(GameId),
    Setup(GameId),
    Lesson(GameId),
    Puzzles(GameId),
    Game(Box<GameScreen>),
}

enum Screen {
    Menu(MenuScreen),
    Setup(Box<SetupScreen>),
    Game(Box<GameScreen>),
    SavedGames(SavedGamesScreen),
    Pager(Pager),
    Exercise(Box<ExerciseScreen>),
}

/// The first screen.
pub enum StartScreen {
    /// The menu.
    Menu,
    /// The setup of a game.
    Setup(GameId),
    /// A new game between these players.
    Game(Box<Record>, Players),
    /// A recorded game, and its slot if it is a saved game.
    Recorded(Box<Record>, Option<skirmish_play::SaveSlot>),
    /// A lesson or puzzles; `true` if progress is saved.
    Exercise(Box<dyn ExerciseSession>, bool),
}

/// The application.
pub struct App {
    context: ScreenContext,
    /// The stack of screens; the last one is visible.
    screens: Vec<Screen>,
    exit: Option<Exit>,
    size: (u16, u16),
    /// The clickable areas of the last drawing.
    click_areas: Vec<(Rect, Press)>,
}

impl App {
    /// An application with its first screen, at this size.
    pub fn new(mut context: ScreenContext, start: StartScreen, size: (u16, u16)) -> App {
        let screen = match start {
            StartScreen::Menu => Screen::Menu(MenuScreen::new(&context)),
            StartScreen::Setup(game) => Screen::Setup(Box::new(SetupScreen::prepared(game, &mut context))),
            StartScreen::Game(record, players) => {
                let options = context.options.clone();
                Screen::Game(Box::new(GameScreen::new(*record, players, options, None, &mut context)))
            }
            StartScreen::Recorded(record, slot) => {
                Screen::Game(Box::new(GameScreen::resumed(*record, slot, &mut context)))
            }
            StartScreen::Exercise(session, saves_progress) => {
                Screen::Exercise(Box::new(ExerciseScreen::new(session, saves_progress)))
            }
        };
        App { context, screens: vec![screen], exit: None, size, click_areas: Vec::new() }
    }

    /// Handles an event. `now` is the time since the application started.
    pub fn handle(&mut self, event: AppEvent, now: Duration) {
        self.context.now = now;
        let transition = match event {
            AppEvent::Input(Input::Resize(width, height)) => {
                self.size = (width, height);
                Transition::Stay
            }
            AppEvent::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            AppEvent::Input(Input::Mouse(mouse)) => self.mouse(mouse),
            AppEvent::Input(Input::Paste(text)) => self.paste(&text),
            AppEvent::Input(_) => Transition::Stay,
            AppEvent::Engine(event) => {
                if let (Some(game), context) = self.game_screen() {
                    game.on_engine_event(event, context);
                }
                Transition::Stay
            }
            AppEvent::Closed => Transition::Leave,
            AppEvent::Tick => {
                if let (Some(game), context) = self.game_screen() {
                    game.tick(context);
                }
                Transition::Stay
            }
        };
        self.apply(transition);
    }

    /// The topmost game screen, and the context.
    fn game_screen(&mut self) -> (Option<&mut GameScreen>, &mut ScreenContext) {
        let game = self.screens.iter_mut().rev().find_map(|screen| match screen {
            Screen::Game(game) => Some(&mut **game),
            _ => None,
        });
        (game, &mut self.context)
    }

    fn key(&mut self, key: KeyEvent) -> Transition {
        if self.is_too_small() {
            // Nothing is visible, so only quitting is possible.
            let leaves = matches!(key.code, KeyCode::Esc | KeyCode::F(10) | KeyCode::Char('c' | 'd' | 'q'));
            return if leaves { Transition::Leave } else { Transition::Stay };
        }
        let context = &mut self.context;
        let Some(screen) = self.screens.last_mut() else { return Transition::Leave };
        if matches!(key.code, KeyCode::F(1) | KeyCode::Char('?')) && !matches!(screen, Screen::Pager(_)) {
            return Transition::Help;
        }
        match screen {
            Screen::Menu(screen) => screen.key(key, context),
            Screen::Setup(screen) => screen.key(key, context),
            Screen::Game(screen) => screen.key(key, context),
            Screen::SavedGames(screen) => screen.key(key, context),
            Screen::Pager(screen) => screen.key(key),
            Screen::Exercise(screen) => screen.key(key, context),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Transition {
        let at = Position::new(mouse.column, mouse.row);
        let under = self.click_areas.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, press)| press.clone());
        let context = &mut self.context;
        let Some(screen) = self.screens.last_mut() else { return Transition::Leave };
        match (mouse.kind, under) {
            (MouseEventKind::Down(MouseButton::Left), Some(Press::Key(code))) => return self.key(code.into()),
            (MouseEventKind::Down(MouseButton::Left), Some(press)) => {
                return match screen {
                    Screen::Menu(screen) => screen.press(press, context),
                    Screen::Setup(screen) => screen.press(press, context),
                    Screen::Game(screen) => screen.press(press, context),
                    Screen::SavedGames(screen) => screen.press(press, context),
                    Screen::Pager(screen) => screen.press(press),
                    Screen::Exercise(screen) => screen.press(press, context),
                };
            }
            (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(press)) => match screen {
                Screen::Game(screen) => screen.hover(&press),
                Screen::Exercise(screen) => screen.hover(&press),
                _ => {}
            },
            (MouseEventKind::ScrollUp | MouseEventKind::ScrollDown, _) => {
                let up = mouse.kind == MouseEventKind::ScrollUp;
                match screen {
                    Screen::Game(screen) => screen.wheel(up),
                    Screen::Pager(screen) => screen.wheel(up),
                    Screen::SavedGames(screen) => screen.wheel(up),
                    Screen::Menu(_) | Screen::Setup(_) | Screen::Exercise(_) => {}
                }
            }
            _ => {}
        }
        Transition::Stay
    }

    fn paste(&mut self, text: &str) -> Transition {
        match self.screens.last_mut() {
            Some(Screen::Game(game)) => game.paste(text, &mut self.context),
            _ => Transition::Stay,
        }
    }

    fn apply(&mut self, transition: Transition) {
        match transition {
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
                self.screens.push(Screen::Menu(MenuScreen::new(&self.context)));
            }
            Transition::SavedGames => {
                if let (Some(game), _) = self.game_screen() {
                    game.autosave();
                }
                self.screens.push(Screen::SavedGames(SavedGamesScreen::new(&self.context)));
            }
            Transition::Help => self.screens.push(Screen::Pager(help::keys())),
            Transition::Rules(game) => self.screens.push(Screen::Pager(Pager::rules(game))),
            Transition::Setup(game) => {
                // The engine of an open game has work to do.
                let setup = match self.game_screen() {
                    (None, context) => SetupScreen::prepared(game, context),
                    (Some(_), context) => SetupScreen::new(game, context),
                };
                self.screens.push(Screen::Setup(Box::new(setup)));
            }
            Transition::Lesson(game) => match ExerciseScreen::lesson(game, &self.context) {
                Some(lesson) => self.screens.push(Screen::Exercise(Box::new(lesson))),
                None => self.screens.push(Screen::Pager(Pager::rules(game))),
            },
            Transition::Puzzles(game) => match ExerciseScreen::puzzles(game, &self.context) {
                Some(puzzles) => self.screens.push(Screen::Exercise(Box::new(puzzles))),
                None => self.screens.push(Screen::Pager(Pager::rules(game))),
            },
            Transition::Game(game) => {
                // Closes the previous game and the setup, but not the menu.
                while self.screens.last().is_some_and(|screen| !matches!(screen, Screen::Menu(_))) {
                    self.close();
                }
                self.screens.push(Screen::Game(game));
            }
        }
    }

    /// Closes the topmost screen.
    fn close(&mut self) {
        if let Some(Screen::Game(mut game)) = self.screens.pop() {
            game.autosave();
            game.close(&mut self.context);
        }
    }

    fn leave(&mut self) {
        if let (Some(game), _) = self.game_screen() {
            game.autosave();
        }
        let exit_message = self.game_screen().0.and_then(|game| game.exit_message());
        self.exit = Some(Exit::Done(exit_message));
    }

    /// The exit, once the application is done.
    pub fn exit(&self) -> Option<&Exit> {
        self.exit.as_ref()
    }

    /// Takes the requests to the engine.
    pub fn take_requests(&mut self) -> Vec<EngineRequest> {
        self.context.requests.take()
    }

    /// Autosaves the game; call it after drawing. Returns the preferences if they changed.
    pub fn save_changes(&mut self) -> Option<&Preferences> {
        if let (Some(game), _) = self.game_screen() {
            game.autosave();
        }
        self.context.changed_preferences()
    }

    /// The time of the next tick that is needed.
    pub fn due(&mut self) -> Option<Duration> {
        let now = self.context.now;
        self.game_screen().0.and_then(|game| game.due(now))
    }

    /// The record of the current game.
    pub fn record(&self) -> Option<&Record> {
        self.screens.iter().rev().find_map(|screen| match screen {
            Screen::Game(game) => Some(game.record()),
            _ => None,
        })
    }

    fn is_too_small(&self) -> bool {
        self.size.0 < MIN_SIZE.0 || self.size.1 < MIN_SIZE.1
    }

    /// Draws the screen. Returns the position of the terminal's cursor; `None` to hide it.
    pub fn draw(&mut self, buffer: &mut Buffer) -> Option<Position> {
        self.size = (buffer.area.width, buffer.area.height);
        let mut caret = None;
        self.click_areas.clear();
        let App { context, screens, click_areas, .. } = self;
        let area = buffer.area;
        let mut canvas = Canvas { buffer, area, theme: &context.theme, click_areas, caret: &mut caret };
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            let text = format!(
                "Skirmish needs {} columns and {} rows, and this terminal has {} and {}. Make it larger, press Esc to \
                 leave, or play with skirmish play --plain.",
                MIN_SIZE.0, MIN_SIZE.1, area.width, area.height
            );
            canvas.paragraph(area, &text, context.theme.text);
            return None;
        }
        let beside = area.width >= RULES_COLUMNS + MIN_SIZE.0;
        match &mut screens[..] {
            [.., Screen::Game(game), Screen::Pager(pager)] if beside => {
                canvas.area = Rect { width: area.width - RULES_COLUMNS, ..area };
                game.draw(&mut canvas, context);
                // The game takes no input meanwhile.
                canvas.click_areas.clear();
                *canvas.caret = None;
                canvas.area = Rect { x: area.right() - RULES_COLUMNS, width: RULES_COLUMNS, ..area };
                pager.draw(&mut canvas);
            }
            [.., Screen::Menu(screen)] => screen.draw(&mut canvas),
            [.., Screen::Setup(screen)] => screen.draw(&mut canvas),
            [.., Screen::Game(screen)] => screen.draw(&mut canvas, context),
            [.., Screen::SavedGames(screen)] => screen.draw(&mut canvas),
            [.., Screen::Pager(screen)] => screen.draw(&mut canvas),
            [.., Screen::Exercise(screen)] => screen.draw(&mut canvas),
            [] => {}
        }
        caret
    }
}
